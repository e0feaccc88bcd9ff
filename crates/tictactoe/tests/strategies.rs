//! Every strategy can be built, and `minimax` plays perfectly.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::time::{Duration, Instant};

use clock::Budget;
use game::example::minimax;
use game::{Engine, Game, GameOver, History, Outcome, RandomEngine, Rng, Side};
use tictactoe::{Minimax, State, strategies};

type Player = dyn Engine<State>;

/// Plays a game between two engines; returns its history and the outcome for the
/// first player.
fn play(first: &mut Player, second: &mut Player) -> (History<State>, Outcome) {
    let mut history = History::new(State::start());
    loop {
        let state = *history.state();
        let for_first = |outcome: Outcome| if state.side() == Side::First { outcome } else { -outcome };
        if let Some(outcome) = state.outcome() {
            return (history, for_first(outcome));
        }
        let player = if state.side() == Side::First { &mut *first } else { &mut *second };
        let decision = player.decide(&history, &Budget::simulations(300)).unwrap();
        history.play(decision.chosen).unwrap();
    }
}

#[test]
fn every_strategy_can_be_built_and_plays_a_game() {
    let all = strategies();
    for strategy in all.iter() {
        let mut one = all.build(strategy.name).unwrap();
        let mut two = all.build("random:seed=5").unwrap();
        play(&mut *one, &mut *two);
    }
}

#[test]
fn minimax_never_loses_to_random() {
    let (mut perfect, mut random) = (Minimax::new(1), RandomEngine::new(2));
    let (mut wins, games) = ([0, 0], 500);
    for _ in 0..games {
        let (_, as_first) = play(&mut perfect, &mut random);
        let (_, as_second) = play(&mut random, &mut perfect);
        assert_ne!(as_first, Outcome::Loss);
        assert_ne!(as_second, Outcome::Win);
        wins[0] += u32::from(as_first == Outcome::Win);
        wins[1] += u32::from(as_second == Outcome::Loss);
    }
    assert!(wins[0] > games * 9 / 10 && wins[1] > games * 6 / 10, "{wins:?} of {games}");
}

#[test]
fn minimax_always_draws_against_itself_in_many_different_games() {
    let (mut one, mut two) = (Minimax::new(1), Minimax::new(2));
    let mut games = HashSet::new();
    for _ in 0..1000 {
        let (history, outcome) = play(&mut one, &mut two);
        assert_eq!(outcome, Outcome::Draw);
        games.insert(history.moves().to_vec());
    }
    assert!(games.len() > 400, "{} different games in 1000", games.len());
}

#[test]
fn minimax_takes_the_shortest_win_and_the_longest_loss() {
    let mut perfect = Minimax::new(3);
    let mut rng = Rng::with_seed(4);
    for _ in 0..1000 {
        let mut history = History::new(State::start());
        while history.state().outcome().is_none() {
            let state = *history.state();
            if history.moves().len() > 1 {
                let truth = minimax(&state);
                let decision = perfect.decide(&history, &Budget::default()).unwrap();
                assert_eq!(decision.proof, Some(truth), "{state}");
                assert_eq!(decision.line[0], decision.chosen);
                let end = decision.line.iter().fold(state, |state, &m| state.play(m).unwrap());
                let whole = decision.line.len() == truth.plies as usize;
                assert_eq!(end.outcome().is_some(), whole, "{state}");
                let after = minimax(&state.play(decision.chosen).unwrap());
                assert_eq!((-after.outcome, after.plies + 1), (truth.outcome, truth.plies), "{state}");
            }
            history.play(state.random_move(&mut rng)).unwrap();
        }
    }
}

#[test]
fn minimax_reports_the_value_of_every_move() {
    let state: State = "x../.o./..x".parse().unwrap();
    let decision = Minimax::new(0).decide(&History::new(state), &Budget::default()).unwrap();
    assert_eq!(decision.moves.len(), 6);
    for report in &decision.moves {
        let after = minimax(&state.play(report.played).unwrap());
        assert_eq!(report.proof.map(|proof| proof.outcome), Some(-after.outcome));
        let is_corner = ["a3", "c1"].contains(&state.move_text(report.played).as_str());
        assert_eq!(report.value, if is_corner { -1.0 } else { 0.0 }, "a corner allows a fork");
    }
}

#[test]
fn the_seed_of_minimax_determines_its_choices() {
    let opening = |seed| {
        let mut perfect = Minimax::new(seed);
        perfect.decide(&History::new(State::start()), &Budget::default()).unwrap().chosen
    };
    assert_eq!(opening(7), opening(7));
    assert!(
        (0..50).map(opening).collect::<HashSet<_>>().len() == 9,
        "every first move draws, so each is chosen for some seed"
    );
}

#[test]
fn minimax_has_no_move_after_the_end() {
    let over: State = "xxx/oo./...".parse().unwrap();
    assert_eq!(Minimax::new(0).decide(&History::new(over), &Budget::default()).err(), Some(GameOver));
}

#[test]
fn minimax_decides_in_less_than_a_millisecond_after_its_first_game() {
    let (mut one, mut two) = (Minimax::new(1), Minimax::new(2));
    play(&mut one, &mut two);
    let started = Instant::now();
    let plies: usize = (0..500).map(|_| play(&mut one, &mut two).0.moves().len()).sum();
    let each = started.elapsed() / plies as u32;
    println!("{each:?} per decision");
    assert!(each < Duration::from_millis(1));
}
