//! Who the person plays against: an engine of this program, or a foreign one.

use std::time::Duration;

use clock::Budget;
use game::{Engine, Game, History};
use referee::Program;

use crate::duel;
use crate::foreign::{Foreign, Language};
use crate::player::{Fault, FaultKind, Player};
use crate::text::{line, time};

/// A move, and what is told of it.
pub struct Reply<M> {
    /// The move; it need not be legal.
    pub played: M,
    /// What the opponent says of it.
    pub remark: String,
    /// What it expects, in [−1, 1], if it tells.
    pub value: Option<f32>,
}

/// Who the person plays against.
pub trait Opponent<G: Game> {
    /// Its move. A fault loses the game.
    fn reply(&mut self, history: &History<G>, budget: &Budget) -> Result<Reply<G::Move>, Fault>;

    /// Moves that it knows of are taken back.
    fn take_back(&mut self);
}

/// The moves of an expected line that are told.
const EXPECTED: usize = 6;

/// An engine of this program.
pub struct Own<G>(pub Box<dyn Engine<G>>);

impl<G: Game> Opponent<G> for Own<G> {
    fn reply(&mut self, history: &History<G>, budget: &Budget) -> Result<Reply<G::Move>, Fault> {
        let decision = self.0.decide(history, budget).map_err(|error| Fault::new(FaultKind::Error, error))?;
        let proof = decision.proof.map_or(String::new(), |proof| format!(", {proof}"));
        let expected = line(history.state(), &decision.line[..decision.line.len().min(EXPECTED)]).join(" ");
        let more = if decision.line.len() > EXPECTED { " …" } else { "" };
        let remark = format!("value {:+.2}{proof}, expects {expected}{more}", decision.value);
        Ok(Reply { played: decision.chosen, remark, value: Some(decision.value) })
    }

    /// It sees for itself what has become of the history.
    fn take_back(&mut self) {}
}

/// A foreign program.
pub struct Guest<G> {
    language: Language<G>,
    program: Program,
    tolerance: Duration,
    /// What runs now, if it has been asked.
    player: Option<Foreign<G>>,
}

impl<G: Game> Guest<G> {
    /// This program, asked in this language; a move may be late by `tolerance`.
    pub fn new(language: Language<G>, program: Program, tolerance: Duration) -> Self {
        Guest { language, program, tolerance, player: None }
    }
}

impl<G: Game> Opponent<G> for Guest<G> {
    fn reply(&mut self, history: &History<G>, budget: &Budget) -> Result<Reply<G::Move>, Fault> {
        let fresh = || Foreign::new(&self.language, self.program.clone(), budget.wall.unwrap_or_default());
        let choice = self.player.get_or_insert_with(fresh).choose(history, budget, self.tolerance)?;
        duel::in_time(choice.time, budget, self.tolerance)?;
        Ok(Reply { played: choice.played, remark: format!("in {}", time(choice.time)), value: None })
    }

    /// No protocol takes a move back: another process hears of all moves that
    /// are left.
    fn take_back(&mut self) {
        self.player = None;
    }
}
