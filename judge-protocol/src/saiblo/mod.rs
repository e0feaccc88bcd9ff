//! Saiblo's Connect-4: the judge sends the board as numbers, the bot answers in
//! frames.
//!
//! The judge's protocol has had three versions; all are supported:
//!
//! ```text
//!        in, once              in, each turn                          out
//!   V3   M N noX noY           lastX lastY top… board…                frame of "row col"
//!   V2   (sends "ok" first)    lastX lastY N top… M*N board…          frame of "row col"
//!   V1   0052{"type":0,…}      0345{"type":1,…}, at the end type 2    frame of {"X":r,"Y":c}\n
//! ```
//!
//! A frame is a length of four bytes, big-endian, and the text. V1 is recognised
//! by its first bytes, four digits and a brace; V2 must be chosen by the user,
//! since there the bot writes first. Numbers are separated by whitespace; line
//! ends matter only after an error.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tokens`] | reads numbers and digits from a stream |
//! | [`message`] | the judge's messages, in each version |
//! | [`answer`] | one answer as bytes |
//! | [`session`] | [`serve`]: read a request, ask the engine, write the answer |
//! | [`judge_side`] | the judge's side: writes requests, reads answers |
//! | [`error`] | errors of a session |
//!
//! The judge sends the whole board: see [`crate::full_board`].

pub mod answer;
pub mod error;
pub mod judge_side;
pub mod message;
pub mod session;
pub mod tokens;

pub use error::SaibloError;
pub use message::Wire;
pub use session::{SaibloSession, SaibloTurn, serve};
