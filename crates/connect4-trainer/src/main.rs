//! Makes what Connect-4's champion knows by heart.
//!
//! `learn`: rounds of playing ([`games`]) and learning ([`fit`]); each round
//! plays with the weights of the one before. `book`: the first moves on the
//! classic board, solved ([`mod@book`]).

mod book;
mod fit;
mod games;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args as ClapArgs, Parser};
use connect4::eval::{COUNTS, KNOTS, Weights};
use indicatif::{ProgressBar, ProgressStyle};

use crate::games::Rules;

/// Make what Connect-4's champion knows by heart
#[derive(Parser, Debug)]
enum Command {
    /// Learn the judgement of positions by self-play
    ///
    /// Example: connect4-trainer learn --out crates/connect4/src/weights.rs
    Learn(Args),
    /// Solve the first moves on the classic board
    ///
    /// Example: connect4-trainer book --out crates/connect4/src/book.bin
    Book(book::Args),
}

/// Options of `connect4-trainer learn`.
#[derive(ClapArgs, Debug)]
struct Args {
    /// Where the weights go, as Rust source; written after every round
    #[arg(long)]
    out: PathBuf,
    /// Games of each round
    #[arg(long, value_delimiter = ',', default_value = "8000,16000,16000")]
    games: Vec<u64>,
    /// Simulations a move in each round's games
    #[arg(long, value_delimiter = ',', default_value = "200,300,600")]
    sims: Vec<u64>,
    /// Share of random moves after the opening
    #[arg(long, default_value_t = 0.05)]
    random: f32,
    /// How much of a lesson is the end of the game, the rest being what the
    /// search said
    #[arg(long, default_value_t = 1.0)]
    trust: f32,
    /// How much of a simulation is the judgement
    #[arg(long, default_value_t = 0.5)]
    mix: f32,
    /// Times that all lessons are learned from
    #[arg(long, default_value_t = 10)]
    epochs: u32,
    /// Random numbers start here
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

fn main() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let listening = ctrlc::set_handler(move || {
        // The first one ends the work in order, a second one at once.
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let result = match (listening, &Command::parse()) {
        (Err(error), _) => Err(error.into()),
        (_, Command::Learn(args)) => learn(args, &stop),
        (_, Command::Book(args)) => book::run(args, &stop),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("connect4-trainer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn learn(args: &Args, stop: &AtomicBool) -> Result<()> {
    ensure!(args.games.len() == args.sims.len(), "--games and --sims must name as many rounds each");
    // That nobody can write there is better known before all the games.
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&args.out)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    ensure!(
        (0.0..=1.0).contains(&args.random) && (0.0..=1.0).contains(&args.trust),
        "shares are between 0 and 1"
    );
    let mut weights: Weights = [[0; COUNTS]; KNOTS];
    let mut before = Vec::new();
    for (round, (&games, &simulations)) in (1..).zip(args.games.iter().zip(&args.sims)) {
        let rules = Rules {
            seed: args.seed + round,
            simulations,
            // The first round has no judgement yet.
            mix: if round == 1 { 0.0 } else { args.mix },
            random: args.random,
        };
        let bar = ProgressBar::new(games).with_style(
            ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {eta} left")
                .expect("a right template"),
        );
        bar.set_prefix(format!("round {round}"));
        let lessons = games::generate(&rules, games, &weights, args.jobs, stop, &bar)?;
        bar.finish_and_clear();
        if stop.load(Ordering::Relaxed) {
            bail!("stopped; {} has the weights of the rounds before", args.out.display());
        }
        let count = lessons.len();
        let all: Vec<_> = before.iter().chain(&lessons).cloned().collect();
        let learned = fit::fit(&all, args.trust, args.epochs, args.seed);
        weights = learned.weights;
        println!(
            "round {round}: {games} games of {simulations} simulations a move, {count} lessons, loss {:.4}, held out {:.4}",
            learned.loss, learned.held_out
        );
        std::fs::write(&args.out, source(&weights))
            .with_context(|| format!("cannot write {}", args.out.display()))?;
        before = if round == 1 { Vec::new() } else { lessons };
    }
    Ok(())
}

/// The weights as Rust source.
fn source(weights: &Weights) -> String {
    let row = |row: &[i16; COUNTS]| format!("    {row:?},\n");
    let rows: String = weights.iter().map(row).collect();
    format!(
        "//! What `connect4-trainer` has learned; see docs/connect4.md.\n\nuse crate::eval::Weights;\n\n/// The weights.\npub const LEARNED: Weights = [\n{rows}];\n"
    )
}
