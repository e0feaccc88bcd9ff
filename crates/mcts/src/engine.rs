//! The search as an engine: keeps its tree from move to move, in one thread or
//! several.

use clock::{Budget, Deadline};
use game::{Decision, Engine, Game, GameOver, History, Snapshot, Watch};

use crate::evaluator::Evaluator;
use crate::options::{MemoryError, Options};
#[cfg(feature = "parallel")]
use crate::parallel::Shared;
use crate::search::Search;
use crate::select::Select;
#[cfg(feature = "parallel")]
use crate::top::Top;

/// Monte-Carlo tree search as an engine.
pub struct Mcts<G: Game, S: Select, E> {
    options: Options,
    /// Upper bound of the simulations per decision, whatever the budget.
    most_simulations: Option<u64>,
    /// One per thread.
    searches: Vec<Search<G, S, E>>,
    /// What several searches share.
    #[cfg(feature = "parallel")]
    shared: Option<Shared<G::Move>>,
    /// The game up to the position at the root of the trees.
    history: Option<History<G>>,
}

impl<G: Game, S: Select, E: Evaluator<G>> Mcts<G, S, E> {
    /// An engine with empty trees.
    pub fn new(options: Options, select: S, evaluator: E) -> Result<Self, MemoryError> {
        let is_parallel = cfg!(feature = "parallel") && !options.graph;
        let threads = if is_parallel { options.threads.max(1) } else { 1 };
        // The limit is for all trees together, with what they share.
        #[cfg(feature = "parallel")]
        let top = if threads > 1 { Top::<G::Move>::bytes(options.memory, threads) } else { 0 };
        #[cfg(not(feature = "parallel"))]
        let top = 0;
        let memory = options.memory.saturating_sub(top) / threads;
        let searches = (0..threads).map(|i| {
            let seed = options.seed.wrapping_add(i as u64);
            let options = Options { memory, seed, threads, ..options.clone() };
            Search::new(G::start(), options, select.clone(), evaluator.clone())
        });
        let searches = searches.collect::<Result<_, _>>()?;
        Ok(Mcts {
            options,
            most_simulations: None,
            searches,
            #[cfg(feature = "parallel")]
            shared: (threads > 1).then(|| Shared::new(top, threads)),
            history: None,
        })
    }

    /// Limits the simulations per decision.
    pub fn at_most(mut self, simulations: u64) -> Self {
        self.most_simulations = Some(simulations);
        self
    }

    /// Bytes allocated, used or not.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let trees: usize = self.searches.iter().map(|search| search.tree().bytes()).sum();
        trees + self.shared.as_ref().map_or(0, Shared::bytes)
    }

    /// Moves the trees to `history.state()`. They keep what they know of it if
    /// the game continues the one they were used for.
    fn move_to(&mut self, history: &History<G>) {
        let since = self.history.as_ref().and_then(|before| history.since(before));
        let since = since.filter(|_| self.options.reuse);
        let mut reached = Vec::with_capacity(self.searches.len());
        for search in &mut self.searches {
            let tree = search.tree_mut();
            reached.push(match since {
                Some(moves) => tree.advance(moves),
                None => {
                    tree.reset(*history.state());
                    false
                }
            });
        }
        #[cfg(feature = "parallel")]
        if let Some(shared) = &mut self.shared {
            shared.follow(since, &reached);
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
        let mut observe = |search: &Search<G, S, E>, deadline: &Deadline, others: u64| {
            let tree = search.tree();
            if tree.root().is_expanded() {
                watch(&|| {
                    let decision = tree.decision(choice).unwrap_or_else(any);
                    let simulations = decision.simulations + others;
                    Decision { elapsed: deadline.elapsed(), simulations, ..decision }
                });
            }
        };
        #[cfg(feature = "parallel")]
        if let Some(shared) = &mut self.shared {
            let decision = shared.run(&mut self.searches, &budget, choice, &mut observe);
            return Ok(decision.unwrap_or_else(any));
        }
        let search = &mut self.searches[0];
        let deadline = search.run_while(&budget, &mut |search, deadline| {
            observe(search, deadline, 0);
            true
        });
        let decision = search.tree().decision(choice);
        let decision = decision.map(|decision| Decision { elapsed: deadline.elapsed(), ..decision });
        Ok(decision.unwrap_or_else(any))
    }

    fn tree(&self, state: &G, depth: usize) -> Option<Snapshot<G::Move>> {
        let tree = self.searches.first()?.tree();
        (tree.state() == state && tree.root().is_expanded()).then(|| tree.snapshot(depth, 1))
    }
}
