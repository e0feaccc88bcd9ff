//! The table of a match and of a test.

use std::fmt::Write;
use std::time::Duration;

use contest::{Contender, ContestReport, FaultKind, ForfeitRecord, Tally, Usage};
use stats::{Estimate, Sprt, Verdict};

use super::summary::{elo_text, entrant_text, heading, overhead};
use super::text::{likelihood, one_line, percent, rate, time};

/// Number of forfeits that are shown with their details.
const FORFEITS_SHOWN: usize = 5;

/// The table.
pub fn text(report: &ContestReport) -> String {
    let mut out = String::new();
    write_text(&mut out, report).expect("writing to a string cannot fail");
    out
}

fn write_text(out: &mut String, report: &ContestReport) -> std::fmt::Result {
    let tally = &report.tallies[0];
    let [a, b] = [&report.terms.engines[0], &report.terms.engines[1]];
    let game = format!("{}:", report.terms.game);
    writeln!(out, "{game} A = {}", entrant_text(a))?;
    writeln!(out, "{:>width$} B = {}", "", entrant_text(b), width = game.len())?;
    writeln!(out, "{}\n", heading(report))?;
    write_results(out, tally)?;
    if let Some(estimate) = tally.estimate() {
        writeln!(out)?;
        write_estimate(out, tally, &estimate)?;
        out.push_str(&overhead(report));
    }
    if let Some(test) = report.terms.kind.test() {
        writeln!(out, "test            {}", test_text(&test, tally, report.verdict))?;
    }
    writeln!(out, "\n{:<16}{:>14}{:>14}", "per move", "A", "B")?;
    let mut row = |name: &str, cell: &dyn Fn(&Usage) -> String| {
        let [a, b] = &tally.usage;
        writeln!(out, "{name:<16}{:>14}{:>14}", cell(a), cell(b))
    };
    row("mean time", &|usage| time(usage.mean_time()))?;
    row("worst time", &|usage| time(usage.worst))?;
    if tally.usage.iter().any(|usage| usage.least_bank.is_some()) {
        row("least in bank", &|usage| usage.least_bank.map_or("-".to_string(), time))?;
    }
    row("simulations/s", &|usage| rate(usage.simulations, usage.time))?;
    row("nodes/s", &|usage| rate(usage.nodes, usage.time))?;
    write_forfeits(out, tally, report.terms.tolerance)
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
    writeln!(out, "A is stronger   {} likely", likelihood(estimate.superiority))?;
    let [ll, ld, even, wd, ww] = tally.pairs;
    writeln!(out, "pairs           0: {ll}  ½: {ld}  1: {even}  1½: {wd}  2: {ww}")?;
    match (tally.unpaired(), tally.pairs) {
        (0, _) => (),
        (_, [0, 0, 0, 0, 0]) => writeln!(out, "                none: the score is that of single games")?,
        (games, _) => writeln!(out, "                {games} games without their partner are left out")?,
    }
    writeln!(out, "plies           {:.1} per game", tally.mean_plies())?;
    if let Some(plies) = tally.mean_proven() {
        let share = percent(tally.proven.0 as f64 / tally.games() as f64);
        writeln!(out, "proven          {plies:.1} plies before the end, in {share} of the games")?;
    }
    if tally.adjudicated > 0 {
        let share = percent(tally.adjudicated as f64 / tally.games() as f64);
        writeln!(out, "adjudicated     {} games ({share}), with a proven result", tally.adjudicated)?;
    }
    writeln!(out, "fingerprint     {:016x}", tally.fingerprint)
}

/// `A is stronger: 10 Elo rather than 0; LLR +2.95 (-2.94 to +2.94)`.
fn test_text(test: &Sprt, tally: &Tally, verdict: Option<Verdict>) -> String {
    let Sprt { elo: [elo0, elo1], .. } = test;
    let found = match verdict {
        Some(Verdict::Stronger) => format!("A is stronger: {elo1} Elo rather than {elo0}"),
        Some(Verdict::NotStronger) => format!("A is not stronger: {elo0} Elo rather than {elo1}"),
        None => format!("undecided between {elo0} and {elo1} Elo"),
    };
    format!("{found}; {}", llr_text(test, tally))
}

/// The log-likelihood ratio and its bounds: `LLR +1.19 (-2.94 to +2.94)`.
pub fn llr_text(test: &Sprt, tally: &Tally) -> String {
    let [low, high] = test.bounds();
    format!("LLR {:+.2} ({low:+.2} to {high:+.2})", test.llr(&tally.pairs))
}

fn write_forfeits(out: &mut String, tally: &Tally, tolerance: Duration) -> std::fmt::Result {
    let forfeits = tally.forfeits();
    if forfeits.is_empty() {
        return writeln!(out, "{:<16}{:>14}{:>14}", "forfeits", "none", "none");
    }
    for kind in FaultKind::ALL {
        let [a, b] = [Contender::A, Contender::B].map(|contender| tally.forfeit_count(contender, kind));
        if a + b > 0 {
            writeln!(out, "{:<16}{a:>14}{b:>14}", kind.name())?;
        }
    }
    writeln!(out, "\nA forfeit loses the game; a move may be {tolerance:?} late.")?;
    for ForfeitRecord { game, contender, forfeit } in forfeits.iter().take(FORFEITS_SHOWN) {
        writeln!(
            out,
            "game {}, {contender:?}: {}: {}",
            game + 1,
            forfeit.kind.name(),
            one_line(&forfeit.text)
        )?;
    }
    match forfeits.len().saturating_sub(FORFEITS_SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use contest::{ContestKind, Entrant, Fault, GameResult, MoveLimits, RunInfo, Shard, Terms, json};
    use game::{Outcome, Side};
    use serde_json::Value;

    use super::*;

    /// One game of two, lost by A with a message of two lines.
    fn interrupted() -> ContestReport {
        let forfeit = Some((Side::First, Fault::new(FaultKind::Panic, "no\nidea")));
        let usage = [Usage::default(); 2];
        let engine = |spec: &str| Entrant::new(spec, MoveLimits::default().or_default());
        let engines = vec![engine("x"), engine("y")];
        let terms = Terms::new::<tictactoe::State>(ContestKind::Match, engines, 2);
        let mut report = ContestReport::empty(terms, Shard::WHOLE);
        report.run =
            Some(RunInfo { elapsed: Duration::from_secs(1), jobs: 1, thinking: Duration::from_millis(975) });
        report.tallies[0].add(
            0,
            GameResult {
                outcome: Outcome::Loss,
                plies: 3,
                usage,
                proven: Some(2),
                forfeit,
                adjudicated: false,
                fingerprint: 7,
            },
        );
        report
    }

    #[test]
    fn a_forfeit_is_counted_and_shown_on_one_line() {
        let text = text(&interrupted());
        let row = text.lines().find(|line| line.starts_with("panic ")).unwrap();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["panic", "1", "0"]);
        assert!(text.contains("\ngame 1, A: panic: no\\nidea\n"), "{text}");
    }

    #[test]
    fn an_interrupted_match_says_so_and_which_games_its_score_is_from() {
        let report = interrupted();
        let table = text(&report);
        assert!(table.contains("\ninterrupted after 1 of 2 games in 1.0s, "), "{table}");
        assert!(table.contains("none: the score is that of single games"), "{table}");
        assert!(table.contains("\noverhead        2.50 % of 1 × 1.0s; thinking: 975.0ms\n"), "{table}");
        let json = json::report(&report);
        assert_eq!((&json["interrupted"], &json["unpaired"]), (&true.into(), &1.into()));
        assert_eq!(json["estimate"]["elo"], Value::Null, "minus infinity");

        let mut longer = report;
        for game in 2..5 {
            let usage = [Usage::default(); 2];
            let draw = GameResult {
                outcome: Outcome::Draw,
                plies: 9,
                usage,
                proven: None,
                forfeit: None,
                adjudicated: false,
                fingerprint: 7,
            };
            longer.tallies[0].add(game, draw);
        }
        let table = text(&longer);
        assert!(table.contains("2 games without their partner are left out"), "{table}");
    }
}
