//! One game between two players.
//!
//! Every move and its time are checked. A player that breaks the rules of the
//! match forfeits the game; nothing else is affected.

use std::time::Duration;

use clock::{GameClock, TimeControl};
use game::{Game, History, Move, Outcome, Side};

use crate::fault::{Fault, FaultKind};
use crate::player::{ChosenMove, MatchPlayer};
use crate::terms::Contender;

/// A player and its clock.
pub struct Seat<'a, G: Game> {
    /// The player.
    pub player: Box<dyn MatchPlayer<G> + 'a>,
    /// Its clock, if its time is limited.
    pub clock: Option<GameClock>,
}

impl<'a, G: Game> Seat<'a, G> {
    /// A player before its first move, with this time.
    pub fn new(player: Box<dyn MatchPlayer<G> + 'a>, time: Option<TimeControl>) -> Self {
        Seat { player, clock: time.map(GameClock::new) }
    }
}

/// Record of one choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveRecord {
    /// Time taken.
    pub time: Duration,
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// Number of simulations.
    pub simulations: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Result for the side to move, if it was proven.
    pub proven: Option<Outcome>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame<G: Game> {
    /// All moves, with those of the opening.
    pub history: History<G>,
    /// Number of moves of the opening.
    pub opening: usize,
    /// The choices after the opening, in order. After a forfeit the last one
    /// may have no move in the history.
    pub choices: Vec<MoveRecord>,
    /// Result for the first side.
    pub outcome: Outcome,
    /// The side that lost by a forfeit.
    pub forfeit: Option<(Side, Fault)>,
    /// Was the game ended before its end, with a proven result?
    pub adjudicated: bool,
    /// Time of each side, if it was limited.
    pub times: [Option<TimeControl>; 2],
}

impl<G: Game> FinishedGame<G> {
    /// The numbers that a tally adds up.
    pub fn result(&self) -> GameResult {
        let mut usage = [Usage::default(); 2];
        let with_bank = |time: &TimeControl| !time.is_per_move();
        let mut clocks = self.times.map(|time| time.filter(with_bank).map(GameClock::new));
        let mut side = self.side_after_opening();
        for choice in &self.choices {
            let mut used = Usage::of(choice);
            if let Some(clock) = &mut clocks[side.index()] {
                clock.spend(choice.time);
                used.least_bank = Some(clock.bank().saturating_sub(clock.control().increment));
            }
            usage[side.index()].add(&used);
            side = side.other();
        }
        GameResult {
            outcome: self.outcome,
            plies: self.history.moves().len() as u64,
            usage,
            proven: self.proven().map(|choice| (self.choices.len() - choice) as u64),
            forfeit: self.forfeit.clone(),
            adjudicated: self.adjudicated,
            fingerprint: fingerprint(&self.history),
        }
    }

    /// Number, from 0, of the first choice whose player had proven the result
    /// of the game.
    pub fn proven(&self) -> Option<usize> {
        let first = self.side_after_opening();
        (0..).zip(&self.choices).position(|(i, choice): (u32, _)| {
            let mover = if i.is_multiple_of(2) { first } else { first.other() };
            choice.proven.is_some_and(|outcome| for_first_side(outcome, mover) == self.outcome)
        })
    }

    /// The side that made the first choice: sides strictly alternate.
    fn side_after_opening(&self) -> Side {
        match self.opening.is_multiple_of(2) {
            true => self.history.start().side(),
            false => self.history.start().side().other(),
        }
    }
}

/// Sums over the choices of a player.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Usage {
    /// Number of choices.
    pub moves: u64,
    /// Total time.
    pub time: Duration,
    /// Longest time of a choice.
    pub worst: Duration,
    /// Number of simulations.
    pub simulations: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Least time in the bank after a move and before its increment, if the clock has one.
    pub least_bank: Option<Duration>,
}

impl Usage {
    fn of(choice: &MoveRecord) -> Usage {
        let MoveRecord { time, simulations, nodes, .. } = *choice;
        Usage { moves: 1, time, worst: time, simulations, nodes, least_bank: None }
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.worst = self.worst.max(other.worst);
        self.simulations += other.simulations;
        self.nodes += other.nodes;
        self.least_bank = self.least_bank.into_iter().chain(other.least_bank).min();
    }

    /// Mean time of a choice.
    pub fn mean_time(&self) -> Duration {
        self.time.div_f64(self.moves.max(1) as f64)
    }
}

/// The numbers of a finished game that a tally adds up.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Result for the first side.
    pub outcome: Outcome,
    /// Number of moves, with those of the opening.
    pub plies: u64,
    /// What each side has used.
    pub usage: [Usage; 2],
    /// Number of plies before the end at which a player had proven the result.
    pub proven: Option<u64>,
    /// The side that lost by a forfeit.
    pub forfeit: Option<(Side, Fault)>,
    /// Was the game ended before its end, with a proven result?
    pub adjudicated: bool,
    /// A hash of the moves: equal games have equal fingerprints.
    pub fingerprint: u64,
}

impl GameResult {
    /// Result for A in game number `game` of its pairing.
    pub fn outcome_for_a(&self, game: u64) -> Outcome {
        for_first_side(self.outcome, Contender::side_of_a(game))
    }

    /// The same in points: 0, ½ or 1.
    pub fn score_of_a(&self, game: u64) -> f64 {
        f64::from(self.outcome_for_a(game).value() + 1.0) / 2.0
    }
}

/// Plays the game that has begun with the opening `history` to its end; seats
/// are by side. A move may be late by `tolerance`. With `adjudicate` the game ends as
/// soon as [its result is agreed](agreed).
pub fn play<G: Game>(
    mut history: History<G>,
    mut seats: [Seat<'_, G>; 2],
    tolerance: Duration,
    adjudicate: bool,
) -> FinishedGame<G> {
    let opening = history.moves().len();
    let times = [0, 1].map(|i: usize| seats[i].clock.map(|clock| clock.control()));
    let mut choices = Vec::new();
    let (mut forfeit, mut adjudicated) = (None, false);
    let outcome = loop {
        let state = history.state();
        let side = state.side();
        if let Some(outcome) = state.outcome() {
            break for_first_side(outcome, side);
        }
        let chosen = choose(&mut seats[side.index()], &history, tolerance, &mut choices);
        if let Err(reason) = chosen.and_then(|m| make_move(&mut history, m)) {
            forfeit = Some((side, reason));
            break for_first_side(Outcome::Loss, side);
        }
        let agreed = agreed(&choices).filter(|_| adjudicate);
        if let (Some(agreed), None) = (agreed, history.state().outcome()) {
            adjudicated = true;
            break for_first_side(agreed, side);
        }
    };
    FinishedGame { history, opening, choices, outcome, forfeit, adjudicated, times }
}

/// The result for the player of the last choice, if there is nothing left to play for: it
/// has proven its win, or both players have proven the same result. A player that has
/// only proven its own draw or loss may still profit from a mistake.
pub fn agreed(choices: &[MoveRecord]) -> Option<Outcome> {
    let (last, before) = choices.split_last()?;
    let proven = last.proven?;
    let by_both = before.last().is_some_and(|other| other.proven == Some(-proven));
    (proven == Outcome::Win || by_both).then_some(proven)
}

/// Turns a result for `side` into a result for the first side, and back.
pub fn for_first_side(outcome: Outcome, side: Side) -> Outcome {
    match side {
        Side::First => outcome,
        Side::Second => -outcome,
    }
}

fn choose<G: Game>(
    seat: &mut Seat<'_, G>,
    history: &History<G>,
    tolerance: Duration,
    choices: &mut Vec<MoveRecord>,
) -> Result<G::Move, Fault> {
    let ChosenMove { played, time, value, simulations, nodes, proven } =
        seat.player.choose(history, seat.clock.as_ref())?;
    choices.push(MoveRecord { time, value, simulations, nodes, proven });
    if let Some(clock) = &mut seat.clock {
        check_time(time, clock, tolerance)?;
        clock.spend(time);
    }
    Ok(played)
}

/// Checks that a move was made within the time on the clock and the tolerance.
pub fn check_time(time: Duration, clock: &GameClock, tolerance: Duration) -> Result<(), Fault> {
    if clock.allows(time, tolerance) {
        return Ok(());
    }
    let left = clock.left();
    let why = match clock.control().is_per_move() {
        true => format!("{time:.1?} for a move instead of {left:?}"),
        false => format!("{time:.1?} for a move with {left:.1?} left on its clock"),
    };
    Err(Fault::new(FaultKind::Late, why))
}

/// Plays a move if it is legal.
pub fn make_move<G: Game>(history: &mut History<G>, m: G::Move) -> Result<(), Fault> {
    history.play(m).map_err(|error| Fault::new(FaultKind::Illegal, error))
}

/// FNV-1a hash of the indices of the moves.
fn fingerprint<G: Game>(history: &History<G>) -> u64 {
    let indices = history.moves().iter().map(|m| m.index() as u64);
    indices.fold(0xcbf2_9ce4_8422_2325, |hash, n| (hash ^ n).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
