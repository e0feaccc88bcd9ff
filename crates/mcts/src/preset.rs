//! The search as named strategies: `uct`, of which every option is a
//! parameter, and the building blocks of others.

mod named;

pub use named::NamedPlayout;

use std::marker::PhantomData;

use game::strategy::{ON_OFF, SEED};
use game::{Built, Evaluate, Game, Heuristic, Kind, Param, SpecError, Strategy, Tactics, Values, Work};

use crate::engine::Mcts;
use crate::evaluator::Evaluator;
use crate::guide::{Even, Priors, PriorsOrChances};
use crate::knowledge::{Knowledge, Rules, WithEvaluation, WithHeuristic, WithTactics};
use crate::options::{Choice, Expansion, Options};
use crate::playout::{Full, Playout, Uniform};
use crate::select::{Fpu, ImplicitMinimax, LinearRule, Puct, Rave, Select, Ucb1, Ucb1Tuned};

/// The parameters of [`Uct`] for a game with all kinds of knowledge.
pub fn params() -> Vec<Param> {
    let param = |name, kind, default, about| Param { name, kind, default, about };
    let mut params = vec![
        param("c", Kind::Real(0.0, 100.0), "1.4", "weight of exploration"),
        SIMS,
        param("select", Kind::Choice(&["ucb1", "tuned", "puct", "rave"]), "ucb1", "selection rule"),
        param(
            "fpu",
            Kind::Choice(&["first", "value", "parent"]),
            "first",
            "unvisited moves: before all others, a fixed value, or the parent's value",
        ),
        param(
            "urgency",
            Kind::Real(-1.0, 1.0),
            "0.0",
            "with fpu=value the value of unvisited moves, with fpu=parent how far below the parent",
        ),
        param(
            "bias",
            Kind::Real(0.0, 100.0),
            "0.0",
            "ucb1: weight of the progressive bias; rave: assumed bias of later moves",
        ),
        param(
            "reference",
            Kind::Int(0, 1_000_000),
            "0",
            "rave: visits of a GRAVE reference; 0 is plain RAVE",
        ),
        param(
            "minimax",
            Kind::Real(0.0, 1.0),
            "0.0",
            "ucb1: weight of the evaluation, backed up by minimax (implicit minimax)",
        ),
        param("playout", Kind::Choice(PLAYOUTS[7]), "uniform", "how playouts choose moves"),
        param("epsilon", Kind::Real(0.0, 1.0), "0.3", "playout=mast: share of random moves"),
        param("plies", Kind::Int(0, 1000), "6", "playout=truncated: plies before the evaluation"),
        param("shaping", Kind::Real(0.0, 1.0), "0.0", "how much a result 64 plies away loses"),
        param("expand", Kind::Choice(&["one", "all"]), "one", "simulate one child of a new leaf, or all"),
        param(
            "at",
            Kind::Int(0, 1_000_000),
            "1",
            "visits before a leaf gets children; 0, with priors: it is evaluated together with its moves",
        ),
        param("solver", ON_OFF, "on", "prove wins, losses and draws"),
        param("lookahead", ON_OFF, "on", "solver: find the end of the game one move ahead"),
        param("graph", ON_OFF, "off", "one node per position instead of one per path"),
        param("reuse", ON_OFF, "on", "keep the tree from move to move"),
        param(
            "final",
            Kind::Choice(&["visits", "value", "robust"]),
            "visits",
            "how the move is chosen at the end",
        ),
        MEMORY,
        SEED,
    ];
    if cfg!(feature = "parallel") {
        let seed = params.len() - 1;
        params.splice(seed..seed, parallel_params());
    }
    params
}

fn parallel_params() -> [Param; 2] {
    let param = |name, kind, default, about| Param { name, kind, default, about };
    [
        param("threads", Kind::Int(1, 64), "1", "number of threads"),
        param("batch", Kind::Int(1, 4096), "1", "leaves that are collected and evaluated together"),
    ]
}

/// Limit of the simulations per move.
const SIMS: Param = Param {
    name: "sims",
    kind: Kind::Int(0, u64::MAX),
    default: "0",
    about: "most simulations per move; 0: only the budget limits them",
};

/// Size of the tree.
const MEMORY: Param =
    Param { name: "memory", kind: Kind::Memory(1, 1 << 16), default: "128", about: "MiB for the tree" };

/// Playouts by the knowledge of a game: 1 tactics, 2 evaluation, 4 heuristic.
const PLAYOUTS: [&[&str]; 8] = [
    &["uniform", "mast"],
    &["uniform", "decisive", "mast"],
    &["uniform", "mast", "truncated"],
    &["uniform", "decisive", "mast", "truncated"],
    &["uniform", "weighted", "mast"],
    &["uniform", "weighted", "decisive", "mast"],
    &["uniform", "weighted", "mast", "truncated"],
    &["uniform", "weighted", "decisive", "mast", "truncated"],
];

/// [`params`] with other defaults.
pub fn params_with(defaults: &[(&str, &'static str)]) -> Vec<Param> {
    let mut params = params();
    for (name, default) in defaults {
        let param = params.iter_mut().find(|p| p.name == *name);
        param.unwrap_or_else(|| panic!("uct has no parameter {name}")).default = default;
    }
    params
}

/// These parameters only, with these defaults.
pub fn only(wanted: &[(&str, &'static str)]) -> Vec<Param> {
    let all = params_with(wanted);
    all.into_iter().filter(|param| wanted.iter().any(|(name, _)| *name == param.name)).collect()
}

/// Builds the strategy `uct` for a game. It needs nothing but the rules; each
/// kind of knowledge adds choices to its parameters.
///
/// ```
/// use game::{Strategies, example::RandomTree};
/// use mcts::preset::Uct;
/// let plain = Uct::<RandomTree>::new().strategy();
/// let guided = Uct::<RandomTree>::new().evaluation().heuristic().defaults(&[("c", "0.7")]).strategy();
/// assert!(Strategies::new(vec![plain]).build("uct:playout=truncated").is_err());
/// assert!(Strategies::new(vec![guided]).build("uct:playout=truncated").is_ok());
/// ```
pub struct Uct<G, K = Rules> {
    defaults: Vec<(&'static str, &'static str)>,
    knowledge: PhantomData<fn() -> (G, K)>,
}

impl<G: Game> Uct<G> {
    /// `uct` with nothing but the rules.
    #[expect(clippy::new_without_default, reason = "a builder is not a value to have by default")]
    pub fn new() -> Self {
        Uct { defaults: Vec::new(), knowledge: PhantomData }
    }
}

impl<G: Game, K: Knowledge<G>> Uct<G, K> {
    fn knowing<L>(self) -> Uct<G, L> {
        Uct { defaults: self.defaults, knowledge: PhantomData }
    }

    /// Adds `playout=decisive`.
    pub fn tactics(self) -> Uct<G, WithTactics<K>>
    where
        G: Tactics,
    {
        self.knowing()
    }

    /// Adds `playout=truncated` and `minimax`.
    pub fn evaluation(self) -> Uct<G, WithEvaluation<K>>
    where
        G: Evaluate,
    {
        self.knowing()
    }

    /// Adds `playout=weighted`, and priors for `select=puct` and `bias`.
    pub fn heuristic(self) -> Uct<G, WithHeuristic<K>>
    where
        G: Heuristic,
    {
        self.knowing()
    }

    /// Sets defaults of parameters.
    pub fn defaults(mut self, defaults: &[(&'static str, &'static str)]) -> Self {
        self.defaults.extend(defaults);
        self
    }

    /// The [`textbook`] search with uniform playouts, in the search loop of `uct`.
    pub fn textbook(self, values: &Values) -> Result<UctEngine<G, K>, SpecError> {
        let rule = LinearRule::Ucb1(textbook_rule(values));
        let playout = NamedPlayout::Uniform(Full::new(Uniform));
        engine(
            values,
            textbook_options(values),
            rule,
            (playout, PriorsOrChances::Priors(K::Prior::default())),
        )
    }

    /// The strategy.
    pub fn strategy(self) -> Strategy<G> {
        let known = [K::decisive(0.0).is_some(), K::truncated(0).is_some(), K::weighted(0.0).is_some()];
        let mut params = params_with(&self.defaults);
        for param in &mut params {
            if param.name == "playout" {
                param.kind =
                    Kind::Choice(PLAYOUTS[(0..3).map(|i| usize::from(known[i]) << i).sum::<usize>()]);
            }
        }
        params.retain(|param| known[1] || !["plies", "minimax"].contains(&param.name));
        Strategy {
            name: "uct",
            about: "Monte-Carlo tree search with a solver; every rule of the search is a parameter",
            work: Work::Simulations,
            params,
            build: build::<G, K>,
        }
    }
}

/// The search of [`Uct`] with UCB1 or PUCT.
pub type UctEngine<G, K> = Mcts<G, LinearRule, (NamedPlayout<G, K>, UctGuide<G, K>)>;

/// The estimates of [`Uct`].
pub type UctGuide<G, K> = PriorsOrChances<<K as Knowledge<G>>::Prior, <K as Knowledge<G>>::Chances>;

/// The search of [`textbook`].
pub type Textbook<G, P> = Mcts<G, Ucb1, (P, Priors<Even>)>;

/// The textbook search: UCB1, no solver, a new tree for every move. Its
/// parameters are `c`, `sims`, `memory` and `seed`.
pub fn textbook<G: Game, P: Playout<G>>(values: &Values, playout: P) -> Result<Textbook<G, P>, SpecError> {
    engine(values, textbook_options(values), textbook_rule(values), (playout, Priors(Even)))
}

fn textbook_options(values: &Values) -> Options {
    Options {
        solver: false,
        reuse: false,
        memory: values.bytes("memory"),
        seed: values.int("seed"),
        ..Options::default()
    }
}

fn textbook_rule(values: &Values) -> Ucb1 {
    Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 }
}

/// A search that makes at most the number of simulations of the parameter
/// `sims`.
pub fn engine<G: Game, S: Select, E: Evaluator<G>>(
    values: &Values,
    options: Options,
    select: S,
    evaluator: E,
) -> Result<Mcts<G, S, E>, SpecError> {
    let engine = Mcts::new(options, select, evaluator).map_err(SpecError::new)?;
    Ok(match values.int("sims") {
        0 => engine,
        sims => engine.at_most(sims),
    })
}

/// Builds the engine that the values of [`params`] describe.
fn build<G: Game, K: Knowledge<G>>(values: &Values) -> Built<G> {
    if cfg!(feature = "parallel") && values.int("threads") > 1 && values.on("graph") {
        return Err(SpecError::new("graph=on goes with threads=1"));
    }
    let c = values.real("c");
    let bias = values.real("bias");
    let fpu = match (values.word("fpu"), values.real("urgency")) {
        ("value", urgency) => Fpu::Value(urgency),
        ("parent", urgency) => Fpu::Parent(urgency),
        _ => Fpu::First,
    };
    // A game without evaluation has no such parameter.
    let minimax = if K::truncated(0).is_some() { values.real("minimax") } else { 0.0 };
    if minimax > 0.0 {
        if values.word("select") != "ucb1" || bias != 0.0 || fpu != Fpu::First {
            return Err(SpecError::new("minimax goes with select=ucb1, fpu=first and bias=0"));
        }
        let rule = LinearRule::Minimax(ImplicitMinimax { c, weight: minimax });
        return with_rule::<G, K>(values, rule);
    }
    match values.word("select") {
        "tuned" => with_rule::<G, K>(values, Ucb1Tuned { c, fpu }),
        "puct" => with_rule::<G, K>(values, LinearRule::Puct(Puct { c, fpu })),
        "rave" => {
            let reference = values.int("reference") as u32;
            with_rule::<G, K>(values, Rave { c, bias, reference, fpu, trust: 0.0, minimax: 0.0 })
        }
        _ => with_rule::<G, K>(values, LinearRule::Ucb1(Ucb1 { c, fpu, bias })),
    }
}

fn with_rule<G: Game, K: Knowledge<G>>(values: &Values, select: impl Select + 'static) -> Built<G> {
    let playout = NamedPlayout::<G, K>::new(values);
    let guide = match select.backs_up_estimates() {
        true => PriorsOrChances::Chances(K::Chances::default()),
        false => PriorsOrChances::Priors(K::Prior::default()),
    };
    Ok(Box::new(engine(values, options::<G>(values), select, (playout, guide))?))
}

fn options<G: Game>(values: &Values) -> Options {
    let at_visit = values.int("at") as u32;
    let threads = if cfg!(feature = "parallel") { values.int("threads") as usize } else { 1 };
    let graph = values.on("graph");
    Options {
        memory: values.bytes("memory").max(Options::least_memory_of::<G>(threads, graph)),
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
        batch: if cfg!(feature = "parallel") { values.int("batch") as usize } else { 1 },
    }
}
