//! Writes a program as one C++ source file; see launcher.cpp.

use anyhow::{Result, ensure};

/// Maximum size of the source file in bytes. No known judge accepts more.
pub const MAX_SOURCE_BYTES: usize = 4_000_000;

const TEMPLATE: &str = include_str!("launcher.cpp");

/// Characters of the packed program per line, which compilers and editors can handle.
const LINE_LENGTH: usize = 4000;

/// Source code of a launcher that contains `program`.
pub fn source(name: &str, program: &[u8]) -> Result<String> {
    let packed = lz4_flex::block::compress(program);
    let lines: Vec<String> = text(&packed)
        .as_bytes()
        .chunks(LINE_LENGTH)
        .map(|line| format!("\"{}\"", String::from_utf8_lossy(line)))
        .collect();
    let source = TEMPLATE
        .replace("@NAME@", name)
        .replace("@PACKED@", &packed.len().to_string())
        .replace("@SIZE@", &program.len().to_string())
        .replace("@TEXT@", &lines.join("\n"));
    ensure!(
        source.len() <= MAX_SOURCE_BYTES,
        "{name}.cpp has {} bytes; the maximum is {MAX_SOURCE_BYTES}",
        source.len()
    );
    Ok(source)
}

/// Encodes bytes as text in base 85: four bytes are five digits, the highest first.
/// It replaces the backslash and the question mark, which C++ would read as an escape
/// and as part of a trigraph.
fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for chunk in bytes.chunks(4) {
        let mut four = [0; 4];
        four[..chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes(four);
        for power in (0..5).rev() {
            let digit = (word / 85u32.pow(power) % 85) as u8;
            text.push(match b'(' + digit {
                b'?' => '!',
                b'\\' => '#',
                plain => char::from(plain),
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_no_characters_that_are_special_in_a_string_literal() {
        assert_eq!(text(&[0, 0, 0, 0]), "(((((");
        assert_eq!(text(&[0, 0, 0, 23]), "((((!");
        assert_eq!(text(&[0, 0, 0, 52]), "((((#");
        assert_eq!(text(&[255; 4]), "z!^4(", "2^32 - 1 is 82 23 54 12 0");
        let all: Vec<u8> = (0..=255).flat_map(|a| (0..=255).flat_map(move |b| [a, b])).collect();
        assert!(text(&all).chars().all(|c| c.is_ascii_graphic() && !"\"\\?".contains(c)));
    }

    #[test]
    fn a_program_that_is_too_large_is_an_error() {
        // Pseudo-random bytes, which cannot be compressed.
        let mut word = 1u64;
        let bytes: Vec<u8> = (0..MAX_SOURCE_BYTES)
            .map(|_| {
                word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (word >> 56) as u8
            })
            .collect();
        let error = source("bot", &bytes).unwrap_err().to_string();
        assert!(error.starts_with("bot.cpp has ") && error.ends_with("; the maximum is 4000000"), "{error}");
    }
}
