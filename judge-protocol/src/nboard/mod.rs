//! NBoard 2: how Othello's user interfaces talk to an engine.
//!
//! The interface keeps the game and sends it whole; the engine thinks when it
//! is told to, and plays nothing by itself: it says what it would play and
//! waits for the `move`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ggf`] | games in the Generic Game Format |
//! | [`session`] | [`Session`]: the game, and what each line does to it |

pub mod ggf;
pub mod session;

pub use session::{Session, Turn, serve};
