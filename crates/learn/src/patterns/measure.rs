//! Measures the error of weights on solved positions.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use othello::obf::Line;
use othello::search::{Options, SearchLimits, Solver};

#[derive(ClapArgs, Debug)]
pub struct Args {
    /// File of positions, one per line: 64 squares, the side to move, a semicolon
    /// and the score for that side
    #[arg(long)]
    file: PathBuf,
    /// File of weights [default: the shipped weights]
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Search depth in plies; 0 is the evaluation alone
    #[arg(long, default_value_t = 0)]
    depth: i32,
}

pub fn run(args: &Args) -> Result<()> {
    let weights = super::weights(args.weights.as_deref())?;
    let name = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let mut solver = Solver::new(Options::default(), &weights);
    let (mut count, mut absolute, mut square, mut bias) = (0, 0.0, 0.0, 0.0);
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Line { state, score, .. } = line.parse().with_context(|| format!("{name} line {}", i + 1))?;
        let score = score.with_context(|| format!("{name} line {} has no score", i + 1))?;
        let found = match args.depth {
            0 => f64::from(solver.evaluate(&state)),
            depth => {
                let limits = SearchLimits { depth, solve_from: 0, ..SearchLimits::NONE };
                let deadline = Deadline::start(&Budget::nodes(u64::MAX));
                f64::from(solver.search(&state, &limits, deadline).map_or(0, |report| report.score))
            }
        };
        let error = found - f64::from(score);
        (count, absolute, square, bias) =
            (count + 1, absolute + error.abs(), square + error * error, bias + error);
    }
    ensure!(count > 0, "{name} has no positions");
    let mean = |sum: f64| sum / f64::from(count);
    println!(
        "{count} positions at depth {}: mean absolute error {:.3}, root mean square {:.3}, bias {:+.3}",
        args.depth,
        mean(absolute),
        mean(square).sqrt(),
        mean(bias)
    );
    Ok(())
}
