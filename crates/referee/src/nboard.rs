//! NBoard 2, the graphical program's side.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use contest::GameClock;
use game::{Cells, Game, History, Side};

use crate::connection::{Answer, Connection, SET_UP_LIMIT, start};
use crate::end::Ended;
use crate::fault::{Fault, FaultKind, garbage, quote_output};
use crate::level::Level;
use crate::process::Process;
use crate::program::Program;

/// Number of an engine's remarks that a fault quotes, the newest.
const REMARKS: usize = 3;

/// First words of lines that are no remarks.
const REPORTS: [&str; 7] = ["search", "book", "nodestats", "pong", "set", "learn", "==="];

/// An engine with NBoard 2.
pub struct NBoard<G: Game> {
    program: Program,
    cells: Cells<G>,
    level: Level,
    /// Depth limit that the engine has.
    sent: Option<u32>,
    /// The last warnings and other remarks of the engine.
    remarks: Vec<String>,
    running: Option<Process>,
    /// The engine's name, after its start.
    pub name: Option<String>,
    /// Number of moves on the engine's board.
    synced: usize,
    pings: usize,
}

impl<G: Game> NBoard<G> {
    /// A connection to this program, which searches to this level.
    pub fn new(program: Program, cells: Cells<G>, level: Level) -> Self {
        NBoard {
            program,
            cells,
            level,
            sent: None,
            remarks: Vec::new(),
            running: None,
            name: None,
            synced: 0,
            pings: 0,
        }
    }

    /// Sends the moves that are not on the engine's board yet; returns the
    /// engine's output.
    pub fn sync(&mut self, history: &History<G>) -> Result<Vec<String>, Fault> {
        self.begin(history.start())?;
        let synced = std::mem::replace(&mut self.synced, history.moves().len());
        let cells = self.cells;
        let process = self.process()?;
        process.allow(Some(SET_UP_LIMIT));
        let mut state = *history.start();
        for (ply, &m) in history.moves().iter().enumerate() {
            if ply >= synced {
                process.write(format!("move {}/0.50/0.1\n", text((cells.place)(&state, m))));
            }
            state.play_unchecked(m);
        }
        self.until_pong()
    }

    /// Sends a ping; returns the lines before the pong.
    fn until_pong(&mut self) -> Result<Vec<String>, Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        let ping = format!("ping {}\n", self.pings);
        self.process()?.write(ping);
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            if line == pong {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Reads a line, and keeps it if it is a remark.
    fn line(&mut self) -> Result<String, Fault> {
        let line = self.process()?.line()?.trim_end().to_string();
        let text = line.strip_prefix("status").unwrap_or(&line).trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        if !text.is_empty() && !REPORTS.contains(&word) {
            self.remarks.push(text.to_string());
            let excess = self.remarks.len().saturating_sub(REMARKS);
            self.remarks.drain(..excess);
        }
        Ok(line)
    }

    /// Sets the depth limit, unless the engine has it. Some engines make no move
    /// before they have one.
    fn set_level(&mut self) -> Result<(), Fault> {
        if let Some(plies) = self.level.plies().filter(|plies| self.sent != Some(*plies)) {
            self.process()?.write(format!("set depth {plies}\n"));
            self.sent = Some(plies);
            self.until_pong()?;
        }
        Ok(())
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        self.running.as_mut().ok_or_else(|| Fault::new(FaultKind::Crashed, "the engine does not run"))
    }

    /// Asks for a move.
    fn answer(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        self.sync(history)?;
        self.set_level()?;
        self.process()?.allow(Some(limit));
        let asked = Instant::now();
        self.process()?.write("go\n");
        let answer = loop {
            if let Some(answer) = chosen(&self.line()?) {
                break answer.to_string();
            }
        };
        let time = asked.elapsed();
        self.process()?.allow(Some(SET_UP_LIMIT));
        // Statistics may follow, but no second move.
        if let Some(line) = self.until_pong()?.iter().find(|line| chosen(line).is_some()) {
            return Err(garbage("a second move", line));
        }
        let played = read_move(history.state(), &answer)?;
        let mut legal = Vec::with_capacity(G::MAX_MOVES);
        history.state().legal_moves(&mut legal);
        if legal.len() > 1 {
            self.level.follow(time);
        }
        Ok(Answer { played, time })
    }

    /// Starts the engine and sets up its board, unless it runs.
    fn begin(&mut self, from: &G) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        let mut process = start(&self.program)?;
        process.allow(Some(SET_UP_LIMIT));
        process.write("nboard 2\n");
        process.write(format!("set contempt 0\nset game {}\n", ggf(from, &self.cells)));
        self.running = Some(process);
        let hello = self.until_pong()?;
        self.name = hello.iter().find_map(|line| line.strip_prefix("set myname ")).map(String::from);
        Ok(())
    }
}

/// The text of a line with a move: `=== F5/0.10/0.01`.
pub fn chosen(line: &str) -> Option<&str> {
    // A line of many equals signs is an ornament.
    line.strip_prefix("===").filter(|text| !text.starts_with('=')).map(str::trim)
}

/// Reads the move of a [`chosen`] text, which need not be legal.
pub fn read_move<G: Game>(state: &G, answer: &str) -> Result<G::Move, Fault> {
    // An evaluation and a time may follow, after a slash or a blank.
    let word = answer.split(['/', ' ', '\t']).next().unwrap_or_default();
    state.parse_move(word).map_err(|error| garbage(format!("no move ({error})"), answer))
}

/// A game without moves from this position, in GGF.
fn ggf<G: Game>(from: &G, cells: &Cells<G>) -> String {
    let cell = |i: usize| match (cells.stone)(from, (i / 8, i % 8)) {
        Some(Side::First) => '*',
        Some(Side::Second) => 'O',
        None => '-',
    };
    let board: String = (0..64).map(cell).collect();
    let side = ['*', 'O'][from.side().index()];
    format!("(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0//0]TY[8]BO[8 {board} {side}];)")
}

fn text(place: Option<game::Place>) -> String {
    match place {
        Some((row, column)) => format!("{}{}", char::from(b'A' + column as u8), row + 1),
        None => "PA".to_string(),
    }
}

impl<G: Game> Connection<G> for NBoard<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        self.remarks.clear();
        self.answer(history, limit).map_err(|fault| match self.remarks.is_empty() {
            true => fault,
            false => {
                let remarks = quote_output(&self.remarks.join("; "));
                Fault::new(fault.kind, format!("{}; its remarks: {remarks}", fault.text))
            }
        })
    }

    fn set_clock(&mut self, clock: &GameClock, moves_left: u32) {
        if !clock.control().is_per_move() {
            self.level.set_time(clock.plan(moves_left, clock.left() / 8));
        }
    }

    fn finish(&mut self, limit: Duration) -> Result<Ended> {
        self.process()?.write("quit\n");
        self.running.take().context("the engine was never started")?.finish_within(limit)
    }
}

#[cfg(test)]
mod tests {
    use game::Playable;
    use othello::{Square, State};

    use super::*;

    fn ggf(from: &State) -> String {
        super::ggf(from, &State::CELLS.unwrap())
    }

    #[test]
    fn a_position_is_written_in_ggf() {
        let start = format!("{}O*------*O{} *]", "-".repeat(27), "-".repeat(27));
        assert!(ggf(&State::start()).contains(&start), "{}", ggf(&State::start()));
        let after = State::start().play(Square::new(4, 5).unwrap()).unwrap();
        assert!(ggf(&after).contains(&format!("O*------***{} O]", "-".repeat(26))), "{}", ggf(&after));
    }
}
