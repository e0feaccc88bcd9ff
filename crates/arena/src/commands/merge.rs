//! `arena merge`: joins the logs of a contest that was played in parts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use contest::log::{self, Games};
use contest::{ContestKind, ContestReport, Header, Log, LogError, RecordError, Schedule, Shard, Terms};
use game::Playable;
use games::Visitor;
use records::openings;

use crate::cli::MergeArgs;
use crate::error::{Error, Result, require};

/// The report of all games of the logs.
pub fn run(args: &MergeArgs) -> Result<ContestReport> {
    let logs: Vec<_> = args.logs.iter().map(|path| Ok((path, log::read(path)?))).collect::<Result<_>>()?;
    let Some((first, (header, _))) = logs.first() else {
        return Err(Error::usage("there is no log to merge"));
    };
    for (path, (other, _)) in &logs {
        let same = other.terms == header.terms;
        require!(same, "{} and {} are logs of different contests", first.display(), path.display());
    }
    let terms = header.terms.clone();
    let tuning = matches!(terms.kind, ContestKind::Tune(_));
    require!(!tuning, "{} is the log of a tuning; arena tune --resume continues it", first.display());
    let name = terms.game.clone();
    games::visit(&name, &Merge { terms, logs, out: args.out.as_deref() })?
}

struct Merge<'a> {
    terms: Terms,
    logs: Vec<(&'a PathBuf, (Header, Games))>,
    out: Option<&'a Path>,
}

impl Visitor for Merge<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let schedule = Schedule::<G>::of_log(self.terms.clone(), openings::built_in())?;
        let mut all = BTreeMap::new();
        for (path, (_, games)) in &self.logs {
            for (&number, (line, record)) in games {
                let fixture = self.terms.fixture(number);
                let wrong = |why| LogError::Line { path: path.to_path_buf(), line: *line, why };
                let finished = schedule.restore(&fixture, record).map_err(wrong)?;
                if all.insert(number, (fixture, finished, record)).is_some() {
                    return Err(wrong(RecordError::InAnotherLog(record.game)).into());
                }
            }
        }
        if let Some(path) = self.out {
            let (log, _) = Log::open(path, false, &Header::new(self.terms.clone(), Shard::WHOLE))?;
            all.values().try_for_each(|(_, _, record)| log.write(record))?;
        }
        let mut report = ContestReport::empty(self.terms.clone(), Shard::WHOLE);
        // Games after the end of a test do not count.
        let _ = all.values().try_for_each(|(fixture, finished, _)| report.add(fixture, finished.result()));
        Ok(report)
    }
}
