//! The search as an engine: keeps its tree from move to move, in one thread or
//! several.

use clock::{Budget, Deadline};
use game::{Decision, Engine, Game, GameOver, History, Snapshot, Watch};

use crate::evaluator::Evaluator;
use crate::options::{MemoryError, Options, Parallel};
#[cfg(feature = "parallel")]
use crate::parallel::{run_separate_trees, run_shared_tree};
use crate::search::Search;
use crate::select::Select;
use crate::tree::Tree;

/// Monte-Carlo tree search as an engine.
pub struct Mcts<G: Game, S: Select, E> {
    options: Options,
    /// Upper bound of the simulations per decision, whatever the budget.
    most_simulations: Option<u64>,
    /// Copied for each thread of a shared tree.
    #[cfg(feature = "parallel")]
    evaluator: E,
    /// One search, or one per thread with separate trees.
    searches: Vec<Search<G, S, E>>,
    /// The game up to the position at the root of the trees.
    history: Option<History<G>>,
}

impl<G: Game, S: Select, E: Evaluator<G>> Mcts<G, S, E> {
    /// An engine with empty trees.
    pub fn new(options: Options, select: S, evaluator: E) -> Result<Self, MemoryError> {
        let threads = if cfg!(feature = "parallel") { options.threads } else { 1 };
        let options = Options { threads, ..options };
        let apart = match options.parallel {
            Parallel::Root => options.threads.max(1),
            Parallel::Tree => 1,
        };
        let searches = (0..apart).map(|i| {
            // The limit is for all trees together.
            let memory = options.memory / apart;
            let options = Options { memory, seed: options.seed.wrapping_add(i as u64), ..options.clone() };
            Search::new(G::start(), options, select.clone(), evaluator.clone())
        });
        let searches = searches.collect::<Result<_, _>>()?;
        Ok(Mcts {
            options,
            most_simulations: None,
            #[cfg(feature = "parallel")]
            evaluator,
            searches,
            history: None,
        })
    }

    /// Limits the simulations per decision.
    pub fn at_most(mut self, simulations: u64) -> Self {
        self.most_simulations = Some(simulations);
        self
    }

    /// Moves the trees to `history.state()`. They keep what they know of it if
    /// the game continues the one they were used for.
    fn move_to(&mut self, history: &History<G>) {
        let since = self.history.as_ref().and_then(|before| history.since(before));
        for search in &mut self.searches {
            match since {
                Some(moves) if self.options.reuse => drop(search.tree_mut().advance(moves)),
                _ => search.tree_mut().reset(*history.state()),
            }
        }
        self.history = Some(history.clone());
    }
}

impl<G: Game, S: Select, E: Evaluator<G>> Engine<G> for Mcts<G, S, E> {
    fn think(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        self.move_to(history);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        if let ([only], false) = (moves.as_slice(), budget.exhaustive) {
            return Ok(Decision::bare(*only));
        }
        let mut budget = budget.clone();
        if let Some(most) = self.most_simulations {
            budget = budget.and_simulations(most);
        }
        let choice = self.options.choice;
        // Even a budget of zero returns a move.
        let any = || Decision::bare(moves[0]);
        let mut observe = |tree: &Tree<G, S>, deadline: &Deadline| {
            if tree.root().is_expanded() {
                let report = || tree.decision(choice).unwrap_or_else(any);
                watch(&|| Decision { elapsed: deadline.elapsed(), ..report() });
            }
            true
        };
        let decision = match (self.searches.as_mut_slice(), self.options.threads) {
            ([search], 0 | 1) => {
                let deadline = search.run_while(&budget, &mut observe);
                let decision = search.tree().decision(choice);
                decision.map(|decision| Decision { elapsed: deadline.elapsed(), ..decision })
            }
            #[cfg(feature = "parallel")]
            ([search], threads) => {
                run_shared_tree(search, &self.evaluator, threads, &budget, choice, &mut observe)
            }
            #[cfg(feature = "parallel")]
            (searches, _) => run_separate_trees(searches, &budget, choice, &mut observe),
            #[cfg(not(feature = "parallel"))]
            _ => None,
        };
        Ok(decision.unwrap_or_else(any))
    }

    fn tree(&self, state: &G, depth: usize) -> Option<Snapshot<G::Move>> {
        let tree = self.searches.first()?.tree();
        (tree.state() == state && tree.root().is_expanded()).then(|| tree.snapshot(depth, 1))
    }
}
