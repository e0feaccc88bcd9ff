//! Pages on a terminal, one at a time.

use std::ops::RangeInclusive;

use console::{Key, Term};

use crate::error::Result;
use crate::render::board::painted;
use crate::render::text::{has_colours, shorten};

/// Digits of the largest number that can be typed.
const MOST_DIGITS: usize = 6;

/// What a key did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The page may have changed.
    Show,
    /// The user quits.
    Quit,
}

/// The page that is shown, and the number that the user is typing.
pub struct Pager {
    pages: RangeInclusive<usize>,
    page: usize,
    typed: String,
}

impl Pager {
    /// Begins at the first of these pages.
    pub fn new(pages: RangeInclusive<usize>) -> Pager {
        let page = *pages.start();
        Pager { pages, page, typed: String::new() }
    }

    /// Shows pages until the user quits.
    pub fn run(mut self, page: impl Fn(usize) -> String) -> Result<()> {
        let term = Term::buffered_stdout();
        let mut height = 0;
        loop {
            let text = page(self.page);
            let (rows, columns) = term.size();
            let most = usize::from(rows).saturating_sub(2);
            term.move_cursor_up(height)?;
            term.clear_to_end_of_screen()?;
            let lines: Vec<&str> = text.lines().take(most).collect();
            for line in &lines {
                let line = shorten(line, columns.into());
                term.write_line(&if has_colours() { painted(&line) } else { line })?;
            }
            term.write_str(&shorten(&self.prompt(), usize::from(columns).saturating_sub(1)))?;
            term.flush()?;
            let key = term.read_key()?;
            term.clear_line()?;
            height = lines.len();
            if self.step(key) == Step::Quit {
                term.flush()?;
                return Ok(());
            }
        }
    }

    fn prompt(&self) -> String {
        let last = self.pages.end();
        match self.typed.is_empty() {
            true => format!("[{}/{last}] space next, b back, number jump, q quit ", self.page),
            false => format!("[{}/{last}] go to {}", self.page, self.typed),
        }
    }

    /// Does what the key means.
    pub fn step(&mut self, key: Key) -> Step {
        let typed = std::mem::take(&mut self.typed);
        let wanted = match key {
            Key::Char(digit) if digit.is_ascii_digit() && typed.len() < MOST_DIGITS => {
                self.typed = format!("{typed}{digit}");
                return Step::Show;
            }
            Key::Backspace if !typed.is_empty() => {
                self.typed = typed[..typed.len() - 1].to_string();
                return Step::Show;
            }
            Key::Enter if !typed.is_empty() => typed.parse().unwrap_or(self.page),
            Key::Char(' ' | 'n') | Key::Enter | Key::ArrowRight | Key::ArrowDown | Key::PageDown => {
                self.page + 1
            }
            Key::Char('b') | Key::ArrowLeft | Key::ArrowUp | Key::PageUp | Key::Backspace => {
                self.page.saturating_sub(1)
            }
            Key::Home => *self.pages.start(),
            Key::End => *self.pages.end(),
            Key::Char('q') | Key::Escape | Key::CtrlC => return Step::Quit,
            _ => self.page,
        };
        self.page = wanted.clamp(*self.pages.start(), *self.pages.end());
        Step::Show
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page after these keys; `\n` is Enter.
    fn page_after(keys: &str) -> usize {
        let mut pager = Pager::new(2..=30);
        for key in keys.chars() {
            let key = if key == '\n' { Key::Enter } else { Key::Char(key) };
            assert_eq!(pager.step(key), Step::Show);
        }
        pager.page
    }

    #[test]
    fn keys_turn_pages_within_the_range() {
        assert_eq!(page_after(""), 2);
        assert_eq!(page_after("  \n"), 5);
        assert_eq!(page_after("  bbbb"), 2);
        assert_eq!(page_after("17\n"), 17);
        assert_eq!(page_after("17\n "), 18);
        assert_eq!(page_after("999999999\n"), 30);
        assert_eq!(page_after("0\n"), 2);
        assert_eq!(page_after("1x "), 3, "an unknown key drops the number");
    }

    #[test]
    fn a_typed_number_can_be_corrected_and_is_shown() {
        let mut pager = Pager::new(0..=60);
        for key in [Key::Char('1'), Key::Char('9'), Key::Backspace, Key::Char('2')] {
            pager.step(key);
        }
        assert_eq!(pager.prompt(), "[0/60] go to 12");
        pager.step(Key::Enter);
        assert_eq!(pager.prompt(), "[12/60] space next, b back, number jump, q quit ");
        assert_eq!((pager.step(Key::Home), pager.page), (Step::Show, 0));
        assert_eq!(pager.step(Key::Char('q')), Step::Quit);
    }
}
