//! Numbered jobs on several threads, with their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the jobs `0..count` on `threads` threads and passes each result to
/// `each`, on the calling thread and in the order of the numbers.
///
/// Every thread makes a `worker` of its own and passes it to all its jobs. Jobs
/// begin in the order of their numbers. No job begins after `stop` is set or
/// `each` returns `Break`; those that have begun are finished. After a stop
/// their results are passed on, after a `Break` they are dropped. Returns the
/// number of jobs that were passed to `each`.
///
/// With one thread the jobs run on the calling thread.
///
/// # Panics
///
/// If a job panics.
pub fn ordered<W, T: Send>(
    threads: usize,
    count: u64,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, u64) -> T + Sync,
    mut each: impl FnMut(u64, T) -> ControlFlow<()>,
) -> u64 {
    if threads <= 1 {
        let mut worker = worker();
        for number in 0..count {
            if stop.load(Ordering::Relaxed) {
                return number;
            }
            if each(number, job(&mut worker, number)).is_break() {
                return number + 1;
            }
        }
        return count;
    }
    let next = AtomicU64::new(0);
    let ended = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, ended, sender, worker, job) = (&next, &ended, sender.clone(), &worker, &job);
            scope.spawn(move || {
                let mut worker = worker();
                while !stop.load(Ordering::Relaxed) && !ended.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, job(&mut worker, number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut passed = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&passed) {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let flow = each(passed, result);
                passed += 1;
                ended.store(flow.is_break(), Ordering::Relaxed);
            }
        }
        passed
    })
}

/// Number of threads that this machine can run at a time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Later jobs are quicker, so that they end first.
    fn slow_square(_: &mut (), number: u64) -> u64 {
        thread::sleep(Duration::from_millis(20u64.saturating_sub(number) / 4));
        number * number
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [0, 1, 2, 5] {
            let mut results = Vec::new();
            let passed = ordered(
                threads,
                20,
                &AtomicBool::new(false),
                || (),
                slow_square,
                |number, square| {
                    results.push((number, square));
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(passed, 20);
            assert_eq!(results, (0..20).map(|n| (n, n * n)).collect::<Vec<_>>(), "{threads} threads");
        }
    }

    #[test]
    fn after_a_break_nothing_is_passed_on() {
        for threads in [1, 3] {
            let mut seen = 0;
            let passed = ordered(
                threads,
                1000,
                &AtomicBool::new(false),
                || (),
                slow_square,
                |number, _| {
                    seen += 1;
                    if number == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((passed, seen), (5, 5), "{threads} threads");
        }
    }

    #[test]
    fn after_a_stop_what_has_begun_is_passed_on_without_gaps() {
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let begun = AtomicU64::new(0);
            let job = |_: &mut (), number: u64| {
                begun.fetch_add(1, Ordering::Relaxed);
                stop.fetch_or(number == 7, Ordering::Relaxed);
                number
            };
            let mut results = Vec::new();
            let passed = ordered(
                threads,
                1000,
                &stop,
                || (),
                job,
                |_, number| {
                    results.push(number);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(results, (0..passed).collect::<Vec<_>>());
            assert_eq!(passed, begun.load(Ordering::Relaxed), "all that began is passed on");
            assert!((8..1000).contains(&passed), "{passed}");
        }
    }

    #[test]
    fn every_thread_has_one_worker() {
        let made = AtomicU64::new(0);
        let worker = || made.fetch_add(1, Ordering::Relaxed);
        ordered(3, 50, &AtomicBool::new(false), worker, |_, _| (), |_, ()| ControlFlow::Continue(()));
        assert_eq!(made.load(Ordering::Relaxed), 3);
    }
}
