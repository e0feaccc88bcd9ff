//! Parallel search, for local play (judges have one core).
//!
//! *Separate trees*: one tree per thread; the statistics of the moves are added at
//! the end. *Shared tree*: one tree under a lock that is held for descent and
//! backup; playouts run outside it. A virtual loss on the path of a running
//! simulation sends the other threads elsewhere. Neither is reproducible.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use clock::{Budget, Deadline, Instant};
use game::{Bound, Decision, Game, MoveReport, Outcome};

use crate::evaluator::Evaluator;
use crate::options::Choice;
use crate::report::{Rank, Settled, best_first};
use crate::search::{Observer, Search, Worker, may_recycle};
use crate::select::Select;
use crate::tree::{Leaf, Tree};

/// Runs every search in a thread of its own and merges their results. The first
/// search runs in the calling thread; `observe` gets its tree.
pub(crate) fn run_separate_trees<G: Game, S: Select, E: Evaluator<G>>(
    searches: &mut [Search<G, S, E>],
    budget: &Budget,
    choice: Choice,
    observe: &mut Observer<'_, G, S>,
) -> Option<Decision<G::Move>> {
    let started = Instant::now();
    let share = |total: Option<u64>| total.map(|total| total.div_ceil(searches.len() as u64));
    let budget =
        Budget { simulations: share(budget.simulations), nodes: share(budget.nodes), ..budget.clone() };
    // A result that one search has proven ends all searches.
    let proven = AtomicBool::new(false);
    let run = |search: &mut Search<G, S, E>, observe: &mut Observer<'_, G, S>| {
        search.run_while(&budget, &mut |tree, deadline| {
            observe(tree, deadline) && !proven.load(Ordering::Relaxed)
        });
        if search.tree().is_proven() {
            proven.store(true, Ordering::Relaxed);
        }
    };
    let (first, others) = searches.split_first_mut()?;
    thread::scope(|scope| {
        for search in others {
            scope.spawn(|| run(search, &mut |_, _| true));
        }
        run(first, observe);
    });
    let decisions: Vec<_> = searches.iter().filter_map(|s| s.tree().decision(choice)).collect();
    merge(decisions, choice).map(|decision| Decision { elapsed: started.elapsed(), ..decision })
}

/// Merges the decisions of several searches of one position.
fn merge<M: game::Move>(decisions: Vec<Decision<M>>, choice: Choice) -> Option<Decision<M>> {
    let mut all = decisions.iter().find(|d| d.proof.is_some()).or(decisions.first())?.clone();
    all.simulations = decisions.iter().map(|d| d.simulations).sum();
    all.nodes = decisions.iter().map(|d| d.nodes).sum();
    all.depth = decisions.iter().map(|d| d.depth).max().unwrap_or(0);
    if all.proof.is_some() {
        return Some(all);
    }
    for report in &mut all.moves {
        let found = || decisions.iter().flat_map(|d| &d.moves).filter(|m| m.played == report.played);
        let visits: u64 = found().map(|m| m.visits).sum();
        let sum: f64 = found().map(|m| f64::from(m.value) * m.visits as f64).sum();
        let proof = found().find_map(|m| m.proof);
        let value = proof.map_or((sum / visits.max(1) as f64) as f32, |p| p.outcome.value());
        let bound = if visits > 0 || proof.is_some() { Bound::Exact } else { Bound::Unknown };
        *report = MoveReport { visits, value, bound, proof, ..*report };
    }
    // A proven loss comes last, and a proven draw before moves of negative value.
    let rank = |m: &MoveReport<M>| {
        let outcome = m.proof.map(|p| p.outcome);
        let lost = outcome == Some(Outcome::Loss);
        match choice {
            Choice::Visits | Choice::Robust if !lost => Rank::open([1.0, m.visits as f64]),
            _ => Rank::open([f64::from(u8::from(!lost)), f64::from(m.value)]),
        }
    };
    let ranks: Vec<Rank> = all.moves.iter().map(rank).collect();
    all.moves = best_first(&ranks).into_iter().map(|place| all.moves[place as usize]).collect();
    let draw = all.moves.iter().position(|m| m.proof.is_some_and(|p| p.outcome == Outcome::Draw));
    if let Some(draw) = draw.filter(|_| all.moves[0].value < 0.0) {
        all.moves[..=draw].rotate_right(1);
    }
    let best = &all.moves[0];
    let same = decisions.iter().find(|d| d.chosen == best.played);
    all.line = same.map_or_else(|| vec![best.played], |d| d.line.clone());
    all.chosen = best.played;
    all.value = best.value;
    Some(all)
}

/// A tree behind a lock.
struct Shared<'a, G: Game, S: Select> {
    tree: &'a mut Tree<G, S>,
    /// Simulations and nodes of the tree before this search.
    before: (u64, u64),
    /// Number of simulations that are not finished.
    in_flight: u64,
    stop: bool,
}

/// Runs all threads in one tree. The calling thread is the first of them and calls
/// `observe`.
pub(crate) fn run_shared_tree<G: Game, S: Select, E: Evaluator<G>>(
    search: &mut Search<G, S, E>,
    evaluator: &E,
    threads: usize,
    budget: &Budget,
    choice: Choice,
    observe: &mut Observer<'_, G, S>,
) -> Option<Decision<G::Move>> {
    let started = Instant::now();
    let seed = search.next_seed();
    let tree = search.tree_mut();
    let before = (tree.simulations, tree.nodes);
    let shared = Mutex::new(Shared { tree, before, in_flight: 0, stop: false });
    let worker = |i| Worker::new(evaluator.clone(), seed.wrapping_add(i), true);
    thread::scope(|scope| {
        for i in 1..threads as u64 {
            let worker = worker(i);
            scope.spawn(|| work(worker, &shared, budget, choice, &mut |_, _| true));
        }
        work(worker(0), &shared, budget, choice, observe);
    });
    let decision = search.tree().decision(choice);
    decision.map(|decision| Decision { elapsed: started.elapsed(), ..decision })
}

fn work<G: Game, S: Select, E: Evaluator<G>>(
    mut worker: Worker<G, E>,
    shared: &Mutex<Shared<G, S>>,
    budget: &Budget,
    choice: Choice,
    observe: &mut Observer<'_, G, S>,
) {
    let mut deadline = Deadline::start(budget);
    let settled = Settled::new(choice, budget);
    let record = worker.records::<S>();
    // A thread that panicked has left the tree in a state that is still safe
    // to read; the scope passes its panic on.
    let lock = || shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut finished = None;
    loop {
        let mut guard = lock();
        let Shared { tree, before, in_flight, stop } = &mut *guard;
        if let Some((leaf, value)) = finished.take() {
            tree.backup(&worker.path, leaf, value);
            *in_flight -= 1;
        }
        let done = tree.simulations - before.0 + *in_flight;
        *stop |= tree.is_proven() || deadline.expired(done, tree.nodes - before.1);
        *stop |= deadline.ticked() && (!observe(tree, &deadline) || settled.is(tree, &deadline, done));
        if *stop {
            return;
        }
        if tree.is_full() && may_recycle(&deadline, tree) {
            if *in_flight > 0 {
                // Running simulations hold indices of nodes that would move.
                drop(guard);
                thread::yield_now();
                continue;
            }
            tree.recycle();
        }
        *in_flight += 1;
        let root = *tree.state();
        let (state, leaf) = tree.descend(&mut worker, record);
        let estimate = tree.estimate_of(&worker.path);
        drop(guard);
        let value = match leaf {
            Leaf::Open => worker.value::<S>(&state, &root, estimate, false),
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => 0.0,
        };
        worker.learn(&root, leaf, value);
        finished = Some((leaf, value));
    }
}
