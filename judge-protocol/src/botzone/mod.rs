//! Botzone: turn-based dialogue in JSON or in a simple form of plain numbers.
//!
//! A game joins by saying how its moves are written as `x` and `y`
//! ([`Coordinates`]); a bot calls [`serve`] with a player:
//!
//! ```
//! use game::{Game, Rng};
//! use judge_protocol::botzone::{Coordinates, Reply, Running, Xy, serve};
//! use tictactoe::{Cell, State};
//!
//! let coordinates = Coordinates::<State> {
//!     read: |_, xy| Cell::new(xy.y.try_into().ok()?, xy.x.try_into().ok()?),
//!     write: |cell| Xy::new(cell.column() as i64, cell.row() as i64),
//! };
//! let input = r#"{"requests":[{"x":1,"y":1}],"responses":[]}"#;
//! let mut output = Vec::new();
//! serve(&mut input.as_bytes(), &mut output, coordinates, Running::OncePerTurn, |turn| {
//!     let corner = turn.history.state().parse_move("a1").expect("a corner");
//!     Ok(Reply { chosen: corner, debug: "corner".to_string() })
//! })
//! .expect("a good dialogue");
//! assert_eq!(output, b"{\"response\":{\"x\":0,\"y\":0},\"debug\":\"corner\"}\n");
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`coordinates`] | [`Xy`], and [`Coordinates`]: a game's moves as Botzone writes them |
//! | [`message`] | what one turn's input says, not yet played |
//! | [`session`] | the game so far: input replayed and checked |
//! | [`answer`] | one answer as bytes |
//! | [`dialogue`] | [`serve`]: read, ask the player, write |
//! | [`judge`] | the other end of the wire: requests written, answers read |
//! | [`local`] | the local AI: what the site answers to a poll |
//! | [`error`] | [`Fault`]s, which leave a position to answer in, and [`Error`]s, which do not |
//!
//! Liberal in what is read (both forms and both ways of running are accepted
//! at every turn, fields in any order and of any type), strict in what is
//! written.

pub mod answer;
pub mod coordinates;
pub mod dialogue;
pub mod error;
pub mod judge;
pub mod local;
pub mod message;
pub mod session;

pub use coordinates::{Coordinates, Xy};
pub use dialogue::{Dialogue, Reply, Running, Turn, serve};
pub use error::{Error, Fault, Problem};
pub use message::{Form, Message};
pub use session::Session;
