//! The games of a check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{History, Playable, Rng, Side};
use referee::botzone::KEEP_RUNNING;
use referee::{Connection, Fault, FaultKind, Language, Program, Record, TimeControl};
use serde_json::Value;

use super::diagnose::{Case, Diagnosis, Phase};
use super::plan::{self, Item};
use super::positions::{self, oddities};
use super::report::{self, Aspect, CheckReport, Failure, FormReport, Turn};
use super::{CheckOptions, CheckProgress};

/// A form is given up after this number of faults.
const MOST_FAULTS: usize = 3;
/// Share of a time limit below which the rest is worth a note.
const LITTLE_LEFT: f64 = 0.1;
/// Saiblo's limit of stderr in a game, in bytes.
const SAIBLO_STDERR: usize = 64 << 10;
/// Botzone's limit of `debug`, in bytes.
const DEBUG: usize = 1 << 10;
/// Time in which a program should end when its input ends.
const EXIT_TIME: Duration = Duration::from_secs(2);

/// A check that runs.
pub(super) struct Check<'a> {
    pub(super) program: Program,
    pub(super) record: Record,
    pub(super) options: &'a CheckOptions,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a mut dyn FnMut(CheckProgress),
    pub(super) report: CheckReport,
}

impl Check<'_> {
    /// Has the user ended the check? The report then says so.
    pub(super) fn is_interrupted(&mut self) -> bool {
        self.report.interrupted |= self.stop.load(Ordering::Relaxed);
        self.report.interrupted
    }

    /// The limit of a turn.
    fn limit(&self, first: bool) -> Duration {
        if first { self.options.allowed.first } else { self.options.allowed.turn }
    }

    /// Checks a form.
    pub(super) fn form<G: Playable>(&mut self, language: &Language<G>, named: bool) {
        self.report.forms.push(FormReport { name: language.name, named, not_spoken: None, moves: 0 });
        let items = plan::items::<G>(language, named, self.options.extent);
        let planned: usize = items.iter().map(|item| item.expected_turns()).sum();
        let planned = self.report.turns.len() + planned;
        let mut faults = 0;
        for item in items {
            if self.is_interrupted() {
                return;
            }
            let before = self.report.failures.len();
            self.play(language, item, planned);
            faults += usize::from(self.report.failures.len() > before);
            let spoken = self.report.forms.last().is_some_and(|form| form.not_spoken.is_none());
            let silent = self.report.forms.last().is_some_and(|form| form.moves == 0);
            if !spoken || faults >= MOST_FAULTS || faults > 0 && silent {
                return;
            }
        }
    }

    /// Plays an item of the plan.
    fn play<G: Playable>(&mut self, language: &Language<G>, item: Item<G>, planned: usize) {
        let Item { mut history, side, turns, opponent, phase, seed } = item;
        let mut rng = Rng::with_seed(seed);
        let mut bot =
            language.connect(self.program.clone(), TimeControl::per_move(self.options.allowed.turn));
        // Moves that the program has made before.
        let own = (history.moves().len() + usize::from(side == Side::First)) / 2;
        let mut asked = 0;
        while history.state().outcome().is_none() && asked < turns {
            if self.is_interrupted() {
                return;
            }
            if history.state().side() != side {
                let chosen = opponent.choose(history.state(), &mut rng);
                if history.play(chosen).is_err() {
                    return;
                }
                continue;
            }
            asked += 1;
            let (form, turns) = (language.name, self.report.turns.len());
            (self.progress)(CheckProgress {
                form,
                part: phase.name(),
                turns,
                planned: planned.max(turns + 1),
            });
            let first = own == 0 && asked == 1;
            let turn = AskedTurn { form, phase, number: asked, first };
            let Some(played) = self.ask(&mut *bot, &history, turn) else { return };
            if history.play(played).is_err() {
                return;
            }
        }
        match phase {
            Phase::Restart => self.report.restarts += 1,
            _ if history.state().outcome().is_some() => self.report.ended += 1,
            _ => (),
        }
        self.end(language, &mut *bot, &history, phase, asked);
    }

    /// Asks for a move; `None` after a fault that ends the game.
    fn ask<G: Playable>(
        &mut self,
        bot: &mut dyn Connection<G>,
        history: &History<G>,
        turn: AskedTurn,
    ) -> Option<G::Move> {
        let limit = self.limit(turn.first);
        let odd = oddities(history);
        let fault = match bot.ask(history, patience(limit)) {
            Ok(answer) => {
                self.report.turns.push(Turn { first: turn.first, time: answer.time });
                if let Some(form) = self.report.forms.last_mut() {
                    form.moves += 1;
                }
                self.note_output(turn.form);
                if answer.time > limit {
                    let (time, limit) = (answer.time.as_millis(), limit.as_millis());
                    let text = format!("{time} ms for a move; the limit is {limit} ms");
                    self.fail(&Fault::new(FaultKind::Late, text), history, turn);
                }
                if history.state().is_legal(answer.played) {
                    for oddity in odd {
                        *self.report.odd.entry(oddity).or_default() += 1;
                    }
                    return Some(answer.played);
                }
                let state = history.state();
                let text = format!("{} is not a legal move", state.move_text(answer.played));
                Fault::new(FaultKind::Illegal, text)
            }
            // An engine may give up a lost game.
            Err(fault) if fault.kind == FaultKind::Resigned => return None,
            Err(fault) => fault,
        };
        self.fail(&fault, history, turn);
        None
    }

    /// Records a fault: as a failure, as a note, or as a form that the program does not
    /// speak.
    fn fail<G: Playable>(&mut self, fault: &Fault, history: &History<G>, turn: AskedTurn) {
        let recorded = self.record.get();
        let nearly_over = oddities(history).contains(&positions::Oddity::NearlyFull);
        let phase = match turn.phase {
            Phase::Opening | Phase::Whole | Phase::Odd if nearly_over => Phase::End,
            phase => phase,
        };
        let (form, state) = (turn.form, history.state());
        let allowed = self.options.allowed;
        let case = Case {
            fault,
            form,
            phase,
            turn: turn.number,
            first: turn.first,
            state,
            recorded: &recorded,
            allowed,
            program: &self.program,
        };
        let Diagnosis { aspect, advice, specific } = case.diagnose();
        if let Some(last) = self.report.forms.last_mut()
            && !last.named
            && last.moves == 0
        {
            last.not_spoken = Some(fault.text.clone());
            return;
        }
        if aspect == Aspect::Restart {
            let note = format!("{fault} ({form}); no game is lost unless the judge restarts the program");
            self.report.notes.entry(aspect).or_insert(note);
            return;
        }
        let kept = if form == "nboard" { 2 } else { 1 };
        let from = recorded.exchanges.len().saturating_sub(kept);
        let side = ["first", "second"][state.side().index()];
        let ply = history.moves().len();
        self.report.failures.push(Failure {
            aspect,
            form,
            what: describe(fault),
            place: format!("{}, as {side} player, after {}", turn.phase.name(), report::count(ply, "move")),
            position: state.to_string(),
            exchanges: recorded.exchanges[from..].to_vec(),
            advice,
            specific,
        });
    }

    /// Notes what an answer holds beside the move.
    fn note_output(&mut self, form: &str) {
        let recorded = self.record.get();
        self.report.stderr = self.report.stderr.max(recorded.stderr);
        let Some(last) = recorded.exchanges.last() else { return };
        let output = String::from_utf8_lossy(&last.received).replace(KEEP_RUNNING, "");
        let debug = match form {
            "botzone" | "botzone-keep" => {
                let value: Value = serde_json::from_str(output.trim()).unwrap_or_default();
                value["debug"].as_str().map_or(0, str::len)
            }
            "botzone-simple" => output.lines().nth(1).map_or(0, str::len),
            _ => 0,
        };
        self.report.debug = self.report.debug.max(debug);
        if debug > DEBUG {
            let note = format!("debug has {debug} bytes; Botzone keeps at most {DEBUG}");
            self.report.notes.entry(Aspect::Log).or_insert(note);
        }
    }

    /// Ends a game, and looks at how the program ends.
    fn end<G: Playable>(
        &mut self,
        language: &Language<G>,
        bot: &mut dyn Connection<G>,
        history: &History<G>,
        phase: Phase,
        asked: usize,
    ) {
        let form = language.name;
        let ended = bot.finish(EXIT_TIME);
        let recorded = self.record.get();
        self.report.stderr = self.report.stderr.max(recorded.stderr);
        let turn = AskedTurn { form, phase, number: asked, first: false };
        let mut fail = |aspect, what: String, advice: &str| {
            let position = history.state().to_string();
            let from = recorded.exchanges.len().saturating_sub(1);
            self.report.failures.push(Failure {
                aspect,
                form,
                what,
                place: format!("{}, after {} turns", turn.phase.name(), turn.number),
                position,
                exchanges: recorded.exchanges[from..].to_vec(),
                advice: advice.to_string(),
                specific: true,
            });
        };
        match ended {
            Ok(ended) => {
                if !ended.stdout.trim().is_empty() {
                    let what =
                        format!("{} after the last answer", game::error::quote_at_most(&ended.stdout, 200));
                    fail(
                        Aspect::Stray,
                        what,
                        "Print nothing but the answer on stdout: send other output to stderr.",
                    );
                }
                if form == "saiblo" && recorded.stderr > SAIBLO_STDERR {
                    let what = format!(
                        "{} bytes on stderr in a game; Saiblo takes {SAIBLO_STDERR}",
                        recorded.stderr
                    );
                    fail(
                        Aspect::Log,
                        what,
                        "Write less to stderr: the pipe of the judge blocks the program when it is full.",
                    );
                }
                match ended.code {
                    Some(0) => self.report.exits += 1,
                    code => {
                        let how =
                            code.map_or("a signal ended it".to_string(), |code| format!("exit code {code}"));
                        let note =
                            format!("{how} when its input ends ({form}); the judge ends the program itself");
                        self.report.notes.entry(Aspect::Exit).or_insert(note);
                    }
                }
            }
            Err(_) => {
                let note =
                    format!("it runs on when its input ends ({form}); the judge ends the program itself");
                self.report.notes.entry(Aspect::Exit).or_insert(note);
            }
        }
    }

    /// Adds what is known at the end.
    pub(super) fn finish(mut self) -> CheckReport {
        let report = &mut self.report;
        report.memory = self.program.peak_memory().div_ceil(1 << 20);
        // A peak that was too short for the keeper to see.
        let limit = report.allowed.memory;
        let known = report.failures.iter().any(|failure| failure.aspect == Aspect::Memory);
        if report.memory > limit && !known {
            report.failures.push(Failure {
                aspect: Aspect::Memory,
                form: report.forms.first().map_or("", |form| form.name),
                what: format!("the peak was {} MiB; the limit is {limit} MiB", report.memory),
                place: "in one of the turns".to_string(),
                position: "not known".to_string(),
                exchanges: Vec::new(),
                advice: format!("Use less than {limit} MiB: make tables and caches smaller."),
                specific: true,
            });
        }
        if let Some(left) = report.least_left().filter(|left| *left < LITTLE_LEFT) {
            let note = format!("a turn left only {:.0} % of its limit", left.max(0.0) * 100.0);
            report.notes.entry(Aspect::Time).or_insert(note);
        }
        // A program that speaks another form than the named one.
        let other = report.forms.iter().find(|form| !form.named && form.moves > 0).map(|form| form.name);
        if let (Some(failure), Some(other)) = (report.failures.first_mut(), other)
            && matches!(failure.aspect, Aspect::Speaks | Aspect::Starts)
            && !failure.specific
            && report.forms.iter().any(|form| form.named && form.moves == 0)
        {
            failure.aspect = Aspect::Speaks;
            failure.advice =
                format!("It speaks {other}: check it as {other}:COMMAND, and choose that form on the site.");
        }
        self.report
    }
}

/// A turn that is asked for.
#[derive(Clone, Copy)]
struct AskedTurn {
    form: &'static str,
    phase: Phase,
    /// Number of the turn of this process or this part of the game, from 1.
    number: usize,
    /// Is it the first turn of the game?
    first: bool,
}

/// The fault in words, without its kind if the text says enough.
fn describe(fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Garbage | FaultKind::Error | FaultKind::Panic => fault.to_string(),
        _ => fault.text.clone(),
    }
}

/// Time to wait for an answer: the limit and as long again (within limits), to
/// distinguish a late program from a silent one.
fn patience(limit: Duration) -> Duration {
    limit + limit.clamp(Duration::from_millis(200), Duration::from_secs(2))
}
