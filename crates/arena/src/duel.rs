//! One game between two engines, with the arena as the judge.
//!
//! The judge checks every move, takes the time, and catches a panic; a fault
//! loses the game and harms nothing else.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

use clock::Budget;
use game::{Decision, Engine, Game, GameOver, History, Move, Outcome, Side};

/// A player and what it may use.
pub struct Player<'a, G: Game> {
    /// Who decides.
    pub engine: Box<dyn Engine<G, Budget>>,
    /// What a decision may cost.
    pub budget: &'a Budget,
}

/// What a player can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A move that the rules forbid.
    Illegal,
    /// No move, but an error.
    Error,
    /// The engine panicked.
    Panic,
    /// The move came later than the budget and the tolerance allow.
    Late,
}

impl FaultKind {
    /// All of them, as tables list them.
    pub const ALL: [FaultKind; 4] = [FaultKind::Illegal, FaultKind::Error, FaultKind::Panic, FaultKind::Late];

    /// What a person reads.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal move",
            FaultKind::Error => "engine error",
            FaultKind::Panic => "panic",
            FaultKind::Late => "too late",
        }
    }
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// The particulars.
    pub text: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, text: impl ToString) -> Fault {
        Fault { kind, text: text.to_string() }
    }
}

/// What a player has used.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Usage {
    /// Decisions made.
    pub moves: u64,
    /// Time for all of them.
    pub time: Duration,
    /// Time for the slowest.
    pub worst: Duration,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
}

impl Usage {
    /// Both together.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.worst = self.worst.max(other.worst);
        self.simulations += other.simulations;
        self.nodes += other.nodes;
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The result for the first side.
    pub outcome: Outcome,
    /// Moves made, the opening's included.
    pub plies: u64,
    /// What each side has used.
    pub usage: [Usage; 2],
    /// Who lost by a fault.
    pub fault: Option<(Side, Fault)>,
    /// A number that follows from the moves: equal games have equal ones.
    pub fingerprint: u64,
}

/// Plays the game that has begun as `history` to its end; players and usage
/// are by side. A move may be late by `tolerance`.
pub fn play<G: Game>(mut history: History<G>, mut players: [Player<G>; 2], tolerance: Duration) -> Played {
    let mut usage = [Usage::default(); 2];
    let mut fault = None;
    let outcome = loop {
        let state = history.state();
        let side = state.side();
        if let Some(outcome) = state.outcome() {
            break seen_by_first(outcome, side);
        }
        let turn = decide(&mut players[side.index()], &history, tolerance, &mut usage[side.index()]);
        let made = turn.and_then(|m| history.play(m).map_err(|error| Fault::new(FaultKind::Illegal, error)));
        if let Err(error) = made {
            fault = Some((side, error));
            break seen_by_first(Outcome::Loss, side);
        }
    };
    let plies = history.moves().len() as u64;
    Played { outcome, plies, usage, fault, fingerprint: fingerprint(&history) }
}

fn seen_by_first(outcome: Outcome, side: Side) -> Outcome {
    match side {
        Side::First => outcome,
        Side::Second => -outcome,
    }
}

fn decide<G: Game>(
    player: &mut Player<G>,
    history: &History<G>,
    tolerance: Duration,
    usage: &mut Usage,
) -> Result<G::Move, Fault> {
    let started = Instant::now();
    let decided = quietly(|| player.engine.decide(history, player.budget));
    let taken = started.elapsed();
    let decision: Result<Decision<G::Move>, GameOver> =
        decided.map_err(|message| Fault::new(FaultKind::Panic, message))?;
    let decision = decision.map_err(|error| Fault::new(FaultKind::Error, error))?;
    usage.add(&Usage {
        moves: 1,
        time: taken,
        worst: taken,
        simulations: decision.simulations,
        nodes: decision.nodes,
    });
    match player.budget.wall {
        Some(wall) if taken > wall + tolerance => {
            Err(Fault::new(FaultKind::Late, format!("{taken:.1?} for a move instead of {wall:?}")))
        }
        _ => Ok(decision.chosen),
    }
}

/// FNV-1a over the numbers of the moves.
fn fingerprint<G: Game>(history: &History<G>) -> u64 {
    let numbers = history.moves().iter().map(|m| m.index() as u64);
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, n| (hash ^ n).wrapping_mul(0x0100_0000_01b3))
}

thread_local! {
    /// Is what panics in this thread going to be caught and reported?
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs foreign code; a panic in it becomes its message, and is not printed.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    // What it was working on is thrown away with the engine.
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        message.unwrap_or("without a message").to_string()
    })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use game::RandomEngine;
    use tictactoe::{Cell, State};

    use super::*;

    /// An engine made of a function.
    struct Act<F>(F);

    impl<F: FnMut(&State) -> Result<Cell, GameOver> + Send> Engine<State, Budget> for Act<F> {
        fn decide(&mut self, history: &History<State>, _: &Budget) -> Result<Decision<Cell>, GameOver> {
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
        let players: [Player<State>; 2] = [
            Player { engine: Box::new(Act(act)), budget: &budget },
            Player { engine: Box::new(RandomEngine::new(1)), budget: &budget },
        ];
        play(History::new(State::start()), players, Duration::from_millis(50))
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
}
