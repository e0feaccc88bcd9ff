//! NoGo on Botzone.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};
use judge_protocol::botzone::{Coordinates, Xy};
use nogo::solver_first::opens_in_the_centre;
use nogo::{Point, State, strategies};
use nogo_botzone::DEFAULT_STRATEGY;

/// `x` is the column and `y` the row, both 0 to 8. (Were it the other way
/// round on the site, the game would be the same: it is its own mirror
/// image.)
const COORDINATES: Coordinates<State> = Coordinates {
    read: |_, xy| Point::new(xy.y.try_into().ok()?, xy.x.try_into().ok()?),
    write: |point| Xy::new(point.column() as i64, point.row() as i64),
};

fn main() -> ExitCode {
    let bot = Bot {
        name: "nogo-botzone",
        game: "NoGo",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Botzone { coordinates: COORDINATES, avoid: opens_in_the_centre },
    };
    bot.main()
}
