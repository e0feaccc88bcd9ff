//! What a contest came to, as a table for people and as JSON for programs.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Value, json};
use stats::Estimate;

use crate::duel::{Played, Usage};
use crate::player::FaultKind;
use crate::tally::{FaultRecord, Name, Tally};
use crate::terms::{Entrant, Fixture, Shard, Terms};
use crate::text::{one_line, rate, time};

/// A contest that was played, or what there is of it.
pub struct Report {
    /// What it is.
    pub terms: Terms,
    /// The part of it that was to be played.
    pub shard: Shard,
    /// What came of each pairing.
    pub tallies: Vec<Tally>,
    /// How long it took, and how many games were played at a time; nothing
    /// where logs were read.
    pub ran: Option<(Duration, u64)>,
}

impl Report {
    /// Before the first game.
    pub fn empty(terms: Terms, shard: Shard) -> Report {
        let tallies = vec![Tally::default(); terms.pairings().len()];
        Report { terms, shard, tallies, ran: None }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, played: Played) {
        self.tallies[fixture.pairing].add(fixture.game, played);
    }

    /// Games that were played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// Games that were to be played.
    pub fn wanted(&self) -> u64 {
        self.shard.numbers(self.terms.total()).len() as u64
    }

    /// Are there games that were to be played and were not?
    pub fn is_incomplete(&self) -> bool {
        self.games() < self.wanted()
    }

    /// Was it ended before all games were played?
    pub fn is_interrupted(&self) -> bool {
        self.ran.is_some() && self.is_incomplete()
    }

    /// `100 games in 2.3s, 2 at a time, 2 random plies from …, seed 1`.
    pub fn heading(&self) -> String {
        let (games, wanted) = (self.games(), self.wanted());
        let mut out = match (self.ran, self.is_incomplete()) {
            (Some((elapsed, _)), true) => {
                format!("interrupted after {games} of {wanted} games in {}", time(elapsed))
            }
            (Some((elapsed, _)), false) => format!("{games} games in {}", time(elapsed)),
            (None, true) => format!("{games} of {wanted} games, the others are missing"),
            (None, false) => format!("{games} games"),
        };
        if let Some((_, jobs)) = self.ran {
            let _ = write!(out, ", {jobs} at a time");
        }
        if self.shard != Shard::WHOLE {
            let _ = write!(out, ", part {}", self.shard);
        }
        let start = self.terms.start.as_deref().unwrap_or("boards drawn by lot");
        let _ =
            write!(out, ", {} random plies from {start}, seed {}", self.terms.opening_plies, self.terms.seed);
        out
    }
}

/// So many faults are shown with their particulars.
const FAULTS_SHOWN: usize = 5;

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// `+27.9 ± 20.1`, or the interval where it has no end.
pub fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_range: [low, high], .. } = estimate;
    match estimate.elo_error().is_finite() {
        true => format!("{elo:+.1} ± {:.1}", estimate.elo_error()),
        false => format!("{elo:+.1} ({low:+.1} to {high:+.1})"),
    }
}

/// The table.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    write_text(&mut out, report).expect("a string takes all");
    out
}

fn write_text(out: &mut String, report: &Report) -> std::fmt::Result {
    let tally = &report.tallies[0];
    let [a, b] = [&report.terms.engines[0], &report.terms.engines[1]];
    let engine = |entrant: &Entrant| format!("{} ({})", one_line(&entrant.spec), entrant.limits);
    writeln!(out, "{}: A = {}, B = {}", report.terms.game, engine(a), engine(b))?;
    writeln!(out, "{}\n", report.heading())?;
    write_results(out, tally)?;
    if let Some(estimate) = tally.estimate() {
        writeln!(out)?;
        write_estimate(out, tally, &estimate)?;
    }
    writeln!(out, "\n{:<16}{:>14}{:>14}", "a move", "A", "B")?;
    let mut row = |name: &str, cell: &dyn Fn(&Usage) -> String| {
        let [a, b] = &tally.usage;
        writeln!(out, "{name:<16}{:>14}{:>14}", cell(a), cell(b))
    };
    row("mean time", &|usage| time(mean_time(usage)))?;
    row("worst time", &|usage| time(usage.worst))?;
    row("simulations/s", &|usage| rate(usage.simulations, usage.time))?;
    row("nodes/s", &|usage| rate(usage.nodes, usage.time))?;
    write_faults(out, tally, report.terms.tolerance)
}

fn write_results(out: &mut String, tally: &Tally) -> std::fmt::Result {
    writeln!(out, "{:<16}{:>8}{:>8}{:>8}{:>9}", "", "wins", "draws", "losses", "score")?;
    let [first, second] = tally.by_side;
    let rows = [("A", tally.results()), ("  moving first", first), ("  second", second)];
    for (name, [losses, draws, wins]) in rows {
        let games = losses + draws + wins;
        let score = match games {
            0 => "-".to_string(),
            _ => percent((wins as f64 + draws as f64 / 2.0) / games as f64),
        };
        writeln!(out, "{name:<16}{wins:>8}{draws:>8}{losses:>8}{score:>9}")?;
    }
    Ok(())
}

fn write_estimate(out: &mut String, tally: &Tally, estimate: &Estimate) -> std::fmt::Result {
    let [low, high] = estimate.score_range;
    writeln!(
        out,
        "score           {} (95 %: {} to {})",
        percent(estimate.score),
        percent(low),
        percent(high)
    )?;
    writeln!(out, "Elo             {}", elo_text(estimate))?;
    writeln!(out, "A is stronger   {} likely", percent(estimate.superiority))?;
    let [ll, ld, even, wd, ww] = tally.pairs;
    writeln!(out, "pairs           0: {ll}  ½: {ld}  1: {even}  1½: {wd}  2: {ww}")?;
    match (tally.unpaired(), tally.pairs) {
        (0, _) => (),
        (_, [0, 0, 0, 0, 0]) => writeln!(out, "                none: the score is that of single games")?,
        (games, _) => writeln!(out, "                without their partner and left out: {games} games")?,
    }
    writeln!(out, "plies           {:.1} a game", tally.mean_plies())?;
    writeln!(out, "fingerprint     {:016x}", tally.fingerprint)
}

fn write_faults(out: &mut String, tally: &Tally, tolerance: Duration) -> std::fmt::Result {
    let faults = tally.faults();
    if faults.is_empty() {
        return writeln!(out, "{:<16}{:>14}{:>14}", "faults", "none", "none");
    }
    for kind in FaultKind::ALL {
        let [a, b] = [Name::A, Name::B].map(|name| tally.fault_count(name, kind));
        if a + b > 0 {
            writeln!(out, "{:<16}{a:>14}{b:>14}", kind.name())?;
        }
    }
    writeln!(out, "\nA fault loses the game; a move may be {tolerance:?} late.")?;
    for FaultRecord { game, name, fault } in faults.iter().take(FAULTS_SHOWN) {
        writeln!(out, "game {}, {name:?}: {}: {}", game + 1, fault.kind.name(), one_line(&fault.text))?;
    }
    match faults.len().saturating_sub(FAULTS_SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "and {more} more"),
    }
}

fn mean_time(usage: &Usage) -> Duration {
    usage.time.div_f64(usage.moves.max(1) as f64)
}

/// The same for programs. A bound that is infinite is null.
pub fn json(report: &Report) -> Value {
    let tally = &report.tallies[0];
    let counts = |[losses, draws, wins]: [u64; 3]| json!({"wins": wins, "draws": draws, "losses": losses});
    let estimate = tally.estimate().map(|e| {
        json!({
            "score": e.score, "score_low": e.score_range[0], "score_high": e.score_range[1],
            "elo": e.elo, "elo_error": e.elo_error(), "elo_low": e.elo_range[0], "elo_high": e.elo_range[1],
            "los": e.superiority,
        })
    });
    let fault = |record: &&FaultRecord| {
        json!({
            "game": record.game + 1,
            "engine": format!("{:?}", record.name),
            "kind": record.fault.kind.name(),
            "text": record.fault.text,
        })
    };
    let (elapsed, jobs) = report.ran.unzip();
    json!({
        "game": report.terms.game,
        "a": engine(report, Name::A),
        "b": engine(report, Name::B),
        "from": report.terms.start,
        "shard": report.shard,
        "opening_plies": report.terms.opening_plies,
        "seed": report.terms.seed,
        "jobs": jobs,
        "games": tally.games(),
        "games_wanted": report.wanted(),
        "complete": !report.is_incomplete(),
        "interrupted": report.is_interrupted(),
        "seconds": elapsed.map(|time| time.as_secs_f64()),
        "tolerance_seconds": report.terms.tolerance.as_secs_f64(),
        "results": counts(tally.results()),
        "results_first": counts(tally.by_side[0]),
        "results_second": counts(tally.by_side[1]),
        "pentanomial": tally.pairs,
        "unpaired": tally.unpaired(),
        "estimate": estimate,
        "mean_plies": tally.mean_plies(),
        "fingerprint": format!("{:016x}", tally.fingerprint),
        "faults": tally.faults().iter().map(fault).collect::<Vec<_>>(),
    })
}

fn engine(report: &Report, name: Name) -> Value {
    let tally = &report.tallies[0];
    let usage = &tally.usage[name as usize];
    let Entrant { spec, limits } = &report.terms.engines[name as usize];
    let seconds = usage.time.as_secs_f64();
    let per_second = |count: u64| if count == 0 { 0.0 } else { count as f64 / seconds };
    let fault_count = |kind: FaultKind| (kind.name().to_string(), tally.fault_count(name, kind).into());
    json!({
        "spec": spec,
        "limits": {
            "seconds": limits.time.map(|time| time.as_secs_f64()),
            "simulations": limits.sims,
            "nodes": limits.nodes,
        },
        "moves": usage.moves,
        "mean_seconds": mean_time(usage).as_secs_f64(),
        "worst_seconds": usage.worst.as_secs_f64(),
        "simulations": usage.simulations,
        "simulations_per_second": per_second(usage.simulations),
        "nodes": usage.nodes,
        "nodes_per_second": per_second(usage.nodes),
        "faults": Value::Object(FaultKind::ALL.into_iter().map(fault_count).collect()),
    })
}

#[cfg(test)]
mod tests {
    use game::{Outcome, Side};

    use super::*;
    use crate::budget::Limits;
    use crate::player::Fault;
    use crate::terms::Kind;

    /// One game of two, lost by A with a message of two lines.
    fn interrupted() -> Report {
        let fault = Some((Side::First, Fault::new(FaultKind::Panic, "no\nidea")));
        let usage = [Usage::default(); 2];
        let engine = |spec: &str| Entrant { spec: spec.into(), limits: Limits::default().or_default() };
        let terms = Terms {
            kind: Kind::Match,
            game: "tictactoe".into(),
            engines: vec![engine("x"), engine("y")],
            games: 2,
            start: Some("start".into()),
            opening_plies: 2,
            seed: 1,
            tolerance: Duration::from_millis(50),
        };
        let mut report = Report::empty(terms, Shard::WHOLE);
        report.ran = Some((Duration::from_secs(1), 1));
        report.tallies[0].add(0, Played { outcome: Outcome::Loss, plies: 3, usage, fault, fingerprint: 7 });
        report
    }

    #[test]
    fn a_fault_is_counted_and_told_on_one_line() {
        let text = text(&interrupted());
        let row = text.lines().find(|line| line.starts_with("panic ")).unwrap();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["panic", "1", "0"]);
        assert!(text.contains("\ngame 1, A: panic: no\\nidea\n"), "{text}");
    }

    #[test]
    fn an_interrupted_match_says_so_and_what_the_score_is_made_of() {
        let report = interrupted();
        let table = text(&report);
        assert!(table.contains("\ninterrupted after 1 of 2 games in 1.0s, "), "{table}");
        assert!(table.contains("none: the score is that of single games"), "{table}");
        let json = json(&report);
        assert_eq!((&json["interrupted"], &json["unpaired"]), (&true.into(), &1.into()));
        assert_eq!(json["estimate"]["elo"], Value::Null, "minus infinity");

        let mut longer = report;
        for game in 2..5 {
            let usage = [Usage::default(); 2];
            let draw = Played { outcome: Outcome::Draw, plies: 9, usage, fault: None, fingerprint: 7 };
            longer.tallies[0].add(game, draw);
        }
        let table = text(&longer);
        assert!(table.contains("without their partner and left out: 2 games"), "{table}");
    }

    #[test]
    fn elo_has_an_error_or_an_interval() {
        let estimate = |counts: &[u64]| Estimate::from_counts(counts).unwrap();
        assert_eq!(elo_text(&estimate(&[10, 40, 120, 60, 20])), "+27.9 ± 20.1");
        assert_eq!(elo_text(&estimate(&[0, 0, 0, 0, 20])), "+inf (+277.4 to +inf)");
        assert_eq!(elo_text(&estimate(&[20, 0, 0, 0, 0])), "-inf (-inf to -277.4)");
    }
}
