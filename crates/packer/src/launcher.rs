//! A program as one file of C++: see launcher.cpp.

use anyhow::{Result, ensure};

/// No judge takes more source code, as far as anybody knows.
pub const MOST: usize = 4_000_000;

const TEMPLATE: &str = include_str!("launcher.cpp");

/// Characters of the text per line: no compiler minds, and editors live.
const LINE: usize = 4000;

/// The source code of a launcher that carries this program.
pub fn source(name: &str, program: &[u8]) -> Result<String> {
    let packed = lz4_flex::block::compress(program);
    let lines: Vec<String> = text(&packed)
        .as_bytes()
        .chunks(LINE)
        .map(|line| format!("\"{}\"", String::from_utf8_lossy(line)))
        .collect();
    let source = TEMPLATE
        .replace("@NAME@", name)
        .replace("@PACKED@", &packed.len().to_string())
        .replace("@SIZE@", &program.len().to_string())
        .replace("@TEXT@", &lines.join("\n"));
    ensure!(source.len() <= MOST, "{name}.cpp has {} bytes, and {MOST} are the most", source.len());
    Ok(source)
}

/// Four bytes are five digits of base 85, the highest first. Backslash and
/// question mark mean something in C++ (an escape, a trigraph).
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
    fn every_byte_has_its_text_and_no_text_means_anything_to_a_compiler() {
        assert_eq!(text(&[0, 0, 0, 0]), "(((((");
        assert_eq!(text(&[0, 0, 0, 23]), "((((!");
        assert_eq!(text(&[0, 0, 0, 52]), "((((#");
        assert_eq!(text(&[255; 4]), "z!^4(", "2^32 - 1 is 82 23 54 12 0");
        let all: Vec<u8> = (0..=255).flat_map(|a| (0..=255).flat_map(move |b| [a, b])).collect();
        assert!(text(&all).chars().all(|c| c.is_ascii_graphic() && !"\"\\?".contains(c)));
    }

    #[test]
    fn what_is_too_large_is_refused() {
        // What cannot be compressed: the numbers of a generator.
        let mut word = 1u64;
        let bytes: Vec<u8> = (0..MOST)
            .map(|_| {
                word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (word >> 56) as u8
            })
            .collect();
        let error = source("bot", &bytes).unwrap_err().to_string();
        assert!(error.starts_with("bot.cpp has ") && error.ends_with(" 4000000 are the most"), "{error}");
    }
}
