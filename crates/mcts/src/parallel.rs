//! Search in several threads, for local play (judges have one core).
//!
//! Every thread searches a tree of its own; what is near the root they share (see
//! [`crate::top`]). Not reproducible.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use clock::{Budget, Deadline, Instant};
use game::{Decision, Game, Move};

use crate::evaluator::Evaluator;
use crate::options::Choice;
use crate::search::Search;
use crate::select::Select;
use crate::top::{Link, Top};

/// What several searches of one position share.
pub(crate) struct Shared<M> {
    top: Mutex<Top<M>>,
    /// One for each search.
    links: Vec<Link>,
}

/// Callback that gets the first search whenever it reads the clock, and the number of
/// simulations of the others.
pub(crate) type Watcher<'a, G, S, E> = dyn FnMut(&Search<G, S, E>, &Deadline, u64) + 'a;

impl<M: Move> Shared<M> {
    /// For `threads` searches; `bytes` is the memory limit.
    pub fn new(bytes: usize, threads: usize) -> Self {
        let links = (0..threads).map(|_| Link::default()).collect();
        Shared { top: Mutex::new(Top::new(bytes, threads)), links }
    }

    /// Bytes allocated.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        lock(&self.top).bytes_allocated() + self.links.iter().map(Link::bytes).sum::<usize>()
    }

    /// Follows the game by some moves, or starts another one. `reached` tells for each
    /// search whether its tree has the position.
    pub fn follow(&mut self, moves: Option<&[M]>, reached: &[bool]) {
        match moves {
            Some(moves) => lock(&self.top).advance(moves, &mut self.links),
            None => lock(&self.top).clear(),
        }
        let lost = self.links.iter_mut().zip(reached).filter(|(_, reached)| !**reached);
        lost.for_each(|(link, _)| link.forget());
    }

    /// Runs every search in a thread of its own. The first one runs in the calling thread,
    /// and `watch` gets it.
    pub fn run<G: Game<Move = M>, S: Select, E: Evaluator<G>>(
        &mut self,
        searches: &mut [Search<G, S, E>],
        budget: &Budget,
        choice: Choice,
        watch: &mut Watcher<'_, G, S, E>,
    ) -> Option<Decision<M>> {
        let started = Instant::now();
        let share = |total: Option<u64>| total.map(|total| total.div_ceil(searches.len() as u64));
        let budget =
            &Budget { simulations: share(budget.simulations), nodes: share(budget.nodes), ..budget.clone() };
        let Shared { top, links } = self;
        let common = &Common { top, is_proven: AtomicBool::new(false), prover: AtomicUsize::new(0) };
        thread::scope(|scope| {
            let mut threads = searches.iter_mut().zip(&mut *links).enumerate();
            let (_, (search, link)) = threads.next()?;
            for (index, (search, link)) in threads {
                scope.spawn(move || common.run(index, search, link, budget, &mut |_, _, _| {}));
            }
            common.run(0, search, link, budget, watch);
            Some(())
        });
        // The search that has found a proof has its line.
        let prover = common.prover.load(Ordering::Relaxed);
        searches[prover].exchange(&mut lock(top), &mut links[prover]);
        let decision = searches[prover].tree().decision(choice)?;
        let trees = || searches.iter().map(Search::tree);
        Some(Decision {
            elapsed: started.elapsed(),
            simulations: trees().map(|tree| tree.simulations()).sum(),
            nodes: trees().map(|tree| tree.pool.size() as u64).sum(),
            depth: trees().map(|tree| tree.depth as u32).max()?,
            ..decision
        })
    }
}

/// The top, also if a thread has panicked: the scope passes its panic on.
fn lock<M>(top: &Mutex<Top<M>>) -> MutexGuard<'_, Top<M>> {
    top.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What the threads of a running search share.
struct Common<'a, M> {
    top: &'a Mutex<Top<M>>,
    /// A proof ends the search of every thread.
    is_proven: AtomicBool,
    /// The thread that has found it.
    prover: AtomicUsize,
}

impl<M: Move> Common<'_, M> {
    fn run<G: Game<Move = M>, S: Select, E: Evaluator<G>>(
        &self,
        index: usize,
        search: &mut Search<G, S, E>,
        link: &mut Link,
        budget: &Budget,
        watch: &mut Watcher<'_, G, S, E>,
    ) {
        let mut was_told = false;
        search.run_while(budget, &mut |search, deadline| {
            if link.is_due(search.tree(), search.options.threads) {
                search.exchange(&mut lock(self.top), link);
                was_told = search.tree().is_proven();
            }
            watch(search, deadline, link.others);
            !self.is_proven.load(Ordering::Relaxed)
        });
        if search.tree().is_proven() {
            if !was_told {
                self.prover.store(index, Ordering::Relaxed);
            }
            self.is_proven.store(true, Ordering::Relaxed);
        }
        search.exchange(&mut lock(self.top), link);
    }
}
