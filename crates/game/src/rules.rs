//! The trait that a rules crate implements, and what else a game may know.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{IllegalMove, Outcome, ParseError, Rng, Side};

/// A move: a small value with a dense number, so that searches can keep
/// tables by move.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// How many different moves the game has, legal or not.
    const COUNT: usize;

    /// The move's number, below [`Move::COUNT`].
    fn index(self) -> usize;

    /// The move with this number; `None` from [`Move::COUNT`] on.
    fn from_index(index: usize) -> Option<Self>;
}

/// The state of a game for two players who move in turn.
///
/// The implementing type is the *state*: a small `Copy` value that knows all
/// that the rules need (no pointer to a board elsewhere). `Display` and
/// `FromStr` are its one-line text and round-trip exactly.
pub trait Game:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A move of this game.
    type Move: Move;

    /// The game's name as users type it.
    const NAME: &'static str;

    /// No state has more legal moves than this.
    const MAX_MOVES: usize;

    /// The usual starting position.
    fn start() -> Self;

    /// Whose turn it is. In a finished game: whose turn it would be.
    fn side(&self) -> Side;

    /// `None` while the game goes on, else the result for [`Game::side`].
    fn outcome(&self) -> Option<Outcome>;

    /// The margin for [`Game::side`] in a finished game, where the game
    /// counts one (Othello's disc difference).
    fn score(&self) -> Option<i32> {
        None
    }

    /// Clears `moves` and fills it with the legal moves; none when the game
    /// is over. A buffer that holds [`Game::MAX_MOVES`] never grows, so a
    /// caller who keeps it allocates nothing.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// May this move be made now? False for every move once the game is over.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Makes a legal move. With an illegal one the state is unspecified (but
    /// nothing unsafe happens): this is for searches that have just listed
    /// the moves.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The state after a move; the state itself stays as it is.
    fn play(&self, m: Self::Move) -> Result<Self, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::over(self.move_text(m)));
        }
        if !self.is_legal(m) {
            return Err(IllegalMove::new(self.move_text(m), self.to_string()));
        }
        let mut next = *self;
        next.play_unchecked(m);
        Ok(next)
    }

    /// A legal move, each with the same probability. The game must not be
    /// over.
    fn random_move(&self, rng: &mut Rng) -> Self::Move;

    /// A 64-bit name of the state, for hash tables. Equal states have equal
    /// keys; different states have different ones (exactly where the state
    /// fits into 64 bits, else up to hash collisions).
    fn key(&self) -> u64;

    /// How a person writes this move here.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads what [`Game::move_text`] writes (and what people type instead).
    /// The move need not be legal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError>;

    /// The board as a person wants to see it, several lines, coordinates
    /// included, the last move marked if given.
    fn draw(&self, last: Option<Self::Move>) -> String;
}

/// A game that sees wins and threats one move ahead, cheaply.
pub trait Tactics: Game {
    /// A legal move that wins at once, if there is one.
    fn winning_move(&self) -> Option<Self::Move>;

    /// A legal move that stops the opponent from winning at once with *its*
    /// next move, if the opponent threatens to.
    fn blocking_move(&self) -> Option<Self::Move>;
}

/// A game that can judge a position without searching.
pub trait Evaluate: Game {
    /// An estimate for the side to move, strictly inside (−1, 1); asked only
    /// while the game goes on.
    fn evaluate(&self) -> f32;
}

/// A game that has an opinion about moves before any search.
pub trait Heuristic: Game {
    /// How good a legal move looks: positive, on any scale (playouts draw in
    /// proportion to it, priors are normalised).
    fn weight(&self, m: Self::Move) -> f32;
}

/// A game whose board can be turned or mirrored.
pub trait Symmetric: Game {
    /// How many symmetries this state's board has; number 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The state as symmetry `s` shows it.
    fn transform(&self, s: usize) -> Self;

    /// The move as symmetry `s` shows it.
    fn transform_move(&self, m: Self::Move, s: usize) -> Self::Move;
}
