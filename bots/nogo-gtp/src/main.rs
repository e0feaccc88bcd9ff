//! NoGo under GoGui and other controllers.

use std::process::ExitCode;

use bot_common::{Bot, Gtp};
use game::Game;
use judge_protocol::gtp::Rules;
use nogo::{Point, State, strategies};
use nogo_botzone::DEFAULT_STRATEGY;

/// The game's own names of points are GTP's.
const RULES: Rules<State> = Rules {
    name: "NoGo",
    board: |size| State::empty_board(size, size).ok(),
    size: 9,
    read: |state, vertex| state.parse_move(vertex).ok(),
    write: |state, point| state.move_text(point),
    stone: |state, row, column| state.stone(Point::new(row, column)?),
};

fn main() -> ExitCode {
    let bot = Bot {
        name: "nogo-gtp",
        game: "NoGo",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Gtp { rules: RULES },
    };
    bot.main()
}
