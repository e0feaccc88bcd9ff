//! The named strategies play legal games of the expected strength.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::{Decision, Engine, Game, GameOver, History, Rng, Side, Symmetric};
use othello::{Greedy, Positional, State, strategies};

type Player = dyn Engine<State>;

/// Plays a game from `state`; returns black's discs minus white's at its end.
fn play(black: &mut Player, white: &mut Player, state: State) -> i32 {
    let mut history = History::new(state);
    loop {
        let state = *history.state();
        if let Some(score) = state.score() {
            return if state.side() == Side::First { score } else { -score };
        }
        let player = if state.side() == Side::First { &mut *black } else { &mut *white };
        let decision = player.decide(&history, &Budget::simulations(300)).unwrap();
        history.play(decision.chosen).unwrap();
    }
}

/// The score of `a` against `b` in pairs of games from random openings.
fn score(a: &str, b: &str, pairs: u64) -> f64 {
    let mut points = 0.0;
    for pair in 0..pairs {
        let mut rng = Rng::with_seed(pair);
        let mut opening = State::start();
        (0..6).for_each(|_| opening.play_unchecked(opening.random_move(&mut rng)));
        let player = |spec: &str| strategies().build_seeded(spec, Some(pair)).unwrap();
        let (mut a, mut b) = (player(a), player(b));
        for margin in [play(&mut *a, &mut *b, opening), -play(&mut *b, &mut *a, opening)] {
            points += (1.0 + f64::from(margin.signum())) / 2.0;
        }
    }
    points / (2 * pairs) as f64
}

fn random_states(games: u64) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut state = State::start();
        while state.outcome().is_none() {
            states.push(state);
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
    states
}

#[test]
fn every_strategy_can_be_built_and_plays_a_game() {
    let all = strategies();
    for strategy in all.iter() {
        let mut one = all.build(strategy.name).unwrap();
        let mut two = all.build("random:seed=5").unwrap();
        play(&mut *one, &mut *two, State::start());
    }
}

#[test]
fn no_strategy_has_a_move_after_the_end() {
    let over: State = format!("{}X O", "-".repeat(63)).parse().unwrap();
    let all = strategies();
    for strategy in all.iter() {
        let decision = all.build(strategy.name).unwrap().decide(&History::new(over), &Budget::default());
        assert_eq!(decision.err(), Some(GameOver), "{}", strategy.name);
    }
}

#[test]
fn greedy_turns_the_most_discs_and_chooses_at_random_among_equals() {
    let mut chosen = std::collections::HashSet::new();
    for state in random_states(30) {
        let decision = Greedy::new(1).decide(&History::new(state), &Budget::default()).unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let most = moves.iter().map(|&m| state.flips(m).count_ones()).max();
        assert_eq!(Some(state.flips(decision.chosen).count_ones()), most);
    }
    for seed in 0..40 {
        let start = History::new(State::start());
        chosen.insert(Greedy::new(seed).decide(&start, &Budget::default()).unwrap().chosen);
    }
    assert_eq!(chosen.len(), 4, "all first moves turn one disc");
}

#[test]
fn positional_repeats_for_the_same_seed_and_has_the_same_value_for_any_seed() {
    for state in random_states(10) {
        for depth in [1, 3] {
            let decide = |seed| {
                let mut engine = Positional::new(depth, seed);
                engine.decide(&History::new(state), &Budget::default()).unwrap()
            };
            let (one, again, other) = (decide(1), decide(1), decide(2));
            assert_eq!((one.chosen, &one.line), (again.chosen, &again.line));
            assert_eq!(one.value, other.value, "{state}");
            assert!(state.is_legal(other.chosen) && other.line[0] == other.chosen);
            let end = other.line.iter().try_fold(state, |state, &m| state.play(m));
            assert!(end.is_ok(), "{state}");
        }
    }
}

#[test]
fn positional_does_not_depend_on_the_orientation_of_the_board() {
    for state in random_states(10) {
        for s in 0..state.symmetries() {
            let decide = |state: State| {
                let mut engine = Positional::new(2, 3);
                engine.decide(&History::new(state), &Budget::default()).unwrap().value
            };
            assert_eq!(decide(state), decide(state.transform(s)));
        }
    }
}

#[test]
fn the_last_progress_report_is_the_decision() {
    let mut compared = 0;
    for spec in ["champion:depth=5", "positional:depth=4"] {
        let discs = |state: &State| (state.own() | state.other()).count_ones();
        for state in random_states(3).into_iter().filter(|state| (20..40).contains(&discs(state))) {
            let history = History::new(state);
            let mut engine = strategies().build_seeded(spec, Some(1)).unwrap();
            let mut last = None;
            let decision = engine.think(&history, &Budget::default(), &mut |report| last = Some(report()));
            let fields = |d: Decision<_>| (d.chosen, d.line, d.depth, d.nodes, d.moves.len());
            assert_eq!(last.map(fields), decision.ok().map(fields), "{spec}: {state}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_strategies_have_the_expected_order_of_strength() {
    for (a, b, at_least) in [
        ("greedy", "random", 0.5),
        ("positional", "random", 0.85),
        ("positional", "greedy", 0.75),
        ("positional:depth=3", "positional", 0.6),
        ("uct:sims=300", "greedy", 0.85),
    ] {
        let score = score(a, b, 50);
        println!("{a} against {b}: {score}");
        assert!(score > at_least, "{a} against {b}: {score}");
    }
}
