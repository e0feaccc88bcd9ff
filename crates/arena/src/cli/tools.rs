//! Arguments of the commands that play no contest.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use clap_complete::Shell;
use contest::START;

use super::contests::ForeignArgs;
use super::entrants::split_name;
use super::limits::LimitArgs;
use super::numbers::{parse_count, parse_time, parse_window};
use crate::foreign::is_foreign;
use crate::render::board::Colours;

/// `arena games`.
#[derive(Args, Debug)]
#[command(after_help = "Example: arena games tictactoe")]
pub struct GamesArgs {
    /// Only this game
    pub game: Option<String>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena studio`.
#[derive(Args, Debug)]
#[command(after_help = "\
Prints an address with a secret and serves the page there until Ctrl-C. Only this
machine can reach it, unless --bind says otherwise. The engines are native; a
static site with engines in the browser is made by `just site`.

With a folder the tab Matches shows the logs in it while they grow (match, sprt,
tournament, sweep, doublings, tune with --log), curves (.csv, .tsv, .jsonl) and
pictures (.svg), and starts matches between strategies and programs. A program is
an executable or .py file in the folder, or one named with --program. It runs in the
sandbox of arena match. Nothing outside of the folder is read or written.

The address stays the same from start to start, so that an open page finds the
server again. It is kept in $XDG_STATE_HOME/tesuji/studio (or ~/.local/state),
which only the user can read.

Example: arena studio logs --program \"mine=botzone:cd mybot; ./bot\"
Example: arena studio --port 8080")]
pub struct StudioArgs {
    /// Folder of the logs
    pub folder: Option<PathBuf>,
    /// A program that can play
    #[arg(long, value_name = "NAME=LANGUAGE:COMMAND", value_parser = parse_program, requires = "folder")]
    pub program: Vec<NamedProgram>,
    /// Port; 0: any free one [default: as before]
    #[arg(long)]
    pub port: Option<u16>,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub bind: IpAddr,
    /// Make a new address and secret
    #[arg(long)]
    pub new_address: bool,
    /// Options of programs.
    #[command(flatten)]
    pub foreign: ForeignArgs,
}

/// A program with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedProgram {
    /// Its name.
    pub name: String,
    /// Its language and command.
    pub spec: String,
}

/// Reads `NAME=LANGUAGE:COMMAND`.
fn parse_program(text: &str) -> Result<NamedProgram, String> {
    let found = split_name(text);
    match found {
        (Some(name), spec) if is_foreign(spec) => {
            Ok(NamedProgram { name: name.to_string(), spec: spec.to_string() })
        }
        _ => Err("a program is NAME=LANGUAGE:COMMAND, as in mine=botzone:./bot".to_string()),
    }
}

/// `arena openings`.
#[derive(Args, Debug)]
#[command(after_help = "\
Plays random moves from the start and keeps the positions that an engine finds
balanced: its value lies between -WINDOW and WINDOW, where 1 is a win. No two
positions are equal up to the symmetries of the board. With --sims or --nodes
the same seed gives the same file for any --jobs. Ctrl-C writes the openings
found so far. Contests take the file with --openings FILE.

Example: arena openings othello --plies 8 --count 300 --nodes 3000 --out o.txt")]
pub struct OpeningsArgs {
    /// The game
    pub game: String,
    /// Number of random moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub plies: u64,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "300", value_parser = parse_count)]
    pub count: u64,
    /// Largest value of a balanced position
    #[arg(long, value_name = "VALUE", default_value_t = 0.1, value_parser = parse_window)]
    pub window: f64,
    /// Engine that evaluates [default: the game's first]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// Limits of an evaluation.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Starting position, or @FILE
    #[arg(long, value_name = "POSITION", default_value = START, allow_hyphen_values = true)]
    pub from: String,
    /// Seed of the moves and the engine
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of evaluations at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub jobs: u64,
    /// Write into this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `arena play`.
#[derive(Args, Debug)]
#[command(after_help = "\
At the prompt: a move, h (hint), u (undo), r (redo), m and l (legal moves),
save FILE, load FILE, setup POSITION, side, engine SPEC, time 1s, sims 500,
nodes 10k, review (the mistakes so far), q (quit), ? (help). On a terminal the
arrow keys edit the line and bring earlier ones back, and the game can be
reviewed, saved or taken back when it is over. --color auto shows colours on a
terminal, unless NO_COLOR is set.
Against a foreign program (LANGUAGE:COMMAND, as in a match) the hints are those
of the game's first strategy; a forfeit of the program ends the game.

Example: arena play tictactoe --engine uct --sims 1000 --second
Example: arena play othello --engine \"botzone:./bot --fast\" --time 1s")]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// Opponent [default: the game's first strategy]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// Move second: the engine begins
    #[arg(long)]
    pub second: bool,
    /// Limits of the engine's moves.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Starting position, or @FILE
    #[arg(long, value_name = "POSITION", default_value = START, allow_hyphen_values = true)]
    pub from: String,
    /// Random seed of the engine [default: from the clock]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Colours: auto, never or always
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub color: Colours,
    /// Time by which a program may be late
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_time)]
    pub tolerance: Duration,
    /// Options of foreign programs.
    #[command(flatten)]
    pub foreign: ForeignArgs,
}

/// `arena analyze`.
#[derive(Args, Debug)]
#[command(after_help = "\
The engine uses the whole limit, unless it proves every move before. On a
terminal the table changes while the engine searches; Ctrl-C ends the search and
writes the table so far (exit code 130). A value with \u{2264} or \u{2265} is only a bound;
--best 3 spends the time on the three best moves; the others have bounds.
\"wins in 7\" counts plies, the moves of both sides.
--tree text follows the table; --tree dot is written alone, for Graphviz.

Example: arena analyze othello start --moves f5,d6,c3 --time 2s
         arena analyze tictactoe start --moves \"b2 a1\" --engine uct --sims 5000")]
pub struct AnalyzeArgs {
    /// The game
    pub game: String,
    /// `start`, a position, moves, or @FILE
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// Moves to make first, separated by blanks or commas
    #[arg(long, default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Engine [default: the game's first strategy]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// Limits of the search.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Number of moves with their own values [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub best: Option<u64>,
    /// Random seed of the engine
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the search tree as text or as dot
    #[arg(long, hide_possible_values = true)]
    pub tree: Option<Tree>,
    /// Depth of the written tree, in plies
    #[arg(long, default_value_t = 2)]
    pub depth: usize,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Format of a tree.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tree {
    /// Indented lines
    Text,
    /// Graphviz
    Dot,
}

/// `arena perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
A leaf of depth D is a position after D plies, counted once for each sequence of
moves that leads to it; a forced pass is a ply. A finished game counts as one
leaf at every greater depth.

Example: arena perft tictactoe 9")]
pub struct PerftArgs {
    /// The game
    pub game: String,
    /// Greatest depth
    #[arg(value_parser = clap::value_parser!(u32).range(1..=250))]
    pub depth: u32,
    /// `start`, a position, moves, or @FILE
    #[arg(default_value = START, allow_hyphen_values = true)]
    pub position: String,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
A line of the file is a position and its exact score for the side to move, in
the game's notation (NoGo: 1 for a win, -1 for a loss). A file can also hold
games or positions without scores in any format that is read (docs/formats.md):
the last position of each game is solved; FILE@20 is that after 20 plies,
FILE#3@20 that of game 3. Each position is solved from an empty table. Wrong
answers are listed, and the exit code is 1. Ctrl-C ends the run (exit code 130)
and writes the answers so far.

Example: arena solve tictactoe start
         arena solve nogo 4x5 --memory 512
         arena solve connect4-7x6 --file positions.txt --each
         arena solve othello --file games.ggf@46")]
pub struct SolveArgs {
    /// The game
    pub game: String,
    /// `start`, a position, or @FILE
    #[arg(conflicts_with_all = ["file", "first", "each"], required_unless_present = "file")]
    pub position: Option<String>,
    /// File of positions with their scores, or of games
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Size of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    pub memory: u64,
    /// Solve only the first N positions
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// List every answer, not only wrong ones
    #[arg(long)]
    pub each: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena bench`.
#[derive(Args, Debug)]
#[command(after_help = "\
Rates are per second of CPU time. Each round compares a search with playouts
that ran just before it; the share is the median of all rounds. The signature is
the same on every machine: it changes when the search changes.

Example: arena bench tictactoe --simulations 1000000")]
pub struct BenchArgs {
    /// Only this game
    pub game: Option<String>,
    /// Simulations of the largest search
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = parse_count)]
    pub simulations: u64,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub rounds: u64,
    /// Print only the signature
    #[arg(long)]
    pub signature: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
bash: arena completions bash > ~/.local/share/bash-completion/completions/arena
zsh: arena completions zsh > DIR/_arena, with DIR in $fpath
fish: arena completions fish > ~/.config/fish/completions/arena.fish

Example: arena completions bash")]
pub struct CompletionsArgs {
    /// The shell: bash, zsh, fish, elvish, powershell
    #[arg(hide_possible_values = true)]
    pub shell: Shell,
}

/// `arena man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: arena man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder for the pages; made if it is missing
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
