//! The named strategies.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::{Engine, Evaluate, Game, GameOver, History, Outcome, Rng, Side};
use mcts::playout::{Playout, Policy, Truncated, Uniform};
use nogo::playout::SharedFirst;
use nogo::{Point, State, strategies};

type Player = Box<dyn Engine<State>>;

fn player(spec: &str, seed: u64) -> Player {
    strategies().build_seeded(spec, Some(seed)).unwrap()
}

/// Plays a game between two engines and returns whether the first one wins.
fn first_wins(first: &mut Player, second: &mut Player, start: State) -> bool {
    let mut history = History::new(start);
    loop {
        let state = *history.state();
        if state.outcome().is_some() {
            return state.side() == Side::Second;
        }
        let mover = if state.side() == Side::First { &mut *first } else { &mut *second };
        let decision = mover.decide(&history, &Budget::simulations(300)).unwrap();
        history.play(decision.chosen).unwrap();
    }
}

#[test]
fn every_strategy_can_be_built_and_plays_a_game() {
    for strategy in strategies().iter() {
        for board in ["9x9", "1x7", "4x5"] {
            first_wins(&mut player(strategy.name, 1), &mut player("random", 2), board.parse().unwrap());
        }
        let over: State = "1x1".parse().unwrap();
        let decision = player(strategy.name, 1).decide(&History::new(over), &Budget::simulations(9));
        assert_eq!(decision.err(), Some(GameOver), "{}", strategy.name);
    }
}

#[test]
fn every_search_beats_random_with_both_colours() {
    for name in ["uct", "uct-rights", "rave", "learned"] {
        for seed in 0..3 {
            let (mut search, mut random) = (player(name, seed), player("random", seed));
            assert!(first_wins(&mut search, &mut random, State::start()), "{name} first");
            assert!(!first_wins(&mut random, &mut search, State::start()), "{name} second");
        }
    }
}

#[test]
fn the_same_seed_and_simulations_give_the_same_decision() {
    for name in ["uct", "uct-rights", "rave", "learned"] {
        let decide = |seed| {
            let history = History::new("9x9:E5 C3".parse().unwrap());
            let decision = player(name, seed).decide(&history, &Budget::simulations(2000)).unwrap();
            (decision.chosen, decision.value.to_bits(), decision.nodes)
        };
        assert_eq!(decide(7), decide(7), "{name}");
        // Without playouts the search uses no random numbers.
        assert!(name == "learned" || decide(7) != decide(8), "{name}");
    }
}

#[test]
fn the_search_proves_small_boards() {
    for (board, outcome) in [("3x3", Outcome::Win), ("2x3", Outcome::Loss), ("1x4", Outcome::Loss)] {
        for name in ["uct", "rave"] {
            let history = History::new(board.parse().unwrap());
            let decision = player(name, 1).decide(&history, &Budget::simulations(200_000)).unwrap();
            assert_eq!(decision.proof.map(|proof| proof.outcome), Some(outcome), "{name} on {board}");
        }
    }
}

#[test]
fn playouts_play_all_shared_points_first() {
    let state: State = ".x./xox/..o".parse().unwrap();
    let mut rng = Rng::with_seed(1);
    let shared = state.parse_move("A1").unwrap();
    assert!((0..100).all(|_| SharedFirst.choose(&state, &mut rng) == shared), "both may play A1 only");
    let start = State::start();
    let chosen: std::collections::HashSet<Point> =
        (0..5000).map(|_| SharedFirst.choose(&start, &mut rng)).collect();
    assert_eq!(chosen.len(), 81);
    // Once no point is shared, the rights are played.
    let mut state = start;
    while !state.shared().is_empty() {
        state.play_unchecked(SharedFirst.choose(&state, &mut rng));
    }
    assert!(state.outcome().is_some() || state.own_rights().contains(SharedFirst.choose(&state, &mut rng)));
}

/// The course project behind `uct-rights` divided by the opponent's rights, which can
/// be zero.
#[test]
fn the_evaluation_by_rights_stays_within_bounds() {
    let value = |text: &str| text.parse::<State>().unwrap().evaluate();
    assert_eq!(value("9x9"), 0.0);
    // White, the side to move, has the right B1; black has the rights A3 and C3.
    assert_eq!(value(".x./xox/..o"), (1.0 - 2.0) / 4.0);
    let mut rng = Rng::with_seed(1);
    let mut six = Truncated { policy: Uniform, plies: 6 };
    for _ in 0..300 {
        let mut state = State::start();
        while state.outcome().is_none() {
            assert!(state.evaluate().abs() < 1.0);
            assert!((-1.0..=1.0).contains(&six.run(state, &mut rng, &mut ())));
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
}
