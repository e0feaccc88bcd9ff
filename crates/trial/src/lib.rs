//! Whole games against a bot's program, under a judge as strict as the sites
//! are: [`referee`] asks, and here is who plays against the bot.
//!
//! | module | what it holds |
//! |---|---|
//! | [`play`] | a game against random moves, in any language |
//! | [`bots`] | every bot by its name |
//! | [`report`] | what came of many games |
//!
//! The opponent plays at random: that leads to more kinds of positions than
//! good play does.

pub mod bots;
pub mod play;
pub mod report;

pub use play::Played;
pub use referee::{Ended, Process, Program, botzone};
pub use report::{Allowed, Report};
