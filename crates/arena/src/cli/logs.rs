//! Arguments of the commands that read logs.

use std::path::PathBuf;

use clap::Args;

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
