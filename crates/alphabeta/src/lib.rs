//! Iterative-deepening alpha-beta search over any game that can judge its
//! own positions ([`game::Evaluate`]). It knows nothing of any one game.
//!
//! | module | what it holds |
//! |---|---|
//! | `score` | scores, and how far each can be believed |
//! | `table` | the transposition table |
//! | `ordering` | which move to try first: killers and history |
//! | `search` | the tree below the root: negamax with null windows |
//! | `root` | one iteration after the other, aspiration windows |
//! | `engine` | [`AlphaBeta`], the [`game::Engine`] |
//!
//! What it promises:
//!
//! - **Anytime.** There is a legal move from the first microsecond; when the
//!   budget ends inside an iteration, the last complete one counts, or a
//!   better move that this one has already finished.
//! - **Exact budgets.** Never a node more than `Budget::nodes`, and the same
//!   decision every time from the same engine state.
//! - **Sound proofs.** A [`game::Proof`] follows from the ends of games alone.
//!   When the search ends by itself, wins are the soonest and losses the
//!   latest possible.
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
//! let proof = decision.proof.expect("a thicket has far less than 10,000 nodes");
//! assert_eq!(proof, game::example::minimax(history.state()));
//! assert_eq!(decision.line.len(), proof.plies as usize);
//! assert_eq!(decision.line[0], decision.chosen);
//! # assert_eq!(proof.outcome, Outcome::Win);
//! ```

mod engine;
mod ordering;
mod root;
mod score;
mod search;
mod table;

pub use engine::{AlphaBeta, Options};
