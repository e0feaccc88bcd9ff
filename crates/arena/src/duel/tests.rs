//! Games with engines that do this or that wrong.

use std::thread;

use game::{Decision, Engine, GameOver, Proof, RandomEngine, Watch};
use tictactoe::{Cell, State};

use super::*;
use crate::player::Own;

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

/// This engine moves first, against random moves, with all the time in
/// the world.
fn against_random(act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> Played {
    within(Duration::from_secs(60), act)
}

fn within(wall: Duration, act: impl FnMut(&State) -> Result<Cell, GameOver> + Send + 'static) -> Played {
    let budget = Budget::wall(wall);
    let engines: [Box<dyn Engine<State>>; 2] = [Box::new(Act(act)), Box::new(RandomEngine::new(1))];
    let seats = engines.map(|engine| Seat { player: Box::new(Own(engine)), budget: &budget });
    play(History::new(State::start()), seats, Duration::from_millis(50)).played()
}

fn first_legal(state: &State) -> Cell {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves[0]
}

#[track_caller]
fn lost_by(played: &Played, kind: FaultKind) -> &str {
    let Some((side, fault)) = &played.fault else { panic!("no fault in {played:?}") };
    assert_eq!((*side, fault.kind, played.outcome), (Side::First, kind, Outcome::Loss));
    &fault.text
}

#[test]
fn a_game_is_played_to_its_end_and_all_that_was_used_is_counted() {
    let played = against_random(|state| Ok(first_legal(state)));
    assert_eq!(played.fault, None);
    assert!((5..=9).contains(&played.plies));
    let [first, second] = played.usage;
    assert_eq!(first.moves + second.moves, played.plies);
    assert_eq!((first.simulations, second.simulations), (3 * first.moves, 0));
    assert!(first.worst <= first.time);
}

/// Claims from its second move on that it wins, whatever happens.
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
    let budget = Budget::wall(Duration::from_secs(60));
    let mut seen = [false; 2];
    for seed in 0..30 {
        let engines: [Box<dyn Engine<State>>; 2] = [Box::new(Boaster), Box::new(RandomEngine::new(seed))];
        let seats = engines.map(|engine| Seat { player: Box::new(Own(engine)), budget: &budget });
        let played = play(History::new(State::start()), seats, Duration::from_secs(60)).played();
        let right = played.outcome == Outcome::Win;
        assert_eq!(played.proven, right.then(|| played.plies - 2), "{played:?}");
        seen[usize::from(right)] = true;
    }
    assert_eq!(seen, [true; 2], "it was right and wrong");
}

#[test]
fn an_illegal_move_loses() {
    let played = against_random(|_| Ok(Cell::new(1, 1).unwrap()));
    assert!(lost_by(&played, FaultKind::Illegal).contains("b2 is not a legal move in "));
}

#[test]
fn an_error_loses() {
    let played = against_random(|_| Err(GameOver));
    assert_eq!(lost_by(&played, FaultKind::Error), GameOver.to_string());
}

#[test]
fn a_panic_loses_and_says_why() {
    let with_text = against_random(|_| panic!("out of ideas"));
    assert_eq!(lost_by(&with_text, FaultKind::Panic), "out of ideas");
    let formatted = against_random(|state| panic!("lost in {state}"));
    assert_eq!(lost_by(&formatted, FaultKind::Panic), "lost in .../.../...");
}

#[test]
fn a_late_move_loses() {
    let played = within(Duration::from_millis(1), |state| {
        thread::sleep(Duration::from_millis(60));
        Ok(first_legal(state))
    });
    assert!(lost_by(&played, FaultKind::Late).ends_with("for a move instead of 1ms"));
    assert_eq!(played.usage[0].moves, 1);
}

#[test]
fn equal_games_have_equal_fingerprints_and_others_do_not() {
    let game = |moves| fingerprint(&crate::position::read_game::<State>("start", moves).unwrap());
    assert_eq!(game("b2 a1"), game("b2 a1"));
    assert_ne!(game("b2 a1"), game("a1 b2"));
    assert_ne!(game("b2 a1"), game("b2"));
}
