//! The shared top: what trees exchange, without threads.

use game::example::{Nim, RandomTree};
use game::{Outcome, Side};
use tictactoe::State;

use super::*;
use crate::node::Bounds;
use crate::select::{Puct, Rave, Ucb1Tuned};
use crate::top::{Link, Top};

type Plain<G, S> = Search<G, S, (Full<Uniform>, Priors<Even>)>;

/// Searches of one position that take turns, and what they share.
struct Team<G: Game, S: Select> {
    searches: Vec<Plain<G, S>>,
    top: Top<G::Move>,
    links: Vec<Link>,
}

impl<G: Game, S: Select> Team<G, S> {
    fn new(state: G, select: S, options: &Options, threads: usize) -> Self {
        let search = |i| {
            let options = Options { seed: options.seed + i as u64, ..options.clone() };
            Search::new(state, options, select.clone(), (Full::new(Uniform), Priors(Even))).unwrap()
        };
        Team {
            searches: (0..threads).map(search).collect(),
            top: Top::new(1 << 20, threads),
            links: (0..threads).map(|_| Link::default()).collect(),
        }
    }

    fn exchange(&mut self, thread: usize) {
        self.searches[thread].exchange(&mut self.top, &mut self.links[thread]);
    }

    /// Makes a number of simulations, or fewer up to a proof.
    fn simulate(&mut self, thread: usize, simulations: u64) {
        for _ in 0..simulations {
            if self.searches[thread].tree.is_full() {
                self.searches[thread].tree_mut().recycle();
                self.exchange(thread);
            }
            if !self.searches[thread].tree.is_proven() {
                self.searches[thread].simulate();
            }
        }
    }

    /// Each search in turn makes a number of simulations and exchanges.
    fn run(&mut self, rounds: usize, simulations: u64) {
        for _ in 0..rounds {
            for thread in 0..self.searches.len() {
                self.simulate(thread, simulations);
                self.exchange(thread);
            }
        }
        (0..self.searches.len()).for_each(|thread| self.exchange(thread));
    }

    fn advance(&mut self, moves: &[G::Move]) {
        self.top.advance(moves, &mut self.links);
        for (search, link) in self.searches.iter_mut().zip(&mut self.links) {
            if !search.tree_mut().advance(moves) {
                link.forget();
            }
        }
    }
}

fn text<G: Game, S: Select>(search: &Plain<G, S>) -> String {
    search.tree().snapshot(30, 1).text(search.tree().state())
}

/// Without other threads an exchange changes nothing, so that every later simulation is the
/// same.
#[test]
fn one_thread_alone_grows_the_same_tree() {
    fn check<G: Game, S: Select>(state: G, select: S, solver: bool) {
        let options = Options { solver, ..Options::default() };
        let mut team = Team::new(state, select.clone(), &options, 1);
        let mut alone = Team::new(state, select, &options, 1);
        for round in 0..60 {
            team.run(1, 97);
            alone.simulate(0, 97);
            assert_eq!(text(&team.searches[0]), text(&alone.searches[0]), "round {round}");
        }
    }
    let tuned = Ucb1Tuned { c: 1.0, fpu: Fpu::First };
    let puct = Puct { c: 1.5, fpu: Fpu::Parent(0.2) };
    let rave = Rave { c: 0.3, bias: 0.5, reference: 0, fpu: Fpu::Value(0.5), trust: 0.0, minimax: 0.0 };
    check(State::start(), ucb1(), false);
    check(State::start(), tuned, false);
    check(State::start(), puct, false);
    check(State::start(), rave, false);
    // Without draws, bounds are results.
    check(Nim::new([4, 5, 6], Side::First).unwrap(), ucb1(), true);
}

/// Nodes of a tree near the root count the simulations of all threads, each once.
#[test]
fn every_simulation_of_every_thread_counts_once() {
    let options = Options { solver: false, ..Options::default() };
    for threads in [2, 3] {
        let mut team = Team::new(State::start(), ucb1(), &options, threads);
        team.run(20, 500);
        let tree = team.searches[0].tree();
        assert_eq!(u64::from(tree.root().visits), threads as u64 * 10_000);
        let mut shared = 0;
        walk(tree, |state, index, node| {
            assert!(node.mean().abs() <= 1.0, "{state}");
            if node.visits > 1000 {
                let children = tree.pool.children(index);
                let visits: u32 = children.iter().map(|c| c.visits).sum();
                let sum: f64 = children.iter().map(|c| c.sum).sum();
                let own = f64::from(node.visits) - f64::from(visits);
                // Evaluations of the node itself, and simulations of the other threads whose
                // exchange is not yet due.
                let late = threads as f64 * (1.0 + f64::from((node.visits / 32).max(128)));
                assert!((0.0..=late).contains(&own), "{state}: {own} of {}", node.visits);
                assert!((node.sum + sum).abs() <= own, "{state}");
                shared += 1;
            }
        });
        assert!(shared > 5, "{shared}");
    }
}

/// The trees differ only below the top.
#[test]
fn trees_agree_near_the_root() {
    for solver in [false, true] {
        let options = Options { solver, ..Options::default() };
        let mut team = Team::new(State::start(), ucb1(), &options, 2);
        team.run(8, 500);
        let moves = |thread: usize| {
            let moves = team.searches[thread].tree().moves(crate::Choice::Visits);
            let mut moves: Vec<_> =
                moves.iter().map(|m| (m.played, m.visits, m.value.to_bits(), m.proof.is_some())).collect();
            moves.sort_by_key(|m| game::Move::index(m.0));
            moves
        };
        assert_eq!((moves(0).len(), moves(0)), (9, moves(1)));
    }
}

/// Two threads that prove the same node must not correct its ancestors twice.
#[test]
fn what_two_threads_prove_is_true_and_corrected_once() {
    let mut truth = Truth::new();
    let (mut proven, mut open) = (0, 0);
    for seed in 0..60 {
        let options = Options { seed, ..Options::default() };
        let start: State = if seed % 2 == 0 { "x../.o./..x".parse().unwrap() } else { State::start() };
        let mut team = Team::new(start, ucb1(), &options, 2 + seed as usize % 2);
        team.run(6, 300);
        for search in &team.searches {
            let root = search.tree().root();
            if root.bounds() == Bounds::OPEN {
                let sum: f64 = search.tree().pool.children(0).iter().map(|child| child.sum).sum();
                assert_eq!(root.sum, -sum, "corrected as often as the children");
                open += 1;
            }
            walk(search.tree(), |state, _, node| {
                if let Some(outcome) = node.bounds().outcome() {
                    assert_eq!(-outcome, truth.of(state).outcome, "{state}");
                    assert!(node.visits == 0 || (node.mean() - outcome.value()).abs() < 1e-5, "{state}");
                    proven += 1;
                }
                assert!(node.mean().abs() < 1.0 + 1e-5, "{state}: {}", node.mean());
            });
        }
    }
    assert!(proven > 10_000 && open > 20, "{proven} {open}");
}

/// A proof of one thread ends the search of the other, which takes over the move.
#[test]
fn a_proof_reaches_every_tree() {
    let mut truth = Truth::new();
    for seed in 0..40 {
        let state = RandomTree::new(seed);
        let mut team = Team::new(state, ucb1(), &Options { seed, ..Options::default() }, 2);
        while !team.searches[0].tree().is_proven() {
            team.simulate(0, 50);
            team.simulate(1, 1);
            team.exchange(0);
        }
        team.exchange(1);
        let decision = team.searches[1].tree().decision(crate::Choice::Visits).unwrap();
        assert_eq!(decision.proof.map(|p| p.outcome), Some(truth.of(&state).outcome), "{state}");
        let next = state.play(decision.chosen).unwrap();
        assert_eq!(-truth.of(&next).outcome, truth.of(&state).outcome, "{state}");
    }
}

/// A tree that has lost nodes makes them again and must not count them twice.
#[test]
fn recycled_nodes_count_once() {
    for threads in [1, 2, 3] {
        let options = Options { solver: false, memory: 40 << 10, ..Options::default() };
        let mut team = Team::new(State::start(), ucb1(), &options, threads);
        team.run(20, 1000);
        let total = threads as u64 * 20_000;
        for search in &team.searches {
            let tree = search.tree();
            assert!(tree.recycled > 3, "it was full at least once");
            assert_eq!(u64::from(tree.root().visits), total);
            walk(tree, |state, index, node| {
                let visits: u64 = tree.pool.children(index).iter().map(|c| u64::from(c.visits)).sum();
                assert!(visits <= node.visits.into(), "{state}: {visits} of {}", node.visits);
                assert!(node.mean().abs() <= 1.0, "{state}");
            });
        }
    }
}

#[test]
fn the_top_follows_the_game() {
    for solver in [false, true] {
        let options = Options { solver, ..Options::default() };
        let mut team = Team::new(State::start(), ucb1(), &options, 2);
        loop {
            team.run(5, 1000);
            let tree = team.searches[0].tree();
            let best = tree.moves(crate::Choice::Visits)[0];
            let before = if tree.is_proven() { None } else { Some(best.visits) };
            team.advance(&[best.played]);
            if team.searches[0].tree().state().outcome().is_some() {
                break;
            }
            (0..2).for_each(|thread| team.exchange(thread));
            for search in &team.searches {
                let visits = u64::from(search.tree().root().visits);
                assert!(before.is_none_or(|before| before == visits), "{before:?}, then {visits}");
                walk(search.tree(), |state, index, node| {
                    let visits: u64 =
                        search.tree().pool.children(index).iter().map(|c| u64::from(c.visits)).sum();
                    assert!(visits <= node.visits.into(), "{state}: {visits} of {}", node.visits);
                });
            }
        }
    }
}

/// Bounds that are tighter than those of the children come from another thread.
#[test]
fn bounds_of_another_thread_are_taken_over() {
    let start: State = "x../.o./..x".parse().unwrap();
    let mut team = Team::new(start, ucb1(), &Options::default(), 2);
    team.simulate(1, 2);
    team.simulate(0, 1_000_000);
    (0..2).for_each(|thread| team.exchange(thread));
    let bounds = team.searches[1].tree().root().bounds();
    assert_eq!(bounds, Bounds::exactly(Outcome::Draw));
}
