//! One game between two players, with the arena as the judge.
//!
//! The judge checks every move and its time; a fault loses the game and
//! harms nothing else.

use std::time::Duration;

use clock::Budget;
use game::{Game, History, Move, Outcome, Side};

use crate::player::{Choice, Fault, FaultKind, Player};
use crate::tally::Name;

/// A player and what it may use.
pub struct Seat<'a, G: Game> {
    /// Who chooses.
    pub player: Box<dyn Player<G>>,
    /// What a choice may cost.
    pub budget: &'a Budget,
}

/// What was seen of one choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// How long it took.
    pub time: Duration,
    /// What the player expected, in [−1, 1].
    pub value: f32,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// The result for the side to move, if it was proven.
    pub proven: Option<Outcome>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished<G: Game> {
    /// All moves, the opening's included.
    pub history: History<G>,
    /// So many moves were the opening's.
    pub opening: usize,
    /// The choices after the opening, in turn. The last one is no move of the
    /// history if it was a fault.
    pub turns: Vec<Turn>,
    /// The result for the first side.
    pub outcome: Outcome,
    /// Who lost by a fault.
    pub fault: Option<(Side, Fault)>,
}

impl<G: Game> Finished<G> {
    /// What the sums of a match need of it.
    pub fn played(&self) -> Played {
        let mut usage = [Usage::default(); 2];
        let mut side = self.side_after_opening();
        for turn in &self.turns {
            usage[side.index()].add(&Usage::of(turn));
            side = side.other();
        }
        Played {
            outcome: self.outcome,
            plies: self.history.moves().len() as u64,
            usage,
            proven: self.proven().map(|choice| (self.turns.len() - choice) as u64),
            fault: self.fault.clone(),
            fingerprint: fingerprint(&self.history),
        }
    }

    /// The number of the first choice, from 0, whose player had proven how
    /// the game would end.
    pub fn proven(&self) -> Option<usize> {
        let first = self.side_after_opening();
        (0..).zip(&self.turns).position(|(i, turn): (u32, _)| {
            let mover = if i.is_multiple_of(2) { first } else { first.other() };
            turn.proven.is_some_and(|outcome| seen_by_first(outcome, mover) == self.outcome)
        })
    }

    /// Who made the first choice: sides strictly alternate.
    fn side_after_opening(&self) -> Side {
        match self.opening.is_multiple_of(2) {
            true => self.history.start().side(),
            false => self.history.start().side().other(),
        }
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
    fn of(turn: &Turn) -> Usage {
        let Turn { time, simulations, nodes, .. } = *turn;
        Usage { moves: 1, time, worst: time, simulations, nodes }
    }

    /// Both together.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.time += other.time;
        self.worst = self.worst.max(other.worst);
        self.simulations += other.simulations;
        self.nodes += other.nodes;
    }
}

/// What a finished game adds to the sums of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The result for the first side.
    pub outcome: Outcome,
    /// Moves made, the opening's included.
    pub plies: u64,
    /// What each side has used.
    pub usage: [Usage; 2],
    /// So many plies before the end one side had proven it.
    pub proven: Option<u64>,
    /// Who lost by a fault.
    pub fault: Option<(Side, Fault)>,
    /// A number that follows from the moves: equal games have equal ones.
    pub fingerprint: u64,
}

impl Played {
    /// The result for A in game number `game` of its pairing.
    pub fn outcome_for_a(&self, game: u64) -> Outcome {
        seen_by_first(self.outcome, Name::side_of_a(game))
    }

    /// The same in points: 0, ½ or 1.
    pub fn score_of_a(&self, game: u64) -> f64 {
        f64::from(self.outcome_for_a(game).value() + 1.0) / 2.0
    }
}

/// Plays the game that has begun with the opening `history` to its end; seats
/// are by side. A move may be late by `tolerance`.
pub fn play<G: Game>(mut history: History<G>, mut seats: [Seat<G>; 2], tolerance: Duration) -> Finished<G> {
    let opening = history.moves().len();
    let mut turns = Vec::new();
    let mut fault = None;
    let outcome = loop {
        let state = history.state();
        let side = state.side();
        if let Some(outcome) = state.outcome() {
            break seen_by_first(outcome, side);
        }
        let chosen = choose(&mut seats[side.index()], &history, tolerance, &mut turns);
        if let Err(made) = chosen.and_then(|m| make(&mut history, m)) {
            fault = Some((side, made));
            break seen_by_first(Outcome::Loss, side);
        }
    };
    Finished { history, opening, turns, outcome, fault }
}

/// What is an outcome for `side`, for the first side.
pub fn seen_by_first(outcome: Outcome, side: Side) -> Outcome {
    match side {
        Side::First => outcome,
        Side::Second => -outcome,
    }
}

fn choose<G: Game>(
    seat: &mut Seat<G>,
    history: &History<G>,
    tolerance: Duration,
    turns: &mut Vec<Turn>,
) -> Result<G::Move, Fault> {
    let Choice { played, time, value, simulations, nodes, proven } =
        seat.player.choose(history, seat.budget, tolerance)?;
    turns.push(Turn { time, value, simulations, nodes, proven });
    in_time(time, seat.budget, tolerance)?;
    Ok(played)
}

/// Was a move so quick that it counts?
pub fn in_time(time: Duration, budget: &Budget, tolerance: Duration) -> Result<(), Fault> {
    match budget.wall {
        Some(wall) if time > wall + tolerance => {
            Err(Fault::new(FaultKind::Late, format!("{time:.1?} for a move instead of {wall:?}")))
        }
        _ => Ok(()),
    }
}

/// Makes a move, if it is legal.
pub fn make<G: Game>(history: &mut History<G>, m: G::Move) -> Result<(), Fault> {
    history.play(m).map_err(|error| Fault::new(FaultKind::Illegal, error))
}

/// FNV-1a over the numbers of the moves.
fn fingerprint<G: Game>(history: &History<G>) -> u64 {
    let numbers = history.moves().iter().map(|m| m.index() as u64);
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, n| (hash ^ n).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
