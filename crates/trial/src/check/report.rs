//! What a check has found.

use std::collections::BTreeMap;
use std::time::Duration;

use referee::record::Exchange;

use super::positions::Oddity;
use crate::Allowed;

/// What is checked: the rows of the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aspect {
    /// The program starts.
    Starts,
    /// It answers in the form of the protocol.
    Speaks,
    /// Its moves are legal.
    Legal,
    /// It answers in time.
    Time,
    /// It stays within the memory limit.
    Memory,
    /// It answers in odd positions.
    Odd,
    /// A new process continues a game.
    Restart,
    /// It plays to the end of the game.
    End,
    /// It ends with exit code 0.
    Exit,
    /// It writes nothing but answers to stdout.
    Stray,
    /// It writes little to stderr and to the log of the match.
    Log,
}

impl Aspect {
    /// All aspects, in the order of the report.
    pub const ALL: [Aspect; 11] = [
        Aspect::Starts,
        Aspect::Speaks,
        Aspect::Legal,
        Aspect::Time,
        Aspect::Memory,
        Aspect::Odd,
        Aspect::Restart,
        Aspect::End,
        Aspect::Exit,
        Aspect::Stray,
        Aspect::Log,
    ];

    /// Name of the row.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Starts => "starts",
            Aspect::Speaks => "speaks",
            Aspect::Legal => "legal",
            Aspect::Time => "time",
            Aspect::Memory => "memory",
            Aspect::Odd => "odd positions",
            Aspect::Restart => "restart",
            Aspect::End => "end of game",
            Aspect::Exit => "exit code",
            Aspect::Stray => "stray output",
            Aspect::Log => "stderr, debug",
        }
    }
}

/// Result of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// All is well.
    Ok,
    /// It loses no game, but should be known.
    Note,
    /// It loses games.
    Fail,
    /// It was not checked.
    Skipped,
}

/// A row of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What was checked.
    pub aspect: Aspect,
    /// The result.
    pub mark: Mark,
    /// The result in words.
    pub detail: String,
}

/// Something that the program does wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The row that it belongs to.
    pub aspect: Aspect,
    /// Form of the protocol.
    pub form: &'static str,
    /// What it did.
    pub what: String,
    /// The side, the turn and the part of the check.
    pub place: String,
    /// The position.
    pub position: String,
    /// The last of what was sent, and what came back.
    pub exchanges: Vec<Exchange>,
    /// One sentence: what to do.
    pub advice: String,
    /// Does the advice follow from what came back? Otherwise it is a general one.
    pub specific: bool,
}

/// A form of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormReport {
    /// Name, as in `botzone-keep`.
    pub name: &'static str,
    /// Must the program speak it?
    pub named: bool,
    /// Why the program does not speak it, if it does not.
    pub not_spoken: Option<String>,
    /// Number of moves in it.
    pub moves: usize,
}

/// Time of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Is it the program's first turn of a game?
    pub first: bool,
    /// From the request to the answer.
    pub time: Duration,
}

/// All that a check has found.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The limits.
    pub allowed: Allowed,
    /// The forms of the protocol, the named one first.
    pub forms: Vec<FormReport>,
    /// Every answered turn.
    pub turns: Vec<Turn>,
    /// Number of games that were played to the end.
    pub ended: usize,
    /// Number of times that a new process continued a game.
    pub restarts: usize,
    /// Number of turns in each kind of odd position.
    pub odd: BTreeMap<Oddity, usize>,
    /// Number of games after which the program ended with exit code 0.
    pub exits: usize,
    /// The largest amount on stderr of a game, in bytes.
    pub stderr: usize,
    /// The largest `debug` of an answer, in bytes.
    pub debug: usize,
    /// Peak memory, in MiB.
    pub memory: u64,
    /// What it does wrong, in the order in which it was found.
    pub failures: Vec<Failure>,
    /// What should be known, at most one per row.
    pub notes: BTreeMap<Aspect, String>,
    /// Did Ctrl-C end the check?
    pub interrupted: bool,
}

impl CheckReport {
    /// A report before the first turn.
    pub(super) fn new(allowed: Allowed) -> CheckReport {
        CheckReport {
            allowed,
            forms: Vec::new(),
            turns: Vec::new(),
            ended: 0,
            restarts: 0,
            odd: BTreeMap::new(),
            exits: 0,
            stderr: 0,
            debug: 0,
            memory: 0,
            failures: Vec::new(),
            notes: BTreeMap::new(),
            interrupted: false,
        }
    }

    /// Is all well?
    pub fn is_well(&self) -> bool {
        self.failures.is_empty() && !self.interrupted
    }

    /// The rows, in order.
    pub fn rows(&self) -> Vec<Row> {
        Aspect::ALL.into_iter().flat_map(|aspect| self.rows_of(aspect)).collect()
    }

    /// The rows of an aspect: a form has a row of its own, everything else one in all.
    fn rows_of(&self, aspect: Aspect) -> Vec<Row> {
        let row = |mark, detail| Row { aspect, mark, detail };
        if aspect == Aspect::Speaks {
            return self.forms.iter().map(|form| self.form_row(form)).collect();
        }
        let (used, detail) = self.summary(aspect);
        let figures = if used && aspect == Aspect::Time { format!("; {detail}") } else { String::new() };
        if let Some(failure) = self.failures.iter().find(|failure| failure.aspect == aspect) {
            return vec![row(Mark::Fail, format!("{} ({}){figures}", failure.what, failure.form))];
        }
        vec![match self.notes.get(&aspect) {
            Some(note) => row(Mark::Note, format!("{note}{figures}")),
            None if used => row(Mark::Ok, detail),
            // With a process per turn every turn is a restart.
            None if aspect == Aspect::Restart => return Vec::new(),
            None => row(Mark::Skipped, "not reached".to_string()),
        }]
    }

    fn form_row(&self, form: &FormReport) -> Row {
        let failed = self
            .failures
            .iter()
            .find(|failure| failure.form == form.name && failure.aspect == Aspect::Speaks);
        let title = format!("{}, {}", form.name, about(form.name));
        let (mark, detail) = match (failed, &form.not_spoken) {
            (Some(failure), _) => (Mark::Fail, failure.what.clone()),
            (None, Some(why)) => (Mark::Note, format!("not spoken: {why}")),
            (None, None) if form.moves == 0 => (Mark::Skipped, "not reached".to_string()),
            (None, None) => (Mark::Ok, count(form.moves, "move")),
        };
        Row { aspect: Aspect::Speaks, mark, detail: format!("{title}: {detail}") }
    }

    /// Was there anything to check, and the result in words.
    fn summary(&self, aspect: Aspect) -> (bool, String) {
        let moves = self.turns.len();
        match aspect {
            Aspect::Starts => (moves > 0, "yes".to_string()),
            Aspect::Speaks => (false, String::new()),
            Aspect::Legal => (moves > 0, count(moves, "move")),
            Aspect::Time => (moves > 0, self.times()),
            Aspect::Memory => (moves > 0, format!("peak {} of {} MiB", self.memory, self.allowed.memory)),
            Aspect::Odd => {
                let list: Vec<_> =
                    self.odd.iter().map(|(oddity, count)| format!("{} {count}", oddity.name())).collect();
                (!list.is_empty(), list.join(", "))
            }
            Aspect::Restart => {
                (self.restarts > 0, count(self.restarts, "game") + " continued by a new process")
            }
            Aspect::End => (self.ended > 0, count(self.ended, "game") + " to the end"),
            Aspect::Exit => (self.exits > 0, "always 0".to_string()),
            Aspect::Stray => (moves > 0, "none".to_string()),
            Aspect::Log => {
                let debug = match self.debug {
                    0 => String::new(),
                    bytes => format!(", debug at most {bytes} bytes"),
                };
                (moves > 0, format!("stderr at most {} bytes a process{debug}", self.stderr))
            }
        }
    }

    /// First turns, the other turns, and what is left of the limit.
    fn times(&self) -> String {
        let milliseconds = |time: Duration| time.as_millis();
        let of = |first| {
            let mut times: Vec<_> =
                self.turns.iter().filter(|turn| turn.first == first).map(|turn| turn.time).collect();
            times.sort();
            times
        };
        let mut parts = Vec::new();
        if let Some(&worst) = of(true).last() {
            let (worst, limit) = (milliseconds(worst), milliseconds(self.allowed.first));
            parts.push(format!("first turn {worst} of {limit} ms"));
        }
        let others = of(false);
        if let Some(&worst) = others.last() {
            let median = milliseconds(others[others.len() / 2]);
            let (worst, limit) = (milliseconds(worst), milliseconds(self.allowed.turn));
            let left = limit.saturating_sub(worst);
            parts.push(format!("others median {median}, worst {worst} of {limit} ms: {left} ms left"));
        }
        parts.join("; ")
    }

    /// The least share of a time limit that a turn has left unused.
    pub(super) fn least_left(&self) -> Option<f64> {
        let left = |turn: &Turn| {
            let limit = if turn.first { self.allowed.first } else { self.allowed.turn };
            1.0 - turn.time.as_secs_f64() / limit.as_secs_f64()
        };
        self.turns.iter().map(left).min_by(f64::total_cmp)
    }
}

/// A form of a protocol in a few words.
pub fn about(form: &str) -> &'static str {
    match form {
        "botzone" => "JSON, a process per turn",
        "botzone-keep" => "JSON, kept running",
        "botzone-simple" => "simple, a process per turn",
        "botzone-simple-keep" => "simple, kept running",
        "saiblo" => "today's version",
        "so" => "a library for Compete",
        "kaggle" => "an observation per line",
        "nboard" => "version 2",
        "gtp-reversed" => "version 2, rows from the other end",
        _ => "version 2",
    }
}

/// A number with its noun, as in "3 games".
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
