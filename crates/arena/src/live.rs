//! Text that changes in place while an engine thinks: on a terminal, and only
//! there.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use console::Term;

use crate::text::{cut, is_screen};

/// Time between two pictures: a quarter of the time so far, since at first
/// much is new, but within these limits.
const PERIOD: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];

/// What stands above may scroll away to leave so many lines.
const FEWEST_LINES: usize = 10;

/// The text, below what is already on the screen. The cursor rests on the line
/// after it, so that the program can end at any moment.
pub struct Live {
    above: String,
    started: Instant,
    shown: Option<Instant>,
    /// Lines on the screen.
    height: usize,
}

impl Live {
    /// Writes to stdout what stands above all the time; nothing, and `None`,
    /// where that is no terminal.
    pub fn below(above: &str) -> io::Result<Option<Live>> {
        if !is_screen() {
            return Ok(None);
        }
        write(above)?;
        Ok(Some(Live { above: above.to_string(), started: Instant::now(), shown: None, height: 0 }))
    }

    /// Shows this, as much as fits, if something is due.
    pub fn show(&mut self, text: impl FnOnce() -> String) -> io::Result<()> {
        let [least, most] = PERIOD;
        let period = (self.started.elapsed() / 4).clamp(least, most);
        if self.shown.is_some_and(|shown| shown.elapsed() < period) {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        let (rows, columns) = Term::stdout().size();
        let lines = fitting(&text(), &self.above, rows.into(), columns.into());
        self.draw(&lines)
    }

    /// The text goes away.
    pub fn clear(mut self) -> io::Result<()> {
        self.draw(&[])
    }

    /// Old lines are overwritten, not wiped first: nothing flickers.
    fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let mut out = match self.height {
            0 => String::new(),
            height => format!("\u{1b}[{height}A"),
        };
        for line in lines {
            out.push_str(line);
            out.push_str("\u{1b}[K\n");
        }
        out.push_str("\u{1b}[J");
        self.height = lines.len();
        write(&out)
    }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The lines of `text` that a terminal of this size has room for below `above`,
/// with the cursor on a line of its own.
fn fitting(text: &str, above: &str, rows: usize, columns: usize) -> Vec<String> {
    let taken: usize = above.lines().map(|line| line.chars().count().div_ceil(columns.max(1)).max(1)).sum();
    let most = rows.saturating_sub(1);
    let room = most.saturating_sub(taken).max(FEWEST_LINES).min(most);
    text.lines().take(room).map(|line| cut(line, columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13";

    #[test]
    fn what_stands_above_stays_on_the_screen_if_enough_is_left() {
        assert_eq!(fitting(TEXT, "a\n\nb\n", 24, 80).len(), 13);
        assert_eq!(fitting(TEXT, "a\n\nb\n", 16, 80).len(), 12, "three lines, and one for the cursor");
        assert_eq!(fitting(TEXT, &"x".repeat(170), 16, 80).len(), 12, "a long line takes several");
        assert_eq!(fitting(TEXT, &"x\n".repeat(20), 24, 80).len(), FEWEST_LINES);
    }

    #[test]
    fn nothing_is_larger_than_the_terminal() {
        for rows in 0..30 {
            for columns in 0..30 {
                let lines = fitting(&TEXT.replace('7', "a long line of µs"), "above\n", rows, columns);
                assert!(lines.len() <= rows.saturating_sub(1));
                assert!(lines.iter().all(|line| line.chars().count() <= columns), "{columns}: {lines:?}");
            }
        }
    }
}
