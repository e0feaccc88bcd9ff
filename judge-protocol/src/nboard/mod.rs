//! NBoard 2: the protocol between Othello's graphical programs and engines.
//!
//! The graphical program keeps the game and sends it whole. The engine searches
//! on `go` and `hint` and answers with a move, but does not play it: it waits for
//! the command `move`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ggf`] | games in the Generic Game Format |
//! | [`session`] | [`NBoardSession`]: the game and the commands |

pub mod ggf;
pub mod session;

pub use session::{NBoardSession, NBoardTurn, serve};
