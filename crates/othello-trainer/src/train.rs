//! Training: rounds of self-play games and fits of the weights.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use othello::eval::Weights;
use othello::eval::weights::{STAGES, encode};

use crate::fit::{self, FitOptions};
use crate::games::{self, GameRecord, Settings};
use crate::{bar, cores};

#[derive(ClapArgs)]
pub struct Args {
    /// Folder of the games and weights: games-1.bin, weights-1.bin, …
    #[arg(long)]
    folder: PathBuf,
    /// Number of games of each round.
    #[arg(long, value_delimiter = ',', default_value = "60000,100000,100000,120000,240000,150000")]
    games: Vec<u64>,
    /// Search depth of each round's games in plies; 0 plays at random.
    #[arg(long, value_delimiter = ',', default_value = "0,2,4,6,6,6")]
    depths: Vec<u8>,
    /// Number of empty squares from which each round's games are played perfectly.
    #[arg(long, value_delimiter = ',', default_value = "12,14,14,14,14,14")]
    exact: Vec<u8>,
    /// File of weights that the first round plays with [default: all weights 0]
    #[arg(long)]
    start: Option<PathBuf>,
    #[command(flatten)]
    learning: Learning,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

/// Options of the fit.
#[derive(ClapArgs, Clone)]
struct Learning {
    /// Number of passes through all positions.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// First step size, as a fraction of the error.
    #[arg(long, default_value_t = 0.008)]
    step: f32,
    /// Number of moves before and after a stage whose positions it also learns from.
    #[arg(long, default_value_t = 2)]
    reach: i32,
    /// Weight of the game's result in a position's score, from 0 to 1; the rest is
    /// the search's score.
    #[arg(long, default_value_t = 0.3)]
    trust: f32,
    /// Stages to fit; stage n has 2n + 1 or 2n + 2 empty squares [default: all]
    #[arg(long, value_delimiter = ',')]
    stages: Vec<usize>,
}

#[derive(ClapArgs)]
pub struct LearnArgs {
    /// Files of games, as `train` writes them.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write the weights to.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    learning: Learning,
    /// Number of threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

pub fn learn(args: &LearnArgs) -> Result<()> {
    let mut all = Vec::new();
    for path in &args.games {
        all.extend(games::read(path)?);
    }
    let bytes = learn_from(&all, &args.learning, args.jobs, "learning");
    Ok(stdx::files::replace(&args.out, &bytes)?)
}

/// Fits weights to games, prints the errors, and returns the encoded weights.
fn learn_from(all: &[GameRecord], learning: &Learning, jobs: usize, what: &str) -> Vec<u8> {
    let options = FitOptions {
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
    let learned = fit::fit(all, &stages, &options, jobs, &progress);
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
        "--games, --depths and --exact have {rounds}, {} and {} rounds; the numbers must be equal",
        args.depths.len(),
        args.exact.len()
    );
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot create the folder {}", args.folder.display()))?;
    let mut weights = match &args.start {
        Some(path) => crate::weights(Some(path))?,
        None => Weights::zero(),
    };
    let mut before = Vec::new();
    for round in 1..=rounds {
        let settings = Settings {
            seed: args.seed.wrapping_add(round as u64),
            depth: args.depths[round - 1],
            exact: args.exact[round - 1],
        };
        let path = args.folder.join(format!("games-{round}.bin"));
        let progress = bar(format!("round {round}: playing "));
        let whole =
            games::generate(&path, &settings, args.games[round - 1], &weights, args.jobs, stop, &progress)?;
        progress.finish();
        if !whole {
            bail!("stopped; run the same command again to continue");
        }
        // Games of weaker players make the weights worse, so a round learns only
        // from its own games and those of the round before, and from random games
        // only if there are no others.
        let fresh = games::read(&path)?;
        let learned_from = match args.depths[round.saturating_sub(2)] {
            0 => fresh.clone(),
            _ => [before, fresh.clone()].concat(),
        };
        before = fresh;
        // Random moves have no scores of a search.
        let trust = if settings.depth == 0 { 1.0 } else { args.learning.trust };
        let learning = Learning { trust, ..args.learning.clone() };
        let path = args.folder.join(format!("weights-{round}.bin"));
        if let Ok(bytes) = std::fs::read(&path) {
            weights = Weights::decode(&bytes)
                .with_context(|| format!("{} is not a file of weights", path.display()))?;
            continue;
        }
        let bytes = learn_from(&learned_from, &learning, args.jobs, &format!("round {round}: learning"));
        println!("{}: {} bytes", path.display(), bytes.len());
        stdx::files::replace(&path, &bytes)?;
        weights = Weights::decode(&bytes).context("cannot decode the new weights")?;
    }
    Ok(())
}
