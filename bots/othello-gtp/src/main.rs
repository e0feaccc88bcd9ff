//! Othello under GoGui and other controllers.

use std::process::ExitCode;

use bot_common::{Bot, Gtp};
use game::Game;
use judge_protocol::gtp::Rules;
use othello::{Square, State, strategies};
use othello_botzone::DEFAULT_STRATEGY;

/// Rows of the board.
const ROWS: usize = 8;

/// GTP counts rows from the bottom and Othello from the top, so that Othello's
/// F5 is GTP's F4.
const RULES: Rules<State> = Rules {
    name: "Othello",
    board: |size| (size == ROWS).then(State::start),
    size: ROWS,
    read: |_, vertex| {
        if vertex.eq_ignore_ascii_case("pass") {
            return Some(Square::PASS);
        }
        let (letter, row) = vertex.split_at_checked(1)?;
        let column = "ABCDEFGH".find(&letter.to_ascii_uppercase())?;
        let row: usize = row.parse().ok()?;
        Square::new(ROWS.checked_sub(row)?, column)
    },
    write: |_, square| match square.place() {
        Some((row, column)) => format!("{}{}", char::from(b'A' + column as u8), ROWS - row),
        None => "pass".to_string(),
    },
    stone: |state, row, column| {
        let square = Square::new(row, column)?.bit();
        match (state.own() & square != 0, state.other() & square != 0) {
            (true, _) => Some(state.side()),
            (_, true) => Some(state.side().other()),
            _ => None,
        }
    },
};

fn main() -> ExitCode {
    let bot = Bot {
        name: "othello-gtp",
        game: "Othello",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Gtp { rules: RULES },
    };
    bot.main()
}
