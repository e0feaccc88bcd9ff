//! `arena ratings`: Elo ratings over the games of several logs.

use std::path::PathBuf;

use contest::log::{self, Games};
use contest::{ContestKind, ContestReport, Entrant, Header, LogError, Schedule, Shard};
use game::Playable;
use game::error::quote_misspelled;
use games::Visitor;
use records::openings;
use stats::{Pairing, Ratings};

use super::output::print_either;
use crate::cli::RatingsArgs;
use crate::error::{Error, Result, Status, require};
use crate::render::rating_table::{self, RatedEngine};

/// Rates the engines of the logs.
pub fn run(args: &RatingsArgs) -> Result<Status> {
    let logs: Vec<_> = args.logs.iter().map(|path| Ok((path, log::read(path)?))).collect::<Result<_>>()?;
    let Some((first, (header, _))) = logs.first() else {
        return Err(Error::usage("there is no log to rate"));
    };
    let name = header.terms.game.clone();
    for (path, (other, _)) in &logs {
        let (found, path) = (&other.terms.game, path.display());
        require!(
            *found == name,
            "{} is of {name} and {path} of {found}; ratings are of one game",
            first.display()
        );
        let tuning = matches!(other.terms.kind, ContestKind::Tune(_));
        require!(!tuning, "{path} is the log of a tuning, whose engines change");
    }
    let reports = games::visit(&name, &Read { logs })??;
    let (engines, pairings) = collect(&reports);
    let ratings = Ratings::fit(engines.len(), &pairings).ok_or_else(|| {
        Error::usage("the games do not connect all engines: some have no common opponent, even by others")
    })?;
    let labels = labels(&engines);
    let shift = match &args.anchor {
        None => 0.0,
        Some((anchor, elo)) => {
            let found = labels.iter().position(|label| label == anchor);
            let found = found.ok_or_else(|| {
                let name = quote_misspelled(anchor, labels.iter().map(String::as_str));
                Error::Usage(format!("no engine has the name {name}; there are: {}", labels.join(", ")))
            })?;
            elo - ratings.players[found].0
        }
    };
    let mut rows: Vec<RatedEngine> = (0..engines.len())
        .map(|i| {
            let (elo, error) = ratings.players[i];
            let (points, games) = points(i, &pairings);
            RatedEngine { label: labels[i].clone(), elo: elo + shift, error, points, games }
        })
        .collect();
    rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    let table = rating_table::RatingTable {
        game: name,
        logs: reports.len(),
        anchor: args.anchor.clone(),
        bounded: ratings.bounded,
        rows,
    };
    print_either(args.json, || rating_table::json(&table), || rating_table::text(&table))?;
    Ok(Status::Success)
}

/// Reads the games of all logs.
struct Read<'a> {
    logs: Vec<(&'a PathBuf, (Header, Games))>,
}

impl Visitor for Read<'_> {
    type Output = Result<Vec<ContestReport>>;

    fn visit<G: Playable>(&self) -> Self::Output {
        let report = |(path, (header, games)): &(&PathBuf, (Header, Games))| {
            let schedule = Schedule::<G>::of_log(header.terms.clone(), openings::built_in())?;
            let mut report = ContestReport::empty(header.terms.clone(), Shard::WHOLE);
            for (&number, (line, record)) in games {
                let fixture = header.terms.fixture(number);
                let wrong = |why| LogError::Line { path: path.to_path_buf(), line: *line, why };
                let finished = schedule.restore(&fixture, record).map_err(wrong)?;
                // The end of a test does not matter: all games count.
                let _ = report.add(&fixture, finished.result());
            }
            Ok(report)
        };
        self.logs.iter().map(report).collect()
    }
}

/// All engines of the reports and the pairs of games between them. Engines are the same
/// if name, spec and limits are.
fn collect(reports: &[ContestReport]) -> (Vec<Entrant>, Vec<Pairing>) {
    let mut engines: Vec<Entrant> = Vec::new();
    let mut pairings = Vec::new();
    for report in reports {
        for ([a, b], tally) in report.terms.pairings().into_iter().zip(&report.tallies) {
            let players = [a, b].map(|i| {
                let entrant = &report.terms.engines[i];
                engines.iter().position(|other| other == entrant).unwrap_or_else(|| {
                    engines.push(entrant.clone());
                    engines.len() - 1
                })
            });
            if players[0] != players[1] {
                pairings.push(Pairing { players, pairs: tally.pairs });
            }
        }
    }
    (engines, pairings)
}

/// Name or spec of each engine, with its limits where several have the same.
fn labels(engines: &[Entrant]) -> Vec<String> {
    let label = |entrant: &Entrant| {
        let same = engines.iter().filter(|other| other.label() == entrant.label()).count();
        match same {
            1 => entrant.label().to_string(),
            _ => format!("{} ({})", entrant.label(), entrant.limits),
        }
    };
    engines.iter().map(label).collect()
}

/// Points and games of an engine.
fn points(engine: usize, pairings: &[Pairing]) -> (f64, u64) {
    let mut sum = (0.0, 0);
    for Pairing { players, pairs } in pairings {
        let games = 2 * pairs.iter().sum::<u64>();
        let points = pairs.iter().enumerate().map(|(i, count)| i as f64 / 2.0 * *count as f64).sum::<f64>();
        if players[0] == engine {
            sum = (sum.0 + points, sum.1 + games);
        } else if players[1] == engine {
            sum = (sum.0 + games as f64 - points, sum.1 + games);
        }
    }
    sum
}
