//! What every bot does alike, so that a bot's main is a list of its choices.
//!
//! | module | what it holds |
//! |---|---|
//! | [`options`] | the command line |
//! | [`botzone`] | [`BotzoneBot`]: a game, its strategies and Botzone make a program |
//! | [`selftest`] | a short game against oneself, through the protocol |
//! | [`report`] | a decision in a few words |
//!
//! A bot starts in milliseconds, writes nothing but the protocol to stdout,
//! and says what is wrong in one line on stderr. It exits with 2 for a wrong
//! command line and with 1 for everything else that went wrong.

pub mod botzone;
pub mod options;
pub mod report;
pub mod selftest;

pub use botzone::BotzoneBot;
