//! Contests that the page starts and stops.
//!
//! The page names strategies, programs of the command line, or programs that lie in the
//! folder; it never sends a command. The caller of the server plays the contests.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use game::error::quote;
use serde::Deserialize;
use serde_json::{Value, json};

use super::folder::{Folder, Kind};
use super::lock;

/// Most contests that run at a time.
const MOST_RUNNING: usize = 4;

/// Most contests that are kept after their end, for their messages.
const MOST_KEPT: usize = 20;

/// Plays contests for the server.
pub trait Organizer: Send + Sync {
    /// Names of the programs that the user named on the command line.
    fn programs(&self) -> Vec<String>;
    /// Names of the languages in which programs can play, by game.
    fn languages(&self) -> BTreeMap<String, Vec<String>>;
    /// Checks an order; the job plays it into a new log.
    fn prepare(&self, order: &Order, players: &[Player], log: &Path) -> Result<Job, String>;
}

/// Plays a contest until it ends or the flag is set; the error is one line.
pub type Job = Box<dyn FnOnce(&AtomicBool) -> Result<(), String> + Send>;

/// A contest that the page orders.
#[derive(Clone, Debug, Deserialize)]
pub struct Order {
    /// Name of the game.
    pub game: String,
    /// The two engines.
    pub engines: [Engine; 2],
    /// Number of games, of a test at most.
    pub games: u64,
    /// Number of games at a time.
    #[serde(default = "one")]
    pub jobs: u64,
    /// Seed of openings and engines.
    #[serde(default = "one")]
    pub seed: u64,
    /// Limit of a move, the same for both.
    pub limit: Limit,
    /// The two hypotheses of a sequential test, in Elo; a match without them.
    #[serde(default)]
    pub test: Option<[f64; 2]>,
    /// End games whose result is proven.
    #[serde(default)]
    pub adjudicate: bool,
}

fn one() -> u64 {
    1
}

/// An engine as the page names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// A strategy with parameters.
    Strategy(String),
    /// A program of the command line, by its name.
    Program(String),
    /// A program in the folder.
    File {
        /// Name of the file.
        name: String,
        /// Its language.
        language: String,
    },
}

/// An engine that was found.
#[derive(Clone, Debug)]
pub enum Player {
    /// A strategy with parameters.
    Strategy(String),
    /// A program of the command line, by its name.
    Program(String),
    /// A program in the folder.
    File {
        /// The folder.
        folder: std::path::PathBuf,
        /// Name of the file.
        name: String,
        /// Its language.
        language: String,
    },
}

/// Limit of a move.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Milliseconds.
    Ms(u64),
    /// Simulations.
    Simulations(u64),
    /// Nodes.
    Nodes(u64),
}

/// The contests that were started.
pub struct Running {
    organizer: Box<dyn Organizer>,
    contests: Mutex<Vec<Arc<Contest>>>,
}

struct Contest {
    log: String,
    stop: AtomicBool,
    /// The end, with the error if there was one.
    ended: Mutex<Option<Result<(), String>>>,
}

impl Contest {
    fn is_over(&self) -> bool {
        lock(&self.ended).is_some()
    }
}

impl Running {
    /// No contest, and the part that will play them.
    pub fn new(organizer: Box<dyn Organizer>) -> Self {
        Running { organizer, contests: Mutex::default() }
    }

    /// Names of the programs of the command line.
    pub fn programs(&self) -> Vec<String> {
        self.organizer.programs()
    }

    /// Languages of programs, by game.
    pub fn languages(&self) -> BTreeMap<String, Vec<String>> {
        self.organizer.languages()
    }

    /// The contests that run, and those that have ended with an error.
    pub fn json(&self) -> Value {
        let one = |contest: &Arc<Contest>| {
            let ended = lock(&contest.ended);
            json!({
                "log": contest.log,
                "running": ended.is_none(),
                "stopping": ended.is_none() && contest.stop.load(Ordering::Relaxed),
                "error": ended.as_ref().and_then(|ended| ended.as_ref().err()),
            })
        };
        lock(&self.contests).iter().map(one).collect()
    }

    /// Starts a contest, and returns the name of its log.
    pub fn start(&self, folder: &Folder, order: Order) -> Result<String, String> {
        let players =
            order.engines.iter().map(|engine| find(folder, engine)).collect::<Result<Vec<_>, _>>()?;
        let mut contests = lock(&self.contests);
        if contests.iter().filter(|contest| !contest.is_over()).count() >= MOST_RUNNING {
            return Err(format!("{MOST_RUNNING} contests run; stop one of them first"));
        }
        let log = free_name(folder, &order, &players)?;
        let job = self.organizer.prepare(&order, &players, &folder.path(&log)?)?;
        let contest =
            Arc::new(Contest { log: log.clone(), stop: AtomicBool::new(false), ended: Mutex::default() });
        let played = Arc::clone(&contest);
        let play = move || {
            let done = panic::catch_unwind(AssertUnwindSafe(|| job(&played.stop)));
            *lock(&played.ended) = Some(done.unwrap_or_else(|_| Err("the contest has failed".to_string())));
        };
        let started = thread::Builder::new().name("contest".to_string()).spawn(play);
        started.map_err(|error| format!("the contest cannot be started: {error}"))?;
        if contests.len() >= MOST_KEPT
            && let Some(over) = contests.iter().position(|contest| contest.is_over())
        {
            contests.remove(over);
        }
        contests.push(contest);
        Ok(log)
    }

    /// Stops a contest after the games that run.
    pub fn stop(&self, log: &str) -> Result<(), String> {
        let contests = lock(&self.contests);
        let found = contests.iter().find(|contest| contest.log == log && !contest.is_over());
        let contest = found.ok_or_else(|| format!("{} is not played by this server", quote(log)))?;
        contest.stop.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Stops all contests after the games that run.
    pub fn stop_all(&self) {
        lock(&self.contests).iter().for_each(|contest| contest.stop.store(true, Ordering::Relaxed));
    }
}

/// The engine that the page has named. A file must be a program of the folder.
fn find(folder: &Folder, engine: &Engine) -> Result<Player, String> {
    Ok(match engine {
        Engine::Strategy(spec) => Player::Strategy(spec.clone()),
        Engine::Program(name) => Player::Program(name.clone()),
        Engine::File { name, language } => {
            if folder.kind(name)? != Kind::Program {
                return Err(format!("{name} is not a program: its file is not executable"));
            }
            let path = folder.path(name)?;
            let folder = path.parent().unwrap_or(&path).to_path_buf();
            Player::File { folder, name: name.clone(), language: language.clone() }
        }
    })
}

/// A name for the log that no file of the folder has: `othello-champion-uct-2.jsonl`.
fn free_name(folder: &Folder, order: &Order, players: &[Player]) -> Result<String, String> {
    let label = |player: &Player| -> String {
        let text = match player {
            Player::Strategy(text) | Player::Program(text) | Player::File { name: text, .. } => text,
        };
        let end = if let Player::Strategy(_) = player { text.find(':') } else { None };
        let plain = |c: &char| c.is_ascii_alphanumeric() || ['-', '_'].contains(c);
        text[..end.unwrap_or(text.len())].chars().filter(plain).take(24).collect()
    };
    let game: String =
        order.game.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(24).collect();
    let names: Vec<String> = players.iter().map(label).filter(|label| !label.is_empty()).collect();
    for number in 1..10_000 {
        let name = format!("{game}-{}-{number}.jsonl", names.join("-"));
        if std::fs::symlink_metadata(folder.path(&name)?).is_err() {
            return Ok(name);
        }
    }
    Err("the folder has too many logs of this match".to_string())
}
