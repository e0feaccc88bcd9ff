//! The champion is perfect where the solver finishes, finds forced wins, and keeps to
//! its time limit.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use clock::{Budget, Deadline};
use connect4::bits::Wide;
use connect4::{Class, Classic, Column, Position, Solver, State};
use game::{Decision, Engine, Game, History, Outcome, Playable, Rng, Symmetric};

type Player<B> = Box<dyn Engine<Position<B>>>;

fn champion<B: Class>(parameters: &str, seed: u64) -> Player<B>
where
    Position<B>: Playable,
{
    Position::strategies()
        .build_seeded(&format!("champion:memory=8,table=8,{parameters}"), Some(seed))
        .unwrap()
}

fn decide<B: Class>(text: &str, simulations: u64) -> (Position<B>, Decision<Column>)
where
    Position<B>: Playable<Move = Column>,
{
    let history = History::new(text.parse().unwrap());
    let decision = champion("", 1).decide(&history, &Budget::simulations(simulations)).unwrap();
    (*history.state(), decision)
}

fn score<B: Class>(state: &Position<B>) -> i32 {
    Solver::new(1 << 20).solve_outcome(state, &mut Deadline::start(&Budget::default())).unwrap().score
}

#[test]
fn on_a_small_board_every_move_is_perfect() {
    let mut rng = Rng::with_seed(4);
    for game in 0..12 {
        let start = ["5x5-2,2", "4x6", "5x6-4,1"][game % 3];
        let mut history = History::new(start.parse::<Classic>().unwrap());
        let mut player = champion("share=1", game as u64);
        while history.state().outcome().is_none() {
            let state = *history.state();
            let played = match (state.side().index() + game) % 2 {
                0 => state.random_move(&mut rng),
                _ => {
                    let budget = Budget { nodes: Some(5_000_000), ..Budget::simulations(500_000) };
                    let decision = player.decide(&history, &budget).unwrap();
                    let next = state.play(decision.chosen).unwrap();
                    let after = next.outcome().map_or_else(|| score(&next), |outcome| outcome.value() as i32);
                    assert_eq!(-after, score(&state), "{:?} in {state}", decision.chosen);
                    decision.chosen
                }
            };
            history.play(played).unwrap();
        }
    }
}

/// Regression: the champion played 2 here and lost to fifteen plies of threats, which
/// simulations rarely play in the right order.
#[test]
fn forced_wins_of_the_opponent_are_seen_in_time() {
    let (state, decision) = decide::<Wide>("12x11-7,6:45484458", 1000);
    let loses = |m: Column| {
        let next = state.play(m).unwrap();
        Solver::new(0).forced_win(&next, 12, &mut Deadline::start(&Budget::default())).is_some()
    };
    let lost = decision.moves.iter().filter(|report| loses(report.played));
    let proven = lost.inspect(|report| {
        let outcome = report.proof.map(|proof| proof.outcome);
        assert_eq!(outcome, Some(Outcome::Loss), "{:?}", report.played);
    });
    assert_eq!(proven.count(), 7, "of eleven moves");
    assert!(!loses(decision.chosen));
}

#[test]
fn proofs_have_the_plies_of_the_full_game() {
    for (position, outcome, plies) in [
        ("112233", Outcome::Win, 1),
        ("33445", Outcome::Loss, 2),
        ("3344", Outcome::Win, 3),
        ("9x11-0,0:3344", Outcome::Win, 3),
    ] {
        let (_, decision) = decide::<Wide>(position, 1000);
        let proof = decision.proof.unwrap();
        assert_eq!((proof.outcome, proof.plies), (outcome, plies), "{position}");
        assert_eq!(decision.value, outcome.value());
    }
}

/// The search folds mirror images; its reports must not.
#[test]
fn progress_reports_have_the_real_columns() {
    let content =
        |decision: Decision<Column>| format!("{:?}", Decision { elapsed: Duration::ZERO, ..decision });
    for text in ["11x11-5,5:b2a39", "11x11-5,5:12"] {
        let state: State = text.parse().unwrap();
        for state in [state, state.transform(1)] {
            let history = History::new(state);
            let mut reports = Vec::new();
            let mut watch = |report: &dyn Fn() -> _| reports.push(report());
            let decided = |simulations| {
                content(champion("solve=0", 3).decide(&history, &Budget::simulations(simulations)).unwrap())
            };
            let watched = champion("solve=0", 3).think(&history, &Budget::simulations(500), &mut watch);
            assert_eq!(content(watched.unwrap()), decided(500));
            let last = reports.pop().unwrap();
            assert!(last.simulations > 100, "{}", last.simulations);
            assert_eq!(decided(last.simulations), content(last), "{state}");
        }
    }
}

/// Positions and their mirror images, on symmetric boards and on others.
#[test]
fn decisions_are_about_the_given_position_and_not_its_mirror_image() {
    for text in ["11x11-5,5:61728", "11x11-5,5:b2a39", "6x7:12", "6x7:76", "11x11-5,4:12"] {
        let state: State = text.parse().unwrap();
        for state in [state, state.transform(1)] {
            let mut player = champion("solve=0", 3);
            let mut history = History::new(state);
            while history.moves().len() < 6 && history.state().outcome().is_none() {
                let decision = player.decide(&history, &Budget::simulations(500)).unwrap();
                assert!(decision.moves.iter().all(|report| history.state().is_legal(report.played)));
                assert_eq!(decision.line[0], decision.chosen);
                let mut line = *history.state();
                decision.line.iter().for_each(|&m| line = line.play(m).unwrap());
                history.play(decision.chosen).unwrap();
            }
        }
    }
    let (state, decision) = decide::<u64>("6x7:71727", 3000);
    assert_eq!(state.move_text(decision.chosen), "7", "the block is not mirrored");
}

#[test]
fn an_unsafe_move_of_the_opponent_is_answered_by_the_win() {
    let mut player = champion("solve=0", 1);
    let mut history = History::new("9x9-0,0:5544".parse::<State>().unwrap());
    let decision = player.decide(&history, &Budget::simulations(500)).unwrap();
    history.play(decision.chosen).unwrap();
    // o does not block on either side.
    history.play(Column::new(8).unwrap()).unwrap();
    let win = player.decide(&history, &Budget::simulations(500)).unwrap();
    assert_eq!(history.state().play(win.chosen).unwrap().outcome(), Some(Outcome::Loss));
}

#[test]
fn the_same_seed_and_simulations_give_the_same_decision() {
    let history = History::new("10x12-3,7:66".parse::<State>().unwrap());
    let values = |seed| {
        let decision = champion("", seed).decide(&history, &Budget::simulations(3000)).unwrap();
        (decision.chosen, decision.value.to_bits(), decision.nodes)
    };
    assert_eq!(values(7), values(7));
    assert_ne!(values(7), values(8));
}

/// The solver has a fixed node allowance of its own, which simulations do not change.
#[test]
fn the_number_of_simulations_does_not_change_what_the_solver_does() {
    for text in ["4x5", "5x5-2,2:1234512", "4x4-0,0"] {
        let history = History::new(text.parse::<State>().unwrap());
        let solved = |simulations| {
            let decision = champion("", 1).decide(&history, &Budget::simulations(simulations)).unwrap();
            assert!(decision.proof.is_some() && decision.simulations == 0, "{text}: the solver decides");
            (decision.chosen, decision.nodes)
        };
        assert!(solved(1).1 > 100, "{text}");
        assert_eq!(solved(1), solved(100_000), "{text}");
    }
}

/// All steps together keep to the time limit, at every stage of the game.
#[test]
fn all_steps_share_the_time_limit() {
    let mut rng = Rng::with_seed(2);
    let mut late = 0;
    for seed in 0..8 {
        let mut history = History::new(State::random_board(rng.u64(..)));
        let mut player = champion("", seed);
        // Before and after the point where the solver runs.
        for _ in 0..rng.usize(0..90) {
            let m = history.state().random_move(&mut rng);
            if history.state().play(m).unwrap().outcome().is_none() {
                history.play(m).unwrap();
            }
        }
        let budget = Budget::wall(Duration::from_millis(40));
        let started = Instant::now();
        let decision = player.decide(&history, &budget).unwrap();
        assert!(history.state().is_legal(decision.chosen));
        // Other processes may delay a decision.
        late += usize::from(started.elapsed() > Duration::from_millis(60));
    }
    assert!(late <= 2, "{late} of 8 decisions were late");
}

#[test]
fn alphabeta_searches_to_its_depth() {
    let history = History::new("9x9-0,0:55".parse::<State>().unwrap());
    for depth in [1, 4] {
        let mut player = State::strategies().build(&format!("alphabeta:depth={depth}")).unwrap();
        let decision = player.decide(&history, &Budget::default()).unwrap();
        assert_eq!(decision.depth, depth);
    }
    let mut player = State::strategies().build("alphabeta:depth=3").unwrap();
    let won = History::new("9x9-0,0:5544".parse().unwrap());
    assert_eq!(player.decide(&won, &Budget::default()).unwrap().proof.map(|p| p.plies), Some(3));
}
