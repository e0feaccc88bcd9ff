//! GTP, as a controller speaks it.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use game::{Cells, Game, History};

use crate::dialogue::{Answer, Dialogue, SETTING_UP, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, FaultKind, cut};
use crate::process::Process;
use crate::program::Program;

/// Names of the columns: no I, which looks like 1.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An engine that speaks GTP 2. Its game begins in the usual position.
pub struct Gtp<G: Game> {
    program: Program,
    cells: Cells<G>,
    time: Option<Duration>,
    running: Option<Process>,
    /// Commands sent.
    number: usize,
    /// So many moves are on its board.
    told: usize,
}

impl<G: Game> Gtp<G> {
    /// This program; it is told that a move may take so much time.
    pub fn new(program: Program, cells: Cells<G>, time: Option<Duration>) -> Self {
        Gtp { program, cells, time, running: None, number: 0, told: 0 }
    }

    /// Sends a command to the running engine; gives the result of a good
    /// answer.
    pub fn say(&mut self, command: &str) -> Result<String, Fault> {
        let missing = || Fault::new(FaultKind::Crashed, "it does not run");
        let process = self.running.as_mut().ok_or_else(missing)?;
        self.number += 1;
        process.write(format!("{} {command}\n", self.number));
        // Empty lines between answers are nobody's.
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
                Err(Fault::new(FaultKind::Error, format!("{command} is answered by {}", cut(why))))
            }
            _ => Err(Fault::garbage(format!("{command} is answered by"), &lines)),
        }
    }

    /// Tells the engine of the moves that it does not know of.
    pub fn tell(&mut self, history: &History<G>) -> Result<(), Fault> {
        self.begin()?;
        self.allow(SETTING_UP);
        let mut state = *history.start();
        for (ply, &m) in history.moves().iter().enumerate() {
            if ply >= self.told {
                let vertex = self.vertex(&state, m);
                self.say(&format!("play {} {vertex}", colour(ply)))?;
            }
            state.play_unchecked(m);
        }
        self.told = history.moves().len();
        Ok(())
    }

    /// Starts the engine and clears its board, if that is not done yet.
    fn begin(&mut self) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        self.running = Some(start(&self.program)?);
        self.allow(SETTING_UP);
        let (rows, _) = (self.cells.size)(&G::start());
        self.say(&format!("boardsize {rows}"))?;
        self.say("clear_board")?;
        // GTP knows whole seconds only, and not every engine knows time.
        let seconds = self.time.map_or(0, |time| time.as_secs());
        if seconds > 0 && self.say("known_command time_settings")? == "true" {
            self.say(&format!("time_settings 0 {seconds} 1"))?;
        }
        Ok(())
    }

    /// GTP's name of a move.
    fn vertex(&self, state: &G, m: G::Move) -> String {
        let (rows, _) = (self.cells.size)(state);
        match (self.cells.place)(state, m) {
            Some((row, column)) => format!("{}{}", char::from(LETTERS[column]), rows - row),
            None => "pass".to_string(),
        }
    }

    /// The move of this name.
    fn read(&self, state: &G, vertex: &str) -> Option<G::Move> {
        if vertex.eq_ignore_ascii_case("pass") {
            return self.cells.pass;
        }
        let (letter, row) = vertex.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = LETTERS.iter().position(|&name| name == letter)?;
        let (rows, _) = (self.cells.size)(state);
        (self.cells.move_at)(state, (rows.checked_sub(row.parse().ok()?)?, column))
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

impl<G: Game> Dialogue<G> for Gtp<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        self.tell(history)?;
        self.allow(limit);
        let asked = Instant::now();
        let vertex = self.say(&format!("genmove {}", colour(self.told)))?;
        if vertex.eq_ignore_ascii_case("resign") {
            return Err(Fault::new(FaultKind::Resigned, "it resigns"));
        }
        let played = self.read(history.state(), &vertex).ok_or_else(|| off_the_board(&vertex))?;
        // It has made its move on its board.
        self.told += 1;
        Ok(Answer::since(asked, played))
    }

    fn finish(mut self) -> Result<Ended> {
        self.allow(SETTING_UP);
        self.say("quit")?;
        self.running.context("it was never asked")?.finish()
    }
}
