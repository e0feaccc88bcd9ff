//! The champion is perfect where the game can be solved, sees what is forced,
//! and keeps to its clock everywhere.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use clock::{Budget, Deadline};
use connect4::bits::Wide;
use connect4::{Class, Classic, Column, Position, Solver, State, strategies};
use game::{Decision, Engine, Game, History, Outcome, Rng, Symmetric};

type Player<B> = Box<dyn Engine<Position<B>>>;

fn champion<B: Class>(parameters: &str, seed: u64) -> Player<B> {
    strategies().build_seeded(&format!("champion:memory=8,table=8,{parameters}"), Some(seed)).unwrap()
}

fn decide<B: Class>(text: &str, simulations: u64) -> (Position<B>, Decision<Column>) {
    let history = History::new(text.parse().unwrap());
    let decision = champion("", 1).decide(&history, &Budget::simulations(simulations)).unwrap();
    (*history.state(), decision)
}

fn score<B: Class>(state: &Position<B>) -> i32 {
    Solver::new(1 << 20).solve_outcome(state, &mut Deadline::start(&Budget::default())).unwrap().score
}

#[test]
fn on_a_small_board_it_never_gives_away_half_a_point() {
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
                    let decision = player.decide(&history, &Budget::simulations(500_000)).unwrap();
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

/// It once answered 2 here, and lost to fifteen plies of threats: simulations
/// hardly ever play them all in the right order.
#[test]
fn it_sees_a_chain_of_threats_before_it_is_too_late() {
    let (state, decision) = decide::<Wide>("12x11-7,6:45484458", 1000);
    let loses = |m: Column| {
        let next = state.play(m).unwrap();
        Solver::new(0).forced_win(&next, 12, &mut Deadline::start(&Budget::default())).is_some()
    };
    let lost = decision.moves.iter().filter(|report| loses(report.played));
    let seen = lost.inspect(|report| {
        let outcome = report.proof.map(|proof| proof.outcome);
        assert_eq!(outcome, Some(Outcome::Loss), "{:?}", report.played);
    });
    assert_eq!(seen.count(), 7, "of eleven moves");
    assert!(!loses(decision.chosen));
}

#[test]
fn proofs_tell_the_real_distance() {
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

/// Of a position and its mirror image the search sees only one.
#[test]
fn who_watches_sees_the_real_columns() {
    let content =
        |decision: Decision<Column>| format!("{:?}", Decision { elapsed: Duration::ZERO, ..decision });
    for text in ["11x11-5,5:b2a39", "11x11-5,5:12"] {
        let state: State = text.parse().unwrap();
        for state in [state, state.transform(1)] {
            let history = History::new(state);
            let mut thoughts = Vec::new();
            let mut watch = |thought: &dyn Fn() -> _| thoughts.push(thought());
            let decided = |simulations| {
                content(champion("solve=0", 3).decide(&history, &Budget::simulations(simulations)).unwrap())
            };
            let watched = champion("solve=0", 3).think(&history, &Budget::simulations(500), &mut watch);
            assert_eq!(content(watched.unwrap()), decided(500));
            let last = thoughts.pop().unwrap();
            assert!(last.simulations > 100, "{}", last.simulations);
            assert_eq!(decided(last.simulations), content(last), "{state}");
        }
    }
}

/// The same position and its mirror image, on a symmetric board and on one
/// that is not: the answer is about the position that was asked.
#[test]
fn the_search_may_look_at_the_mirror_image_but_answers_for_the_real_one() {
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
    assert_eq!(state.move_text(decision.chosen), "7", "the block is where it is, not in the mirror");
}

#[test]
fn a_move_that_nobody_would_make_is_answered_by_the_win() {
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
fn the_same_seed_and_simulations_are_the_same_decision() {
    let history = History::new("10x12-3,7:66".parse::<State>().unwrap());
    let values = |seed| {
        let decision = champion("", seed).decide(&history, &Budget::simulations(3000)).unwrap();
        (decision.chosen, decision.value.to_bits(), decision.nodes)
    };
    assert_eq!(values(7), values(7));
    assert_ne!(values(7), values(8));
}

/// All rooms together keep to the time, also where the solver has nearly
/// everything to do.
#[test]
fn the_clock_is_shared() {
    let mut rng = Rng::with_seed(2);
    let mut late = 0;
    for lot in 0..8 {
        let mut history = History::new(State::judges_board(rng.u64(..)));
        let mut player = champion("", lot);
        // Somewhere in the game, where the solver may be asked or not.
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
        // Others may be using the machine: that is not this engine's fault.
        late += usize::from(started.elapsed() > Duration::from_millis(60));
    }
    assert!(late <= 2, "{late} of 8 decisions were late");
}

#[test]
fn the_alpha_beta_player_looks_as_far_as_it_is_told() {
    let history = History::new("9x9-0,0:55".parse::<State>().unwrap());
    for depth in [1, 4] {
        let mut player = strategies().build(&format!("alphabeta:depth={depth}")).unwrap();
        let decision = player.decide(&history, &Budget::default()).unwrap();
        assert_eq!(decision.depth, depth);
    }
    let mut player: Player<Wide> = strategies().build("alphabeta:depth=3").unwrap();
    let won = History::new("9x9-0,0:5544".parse().unwrap());
    assert_eq!(player.decide(&won, &Budget::default()).unwrap().proof.map(|p| p.plies), Some(3));
}
