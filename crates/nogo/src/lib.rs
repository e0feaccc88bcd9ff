//! NoGo on boards from 1×1 to 9×9. Captures and suicide are illegal; a side that
//! has no legal move on its turn has lost.
//!
//! | module | what it holds |
//! |---|---|
//! | [`points`] | [`Point`], and sets of points in two machine words |
//! | [`groups`] | groups of stones and their liberties |
//! | [`board`] | [`State`]: the rules; the legal moves of both sides, updated by every move |
//! | [`liberties`] | a board that keeps the liberties of every group, for playouts |
//! | [`setup`] | empty boards and positions from lists of stones, validated |
//! | [`notation`] | positions and moves as text, the board as a picture |
//! | [`knowledge`] | winning and blocking moves, a simple evaluation, symmetries |
//! | [`solver`], [`regions`], `table` | the exact solver; independent regions; its transposition table |
//! | [`windows`], [`learned`] | features of the learned evaluation; its weights, values and priors |
//! | [`network`] | the input of a network, and an evaluator that asks one |
//! | [`playout`] | playout policies |
//! | [`solver_first`] | an engine that asks the exact solver before it searches |
//! | [`mod@strategies`] | `champion`, `rave`, `learned`, `uct`, `uct-rights`, `random` |
//!
//! ```
//! use game::{Game, Outcome};
//! use nogo::State;
//!
//! // After three stones on 2×2, a fourth one would capture black's two.
//! let state: State = "2x2:A1 B1".parse().unwrap();
//! let end = state.play(state.parse_move("A2").unwrap()).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "white is to move and has no legal move");
//! ```

pub mod board;
pub mod groups;
pub mod knowledge;
pub mod learned;
pub mod liberties;
pub mod network;
pub mod notation;
mod playable;
pub mod playout;
pub mod points;
pub mod regions;
pub mod setup;
pub mod solver;
pub mod solver_first;
pub mod strategies;
mod table;
pub mod windows;

pub use board::State;
pub use points::{Point, Points};
pub use setup::SetupError;
pub use solver::{Solution, Solver};
pub use strategies::strategies;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
