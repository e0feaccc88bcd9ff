//! The common part of all bots. A bot's main names the game, the judge and
//! nothing else:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use bot_common::{Bot, Botzone};
//!
//! fn main() -> ExitCode {
//!     Bot::<tictactoe::State, _>::new("tictactoe-botzone", "TicTacToe", Botzone::new()).main()
//! }
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`bot`] | [`Bot`]: a game and a [`Protocol`] make a program |
//! | [`options`] | the command line |
//! | [`botzone`], [`saiblo`], [`gtp`], [`nboard`], [`kaggle`] | the session with a judge, and the self-test |
//! | [`report`] | one line about a decision, for the match log |
//!
//! A bot starts in milliseconds, writes only the protocol to stdout and each
//! error as one line to stderr. It exits with 2 after a wrong command line and
//! with 1 after any other error.

mod board;
pub mod bot;
pub mod botzone;
pub mod gtp;
pub mod kaggle;
pub mod nboard;
pub mod options;
pub mod report;
pub mod saiblo;

pub use bot::{Bot, BotEngine, Protocol};
pub use botzone::Botzone;
pub use gtp::Gtp;
pub use kaggle::Kaggle;
pub use nboard::NBoard;
pub use saiblo::Saiblo;
