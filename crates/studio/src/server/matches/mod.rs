//! The folder of logs: contests shown while they are played, started and stopped.
//!
//! | module | what it holds |
//! |---|---|
//! | `folder` | the files of the folder; nothing outside it is reached |
//! | `follow` | a log that is read as far as it goes, again and again |
//! | `show` | what the page draws of a contest |
//! | `curve` | tables of numbers: the curves of a training |
//! | [`play`] | contests that the page starts |

mod curve;
mod folder;
mod follow;
pub mod play;
mod show;

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path as Name, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use self::folder::{Folder, Kind};
use self::follow::Follower;
use self::play::{Order, Organizer, Running};
use super::Shared;

/// Most logs whose games are kept in memory.
const MOST_FOLLOWED: usize = 8;

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Ask {
    /// The files, the programs, and the contests that run.
    List,
    /// A file, unless it is still as in this revision.
    Show { name: String, revision: Option<String> },
    /// A game of a log.
    Game { name: String, number: u64 },
    /// Starts a contest.
    Start(Order),
    /// Stops a contest after the games that run.
    Stop { name: String },
}

/// A folder, the logs that are followed, and the contests that run.
pub struct Matches {
    folder: Folder,
    followed: Mutex<Vec<Arc<Mutex<Follower>>>>,
    running: Running,
}

impl Matches {
    /// The contests in this folder; `organizer` plays those that the page starts.
    pub fn open(folder: &Path, organizer: Box<dyn Organizer>) -> io::Result<Self> {
        let running = Running::new(organizer);
        Ok(Matches { folder: Folder::open(folder)?, followed: Mutex::default(), running })
    }

    /// Ends the contests that run: no game begins any more.
    pub fn stop(&self) {
        self.running.stop_all();
    }

    fn answer(&self, request: &str) -> Result<Value, String> {
        let ask =
            serde_json::from_str(request).map_err(|error| format!("the request cannot be read: {error}"))?;
        match ask {
            Ask::List => self.list(),
            Ask::Show { name, revision } => self.show(&name, revision.as_deref()),
            Ask::Game { name, number } => self.follow(&name, |log| log.game(&self.folder, number)),
            Ask::Start(order) => self.running.start(&self.folder, order).map(|name| json!({ "name": name })),
            Ask::Stop { name } => self.running.stop(&name).map(|()| json!({})),
        }
    }

    fn list(&self) -> Result<Value, String> {
        Ok(json!({
            "folder": self.folder.title(),
            "files": self.folder.list()?.iter().map(|entry| entry.json(&self.folder)).collect::<Vec<_>>(),
            "running": self.running.json(),
            "programs": self.running.programs(),
            "languages": self.running.languages(),
            "cores": stdx::jobs::cores(),
        }))
    }

    fn show(&self, name: &str, revision: Option<&str>) -> Result<Value, String> {
        match self.folder.kind(name)? {
            Kind::Table => curve::show(&self.folder, name, revision),
            Kind::Picture => Ok(json!({ "picture": name, "revision": self.folder.revision(name)? })),
            Kind::Lines if curve::is_table(&self.folder, name)? => curve::show(&self.folder, name, revision),
            Kind::Lines => self.follow(name, |log| log.show(&self.folder, revision)),
            Kind::Program => Err(format!("{name} is a program; start a match with it")),
        }
    }

    /// Lets `with` use the reader of a log.
    fn follow<T>(
        &self,
        name: &str,
        with: impl FnOnce(&mut Follower) -> Result<T, String>,
    ) -> Result<T, String> {
        self.folder.kind(name)?;
        let follower = {
            let mut all = lock(&self.followed);
            let found = all.iter().position(|follower| lock(follower).name() == name);
            let follower = match found {
                Some(at) => all.remove(at),
                None => Arc::new(Mutex::new(Follower::new(name))),
            };
            if all.len() >= MOST_FOLLOWED {
                all.remove(0);
            }
            all.push(Arc::clone(&follower));
            follower
        };
        with(&mut lock(&follower))
    }
}

/// Answers a request about the folder.
pub(super) async fn ask(State(shared): State<Arc<Shared>>, request: String) -> Response {
    let answered = spawn_blocking(move || match &shared.matches {
        Some(matches) => matches.answer(&request),
        None => Ok(json!({ "folder": null })),
    });
    match answered.await {
        Ok(Ok(value)) => json!({ "ok": value }).to_string().into_response(),
        Ok(Err(error)) => json!({ "error": error }).to_string().into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "the server has failed\n").into_response(),
    }
}

/// A picture of the folder, which a browser must not run.
pub(super) async fn picture(State(shared): State<Arc<Shared>>, Name(name): Name<String>) -> Response {
    let read = spawn_blocking(move || {
        let matches = shared.matches.as_ref()?;
        matches.folder.kind(&name).ok().filter(|kind| *kind == Kind::Picture)?;
        matches.folder.read(&name).ok()
    });
    match read.await {
        Ok(Some(bytes)) => {
            let headers = [
                (header::CONTENT_TYPE, "image/svg+xml"),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ];
            (headers, bytes).into_response()
        }
        _ => (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response(),
    }
}

/// Data of a thread that has panicked is used again: it is read anew from the files.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
