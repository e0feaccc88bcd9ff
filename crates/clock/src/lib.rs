//! Budgets and deadlines: what a judge allows, what a search may use, and
//! when to stop. This crate knows no game and no search.
//!
//! | module | what it holds |
//! |---|---|
//! | [`budget`] | [`Budget`]: what one decision may cost |
//! | [`deadline`] | [`Deadline`]: a budget that is running, cheap to poll |
//! | [`time_rules`] | [`TimeRules`]: a judge's rules about time, turned into budgets |
//! | [`game_clock`] | [`GameClock`]: one allowance for a whole game |
//! | [`load`] | how long this machine keeps a thread waiting |
//! | [`process`] | when this process started, what CPU time it has used |
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
//!     simulations += 1; // one simulation's work
//! }
//! assert!(deadline.elapsed() < Duration::from_millis(100));
//! ```

pub mod budget;
pub mod deadline;
pub mod game_clock;
pub mod load;
pub mod process;
pub mod time_rules;

pub use budget::Budget;
pub use deadline::Deadline;
pub use game_clock::GameClock;
pub use time_rules::TimeRules;
