//! Checks a foreign program before its author uploads it: short games in every form of
//! its protocol at the judge's limits.
//!
//! | module | what it holds |
//! |---|---|
//! | `session` | plays it and collects what happens |
//! | [`plan`] | what is played in each form |
//! | [`positions`] | odd positions, and the opponent that leads to them |
//! | [`diagnose`] | what a fault means |
//! | [`report`] | what was found |

pub mod diagnose;
pub mod plan;
pub mod positions;
pub mod report;
mod session;

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use game::Playable;
use judge_protocol::limits;
use referee::{Program, Record, languages};

use self::plan::Extent;
pub use self::report::{Aspect, CheckReport, Failure, FormReport, Mark, Row, Turn};
use self::session::Check;
use crate::Allowed;

/// What to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The forms to check, and whether the program must speak them.
    pub forms: Vec<(&'static str, bool)>,
    /// The limits.
    pub allowed: Allowed,
    /// How much is played.
    pub extent: Extent,
}

/// The limits of the judge of a form.
pub fn allowed(form: &str) -> Option<Allowed> {
    let limits = match form {
        "so" => limits::compete(),
        _ => limits::by_name(form.split('-').next()?)?,
    };
    let time = limits.time;
    Some(Allowed { turn: time.each, first: time.each * time.first_factor, memory: limits.memory })
}

/// The forms of the family of a form, itself first.
pub fn family(form: &str) -> Vec<&'static str> {
    let botzone = ["botzone", "botzone-simple", "botzone-keep", "botzone-simple-keep"];
    let mut all: Vec<_> = match form.starts_with("botzone") {
        true => botzone.to_vec(),
        false => referee::language::NAMES.iter().copied().filter(|name| *name == form).collect(),
    };
    all.sort_by_key(|name| *name != form);
    all
}

/// How far a check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// The form.
    pub form: &'static str,
    /// The part.
    pub part: &'static str,
    /// Number of answered turns.
    pub turns: usize,
    /// Number of turns of the parts so far and of this one, about.
    pub planned: usize,
}

/// Checks a program. `stop` ends the check before the next turn.
pub fn run<G: Playable>(
    program: &Program,
    options: &CheckOptions,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(CheckProgress),
) -> Result<CheckReport> {
    let record = Record::default();
    let program = program.clone().recorded_by(record.clone());
    let report = CheckReport::new(options.allowed);
    let mut check = Check { program, record, options, stop, progress, report };
    for &(name, named) in &options.forms {
        let language = languages::<G>().into_iter().find(|language| language.name == name);
        let language = language.with_context(|| format!("{} is not played in {name}", G::NAME))?;
        check.form(&language, named);
        if check.is_interrupted() {
            break;
        }
    }
    Ok(check.finish())
}
