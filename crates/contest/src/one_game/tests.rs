//! Games with engines that break the rules of the match.

use std::thread;

use clock::Budget;
use game::{Decision, Engine, GameOver, Proof, RandomEngine, Watch};
use tictactoe::{Cell, State};

use super::*;
use crate::player::EnginePlayer;

/// An engine made of a function.
struct Act<F>(F);

impl<F: FnMut(&State) -> Result<Cell, GameOver> + Send> Engine<State> for Act<F> {
    fn think(
        &mut self,
        history: &History<State>,
        _: &Budget,
        _: &mut Watch<'_, Decision<Cell>>,
    ) -> Result<Decision<Cell>, GameOver> {
        Ok(Decision { simulations: 3, ..Decision::bare((self.0)(history.state())?) })
    }
}

fn seats(engines: [Box<dyn Engine<State>>; 2], time: Duration) -> [Seat<'static, State>; 2] {
    engines.map(|engine| Seat {
        player: Box::new(EnginePlayer::new(engine, Budget::wall(time))),
        time: Some(time),
    })
}

/// The engine moves first, against random moves, with a time limit that it does
/// not reach.
fn against_random(act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> GameResult {
    within(Duration::from_secs(60), act)
}

fn within(time: Duration, act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> GameResult {
    let engines: [Box<dyn Engine<State>>; 2] = [Box::new(Act(act)), Box::new(RandomEngine::new(1))];
    play(History::new(State::start()), seats(engines, time), Duration::from_millis(50), false).result()
}

fn first_legal(state: &State) -> Cell {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves[0]
}

#[track_caller]
fn lost_by(result: &GameResult, kind: FaultKind) -> &str {
    let Some((side, forfeit)) = &result.forfeit else { panic!("no forfeit in {result:?}") };
    assert_eq!((*side, forfeit.kind, result.outcome), (Side::First, kind, Outcome::Loss));
    &forfeit.text
}

#[test]
fn a_game_is_played_to_its_end_and_usage_is_counted() {
    let result = against_random(|state| Ok(first_legal(state)));
    assert_eq!(result.forfeit, None);
    assert!((5..=9).contains(&result.plies));
    let [first, second] = result.usage;
    assert_eq!(first.moves + second.moves, result.plies);
    assert_eq!((first.simulations, second.simulations), (3 * first.moves, 0));
    assert!(first.worst <= first.time);
}

/// Reports from its second move on that it has proven a win.
struct Boaster;

impl Engine<State> for Boaster {
    fn think(
        &mut self,
        history: &History<State>,
        _: &Budget,
        _: &mut Watch<'_, Decision<Cell>>,
    ) -> Result<Decision<Cell>, GameOver> {
        let proof = (history.moves().len() > 1).then_some(Proof { outcome: Outcome::Win, plies: 1 });
        Ok(Decision { proof, ..Decision::bare(first_legal(history.state())) })
    }
}

#[test]
fn a_proof_counts_from_where_it_was_found_if_it_was_right() {
    let mut seen = [false; 2];
    for seed in 0..30 {
        let engines: [Box<dyn Engine<State>>; 2] = [Box::new(Boaster), Box::new(RandomEngine::new(seed))];
        let minute = Duration::from_secs(60);
        let result = play(History::new(State::start()), seats(engines, minute), minute, false).result();
        let right = result.outcome == Outcome::Win;
        assert_eq!(result.proven, right.then(|| result.plies - 2), "{result:?}");
        seen[usize::from(right)] = true;
    }
    assert_eq!(seen, [true; 2], "it was right and wrong");
}

#[test]
fn an_illegal_move_loses() {
    let result = against_random(|_| Ok(Cell::new(1, 1).unwrap()));
    assert!(lost_by(&result, FaultKind::Illegal).contains("b2 is not a legal move in "));
}

#[test]
fn an_error_loses() {
    let result = against_random(|_| Err(GameOver));
    assert_eq!(lost_by(&result, FaultKind::Error), GameOver.to_string());
}

#[test]
fn a_panic_loses_and_its_message_is_kept() {
    let with_text = against_random(|_| panic!("out of ideas"));
    assert_eq!(lost_by(&with_text, FaultKind::Panic), "out of ideas");
    let formatted = against_random(|state| panic!("lost in {state}"));
    assert_eq!(lost_by(&formatted, FaultKind::Panic), "lost in .../.../...");
}

#[test]
fn a_late_move_loses() {
    let result = within(Duration::from_millis(1), |state| {
        thread::sleep(Duration::from_millis(60));
        Ok(first_legal(state))
    });
    assert!(lost_by(&result, FaultKind::Late).ends_with("for a move instead of 1ms"));
    assert_eq!(result.usage[0].moves, 1);
}

#[test]
fn equal_games_have_equal_fingerprints_and_others_do_not() {
    let game = |moves: &[&str]| {
        let mut history = History::new(State::start());
        for text in moves {
            history.play(history.state().parse_move(text).unwrap()).unwrap();
        }
        fingerprint(&history)
    };
    assert_eq!(game(&["b2", "a1"]), game(&["b2", "a1"]));
    assert_ne!(game(&["b2", "a1"]), game(&["a1", "b2"]));
    assert_ne!(game(&["b2", "a1"]), game(&["b2"]));
}
