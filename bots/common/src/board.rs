//! The board of a game. A bot whose game lacks what its judge needs does not
//! compile.

use std::marker::PhantomData;

use game::{Cells, Drops, Playable};

/// The board of the game `G`.
pub(crate) struct Board<G>(PhantomData<G>);

impl<G: Playable> Board<G> {
    /// Its cells.
    pub(crate) const CELLS: Cells<G> = match G::CELLS {
        Some(cells) => cells,
        None => panic!("the game has no cells, so its moves cannot be written for a judge"),
    };

    /// How stones fall on it.
    pub(crate) const DROPS: Drops<G> = match G::DROPS {
        Some(drops) => drops,
        None => panic!("stones do not fall in this game, so it cannot be played at this judge"),
    };
}
