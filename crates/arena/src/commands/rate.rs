//! `arena rate`: one number for an engine, from games against a ladder of our own.

use contest::standings::Standings;
use contest::{ContestKind, ContestReport, Entrant, MoveLimits, Shard};
use game::Playable;
use games::Visitor;
use serde_json::json;

use super::output::{print_either, status};
use super::prepare;
use crate::cli::{RateArgs, entrant};
use crate::error::{Result, Status};
use crate::render::text::one_line;
use crate::render::{report_json, report_text};

/// Numbers of simulations of the rungs above `random`, each the plain tree search.
const RUNGS: [u64; 4] = [10, 50, 250, 1000];

/// Index of the engine that has [`MIDDLE_ELO`]: the rung with 50 simulations.
const MIDDLE: usize = 3;

/// Elo of that rung.
const MIDDLE_ELO: f64 = 1000.0;

/// Plays the games and prints the rating.
pub fn run(args: &RateArgs) -> Result<Status> {
    let report = games::visit(&args.game, &Rate { args })??;
    let rating = rating(&report);
    let value = || {
        let mut value = report_json(&report);
        value["rating"] = rating.map(|(elo, error)| json!({"elo": elo, "elo_error": error})).into();
        value
    };
    let text = || {
        let label = one_line(report.terms.engines[0].label());
        let line = match rating {
            Some((elo, error)) => format!("{label} has {elo:.0} ± {error:.0} on the ladder"),
            None => format!("{label} has no rating yet"),
        };
        let ladder = &report.terms.engines[MIDDLE];
        format!("{}\n{line}, on which uct ({}) has {MIDDLE_ELO}.\n", report_text(&report), ladder.limits)
    };
    print_either(args.contest.json, value, text)?;
    Ok(status(&report))
}

struct Rate<'a> {
    args: &'a RateArgs,
}

impl Visitor for Rate<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let RateArgs { engine, games, contest: args, .. } = self.args;
        let mut engines = vec![entrant(engine, &args.limits.limits()?)?];
        engines.extend(ladder());
        let kind = ContestKind::Tournament { gauntlet: false };
        let contest = prepare::contest::<G>(kind, engines, *games, args)?;
        prepare::play(&contest, Shard::WHOLE, args)
    }
}

/// The ladder: strategies that every game has, from the weakest to the strongest.
fn ladder() -> Vec<Entrant> {
    let rung = |name: String, spec: &str, sims| Entrant {
        name: Some(name),
        ..Entrant::new(spec, MoveLimits { sims: Some(sims), ..MoveLimits::default() })
    };
    let searches = RUNGS.iter().map(|&sims| rung(format!("ladder-{sims}"), "uct", sims));
    std::iter::once(rung("ladder-0".into(), "random", 1)).chain(searches).collect()
}

/// Elo of the first engine on the scale of the ladder, and its 95 % error.
fn rating(report: &ContestReport) -> Option<(f64, f64)> {
    let standings = Standings::new(report);
    let of = |engine| standings.rows.iter().find(|row| row.engine == engine).and_then(|row| row.elo);
    let ((elo, error), (middle, _)) = (of(0)?, of(MIDDLE)?);
    Some((elo - middle + MIDDLE_ELO, error))
}
