//! Lines of a bounded length.

use std::error;
use std::fmt;
use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes. No judge comes near it.
pub const LONGEST: usize = 1 << 20;

/// Why there is no line.
#[derive(Debug)]
pub enum LineError {
    /// It has more than [`LONGEST`] bytes.
    TooLong,
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LineError::TooLong => write!(f, "a line is longer than {LONGEST} bytes"),
            LineError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl error::Error for LineError {}

/// The next line that is not blank, without the blanks around it; `None` at
/// the end of the input. What is no UTF-8 becomes replacement characters.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let limit = LONGEST as u64 + 1;
        let read = input.take(limit).read_until(b'\n', &mut bytes).map_err(LineError::Io)?;
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
