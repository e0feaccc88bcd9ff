//! Plays whole games against a bot's program, under a referee that is as strict
//! as the judges.
//!
//! | module | what it holds |
//! |---|---|
//! | [`bots`] | games against a bot by its name |
//! | [`busy`] | threads that keep the machine busy |
//! | [`play`] | one game, in any language |
//! | [`report`] | the result of many games |
//! | [`check`] | `arena check`: any program, in every form of its protocol |
//!
//! The opponent plays random moves: these lead to more kinds of positions than
//! good moves do.

pub mod bots;
pub mod busy;
pub mod check;
pub mod play;
pub mod report;

pub use play::Played;
pub use referee::{Ended, Process, Program, botzone};
pub use report::{Allowed, Report};
