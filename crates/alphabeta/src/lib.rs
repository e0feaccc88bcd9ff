//! Iterative-deepening alpha-beta search for any game that has an evaluation
//! ([`game::Evaluate`]). It does not depend on any one game.
//!
//! | module | contents |
//! |---|---|
//! | `score` | scores, and how certain each of them is |
//! | `table` | the transposition table |
//! | `ordering` | move ordering: killer moves and history |
//! | `search` | the tree below the root: principal variation search |
//! | `root` | iterative deepening, aspiration windows |
//! | `ranked` | the same for analysis: a value for each of the best moves |
//! | `engine` | [`AlphaBeta`], the [`game::Engine`] |
//!
//! What it promises:
//!
//! - **Anytime.** There is a legal move from the start. If the budget ends inside an
//!   iteration, the result is that of the last complete iteration, or a better move
//!   that the unfinished one has already found.
//! - **Exact budgets.** At most `Budget::nodes` nodes are visited. An engine in the
//!   same state makes the same decision every time.
//! - **Sound proofs.** A [`game::Proof`] depends on finished games only, never on an
//!   evaluation. If the search ends before its budget, wins are the shortest and
//!   losses the longest possible.
//!
//! `examples/coins.rs` is a complete game in one file.
//!
//! ```
//! use alphabeta::{AlphaBeta, Options};
//! use clock::Budget;
//! use game::example::RandomTree;
//! use game::{Engine, History, Outcome};
//!
//! let mut engine = AlphaBeta::new(Options { table_bytes: 1 << 20, ..Options::default() });
//! let history = History::new(RandomTree::new(4));
//! let decision = engine.decide(&history, &Budget::nodes(10_000)).unwrap();
//! let proof = decision.proof.expect("the tree has less than 10,000 nodes");
//! assert_eq!(proof, game::example::minimax(history.state()));
//! assert_eq!(decision.line.len(), proof.plies as usize);
//! assert_eq!(decision.line[0], decision.chosen);
//! # assert_eq!(proof.outcome, Outcome::Win);
//! ```

mod engine;
mod ordering;
mod ranked;
mod root;
mod score;
mod search;
mod table;

pub use engine::{AlphaBeta, Options};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
