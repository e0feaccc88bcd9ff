//! Games with engines that break the rules of the match.

use std::thread;

use clock::Budget;
use game::{Decision, Engine, GameOver, Proof, RandomEngine, Watch, Work};
use tictactoe::{Cell, State};

use super::*;
use crate::limits::MoveLimits;
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
    engines.map(|engine| {
        let player = Box::new(EnginePlayer::new(engine, Budget::wall(time)));
        Seat::new(player, Some(TimeControl::per_move(time)))
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

/// A game of the first legal moves; each move of the first side is reported to have taken
/// `each`. Moves may be 50 ms late.
fn on_a_clock(control: TimeControl, each: Duration) -> GameResult {
    struct Timed(Duration);
    impl MatchPlayer<State> for Timed {
        fn choose(
            &mut self,
            history: &History<State>,
            _: Option<&GameClock>,
        ) -> Result<ChosenMove<Cell>, Fault> {
            Ok(ChosenMove::bare(first_legal(history.state()), self.0))
        }
    }
    let seats =
        [Seat::new(Box::new(Timed(each)), Some(control)), Seat::new(Box::new(Timed(Duration::ZERO)), None)];
    play(History::new(State::start()), seats, Duration::from_millis(50), false).result()
}

/// The first legal moves win for the first side with its fourth move.
#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let ms = Duration::from_millis;
    let chess = TimeControl::per_game(ms(1000), ms(100));
    // 1000 - 330 + 100 - 330 + 100 - 330 + 100 = 310: 20 ms too little, which is tolerated.
    let result = on_a_clock(chess, ms(330));
    assert_eq!((result.outcome, result.forfeit.clone()), (Outcome::Win, None));
    assert_eq!((result.usage[0].moves, result.usage[0].least_bank), (4, Some(ms(0))));
    assert_eq!(result.usage[1].least_bank, None);
    let result = on_a_clock(chess, ms(350));
    assert_eq!(lost_by(&result, FaultKind::Late), "350.0ms for a move with 250.0ms left on its clock");

    let kaggle = TimeControl { free: ms(200), bank: ms(300), increment: ms(0) };
    let result = on_a_clock(kaggle, ms(250));
    assert_eq!((result.outcome, result.usage[0].least_bank), (Outcome::Win, Some(ms(100))));
    let result = on_a_clock(kaggle, ms(330));
    assert_eq!(lost_by(&result, FaultKind::Late), "330.0ms for a move with 240.0ms left on its clock");
    assert_eq!(result.usage[0].moves, 3, "the move that came too late counts");
}

/// Notes the time that it is allowed, and takes none.
struct Noting(std::sync::mpsc::Sender<Duration>);

impl Engine<State> for Noting {
    fn think(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        _: &mut Watch<'_, Decision<Cell>>,
    ) -> Result<Decision<Cell>, GameOver> {
        self.0.send(budget.wall.unwrap()).unwrap();
        Ok(Decision::bare(first_legal(history.state())))
    }
}

#[test]
fn an_engine_divides_its_clock_among_its_moves() {
    let allowed = |time: TimeControl| {
        let (sender, allowed) = std::sync::mpsc::channel();
        let budget = MoveLimits { time: Some(time), ..MoveLimits::default() }.for_match(Work::Simulations);
        let player = EnginePlayer::new(Box::new(Noting(sender)), budget);
        let other = EnginePlayer::new(Box::new(RandomEngine::new(1)), Budget::simulations(1));
        let seats = [Seat::new(Box::new(player), Some(time)), Seat::new(Box::new(other), None)];
        play(History::new(State::start()), seats, Duration::from_secs(60), false);
        allowed.into_iter().collect::<Vec<_>>()
    };
    let minute = Duration::from_secs(60);
    let times = allowed(TimeControl::per_game(minute, Duration::ZERO));
    assert!(
        times.len() >= 3 && times.iter().all(|time| (minute / 8..=minute / 2).contains(time)),
        "{times:?}"
    );
    let times = allowed(TimeControl { free: minute, bank: minute, increment: Duration::ZERO });
    assert!(times.iter().all(|time| (minute * 9 / 8..=minute * 3 / 2).contains(time)), "{times:?}");
    // Without a bank it has its time, and no margin.
    assert!(allowed(TimeControl::per_move(minute)).iter().all(|time| *time == minute));
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
