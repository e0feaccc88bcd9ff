//! Rounds of playing and learning.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use othello::eval::Weights;
use othello::eval::weights::{STAGES, encode};

use crate::fit::{self, Method};
use crate::games::{self, Played, Rules};
use crate::{bar, cores, write_whole};

#[derive(ClapArgs)]
pub struct Args {
    /// Where games and weights are kept: games-1.bin, weights-1.bin, …
    #[arg(long)]
    folder: PathBuf,
    /// How many games each round plays.
    #[arg(long, value_delimiter = ',', default_value = "60000,100000,100000,120000,240000,150000")]
    games: Vec<u64>,
    /// Plies that each round's games are searched; 0 plays at random.
    #[arg(long, value_delimiter = ',', default_value = "0,2,4,6,6,6")]
    depths: Vec<u8>,
    /// From so many empty squares on, each round's games are played perfectly.
    #[arg(long, value_delimiter = ',', default_value = "12,14,14,14,14,14")]
    exact: Vec<u8>,
    /// Weights that the first round plays with [by default it knows nothing]
    #[arg(long)]
    start: Option<PathBuf>,
    #[command(flatten)]
    learning: Learning,
    /// What the random numbers are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

/// How to learn.
#[derive(ClapArgs, Clone)]
struct Learning {
    /// Times that all positions are learned from.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// The first step, as a part of the error.
    #[arg(long, default_value_t = 0.008)]
    step: f32,
    /// A stage also learns from positions so many moves before and after it.
    #[arg(long, default_value_t = 2)]
    reach: i32,
    /// How much of a position's score is the end of its game, from 0 to 1; the
    /// rest is what the search said.
    #[arg(long, default_value_t = 0.3)]
    trust: f32,
    /// Only these stages (stage n has 2n + 1 or 2n + 2 empty squares).
    #[arg(long, value_delimiter = ',')]
    stages: Vec<usize>,
}

#[derive(ClapArgs)]
pub struct LearnArgs {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    learning: Learning,
    /// Threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

pub fn learn(args: &LearnArgs) -> Result<()> {
    let mut all = Vec::new();
    for path in &args.games {
        all.extend(games::read(path)?);
    }
    write_whole(&args.out, &learn_from(&all, &args.learning, args.jobs, "learning"))
}

/// Learns, tells how well, and gives the weights as they are stored.
fn learn_from(all: &[Played], learning: &Learning, jobs: usize, what: &str) -> Vec<u8> {
    let method = Method {
        epochs: learning.epochs,
        step: learning.step,
        reach: learning.reach,
        trust: learning.trust,
        seed: 1,
    };
    let stages: Vec<usize> = match learning.stages.is_empty() {
        true => (0..STAGES).collect(),
        false => learning.stages.iter().copied().filter(|&stage| stage < STAGES).collect(),
    };
    let progress = bar(what.into());
    let learned = fit::fit(all, &stages, &method, jobs, &progress);
    progress.finish_and_clear();
    println!("{what} from {} games", all.len());
    println!("stage  empties  positions  error  held out");
    for stage in stages {
        let one = &learned[stage];
        let (low, high) = (2 * stage + 1, 2 * stage + 2);
        println!("{stage:5}  {low:3}-{high:2} {:10} {:7.3} {:8.3}", one.samples, one.error, one.held_out);
    }
    encode(&fit::quantise(&learned))
}

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let rounds = args.games.len();
    ensure!(
        args.depths.len() == rounds && args.exact.len() == rounds,
        "--games, --depths and --exact must name as many rounds each"
    );
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make the folder {}", args.folder.display()))?;
    let mut weights = match &args.start {
        Some(path) => crate::weights(Some(path))?,
        None => Weights::zero(),
    };
    let mut before = Vec::new();
    for round in 1..=rounds {
        let rules = Rules {
            seed: args.seed.wrapping_add(round as u64),
            depth: args.depths[round - 1],
            exact: args.exact[round - 1],
        };
        let path = args.folder.join(format!("games-{round}.bin"));
        let progress = bar(format!("round {round}: playing "));
        let whole =
            games::generate(&path, &rules, args.games[round - 1], &weights, args.jobs, stop, &progress)?;
        progress.finish();
        if !whole {
            bail!("stopped; the same command goes on from here");
        }
        // What weaker players played teaches less than it leads astray: only
        // this round's games and those of the one before are learned from,
        // and random games only when there is nothing else.
        let fresh = games::read(&path)?;
        let learned_from = match args.depths[round.saturating_sub(2)] {
            0 => fresh.clone(),
            _ => [before, fresh.clone()].concat(),
        };
        before = fresh;
        // Random moves come with no search to be trusted.
        let trust = if rules.depth == 0 { 1.0 } else { args.learning.trust };
        let learning = Learning { trust, ..args.learning.clone() };
        let path = args.folder.join(format!("weights-{round}.bin"));
        if let Ok(bytes) = std::fs::read(&path) {
            weights = Weights::decode(&bytes).with_context(|| format!("{} is broken", path.display()))?;
            continue;
        }
        let bytes = learn_from(&learned_from, &learning, args.jobs, &format!("round {round}: learning"));
        println!("{}: {} bytes", path.display(), bytes.len());
        write_whole(&path, &bytes)?;
        weights = Weights::decode(&bytes).context("the new weights cannot be read")?;
    }
    Ok(())
}
