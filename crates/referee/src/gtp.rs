//! GTP 2, the controller's side.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use game::{Cells, Game, History};

use crate::connection::{Answer, Connection, SET_UP_LIMIT, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, FaultKind, garbage, quote_output};
use crate::process::Process;
use crate::program::Program;

/// Names of the columns: no I, which looks like 1.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An engine with GTP 2. Its game begins in the usual position.
pub struct Gtp<G: Game> {
    program: Program,
    cells: Cells<G>,
    time: Option<Duration>,
    /// Is row 1 at the bottom? So it is in the standard, for all games.
    from_bottom: bool,
    running: Option<Process>,
    /// Number of commands that were sent.
    number: usize,
    /// Number of moves on the engine's board.
    synced: usize,
}

impl<G: Game> Gtp<G> {
    /// A connection to this program; `time` per move is sent to the engine.
    pub fn new(program: Program, cells: Cells<G>, time: Option<Duration>) -> Self {
        Gtp { program, cells, time, from_bottom: true, running: None, number: 0, synced: 0 }
    }

    /// Sends a command to the running engine and returns the result.
    pub fn send(&mut self, command: &str) -> Result<String, Fault> {
        let missing = || Fault::new(FaultKind::Crashed, "the engine does not run");
        let process = self.running.as_mut().ok_or_else(missing)?;
        self.number += 1;
        process.write(format!("{} {command}\n", self.number));
        // Empty lines before an answer are ignored.
        let mut first = process.line()?;
        while first.trim().is_empty() {
            first = process.line()?;
        }
        let mut lines = first.trim_end().to_string();
        loop {
            let line = process.line()?;
            if line.trim().is_empty() {
                break;
            }
            lines += &format!("\n{}", line.trim_end());
        }
        let id = self.number.to_string();
        let read = |mark: char| lines.strip_prefix(mark)?.strip_prefix(&id).map(str::trim_start);
        match (read('='), read('?')) {
            (Some(result), _) => Ok(result.to_string()),
            (_, Some(why)) => {
                Err(Fault::new(FaultKind::Error, format!("{command} is answered by {}", quote_output(why))))
            }
            _ => Err(garbage(format!("{command} is answered by"), &lines)),
        }
    }

    /// Sends the moves that are not on the engine's board yet.
    pub fn sync(&mut self, history: &History<G>) -> Result<(), Fault> {
        self.begin()?;
        self.allow(SET_UP_LIMIT);
        let mut state = *history.start();
        for (ply, &m) in history.moves().iter().enumerate() {
            if ply >= self.synced {
                let vertex = self.vertex(&state, m);
                self.send(&format!("play {} {vertex}", colour(ply)))?;
            }
            state.play_unchecked(m);
        }
        self.synced = history.moves().len();
        Ok(())
    }

    /// Starts the engine and clears its board, unless it runs.
    fn begin(&mut self) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        self.running = Some(start(&self.program)?);
        self.allow(SET_UP_LIMIT);
        let (rows, _) = (self.cells.size)(&G::start());
        self.send(&format!("boardsize {rows}"))?;
        self.send("clear_board")?;
        // GTP has whole seconds only, and not every engine supports time.
        let seconds = self.time.map_or(0, |time| time.as_secs());
        if seconds > 0 && self.send("known_command time_settings")? == "true" {
            self.send(&format!("time_settings 0 {seconds} 1"))?;
        }
        Ok(())
    }

    /// Writes a move.
    fn vertex(&self, state: &G, m: G::Move) -> String {
        let (rows, _) = (self.cells.size)(state);
        match (self.cells.place)(state, m) {
            Some((row, column)) => format!("{}{}", char::from(LETTERS[column]), self.turn_row(row, rows) + 1),
            None => "pass".to_string(),
        }
    }

    /// Converts a row from the top into GTP's row, both from 0, and back.
    fn turn_row(&self, row: usize, rows: usize) -> usize {
        if self.from_bottom { rows - 1 - row } else { row }
    }

    /// Reads a move.
    fn read(&self, state: &G, vertex: &str) -> Option<G::Move> {
        if vertex.eq_ignore_ascii_case("pass") {
            return self.cells.pass;
        }
        let (letter, row) = vertex.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = LETTERS.iter().position(|&name| name == letter)?;
        let (rows, _) = (self.cells.size)(state);
        let row = row.parse::<usize>().ok()?.checked_sub(1).filter(|&row| row < rows)?;
        (self.cells.move_at)(state, (self.turn_row(row, rows), column))
    }

    fn allow(&mut self, limit: Duration) {
        if let Some(process) = &mut self.running {
            process.allow(Some(limit));
        }
    }
}

fn colour(ply: usize) -> &'static str {
    ["black", "white"][ply % 2]
}

impl<G: Game> Connection<G> for Gtp<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        self.sync(history)?;
        self.allow(limit);
        let asked = Instant::now();
        let vertex = self.send(&format!("genmove {}", colour(self.synced)))?;
        if vertex.eq_ignore_ascii_case("resign") {
            return Err(Fault::new(FaultKind::Resigned, "it resigns"));
        }
        let played = self.read(history.state(), &vertex).ok_or_else(|| off_the_board(&vertex))?;
        // The engine has played its move on its board.
        self.synced += 1;
        Ok(Answer::since(asked, played))
    }

    fn finish(mut self) -> Result<Ended> {
        self.allow(SET_UP_LIMIT);
        self.send("quit")?;
        self.running.context("the engine was never started")?.finish()
    }
}
