//! Learns the weights of Connect-4's features, which `champion` plays with: self-play
//! ([`games`]) and fits ([`fit`]) in turn; each round plays with the weights of the round before.

mod fit;
mod games;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use connect4::eval::{FEATURES, KNOTS, Weights};

use self::games::SelfPlay;
use crate::steps::{Stopped, bar};

/// Options of `learn features`.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Output file for the weights, as Rust source; written after every round
    #[arg(long)]
    out: PathBuf,
    /// Number of games of each round
    #[arg(long, value_delimiter = ',', default_value = "8000,16000,16000")]
    games: Vec<u64>,
    /// Simulations per move in the games of each round
    #[arg(long, value_delimiter = ',', default_value = "200,300,600")]
    sims: Vec<u64>,
    /// Share of random moves after the opening
    #[arg(long, default_value_t = 0.05)]
    random: f32,
    /// Weight of the game's result in a sample's target; the search's value has the rest
    #[arg(long, default_value_t = 1.0)]
    trust: f32,
    /// Weight of the evaluation in a simulation; the playout has the rest
    #[arg(long, default_value_t = 0.5)]
    mix: f32,
    /// Number of passes over all samples
    #[arg(long, default_value_t = 10)]
    epochs: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; the default is the number of cores
    #[arg(long, default_value_t = stdx::jobs::cores(), hide_default_value = true)]
    jobs: usize,
}

/// Learns the weights and writes them.
pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let (games, sims) = (args.games.len(), args.sims.len());
    ensure!(games == sims, "--games has {games} rounds, --sims {sims}; both must have the same number");
    for (option, value) in [("--random", args.random), ("--trust", args.trust)] {
        ensure!((0.0..=1.0).contains(&value), "{option} is {value}; it must be 0 to 1");
    }
    // An unwritable file is reported before the games, not after them.
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&args.out)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    let mut weights: Weights = [[0; FEATURES]; KNOTS];
    let mut before = Vec::new();
    for (round, (&games, &simulations)) in (1..).zip(args.games.iter().zip(&args.sims)) {
        let options = SelfPlay {
            seed: args.seed + round,
            simulations,
            // The first round has no weights yet.
            mix: if round == 1 { 0.0 } else { args.mix },
            random: args.random,
        };
        let bar = bar(format!("round {round}: games"), games);
        let samples = games::generate(&options, games, &weights, args.jobs, stop, &bar)?;
        bar.finish_and_clear();
        if stop.load(Ordering::Relaxed) {
            let written = format!("stopped; {} has the weights of the rounds before", args.out.display());
            return Err(anyhow::Error::new(Stopped).context(written));
        }
        let count = samples.len();
        let all: Vec<_> = before.iter().chain(&samples).cloned().collect();
        let learned = fit::fit(&all, args.trust, args.epochs, args.seed);
        weights = learned.weights;
        println!(
            "round {round}: {games} games, {simulations} simulations per move, {count} samples, loss {:.4}, held-out loss {:.4}",
            learned.loss, learned.held_out
        );
        stdx::files::replace(&args.out, source(&weights).as_bytes())?;
        before = if round == 1 { Vec::new() } else { samples };
    }
    Ok(())
}

/// The weights as Rust source.
fn source(weights: &Weights) -> String {
    let row = |row: &[i16; FEATURES]| format!("    {row:?},\n");
    let rows: String = weights.iter().map(row).collect();
    format!(
        "//! Weights of the evaluation, learned by `learn features`; see docs/connect4.md.\n\nuse crate::eval::Weights;\n\n/// The weights.\npub const LEARNED: Weights = [\n{rows}];\n"
    )
}
