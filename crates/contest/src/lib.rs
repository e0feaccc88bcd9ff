//! Matches between game engines.
//!
//! [`Terms`] are data that decide which games are played: a match, a sequential
//! test, a tournament, a sweep over a parameter, a tuning. A [`Contest`] is
//! terms plus [`Players`] that can play them. A [`Run`] plays its games on
//! several threads, writes them to a log and passes the results on in the order
//! of the games, so that the same terms (with limits that count simulations or
//! nodes) give the same report for any number of threads. A [`ContestReport`]
//! holds the sums. This crate prints nothing and starts no programs.
//!
//! | module | what it holds |
//! |---|---|
//! | [`terms`], [`shard`], [`limits`] | what is played, which part of it, limits of one move |
//! | [`position`], [`opening`], [`book`] | starting positions as text; openings and seeds drawn at random; lists of openings |
//! | [`player`], [`players`], [`fault`] | one side of a game; where the players come from; why a player lost without being beaten |
//! | [`one_game`] | one game between two players |
//! | [`schedule`] | how each game of a contest begins; its record, and the check of a record |
//! | [`run`], [`mod@log`] | many games at a time; the file that keeps them |
//! | [`tally`], [`report`], [`standings`], [`sweep`] | sums, and what follows from them |
//! | [`spsa`], [`tuning`] | the plan of a tuning; the tuning itself |
//! | [`mod@json`] | reports as JSON |
//! | [`live`] | a contest that is followed in its log while it is played |
//! | [`effect`] | whether a parameter changes the play at all |
//! | [`error`] | errors |
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use contest::{Contest, ContestKind, Entrant, MoveLimits, RunOptions, Shard, StrategyPlayers, Terms};
//! use tictactoe::State;
//!
//! let limits = MoveLimits { sims: Some(20), ..MoveLimits::default() };
//! let entrant = |spec: &str| Entrant::new(spec, limits.clone());
//! let engines = vec![entrant("uct"), entrant("random")];
//! let terms = Terms::new::<State>(ContestKind::Match, engines, 20);
//! let contest = Contest::new(terms, StrategyPlayers::<State>::new())?;
//! let stop = AtomicBool::new(false);
//! let options = RunOptions::new(&stop).jobs(2);
//! let report = contest::run::play_all(&contest, Shard::WHOLE, options, |_| ())?;
//! assert_eq!(report.games(), 20);
//! assert!(report.tallies[0].estimate().is_some_and(|estimate| estimate.score > 0.6));
//! # Ok::<(), contest::Error>(())
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

pub mod book;
pub mod effect;
pub mod error;
pub mod fault;
pub mod json;
pub mod limits;
pub mod live;
pub mod log;
pub mod one_game;
pub mod opening;
pub mod player;
pub mod players;
pub mod position;
pub mod report;
pub mod run;
pub mod schedule;
pub mod shard;
pub mod spsa;
pub mod standings;
pub mod sweep;
pub mod tally;
pub mod terms;
pub mod tuning;

pub use book::{Book, BookError, BookId};
pub use clock::{GameClock, TimeControl};
pub use error::{EntrantError, Error, LogError, RecordError, TermsError};
pub use fault::{Fault, FaultKind};
pub use limits::MoveLimits;
pub use log::{GameRecord, Header, Log, Winner};
pub use one_game::{FinishedGame, GameResult, MoveRecord, Usage};
pub use player::{ChosenMove, EnginePlayer, MatchPlayer};
pub use players::{Players, StrategyPlayers};
pub use position::START;
pub use report::{ContestReport, RunInfo};
pub use run::{Contest, Run, RunOptions};
pub use schedule::Schedule;
pub use shard::Shard;
pub use spsa::{TunedParam, TuningPlan};
pub use tally::{ForfeitRecord, Tally};
pub use terms::{Contender, ContestKind, Entrant, Fixture, Terms};
pub use tuning::Tuning;
