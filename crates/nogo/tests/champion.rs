//! The champion: the exact solver before its search, and the first move that it
//! avoids.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::{Engine, Game, History, Outcome, RandomEngine, Rng};
use nogo::{Point, Solver, State, strategies};

type Player = Box<dyn Engine<State>>;

fn champion(spec: &str, seed: u64) -> Player {
    strategies().build_seeded(spec, Some(seed)).unwrap()
}

/// Plays random games until both sides together have at most `max_legal` legal moves
/// in an unfinished game.
fn random_ending(max_legal: u32, rng: &mut Rng) -> State {
    loop {
        let mut state = State::start();
        while state.outcome().is_none() {
            if state.own_legal().count() + state.other_legal().count() <= max_legal {
                return state;
            }
            state.play_unchecked(state.random_move(rng));
        }
    }
}

/// Some judges forbid it.
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
    // It is allowed as a later move and on other boards.
    let history = History::new("3x3:B2".parse().unwrap());
    assert!(champion("champion", 1).decide(&history, &Budget::simulations(50)).is_ok());
}

/// With one simulation per move.
#[test]
fn a_won_ending_is_proven_and_won() {
    let mut rng = Rng::with_seed(3);
    let (mut won, mut lost) = (0, 0);
    for game in 0..60 {
        let start = random_ending(24, &mut rng);
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
        let mut champion_moves = true;
        while history.state().outcome().is_none() {
            let mover: &mut dyn Engine<State> = if champion_moves { &mut *player } else { &mut opponent };
            let chosen = mover.decide(&history, &Budget::simulations(1)).unwrap().chosen;
            history.play(chosen).unwrap();
            champion_moves = !champion_moves;
        }
        assert!(!champion_moves, "the side that cannot move has lost: {start}");
    }
    assert!(won > 10 && lost > 10, "{won} won, {lost} lost");
}

#[test]
fn proof_0_switches_the_solver_off() {
    let mut rng = Rng::with_seed(4);
    let start = random_ending(30, &mut rng);
    let decide = |spec| champion(spec, 1).decide(&History::new(start), &Budget::simulations(1)).unwrap();
    assert!(decide("champion").proof.is_some());
    assert!(decide("champion:proof=0").proof.is_none());
}

#[test]
fn the_same_seed_and_simulations_give_the_same_decision() {
    let decide = |seed| {
        let history = History::new("9x9:E5 C3".parse().unwrap());
        let decision = champion("champion", seed).decide(&history, &Budget::simulations(500)).unwrap();
        (decision.chosen, decision.value.to_bits(), decision.nodes)
    };
    assert_eq!(decide(7), decide(7));
}
