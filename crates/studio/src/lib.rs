//! The studio: one request in, one reply out, both JSON.
//!
//! The page never computes a rule or a value. It asks a [`Studio`], which runs in a Web
//! Worker (WebAssembly) or in a local server (native); both give the same replies. A
//! request carries the whole game (starting position and moves), so that a studio that
//! was stopped and started again needs no memory of what came before. Engines keep their
//! trees between requests as far as the game continues.
//!
//! ```
//! use studio::Studio;
//!
//! let mut studio = Studio::new("tictactoe")?;
//! let request = r#"{"do":"view","at":{"start":"start","moves":["b2"]}}"#;
//! let reply = studio.ask(request, None, &mut |_| ());
//! assert!(reply.starts_with(r#"{"ok":{"#) && reply.contains(r#""cells":"....x....""#));
//! assert!(studio.ask("{", None, &mut |_| ()).starts_with(r#"{"error":"#));
//! # Ok::<(), games::UnknownGame>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`request`] | the requests |
//! | `desk` | answers the requests of one game |
//! | `describe`, `view`, `setup` | the game; a position; a position made of stones |
//! | `think`, `report` | engines: moves, analyses, trees, and their form in JSON |
//! | `review`, `files` | mistakes of a game; recorded games in and out |
//! | [`glass`] | a search that is watched, step by step, with switches for classic bugs |
//! | [`error`] | errors |
//! | `wasm` | the functions that a Web Worker calls |
//! | `server` | the local server (feature `server`) |
//!
//! All input is untrusted: no request makes this crate panic.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

mod describe;
mod desk;
pub mod error;
mod files;
pub mod glass;
mod report;
pub mod request;
mod review;
#[cfg(feature = "server")]
pub mod server;
mod setup;
mod think;
mod view;
#[cfg(target_arch = "wasm32")]
mod wasm;

use clock::Stop;
use game::Playable;
use games::{UnknownGame, Visitor};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::error::Error;
use crate::request::Request;

/// Answers requests about one game.
pub struct Studio(Box<dyn Answer + Send>);

/// Progress callback: gets a JSON text now and then.
pub type Progress<'a> = dyn FnMut(&str) + 'a;

/// What a desk does, whatever its game.
trait Answer {
    fn answer(
        &mut self,
        request: Request,
        stop: Option<&Stop>,
        progress: &mut dyn FnMut(Value),
    ) -> Result<Value, Error>;
}

struct Open;

impl Visitor for Open {
    type Output = Studio;

    fn visit<G: Playable>(&self) -> Studio {
        Studio(Box::new(Desk::<G>::default()))
    }
}

impl Studio {
    /// A studio for the game of this name.
    pub fn new(game: &str) -> Result<Self, UnknownGame> {
        games::visit(game, &Open)
    }

    /// Answers a request: `{"ok": …}`, or `{"error": "…"}` with one line of text. Long
    /// requests call `progress`, and end early when `stop` is used.
    pub fn ask(&mut self, request: &str, stop: Option<&Stop>, progress: &mut Progress<'_>) -> String {
        let answer = serde_json::from_str(request)
            .map_err(Error::Request)
            .and_then(|request| self.0.answer(request, stop, &mut |value| progress(&value.to_string())));
        match answer {
            Ok(value) => json!({ "ok": value }).to_string(),
            Err(error) => json!({ "error": error.to_string() }).to_string(),
        }
    }
}
