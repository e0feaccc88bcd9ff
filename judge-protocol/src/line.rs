//! Lines of a bounded length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Maximum length of a line, in bytes. No judge's lines come near it.
pub const LONGEST: usize = 1 << 20;

/// A mark before the first line of some editors' and languages' text.
const BYTE_ORDER_MARK: char = '\u{feff}';

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

/// The start of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineStart {
    /// Its text, trimmed.
    pub text: String,
    /// Is a part of the line not read yet?
    pub cut: bool,
}

/// Reads the next line that is not blank and trims it, also of a byte-order mark;
/// `None` at the end of the input. Invalid UTF-8 becomes replacement characters.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    match read_line_start(input, LONGEST)? {
        Some(LineStart { cut: true, .. }) => Err(LineError::TooLong),
        start => Ok(start.map(|start| start.text)),
    }
}

/// The same for at most `most` bytes; the rest of a longer line stays in the input.
pub fn read_line_start(input: &mut impl BufRead, most: usize) -> io::Result<Option<LineStart>> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.take(most as u64).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let cut = read == most && bytes.last() != Some(&b'\n') && !input.fill_buf()?.is_empty();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches(BYTE_ORDER_MARK).trim();
        if cut || !text.is_empty() {
            return Ok(Some(LineStart { text: text.to_string(), cut }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_and_its_rest_stays() {
        let mut input = "\n abcdef\ngh\n".as_bytes();
        let mut next = || read_line_start(&mut input, 4).unwrap().map(|start| (start.text, start.cut));
        let part = |text: &str, cut| Some((text.to_string(), cut));
        assert_eq!(
            [next(), next(), next(), next()],
            [part("abc", true), part("def", false), part("gh", false), None]
        );
    }

    #[test]
    fn a_line_of_the_greatest_length_is_whole() {
        for input in ["abcd\nx", "abcd", "abc\n"] {
            let start =
                read_line_start(&mut input.as_bytes(), 5 - usize::from(!input.contains('d'))).unwrap();
            assert!(!start.unwrap().cut, "{input}");
        }
        assert!(!read_line_start(&mut "abcd".as_bytes(), 4).unwrap().unwrap().cut);
    }
}
