//! `arena sweep`: the effect of a parameter, value by value, with intervals.

use contest::{ContestKind, ContestReport, Entrant};
use game::error::quote;
use game::{Playable, Spec};
use games::Visitor;

use super::prepare;
use crate::cli::{ParamValues, SweepArgs, entrant};
use crate::error::{Result, require};
use crate::foreign::is_foreign;
use crate::render::sweep_table;

/// Plays the sweep and writes its plot.
pub fn run(args: &SweepArgs) -> Result<ContestReport> {
    games::visit(&args.game, &Sweep { args })?
}

struct Sweep<'a> {
    args: &'a SweepArgs,
}

impl Visitor for Sweep<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let SweepArgs {
            force, strategy, param, against, games, svg, side_limits, shard, contest: args, ..
        } = self.args;
        let [limits, limits_against] = side_limits.limits(&args.limits)?;
        let ParamValues { name, values } = param.clone();
        let Entrant { spec, limits, .. } = entrant(strategy, &limits)?;
        require!(!is_foreign(&spec), "{} has no parameters to compare", quote(&spec));
        let strategy: Spec = spec.parse()?;
        let mut engines = vec![entrant(against, &limits_against)?];
        let specs: Vec<Spec> = values.iter().map(|value| strategy.clone().with(&name, value)).collect();
        engines.extend(specs.iter().map(|spec| Entrant::new(spec.to_string(), limits.clone())));
        let kind = ContestKind::Sweep { param: name, values };
        let contest = prepare::contest::<G>(kind, engines, *games, args)?;
        if !force {
            prepare::check_effect(&contest, &param.name, &specs, &limits)?;
        }
        prepare::check_writable(svg.as_deref())?;
        let report = prepare::play(&contest, *shard, args)?;
        if let Some(path) = svg {
            prepare::write_file(path, &sweep_table::svg(&report)?)?;
        }
        Ok(report)
    }
}
