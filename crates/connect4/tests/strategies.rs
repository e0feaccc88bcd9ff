//! The named strategies and the knowledge that they use.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use connect4::playout::CentreFirst;
use connect4::{Class, Classic, Position, State};
use game::{Engine, Evaluate, Game, GameOver, Heuristic, History, Outcome, Playable, Rng, Side, Tactics};
use mcts::playout::{Decisive, Full, Playout, Policy};

type Player<B> = Box<dyn Engine<Position<B>>>;

fn player<B: Class>(spec: &str, seed: u64) -> Player<B>
where
    Position<B>: Playable,
{
    Position::strategies().build_seeded(spec, Some(seed)).unwrap()
}

/// Plays a game between two engines and returns the result for the first.
fn play<B: Class>(first: &mut Player<B>, second: &mut Player<B>, start: Position<B>) -> Outcome {
    let mut history = History::new(start);
    loop {
        let state = *history.state();
        if let Some(outcome) = state.outcome() {
            return if state.side() == Side::First { outcome } else { -outcome };
        }
        let mover = if state.side() == Side::First { &mut *first } else { &mut *second };
        let decision = mover.decide(&history, &Budget::simulations(300)).unwrap();
        history.play(decision.chosen).unwrap();
    }
}

fn each_plays_a_game<B: Class>(start: Position<B>)
where
    Position<B>: Playable,
{
    for strategy in Position::<B>::strategies().iter() {
        play(&mut player(strategy.name, 1), &mut player("random", 2), start);
        let over: Position<B> = "4x4:1212121".parse().unwrap();
        let decision = player::<B>(strategy.name, 1).decide(&History::new(over), &Budget::simulations(9));
        assert_eq!(decision.err(), Some(GameOver), "{}", strategy.name);
    }
}

#[test]
fn every_strategy_can_be_built_and_plays_a_game() {
    each_plays_a_game(Classic::start());
    each_plays_a_game(State::start());
    each_plays_a_game::<connect4::bits::Wide>("12x9-11,0".parse().unwrap());
}

#[test]
fn every_search_beats_random_from_either_side() {
    for name in ["uct", "uct-weighted", "uct-pool"] {
        for board in ["6x7", "10x9-0,3"] {
            let start: State = board.parse().unwrap();
            for seed in 0..5 {
                let (mut search, mut random) = (player(name, seed), player("random", seed));
                assert_eq!(play(&mut search, &mut random, start), Outcome::Win, "{name} first on {board}");
                assert_eq!(play(&mut random, &mut search, start), Outcome::Loss, "{name} second on {board}");
            }
        }
    }
}

#[test]
fn uct_pool_wins_or_blocks_at_once() {
    // One simulation is not enough to find these moves.
    for (position, column, proven) in [("112233", "4", true), ("12161", "1", false), ("121212", "1", true)] {
        let history = History::new(position.parse::<Classic>().unwrap());
        for seed in 0..5 {
            let decision = player("uct-pool", seed).decide(&history, &Budget::simulations(1)).unwrap();
            assert_eq!(history.state().move_text(decision.chosen), column, "{position}");
            assert_eq!(decision.proof.is_some(), proven, "{position}");
        }
    }
}

#[test]
fn the_same_seed_and_simulations_give_the_same_decision() {
    for name in ["uct", "uct-weighted", "uct-pool"] {
        let history = History::new(State::start());
        let values = |seed| {
            let decision = player(name, seed).decide(&history, &Budget::simulations(2000)).unwrap();
            (decision.chosen, decision.value.to_bits(), decision.nodes)
        };
        assert_eq!(values(7), values(7), "{name}");
        assert_ne!(values(7), values(8), "{name}");
    }
}

#[test]
fn the_course_projects_strategies_have_their_original_parameters() {
    let all = Classic::strategies();
    for (name, c) in [("uct-weighted", "1.0"), ("uct-pool", "0.9")] {
        let strategy = all.iter().find(|s| s.name == name).unwrap();
        let default = |name| strategy.params.iter().find(|p| p.name == name).map(|p| p.default);
        assert_eq!((default("c"), default("sims"), default("seed")), (Some(c), Some("0"), Some("0")));
    }
    let limited = player::<u64>("uct-pool:c=0.5,sims=50", 1)
        .decide(&History::new(Classic::start()), &Budget::simulations(1000));
    assert_eq!(limited.unwrap().simulations, 50);
}

/// The course project behind `uct-weighted` rewarded a win after n plies with 6 − n:
/// values left [−1, 1], and c had to be tuned for them.
#[test]
fn shaped_rewards_stay_within_their_bounds() {
    let mut rng = Rng::with_seed(1);
    let mut near = Vec::new();
    for shaping in [0.0, 0.5, 1.0] {
        let mut playout = Full { policy: Decisive(CentreFirst), shaping };
        for _ in 0..2000 {
            let value = playout.run(State::start(), &mut rng, &mut ());
            assert!((-1.0..=1.0).contains(&value), "{value}");
        }
        let won: State = "112233".parse().unwrap();
        near.push(playout.run(won, &mut rng, &mut ()));
        assert!(near[0] >= near[near.len() - 1] && near[near.len() - 1] > 0.9, "a near win is a win");
    }
    let history = History::new("1122".parse::<Classic>().unwrap());
    let mut engine = player("uct-weighted", 3);
    let decision = engine.decide(&history, &Budget::simulations(2000)).unwrap();
    assert!(decision.moves.iter().all(|report| (-1.0..=1.0).contains(&report.value)));
}

#[test]
fn winning_and_blocking_moves_are_found() {
    let state: Classic = "1212127".parse().unwrap();
    assert_eq!(state.winning_move().map(|m| m.number()), Some(1), "o has three in the second column");
    assert_eq!(state.blocking_move().map(|m| m.number()), Some(0), "x has three in the first");
    let quiet: Classic = "44".parse().unwrap();
    assert_eq!((quiet.winning_move(), quiet.blocking_move()), (None, None));
}

#[test]
fn columns_are_weighted_from_the_edges_to_the_centre() {
    let weights = |board: &str| {
        let state: State = board.parse().unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.into_iter().map(|m| state.weight(m)).collect::<Vec<_>>()
    };
    assert_eq!(weights("6x7"), [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0]);
    assert_eq!(weights("9x10-0,0"), [1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
}

#[test]
fn the_evaluation_counts_threats_and_stays_within_its_bounds() {
    let value = |text: &str| text.parse::<State>().unwrap().evaluate();
    assert_eq!(value("6x7"), 0.0);
    assert!(value("6x7:4") < value("6x7:1"), "a stone in the centre takes more lines from o");
    assert!(value("6x7:172736") > 0.05, "x has three in the bottom row and moves");
    assert!(value("6x7:1727361") < -0.05, "and now o moves");
    let mut rng = Rng::with_seed(5);
    for _ in 0..200 {
        let mut state: State = "12x12-5,5".parse().unwrap();
        while state.outcome().is_none() {
            assert!(state.evaluate().abs() < 1.0);
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
}

#[test]
fn columns_are_drawn_in_proportion_to_their_weights() {
    let mut rng = Rng::with_seed(9);
    for board in ["4x4", "4x5", "6x7", "9x10-0,0", "12x12", "4x5:3333", "4x4:2222"] {
        let state: State = board.parse().unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let total: f32 = moves.iter().map(|&m| state.weight(m)).sum();
        let draws = 100_000;
        let mut counts = [0.0f32; 12];
        for _ in 0..draws {
            counts[CentreFirst.choose(&state, &mut rng).number()] += 1.0;
        }
        for &m in &moves {
            let expected = draws as f32 * state.weight(m) / total;
            let error = (counts[m.number()] - expected).abs() / expected.sqrt();
            assert!(error < 5.0, "{board}: column {m:?} {} times, expected {expected}", counts[m.number()]);
        }
        let drawn: f32 = moves.iter().map(|m| counts[m.number()]).sum();
        assert_eq!(drawn, draws as f32, "{board}: only legal columns");
    }
}
