//! A judge of our own: it starts a bot's program, plays whole games against
//! it, and is as strict as the sites are.
//!
//! | module | what it holds |
//! |---|---|
//! | [`process`] | a bot's program, running |
//! | [`botzone`], [`saiblo`], [`gtp`], [`nboard`], [`kaggle`] | whole games by a judge's rules |
//! | [`games`] | how the games' moves are written there |
//! | [`bots`] | every bot by its name |
//!
//! It shares no line with the bots' own reading and writing, so that a mistake
//! there is not made here again. The opponent plays at random: that leads to
//! more kinds of positions than good play does.

use std::time::Duration;

pub mod bots;
pub mod botzone;
pub mod games;
pub mod gtp;
pub mod kaggle;
pub mod nboard;
pub mod process;
pub mod saiblo;

pub use process::{Ended, Process, Program};

/// A game that nobody can complain about.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// How long the bot took for each turn, the first one in front.
    pub turns: Vec<Duration>,
}
