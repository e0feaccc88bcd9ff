//! Packs a bot's program into the files that judges accept. `just dist` runs it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`launcher`] | a program as one C++ source file |
//! | [`archive`] | zip and tar.gz archives |

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::archive::File;

mod archive;
mod launcher;

const USAGE: &str = "packer launcher PROGRAM SOURCE.cpp            write PROGRAM as one C++ source file
packer saiblo SOURCE.cpp ARCHIVE.zip           pack SOURCE.cpp with a Makefile that builds ./main
packer kaggle MAIN.py PROGRAM ARCHIVE.tar.gz   pack MAIN.py and PROGRAM";

/// Makefile by which Saiblo builds ./main.
const MAKEFILE: &str = "main: main.cpp\n\tg++ -std=c++11 -O2 -o main main.cpp\n";

fn main() -> Result<()> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let command = arguments.first().and_then(|word| word.to_str());
    match (command, arguments.get(1..).unwrap_or_default()) {
        (Some("launcher"), [program, to]) => write(to, launcher::source(name(program)?, &read(program)?)?),
        (Some("saiblo"), [source, to]) => {
            let (makefile, source) = (MAKEFILE.as_bytes(), read(source)?);
            let files = [("Makefile", makefile), ("main.cpp", source.as_slice())];
            write(to, archive::zip(&files.map(|(name, bytes)| File { name, bytes, executable: false })))
        }
        (Some("kaggle"), [script, program, to]) => {
            let (main, bot) = (read(script)?, read(program)?);
            let script = File { name: "main.py", bytes: &main, executable: false };
            let program = File { name: name(program)?, bytes: &bot, executable: true };
            write(to, archive::tar_gz(&[script, program]))
        }
        _ => bail!("usage:\n{USAGE}"),
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
