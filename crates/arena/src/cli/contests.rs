//! Arguments of the commands that play contests.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use contest::{START, Shard};

use super::limits::{ContestLimitArgs, SideLimitArgs};
use super::numbers::{parse_elo, parse_gain, parse_games, parse_share, parse_tolerance};
use super::values::{ParamRange, ParamValues, parse_range, parse_values};
use super::variables::{Variable, parse_variable};

/// `arena match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The games come in pairs: the same opening twice, with the colours swapped. From
the usual start openings are built-in balanced ones, if the game has them;
--openings 4 draws 4 random plies, --openings FILE takes each game or position
of a file (docs/formats.md), FILE@8 its first 8 plies, in an order that the
seed decides. With --boards random each pair has a board as the judge may
choose it, and no random moves unless --openings asks for them. With --sims or
--nodes the same seed gives the same games (and the same fingerprint) for any
--jobs. An illegal move, an error, a panic or a late move forfeits the game:
with --time, play no more games at a time than there are idle cores. Ctrl-C
ends the match after the running games and prints the table of the games
played. A match with --log can be continued with --resume and gives the same
table.

An engine that makes no simulations is limited with --nodes or --time.

--time 50ms is the time of each move. --time 10s+0.1s is a clock as in chess:
10 s for all moves of a game, and 0.1 s more after each. --time 2s --bank 60s is
Kaggle's: what a move takes beyond 2 s is drawn from the bank of 60 s. An empty
clock loses the game, as a late move does. [NAME=]SPEC@time=2s,bank=60s limits
one engine.

A foreign program is LANGUAGE:COMMAND: botzone (a process per turn),
botzone-keep, botzone-simple, botzone-simple-keep, saiblo, so (a library for
Compete), gtp, gtp-reversed (rows from the other end), nboard, kaggle.
`cd DIR; COMMAND` starts it in its folder. It is limited by --time alone, from
the request to the answer, and by --memory-limit (with all its child processes).
It runs in a sandbox, bubblewrap: no network, no files to write; it reads only
the system's files, its own folder, and what its command or --show names. Its
environment has PATH, language and time zone; --env NAME passes a variable on,
--env NAME=VALUE sets one. --trust runs it without a sandbox.

Example: arena match tictactoe uct:c=0.7 uct --sims 500 --games 200 --jobs 2
Example: arena match nogo champion uct --time 10s+0.1s --games 20
Example: arena match othello champion \"botzone:./bot --fast\" --time 1s
Example: arena match othello champion \"nboard:cd ntest; ./ntest x\" --time 1s")]
pub struct MatchArgs {
    /// The game
    pub game: String,
    /// Engine A, whose score is reported
    pub a: String,
    /// Engine B
    pub b: String,
    /// Number of games, even
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// Limits of one engine.
    #[command(flatten)]
    pub side_limits: SideLimitArgs,
    /// Play the K-th of N parts; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// Options of all contests.
#[derive(Args, Clone, Debug)]
pub struct ContestArgs {
    /// Limits of every engine.
    #[command(flatten)]
    pub limits: ContestLimitArgs,
    /// Time by which a move may be late
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_tolerance)]
    pub tolerance: Duration,
    /// Seed of openings and engines
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: u64,
    /// N random plies, or a file [default: balanced]
    #[arg(long, value_name = "N|FILE", value_parser = parse_openings)]
    pub openings: Option<Openings>,
    /// Starting position, or @FILE
    #[arg(long, value_name = "POSITION", default_value = START, allow_hyphen_values = true)]
    pub from: String,
    /// usual, or random for each pair
    #[arg(long, default_value = "usual", hide_possible_values = true, conflicts_with = "from")]
    pub boards: Boards,
    /// End games whose result is proven
    #[arg(long)]
    pub adjudicate: bool,
    /// Append every finished game to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Play the games that the log does not have
    #[arg(long, requires = "log")]
    pub resume: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Options of foreign programs.
    #[command(flatten)]
    pub foreign: ForeignArgs,
}

/// Where the openings come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Openings {
    /// This number of random plies.
    Random(usize),
    /// A file of recorded games or positions, as the user wrote it.
    File(String),
}

/// A number is a number of random plies, anything else a file.
fn parse_openings(text: &str) -> Result<Openings, &'static str> {
    match text.parse() {
        Ok(plies) => Ok(Openings::Random(plies)),
        Err(_) if text.is_empty() => Err("openings are a number of random plies or a file of games"),
        Err(_) => Ok(Openings::File(text.to_string())),
    }
}

/// Options of foreign programs.
#[derive(Args, Clone, Debug)]
pub struct ForeignArgs {
    /// Memory limit of a foreign program
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory_limit: u64,
    /// What they may reach.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

/// What foreign programs may reach.
#[derive(Args, Clone, Debug)]
pub struct SandboxArgs {
    /// Run foreign programs without a sandbox
    #[arg(long)]
    pub trust: bool,
    /// Variable for foreign programs, as in SEED=7
    #[arg(long, value_name = "NAME", value_parser = parse_variable)]
    pub env: Vec<Variable>,
    /// File or folder that foreign programs may read
    #[arg(long, value_name = "PATH")]
    pub show: Vec<PathBuf>,
}

/// `arena sprt`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A sequential test (generalised SPRT over pairs of games): it ends as soon as
the evidence favours one of two hypotheses, that A is --elo1 or that A is
--elo0 Elo stronger than B. Results are used in the order of the games, so that
with --sims or --nodes the same seed ends after the same game for any --jobs.

With --shard a part plays all its games, at most --games of all parts together,
and finds no result: `arena merge` of all parts ends the test at the same game
as one run. Until it does, continue the parts with --resume and more --games.

Example: arena sprt connect4 uct:c=0.8 uct --sims 1000 --elo1 20 --jobs 2")]
pub struct SprtArgs {
    /// The game
    pub game: String,
    /// Engine A, which may be stronger
    pub a: String,
    /// Engine B
    pub b: String,
    /// Elo difference of `not stronger`
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, value_parser = parse_elo)]
    pub elo0: f64,
    /// Elo difference of `stronger`
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true, value_parser = parse_elo)]
    pub elo1: f64,
    /// Risk of a false `stronger`
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    pub alpha: f64,
    /// Risk of a false `not stronger`
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    pub beta: f64,
    /// Largest number of games, even
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_games)]
    pub games: u64,
    /// Limits of one engine.
    #[command(flatten)]
    pub side_limits: SideLimitArgs,
    /// Play the K-th of N parts; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena tournament`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
All pairings have the same openings and take turns, pair by pair of games. Elo
is the most likely given all results, relative to the mean of all engines.

Example: arena tournament connect4 champion uct alphabeta --time 20ms --games 50")]
pub struct TournamentArgs {
    /// The game
    pub game: String,
    /// Engines, at least two
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    pub engines: Vec<String>,
    /// Play only the first engine against each other one
    #[arg(long)]
    pub gauntlet: bool,
    /// Number of games of each pairing, even
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// Play the K-th of N parts; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena sweep`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The table is Markdown. Values are FROM..TO/STEP or a list:
playout=uniform,mast. A is the strategy, B its opponent: --sims-a limits the
strategy. A parameter that changes no move and no value of a short game is
refused unless --force is given.

Example: arena sweep connect4 uct --param c=0.5..1.2/0.1 --against uct-pool")]
pub struct SweepArgs {
    /// The game
    pub game: String,
    /// Strategy with the parameter
    pub strategy: String,
    /// Parameter and its values, as in c=0.5..1.2/0.1
    #[arg(long, value_name = "VALUES", value_parser = parse_values)]
    pub param: ParamValues,
    /// Opponent of all values
    #[arg(long, value_name = "SPEC")]
    pub against: String,
    /// Number of games of each value, even
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// Write a plot with error bars
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Limits of one engine.
    #[command(flatten)]
    pub side_limits: SideLimitArgs,
    /// Play the K-th of N parts; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// Play even if the parameter changes nothing
    #[arg(long)]
    pub force: bool,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena doublings`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The engine plays itself with the double limit against the single one: first
with the limits that you give and twice them, then with twice and four times
them, and so on. The table is Markdown. With --time, play no more games at a
time than there are idle cores.

Example: arena doublings nogo champion --sims 1000 --steps 4 --svg growth.svg")]
pub struct DoublingsArgs {
    /// The game
    pub game: String,
    /// Engine
    pub engine: String,
    /// Number of doublings
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub steps: u32,
    /// Number of games of each doubling, even
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_games)]
    pub games: u64,
    /// Write a plot with error bars
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Play the K-th of N parts; `arena merge` joins them
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub shard: Shard,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena tune`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each step perturbs all parameters at once, up or down at random; the two
engines play each other, and the parameters move towards the winner (SPSA). The
result is a suggestion: `arena sprt` tests whether it is stronger. A parameter
that changes no move and no value of a short game is refused unless --force is
given.

Example: arena tune connect4 uct --param c=0.2..2 --sims 300 --svg c.svg")]
pub struct TuneArgs {
    /// The game
    pub game: String,
    /// Strategy to tune; its parameters start at its values
    pub strategy: String,
    /// Parameter and its range; repeatable
    #[arg(long, required = true, value_name = "NAME=FROM..TO", value_parser = parse_range)]
    pub param: Vec<ParamRange>,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub steps: u64,
    /// Pairs of games per step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub pairs: u64,
    /// Perturbation, share of the range
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = parse_share)]
    pub spread: f64,
    /// Move per step, in perturbations
    #[arg(long, default_value_t = 1.0, value_parser = parse_gain)]
    pub gain: f64,
    /// Write a plot of the parameters by step
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Play even if the parameter changes nothing
    #[arg(long)]
    pub force: bool,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena rate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Plays a tournament of the engine and a ladder: random moves, and the plain tree
search uct with 10, 50, 250 and 1000 simulations a move, which every game has.
The rating is the engine's Elo if uct with 50 simulations has 1000. Ratings of
the same game can be compared, those of different games cannot.

Example: arena rate nogo champion --sims 100 --games 20 --jobs 2")]
pub struct RateArgs {
    /// The game
    pub game: String,
    /// Engine
    pub engine: String,
    /// Number of games of each pairing, even
    #[arg(long, value_name = "N", default_value = "40", value_parser = parse_games)]
    pub games: u64,
    /// Common options.
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// `arena run`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The file is TOML: command, game, engines, and the options of the command
without their dashes, as in sims = 500.

Example: arena run --example > match.toml
Example: arena run match.toml")]
pub struct RunArgs {
    /// File that describes a contest
    #[arg(conflicts_with = "example")]
    pub file: Option<PathBuf>,
    /// Print an example of a file
    #[arg(long)]
    pub example: bool,
}

/// `arena experiments`.
#[derive(Args, Debug)]
#[command(after_help = "\
Writes experiments.md and its pictures (img/) into a folder. The games are the
same on every machine; the simulations per move are measured on this one.

Example: arena experiments --out docs --jobs 2")]
pub struct ExperimentsArgs {
    /// Folder to write into
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Smoke run: two games per match, five simulations per move
    #[arg(long)]
    pub quick: bool,
    /// Also write JSON to stdout
    #[arg(long)]
    pub json: bool,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: u64,
}

/// Boards of a match.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// The same for all games
    Usual,
    /// Chosen at random for each pair
    Random,
}
