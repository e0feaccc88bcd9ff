//! Tic-tac-toe on Botzone.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};
use judge_protocol::botzone::{Coordinates, Xy};
use tictactoe::{Cell, State, strategies};

/// How the bot plays when nobody says.
const DEFAULT_STRATEGY: &str = "minimax";

/// `x` is the column and `y` the row, both 0 to 2. (Were it the other way
/// round on the site, the game would be the same: it is its own mirror
/// image.)
const COORDINATES: Coordinates<State> = Coordinates {
    read: |_, xy| Cell::new(xy.y.try_into().ok()?, xy.x.try_into().ok()?),
    write: |cell| Xy::new(cell.column() as i64, cell.row() as i64),
};

fn main() -> ExitCode {
    let bot = Bot {
        name: "tictactoe-botzone",
        game: "TicTacToe",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Botzone { coordinates: COORDINATES, avoid: |_, _| false },
    };
    bot.main()
}
