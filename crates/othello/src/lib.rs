//! Othello: two colours of discs on 8×8 squares, and every move turns what it
//! encloses.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | [`State`] and [`Square`]: the rules |
//! | [`bits`] | legal moves, flips and random members, 64 squares at a time |
//! | [`notation`] | positions and moves as text, the board as a picture |
//! | [`transcript`], [`obf`] | whole games, and solved positions, as text |
//! | [`knowledge`] | good and bad squares, a judgement, symmetries |
//! | [`greedy`], [`positional`] | players without a tree |
//! | [`cpu`] | newer instructions, where the CPU has them |
//! | [`eval`] | a judgement by patterns, learned from games |
//! | [`search`] | deep and selective, and exact at the end |
//! | [`champion`] | the player that uses these three |
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
