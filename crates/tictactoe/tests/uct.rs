//! Strength of Monte-Carlo tree search: it draws against perfect play, and the
//! experiments of the course project are reproduced.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::thread;

use clock::Budget;
use game::{Engine, Game, History, Outcome, Side};
use tictactoe::{Cell, State, strategies};

type Player = Box<dyn Engine<State>>;

fn player(spec: &str, seed: u64) -> Player {
    strategies().build_seeded(spec, Some(seed)).unwrap()
}

/// Plays from `history` to the end; returns the outcome for the first player.
fn play(first: &mut Player, second: &mut Player, mut history: History<State>) -> Outcome {
    // The number of simulations is a parameter of the strategies.
    let budget = Budget { exhaustive: true, ..Budget::default() };
    loop {
        let state = history.state();
        if let Some(outcome) = state.outcome() {
            return if state.side() == Side::First { outcome } else { -outcome };
        }
        let mover = if state.side() == Side::First { &mut *first } else { &mut *second };
        let decision = mover.decide(&history, &budget).unwrap();
        history.play(decision.chosen).unwrap();
    }
}

#[test]
fn uct_with_1000_simulations_never_loses_to_minimax() {
    let openings: Vec<Cell> = {
        let mut moves = Vec::new();
        State::start().legal_moves(&mut moves);
        moves
    };
    assert_eq!(openings.len(), 9);
    // 1,000 games from every first move with each side, half of them in each of two
    // threads.
    let losses = thread::scope(|scope| {
        let run = |half: u64| {
            let openings = &openings;
            scope.spawn(move || {
                let mut uct = player("uct:sims=1000", half);
                let mut minimax = player("minimax", half);
                let mut losses = 0;
                for &opening in openings {
                    let mut history = History::new(State::start());
                    history.play(opening).unwrap();
                    for _ in 0..500 {
                        let as_first = play(&mut uct, &mut minimax, history.clone());
                        let as_second = -play(&mut minimax, &mut uct, history.clone());
                        losses += [as_first, as_second].iter().filter(|o| **o == Outcome::Loss).count();
                    }
                }
                losses
            })
        };
        [run(0), run(1)].into_iter().map(|t| t.join().unwrap()).sum::<usize>()
    });
    assert_eq!(losses, 0, "of 18,000 games");
}

/// Plays a match; returns the wins, draws and losses of `a`, which plays every
/// second game as the first player.
fn duel(a: &str, b: &str, games: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for game in 0..games {
        let (mut a, mut b) = (player(a, 2 * game), player(b, 2 * game + 1));
        let outcome = match game % 2 {
            0 => play(&mut a, &mut b, History::new(State::start())),
            _ => -play(&mut b, &mut a, History::new(State::start())),
        };
        counts[match outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        }] += 1;
    }
    println!("{a} against {b}: {counts:?}");
    counts
}

/// The course project had no solver and played 100 games per experiment. This test
/// plays 400.
#[test]
fn the_experiments_of_the_course_project_are_reproduced() {
    let plain = |rest: &str| format!("uct-plain:{rest}");
    let score =
        |[wins, draws, losses]: [u64; 3]| (wins as f64 + 0.5 * draws as f64) / (wins + draws + losses) as f64;

    // 10 against 200 simulations: 200 is much stronger.
    let counts = duel(&plain("sims=200"), &plain("sims=10"), 400);
    assert!(score(counts) > 0.8, "{counts:?}");

    // 100 against 500: the course project found nearly all draws, and 100 slightly
    // ahead (7 wins to 1), which was noise.
    let counts = duel(&plain("sims=500"), &plain("sims=100"), 400);
    assert!(counts[1] > 200 && score(counts) > 0.5, "{counts:?}");

    // c = 0 against c = 1.4 at 100 simulations: the course project found them about
    // equal. c = 0 is clearly weaker.
    let counts = duel(&plain("sims=100,c=0"), &plain("sims=100,c=1.4"), 400);
    assert!((0.2..0.5).contains(&score(counts)), "{counts:?}");
}
