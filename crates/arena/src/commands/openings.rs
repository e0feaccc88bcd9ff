//! `arena openings`: makes a file of different, balanced openings.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use contest::opening::candidate;
use contest::{MoveLimits, START};
use game::{History, Playable};
use games::Visitor;
use records::{Format, Record};
use stdx::{files, interrupt, jobs};

use super::output::print;
use super::prepare;
use crate::cli::OpeningsArgs;
use crate::error::{Error, Result, Status, require};
use crate::position;
use crate::render::progress::Progress;
use crate::render::text::{limit_options, one_line};

/// The search ends after this number of candidates without a new position.
const MOST_REPEATED: u64 = 20_000;

/// Makes the openings and writes them.
pub fn run(args: &OpeningsArgs) -> Result<Status> {
    games::visit(&args.game, &Openings { args })?
}

struct Openings<'a> {
    args: &'a OpeningsArgs,
}

impl Visitor for Openings<'_> {
    type Output = Result<Status>;

    fn visit<G: Playable>(&self) -> Result<Status> {
        let args = self.args;
        let spec = prepare::spec_or_first::<G>(args.engine.as_deref());
        let limits = args.limits.limits();
        // Mistakes are found before the first search.
        prepare::engine::<G>(&spec, None, &limits)?;
        prepare::check_writable(args.out.as_deref())?;
        let start: G = position::read(&args.from)?;
        let found = find(start, &spec, &limits, args)?;
        let count = found.openings.len();
        let plies = args.plies;
        require!(
            found.positions > 0,
            "no game of {} goes on after {plies} plies; use fewer --plies",
            G::NAME
        );
        require!(count > 0, "none of {} openings is balanced; allow a wider --window", found.positions);
        let mut text = comment::<G>(args, &spec, &limits);
        let records: Vec<Record<G>> = found.openings.into_iter().map(Record::new).collect();
        text.push_str(&records::write(&records, format(&records))?);
        let Some(path) = &args.out else {
            print(&text)?;
            return Ok(found.status);
        };
        files::replace(path, text.as_bytes()).map_err(|error| Error::Failure(error.into()))?;
        let why = match (found.status, (count as u64) < args.count) {
            (Status::Interrupted, _) => ", interrupted",
            (_, true) => ", and there seem to be no more",
            _ => "",
        };
        let positions = found.positions;
        print(&format!("{count} openings of {positions} different ones in {}{why}\n", path.display()))?;
        Ok(found.status)
    }
}

/// The result of the search for openings.
struct Found<G: game::Game> {
    openings: Vec<History<G>>,
    /// Number of different positions that were evaluated.
    positions: usize,
    status: Status,
}

/// Evaluates random openings in the order of their numbers until enough are balanced.
/// The seed of an evaluation follows from the position, so that the result does not
/// depend on the number of threads.
fn find<G: Playable>(start: G, spec: &str, limits: &MoveLimits, args: &OpeningsArgs) -> Result<Found<G>> {
    let values: Mutex<HashMap<u64, f32>> = Mutex::default();
    let known = || values.lock().unwrap_or_else(PoisonError::into_inner);
    let job = |(): &mut (), number: u64| -> Result<Option<(History<G>, u64, f32)>> {
        let Some(opening) = candidate(&start, args.plies as usize, args.seed, number) else {
            return Ok(None);
        };
        let key = opening.state().symmetry_key();
        let before = known().get(&key).copied();
        let value = match before {
            Some(value) => value,
            None => {
                let (mut engine, budget) = prepare::engine::<G>(spec, Some(args.seed ^ key), limits)?;
                engine.decide(&opening, &budget)?.value
            }
        };
        known().insert(key, value);
        Ok(Some((opening, key, value)))
    };
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let (mut repeated, mut failed) = (0, None);
    let mut progress = Progress::new();
    let each = |_, candidate: Result<Option<(History<G>, u64, f32)>>| {
        match candidate {
            Err(error) => failed = Some(error),
            Ok(Some((opening, key, value))) if seen.insert(key) => {
                repeated = 0;
                if f64::from(value.abs()) <= args.window {
                    openings.push(opening);
                }
            }
            Ok(_) => repeated += 1,
        }
        progress
            .show_text(|| format!("{}/{} openings, {} positions", openings.len(), args.count, seen.len()));
        let ended = failed.is_some() || repeated >= MOST_REPEATED || openings.len() as u64 >= args.count;
        if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stop = interrupt::flag().context("cannot start")?;
    jobs::ordered(args.jobs as usize, u64::MAX, stop, || (), job, each);
    progress.finish();
    if let Some(error) = failed {
        return Err(error);
    }
    let is_stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
    let status = if is_stopped { Status::Interrupted } else { Status::Success };
    if is_stopped && openings.is_empty() {
        return Err(Error::Interrupted("interrupted before the first opening".to_string()));
    }
    Ok(Found { openings, positions: seen.len(), status })
}

/// A format that other programs read: transcripts of Othello, otherwise moves.
fn format<G: Playable>(records: &[Record<G>]) -> Format {
    let is_usual = records.iter().all(|record| *record.history.start() == G::start());
    if Format::Transcript.writes(G::NAME) && is_usual { Format::Transcript } else { Format::Moves }
}

/// The first line: the command that makes the same openings.
fn comment<G: Playable>(args: &OpeningsArgs, spec: &str, limits: &MoveLimits) -> String {
    let OpeningsArgs { plies, count, window, seed, from, .. } = args;
    let mut out = format!("# arena openings {} --plies {plies} --count {count} --window {window}", G::NAME);
    let _ = write!(out, " --engine {}{} --seed {seed}", one_line(spec), limit_options(limits));
    if from != START {
        let _ = write!(out, " --from '{}'", one_line(from));
    }
    out + "\n"
}
