//! `arena tune`: moves parameters to values with which an engine wins more games.

use contest::{ContestKind, Entrant, TunedParam, Tuning, TuningPlan, json};
use game::error::quote;
use game::{Kind, Playable, Spec};
use games::Visitor;

use super::output::{print_either, status};
use super::prepare;
use crate::cli::{ParamRange, TuneArgs, entrant};
use crate::error::{self, Error, Result, Status, require};
use crate::foreign::is_foreign;
use crate::render::progress::Progress;
use crate::render::text::one_line;
use crate::render::tuning;

/// Tunes, and writes the result and the plot.
pub fn run(args: &TuneArgs) -> Result<Status> {
    let tuned = games::visit(&args.game, &Tune { args })??;
    print_either(args.contest.json, || json::tuning(&tuned), || tuning::text(&tuned))?;
    Ok(status(&tuned.report))
}

struct Tune<'a> {
    args: &'a TuneArgs,
}

impl Visitor for Tune<'_> {
    type Output = Result<Tuning>;

    fn visit<G: Playable>(&self) -> Result<Tuning> {
        let TuneArgs { strategy, svg, pairs, contest: args, .. } = self.args;
        let Entrant { spec, limits, .. } = entrant(strategy, &args.limits.limits()?)?;
        require!(!is_foreign(&spec), "{} has no parameters to tune", quote(&spec));
        let spec: Spec = spec.parse()?;
        let plan = plan::<G>(&spec, self.args)?;
        // The ends of the ranges must be values that the strategy accepts.
        for ends in [0.0, 1.0] {
            let ends = plan.spec_at(&spec, &vec![ends; plan.params.len()]);
            G::strategies().build(&ends.to_string())?;
        }
        let base = Entrant::new(spec.to_string(), limits.clone());
        let kind = ContestKind::Tune(plan.clone());
        let contest = prepare::contest::<G>(kind, vec![base.clone(), base], 2 * pairs, args)?;
        if !self.args.force {
            for (i, param) in plan.params.iter().enumerate() {
                let at = |end| plan.spec_at(&spec, &replaced(&plan.start(), i, end));
                prepare::check_effect(&contest, &param.name, &[at(0.0), at(1.0)], &limits)?;
            }
        }
        prepare::check_writable(svg.as_deref())?;
        let steps = self.args.steps;
        let mut progress = Progress::new();
        let tuned = Tuning::play(&contest, prepare::run_options(args)?, |step, spec| {
            progress.show_text(|| format!("step {}/{steps}  {}", step + 1, one_line(&spec().to_string())));
        });
        progress.finish();
        let tuned = tuned?;
        if let Some(path) = svg {
            prepare::write_file(path, &tuning::svg(&tuned)?)?;
        }
        Ok(tuned)
    }
}

/// The shares with another one at this place.
fn replaced(shares: &[f64], at: usize, share: f64) -> Vec<f64> {
    shares.iter().enumerate().map(|(i, old)| if i == at { share } else { *old }).collect()
}

fn plan<G: Playable>(spec: &Spec, args: &TuneArgs) -> Result<TuningPlan> {
    let &TuneArgs { steps, spread, gain, .. } = args;
    let mut params: Vec<TunedParam> = Vec::new();
    for range in &args.param {
        require!(params.iter().all(|other| other.name != range.name), "{} is given twice", range.name);
        params.push(param::<G>(spec, range)?);
    }
    Ok(TuningPlan { params, steps, spread, gain })
}

/// A parameter of the strategy with the range in which it is tuned.
fn param<G: Playable>(spec: &Spec, range: &ParamRange) -> Result<TunedParam> {
    let strategies = G::strategies();
    let strategy = strategies.find(spec.name())?;
    let Some(param) = strategy.params.iter().find(|param| param.name == range.name) else {
        // Building it gives the error that lists the parameters.
        strategies.build(&spec.clone().with(&range.name, 0).to_string())?;
        return Err(Error::Usage(format!("{} has no parameter {}", strategy.name, quote(&range.name))));
    };
    let whole = match param.kind {
        Kind::Int(..) | Kind::Memory(..) => true,
        Kind::Real(..) => false,
        Kind::Choice(_) => {
            return Err(Error::Usage(format!("{} is a choice; only numbers can be tuned", param.name)));
        }
    };
    let start: f64 = error::number(spec.get(param.name).unwrap_or(param.default), "a number")?;
    let [least, most] = range.range;
    require!(
        (least..=most).contains(&start),
        "{} starts at {start}, outside of {least}..{most}; set another start with {}",
        param.name,
        spec.clone().with(param.name, "…")
    );
    Ok(TunedParam { name: param.name.to_string(), range: range.range, start, whole })
}
