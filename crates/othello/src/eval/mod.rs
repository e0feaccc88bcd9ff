//! The pattern evaluation: a sum of weights that were learned from games, one
//! weight for the configuration of each [`pattern`], by the stage of the game.

pub mod pattern;
pub mod weights;

pub use pattern::{PatternIndexer, PatternIndices};
pub use weights::{Stage, Weights};
