//! Protocols of judges and game programs: bytes in, positions out; moves in,
//! bytes out.
//!
//! Generic over the game. This crate only reads and writes; the caller chooses
//! the move. A game says where its moves lie on the board ([`game::Cells`],
//! [`game::Drops`]); each module here says how its judge writes a cell.
//!
//! | module | what it holds |
//! |---|---|
//! | [`botzone`] | Botzone's protocol, the bot's side and the judge's side |
//! | [`saiblo`] | the same for Saiblo's Connect-4 |
//! | [`gtp`] | GTP 2, for GoGui and other controllers |
//! | [`nboard`] | NBoard 2, for Othello's graphical programs |
//! | [`kaggle`] | Kaggle's ConnectX, behind its `main.py` |
//! | [`full_board`] | judges that send the whole board at every turn |
//! | [`limits`] | time and memory that each judge allows |
//! | [`mod@line`] | lines of a bounded length |
//!
//! All input is untrusted: no input makes this crate panic or use unbounded
//! memory.

pub mod botzone;
pub mod full_board;
pub mod gtp;
pub mod kaggle;
pub mod limits;
pub mod line;
pub mod nboard;
pub mod saiblo;
