//! NoGo on any board from 1×1 to 9×9: who captures loses, so nobody may; who
//! has no move left has lost.
//!
//! | module | what it holds |
//! |---|---|
//! | [`points`] | [`Point`], and sets of points in two words |
//! | [`groups`] | groups and liberties, as far as a move has to know |
//! | [`board`] | [`State`]: the rules, with both sides' legal moves kept up to date |
//! | [`setup`] | boards and positions that somebody describes, checked |
//! | [`notation`] | positions and moves as text, the board as a picture |
//! | [`knowledge`] | the last moves, rights, symmetries |
//! | [`solver`], [`regions`], `table` | who wins for certain; independent parts; what is remembered |
//! | [`windows`], [`learned`] | the board through small windows; what they have been found to be worth |
//! | [`playout`] | playouts that keep their own points for later |
//! | [`front`] | the exact answer that comes before a search |
//! | [`mod@strategies`] | `champion`, `rave`, `learned`, `uct`, `uct-rights`, `random` |
//!
//! ```
//! use game::{Game, Outcome};
//! use nogo::State;
//!
//! // Three stones on 2×2, and the fourth would capture black's two.
//! let state: State = "2x2:A1 B1".parse().unwrap();
//! let end = state.play(state.parse_move("A2").unwrap()).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "white, who is to move, has lost");
//! ```

pub mod board;
pub mod front;
pub mod groups;
pub mod knowledge;
pub mod learned;
pub mod notation;
mod playable;
pub mod playout;
pub mod points;
pub mod regions;
pub mod setup;
pub mod solver;
pub mod strategies;
mod table;
pub mod windows;

pub use board::State;
pub use points::{Point, Points};
pub use setup::SetupError;
pub use solver::{Solver, Verdict};
pub use strategies::strategies;
