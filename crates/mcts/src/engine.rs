//! The search as an engine: from move to move, in one thread or several.

use clock::{Budget, Deadline};
use game::{Decision, Engine, Game, GameOver, History, TreeFormat, Watch};

use crate::guide::Guide;
use crate::node::NONE;
use crate::options::{MemoryError, Options, Parallel};
use crate::parallel::{run_apart, run_together};
use crate::playout::Playout;
use crate::search::Search;
use crate::select::Select;
use crate::tree::Tree;

/// A player that searches by simulations.
pub struct Mcts<G: Game, S: Select, P, K> {
    options: Options,
    /// More simulations than this are never made, whatever the budget.
    most_simulations: Option<u64>,
    playout: P,
    /// One search, or one per thread if they work apart.
    searches: Vec<Search<G, S, P, K>>,
    /// The game up to the position that the trees are about.
    history: Option<History<G>>,
}

impl<G: Game, S: Select, P: Playout<G>, K: Guide<G>> Mcts<G, S, P, K> {
    /// An engine with nothing in its trees.
    pub fn new(options: Options, select: S, playout: P, guide: K) -> Result<Self, MemoryError> {
        let apart = match options.parallel {
            Parallel::Root => options.threads.max(1),
            Parallel::Tree => 1,
        };
        let searches = (0..apart).map(|i| {
            // Together the trees keep to the limit.
            let memory = options.memory / apart;
            let options = Options { memory, seed: options.seed.wrapping_add(i as u64), ..options.clone() };
            Search::new(G::start(), options, select.clone(), playout.clone(), guide.clone())
        });
        let searches = searches.collect::<Result<_, _>>()?;
        Ok(Mcts { options, most_simulations: None, playout, searches, history: None })
    }

    /// Never makes more simulations than this for a decision.
    pub fn at_most(mut self, simulations: u64) -> Self {
        self.most_simulations = Some(simulations);
        self
    }

    /// The trees are made to be about `history.state()`, with what they know
    /// of it already if the game went on from where they were.
    fn turn_to(&mut self, history: &History<G>) {
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

impl<G: Game, S: Select, P: Playout<G>, K: Guide<G>> Engine<G> for Mcts<G, S, P, K> {
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
        self.turn_to(history);
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
        // A budget of nothing still gets a move.
        let any = || Decision::bare(moves[0]);
        let mut look = |tree: &Tree<G, S, K>, deadline: &Deadline| {
            if tree.root().children != NONE {
                let thought = || tree.decision(choice).unwrap_or_else(any);
                watch(&|| Decision { elapsed: deadline.elapsed(), ..thought() });
            }
            true
        };
        let decision = match (self.searches.as_mut_slice(), self.options.threads) {
            ([search], 0 | 1) => {
                let deadline = search.run_while(&budget, &mut look);
                let decision = search.tree().decision(choice);
                decision.map(|decision| Decision { elapsed: deadline.elapsed(), ..decision })
            }
            ([search], threads) => run_together(search, &self.playout, threads, &budget, choice, &mut look),
            (searches, _) => run_apart(searches, &budget, choice, &mut look),
        };
        Ok(decision.unwrap_or_else(any))
    }

    fn tree(&self, format: TreeFormat, depth: usize) -> Option<String> {
        Some(self.searches.first()?.tree().dump(format, depth))
    }
}
