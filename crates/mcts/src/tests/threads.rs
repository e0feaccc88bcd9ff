//! Several threads: budgets, memory, proofs, games.

use std::time::Duration;

use clock::Budget;
use game::example::RandomTree;
use game::{Decision, Engine, History};
use tictactoe::State;

use super::*;
use crate::engine::Mcts;

fn engine<G: Game>(options: Options) -> impl Engine<G> {
    Mcts::new(options, ucb1(), (Full::new(Uniform), Priors(Even))).unwrap()
}

#[test]
fn progress_counts_the_simulations_of_all_threads() {
    let history = History::new(State::start());
    let options = Options { solver: false, threads: 3, ..Options::default() };
    let mut seen = Vec::new();
    let mut watch = |thought: &dyn Fn() -> Decision<_>| seen.push(thought().simulations);
    let decision = engine(options).think(&history, &Budget::simulations(60_000), &mut watch).unwrap();
    assert_eq!(decision.simulations, 60_000);
    assert!(seen.is_sorted() && seen.len() > 5, "{seen:?}");
    assert!(*seen.last().unwrap() <= 60_000, "{seen:?}");
}

#[test]
fn threads_make_the_requested_number_of_simulations() {
    let history = History::new(State::start());
    for threads in [2, 4] {
        let options = Options { threads, solver: false, ..Options::default() };
        let decision = engine(options).decide(&history, &Budget::simulations(20_000)).unwrap();
        assert_eq!(decision.simulations, 20_000);
        let visits: u64 = decision.moves.iter().map(|m| m.visits).sum();
        assert_eq!(visits, 20_000, "every one counts for a move");
        assert!(decision.moves.is_sorted_by(|a, b| a.visits >= b.visits));
    }
}

#[test]
fn threads_prove_the_truth() {
    let mut truth = Truth::new();
    for seed in 0..60 {
        let state = RandomTree::new(seed);
        let threads = 2 + seed as usize % 3;
        let options = Options { seed, threads, memory: 8 << 20, ..Options::default() };
        let history = History::new(state);
        let decision = engine(options).decide(&history, &Budget::simulations(300_000)).unwrap();
        let proof = decision.proof.expect("a finite game is proven in the end");
        assert_eq!(proof.outcome, truth.of(&state).outcome, "{state}");
        let next = state.play(decision.chosen).unwrap();
        assert_eq!(-truth.of(&next).outcome, proof.outcome, "the move keeps the promise");
    }
}

/// The trees are recycled, follow the game, and reach a position or not; a proof of one of
/// them must have its move in the tree of the decision.
#[test]
fn threads_play_perfectly_in_a_small_memory() {
    let mut truth = Truth::new();
    let mut proofs = 0;
    for seed in 0..12 {
        let threads = 2 + seed as usize % 3;
        let memory = if seed % 2 == 0 { 160 << 10 } else { 4 << 20 };
        let mut engine = engine(Options { seed, threads, memory, ..Options::default() });
        let mut history = History::new(State::start());
        while history.state().outcome().is_none() {
            let best = truth.of(history.state()).outcome;
            let decision = engine.decide(&history, &Budget::simulations(60_000)).unwrap();
            let next = history.state().play(decision.chosen).unwrap();
            assert_eq!(-truth.of(&next).outcome, best, "perfect play in {}", history.state());
            if let Some(proof) = decision.proof {
                assert_eq!(proof.outcome, best);
                proofs += 1;
            }
            history.play(decision.chosen).unwrap();
        }
    }
    assert!(proofs >= 60, "{proofs}");
}

#[test]
fn threads_stay_within_the_memory_limit() {
    let history = History::new(State::start());
    for (threads, memory) in [(2, 100 << 10), (3, 150 << 10), (8, 4 << 20)] {
        let options = Options { threads, memory, solver: false, ..Options::default() };
        let mut engine = Mcts::new(options, ucb1(), (Full::new(Uniform), Priors(Even))).unwrap();
        for _ in 0..3 {
            engine.decide(&history, &Budget::simulations(100_000)).unwrap();
            let bytes = engine.bytes();
            assert!(bytes <= memory, "{bytes} bytes of {memory} for {threads} threads");
            assert!(bytes > memory / 2, "{bytes} bytes of {memory} for {threads} threads");
        }
    }
}

/// Many more threads than cores, little memory, short searches: whatever the system
/// interrupts, statistics stay those of a search.
#[test]
fn threads_survive_stress() {
    let mut decisions = 0;
    for seed in 0..40 {
        let state = RandomTree::new(seed);
        let memory = [60 << 10, 200 << 10, 8 << 20][seed as usize % 3];
        let options = Options { seed, threads: 8, memory, solver: seed % 4 > 0, ..Options::default() };
        let Ok(mut engine) = Mcts::new(options, ucb1(), (Full::new(Uniform), Priors(Even))) else {
            continue;
        };
        let mut history = History::new(state);
        while history.state().outcome().is_none() {
            let decision = engine.decide(&history, &Budget::simulations(4000)).unwrap();
            assert!(decision.moves.iter().all(|m| m.value.abs() <= 1.0), "{decision:?}");
            history.play(decision.chosen).unwrap();
            decisions += 1;
        }
    }
    assert!(decisions > 100, "{decisions}");
}

/// One of many attempts must be prompt: a busy machine may run other programs before
/// the search, or after the stop.
#[test]
fn another_thread_stops_a_search_within_a_millisecond() {
    let history = History::new(State::start());
    for threads in [1, 2] {
        let mut engine = engine(Options { threads, solver: false, ..Options::default() });
        let is_prompt = (0..300).any(|_| {
            let stop = clock::Stop::new();
            let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
            std::thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(3));
                    stop.stop();
                    std::time::Instant::now()
                });
                let decision = engine.decide(&history, &budget).unwrap();
                let delay = stopper.join().unwrap().elapsed();
                decision.simulations > 0 && delay < Duration::from_millis(1)
            })
        });
        assert!(is_prompt, "never within a millisecond with {threads} threads");
    }
}
