//! The champion: what comes before its search, and what it may not do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::{Engine, Game, History, Outcome, RandomEngine, Rng};
use nogo::{Point, Solver, State, strategies};

type Player = Box<dyn Engine<State>>;

fn champion(spec: &str, seed: u64) -> Player {
    strategies().build_seeded(spec, Some(seed)).unwrap()
}

/// A random game up to where both sides together have so few legal moves.
fn random_end(most: u32, rng: &mut Rng) -> State {
    loop {
        let mut state = State::start();
        while state.outcome().is_none() {
            if state.own_legal().count() + state.other_legal().count() <= most {
                return state;
            }
            state.play_unchecked(state.random_move(rng));
        }
    }
}

/// Some judges forbid it: black never opens in the centre.
#[test]
fn the_centre_is_never_the_first_move() {
    let centre = Point::new(4, 4).unwrap();
    for seed in 0..30 {
        for sims in [1, 3, 300] {
            let history = History::new(State::start());
            let decision = champion("champion", seed).decide(&history, &Budget::simulations(sims)).unwrap();
            assert_ne!(decision.chosen, centre, "seed {seed}, {sims} simulations");
            assert_eq!(decision.line.first(), Some(&decision.chosen));
        }
    }
    // As the second move, or on another board, it is a point like any other.
    let history = History::new("3x3:B2".parse().unwrap());
    assert!(champion("champion", 1).decide(&history, &Budget::simulations(50)).is_ok());
}

/// What is won for certain is said and won, with one simulation a move.
#[test]
fn a_won_end_is_proven_and_won() {
    let mut rng = Rng::with_seed(3);
    let (mut won, mut lost) = (0, 0);
    for game in 0..60 {
        let start = random_end(24, &mut rng);
        let wins = Solver::new(1 << 20).solve(&start).wins;
        let mut history = History::new(start);
        let (mut player, mut opponent) = (champion("champion", game), RandomEngine::new(game));
        let first = player.decide(&history, &Budget::simulations(1)).unwrap();
        let result = if wins { Outcome::Win } else { Outcome::Loss };
        assert_eq!(first.proof.map(|proof| proof.outcome), Some(result), "{start}");
        if !wins {
            lost += 1;
            continue;
        }
        won += 1;
        let mut mine = true;
        while history.state().outcome().is_none() {
            let mover: &mut dyn Engine<State> = if mine { &mut *player } else { &mut opponent };
            let chosen = mover.decide(&history, &Budget::simulations(1)).unwrap().chosen;
            history.play(chosen).unwrap();
            mine = !mine;
        }
        assert!(!mine, "who cannot move has lost: {start}");
    }
    assert!(won > 10 && lost > 10, "{won} won, {lost} lost");
}

/// Without the solver in front the search has to find it alone.
#[test]
fn the_solver_can_be_switched_off() {
    let mut rng = Rng::with_seed(4);
    let start = random_end(30, &mut rng);
    let decide = |spec| champion(spec, 1).decide(&History::new(start), &Budget::simulations(1)).unwrap();
    assert!(decide("champion").proof.is_some());
    assert!(decide("champion:proof=0").proof.is_none());
}

#[test]
fn the_same_seed_and_simulations_are_the_same_decision() {
    let decide = |seed| {
        let history = History::new("9x9:E5 C3".parse().unwrap());
        let decision = champion("champion", seed).decide(&history, &Budget::simulations(500)).unwrap();
        (decision.chosen, decision.value.to_bits(), decision.nodes)
    };
    assert_eq!(decide(7), decide(7));
}
