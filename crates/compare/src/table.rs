//! Rounds, medians, and the printed table.

use std::fmt::Write;

use crate::args::Args;
use crate::libraries::Library;
use crate::measure::Run;
use crate::subject::{Subject, Visitor, visit};

/// Explanation of the columns.
pub const LEGEND: &str = "\
sims/s: million simulations per second of CPU time, median of all rounds; range: slowest
and fastest round. Every round has another seed, and a seed with a deeper tree is slower.
to ...: speed as a share of another row's, median of the rounds. used: bytes of the nodes
per simulation (treant: all its allocations). live: bytes that are allocated at the end
per simulation, with unused capacity of vectors; tesuji has a pool of fixed size instead.
proven: result for the first player, and the number of simulations that it took.";

/// Measures a game with all chosen libraries and returns the table.
pub fn compare(game: &str, simulations: u64, args: &Args) -> String {
    let rows = visit(game, Measure { simulations, args });
    let mut out = String::new();
    write_table(&mut out, game, simulations, args, &rows).expect("writing to a string cannot fail");
    out
}

struct Measure<'a> {
    simulations: u64,
    args: &'a Args,
}

/// The runs of a library, by round.
type Row = (Library, Vec<Run>);

impl Visitor for Measure<'_> {
    type Output = Vec<Row>;

    /// The libraries take turns within a round, so that a slow moment of the machine
    /// affects all.
    fn visit<G: Subject>(self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.args.libraries.iter().map(|&library| (library, Vec::new())).collect();
        for round in 0..self.args.rounds {
            for (library, runs) in &mut rows {
                runs.push(library.run::<G>(self.simulations, round));
            }
        }
        rows
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

fn speed(run: &Run) -> f64 {
    run.simulations as f64 / run.time.as_secs_f64()
}

/// Speed of a library as a share of another's, median of all rounds.
fn ratio(runs: &[Run], rows: &[Row], to: Library) -> String {
    let Some((_, others)) = rows.iter().find(|(library, _)| *library == to) else {
        return "-".to_string();
    };
    let shares = runs.iter().zip(others).map(|(run, other)| speed(run) / speed(other));
    format!("{:.0} %", 100.0 * median(shares.collect()))
}

/// The proof of the median round, if most rounds have one.
fn proof(runs: &[Run]) -> String {
    let mut proofs: Vec<(u64, &Run)> =
        runs.iter().map(|run| (if run.proven.is_some() { run.simulations } else { u64::MAX }, run)).collect();
    proofs.sort_by_key(|(simulations, _)| *simulations);
    let (simulations, run) = proofs[proofs.len() / 2];
    run.proven.map_or("-".to_string(), |outcome| format!("{outcome}, {simulations}"))
}

fn write_table(
    out: &mut String,
    game: &str,
    simulations: u64,
    args: &Args,
    rows: &[Row],
) -> std::fmt::Result {
    let [plain, uct, bare] = [Library::TesujiPlain, Library::TesujiUct, Library::Playouts];
    writeln!(out, "{game}, simulations: {simulations}, rounds: {}", args.rounds)?;
    writeln!(
        out,
        "{:<14} {:>7} {:>14} {:>9} {:>8} {:>8} {:>5} {:>5}  proven",
        "library", "sims/s", "range", "to plain", "to uct", "to bare", "used", "live"
    )?;
    for (library, runs) in rows {
        let per_simulation = |bytes: Option<usize>, run: &Run| match bytes {
            Some(bytes) => format!("{:.0}", bytes as f64 / run.simulations as f64),
            None => "-".to_string(),
        };
        let speeds: Vec<f64> = runs.iter().map(|run| speed(run) / 1e6).collect();
        let last = &runs[runs.len() - 1];
        let live = match library {
            Library::TesujiPlain | Library::TesujiUct => "pool".to_string(),
            _ => per_simulation(last.used.map(|_| last.live), last),
        };
        writeln!(
            out,
            "{:<14} {:>7.3} {:>14} {:>9} {:>8} {:>8} {:>5} {:>5}  {}",
            library.name(),
            median(speeds.clone()),
            format!("{:.3}-{:.3}", least(&speeds), most(&speeds)),
            ratio(runs, rows, plain),
            ratio(runs, rows, uct),
            ratio(runs, rows, bare),
            per_simulation(last.used, last),
            live,
            proof(runs),
        )?;
    }
    Ok(())
}
