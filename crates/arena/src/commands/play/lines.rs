//! Where the user's lines come from: a terminal with line editing, or a pipe.

use std::io::{BufRead, Read, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::error::{Error, Result};

/// Longest line that is read at once, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Lines that the user types.
pub trait Lines {
    /// Asks for a line; `None` at the end of the input (Ctrl-D).
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> Result<Option<String>>;

    /// Does the user sit at a terminal?
    fn is_interactive(&self) -> bool {
        false
    }
}

/// Lines of a pipe or a file.
pub struct Piped<R> {
    /// Where they come from.
    pub input: R,
    /// Write each line that was read: no terminal shows it.
    pub echo: bool,
}

impl<R: BufRead> Lines for Piped<R> {
    /// Reads a line of any bytes.
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> Result<Option<String>> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        let line = (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned());
        match &line {
            None => writeln!(output)?,
            Some(line) if self.echo => writeln!(output, "{}", crate::render::text::one_line(line.trim()))?,
            Some(_) => (),
        }
        Ok(line)
    }
}

/// Lines of a terminal, with editing and a history.
pub struct Edited(DefaultEditor);

impl Edited {
    /// An editor with an empty history.
    pub fn new() -> Result<Edited> {
        let config = Config::builder().auto_add_history(true).build();
        let editor = DefaultEditor::with_config(config);
        Ok(Edited(editor.map_err(|error| Error::Failure(error.into()))?))
    }
}

impl Lines for Edited {
    fn read(&mut self, prompt: &str, output: &mut dyn Write) -> Result<Option<String>> {
        output.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => {
                Err(Error::Interrupted("the game was interrupted".to_string()))
            }
            Err(error) => Err(Error::Failure(error.into())),
        }
    }

    fn is_interactive(&self) -> bool {
        true
    }
}
