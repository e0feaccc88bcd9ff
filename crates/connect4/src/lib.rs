//! Connect-4 on any board from 4×4 to 12×12, with or without a forbidden cell.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bits`] | sets of cells, a word type per size class |
//! | [`lines`] | lines of four, for all cells at once |
//! | [`board`] | [`Position`] and [`Column`]: the rules |
//! | [`setup`] | boards and positions from outside, checked |
//! | [`notation`] | positions and moves as text, drawings of the board |
//! | [`knowledge`] | winning moves, a hand-made evaluation, the mirror symmetry |
//! | [`safe_moves`] | the game restricted to moves that do not lose at once |
//! | [`solver`] | the exact score of a position, by alpha-beta |
//! | [`playout`] | playouts: columns drawn from the centre outwards; safe moves |
//! | [`tactics_first`] | winning or blocking moves before a search |
//! | [`prior`] | priors of moves from threats |
//! | [`threat_prover`] | the same, and proofs at the nodes of the search |
//! | [`eval`], [`weights`] | the learned evaluation |
//! | [`vector`] | sets of cells of large boards in one vector register |
//! | [`network`] | the input of a network, and an evaluator that asks one |
//! | [`book`] | the opening book of the classic board |
//! | [`analysis`] | the value of every move |
//! | [`champion`] | the strongest player: book, forced wins, solver, search |
//! | `strategies` | `champion`, `uct`, `alphabeta`, `uct-weighted`, `uct-pool`, `random` |
//!
//! [`State`] supports every board. [`Classic`] is the same code for boards that fit
//! into one machine word, such as the usual 7×6 board; it has a game name of its own.
//!
//! ```
//! use connect4::{Classic, State};
//! use game::{Game, Outcome, Tactics};
//!
//! // The columns of a game on the classic board, counted from 1.
//! let state: Classic = "445566".parse().unwrap();
//! let win = state.winning_move().unwrap();
//! assert_eq!(state.landing(win), Some((5, 2)), "row from the top, column from the left, from 0");
//! let end = state.play(win).unwrap();
//! assert_eq!(end.outcome(), Some(Outcome::Loss), "for the side to move");
//!
//! // 9 rows, 11 columns, and a forbidden cell at the bottom of the middle column.
//! let state: State = "9x11-8,5:6".parse().unwrap();
//! assert_eq!(state.stone(7, 5), Some(game::Side::First), "the stone lands above it");
//! ```

pub mod analysis;
pub mod bits;
pub mod board;
pub mod book;
pub mod champion;
pub mod eval;
pub mod knowledge;
pub mod lines;
pub mod network;
pub mod notation;
pub mod playable;
pub mod playout;
pub mod prior;
pub mod safe_moves;
pub mod setup;
pub mod solver;
mod strategies;
pub mod tactics_first;
pub mod threat_prover;
pub mod vector;
pub mod weights;

pub use board::{Class, Classic, Column, Position, State};
pub use game::Shape;
pub use setup::{CLASSIC, SetupError, random_shape};
pub use solver::{Solver, is_settled};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
