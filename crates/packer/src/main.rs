//! Packs a bot's program into the files that judges accept. `just dist` runs it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`launcher`] | a program as one C++ source file |
//! | [`archive`] | zip and tar.gz archives |

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

use crate::archive::File;

mod archive;
mod launcher;

/// Packs a bot's program into the files that judges accept
#[derive(Parser)]
#[command(name = "packer", version)]
#[command(after_help = "Example: packer launcher dist/othello-botzone dist/othello-botzone.cpp")]
enum Command {
    /// Write a program as one C++ source file
    Launcher {
        /// The program
        program: PathBuf,
        /// File to write
        source: PathBuf,
    },
    /// Pack a C++ source file with a Makefile that builds ./main
    Saiblo {
        /// The source file
        source: PathBuf,
        /// Archive to write (zip)
        archive: PathBuf,
    },
    /// Pack main.py and a program
    Kaggle {
        /// The script
        main: PathBuf,
        /// The program
        program: PathBuf,
        /// Archive to write (tar.gz)
        archive: PathBuf,
    },
}

/// Makefile by which Saiblo builds ./main.
const MAKEFILE: &str = "main: main.cpp\n\tg++ -std=c++11 -O2 -o main main.cpp\n";

fn main() -> Result<()> {
    match Command::parse() {
        Command::Launcher { program, source } => {
            write(&source, launcher::source(name(&program)?, &read(&program)?)?)
        }
        Command::Saiblo { source, archive } => {
            let (makefile, source) = (MAKEFILE.as_bytes(), read(&source)?);
            let files = [("Makefile", makefile), ("main.cpp", source.as_slice())];
            write(&archive, archive::zip(&files.map(|(name, bytes)| File { name, bytes, executable: false })))
        }
        Command::Kaggle { main, program, archive } => {
            let (script, bot) = (read(&main)?, read(&program)?);
            let script = File { name: "main.py", bytes: &script, executable: false };
            let program = File { name: name(&program)?, bytes: &bot, executable: true };
            write(&archive, archive::tar_gz(&[script, program]))
        }
    }
}

fn name(path: &Path) -> Result<&str> {
    path.file_name()
        .and_then(|name| name.to_str())
        .with_context(|| format!("{} has no file name in UTF-8", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
