//! GTP 2, the controller's side.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use contest::{GameClock, TimeControl};
use game::{Cells, Game, History};

use crate::connection::{Answer, Connection, SET_UP_LIMIT, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, FaultKind, garbage, quote_output};
use crate::process::Process;
use crate::program::Program;

/// Names of the columns: no I, which looks like 1.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Lines before an answer that are skipped.
const MOST_NOISE: usize = 1000;

/// An engine with GTP 2. Its game begins in the usual position.
///
/// Commands have no numbers, since many engines know none. What an engine prints
/// before its answer is skipped.
pub struct Gtp<G: Game> {
    program: Program,
    cells: Cells<G>,
    /// Clock of the engine, if its time is limited.
    clock: Option<GameClock>,
    running: Option<Process>,
    /// Number of moves on the engine's board.
    synced: usize,
    /// Does the engine take the time that is left before each move?
    takes_time_left: bool,
}

impl<G: Game> Gtp<G> {
    /// A connection to this program; `time` is sent to the engine.
    pub fn new(program: Program, cells: Cells<G>, time: Option<TimeControl>) -> Self {
        let clock = time.map(GameClock::new);
        Gtp { program, cells, clock, running: None, synced: 0, takes_time_left: false }
    }

    /// Sends a command to the running engine and returns the result.
    pub fn send(&mut self, command: &str) -> Result<String, Fault> {
        let missing = || Fault::new(FaultKind::Crashed, "the engine does not run");
        let process = self.running.as_mut().ok_or_else(missing)?;
        process.write(format!("{command}\n"));
        read_answer(command, || process.line())
    }

    /// Sends a command that the engine may refuse.
    fn try_send(&mut self, command: &str) -> Result<Option<String>, Fault> {
        match self.send(command) {
            Err(fault) if fault.kind == FaultKind::Error => Ok(None),
            answer => answer.map(Some),
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
        self.set_time()
    }

    /// Sends the time to the engine, if it knows the commands for it. They are looked up in
    /// one list: engines that read word by word would answer `known_command NAME` twice.
    fn set_time(&mut self) -> Result<(), Fault> {
        let Some(clock) = self.clock else { return Ok(()) };
        let known = self.try_send("list_commands")?.unwrap_or_default();
        let knows = |name| known.split_whitespace().any(|word| word == name);
        self.takes_time_left = knows("time_left");
        if knows("time_settings") {
            self.try_send(&format!("time_settings {}", settings(clock.control(), self.takes_time_left)))?;
        }
        Ok(())
    }

    /// Writes a move.
    fn vertex(&self, state: &G, m: G::Move) -> String {
        let (rows, _) = (self.cells.size)(state);
        match (self.cells.place)(state, m) {
            Some((row, column)) => {
                let number = self.cells.rows.number(row, rows).unwrap_or_default();
                format!("{}{number}", char::from(LETTERS[column]))
            }
            None => "pass".to_string(),
        }
    }

    fn allow(&mut self, limit: Duration) {
        if let Some(process) = &mut self.running {
            process.allow(Some(limit));
        }
    }
}

/// Reads the answer to a command line by line and returns the result.
pub fn read_answer(command: &str, mut next: impl FnMut() -> Result<String, Fault>) -> Result<String, Fault> {
    let mut lines = next()?;
    for _ in 0..MOST_NOISE {
        if begins_answer(&lines) {
            break;
        }
        lines = next()?;
    }
    if !begins_answer(&lines) {
        return Err(garbage(format!("{command} is answered by"), &lines));
    }
    lines.truncate(lines.trim_end().len());
    loop {
        let line = next()?;
        if line.trim().is_empty() {
            break;
        }
        lines += &format!("\n{}", line.trim_end());
    }
    match lines.strip_prefix('=') {
        Some(result) => Ok(result.trim_start().to_string()),
        None => {
            let why = quote_output(lines[1..].trim_start());
            Err(Fault::new(FaultKind::Error, format!("{command} is answered by {why}")))
        }
    }
}

/// Reads the move of the result of `genmove`, which need not be legal.
pub fn read_move<G: Game>(cells: &Cells<G>, state: &G, result: &str) -> Result<G::Move, Fault> {
    let vertex = move_word(result);
    if vertex.eq_ignore_ascii_case("resign") {
        return Err(Fault::new(FaultKind::Resigned, "it resigns"));
    }
    read_vertex(cells, state, vertex).ok_or_else(|| off_the_board(result))
}

fn read_vertex<G: Game>(cells: &Cells<G>, state: &G, vertex: &str) -> Option<G::Move> {
    if vertex.eq_ignore_ascii_case("pass") {
        return cells.pass;
    }
    let (letter, row) = vertex.split_at_checked(1)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let column = LETTERS.iter().position(|&name| name == letter)?;
    let (rows, _) = (cells.size)(state);
    let row = cells.rows.row(row.parse().ok()?, rows).filter(|&row| row < rows)?;
    (cells.move_at)(state, (row, column))
}

/// Is this the first line of an answer? A row of equals signs is an ornament.
fn begins_answer(line: &str) -> bool {
    let mut marks = line.chars().take(2);
    let mark = marks.next();
    matches!(mark, Some('=' | '?')) && marks.next() != mark
}

/// The word of an answer that names a move. Some engines number their answers
/// without being asked.
fn move_word(answer: &str) -> &str {
    let mut words = answer.lines().next().unwrap_or_default().split_whitespace();
    match (words.next().unwrap_or_default(), words.next()) {
        (number, Some(word)) if number.bytes().all(|byte| byte.is_ascii_digit()) => word,
        (word, _) => word,
    }
}

/// The arguments of `time_settings`: main time, then periods of a time and a number of
/// moves. A period of free time holds one move; without free time there is no period.
fn settings(control: TimeControl, takes_time_left: bool) -> String {
    let TimeControl { free, bank, .. } = control;
    let free_seconds = free.as_secs_f64();
    match (control.is_per_move(), free.is_zero()) {
        // Edax takes the main time for the time of a move.
        (true, _) if takes_time_left => format!("{free_seconds} {free_seconds} 1"),
        (true, _) => format!("0 {free_seconds} 1"),
        (false, true) => format!("{} 0 0", bank.as_secs_f64()),
        (false, false) => format!("{} {free_seconds} 1", bank.as_secs_f64()),
    }
}

/// The arguments of `time_left` after the colour: time, and the number of moves that it is
/// for, 0 if it is main time. A bank with less than the free time of a move is not worth
/// naming: the engine may use the free time.
fn left(clock: &GameClock) -> String {
    let TimeControl { free, .. } = clock.control();
    match free.is_zero() || clock.bank() >= free {
        true => format!("{} 0", whole_seconds(clock.bank())),
        false => format!("{} 1", free.as_secs_f64()),
    }
}

/// Seconds, rounded down: from 10 s on whole ones, since the standard has no others, and
/// below with two decimals, since the last seconds are too coarse to be divided.
fn whole_seconds(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 10.. => seconds.to_string(),
        seconds => format!("{seconds}.{:02}", time.subsec_millis() / 10),
    }
}

fn colour(ply: usize) -> &'static str {
    ["black", "white"][ply % 2]
}

impl<G: Game> Connection<G> for Gtp<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        self.sync(history)?;
        if let Some(clock) = self.clock.filter(|_| self.takes_time_left) {
            self.try_send(&format!("time_left {} {}", colour(self.synced), left(&clock)))?;
        }
        self.allow(limit);
        let asked = Instant::now();
        let answer = self.send(&format!("genmove {}", colour(self.synced)))?;
        let played = read_move(&self.cells, history.state(), &answer)?;
        // The engine has played its move on its board.
        self.synced += 1;
        Ok(Answer::since(asked, played))
    }

    fn set_clock(&mut self, clock: &GameClock, _moves_left: u32) {
        self.clock = Some(*clock);
    }

    fn finish(&mut self, limit: Duration) -> Result<Ended> {
        self.allow(SET_UP_LIMIT);
        self.send("quit")?;
        self.running.take().context("the engine was never started")?.finish_within(limit)
    }
}
