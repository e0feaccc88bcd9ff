//! The game and the commands.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::error::quote;
use game::{Decision, Game, GameOver, History};

use crate::line::{LineError, read_line};
use crate::nboard::ggf;

/// A request for a move.
pub struct NBoardTurn<'a, G: Game> {
    /// The game so far; the engine moves in its state.
    pub history: &'a History<G>,
    /// Depth limit in plies, if the graphical program has set one.
    pub depth: Option<u32>,
    /// Time at which the line had been read.
    pub received: Instant,
}

/// Factor from a decision's value to an evaluation in discs.
const DISCS: f32 = 64.0;

/// A bot's session with a graphical program, game after game.
pub struct NBoardSession<G: Game> {
    name: &'static str,
    history: History<G>,
    depth: Option<u32>,
    over: bool,
}

impl<G: Game> NBoardSession<G> {
    /// A session before its first command, for a bot of this name.
    pub fn new(name: &'static str) -> Self {
        NBoardSession { name, history: History::new(G::start()), depth: None, over: false }
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Reads a command, executes it, writes the answer and flushes it. `false`
    /// if the input has ended or the graphical program has sent `quit`.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        engine: &mut impl FnMut(&NBoardTurn<G>) -> Result<Decision<G::Move>, GameOver>,
    ) -> Result<bool, LineError> {
        let Some(line) = read_line(input)? else {
            return Ok(false);
        };
        let answer = self.answer(&line, engine);
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        Ok(!self.over)
    }

    fn answer(
        &mut self,
        line: &str,
        engine: &mut impl FnMut(&NBoardTurn<G>) -> Result<Decision<G::Move>, GameOver>,
    ) -> String {
        let received = Instant::now();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "nboard" => format!("set myname {}\n", self.name),
            "quit" => {
                self.over = true;
                String::new()
            }
            // No search runs while a line is read, so every earlier command has
            // been answered.
            "ping" => format!("pong {rest}\n"),
            "set" => match rest.split_once(char::is_whitespace) {
                Some(("game", text)) => self.or_status(|session| {
                    session.history = ggf::parse(text)?;
                    Ok(())
                }),
                Some(("depth", text)) => self.or_status(|session| {
                    let depth = text.trim().parse().ok().filter(|&plies| plies > 0);
                    let wrong = || format!("depth {} is no number of plies", quote(text));
                    session.depth = Some(depth.ok_or_else(wrong)?);
                    Ok(())
                }),
                _ => String::new(),
            },
            "move" => self.or_status(|session| {
                let word = rest.split('/').next().unwrap_or_default();
                let m = session.history.state().parse_move(word).map_err(|error| error.to_string())?;
                session.history.play(m).map_err(|error| error.to_string())
            }),
            "go" => self.search(received, engine, |session, decision| {
                let chosen = session.move_text(decision.chosen);
                let (value, seconds) = (evaluation(decision.value), decision.elapsed.as_secs_f64());
                format!("{}=== {chosen}/{value}/{seconds:.2}\n", session.line_text(decision))
            }),
            "hint" => {
                let wanted = rest.parse().unwrap_or(1);
                self.search(received, engine, |session, decision| session.hints(decision, wanted))
            }
            _ => String::new(),
        }
    }

    /// Runs an action; an error becomes a `status` line.
    fn or_status(&mut self, act: impl FnOnce(&mut Self) -> Result<(), String>) -> String {
        match act(self) {
            Ok(()) => String::new(),
            Err(why) => format!("status {why}\n"),
        }
    }

    fn search(
        &self,
        received: Instant,
        engine: &mut impl FnMut(&NBoardTurn<G>) -> Result<Decision<G::Move>, GameOver>,
        answer: impl FnOnce(&Self, &Decision<G::Move>) -> String,
    ) -> String {
        match engine(&NBoardTurn { history: &self.history, depth: self.depth, received }) {
            Ok(decision) => {
                let nodes = decision.nodes.max(decision.simulations);
                let seconds = decision.elapsed.as_secs_f64();
                format!("{}nodestats {nodes} {seconds:.2}\nstatus\n", answer(self, &decision))
            }
            Err(over) => format!("status {over}\n"),
        }
    }

    fn move_text(&self, m: G::Move) -> String {
        match self.history.state().move_text(m).as_str() {
            "pass" => "PA".to_string(),
            text => text.to_ascii_uppercase(),
        }
    }

    /// The principal variation as one word, the evaluation and the depth.
    fn line_text(&self, decision: &Decision<G::Move>) -> String {
        let moves: String = decision.line.iter().map(|&m| self.move_text(m)).collect();
        format!("search {moves} {} 0 {}\n", evaluation(decision.value), decision.depth)
    }

    fn hints(&self, decision: &Decision<G::Move>, wanted: usize) -> String {
        let others = decision.moves.iter().filter(|report| report.played != decision.chosen);
        let others = others.map(|report| {
            let (m, value) = (self.move_text(report.played), evaluation(report.value));
            format!("search {m} {value} 0 {}\n", decision.depth)
        });
        let best = std::iter::once(self.line_text(decision));
        best.chain(others).take(wanted.max(1)).collect()
    }
}

fn evaluation(value: f32) -> String {
    format!("{:.2}", value * DISCS)
}

/// Serves a graphical program until it sends `quit` or the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    name: &'static str,
    mut engine: impl FnMut(&NBoardTurn<G>) -> Result<Decision<G::Move>, GameOver>,
) -> Result<(), LineError> {
    let mut session = NBoardSession::new(name);
    while session.turn(input, output, &mut engine)? {}
    Ok(())
}
