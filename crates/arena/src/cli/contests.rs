//! The arguments of the commands that play contests.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::budget::{Limits, SideLimits, parse_time};
use crate::position::START;
use crate::spec::{self, Range, Values};
use crate::terms::Shard;

/// `arena match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The games come in pairs: the same random opening twice, with the colours
swapped. With --boards random each pair has a board that the judge might draw,
and no random moves unless --openings asks for them. With --sims or --nodes the
same seed gives the same games (and the same fingerprint), whatever --jobs is. A
fault (an illegal move, an error, a panic, a late move) loses the game: with
--time, play no more games at a time than there are idle cores. Ctrl-C ends the
match after the running games, with the table of what was played. A match with a
--log that has ended in whatever way goes on with --resume, and comes to the
same table.

A foreign program is LANGUAGE:COMMAND: botzone (a process per turn),
botzone-keep, botzone-simple, saiblo, so (a library for Compete), gtp, nboard.
It is limited by --time alone, from the request to the answer, and by
--memory-limit (with all that it starts); it has no network and writes no files,
unless with --trust.

Example: arena match tictactoe uct:c=0.7 uct --sims 500 --games 200 --jobs 2
Example: arena match othello champion \"botzone:./bot --fast\" --time 1s")]
pub struct MatchArgs {
    /// The game
    pub game: String,
    /// The engine whose score is told
    pub a: String,
    /// The engine that it plays against
    pub b: String,
    /// Games to play, an even number
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// What a move of one of the two may cost.
    #[command(flatten)]
    pub side_limits: SideLimits,
    /// The K-th of N parts only; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// How it is played.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// What all contests have in common.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// What a move may cost.
    #[command(flatten)]
    pub limits: Limits,
    /// How late a move may be
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_time)]
    pub tolerance: Duration,
    /// Seed of openings and engines
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: u64,
    /// Random plies of the openings [default: by game]
    #[arg(long, value_name = "PLIES")]
    pub openings: Option<usize>,
    /// Where all openings begin
    #[arg(long, value_name = "POSITION", default_value = START, allow_hyphen_values = true)]
    pub from: String,
    /// usual, or random: drawn by lot
    #[arg(long, default_value = "usual", hide_possible_values = true, conflicts_with = "from")]
    pub boards: Boards,
    /// Write every game down in this file as it ends
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Go on with the games that the log does not have
    #[arg(long, requires = "log")]
    pub resume: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// How foreign programs are run.
    #[command(flatten)]
    pub foreign: ForeignArgs,
}

/// How foreign programs are run.
#[derive(Args, Clone, Debug)]
pub struct ForeignArgs {
    /// Memory of a foreign program
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory_limit: u64,
    /// Let foreign programs use network and files
    #[arg(long)]
    pub trust: bool,
}

/// `arena sprt`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A sequential test (generalised SPRT over pairs of games): it ends as soon as the
results tell whether A is --elo1 or rather --elo0 Elo stronger than B. The
results are looked at in the order of the games, so that with --sims or --nodes
the same seed ends after the same game, whatever --jobs is.

Example: arena sprt connect4 uct:c=0.8 uct --sims 1000 --elo1 20 --jobs 2")]
pub struct SprtArgs {
    /// The game
    pub game: String,
    /// The engine that may be stronger
    pub a: String,
    /// The engine that it plays against
    pub b: String,
    /// Elo of A over B if A is not stronger
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, value_parser = parse_elo)]
    pub elo0: f64,
    /// Elo of A over B if it is
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true, value_parser = parse_elo)]
    pub elo1: f64,
    /// Risk of a false `stronger`
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_risk)]
    pub alpha: f64,
    /// Risk of a false `not stronger`
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_risk)]
    pub beta: f64,
    /// Most games, an even number
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_games)]
    pub games: u64,
    /// What a move of one of the two may cost.
    #[command(flatten)]
    pub side_limits: SideLimits,
    /// How it is played.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena tournament`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
All pairings have the same openings and take turns, pair by pair of games. Elo
is the likeliest given all results, relative to the mean of all engines.

Example: arena tournament connect4 champion uct alphabeta --sims 1000 --games 50")]
pub struct TournamentArgs {
    /// The game
    pub game: String,
    /// The engines, two or more
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    pub engines: Vec<String>,
    /// Only the first one against all others
    #[arg(long)]
    pub gauntlet: bool,
    /// Games of each pairing, an even number
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// The K-th of N parts only; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// How it is played.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena sweep`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The table is Markdown. Values are FROM..TO/STEP or a list: playout=uniform,mast.
Limits of A are those of the strategy, limits of B those of its opponent.

Example: arena sweep connect4 uct --param c=0.5..1.2/0.1 --against uct-pool")]
pub struct SweepArgs {
    /// The game
    pub game: String,
    /// The engine whose parameter it is
    pub strategy: String,
    /// The parameter and its values, as in c=0.5..1.2/0.1
    #[arg(long, value_name = "VALUES", value_parser = spec::parse_values)]
    pub param: Values,
    /// The engine that all play against
    #[arg(long, value_name = "SPEC")]
    pub against: String,
    /// Games of each value, an even number
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// Write a plot with error bars
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// What a move of one of the two may cost.
    #[command(flatten)]
    pub side_limits: SideLimits,
    /// The K-th of N parts only; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// How it is played.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena tune`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
In each step all parameters are shaken at once, up or down by lot; the two
engines play each other, and the parameters move towards the winner (SPSA). What
comes of it is a suggestion: `arena sprt` tells whether it is better.

Example: arena tune connect4 uct --param c=0.2..2 --sims 300 --svg c.svg")]
pub struct TuneArgs {
    /// The game
    pub game: String,
    /// The engine to tune; its parameters begin as it has them
    pub strategy: String,
    /// A parameter and its range; also several
    #[arg(long, required = true, value_name = "NAME=FROM..TO", value_parser = spec::parse_range)]
    pub param: Vec<Range>,
    /// How many times they are shaken
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub steps: u64,
    /// Pairs of games in each step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub pairs: u64,
    /// Share of the range to shake by
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = parse_risk)]
    pub spread: f64,
    /// How far a won step moves, in shakes
    #[arg(long, default_value_t = 1.0, value_parser = parse_gain)]
    pub gain: f64,
    /// Write a plot of the run
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How it is played.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena experiments`.
#[derive(Args, Debug)]
#[command(after_help = "\
Writes experiments.md and its pictures (img/) into a folder. The games come out
the same everywhere; the simulations a move are measured on this machine.

Example: arena experiments --out docs --jobs 2")]
pub struct ExperimentsArgs {
    /// The folder to write into
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// A smoke run: two games of each match, and hardly a thought
    #[arg(long)]
    pub quick: bool,
    /// Write JSON to stdout, too
    #[arg(long)]
    pub json: bool,
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: u64,
}

/// On what boards a match is played.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// All on the same one
    Usual,
    /// Each pair on one that is drawn by lot
    Random,
}

fn parse_games(text: &str) -> Result<u64, &'static str> {
    let number = text.parse().ok().filter(|n: &u64| *n >= 2 && n.is_multiple_of(2));
    number.ok_or("games come in pairs, and their number is an even one")
}

fn parse_number(text: &str, fits: impl Fn(f64) -> bool, why: &'static str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|number| fits(*number)).ok_or(why)
}

fn parse_elo(text: &str) -> Result<f64, &'static str> {
    parse_number(text, |elo| elo.abs() <= 1000.0, "a difference in Elo is a number from -1000 to 1000")
}

fn parse_risk(text: &str) -> Result<f64, &'static str> {
    parse_number(text, |share| share > 0.0 && share < 0.5, "a share is a number between 0 and 0.5")
}

fn parse_gain(text: &str) -> Result<f64, &'static str> {
    parse_number(text, |gain| gain > 0.0 && gain <= 100.0, "a gain is a number above 0, and at most 100")
}
