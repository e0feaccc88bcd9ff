//! GTP 2, with the extension by which GoGui plays other games than Go.
//!
//! A controller sends a command per line and reads an answer to each. The
//! session keeps the game; only for `genmove` is a player asked.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command`] | a line taken apart, an answer put together |
//! | [`session`] | [`Session`]: the game, and what each command does to it |
//!
//! Sides move in turn: a move for the wrong colour is refused. A side that has
//! no move left and may not pass resigns.

pub mod command;
pub mod session;

pub use session::{Rules, Session, TimeLeft, Turn, serve};
