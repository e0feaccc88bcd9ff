//! How judges talk: bytes in, positions out; moves in, bytes out.
//!
//! Generic over the game, and reading and writing only: what to play is
//! always decided by somebody who is handed the position.
//!
//! | module | what it holds |
//! |---|---|
//! | [`botzone`] | Botzone's dialogue, from the bot's side and from the judge's |
//! | [`saiblo`] | the same of Saiblo's Connect-4 |
//! | [`gtp`] | GTP 2, which GoGui and other controllers speak |
//! | [`nboard`] | NBoard 2, which Othello's user interfaces speak |
//! | [`kaggle`] | Kaggle's ConnectX, behind its `main.py` |
//! | [`shown`] | boards that a judge shows whole instead of telling the moves |
//! | [`mod@line`] | lines of a bounded length |
//!
//! Everything that is read here comes from a stranger: no input makes this
//! crate panic or take memory without bound.

pub mod botzone;
pub mod gtp;
pub mod kaggle;
pub mod line;
pub mod nboard;
pub mod saiblo;
pub mod shown;
