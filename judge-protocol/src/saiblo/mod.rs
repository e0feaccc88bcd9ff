//! Saiblo's Connect-4: the board in plain numbers, answers in frames.
//!
//! The judge has had three ways of talking, and all are understood:
//!
//! ```text
//!        in, once              in, each turn                          out
//!   V3   M N noX noY           lastX lastY top… board…                frame of "row col"
//!   V2   (sends "ok" first)    lastX lastY N top… M*N board…          frame of "row col"
//!   V1   0052{"type":0,…}      0345{"type":1,…}, at the end type 2    frame of {"X":r,"Y":c}\n
//! ```
//!
//! A frame is its length in four bytes, the highest first, and then the text.
//! V1 is known by its first bytes, four digits and a brace; V2 has to be said,
//! since there the bot speaks first. Numbers are split by blanks of any kind,
//! and where a line ends means nothing as long as nothing is wrong.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tokens`] | numbers and digits out of a stream |
//! | [`message`] | what the judge says, in each of its ways |
//! | [`answer`] | one answer as bytes |
//! | [`dialogue`] | [`serve`]: read, ask the player, write |
//! | [`judge`] | the other end of the wire: requests written, answers read |
//! | [`error`] | why a dialogue cannot go on |
//!
//! The position is the board that the judge shows: see [`crate::shown`].

pub mod answer;
pub mod dialogue;
pub mod error;
pub mod judge;
pub mod message;
pub mod tokens;

pub use dialogue::{Dialogue, Turn, serve};
pub use error::Error;
pub use message::Wire;
