//! Monte-Carlo tree search over any game.
//!
//! A [`Search`] is a [`Tree`], a selection rule ([`select`]: which child to visit) and
//! an [`evaluator`] (the value of a position, estimates of its moves, proofs). The
//! simplest evaluator is a pair of a [`playout`] and a [`guide`]. All of them are types:
//! the compiler builds one loop for each combination and can inline all of it. [`Mcts`]
//! makes an engine of a search, and [`preset`] a named strategy.
//!
//! | module | what it holds |
//! |---|---|
//! | [`node`], [`pool`] | 24 bytes per node and 8 for the rule, one pool, in-place compaction |
//! | [`tree`], `path`, `expand`, `solver`, `graph`, `siblings` | descent, backup; a path; expansion; proofs; shared nodes; all children at once |
//! | [`memory`] | recycling within a fixed memory, reuse from move to move |
//! | [`select`] | UCB1, UCB1-tuned, PUCT, RAVE and GRAVE |
//! | [`evaluator`] | value and estimates in one call, of one position or several |
//! | [`playout`] | uniform, weighted, decisive, MAST; full or truncated |
//! | [`guide`] | priors, win chances, provers |
//! | [`conformance`] | the laws of evaluators and guides, as a test suite |
//! | [`search`], `batch`, `parallel`, `top`, `exchange`, [`engine`] | the loop, one leaf or several at a time, in one thread or several; what threads share |
//! | [`report`], [`watched`] | the decision; a simulation and the tree as data |
//! | [`options`], [`knowledge`], [`preset`] | options; what a game adds to `uct`; named strategies |
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
//! let mut engine = Mcts::new(Options::default(), rule, (Full::new(Uniform), Priors(Even))).unwrap();
//! let history = History::new(Nim::start());
//! let decision = engine.decide(&history, &Budget::simulations(100_000)).unwrap();
//! assert_eq!(decision.proof.map(|p| p.outcome), Some(Outcome::Win), "Nim 3,4,5 is won");
//! ```
//!
//! # The solver
//!
//! Every node has proven bounds: at least a draw, a win, at most a draw, a loss. The
//! end of a game is proven; the bounds of the children bound their parent. When a
//! node becomes proven, the sum of its simulations is corrected to its true value,
//! there and in its ancestors. A child that cannot be better than the proven lower
//! bound is pruned: no simulation visits it any more. When the root has one possible
//! result, the search ends.
//!
//! (Removing the simulations of a pruned child from its ancestors plays much worse;
//! see `docs/search.md`.)

mod amaf;
#[cfg(feature = "parallel")]
mod batch;
pub mod conformance;
pub mod engine;
pub mod evaluator;
#[cfg(feature = "parallel")]
mod exchange;
mod expand;
mod graph;
pub mod guide;
pub mod knowledge;
mod math;
pub mod memory;
pub mod node;
pub mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod path;
pub mod playout;
pub mod pool;
pub mod preset;
pub mod report;
pub mod search;
pub mod select;
mod siblings;
mod solver;
mod table;
#[cfg(feature = "parallel")]
mod top;
pub mod tree;
pub mod watched;

#[cfg(test)]
mod tests;

pub use engine::Mcts;
pub use options::{Choice, Expansion, MemoryError, Options};
pub use search::Search;
pub use tree::Tree;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
