//! Text that changes in place while an engine searches; only on a terminal.

use std::io;
use std::time::{Duration, Instant};

use console::Term;

use super::text::{is_screen, shorten};

/// Limits of the time between two updates, which is a quarter of the time so
/// far: at the beginning the table changes most.
const PERIOD: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(200)];

/// Number of lines for the text even if the text above then scrolls away.
const FEWEST_LINES: usize = 10;

/// Text below other text. The cursor stays on the line after it, so that the
/// program can end at any moment.
pub struct Live {
    term: Term,
    above: String,
    started: Instant,
    shown: Option<Instant>,
    /// Number of lines on the screen.
    height: usize,
    /// Rows and columns of the screen when they were written.
    size: (u16, u16),
}

impl Live {
    /// Writes the text that stays above. If stdout is not a terminal, writes
    /// nothing and returns `None`.
    pub fn below(above: &str) -> io::Result<Option<Live>> {
        if !is_screen() {
            return Ok(None);
        }
        let term = Term::buffered_stdout();
        term.write_str(above)?;
        term.flush()?;
        let (started, size) = (Instant::now(), term.size());
        Ok(Some(Live { term, above: above.to_string(), started, shown: None, height: 0, size }))
    }

    /// Shows the part of the text that fits, if an update is due.
    pub fn show(&mut self, text: impl FnOnce() -> String) -> io::Result<()> {
        let [least, most] = PERIOD;
        let period = (self.started.elapsed() / 4).clamp(least, most);
        if self.shown.is_some_and(|shown| shown.elapsed() < period) {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        let (rows, columns) = self.term.size();
        let lines = fitting(&text(), &self.above, rows.into(), columns.into());
        self.draw(&lines)
    }

    /// Removes the text.
    pub fn clear(mut self) -> io::Result<()> {
        self.draw(&[])
    }

    /// Replaces the lines on the screen with one write, so that nothing
    /// flickers.
    fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let size = self.term.size();
        if size == self.size {
            self.term.move_cursor_up(self.height)?;
        } else {
            // A terminal of another size may have wrapped the lines: where they are now is
            // not known, so everything is written again.
            self.size = size;
            self.term.clear_screen()?;
            self.term.write_str(&self.above)?;
        }
        for line in lines {
            self.term.clear_line()?;
            self.term.write_line(line)?;
        }
        self.term.clear_to_end_of_screen()?;
        self.height = lines.len();
        self.term.flush()
    }
}

/// The lines of `text` that fit on a terminal of this size below `above`, with
/// a line for the cursor.
fn fitting(text: &str, above: &str, rows: usize, columns: usize) -> Vec<String> {
    let taken: usize = above.lines().map(|line| line.chars().count().div_ceil(columns.max(1)).max(1)).sum();
    let most = rows.saturating_sub(1);
    let height = most.saturating_sub(taken).max(FEWEST_LINES).min(most);
    text.lines().take(height).map(|line| shorten(line, columns)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13";

    #[test]
    fn the_text_above_stays_on_the_screen_if_enough_lines_are_left() {
        assert_eq!(fitting(TEXT, "a\n\nb\n", 24, 80).len(), 13);
        assert_eq!(fitting(TEXT, "a\n\nb\n", 16, 80).len(), 12, "three lines, and one for the cursor");
        assert_eq!(fitting(TEXT, &"x".repeat(170), 16, 80).len(), 12, "a long line takes several");
        assert_eq!(fitting(TEXT, &"x\n".repeat(20), 24, 80).len(), FEWEST_LINES);
    }

    #[test]
    fn the_text_is_never_larger_than_the_terminal() {
        for rows in 0..30 {
            for columns in 0..30 {
                let lines = fitting(&TEXT.replace('7', "a long line of µs"), "above\n", rows, columns);
                assert!(lines.len() <= rows.saturating_sub(1));
                assert!(lines.iter().all(|line| line.chars().count() <= columns), "{columns}: {lines:?}");
            }
        }
    }
}
