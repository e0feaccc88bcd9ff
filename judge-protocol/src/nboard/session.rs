//! The game, and what each line does to it.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::error::quote;
use game::{Decision, Game, GameOver, History};

use crate::line::{LineError, read_line};
use crate::nboard::ggf;

/// What a player is asked.
pub struct Turn<'a, G: Game> {
    /// The game so far; a move is wanted in its state.
    pub history: &'a History<G>,
    /// So many plies are deep enough, if the interface has said so.
    pub depth: Option<u32>,
    /// When the line had been read.
    pub received: Instant,
}

/// A decision's value times this is an opinion in discs.
const DISCS: f32 = 64.0;

/// One user interface, game after game.
pub struct Session<G: Game> {
    name: &'static str,
    history: History<G>,
    depth: Option<u32>,
    over: bool,
}

impl<G: Game> Session<G> {
    /// A session in which nothing has been said, for a bot of this name.
    pub fn new(name: &'static str) -> Self {
        Session { name, history: History::new(G::start()), depth: None, over: false }
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Reads a line, does what it says, writes the answer and flushes it.
    /// `false` if the input has ended or the interface has said `quit`.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        player: &mut impl FnMut(&Turn<G>) -> Result<Decision<G::Move>, GameOver>,
    ) -> Result<bool, LineError> {
        let Some(line) = read_line(input)? else {
            return Ok(false);
        };
        let answer = self.answer(&line, player);
        output.write_all(answer.as_bytes()).map_err(LineError::Io)?;
        output.flush().map_err(LineError::Io)?;
        Ok(!self.over)
    }

    fn answer(
        &mut self,
        line: &str,
        player: &mut impl FnMut(&Turn<G>) -> Result<Decision<G::Move>, GameOver>,
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
            // Nothing is searched while a line is read, so whatever was asked
            // before has been answered.
            "ping" => format!("pong {rest}\n"),
            "set" => match rest.split_once(char::is_whitespace) {
                Some(("game", text)) => self.or_say(|session| {
                    session.history = ggf::parse(text)?;
                    Ok(())
                }),
                Some(("depth", text)) => self.or_say(|session| {
                    let depth = text.trim().parse().ok().filter(|&plies| plies > 0);
                    let wrong = || format!("depth {} is no number of plies", quote(text));
                    session.depth = Some(depth.ok_or_else(wrong)?);
                    Ok(())
                }),
                _ => String::new(),
            },
            "move" => self.or_say(|session| {
                let word = rest.split('/').next().unwrap_or_default();
                let m = session.history.state().parse_move(word).map_err(|error| error.to_string())?;
                session.history.play(m).map_err(|error| error.to_string())
            }),
            "go" => self.think(received, player, |session, decision| {
                let chosen = session.move_text(decision.chosen);
                let (value, seconds) = (opinion(decision.value), decision.elapsed.as_secs_f64());
                format!("{}=== {chosen}/{value}/{seconds:.2}\n", session.line_text(decision))
            }),
            "hint" => {
                let wanted = rest.parse().unwrap_or(1);
                self.think(received, player, |session, decision| session.hints(decision, wanted))
            }
            _ => String::new(),
        }
    }

    /// Does something, or tells why not.
    fn or_say(&mut self, act: impl FnOnce(&mut Self) -> Result<(), String>) -> String {
        match act(self) {
            Ok(()) => String::new(),
            Err(why) => format!("status {why}\n"),
        }
    }

    fn think(
        &self,
        received: Instant,
        player: &mut impl FnMut(&Turn<G>) -> Result<Decision<G::Move>, GameOver>,
        answer: impl FnOnce(&Self, &Decision<G::Move>) -> String,
    ) -> String {
        match player(&Turn { history: &self.history, depth: self.depth, received }) {
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

    /// What is expected: the moves in one word, the opinion and the depth.
    fn line_text(&self, decision: &Decision<G::Move>) -> String {
        let moves: String = decision.line.iter().map(|&m| self.move_text(m)).collect();
        format!("search {moves} {} 0 {}\n", opinion(decision.value), decision.depth)
    }

    fn hints(&self, decision: &Decision<G::Move>, wanted: usize) -> String {
        let others = decision.moves.iter().filter(|report| report.played != decision.chosen);
        let others = others.map(|report| {
            let (m, value) = (self.move_text(report.played), opinion(report.value));
            format!("search {m} {value} 0 {}\n", decision.depth)
        });
        let best = std::iter::once(self.line_text(decision));
        best.chain(others).take(wanted.max(1)).collect()
    }
}

fn opinion(value: f32) -> String {
    format!("{:.2}", value * DISCS)
}

/// Serves a user interface until it has had enough.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    name: &'static str,
    mut player: impl FnMut(&Turn<G>) -> Result<Decision<G::Move>, GameOver>,
) -> Result<(), LineError> {
    let mut session = Session::new(name);
    while session.turn(input, output, &mut player)? {}
    Ok(())
}
