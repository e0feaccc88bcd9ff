//! Learns policy and value networks by self-play, for any game that has a
//! [`subject::Subject`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`subject`] | what a game gives: the input of a network, symmetries, a teacher |
//! | [`folder`], [`steps`] | the folder of a training; its steps |
//! | [`gumbel`], [`games`] | the search of self-play; its games, and their files |
//! | [`samples`], [`gradient`], [`conv`] | positions with targets; the loss and its gradient |
//! | [`model`], [`trainer`] | the weights; fitting them |
//! | [`trial`], [`curves`] | matches; the curves of a training |

mod conv;
mod curves;
mod folder;
mod games;
mod gradient;
mod gumbel;
mod model;
mod samples;
mod steps;
mod subject;
mod trainer;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use contest::MoveLimits;

use crate::folder::{Folder, Options};
use crate::subject::Subject;
use crate::trial::{Plan, Side};

/// Learn a policy and value network by self-play
#[derive(Parser, Debug)]
#[command(
    version,
    after_help = "Example: learn run nogo --folder training --rounds 20

A training that was stopped, also by kill -9, continues with the same command."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Begin a training if the folder is new, then play, fit and test, round by round
    Run {
        #[command(flatten)]
        at: At,
        /// Number of rounds in total
        #[arg(long, default_value_t = 20)]
        rounds: u32,
        /// Network to continue from, of the same shape, when the training begins; default: random
        #[arg(long)]
        from: Option<PathBuf>,
        #[command(flatten)]
        options: Options,
    },
    /// Write the options and a network with random weights into a new folder
    Begin {
        #[command(flatten)]
        at: At,
        /// Network to continue from, of the same shape; default: random weights
        #[arg(long)]
        from: Option<PathBuf>,
        #[command(flatten)]
        options: Options,
    },
    /// Play the missing games of the next round, or a part of them (one task of several)
    #[command(
        after_help = "Example, one of four tasks that share a folder: learn play nogo --folder training --shard 3/4"
    )]
    Play {
        #[command(flatten)]
        at: At,
        /// Part of the round's games: number of the part, from 1, and number of parts
        #[arg(long, default_value = "1/1", value_parser = part)]
        shard: [u64; 2],
        /// Round to play; nothing is played if it has ended; default: the next one
        #[arg(long)]
        round: Option<u32>,
    },
    /// Fit the network to the games of the next round, test it, and end the round
    Fit {
        #[command(flatten)]
        at: At,
        /// Round to end; nothing is done if it has ended; default: the next one
        #[arg(long)]
        round: Option<u32>,
    },
    /// Play a match between two networks (@FILE) or named strategies
    #[command(after_help = "Example: learn match nogo @training/player.net:c=1.5 rave --time 100 --games 40")]
    Match(MatchArgs),
}

#[derive(Args, Debug)]
struct At {
    /// Game: connect4 or nogo
    game: String,
    /// Folder of the training
    #[arg(long, default_value = "training")]
    folder: PathBuf,
    /// Number of threads
    #[arg(long, default_value_t = stdx::jobs::cores())]
    jobs: usize,
}

#[derive(Args, Debug)]
struct MatchArgs {
    /// Game: connect4 or nogo
    game: String,
    /// Player: @FILE or @FILE:c=C,urgency=U,temperature=T for a network, or the spec of a strategy
    first: String,
    /// Its opponent
    second: String,
    /// Milliseconds per move: one number, or one for each player
    #[arg(long, value_delimiter = ',', conflicts_with = "sims")]
    time: Vec<u64>,
    /// Simulations per move: one number, or one for each player
    #[arg(long, value_delimiter = ',')]
    sims: Vec<u64>,
    /// Number of games, or the most games of a sequential test
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Sequential test of two differences in Elo, as in 0,30
    #[arg(long, value_delimiter = ',', num_args = 2)]
    sprt: Vec<f64>,
    /// Games that are played at a time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Reads `3/8`; the number of the part is returned from 0.
fn part(text: &str) -> Result<[u64; 2], String> {
    let parts =
        text.split_once('/').and_then(|(part, parts)| Some([part.parse().ok()?, parts.parse().ok()?]));
    match parts {
        Some([part, parts]) if (1..=parts).contains(&part) => Ok([part - 1, parts]),
        _ => Err("write PART/PARTS, as in 3/8".into()),
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = stdx::interrupt::flag().map_err(Into::into).and_then(|stop| run(&cli.command, stop));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<steps::Stopped>() => {
            eprintln!("learn: {error}");
            ExitCode::from(stdx::interrupt::EXIT_CODE)
        }
        Err(error) => {
            eprintln!("learn: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command, stop: &AtomicBool) -> Result<()> {
    let game = match command {
        Command::Match(args) => &args.game,
        Command::Run { at, .. }
        | Command::Begin { at, .. }
        | Command::Play { at, .. }
        | Command::Fit { at, .. } => &at.game,
    };
    match game.as_str() {
        "connect4" => run_for::<::connect4::State>(command, stop),
        "nogo" => run_for::<::nogo::State>(command, stop),
        other => bail!("no network can be learned for {other} yet; connect4, nogo"),
    }
}

fn run_for<G: Subject>(command: &Command, stop: &AtomicBool) -> Result<()> {
    match command {
        Command::Run { at, rounds, from, options } => {
            let folder = match at.folder.join("options.toml").exists() && is_default(options) {
                true => Folder::open::<G>(&at.folder)?,
                false => Folder::begin::<G>(&at.folder, options, from.as_deref())?,
            };
            loop {
                let round = folder.next_round();
                if round > *rounds {
                    return Ok(());
                }
                steps::play::<G>(&folder, round, [0, 1], at.jobs, stop)?;
                report(&steps::fit::<G>(&folder, round, at.jobs, stop)?, round == 1);
            }
        }
        Command::Begin { at, from, options } => {
            ensure!(!at.folder.join("options.toml").exists(), "{} is begun already", at.folder.display());
            Folder::begin::<G>(&at.folder, options, from.as_deref()).map(drop)
        }
        Command::Play { at, shard, round } => {
            let folder = Folder::open::<G>(&at.folder)?;
            match folder.open_round(*round)? {
                Some(round) => steps::play::<G>(&folder, round, *shard, at.jobs, stop),
                None => Ok(()),
            }
        }
        Command::Fit { at, round } => {
            let folder = Folder::open::<G>(&at.folder)?;
            if let Some(round) = folder.open_round(*round)? {
                report(&steps::fit::<G>(&folder, round, at.jobs, stop)?, true);
            }
            Ok(())
        }
        Command::Match(args) => play_match::<G>(args, stop),
    }
}

/// Has the user left out all options?
fn is_default(options: &Options) -> bool {
    #[derive(Parser)]
    struct Defaults {
        #[command(flatten)]
        options: Options,
    }
    Defaults::try_parse_from(["learn"]).is_ok_and(|defaults| defaults.options == *options)
}

fn report(line: &str, head: bool) {
    if head {
        println!("{}", steps::HEAD);
    }
    println!("{line}");
}

fn play_match<G: Subject>(args: &MatchArgs, stop: &AtomicBool) -> Result<()> {
    let of = |list: &[u64], side: usize| list.get(side).or(list.first()).copied();
    ensure!(args.time.len() <= 2 && args.sims.len() <= 2, "a match has two players");
    let limits = [0, 1].map(|side| match of(&args.time, side) {
        Some(time) => MoveLimits::per_move(Duration::from_millis(time)),
        None => MoveLimits { sims: of(&args.sims, side), ..MoveLimits::default() }.or_default(),
    });
    let elo = args.sprt.first().zip(args.sprt.get(1)).map(|(&low, &high)| [low, high]);
    let plan = Plan { games: args.games.next_multiple_of(2), elo, jobs: args.jobs, seed: args.seed };
    let sides = [Side::parse(&args.first)?, Side::parse(&args.second)?];
    let bar = steps::bar("games".into(), plan.games);
    let played = trial::play::<G>(sides, limits, plan, stop, |tally| {
        bar.set_position(tally.results().iter().sum());
    })?;
    bar.finish_and_clear();
    let [lost, drawn, won] = played.tally.results();
    let [low, high] = played.estimate.score_range.map(|score| 100.0 * score);
    println!(
        "{}: {won} won, {drawn} drawn, {lost} lost: {:.1} % ({low:.0} to {high:.0}), {:+.0} Elo",
        args.first,
        100.0 * played.estimate.score,
        played.estimate.elo
    );
    if elo.is_some() {
        println!(
            "{}",
            match played.verdict {
                Some(stats::Verdict::Stronger) => "stronger",
                Some(stats::Verdict::NotStronger) => "not stronger",
                None => "undecided",
            }
        );
    }
    Ok(())
}
