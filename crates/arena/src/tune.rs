//! `arena tune`: moves parameters to where an engine wins more games.
//!
//! The log has the games and nothing else: where the parameters stand follows
//! from the results, so a tuning that was killed is walked again through its
//! log and goes on from there.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use game::Kind as ParamKind;
use game::error::quote;
use serde_json::{Value, json};

use crate::cli::TuneArgs;
use crate::contest::Contest;
use crate::foreign::is_foreign;
use crate::games::{Playable, Visitor};
use crate::opening;
use crate::plot::{self, Way};
use crate::progress::Progress;
use crate::report::Report;
use crate::run::{self, Run};
use crate::spec::{self, Range};
use crate::spsa::{Plan, Tuned, settled};
use crate::terms::{Entrant, Fixture, Kind, Shard, Terms};
use crate::text::{one_line, time};

/// `arena tune`, for any game.
pub struct Tune<'a> {
    /// What the user wants.
    pub args: &'a TuneArgs,
}

/// A tuning, as far as it went.
pub struct Tuning {
    /// Its games, the shaken-up side as A.
    report: Report,
    plan: Plan,
    /// Where the parameters were before each step and after the last, as
    /// shares of their ranges.
    way: Vec<Vec<f64>>,
}

impl Visitor for Tune<'_> {
    type Output = Result<Tuning>;

    fn visit<G: Playable>(&self) -> Result<Tuning> {
        let args = self.args;
        ensure!(!is_foreign(&args.strategy), "{} has no parameters to tune", quote(&args.strategy));
        let plan = Plan {
            params: args
                .param
                .iter()
                .map(|range| tuned::<G>(&args.strategy, range))
                .collect::<Result<_>>()?,
            steps: args.steps,
            spread: args.spread,
            gain: args.gain,
        };
        for (i, param) in plan.params.iter().enumerate() {
            ensure!(
                plan.params[..i].iter().all(|other| other.name != param.name),
                "{} is given twice",
                param.name
            );
        }
        let limits = args.contest.limits.clone().or_default();
        let base = Entrant { spec: args.strategy.clone(), limits };
        let kind = Kind::Tune(plan.clone());
        let contest = Contest::<G>::set_up(kind, vec![base.clone(), base], 2 * args.pairs, &args.contest)?;
        // The ends of the ranges are values that the engine takes.
        for ends in [0.0, 1.0] {
            G::strategies().build(&spec_at(&args.strategy, &plan, &vec![ends; plan.params.len()]))?;
        }
        args.svg.as_deref().map_or(Ok(()), plot::prepare)?;
        let run = Run::begin(&contest, Shard::WHOLE, &args.contest, run::interruption()?)?;
        let tuning = climb(&contest.terms, plan, &run, args)?;
        if let Some(path) = &args.svg {
            std::fs::write(path, tuning.svg()?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(tuning)
    }
}

/// The parameter as the strategy has it, to be moved within this range.
fn tuned<G: Playable>(strategy: &str, range: &Range) -> Result<Tuned> {
    let strategies = G::strategies();
    strategies.build(strategy)?;
    let name = strategy.split(':').next().unwrap_or_default();
    let found = strategies
        .iter()
        .find(|s| s.name == name)
        .and_then(|s| s.params.iter().find(|p| p.name == range.name));
    let Some(param) = found else {
        // What is wrong, said by those who know what would be right.
        strategies.build(&spec::with(strategy, &range.name, "0"))?;
        bail!("{name} has no parameter {}", quote(&range.name));
    };
    let whole = match param.kind {
        ParamKind::Int(..) | ParamKind::Memory(..) => true,
        ParamKind::Real(..) => false,
        ParamKind::Choice(_) => bail!("{} is a choice, and only numbers can be tuned", param.name),
    };
    let text = spec::value(strategy, param.name).unwrap_or(param.default);
    let start: f64 = text.parse().with_context(|| format!("{}={}", param.name, quote(text)))?;
    let [least, most] = range.range;
    ensure!(
        (least..=most).contains(&start),
        "{} begins at {start}, outside of {least}..{most}: begin elsewhere with {}",
        param.name,
        spec::with(strategy, param.name, "…")
    );
    Ok(Tuned { name: param.name.to_string(), range: range.range, start, whole })
}

/// The strategy with its parameters there.
fn spec_at(strategy: &str, plan: &Plan, at: &[f64]) -> String {
    let set =
        |spec: String, (param, share): (&Tuned, &f64)| spec::with(&spec, &param.name, &param.text(*share));
    plan.params.iter().zip(at).fold(strategy.to_string(), set)
}

fn climb<G: Playable>(terms: &Terms, plan: Plan, run: &Run<G>, args: &TuneArgs) -> Result<Tuning> {
    let started = Instant::now();
    let mut report = Report::empty(terms.clone(), Shard::WHOLE);
    let mut progress = Progress::new(run.stored_games());
    let mut way = vec![plan.start()];
    for step in 0..plan.steps {
        let at = way[step as usize].clone();
        let signs = opening::signs(terms.seed, step, plan.params.len());
        let specs = plan.shaken(step, &at, &signs).map(|at| spec_at(&args.strategy, &plan, &at));
        let fixture = |number| {
            let engines = specs.clone().map(|spec| Entrant { spec, ..terms.engines[0].clone() });
            Fixture { engines, ..terms.fixture(number) }
        };
        let (mut points, mut games) = (0.0, 0);
        let tell = |fixture: &Fixture, played: crate::duel::Played| {
            points += played.score_of_a(fixture.game);
            games += 1;
            let _ = report.add(fixture, played);
            progress
                .say(|| format!("step {}/{}  {}", step + 1, plan.steps, spec_at(&args.strategy, &plan, &at)));
            ControlFlow::Continue(())
        };
        let numbers: Vec<u64> = (step * terms.games..(step + 1) * terms.games).collect();
        run.play(&numbers, fixture, tell)?;
        if games < terms.games {
            break;
        }
        way.push(plan.moved(step, &at, &signs, points / games as f64));
    }
    progress.finish();
    report.ran = Some(run.ran(started));
    Ok(Tuning { report, plan, way })
}

impl Tuning {
    /// Was it ended before its last step?
    pub fn is_interrupted(&self) -> bool {
        self.report.is_interrupted()
    }

    fn strategy(&self) -> &str {
        &self.report.terms.engines[0].spec
    }

    /// Where it came to.
    fn settled(&self) -> String {
        spec_at(self.strategy(), &self.plan, &settled(&self.way))
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out).expect("a string takes all");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (terms, steps) = (&self.report.terms, self.way.len() as u64 - 1);
        writeln!(
            out,
            "{}: tuning of {} ({})",
            terms.game,
            one_line(self.strategy()),
            terms.engines[0].limits
        )?;
        let interrupted = if self.is_interrupted() { "interrupted after " } else { "" };
        let taken = self
            .report
            .ran
            .map_or(String::new(), |ran| format!(" in {}, {} at a time", time(ran.elapsed), ran.jobs));
        let games = self.report.games();
        writeln!(
            out,
            "{interrupted}{steps} of {} steps, {games} games{taken}, {}\n",
            self.plan.steps,
            self.report.setting()
        )?;
        writeln!(out, "{:<16}{:>12}{:>12}{:>12}  range", "", "start", "end", "settled")?;
        let settled = settled(&self.way);
        for (i, param) in self.plan.params.iter().enumerate() {
            let cell = |at: &[f64]| format!("{:.4}", param.value(at[i]));
            let [first, last] = [&self.way[0], &self.way[steps as usize]];
            let [least, most] = param.range;
            writeln!(
                out,
                "{:<16}{:>12}{:>12}{:>12}  {least}..{most}",
                param.name,
                cell(first),
                cell(last),
                cell(&settled)
            )?;
        }
        writeln!(out, "\nSettled is the mean of the second half. Whether that is better, a test tells:")?;
        writeln!(
            out,
            "arena sprt {} {} {}",
            terms.game,
            one_line(&self.settled()),
            one_line(self.strategy())
        )?;
        writeln!(out, "fingerprint {:016x}", self.report.fingerprint())
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let settled_at = settled(&self.way);
        let param = |(i, param): (usize, &Tuned)| {
            json!({
                "name": param.name, "range": param.range, "start": param.start,
                "settled": param.value(settled_at[i]),
                "way": self.way.iter().map(|at| param.value(at[i])).collect::<Vec<_>>(),
            })
        };
        let mut value = self.report.heading_json();
        value["spec"] = self.strategy().into();
        value["settled"] = self.settled().into();
        value["steps"] = (self.way.len() - 1).into();
        value["steps_wanted"] = self.plan.steps.into();
        value["params"] = self.plan.params.iter().enumerate().map(param).collect();
        value
    }

    fn svg(&self) -> Result<String> {
        let way = |(i, param): (usize, &Tuned)| Way {
            name: param.name.clone(),
            range: param.range,
            values: self.way.iter().map(|at| param.value(at[i])).collect(),
        };
        let title = format!("{}: tuning of {}", self.report.terms.game, one_line(self.strategy()));
        plot::ways(&title, &self.plan.params.iter().enumerate().map(way).collect::<Vec<_>>())
    }
}
