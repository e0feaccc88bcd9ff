//! Botzone: one request and one answer per turn, in JSON or in a simple form of
//! plain numbers.
//!
//! Botzone writes a cell as `x` and `y`, column and row from the top left, and a
//! pass as (-1, -1). A bot calls [`serve`] with the game's cells and an engine:
//!
//! ```
//! use game::{Game, Playable};
//! use judge_protocol::botzone::{Reply, Running, serve};
//! use tictactoe::State;
//!
//! let cells = State::CELLS.expect("tic-tac-toe has cells");
//! let input = r#"{"requests":[{"x":1,"y":1}],"responses":[]}"#;
//! let mut output = Vec::new();
//! serve(&mut input.as_bytes(), &mut output, cells, Running::OncePerTurn, |turn| {
//!     let corner = turn.history.state().parse_move("a1").expect("a corner");
//!     Ok(Reply { chosen: corner, debug: "corner".to_string() })
//! })
//! .expect("the input is a request");
//! assert_eq!(output, b"{\"response\":{\"x\":0,\"y\":0},\"debug\":\"corner\"}\n");
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`coordinates`] | [`Xy`]: a move as Botzone writes it |
//! | [`message`] | one turn's input, read but not replayed |
//! | [`salvage`] | what can be read in broken JSON |
//! | [`replay`] | the game so far: input replayed and checked |
//! | [`answer`] | one answer as bytes |
//! | [`session`] | [`serve`]: read a request, ask the engine, write the answer |
//! | [`judge_side`] | the judge's side: writes requests, reads answers |
//! | [`local`] | the local AI: the site's answer to a poll |
//! | [`error`] | [`HistoryError`], which leaves a position to answer in, and [`BotzoneError`], which does not |
//!
//! Reading is liberal: both forms and both ways of running are accepted at every
//! turn, fields in any order and of any type. Writing is strict.

pub mod answer;
pub mod coordinates;
pub mod error;
pub mod judge_side;
pub mod local;
pub mod message;
pub mod replay;
pub mod salvage;
pub mod session;

pub use coordinates::Xy;
pub use error::{BotzoneError, HistoryError, Problem};
pub use message::{Form, Message};
pub use replay::Replay;
pub use session::{BotzoneSession, BotzoneTurn, Reply, Running, serve};
