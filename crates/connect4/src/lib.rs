//! Connect-4 on any board from 4×4 to 12×12, with or without a forbidden cell.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bits`] | sets of cells, a word type per size class |
//! | [`lines`] | four in a line, for all cells at once |
//! | [`board`] | [`Position`] and [`Column`]: the rules |
//! | [`setup`] | boards and positions that somebody describes, checked |
//! | [`notation`] | positions and moves as text, the board as a picture |
//! | [`knowledge`] | wins and threats, a judgement, the mirror |
//! | [`sharp`] | the game as one sees it who misses nothing one move away |
//! | [`solver`] | the exact score of a position, by alpha-beta |
//! | [`playout`] | columns drawn from the centre outwards; sensible ones |
//! | [`root`] | the look for a win or a block before a search begins |
//! | [`prior`] | what a move looks like before it is tried |
//! | [`insight`] | the same, and what can be proven at the search's nodes |
//! | [`eval`], [`weights`] | the learned judgement of a position |
//! | [`vector`] | the large boards in one vector register |
//! | [`book`] | the classic board's first moves |
//! | [`champion`] | the strongest player: the book, forced wins, the solver, the search |
//! | [`mod@strategies`] | `champion`, `uct`, `alphabeta`, `uct-weighted`, `uct-pool`, `random` |
//!
//! [`State`] plays on every board; [`Classic`] is the same code for boards that
//! fit into one machine word, the usual 7×6 among them, and a game of its own
//! for those who choose a game by name.
//!
//! ```
//! use connect4::{Classic, State};
//! use game::{Game, Outcome, Tactics};
//!
//! // The columns of a game on the classic board, counted from 1.
//! let state: Classic = "445566".parse().unwrap();
//! let win = state.winning_move().unwrap();
//! assert_eq!(state.landing(win), Some((5, 2)), "row and column as the judge counts");
//! let end = state.play(win).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "for the one whose turn it would be");
//!
//! // 9 rows, 11 columns, and a forbidden cell at the bottom of the middle.
//! let state: State = "9x11-8,5:6".parse().unwrap();
//! assert_eq!(state.stone(7, 5), Some(game::Side::First), "the stone lies above it");
//! ```

pub mod bits;
pub mod board;
pub mod book;
pub mod champion;
pub mod eval;
pub mod insight;
pub mod knowledge;
pub mod lines;
pub mod notation;
pub mod playable;
pub mod playout;
pub mod prior;
pub mod root;
pub mod setup;
pub mod sharp;
pub mod solver;
pub mod strategies;
pub mod vector;
pub mod weights;

pub use board::{Class, Classic, Column, Position, State};
pub use setup::{Layout, SetupError};
pub use solver::{Solver, is_settled};
pub use strategies::strategies;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
