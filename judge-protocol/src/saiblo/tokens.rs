//! Numbers and digits out of a stream, without waiting for more than is needed.

use std::io::{self, BufRead, Read};

use game::error::quote;

use crate::saiblo::Error;

/// No number of a judge has more digits.
const DIGITS: usize = 9;

/// The next byte, which stays where it is; `None` at the end of the input.
fn peek(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match input.fill_buf() {
            Ok(bytes) => return Ok(bytes.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}

/// The next byte that is no blank; it stays where it is.
pub fn peek_behind_blanks(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match peek(input)? {
            Some(byte) if byte.is_ascii_whitespace() => input.consume(1),
            other => return Ok(other),
        }
    }
}

/// Is this the next byte?
pub fn comes(input: &mut impl BufRead, byte: u8) -> io::Result<bool> {
    Ok(peek(input)? == Some(byte))
}

fn instead(byte: Option<u8>, wanted: &'static str) -> Error {
    let what = match byte {
        Some(byte) => quote(&char::from(byte).to_string()),
        None => "the end".to_string(),
    };
    Error::Unreadable(what, wanted)
}

/// A whole number's text: a sign perhaps, and digits. What follows stays.
pub fn number_text(input: &mut impl BufRead) -> Result<String, Error> {
    let mut text = String::new();
    if peek_behind_blanks(input)? == Some(b'-') {
        input.consume(1);
        text.push('-');
    }
    let sign = text.len();
    while let Some(digit) = peek(input)?.filter(u8::is_ascii_digit) {
        if text.len() - sign == DIGITS {
            return Err(Error::Unreadable(quote(&text), "a number"));
        }
        input.consume(1);
        text.push(char::from(digit));
    }
    if text.len() == sign {
        return Err(instead(peek(input)?, "a number"));
    }
    Ok(text)
}

/// A whole number.
pub fn number(input: &mut impl BufRead) -> Result<i64, Error> {
    let text = number_text(input)?;
    text.parse().map_err(|_| Error::Unreadable(quote(&text), "a number"))
}

/// One digit, whether a blank follows or not: the last one of a turn need not
/// be followed by anything.
pub fn digit(input: &mut impl BufRead) -> Result<u8, Error> {
    match peek_behind_blanks(input)? {
        Some(byte @ b'0'..=b'9') => {
            input.consume(1);
            Ok(byte - b'0')
        }
        other => Err(instead(other, "a cell")),
    }
}

/// So many bytes.
pub fn bytes(input: &mut impl BufRead, count: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    match bytes.len() == count {
        true => Ok(bytes),
        false => Err(instead(None, "the rest of a message")),
    }
}

/// Forgets the rest of a line.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    while let Some(byte) = peek(input)? {
        input.consume(1);
        if byte == b'\n' {
            break;
        }
    }
    Ok(())
}
