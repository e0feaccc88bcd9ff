//! Games, engines and strategies: the interfaces between rules and searches.
//!
//! A rules crate implements [`Game`] for its state type; a search is generic
//! over `G: Game` and is compiled once per game. This crate does no search and
//! no I/O.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | [`Game`] and [`Move`], and the optional knowledge a game may offer ([`Tactics`], [`Evaluate`], [`Heuristic`], [`Symmetric`]) |
//! | [`outcome`] | [`Side`], [`Outcome`], [`Proof`] |
//! | [`history`] | [`History`]: the moves that led to a state |
//! | [`engine`] | [`Engine`]: history and budget in, [`Decision`] out; [`MoveReport`]: the value of a move, how exact it is, and its [`Unit`]; [`Watch`]: progress callback |
//! | [`analysis`] | every legal move of a position with its value |
//! | [`spec`] | [`Spec`]: the text of a strategy with its parameters, `uct:c=0.9,sims=20000` |
//! | [`strategy`] | [`Strategy`]: a named strategy with its parameters |
//! | [`board`] | [`Cells`], [`Drops`]: where moves lie on a board, for judges and pages |
//! | [`playable`] | [`Playable`]: a game with strategies, as arena and bots take it |
//! | [`random`] | random draws that are the same on every machine |
//! | [`error`] | errors of moves and texts |
//! | [`bits`] | sets in a word: mixing, counting, picking a member |
//! | [`conformance`] | the laws that every game obeys, as one test suite |
//! | [`example`] | two small games for tests and examples |
//!
//! A game of random moves:
//!
//! ```
//! use game::{Game, Rng};
//! # use game::example::Nim;
//! fn random_game<G: Game>(mut state: G, rng: &mut Rng) -> G {
//!     while state.outcome().is_none() {
//!         state.play_unchecked(state.random_move(rng));
//!     }
//!     state
//! }
//! let end = random_game(Nim::start(), &mut Rng::with_seed(1));
//! assert!(end.outcome().is_some());
//! ```
//!
//! Values are always from the side to move and inside [−1, 1]; the sides
//! strictly alternate (a forced pass is a move), so that a search needs one
//! negation per ply and nothing else about colours.

pub mod analysis;
pub mod bits;
pub mod board;
pub mod conformance;
pub mod cpu;
pub mod engine;
pub mod error;
pub mod example;
pub mod history;
pub mod outcome;
pub mod playable;
pub mod random;
pub mod rules;
pub mod snapshot;
pub mod spec;
pub mod strategy;

pub use board::{Cells, Drops, Place, RowOrder, Shape};
pub use engine::{Bound, Decision, Engine, MoveReport, RandomEngine, Score, Unit, Watch};
pub use error::{GameOver, IllegalMove, ParseError};
pub use history::History;
pub use outcome::{Outcome, Proof, Side};
pub use playable::Playable;
pub use rules::{Evaluate, Game, Heuristic, Move, Symmetric, Tactics};
pub use snapshot::Snapshot;
pub use spec::{Spec, SpecError};
pub use strategy::{Built, Kind, Param, Strategies, Strategy, Values, Work};

/// Random number generator of playouts: small, fast, seedable.
pub type Rng = fastrand::Rng;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
