//! All games by name.
//!
//! Code that works with any game is a [`Visitor`]: generic over the game and
//! compiled once for each, with nothing dynamic inside. The list of games is the
//! list of dependencies in this crate's Cargo.toml; build.rs reads it.
//!
//! ```
//! use game::Playable;
//! use games::{Visitor, visit};
//!
//! struct CountStrategies;
//!
//! impl Visitor for CountStrategies {
//!     type Output = usize;
//!     fn visit<G: Playable>(&self) -> usize {
//!         G::strategies().iter().count()
//!     }
//! }
//!
//! assert!(visit("tictactoe", &CountStrategies).unwrap() >= 3);
//! assert!(visit("chess", &CountStrategies).is_err());
//! ```

pub mod speed;

use game::error::quote_misspelled;
use game::{Game, Playable};

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// The result.
    type Output;

    /// Does it with this game.
    fn visit<G: Playable>(&self) -> Self::Output;
}

/// Error: no game has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game {}; there are: {}", quote_misspelled(.0, NAMES.iter().copied()), NAMES.join(", "))]
pub struct UnknownGame(String);

macro_rules! games {
    ($($state:ty)+) => {
        /// Names of all games.
        pub const NAMES: &[&str] = &[$(<$state as Game>::NAME),+];

        fn find<V: Visitor>(name: &str, visitor: &V) -> Option<V::Output> {
            match name {
                $(<$state as Game>::NAME => Some(visitor.visit::<$state>()),)+
                _ => None,
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/list.rs"));

/// Visits the game of this name.
pub fn visit<V: Visitor>(name: &str, visitor: &V) -> Result<V::Output, UnknownGame> {
    find(name, visitor).ok_or_else(|| UnknownGame(name.to_string()))
}

/// Visits every game.
pub fn visit_all<V: Visitor>(visitor: &V) -> Vec<V::Output> {
    NAMES.iter().filter_map(|name| find(name, visitor)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds each strategy with its defaults.
    struct BuildAll;

    impl Visitor for BuildAll {
        type Output = usize;

        fn visit<G: Playable>(&self) -> usize {
            let strategies = G::strategies();
            for strategy in strategies.iter() {
                strategies.build(strategy.name).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
            }
            strategies.iter().count()
        }
    }

    #[test]
    fn every_game_has_strategies_and_each_can_be_built() {
        let built = visit_all(&BuildAll);
        assert_eq!(built.len(), NAMES.len());
        assert!(built.iter().all(|count| *count > 0));
    }

    #[test]
    fn the_games_of_this_workspace_are_listed() {
        for name in ["tictactoe", "othello", "connect4", "connect4-7x6", "nogo"] {
            assert!(NAMES.contains(&name), "{name} is missing: {NAMES:?}");
        }
    }

    #[test]
    fn an_unknown_game_is_answered_by_those_that_exist() {
        let error = visit("chess", &BuildAll).unwrap_err().to_string();
        assert!(error.starts_with("there is no game 'chess'; there are: tictactoe, othello"), "{error}");
        let error = visit("otelo", &BuildAll).map(drop).unwrap_err().to_string();
        assert!(error.starts_with("there is no game 'otelo'; there are: "), "two edits of five: {error}");
        let error = visit("Otello", &BuildAll).map(drop).unwrap_err().to_string();
        assert!(error.starts_with("there is no game 'Otello' (did you mean othello?); there are"), "{error}");
    }

    /// Checks the laws of a game's board.
    struct CheckCells;

    impl Visitor for CheckCells {
        type Output = bool;

        fn visit<G: Playable>(&self) -> bool {
            let conformance = game::conformance::Conformance { games: 20, ..Default::default() };
            let starts = [Some(G::start()), G::random_start(5)].into_iter().flatten();
            if let Some(cells) = G::CELLS {
                starts.for_each(|start| conformance.check_cells(start, &cells));
            }
            G::CELLS.is_some()
        }
    }

    #[test]
    fn cells_and_moves_agree_in_every_game() {
        assert!(visit_all(&CheckCells).into_iter().all(|checked| checked));
    }
}
