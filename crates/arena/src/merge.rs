//! `arena merge`: the logs of a contest that was played in parts, as one.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::cli::MergeArgs;
use crate::contest::Contest;
use crate::games::{self, Playable, Visitor};
use crate::log::{self, Games, Header, Log};
use crate::report::Report;
use crate::terms::{Kind, Shard, Terms};

/// What the logs add up to.
pub fn run(args: &MergeArgs) -> Result<Report> {
    let logs: Vec<_> = args.logs.iter().map(|path| Ok((path, log::read(path)?))).collect::<Result<_>>()?;
    let Some((first, (header, _))) = logs.first() else { bail!("there is no log to merge") };
    for (path, (other, _)) in &logs {
        let same =
            Header::new(other.terms.clone(), Shard::WHOLE) == Header::new(header.terms.clone(), Shard::WHOLE);
        ensure!(same, "{} and {} are logs of different contests", first.display(), path.display());
    }
    let terms = header.terms.clone();
    let tuning = matches!(terms.kind, Kind::Tune(_));
    ensure!(!tuning, "{} is the log of a tuning; arena tune --resume goes on with it", first.display());
    let name = terms.game.clone();
    games::visit(&name, &Merge { terms, logs, out: args.out.as_deref() })?
}

struct Merge<'a> {
    terms: Terms,
    logs: Vec<(&'a PathBuf, (Header, Games))>,
    out: Option<&'a Path>,
}

impl Visitor for Merge<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let contest = Contest::<G>::of(self.terms.clone())?;
        let mut all = std::collections::BTreeMap::new();
        for (path, (_, games)) in &self.logs {
            for (&number, (at, line)) in games {
                let fixture = self.terms.fixture(number);
                let place = || format!("{}: game {}", log::at(path, *at), line.game);
                let finished = contest.read(&fixture, line).with_context(place)?;
                if all.insert(number, (fixture, finished, line)).is_some() {
                    bail!("{} is also in another log", place());
                }
            }
        }
        if let Some(path) = self.out {
            let (log, _) = Log::open(path, false, &Header::new(self.terms.clone(), Shard::WHOLE))?;
            all.values().try_for_each(|(_, _, line)| log.write(line))?;
        }
        let mut report = Report::empty(self.terms.clone(), Shard::WHOLE);
        // A test has an end: games behind it do not count.
        let _ = all.values().try_for_each(|(fixture, finished, _)| report.add(fixture, finished.played()));
        Ok(report)
    }
}
