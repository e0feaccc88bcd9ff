//! Threads that keep the machine busy.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Runs `work` beside this number of busy threads.
pub fn beside<T>(threads: usize, work: impl FnOnce() -> T) -> T {
    /// Ends the threads, also if the work panics.
    struct Stop<'a>(&'a AtomicBool);

    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let _stop = Stop(&stop);
        for _ in 0..threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        work()
    })
}
