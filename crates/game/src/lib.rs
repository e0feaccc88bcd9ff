//! What a game *is* to a search, and what an engine is to everybody else.
//!
//! A rules crate implements [`Game`] for its state type; a search is generic
//! over `G: Game` and is compiled once per game. Nothing in here searches,
//! reads or writes.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | [`Game`] and [`Move`], and the optional knowledge a game may offer ([`Tactics`], [`Evaluate`], [`Heuristic`], [`Symmetric`]) |
//! | [`outcome`] | [`Side`], [`Outcome`], [`Proof`] |
//! | [`history`] | [`History`]: the moves that led to a state |
//! | [`engine`] | [`Engine`]: history and budget in, [`Decision`] out; [`Watch`]: who looks on |
//! | [`strategy`] | named strategies: `uct:c=0.9,sims=20000` |
//! | [`error`] | what can be wrong with a text or a move |
//! | [`bits`] | sets in a word: mixing, counting, picking a member |
//! | [`conformance`] | the laws every game obeys, as one test suite |
//!
//! A whole game of random moves looks like this in every game:
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
//! strictly alternate (a forced pass is a move), so one negation per ply is
//! all that a search ever does about colours.

pub mod bits;
pub mod conformance;
pub mod engine;
pub mod error;
pub mod example;
pub mod history;
pub mod outcome;
pub mod rules;
pub mod strategy;

pub use engine::{Decision, Engine, MoveReport, RandomEngine, TreeFormat, Watch};
pub use error::{GameOver, IllegalMove, ParseError};
pub use history::History;
pub use outcome::{Outcome, Proof, Side};
pub use rules::{Evaluate, Game, Heuristic, Move, Symmetric, Tactics};
pub use strategy::{Built, Kind, Param, SpecError, Strategies, Strategy, Values};

/// The generator that playouts draw from: small, fast, seedable.
pub type Rng = fastrand::Rng;
