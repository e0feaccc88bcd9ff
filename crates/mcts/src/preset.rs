//! The search as named strategies: `uct`, of which every option is a
//! parameter, and what games need to make others.

use game::strategy::{ON_OFF, SEED};
use game::{Built, Evaluate, Game, Heuristic, Kind, Param, Rng, Side, SpecError, Strategy, Tactics, Values};

use crate::engine::Mcts;
use crate::options::{Choice, Expansion, Options, Parallel};
use crate::playout::{Decisive, Full, Mast, Playout, Trace, Truncated, Uniform, Weighted};
use crate::prior::{ByWeight, Even};
use crate::select::{Fpu, Puct, Rave, Select, Ucb1, Ucb1Tuned};

/// The parameters of [`uct`].
pub fn params() -> Vec<Param> {
    let param = |name, kind, default, about| Param { name, kind, default, about };
    let most = u64::MAX;
    vec![
        param("c", Kind::Real(0.0, 100.0), "1.4", "weight of exploration"),
        param("sims", Kind::Int(0, most), "0", "most simulations a move; 0: as the budget says"),
        param("select", Kind::Choice(&["ucb1", "tuned", "puct", "rave"]), "ucb1", "selection rule"),
        param(
            "fpu",
            Kind::Choice(&["first", "value", "parent"]),
            "first",
            "unvisited moves: before all, or worth …",
        ),
        param("urgency", Kind::Real(-1.0, 1.0), "0.0", "… this value, or this much less than the parent"),
        param(
            "bias",
            Kind::Real(0.0, 100.0),
            "0.0",
            "ucb1: progressive bias; rave: how biased later moves are",
        ),
        param("reference", Kind::Int(0, 1_000_000), "0", "rave: visits of a GRAVE reference; 0: plain RAVE"),
        param(
            "playout",
            Kind::Choice(&["uniform", "weighted", "decisive", "mast", "truncated"]),
            "uniform",
            "how playouts choose",
        ),
        param("epsilon", Kind::Real(0.0, 1.0), "0.3", "mast: share of random moves"),
        param("plies", Kind::Int(0, 1000), "6", "truncated: plies before the evaluation"),
        param("shaping", Kind::Real(0.0, 1.0), "0.0", "how much a far result loses"),
        param("expand", Kind::Choice(&["one", "all"]), "one", "a leaf's children: one by one or all at once"),
        param("at", Kind::Int(1, 1_000_000), "1", "visits before a leaf gets children"),
        param("solver", ON_OFF, "on", "prove wins, losses and draws"),
        param("lookahead", ON_OFF, "on", "solver: see the end of the game one move ahead"),
        param("graph", ON_OFF, "off", "one node per position, however it is reached"),
        param("reuse", ON_OFF, "on", "keep the tree from move to move"),
        param("final", Kind::Choice(&["visits", "value", "robust"]), "visits", "which move is played"),
        param("memory", Kind::Int(1, 1 << 16), "128", "MiB for the tree"),
        param("threads", Kind::Int(1, 64), "1", "threads"),
        param(
            "parallel",
            Kind::Choice(&["root", "tree"]),
            "root",
            "threads with a tree each, or one for all",
        ),
        SEED,
    ]
}

/// The same with other defaults, for a game that knows better.
pub fn params_with(defaults: &[(&str, &'static str)]) -> Vec<Param> {
    let mut params = params();
    for (name, default) in defaults {
        let param = params.iter_mut().find(|p| p.name == *name);
        param.expect("only what exists can have another default").default = default;
    }
    params
}

/// Those of the parameters that stand here, with these defaults.
pub fn only(wanted: &[(&str, &'static str)]) -> Vec<Param> {
    let all = params_with(wanted);
    all.into_iter().filter(|param| wanted.iter().any(|(name, _)| *name == param.name)).collect()
}

/// The strategy `uct`, with these defaults instead of the usual ones.
pub fn uct<G: Tactics + Evaluate + Heuristic>(defaults: &[(&str, &'static str)]) -> Strategy<G> {
    Strategy {
        name: "uct",
        about: "Monte-Carlo tree search with a solver; every rule of the search is a parameter",
        params: params_with(defaults),
        build: build::<G>,
    }
}

/// The textbook's search: UCB1, no solver, a new tree for every move. Its
/// parameters are `c`, `sims`, `memory` and `seed`.
pub fn textbook<G: Game, P: Playout<G>>(
    values: &Values,
    playout: P,
) -> Result<Mcts<G, Ucb1, P, Even>, SpecError> {
    let options = Options {
        solver: false,
        reuse: false,
        memory: (values.int("memory") as usize) << 20,
        seed: values.int("seed"),
        ..Options::default()
    };
    let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
    let engine = Mcts::new(options, rule, playout, Even).map_err(SpecError::new)?;
    Ok(match values.int("sims") {
        0 => engine,
        sims => engine.at_most(sims),
    })
}

/// Any of the playouts that a parameter can name. Which one it is costs a
/// branch per playout, and saves the compiler a search per playout and rule.
#[derive(Clone)]
enum Named<G: Game> {
    Uniform(Full<Uniform>),
    Weighted(Full<Weighted<G>>),
    Decisive(Full<Decisive<Uniform>>),
    Mast(Full<Mast<G>>),
    Truncated(Truncated<Uniform>),
}

impl<G: Game> Named<G> {
    fn new(values: &Values) -> Self {
        let shaping = values.real("shaping");
        match values.word("playout") {
            "weighted" => Named::Weighted(Full { policy: Weighted::default(), shaping }),
            "decisive" => Named::Decisive(Full { policy: Decisive(Uniform), shaping }),
            "mast" => Named::Mast(Full { policy: Mast::new(values.real("epsilon")), shaping }),
            "truncated" => Named::Truncated(Truncated { policy: Uniform, plies: values.int("plies") as u32 }),
            _ => Named::Uniform(Full { policy: Uniform, shaping }),
        }
    }
}

impl<G: Tactics + Evaluate + Heuristic> Playout<G> for Named<G> {
    #[inline]
    fn learns(&self) -> bool {
        matches!(self, Named::Mast(_))
    }

    fn run(&mut self, state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        match self {
            Named::Uniform(playout) => playout.run(state, rng, trace),
            Named::Weighted(playout) => playout.run(state, rng, trace),
            Named::Decisive(playout) => playout.run(state, rng, trace),
            Named::Mast(playout) => playout.run(state, rng, trace),
            Named::Truncated(playout) => playout.run(state, rng, trace),
        }
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        if let Named::Mast(playout) = self {
            playout.learn(first, moves, value);
        }
    }
}

/// The engine that the values of [`params`] describe.
fn build<G: Tactics + Evaluate + Heuristic>(values: &Values) -> Built<G> {
    let c = values.real("c");
    let bias = values.real("bias");
    let fpu = match (values.word("fpu"), values.real("urgency")) {
        ("value", urgency) => Fpu::Value(urgency),
        ("parent", urgency) => Fpu::Parent(urgency),
        _ => Fpu::First,
    };
    match values.word("select") {
        "tuned" => with_rule(values, Ucb1Tuned { c, fpu }),
        "puct" => with_rule(values, Puct { c, fpu }),
        "rave" => {
            let reference = values.int("reference") as u32;
            with_rule(values, Rave { c, bias, reference, fpu, trust: 0.0 })
        }
        _ => with_rule(values, Ucb1 { c, fpu, bias }),
    }
}

fn with_rule<G: Tactics + Evaluate + Heuristic>(values: &Values, select: impl Select + 'static) -> Built<G> {
    let engine = Mcts::new(options::<G>(values), select, Named::new(values), ByWeight);
    let engine = engine.map_err(SpecError::new)?;
    Ok(match values.int("sims") {
        0 => Box::new(engine),
        sims => Box::new(engine.at_most(sims)),
    })
}

fn options<G: Game>(values: &Values) -> Options {
    let at_visit = values.int("at") as u32;
    let threads = values.int("threads") as usize;
    let graph = values.on("graph");
    // However many threads share it, each needs the least.
    let memory = (values.int("memory") as usize) << 20;
    Options {
        memory: memory.max(threads * Options::least_memory::<G>(graph)),
        expansion: match values.word("expand") {
            "all" => Expansion::All { at_visit },
            _ => Expansion::One { at_visit },
        },
        solver: values.on("solver"),
        lookahead: values.on("lookahead"),
        graph,
        reuse: values.on("reuse"),
        choice: match values.word("final") {
            "value" => Choice::Value,
            "robust" => Choice::Robust,
            _ => Choice::Visits,
        },
        seed: values.int("seed"),
        threads,
        parallel: match values.word("parallel") {
            "tree" => Parallel::Tree,
            _ => Parallel::Root,
        },
    }
}
