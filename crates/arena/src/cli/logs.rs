//! Arguments of the commands that read logs.

use std::path::PathBuf;

use clap::Args;

/// `arena ratings`.
#[derive(Args, Debug)]
#[command(after_help = "\
The logs are of one game, from any contests but tunings. An engine is the same
in several logs if its name, spec and limits are. The games must connect all
engines. Only whole pairs of games count.

Example: arena ratings monday.jsonl tuesday.jsonl --anchor old=1500")]
pub struct RatingsArgs {
    /// Logs of contests
    #[arg(required = true)]
    pub logs: Vec<PathBuf>,
    /// Set the Elo of an engine, as in uct=1500
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor)]
    pub anchor: Option<(String, f64)>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads `NAME=ELO`; a name may contain an equals sign.
fn parse_anchor(text: &str) -> Result<(String, f64), &'static str> {
    let (name, elo) = text.rsplit_once('=').unwrap_or_default();
    match elo.parse::<f64>() {
        Ok(elo) if elo.is_finite() && !name.is_empty() => Ok((name.to_string(), elo)),
        _ => Err("an anchor is the name of an engine and its Elo, as in uct=1500"),
    }
}

/// `arena merge`.
#[derive(Args, Debug)]
#[command(after_help = "\
The logs are parts (--shard) of one match, tournament or sweep. The table is
that of all games played in one run; it says if games are missing.

Example: arena merge part-1.jsonl part-2.jsonl --out whole.jsonl")]
pub struct MergeArgs {
    /// Logs of the parts
    #[arg(required = true)]
    pub logs: Vec<PathBuf>,
    /// Write all games into a new log
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}
