//! `arena completions` and `arena man`: made from the command line itself.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use games::NAMES;

use super::output::print;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::error::{Error, Result};

/// Writes the completions of a shell; they know the names of the games.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    let mut command = Cli::command().mut_subcommands(with_games);
    clap_complete::generate(args.shell, &mut command, "arena", &mut script);
    print(&String::from_utf8_lossy(&script))
}

fn with_games(command: Command) -> Command {
    command.mut_args(|argument| match argument.get_id().as_str() {
        "game" => argument.value_parser(PossibleValuesParser::new(NAMES)),
        _ => argument,
    })
}

/// Writes a page for the arena and one for each command.
pub fn man(args: &ManArgs) -> Result<()> {
    let folder = &args.folder;
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| Error::unwritable(folder, &error))?;
    let pages = Cli::command().get_subcommands().count() + 1;
    print(&format!(
        "{pages} pages in {}; to read one: man -l {}\n",
        folder.display(),
        folder.join("arena.1").display()
    ))
}
