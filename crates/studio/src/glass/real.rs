//! The search of crates/mcts, watched.

use game::{Game, Playable, Snapshot};
use mcts::evaluator::Evaluator;
use mcts::guide::{Even, Priors};
use mcts::knowledge::Rules;
use mcts::playout::{Full, Mast, Uniform};
use mcts::preset::NamedPlayout;
use mcts::select::{Fpu, LinearRule, Puct, Rave, Select, Ucb1, Ucb1Tuned};
use mcts::watched::Simulation;
use mcts::{Choice, Options, Search};

use super::{GlassOptions, PlayoutPolicy, Rule, Watched};
use crate::error::Error;

/// Memory of a watched search; a full tree drops its least visited nodes.
const MEMORY: usize = 64 << 20;

/// Share of random moves in MAST playouts.
const EPSILON: f32 = 0.3;

impl<G: Game, S: Select, E: Evaluator<G>> Watched<G> for Search<G, S, E> {
    fn simulate(&mut self) {
        self.recycle();
        Search::simulate(self);
    }

    fn step(&mut self) -> Simulation<G::Move> {
        self.recycle();
        Search::step(self)
    }

    fn snapshot(&self, depth: usize, least_visits: u32) -> Snapshot<G::Move> {
        self.tree().snapshot(depth, least_visits)
    }

    fn chosen(&self) -> Option<G::Move> {
        self.tree().decision(Choice::Visits).filter(|_| self.tree().root().visits > 0).map(|d| d.chosen)
    }

    fn nodes(&self) -> u64 {
        self.tree().nodes()
    }

    fn is_proven(&self) -> bool {
        self.tree().is_proven()
    }
}

/// Makes space in a full tree.
trait Recycle {
    fn recycle(&mut self);
}

impl<G: Game, S: Select, E: Evaluator<G>> Recycle for Search<G, S, E> {
    fn recycle(&mut self) {
        if self.tree().is_full() {
            self.tree_mut().recycle();
        }
    }
}

/// The search that the options describe. Rules and playouts are chosen at run time where
/// that saves a search loop: a browser has to load every loop.
pub fn search<G: Playable>(state: G, options: &GlassOptions) -> Result<Box<dyn Watched<G>>, Error> {
    let (c, fpu) = (options.c, Fpu::First);
    match options.rule {
        Rule::Ucb1 => with_rule(state, options, LinearRule::Ucb1(Ucb1 { c, fpu, bias: 0.0 })),
        Rule::Puct => with_rule(state, options, LinearRule::Puct(Puct { c, fpu: Fpu::Parent(0.0) })),
        Rule::Tuned => with_rule(state, options, Ucb1Tuned { c, fpu }),
        Rule::Rave => {
            with_rule(state, options, Rave { c, bias: 0.5, reference: 0, fpu, trust: 0.0, minimax: 0.0 })
        }
    }
}

fn with_rule<G: Playable>(
    state: G,
    options: &GlassOptions,
    rule: impl Select + 'static,
) -> Result<Box<dyn Watched<G>>, Error> {
    let settings =
        Options { memory: MEMORY, solver: options.solver, seed: options.seed, ..Options::default() };
    let playout = match options.playout {
        PlayoutPolicy::Uniform => NamedPlayout::<G, Rules>::Uniform(Full::new(Uniform)),
        PlayoutPolicy::Mast => NamedPlayout::Mast(Full::new(Mast::new(EPSILON))),
    };
    Ok(Box::new(Search::new(state, settings, rule, (playout, Priors(Even)))?))
}
