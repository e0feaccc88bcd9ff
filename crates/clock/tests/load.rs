//! A loaded machine: decisions stay in time all the same.
//!
//! Alone in its file, so that no other test of this crate runs beside it. By
//! default it makes a hundred decisions, and again if something else on the
//! machine made one of them late; `just test-load` makes a thousand, once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clock::{Budget, Deadline, load};

const BUSY_THREADS: usize = 4;
const BUDGET: Duration = Duration::from_millis(50);
const TOLERANCE: Duration = Duration::from_millis(30);

#[test]
fn decisions_are_in_time_while_four_threads_are_busy() {
    let asked = std::env::var("LOAD_DECISIONS").ok().and_then(|n| n.parse().ok());
    let (decisions, attempts) = asked.map_or((100, 5), |n: usize| (n, 1));
    let mut worst = Vec::new();
    while worst.len() < attempts && worst.last().is_none_or(|last| *last > TOLERANCE) {
        worst.push(worst_overshoot(decisions));
    }
    let last = worst.last().copied().unwrap_or_default();
    assert!(last <= TOLERANCE, "later than budget + {TOLERANCE:?} every time: {worst:?} over");
}

/// By how much the latest of so many decisions was late.
fn worst_overshoot(decisions: usize) -> Duration {
    let done = AtomicBool::new(false);
    let overshoots = thread::scope(|scope| {
        for _ in 0..BUSY_THREADS {
            scope.spawn(|| {
                let mut x = 1u64;
                while !done.load(Ordering::Relaxed) {
                    x = std::hint::black_box(x.wrapping_mul(6364136223846793005).wrapping_add(1));
                }
            });
        }
        let overshoots: Vec<Duration> = (0..decisions).map(|_| decide()).collect();
        done.store(true, Ordering::Relaxed);
        overshoots
    });
    let over = overshoots.iter().filter(|o| !o.is_zero()).count();
    let worst = overshoots.iter().max().copied().unwrap_or_default();
    println!(
        "{decisions} decisions at {BUDGET:?} beside {BUSY_THREADS} busy threads: {over} over the budget, \
         worst by {worst:?}; expected stall now {:?}",
        load::expected_stall()
    );
    worst
}

/// One decision; by how much it was late.
fn decide() -> Duration {
    let started = Instant::now();
    let mut deadline = Deadline::start(&Budget::wall(BUDGET));
    let mut simulations = 0;
    while !deadline.expired(simulations, 0) {
        std::hint::black_box((0..100u32).fold(1u32, |x, i| x.wrapping_mul(31) ^ i));
        simulations += 1;
    }
    drop(deadline);
    started.elapsed().saturating_sub(BUDGET)
}
