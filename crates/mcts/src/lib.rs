//! Monte-Carlo tree search over any game.
//!
//! A [`Search`] is a [`Tree`] (what is known), a selection rule ([`select`]:
//! where to look next), a playout ([`playout`]: how to judge what is new) and
//! a prior ([`prior`]: what to believe before looking). All four are types:
//! the compiler builds one loop for each combination, with no call in it that
//! it cannot see through. [`Mcts`] makes an engine of it, and [`preset`] a
//! named strategy.
//!
//! | module | what it holds |
//! |---|---|
//! | [`node`], [`pool`] | 32 bytes per node, one pool, in-place compaction |
//! | [`tree`], `solver`, `graph`, `siblings` | descend, expand, back up; proofs; shared nodes; all children at once |
//! | [`memory`] | recycling in a fixed memory, reuse from move to move |
//! | [`select`] | UCB1, UCB1-tuned, PUCT, RAVE and GRAVE |
//! | [`playout`] | uniform, weighted, decisive, MAST; full or truncated |
//! | [`search`], [`parallel`], [`engine`] | the loop, in one thread or several |
//! | [`report`], [`dump`] | the decision; the tree as text and as a drawing |
//! | [`options`], [`preset`] | how a search is set up, by code and by name |
//!
//! ```
//! use clock::Budget;
//! use game::{Engine, Game, History, Outcome};
//! use game::example::Nim;
//! use mcts::{Mcts, Options};
//! use mcts::playout::{Full, Uniform};
//! use mcts::guide::{Even, Priors};
//! use mcts::select::{Fpu, Ucb1};
//!
//! let rule = Ucb1 { c: 1.4, fpu: Fpu::First, bias: 0.0 };
//! let mut engine = Mcts::new(Options::default(), rule, Full::new(Uniform), Priors(Even)).unwrap();
//! let history = History::new(Nim::start());
//! let decision = engine.decide(&history, &Budget::simulations(100_000)).unwrap();
//! assert_eq!(decision.proof.map(|p| p.outcome), Some(Outcome::Win), "Nim 3,4,5 is won");
//! ```
//!
//! # The solver
//!
//! Every node carries what is *certain* about it: at least a draw, a win, at
//! most a draw, a loss. The end of a game is certain; what the children are
//! sure of bounds their parent. The moment a node becomes certain, all its old
//! simulations are corrected, there and in its ancestors: they count what the
//! node is really worth. A child that cannot beat what is already in hand is
//! dismissed: no simulation goes there any more. When the root has one
//! possible result left, the search is over.
//!
//! (To take a dismissed child's simulations *out* of its ancestors plays much
//! worse; see `docs/search.md`.)

mod amaf;
pub mod conformance;
pub mod dump;
pub mod engine;
mod graph;
pub mod guide;
pub mod knowledge;
mod math;
pub mod memory;
pub mod node;
pub mod options;
pub mod parallel;
pub mod playout;
pub mod pool;
pub mod preset;
pub mod report;
pub mod search;
pub mod select;
mod siblings;
mod solver;
mod table;
pub mod tree;

#[cfg(test)]
mod tests;

pub use engine::Mcts;
pub use options::{Choice, Expansion, MemoryError, Options, Parallel};
pub use search::Search;
pub use tree::Tree;
