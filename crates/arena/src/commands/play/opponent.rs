//! The opponent of the user: an engine of this program or a foreign program.

use std::time::Duration;

use clock::Budget;
use contest::position::line_texts;
use contest::{Fault, FaultKind, GameClock, MatchPlayer, TimeControl, one_game};
use game::engine::Watch;
use game::{Decision, Engine, Game, History, Playable};

use crate::foreign::{ForeignPlayer, Language, Program};
use crate::render::text::time;

/// A move and what is shown with it.
pub struct OpponentMove<M> {
    /// The move; it need not be legal.
    pub played: M,
    /// The opponent's report, in a few words.
    pub remark: String,
    /// The opponent's decision, if it reports one.
    pub decision: Option<Decision<M>>,
}

/// The opponent of the user.
pub trait Opponent<G: Game> {
    /// Chooses a move. An error loses the game. Calls `watch` now and then, if the opponent
    /// reports its progress.
    fn choose(
        &mut self,
        history: &History<G>,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<OpponentMove<G::Move>, Fault>;

    /// Takes note that moves were taken back.
    fn take_back(&mut self);
}

/// Number of moves of the principal variation that are shown.
const LINE: usize = 6;

/// An engine of this program, with the budget of each move.
pub struct EngineOpponent<G> {
    /// The engine.
    pub engine: Box<dyn Engine<G>>,
    /// Its budget.
    pub budget: Budget,
}

impl<G: Game> Opponent<G> for EngineOpponent<G> {
    fn choose(
        &mut self,
        history: &History<G>,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<OpponentMove<G::Move>, Fault> {
        let decided = self.engine.think(history, &self.budget, watch);
        let decision = decided.map_err(|error| Fault::new(FaultKind::Error, error))?;
        let proof = decision.proof.map_or(String::new(), |proof| format!(", {proof}"));
        let line = line_texts(history.state(), &decision.line[..decision.line.len().min(LINE)]).join(" ");
        let more = if decision.line.len() > LINE { " …" } else { "" };
        let remark = format!("value {:+.2}{proof}, expects {line}{more}", decision.value);
        Ok(OpponentMove { played: decision.chosen, remark, decision: Some(decision) })
    }

    /// The engine sees the change in the next history.
    fn take_back(&mut self) {}
}

/// A foreign program.
pub struct ForeignOpponent<G> {
    language: Language<G>,
    program: Program,
    time: TimeControl,
    tolerance: Duration,
    /// The running program, after its first move.
    player: Option<ForeignPlayer<G>>,
}

impl<G: Game> ForeignOpponent<G> {
    /// The program, which speaks this language; its moves may take `time` and be
    /// late by `tolerance`.
    pub fn new(language: Language<G>, program: Program, time: TimeControl, tolerance: Duration) -> Self {
        ForeignOpponent { language, program, time, tolerance, player: None }
    }
}

impl<G: Playable> Opponent<G> for ForeignOpponent<G> {
    fn choose(
        &mut self,
        history: &History<G>,
        _watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<OpponentMove<G::Move>, Fault> {
        let start = || ForeignPlayer::new(&self.language, self.program.clone(), self.time, self.tolerance);
        let clock = GameClock::new(self.time);
        let chosen = self.player.get_or_insert_with(start).choose(history, Some(&clock))?;
        one_game::check_time(chosen.time, &clock, self.tolerance)?;
        let remark = format!("in {}", time(chosen.time));
        Ok(OpponentMove { played: chosen.played, remark, decision: None })
    }

    /// Ends the program: no protocol takes a move back. A new process gets the
    /// moves that are left.
    fn take_back(&mut self) {
        self.player = None;
    }
}
