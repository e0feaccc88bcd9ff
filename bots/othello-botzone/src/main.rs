//! Othello on Botzone, which calls it Reversi.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};
use judge_protocol::botzone::{Coordinates, Xy};
use othello::{Square, State, strategies};
use othello_botzone::DEFAULT_STRATEGY;

/// `x` is the column and `y` the row, both 0 to 7; a pass is (-1, -1).
const COORDINATES: Coordinates<State> = Coordinates {
    read: |_, xy| match xy {
        Xy::NONE => Some(Square::PASS),
        _ => Square::new(xy.y.try_into().ok()?, xy.x.try_into().ok()?),
    },
    write: |square| match square.place() {
        Some((row, column)) => Xy::new(column as i64, row as i64),
        None => Xy::NONE,
    },
};

fn main() -> ExitCode {
    let bot = Bot {
        name: "othello-botzone",
        game: "Reversi",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Botzone { coordinates: COORDINATES, avoid: |_, _| false },
    };
    bot.main()
}
