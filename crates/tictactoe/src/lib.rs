//! Tic-tac-toe: the smallest game of the house, and the example to read first.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | [`State`] and [`Cell`]: the rules, as bits |
//! | [`notation`] | positions and moves as text, the board as a picture |
//! | [`knowledge`] | wins and threats one move ahead, a judgement, symmetries |
//! | [`minimax`] | perfect play |
//! | [`mod@strategies`] | `minimax`, `uct`, `random` |
//!
//! ```
//! use game::{Game, Outcome, Side};
//! use tictactoe::State;
//!
//! let state: State = "xx./oo./...".parse().unwrap();
//! assert_eq!(state.side(), Side::First);
//! let win = state.parse_move("c1").unwrap();
//! let end = state.play(win).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "for O, whose turn it would be");
//! ```

pub mod board;
pub mod knowledge;
pub mod minimax;
pub mod notation;
mod playable;
pub mod strategies;

pub use board::{Cell, State};
pub use minimax::Minimax;
pub use strategies::strategies;
