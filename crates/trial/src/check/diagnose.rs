//! What a fault means: the row that it belongs to, and what to do about it.

use std::time::Duration;

use game::Playable;
use referee::botzone::{KEEP_RUNNING, read_answer};
use referee::record::{Exchange, Recorded};
use referee::{Fault, FaultKind, Program};
use serde_json::Value;

use super::report::Aspect;
use crate::Allowed;

/// Part of the check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first turns of a game.
    Opening,
    /// A question in an odd position.
    Odd,
    /// A new process in a game in progress.
    Restart,
    /// The last turns of a game.
    End,
    /// A whole game.
    Whole,
}

/// A fault with its circumstances.
pub(super) struct Case<'a, G> {
    pub fault: &'a Fault,
    pub form: &'static str,
    pub phase: Phase,
    /// Number of the process's turn, from 1.
    pub turn: usize,
    /// Is it the program's first turn of the game?
    pub first: bool,
    pub state: &'a G,
    pub recorded: &'a Recorded,
    pub allowed: Allowed,
    /// To try something again.
    pub program: &'a Program,
}

/// The row of a fault, what to do, and whether the advice is specific.
pub(super) struct Diagnosis {
    pub aspect: Aspect,
    pub advice: String,
    pub specific: bool,
}

fn specific(aspect: Aspect, advice: impl Into<String>) -> Diagnosis {
    Diagnosis { aspect, advice: advice.into(), specific: true }
}

fn general(aspect: Aspect, advice: impl Into<String>) -> Diagnosis {
    Diagnosis { aspect, advice: advice.into(), specific: false }
}

impl<G: Playable> Case<'_, G> {
    pub(super) fn diagnose(&self) -> Diagnosis {
        match self.fault.kind {
            FaultKind::Memory => specific(
                Aspect::Memory,
                format!(
                    "Use less than {} MiB: make tables and caches smaller, and free what old positions used.",
                    self.allowed.memory
                ),
            ),
            FaultKind::Illegal => self.illegal(),
            FaultKind::Late => self.late(),
            FaultKind::Silent => self.silent(),
            FaultKind::Garbage => self.garbage(),
            FaultKind::Crashed | FaultKind::Panic => self.crashed(),
            FaultKind::Error => general(
                Aspect::Speaks,
                "Answer this command with = as GTP 2 asks; `?` to a command of the game loses it.",
            ),
            FaultKind::Resigned => general(Aspect::Legal, "Play on instead of resigning."),
        }
    }

    fn once(&self) -> bool {
        matches!(self.form, "botzone" | "botzone-simple")
    }

    fn botzone(&self) -> bool {
        self.form.starts_with("botzone")
    }

    fn json(&self) -> bool {
        matches!(self.form, "botzone" | "botzone-keep")
    }

    fn last(&self) -> Exchange {
        self.recorded.exchanges.last().cloned().unwrap_or_default()
    }

    /// The last output, without the line that a kept bot adds.
    fn output(&self) -> String {
        String::from_utf8_lossy(&self.last().received).replace(KEEP_RUNNING, "").trim().to_string()
    }

    /// The row of a fault that the part of the check decides.
    fn by_phase(&self, otherwise: Aspect) -> Aspect {
        match self.phase {
            Phase::Odd => Aspect::Odd,
            Phase::Restart => Aspect::Restart,
            Phase::End => Aspect::End,
            Phase::Opening | Phase::Whole => otherwise,
        }
    }

    fn late(&self) -> Diagnosis {
        let limit = if self.first { self.allowed.first } else { self.allowed.turn };
        let advice = match self.first && self.turn == 1 {
            true => format!(
                "Answer the first turn within {limit:?} from the start of the process: load tables faster or later, \
                 and measure the time from the start of the program."
            ),
            false => format!(
                "Stop the search earlier than {limit:?}: look at the clock more often, and keep a tenth in reserve."
            ),
        };
        specific(Aspect::Time, advice)
    }

    fn silent(&self) -> Diagnosis {
        let output = self.output();
        let answered = self.answer_in(&output).is_some();
        if self.fault.text.contains("lives on") || self.once() && answered {
            return specific(
                Aspect::Exit,
                "End the process after its answer: in this form the judge starts a new one for each turn.",
            );
        }
        if self.botzone() && answered {
            return specific(
                Aspect::Speaks,
                format!("Print the line {KEEP_RUNNING} after each answer, and flush stdout."),
            );
        }
        if !output.is_empty() && !answered {
            return self.garbage();
        }
        if !self.once() && output.is_empty() && self.answers_when_the_input_ends() {
            return specific(
                Aspect::Speaks,
                "Flush stdout after each answer (fflush(stdout), cout << endl, print(…, flush=True)): \
                 the answer came only when the process ended.",
            );
        }
        self.late()
    }

    /// Does the same input bring an answer if it ends? Then the answer waited in a buffer.
    fn answers_when_the_input_ends(&self) -> bool {
        let Ok(mut process) = self.program.start() else { return false };
        process.allow(Some(self.allowed.first.max(Duration::from_secs(1)) * 2));
        process.write(&self.recorded.input);
        process.close_input();
        process.rest().is_ok_and(|output| !output.trim().is_empty())
    }

    fn garbage(&self) -> Diagnosis {
        let output = self.output();
        if self.fault.text.contains("bytes and no answer") {
            return specific(Aspect::Stray, "Write nothing but the answer to stdout.");
        }
        if self.json() && has_text_coordinates(&output) {
            return specific(
                Aspect::Speaks,
                "Write x and y as integers, {\"x\":2,\"y\":3}, not as strings or fractions.",
            );
        }
        if output.lines().count() > 1 && output.lines().any(|line| self.answer_in(line).is_some()) {
            return specific(
                Aspect::Stray,
                "Print nothing but the answer on stdout: send other output to stderr, or into debug.",
            );
        }
        let advice = match self.form {
            "botzone" | "botzone-keep" => {
                "Answer with one line of JSON, {\"response\":{\"x\":2,\"y\":3}}, and nothing else on stdout."
            }
            "botzone-simple" | "botzone-simple-keep" => {
                "Answer with the line `x y`: two integers, one blank between them, nothing before them."
            }
            "saiblo" => {
                "Send the length of the answer as 4 bytes, the highest first, then `row column`, and nothing else on stdout."
            }
            "kaggle" => "Answer each line with the number of a column.",
            "nboard" => "Answer `go` with a line `=== MOVE`, and `ping N` with `pong N`.",
            _ => "Answer each command with a line that begins with `=`, then an empty line.",
        };
        general(self.by_phase(Aspect::Speaks), advice)
    }

    fn crashed(&self) -> Diagnosis {
        let output = self.output();
        let clean = self.fault.text.starts_with("it ended with exit code 0");
        if self.once() && self.answer_in(&output).is_some() {
            return specific(
                Aspect::Exit,
                "End with exit code 0 after the answer: return 0 from main, and look for a crash while the program ends.",
            );
        }
        if self.botzone() && !self.once() && (clean || self.turn == 2) {
            return specific(
                Aspect::Speaks,
                format!(
                    "Keep the process alive: print the line {KEEP_RUNNING} after each answer and read the next request \
                     in a loop; or check it as botzone: and switch keep running off on the site."
                ),
            );
        }
        if clean {
            let advice = match self.once() {
                true => "Print an answer before the program ends, for every request.",
                false => "Answer every request in a loop, until the input ends.",
            };
            return general(self.by_phase(Aspect::Speaks), advice);
        }
        let start = self.turn == 1 && self.phase == Phase::Opening && self.last().received.is_empty();
        let advice = match self.by_phase(if start { Aspect::Starts } else { Aspect::Exit }) {
            Aspect::Starts => {
                "Run the command in a terminal with the input above: it ends before its first answer \
                 (a missing file or library, or an error while it reads)."
            }
            Aspect::End => {
                "Look for a crash when the board is nearly full or no move is left, with the input above."
            }
            Aspect::Restart => "Read the whole game from the first request, not only an empty one.",
            _ => "Run the command in a debugger with the input above.",
        };
        general(self.by_phase(if start { Aspect::Starts } else { Aspect::Exit }), advice)
    }

    fn illegal(&self) -> Diagnosis {
        let row = if self.phase == Phase::Restart { Aspect::Restart } else { Aspect::Legal };
        let mut legal = Vec::with_capacity(G::MAX_MOVES);
        self.state.legal_moves(&mut legal);
        let pass = G::CELLS.and_then(|cells| cells.pass);
        let must_pass = pass.is_some_and(|pass| legal == [pass]);
        let answer = self.answer_in(&self.output());
        if must_pass {
            return specific(row, "Pass with -1 -1 when there is no legal move.");
        }
        if self.botzone() && answer == Some((-1, -1)) {
            let advice = match pass {
                Some(_) => format!(
                    "Pass (-1 -1) only when there is no legal move: here there are {}, as in {}.",
                    legal.len(),
                    self.state.move_text(legal[0])
                ),
                None => "Always play a cell: this game has no pass.".to_string(),
            };
            return specific(row, advice);
        }
        if answer.is_some_and(|(a, b)| self.is_legal_answer(b, a)) {
            let advice = match self.botzone() {
                true => "Swap x and y: x is the column from the left, y the row from the top, both from 0.",
                false => {
                    "Swap the two numbers: the row from the top comes first, then the column, both from 0."
                }
            };
            return specific(row, advice);
        }
        if self.form.starts_with("gtp") && self.is_legal_from_the_other_end() {
            let other = if self.form == "gtp" { "gtp-reversed" } else { "gtp" };
            return specific(row, format!("Its rows count from the other end: check it as {other}:COMMAND."));
        }
        let advice = match self.turn > 1 || self.phase != Phase::Opening {
            true => {
                "Compare its board with the position above: it may have read the moves before in a wrong way, \
                     or its rules may differ."
            }
            false => "Compare its rules and its coordinates with the position above.",
        };
        general(row, advice)
    }

    /// The two numbers of an answer as they are written.
    fn answer_in(&self, output: &str) -> Option<(i64, i64)> {
        match self.form {
            "botzone" | "botzone-keep" => read_answer(true, output).ok(),
            "botzone-simple" | "botzone-simple-keep" => read_answer(false, output).ok(),
            // After the four bytes of its length.
            "saiblo" | "so" => {
                let received = self.last().received;
                let text = String::from_utf8_lossy(received.get(4..)?).into_owned();
                let (row, column) = text.split_once(' ')?;
                Some((row.parse().ok()?, column.parse().ok()?))
            }
            _ => None,
        }
    }

    /// Is the answer with these two numbers legal?
    fn is_legal_answer(&self, a: i64, b: i64) -> bool {
        let Some((a, b)) = usize::try_from(a).ok().zip(usize::try_from(b).ok()) else { return false };
        match (G::CELLS, G::DROPS) {
            (_, Some(drops)) => (drops.column)(b)
                .is_some_and(|m| self.state.is_legal(m) && (drops.landing)(self.state, m) == Some((a, b))),
            (Some(cells), None) => {
                (cells.move_at)(self.state, (b, a)).is_some_and(|m| self.state.is_legal(m))
            }
            (None, None) => false,
        }
    }

    /// Is the vertex of the answer legal if rows are counted from the other end?
    fn is_legal_from_the_other_end(&self) -> bool {
        let Some(cells) = G::CELLS else { return false };
        let here = if self.form == "gtp" { cells.rows } else { cells.rows.reversed() };
        let cells = game::Cells { rows: here.reversed(), ..cells };
        let output = self.output();
        let result = output.trim_start_matches('=').trim();
        referee::gtp::read_move(&cells, self.state, result).is_ok_and(|m| self.state.is_legal(m))
    }
}

/// Is this JSON with coordinates that are no integers?
fn has_text_coordinates(output: &str) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(output) else { return false };
    let wrong = |name: &str| value["response"].get(name).is_some_and(|value| value.as_i64().is_none());
    wrong("x") || wrong("y")
}
