//! Othello: rules, notation, evaluation, search and named strategies.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | [`State`] and [`Square`]: the rules |
//! | [`bits`] | legal moves and flips on bitboards |
//! | [`notation`] | positions and moves as text, drawing of the board |
//! | [`transcript`], [`obf`] | games and solved positions as text |
//! | [`knowledge`] | values of squares, a simple evaluation, symmetries |
//! | [`greedy`], [`positional`] | two simple players |
//! | [`cpu`] | board operations with AVX2 and BMI2, where the CPU has them |
//! | [`eval`] | the pattern evaluation, learned from games |
//! | [`search`] | selective midgame search and exact endgame search |
//! | [`champion`] | the strongest player: [`search`] with [`eval`] |
//! | [`mod@strategies`] | `champion`, `uct`, `positional`, `greedy`, `random` |
//!
//! ```
//! use game::{Game, Side};
//! use othello::State;
//!
//! let start = State::start();
//! let after = start.play(start.parse_move("f5").unwrap()).unwrap();
//! assert_eq!(after.side(), Side::Second);
//! assert_eq!((after.discs(Side::First), after.discs(Side::Second)), (4, 1), "f5 turns e5");
//! ```

pub mod bits;
pub mod board;
pub mod champion;
pub mod cpu;
pub mod eval;
pub mod greedy;
pub mod knowledge;
pub mod notation;
pub mod obf;
mod playable;
pub mod positional;
pub mod search;
pub mod strategies;
pub mod transcript;

pub use board::{Square, State};
pub use champion::Champion;
pub use greedy::Greedy;
pub use positional::Positional;
pub use strategies::strategies;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
