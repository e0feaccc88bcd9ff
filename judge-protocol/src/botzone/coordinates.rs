//! Moves as Botzone writes them: two whole numbers.

use std::fmt;

use game::Game;

/// A move on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Xy {
    /// Botzone's `x`.
    pub x: i64,
    /// Botzone's `y`.
    pub y: i64,
}

impl Xy {
    /// No cell: "you begin" as the first request of a game, a pass later.
    pub const NONE: Xy = Xy::new(-1, -1);

    /// These two numbers.
    pub const fn new(x: i64, y: i64) -> Xy {
        Xy { x, y }
    }
}

/// The simple form: `x y`.
impl fmt::Display for Xy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// What a game has to say to be played on Botzone.
///
/// The first request of a game, when it is [`Xy::NONE`], never gets here:
/// it means "you begin" in every game. A later one is asked for like any
/// other, and a game with a pass answers with it.
pub struct Coordinates<G: Game> {
    /// The move that is written so, in this state; it need not be legal.
    /// `None` if there is no such move on the board.
    pub read: fn(&G, Xy) -> Option<G::Move>,
    /// How the move is written.
    pub write: fn(G::Move) -> Xy,
}

impl<G: Game> Clone for Coordinates<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Coordinates<G> {}
