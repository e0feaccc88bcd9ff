//! What every bot does alike, so that a bot's main is a list of its choices.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bot`] | [`Bot`]: a game, its strategies and a [`Protocol`] make a program |
//! | [`options`] | the command line |
//! | [`botzone`], [`saiblo`], [`gtp`], [`nboard`], [`kaggle`] | the run on a judge, and its rehearsal against oneself |
//! | [`report`] | a decision in a few words |
//!
//! A bot starts in milliseconds, writes nothing but the protocol to stdout,
//! and says what is wrong in one line on stderr. It exits with 2 for a wrong
//! command line and with 1 for everything else that went wrong.

pub mod bot;
pub mod botzone;
pub mod gtp;
pub mod kaggle;
pub mod nboard;
pub mod options;
pub mod report;
pub mod saiblo;

pub use bot::{Bot, Limits, Player, Protocol};
pub use botzone::Botzone;
pub use gtp::Gtp;
pub use kaggle::Kaggle;
pub use nboard::NBoard;
pub use saiblo::Saiblo;
