//! Stopping a search from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle that stops every search whose budget holds a clone of it.
///
/// A search looks at it whenever it reads the clock, about every 50 µs, and then
/// returns what it has found.
///
/// ```
/// use clock::{Budget, Deadline, Stop};
/// let stop = Stop::new();
/// let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
/// let mut deadline = Deadline::start(&budget);
/// assert!(!deadline.expired(0, 0));
/// stop.stop();
/// let mut polls = 0;
/// while !deadline.expired(polls, 0) {
///     polls += 1;
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Flag);

#[derive(Clone, Debug)]
enum Flag {
    Own(Arc<AtomicBool>),
    Given(&'static AtomicBool),
}

impl Stop {
    /// A handle that has not been used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the searches.
    pub fn stop(&self) {
        self.flag().store(true, Ordering::Relaxed);
    }

    /// Has [`Stop::stop`] been called?
    pub fn is_stopped(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    fn flag(&self) -> &AtomicBool {
        match &self.0 {
            Flag::Own(flag) => flag,
            Flag::Given(flag) => flag,
        }
    }
}

impl Default for Stop {
    fn default() -> Self {
        Stop(Flag::Own(Arc::default()))
    }
}

/// A handle that is used when the flag is set, as by a handler of Ctrl-C.
impl From<&'static AtomicBool> for Stop {
    fn from(flag: &'static AtomicBool) -> Self {
        Stop(Flag::Given(flag))
    }
}
