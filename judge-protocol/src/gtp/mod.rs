//! GTP 2, with the extension by which GoGui plays games other than Go.
//!
//! A controller sends one command per line and reads an answer to each. The
//! session keeps the game; it asks the engine only for `genmove`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command`] | parses a command line, formats an answer |
//! | [`vertex`] | cells as GTP writes them: `E5` |
//! | [`session`] | [`GtpSession`]: the game and the commands |
//!
//! The sides move in turn: a move of the wrong colour is refused. A side that has
//! no legal move and may not pass resigns.

pub mod command;
pub mod session;
pub mod vertex;

pub use session::{GtpBot, GtpSession, GtpTurn, TimeLeft, serve};
