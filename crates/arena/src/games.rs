//! The games, by name.
//!
//! Everything that the arena does with a game is a [`Visitor`]: generic over
//! the game and compiled once for each, with nothing dynamic inside. A new
//! game is one line in the list below, and every command knows it.

use anyhow::{Result, bail};
use game::error::quote;
use game::{Game, Strategies};

use crate::foreign::{self, Language};

/// A game that the arena knows.
pub trait Playable: Game {
    /// Random plies at the start of a match's games, when nobody says:
    /// enough for different games, too few to decide them.
    const OPENING_PLIES: usize;

    /// Its named strategies; the first is the one to play against.
    fn strategies() -> Strategies<Self>;

    /// The languages in which foreign programs play it.
    fn languages() -> Vec<Language<Self>> {
        Vec::new()
    }

    /// Is the game decided already, though it goes on? Such an opening would
    /// tell nothing of those who play it.
    fn is_settled(&self) -> bool {
        false
    }

    /// The start that a judge would draw with this lot, where a judge draws
    /// boards.
    fn drawn_start(_lot: u64) -> Option<Self> {
        None
    }
}

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn visit<G: Playable>(&self) -> Self::Output;
}

macro_rules! games {
    ($($state:ty {
        strategies: $strategies:path,
        opening: $plies:expr
        $(, speaks: $languages:path)?
        $(, settled: $settled:path)?
        $(, boards: $boards:path)?
    })+) => {
        $(impl Playable for $state {
            const OPENING_PLIES: usize = $plies;

            fn strategies() -> Strategies<Self> {
                $strategies()
            }

            $(fn languages() -> Vec<Language<Self>> {
                $languages()
            })?

            $(fn is_settled(&self) -> bool {
                $settled(self)
            })?

            $(fn drawn_start(lot: u64) -> Option<Self> {
                Some($boards(lot))
            })?
        })+

        const NAMES: &[&str] = &[$(<$state>::NAME),+];

        /// Visits the game of this name, if there is one.
        fn find<V: Visitor>(name: &str, visitor: &V) -> Option<V::Output> {
            match name {
                $(<$state>::NAME => Some(visitor.visit::<$state>()),)+
                _ => None,
            }
        }
    };
}

games! {
    tictactoe::State { strategies: tictactoe::strategies, opening: 2, speaks: foreign::tictactoe }
    othello::State { strategies: othello::strategies, opening: 8, speaks: foreign::othello }
    connect4::State {
        strategies: connect4::strategies,
        opening: 4,
        speaks: foreign::connect4,
        settled: connect4::is_settled,
        boards: connect4::State::random_board
    }
    connect4::Classic { strategies: connect4::strategies, opening: 4, settled: connect4::is_settled }
    nogo::State { strategies: nogo::strategies, opening: 2, speaks: foreign::nogo }
}

/// Visits the game of this name; an unknown one is an error that lists those
/// that exist.
pub fn visit<V: Visitor>(name: &str, visitor: &V) -> Result<V::Output> {
    match find(name, visitor) {
        Some(output) => Ok(output),
        None => bail!("there is no game {}; there are: {}", quote(name), NAMES.join(", ")),
    }
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
    fn an_unknown_game_is_answered_by_those_that_exist() {
        let error = visit("chess", &BuildAll).unwrap_err().to_string();
        assert!(error.starts_with("there is no game 'chess'; there are: tictactoe"), "{error}");
    }
}
