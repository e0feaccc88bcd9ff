//! `arena check`: plays short games against a foreign program in every form of its
//! protocol, and reports what a judge would find.

use std::time::{Duration, Instant};

use contest::{Entrant, MoveLimits};
use game::Playable;
use game::error::quote;
use games::Visitor;
use indicatif::{ProgressBar, ProgressStyle};
use stdx::{interrupt, jobs};
use trial::check::{self, CheckOptions, CheckProgress, CheckReport, plan::Extent};
use trial::{Allowed, busy};

use super::output::print_either;
use crate::cli::{CheckArgs, ForeignArgs};
use crate::error::{Error, Result, Status, require};
use crate::foreign::{self, Program};
use crate::render::check_table::{self, Checked};

/// Checks the program and writes the table.
pub fn run(args: &CheckArgs) -> Result<Status> {
    let started = Instant::now();
    let report = games::visit(&args.game, &Check { args })??;
    let checked = Checked {
        game: &args.game,
        spec: &args.spec,
        report: &report,
        share: args.share(),
        load: args.load,
        busy: busy_machine(args.load),
        time: started.elapsed(),
    };
    print_either(args.json, || check_table::json(&checked), || check_table::text(&checked))?;
    Ok(match (report.interrupted, report.is_well()) {
        (true, _) => Status::Interrupted,
        (false, true) => Status::Success,
        (false, false) => Status::FailedCheck,
    })
}

/// The load of the machine by other programs, if there is more than one for each core:
/// then this program had to wait.
fn busy_machine(own: u64) -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split(' ').next()?.parse().ok()?;
    (load - own as f64 > jobs::cores() as f64 + 0.5).then_some(load)
}

struct Check<'a> {
    args: &'a CheckArgs,
}

impl Visitor for Check<'_> {
    type Output = Result<CheckReport>;

    fn visit<G: Playable>(&self) -> Result<CheckReport> {
        let args = self.args;
        let forms = forms::<G>(args)?;
        let allowed = allowed(args, forms[0].0)?;
        let program = program(args, allowed)?;
        let games = args.games.unwrap_or(0) as usize;
        let options = CheckOptions { forms, allowed, extent: Extent { quick: args.quick, games } };
        let stop = interrupt::flag().map_err(|error| Error::Failure(error.into()))?;
        let bar = ProgressBar::new(0);
        let template = "{pos}/{len} moves  {wide_bar}  {msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut show = |progress: CheckProgress| {
            bar.set_length(progress.planned as u64);
            bar.set_position(progress.turns as u64);
            bar.set_message(format!("{}, {}", progress.form, progress.part));
        };
        let report =
            busy::beside(args.load as usize, || check::run::<G>(&program, &options, stop, &mut show));
        bar.finish_and_clear();
        Ok(report?)
    }
}

/// The forms to check and whether the program must speak them, the most important first.
fn forms<G: Playable>(args: &CheckArgs) -> Result<Vec<(&'static str, bool)>> {
    let Some((name, _)) = foreign::split(&args.spec) else {
        return Err(Error::Usage(format!(
            "{} is not a foreign program; for {} it is one of: {}",
            quote(&args.spec),
            G::NAME,
            foreign::forms::<G>().join(", ")
        )));
    };
    // Also checks the rest of the spec.
    foreign::language::<G>(&entrant(args, Duration::from_secs(1)), Some(&G::start()))?;
    let family = check::family(name);
    for form in &args.form {
        require!(
            family.contains(&form.as_str()),
            "--form {} is not a form of {name}; there are: {}",
            quote(form),
            family.join(", ")
        );
    }
    let wanted = |form: &&str| args.form.is_empty() || args.form.iter().any(|wanted| wanted == form);
    let must = |form: &str| form == name || !args.form.is_empty();
    Ok(family.into_iter().filter(wanted).map(|form| (form, must(form))).collect())
}

/// The judge's limits, with the user's changes.
fn allowed(args: &CheckArgs, form: &str) -> Result<Allowed> {
    let mut allowed =
        check::allowed(form).ok_or_else(|| Error::Usage(format!("{form} is the form of no judge")))?;
    if let Some(time) = args.time {
        let factor = allowed.first.as_secs_f64() / allowed.turn.as_secs_f64();
        allowed.first = time.mul_f64(factor);
        allowed.turn = time;
    }
    allowed.memory = args.memory_limit.unwrap_or(allowed.memory);
    Ok(allowed)
}

fn entrant(args: &CheckArgs, time: Duration) -> Entrant {
    let limits = MoveLimits::per_move(time);
    Entrant::new(args.spec.clone(), limits)
}

/// The program with its limits, in the sandbox.
fn program(args: &CheckArgs, allowed: Allowed) -> Result<Program> {
    let foreign = ForeignArgs { memory_limit: allowed.memory, sandbox: args.sandbox.clone() };
    let entrants = [entrant(args, allowed.first)];
    let mut found = foreign::slowed_programs(&entrants, Duration::ZERO, &foreign, args.share())?;
    found
        .remove(&args.spec)
        .ok_or_else(|| Error::Usage(format!("{} is not a known program", quote(&args.spec))))
}
