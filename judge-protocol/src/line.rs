//! Lines of a bounded length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Maximum length of a line, in bytes. No judge's lines come near it.
pub const LONGEST: usize = 1 << 20;

/// Error of [`read_line`].
#[derive(Debug, Error)]
pub enum LineError {
    /// The line has more than [`LONGEST`] bytes.
    #[error("the line has more than {LONGEST} bytes")]
    TooLong,
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads the next line that is not blank and trims it; `None` at the end of the
/// input. Invalid UTF-8 becomes replacement characters.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let limit = LONGEST as u64 + 1;
        let read = input.take(limit).read_until(b'\n', &mut bytes)?;
        if read > LONGEST {
            return Err(LineError::TooLong);
        }
        if read == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim();
        if !line.is_empty() {
            return Ok(Some(line.to_string()));
        }
    }
}
