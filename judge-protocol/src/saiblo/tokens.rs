//! Reads numbers and digits from a stream, and no byte more than needed.

use std::io::{self, BufRead, Read};

use game::error::quote;

use crate::saiblo::SaibloError;

/// Maximum number of digits.
const MAX_DIGITS: usize = 9;

/// The next byte, not consumed; `None` at the end of the input.
fn peek(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => return Ok(bytes.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}

/// Skips whitespace and returns the next byte, not consumed.
pub fn peek_after_blanks(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match peek(input)? {
            Some(byte) if byte.is_ascii_whitespace() => input.consume(1),
            other => return Ok(other),
        }
    }
}

/// Is this the next byte? It is not consumed.
pub fn comes(input: &mut impl BufRead, byte: u8) -> io::Result<bool> {
    Ok(peek(input)? == Some(byte))
}

fn unexpected(byte: Option<u8>, wanted: &'static str) -> SaibloError {
    let what = match byte {
        Some(byte) => quote(&char::from(byte).to_string()),
        None => "the end of the input".to_string(),
    };
    SaibloError::Unreadable(what, wanted)
}

/// Reads the text of an integer: an optional sign and digits.
pub fn number_text(input: &mut impl BufRead) -> Result<String, SaibloError> {
    let mut text = String::new();
    if peek_after_blanks(input)? == Some(b'-') {
        input.consume(1);
        text.push('-');
    }
    let sign = text.len();
    while let Some(digit) = peek(input)?.filter(u8::is_ascii_digit) {
        if text.len() - sign == MAX_DIGITS {
            return Err(SaibloError::Unreadable(quote(&text), "a number"));
        }
        input.consume(1);
        text.push(char::from(digit));
    }
    if text.len() == sign {
        return Err(unexpected(peek(input)?, "a number"));
    }
    Ok(text)
}

/// Reads an integer.
pub fn number(input: &mut impl BufRead) -> Result<i64, SaibloError> {
    let text = number_text(input)?;
    text.parse().map_err(|_| SaibloError::Unreadable(quote(&text), "a number"))
}

/// Reads one digit. No blank needs to follow: the last digit of a turn may be the
/// last byte.
pub fn digit(input: &mut impl BufRead) -> Result<u8, SaibloError> {
    match peek_after_blanks(input)? {
        Some(byte @ b'0'..=b'9') => {
            input.consume(1);
            Ok(byte - b'0')
        }
        other => Err(unexpected(other, "a cell")),
    }
}

/// Reads this number of bytes.
pub fn bytes(input: &mut impl BufRead, count: usize) -> Result<Vec<u8>, SaibloError> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    match bytes.len() == count {
        true => Ok(bytes),
        false => Err(unexpected(None, "the rest of a message")),
    }
}

/// Skips the rest of a line.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    while let Some(byte) = peek(input)? {
        input.consume(1);
        if byte == b'\n' {
            break;
        }
    }
    Ok(())
}
