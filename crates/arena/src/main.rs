//! Matches, analysis and play in the terminal: the `arena` command.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`commands`] | the commands, one file each |
//! | [`render`] | tables, JSON, plots, text that changes in place |
//! | [`foreign`] | foreign programs as players (Linux; elsewhere a stand-in) |
//! | [`position`] | positions and moves that the user types |
//! | [`error`] | errors and exit codes |
//!
//! Commands use the command line, the renderers and the `contest` library.
//! Renderers take reports and know neither commands nor options.

mod cli;
mod commands;
mod error;
#[cfg_attr(not(target_os = "linux"), path = "no_foreign.rs")]
mod foreign;
mod position;
mod render;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::cli::Stop;
use crate::error::{Error, Status};
use crate::render::text::one_line;

fn main() -> ExitCode {
    // The arena starts itself again as the keeper of a foreign program.
    if let Some(code) = foreign::serve() {
        return code;
    }
    let done = match cli::parse(env::args_os()) {
        Ok(cli) => commands::run(&cli.command),
        Err(Stop::Help(text)) => commands::print(&text).map(|()| Status::Success),
        Err(Stop::Wrong(line)) => Err(Error::Usage(line)),
    };
    match done {
        Ok(status) => status.code(),
        Err(error) => {
            if !matches!(error, Error::PipeClosed) {
                // If stderr is closed, too, there is no way to report the error.
                let _ = writeln!(io::stderr(), "arena: {}", one_line(&error.to_string()));
            }
            error.code()
        }
    }
}
