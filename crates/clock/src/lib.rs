//! Budgets and deadlines for game searches: what a judge allows, what a search
//! may use, when to stop. This crate does not depend on any game or search.
//!
//! | module | contents |
//! |---|---|
//! | [`budget`] | [`Budget`]: the limits of one decision |
//! | [`deadline`] | [`Deadline`]: a running budget, cheap to poll |
//! | [`time_rules`] | [`TimeRules`]: a judge's time limits, turned into budgets |
//! | [`game_clock`] | [`TimeControl`], [`GameClock`]: time per move, a bank for the game, an increment |
//! | [`load`] | how long other programs keep a thread of this machine waiting |
//! | [`process`] | start and CPU time of this process, per platform |
//!
//! A search loop looks like this:
//!
//! ```
//! use std::time::Duration;
//! use clock::{Budget, Deadline};
//!
//! let mut deadline = Deadline::start(&Budget::wall(Duration::from_millis(5)));
//! let mut simulations = 0;
//! while !deadline.expired(simulations, 0) {
//!     simulations += 1; // the work of one simulation
//! }
//! assert!(deadline.elapsed() < Duration::from_millis(100));
//! ```
//!
//! Use [`Instant`] of this crate instead of `std::time::Instant`: it is the same
//! type everywhere but in a browser, where the standard one panics.

pub mod budget;
pub mod deadline;
pub mod game_clock;
pub mod load;
pub mod process;
pub mod stop;
pub mod time_rules;

pub use budget::Budget;
pub use deadline::Deadline;
pub use game_clock::{GameClock, TimeControl};
pub use process::Instant;
pub use stop::Stop;
pub use time_rules::TimeRules;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
