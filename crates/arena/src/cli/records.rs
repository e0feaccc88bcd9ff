//! Arguments of the commands that read recorded games.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use game::error::quote;
use records::Format;

use super::limits::LimitArgs;

/// `arena replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
FILE is the log of a contest, a match of Botzone, GGF, SGF, moves in lines, ...
(docs/formats.md); - is standard input. If it has several games, N chooses one;
without N they are listed.

On a terminal one position is shown at a time: space, Enter or the right arrow
for the next, b or the left arrow for the one before, a number and Enter to
jump, q to quit. Otherwise all positions are written.

Example: arena replay match.jsonl 3
Example: arena replay botzone.json --game othello --moves 20..30")]
pub struct ReplayArgs {
    /// File of recorded games
    pub file: PathBuf,
    /// Number of the game to show, from 1
    #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// The game, if the file does not name it
    #[arg(long)]
    pub game: Option<String>,
    /// Show only these moves, as in 20..30
    #[arg(long, value_name = "A..B", value_parser = parse_moves)]
    pub moves: Option<RangeInclusive<usize>>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena convert`.
#[derive(Args, Debug)]
#[command(after_help = "\
The format of FILE is found by its content: a match or a request of Botzone, a
replay of Saiblo, GGF, SGF, OBF, transcripts, columns, moves, JSON, a log of the
arena. Every move is checked by the rules. Formats that are written: ggf and
transcript (Othello), sgf (NoGo), columns (Connect-4), moves, json.

Example: arena convert othello match.json --to ggf --out match.ggf
Example: arena convert nogo log.jsonl --game-number 3")]
pub struct ConvertArgs {
    /// The game
    pub game: String,
    /// File of recorded games; - is standard input
    pub file: PathBuf,
    /// Format to write [default: ggf, sgf or moves, by game]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Write into this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Convert only game N of the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game_number: Option<u64>,
    /// Leave out games with mistakes, and list them
    #[arg(long)]
    pub skip: bool,
}

/// `arena review`.
#[derive(Args, Debug)]
#[command(after_help = "\
FILE is a match of Botzone, GGF, SGF, moves in lines, the log of a contest, ...
(docs/formats.md); - is standard input. If it has several games, N chooses one.

Each position is analyzed with the limits; the values of the played move and of
the best one come from the same analysis. Values are for the side that made the
move: ~ is an estimate, \u{2264} and \u{2265} are bounds, \"wins in 7\" counts plies.
With --best 3 a position takes less time, but twice the time if the played move
is not among the three best: then all moves get values.

A loss of an estimate counts from 3 discs (8 % where the engine gives chances),
an exact one from 1; 4 discs (15 %) are a mistake; 8 discs (30 %), or a proven
result that the move changes, are a blunder. Ctrl-C ends the review and writes
the moves so far (exit code 130).

Example: arena review othello game.ggf --time 1s --svg game.svg
Example: arena review connect4 log.jsonl 3 --from 10 --to 20")]
pub struct ReviewArgs {
    /// The game
    pub game: String,
    /// File of recorded games; - is standard input
    pub file: PathBuf,
    /// Number of the game in the file, from 1
    #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Engine [default: the game's first strategy]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// Limits of the analysis of each position.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Number of moves with their own values [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub best: Option<u64>,
    /// First move to review [default: 1]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// Last move to review [default: the last]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Smallest loss that counts, in discs or percent
    #[arg(long, value_name = "LOSS", value_parser = parse_threshold)]
    pub threshold: Option<f64>,
    /// Random seed of the engine
    #[arg(long)]
    pub seed: Option<u64>,
    /// Draw the values of the game into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

fn parse_threshold(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| format!("{} is not a loss from 0 to 100", quote(text)))
}

/// Reads `20..30`, `20..`, `..30` or `20`: numbers of moves from 1.
fn parse_moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    let form = || format!("{} is not a range of moves, as in 20..30, 20.. or ..30", quote(text));
    let number = |text: &str, open| match text {
        "" => Ok(open),
        _ => text.parse().map_err(|_| form()),
    };
    let range = match text.split_once("..") {
        Some((first, last)) => number(first, 0)?..=number(last, usize::MAX)?,
        None => {
            let only = text.parse().map_err(|_| form())?;
            only..=only
        }
    };
    match range.is_empty() {
        true => Err(format!("the range is empty: {} is greater than {}", range.start(), range.end())),
        false => Ok(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_moves_may_be_open() {
        assert_eq!(parse_moves("20..30"), Ok(20..=30));
        assert_eq!(parse_moves("..30"), Ok(0..=30));
        assert_eq!(parse_moves("20.."), Ok(20..=usize::MAX));
        assert_eq!(parse_moves("7"), Ok(7..=7));
        for wrong in ["", "x", "1..x", "30..20", "-1..2", "1.5"] {
            assert!(parse_moves(wrong).is_err(), "{wrong}");
        }
    }
}
