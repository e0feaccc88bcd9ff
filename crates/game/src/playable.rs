//! A game with everything that the arena, the bots and the referee need.

use crate::{Cells, Drops, Game, Strategies};

/// A game with named strategies.
///
/// The arena, the bots and the referee take any `Playable`. Only
/// [`Playable::strategies`] has to be written.
pub trait Playable: Game {
    /// Number of random plies at the start of a match's games: enough for
    /// different games, too few to decide them.
    const OPENING_PLIES: usize = 2;

    /// The cells of the board. Without them no judge's protocol can name a move.
    const CELLS: Option<Cells<Self>> = None;

    /// How stones fall, if they do.
    const DROPS: Option<Drops<Self>> = None;

    /// The named strategies; the first is the default.
    fn strategies() -> Strategies<Self>;

    /// Is the game decided although it goes on? A match skips such openings.
    fn is_settled(&self) -> bool {
        false
    }

    /// A key that positions have in common if they differ by a symmetry of the board.
    ///
    /// The default knows no symmetry. A game that is [`Symmetric`](crate::Symmetric)
    /// returns its [`least_key`](crate::Symmetric::least_key).
    fn symmetry_key(&self) -> u64 {
        self.key()
    }

    /// A starting position chosen at random, if the game's judge chooses one
    /// for every game. The same seed gives the same position.
    fn random_start(_seed: u64) -> Option<Self> {
        None
    }

    /// Expected number of plies until the result is decided.
    ///
    /// The default is three fifths of the empty cells, or 40 without [`Playable::CELLS`].
    fn plies_to_decision(&self) -> u32 {
        self.empty_cells().map_or(40, |empty| empty * 3 / 5)
    }

    /// Number of its own moves among which the side to move should divide the time that it
    /// has for the rest of the game.
    fn moves_to_decision(&self) -> u32 {
        self.plies_to_decision().div_ceil(2)
    }

    /// Number of cells without a stone, if the game has [`Playable::CELLS`].
    fn empty_cells(&self) -> Option<u32> {
        let cells = Self::CELLS?;
        let (rows, columns) = (cells.size)(self);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let empty = places.filter(|&place| (cells.stone)(self, place).is_none());
        u32::try_from(empty.count()).ok()
    }
}
