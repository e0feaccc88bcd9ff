//! GTP 2, with the extension by which GoGui plays games other than Go.
//!
//! A controller sends one command per line and reads an answer to each. The
//! session keeps the game; it asks the engine only for `genmove`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`command`] | parses a command line, formats an answer |
//! | [`clock`] | the controller's clock: main time and periods |
//! | [`vertex`] | cells as GTP writes them: `E5` |
//! | [`session`] | [`GtpSession`]: the game and the commands |
//!
//! The sides move in turn: a move of the wrong colour is refused. A side that has
//! no legal move and may not pass resigns.

pub mod clock;
pub mod command;
pub mod session;
pub mod vertex;

pub use clock::{Period, TimeLeft};
pub use session::{GtpBot, GtpSession, GtpTurn, serve};
