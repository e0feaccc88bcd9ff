//! Requests of the page: short ones with one reply, long ones with a stream of events.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use clock::Stop;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::task::spawn_blocking;

use super::Shared;
use crate::Studio;

/// Most desks that are kept; a page that comes back later gets a new one.
const MOST_DESKS: usize = 8;

/// One page's engines of one game: a studio for short requests and one for long ones.
struct Desk {
    page: String,
    game: String,
    short: Arc<Mutex<Studio>>,
    long: Arc<Mutex<Studio>>,
    /// Stops the long request that is running.
    running: Stop,
}

/// All desks, the last one used last.
#[derive(Default)]
pub struct Desks(Mutex<VecDeque<Desk>>);

impl Desks {
    /// Lets `with` use the desk of a page and a game.
    fn with<T>(&self, page: &str, game: &str, with: impl FnOnce(&mut Desk) -> T) -> Result<T, String> {
        let mut desks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = desks.iter().position(|desk| desk.page == page && desk.game == game);
        let mut desk = match found.and_then(|place| desks.remove(place)) {
            Some(desk) => desk,
            None => {
                let studio =
                    || Studio::new(game).map(|s| Arc::new(Mutex::new(s))).map_err(|error| error.to_string());
                let (page, game) = (page.to_string(), game.to_string());
                Desk { page, game, short: studio()?, long: studio()?, running: Stop::new() }
            }
        };
        if desks.len() >= MOST_DESKS
            && let Some(oldest) = desks.pop_front()
        {
            oldest.running.stop();
        }
        let result = with(&mut desk);
        desks.push_back(desk);
        Ok(result)
    }
}

/// The games, and the word that tells the page to ask this server.
pub async fn games() -> Json<Value> {
    let names = games::NAMES.iter().map(|name| (name.to_string(), Value::from("server")));
    Json(Value::Object(names.collect()))
}

/// Answers a short request.
pub async fn ask(
    State(shared): State<Arc<Shared>>,
    Path((page, game)): Path<(String, String)>,
    request: String,
) -> Response {
    let studio = match shared.desks.with(&page, &game, |desk| Arc::clone(&desk.short)) {
        Ok(studio) => studio,
        Err(error) => return Json(json!({ "error": error })).into_response(),
    };
    match spawn_blocking(move || lock(&studio).ask(&request, None, &mut |_| ())).await {
        Ok(reply) => reply.into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "the engine has failed\n").into_response(),
    }
}

/// Answers a long request: events `progress`, then one event `reply`. The request stops
/// when the page closes the connection, or when it makes another long request.
pub async fn run(
    State(shared): State<Arc<Shared>>,
    Path((page, game)): Path<(String, String)>,
    request: String,
) -> Response {
    let stop = Stop::new();
    let found = shared.desks.with(&page, &game, |desk| {
        desk.running.stop();
        desk.running = stop.clone();
        Arc::clone(&desk.long)
    });
    let studio = match found {
        Ok(studio) => studio,
        Err(error) => return Json(json!({ "error": error })).into_response(),
    };
    let (sender, receiver) = mpsc::unbounded_channel();
    let guard = Connection { stop: stop.clone(), events: receiver };
    spawn_blocking(move || {
        // A page that has gone away gets nothing; the stop has been used then.
        let mut progress = |report: &str| drop(sender.send(Event::default().event("progress").data(report)));
        let reply = lock(&studio).ask(&request, Some(&stop), &mut progress);
        drop(sender.send(Event::default().event("reply").data(reply)));
    });
    let events = stream::unfold(guard, |mut guard| async {
        let event = guard.events.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(event), guard))
    });
    Sse::new(events).into_response()
}

/// The events of a long request; when the connection ends, the request does.
struct Connection {
    stop: Stop,
    events: UnboundedReceiver<Event>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A studio whose last request has panicked is used again: a request carries the whole game.
fn lock(studio: &Mutex<Studio>) -> std::sync::MutexGuard<'_, Studio> {
    studio.lock().unwrap_or_else(PoisonError::into_inner)
}
