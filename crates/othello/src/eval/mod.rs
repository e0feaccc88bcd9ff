//! What a position is worth, learned from games: a sum of weights, one for
//! the content of each [`pattern`], by the stage of the game.

pub mod pattern;
pub mod weights;

pub use pattern::{Changes, Contents};
pub use weights::{Stage, Weights};
