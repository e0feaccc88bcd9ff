//! Boards on a terminal: coloured stones, the last move, legal moves.

use std::io::IsTerminal;

use console::Style;
use game::Game;

use super::text::{has_colours, is_screen};

/// When to write colours.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Colours {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Never
    Never,
    /// Also into a pipe or a file
    Always,
}

impl Colours {
    /// Are colours written to stdout?
    pub fn are_written(self) -> bool {
        match self {
            Colours::Auto => has_colours(),
            Colours::Never => false,
            Colours::Always => true,
        }
    }
}

/// Can the user edit what is typed, and see text that changes in place?
pub fn is_interactive() -> bool {
    is_screen() && std::io::stdin().is_terminal()
}

/// The sign of a legal move.
const LEGAL: char = '*';

/// The board with a sign on every cell that is a legal move. A move without a cell, as a
/// pass, has none.
pub fn with_legal_moves<G: Game>(state: &G) -> String {
    let plain = state.draw(None);
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut picture: Vec<Vec<char>> = plain.lines().map(|line| line.chars().collect()).collect();
    for m in moves {
        if let Some((row, column)) = cell(state, m)
            && let Some(place) = picture.get_mut(row).and_then(|line| line.get_mut(column))
        {
            *place = LEGAL;
        }
    }
    picture.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

/// Line and column of a move in the drawing: where the drawing after it has the brackets of
/// the last move.
fn cell<G: Game>(state: &G, m: G::Move) -> Option<(usize, usize)> {
    let drawn = state.play(m).ok()?.draw(Some(m));
    let found = |(row, line): (usize, &str)| Some((row, line.chars().position(|c| c == '[')? + 1));
    drawn.lines().enumerate().find_map(found)
}

/// The board in colours: the stones of the first side, of the second side, the last move
/// and the signs of legal moves. A stone is a letter x or o that stands alone.
pub fn painted(board: &str) -> String {
    let style = |style: Style| style.force_styling(true);
    let (first, second) = (style(Style::new().cyan().bold()), style(Style::new().red().bold()));
    let (last, legal) = (style(Style::new().yellow().bold()), style(Style::new().green()));
    let chars: Vec<char> = board.chars().collect();
    let mut out = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| chars.get(i)).copied().unwrap_or(' ');
        let after = chars.get(i + 1).copied().unwrap_or(' ');
        let alone = (before.is_whitespace() || before == '[') && (after.is_whitespace() || after == ']');
        let style = match c {
            'x' | 'X' if alone => &first,
            'o' | 'O' if alone => &second,
            LEGAL if alone => &legal,
            '[' | ']' => &last,
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push_str(&style.apply_to(c).to_string());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_stand_alone_are_coloured() {
        let seen = painted(" 1 [x] o  .\n x to move");
        assert_eq!(console::strip_ansi_codes(&seen), " 1 [x] o  .\n x to move");
        assert_eq!(seen.matches("\u{1b}[36m").count(), 2, "{seen:?}");
        assert_eq!(seen.matches("\u{1b}[31m").count(), 1, "the o of 'to move' has none: {seen:?}");
        assert_eq!(seen.matches("\u{1b}[33m").count(), 2, "{seen:?}");
    }

    #[test]
    fn every_legal_move_has_its_sign() {
        let board = with_legal_moves(&othello::State::start());
        assert_eq!(board.matches('*').count(), 4, "{board}");
        assert!(board.contains(" 3  .  .  .  *  ."), "d3: {board}");
        let falls = with_legal_moves(&connect4::Classic::start());
        assert_eq!(falls.lines().nth(6).map(|row| row.matches('*').count()), Some(7), "{falls}");
        let taken = with_legal_moves(&"xo./.../...".parse::<tictactoe::State>().unwrap());
        assert_eq!(taken.matches('*').count(), 7, "{taken}");
    }
}
