//! Tic-tac-toe. This is the smallest game crate of the workspace: read it first.
//!
//! | module | contents |
//! |---|---|
//! | [`board`] | [`State`] and [`Cell`]: the rules, on bit sets |
//! | [`notation`] | positions and moves as text, the board as a drawing |
//! | [`knowledge`] | wins and threats one move ahead, evaluation, symmetries |
//! | [`minimax`] | [`Minimax`]: perfect play |
//! | [`mod@strategies`] | the strategies by name: `minimax`, `uct`, `uct-plain`, `random` |
//!
//! Only [`board`] and [`notation`] are needed to play and search a game. The other
//! modules make the searches stronger.
//!
//! ```
//! use game::{Game, Outcome, Side};
//! use tictactoe::State;
//!
//! let state: State = "xx./oo./...".parse().unwrap();
//! assert_eq!(state.side(), Side::First);
//! let win = state.parse_move("c1").unwrap();
//! let end = state.play(win).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "O, the side to move, has lost");
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

pub mod board;
pub mod knowledge;
pub mod minimax;
pub mod notation;
mod playable;
pub mod strategies;

pub use board::{Cell, State};
pub use minimax::Minimax;
pub use strategies::strategies;
