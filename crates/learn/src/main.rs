//! Learns what the strategies know, by self-play: policy and value networks for any game that
//! has a [`subject::Subject`], and the weights of the champions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`patterns`] | the weights of Othello's patterns |
//! | [`windows`] | the weights of NoGo's windows |
//! | [`features`], [`book`] | the weights of Connect-4's features; its opening book |
//!
//! Networks:
//!
//! | module | what it holds |
//! |---|---|
//! | [`subject`] | what a game gives: the input of a network, symmetries, a teacher |
//! | [`folder`], [`steps`] | the folder of a training; its steps |
//! | [`gumbel`], [`games`] | the search of self-play; its games, and their files |
//! | [`samples`], [`gradient`], [`conv`] | positions with targets; the loss and its gradient |
//! | [`model`], [`trainer`] | the weights; fitting them |
//! | [`curves`] | the curves of a training |
//!
//! [`trial`] plays matches of anything learned.

mod book;
mod conv;
mod curves;
mod features;
mod folder;
mod games;
mod gradient;
mod gumbel;
mod model;
mod patterns;
mod samples;
mod steps;
mod subject;
mod trainer;
mod trial;
mod windows;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use contest::MoveLimits;
use game::Playable;

use crate::folder::{Folder, Options};
use crate::subject::Subject;
use crate::trial::{Learned, NetworkPlayer, Plan, Side};

/// Learn networks, and the weights of the champions, by self-play
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
    #[command(flatten)]
    Network(Step),
    /// Play a match between networks or weights (@FILE) or named strategies
    #[command(after_help = "Examples:
  learn match nogo @training/player.net:c=1.5 rave --time 100 --games 40
  learn match othello @training/weights-2.bin @training/weights-1.bin --nodes 5000 --sprt 0,10 --games 10000")]
    Match(MatchArgs),
    /// Learn the weights of Othello's patterns, which its champion plays with
    #[command(subcommand)]
    Patterns(patterns::Command),
    /// Learn the weights of NoGo's windows, which its champion plays with; a stopped run continues
    #[command(after_help = "Example: learn windows --games 3200000 --weights nogo.bin")]
    Windows(windows::Args),
    /// Learn the weights of Connect-4's features, which its champion plays with
    #[command(after_help = "Example: learn features --out crates/connect4/src/weights.rs")]
    Features(features::Args),
    /// Solve the first moves of Connect-4 on the classic board; a stopped run continues
    #[command(after_help = "Example: learn book --out crates/connect4/src/book.bin")]
    Book(book::Args),
}

/// A step of learning a network, or all of them.
#[derive(Subcommand, Debug)]
enum Step {
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
    /// Game: connect4 or nogo, or othello for weights of its patterns
    game: String,
    /// Player: @FILE for a network or weights, @FILE:c=C,urgency=U,temperature=T for a network with other parameters, or the spec of a strategy
    first: String,
    /// Its opponent
    second: String,
    /// Milliseconds per move: one number, or one for each player
    #[arg(long, value_delimiter = ',', conflicts_with = "sims")]
    time: Vec<u64>,
    /// Simulations per move: one number, or one for each player
    #[arg(long, value_delimiter = ',', conflicts_with = "nodes")]
    sims: Vec<u64>,
    /// Nodes per move: one number, or one for each player
    #[arg(long, value_delimiter = ',', conflicts_with = "time")]
    nodes: Vec<u64>,
    /// Random moves at the start of each pair of games
    #[arg(long, default_value_t = trial::OPENING)]
    opening: usize,
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
    match command {
        Command::Network(step) => learn_network(step, stop),
        Command::Match(args) => run_match(args, stop),
        Command::Patterns(command) => patterns::run(command, stop),
        Command::Windows(args) => windows::run(args, stop),
        Command::Features(args) => features::run(args, stop),
        Command::Book(args) => book::run(args, stop),
    }
}

fn learn_network(step: &Step, stop: &AtomicBool) -> Result<()> {
    let (Step::Run { at, .. } | Step::Begin { at, .. } | Step::Play { at, .. } | Step::Fit { at, .. }) = step;
    match at.game.as_str() {
        "connect4" => run_for::<::connect4::State>(step, stop),
        "nogo" => run_for::<::nogo::State>(step, stop),
        other => bail!(
            "no network can be learned for {other} yet; connect4, nogo (`learn patterns` learns Othello's weights)"
        ),
    }
}

fn run_match(args: &MatchArgs, stop: &AtomicBool) -> Result<()> {
    match args.game.as_str() {
        "connect4" => play_match::<::connect4::State, _>(args, NetworkPlayer::read, stop),
        "nogo" => play_match::<::nogo::State, _>(args, NetworkPlayer::read, stop),
        "othello" => play_match::<::othello::State, _>(args, patterns::player::read, stop),
        other => bail!("nothing is learned for {other}; connect4, nogo, othello"),
    }
}

fn run_for<G: Subject>(step: &Step, stop: &AtomicBool) -> Result<()> {
    match step {
        Step::Run { at, rounds, from, options } => {
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
        Step::Begin { at, from, options } => {
            ensure!(!at.folder.join("options.toml").exists(), "{} is begun already", at.folder.display());
            Folder::begin::<G>(&at.folder, options, from.as_deref()).map(drop)
        }
        Step::Play { at, shard, round } => {
            let folder = Folder::open::<G>(&at.folder)?;
            match folder.open_round(*round)? {
                Some(round) => steps::play::<G>(&folder, round, *shard, at.jobs, stop),
                None => Ok(()),
            }
        }
        Step::Fit { at, round } => {
            let folder = Folder::open::<G>(&at.folder)?;
            if let Some(round) = folder.open_round(*round)? {
                report(&steps::fit::<G>(&folder, round, at.jobs, stop)?, true);
            }
            Ok(())
        }
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

fn play_match<G: Playable, L: Learned<G>>(
    args: &MatchArgs,
    read: fn(&Path, &str) -> Result<L>,
    stop: &AtomicBool,
) -> Result<()> {
    let of = |list: &[u64], side: usize| list.get(side).or(list.first()).copied();
    let most = [&args.time, &args.sims, &args.nodes].map(Vec::len).into_iter().max();
    ensure!(most <= Some(2), "a match has two players");
    let limits = [0, 1].map(|side| match of(&args.time, side) {
        Some(time) => MoveLimits::per_move(Duration::from_millis(time)),
        None => {
            let (sims, nodes) = (of(&args.sims, side), of(&args.nodes, side));
            MoveLimits { sims, nodes, ..MoveLimits::default() }.or_default()
        }
    });
    let elo = args.sprt.first().zip(args.sprt.get(1)).map(|(&low, &high)| [low, high]);
    let (games, opening) = (args.games.next_multiple_of(2), args.opening);
    let plan = Plan { games, elo, opening, jobs: args.jobs, seed: args.seed };
    let sides = [Side::parse(&args.first, read)?, Side::parse(&args.second, read)?];
    let bar = steps::bar("games".into(), plan.games);
    let played = trial::play::<G, _>(sides, limits, plan, stop, |tally| {
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
