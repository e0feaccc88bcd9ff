//! The clock of a game against a naive one that counts nanoseconds with a sign, and the
//! plan by which a player uses it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use clock::{GameClock, TimeControl};
use proptest::prelude::*;

/// A clock written from the rules alone: signed numbers, and a bank that may not be
/// negative.
struct Naive {
    free: i128,
    bank: i128,
    increment: i128,
}

impl Naive {
    /// Makes a move; false if it took longer than it may.
    fn spend(&mut self, elapsed: i128, tolerance: i128) -> bool {
        let mut in_time = true;
        let mut nanosecond_costs = elapsed - self.free;
        if nanosecond_costs < 0 {
            nanosecond_costs = 0;
        }
        if elapsed - self.free - self.bank > tolerance {
            in_time = false;
        }
        self.bank -= nanosecond_costs;
        if self.bank < 0 {
            self.bank = 0;
        }
        self.bank += self.increment;
        in_time
    }
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn nanoseconds(time: Duration) -> i128 {
    i128::try_from(time.as_nanos()).unwrap()
}

/// Up to 100 s, often 0.
fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![Just(Duration::ZERO), (0..100_000_000_000u64).prop_map(Duration::from_nanos)]
}

fn control() -> impl Strategy<Value = TimeControl> {
    (time(), time(), time()).prop_map(|(free, bank, increment)| TimeControl { free, bank, increment })
}

proptest! {
    #[test]
    fn the_clock_is_the_naive_one(
        control in control(),
        tolerance in time(),
        moves in prop::collection::vec(time(), 1..60),
    ) {
        let mut clock = GameClock::new(control);
        let [free, bank, increment] = [control.free, control.bank, control.increment].map(nanoseconds);
        let mut naive = Naive { free, bank, increment };
        for elapsed in moves {
            prop_assert_eq!(nanoseconds(clock.left()), naive.free + naive.bank);
            let allowed = clock.allows(elapsed, tolerance);
            clock.spend(elapsed);
            prop_assert_eq!(allowed, naive.spend(nanoseconds(elapsed), nanoseconds(tolerance)));
            prop_assert_eq!(nanoseconds(clock.bank()), naive.bank);
        }
    }

    /// A player that takes what the plan says is never late, whatever the number of moves
    /// that it expects, and leaves the margin in its bank.
    #[test]
    fn a_player_that_follows_the_plan_is_in_time(
        control in control(),
        margin in time(),
        expected in prop::collection::vec(0..100u32, 1..200),
    ) {
        let mut clock = GameClock::new(control);
        let kept = control.bank.min(margin);
        for moves_left in expected {
            let plan = clock.plan(moves_left, margin);
            prop_assert!(plan <= clock.left().saturating_sub(margin), "{plan:?} of {clock:?}");
            prop_assert!(clock.allows(plan, Duration::ZERO));
            clock.spend(plan);
            prop_assert!(clock.bank() >= kept, "{:?} in the bank", clock.bank());
        }
    }
}

#[test]
fn a_bank_is_drawn_from_only_by_what_exceeds_the_free_time() {
    let mut clock = GameClock::new(TimeControl { free: ms(2000), bank: ms(60_000), increment: ms(0) });
    clock.spend(ms(1999));
    assert_eq!((clock.bank(), clock.left()), (ms(60_000), ms(62_000)));
    clock.spend(ms(12_000));
    assert_eq!(clock.bank(), ms(50_000));
    assert!(clock.allows(ms(52_000), ms(0)) && !clock.allows(ms(52_001), ms(0)));
    assert!(clock.allows(ms(52_050), ms(50)) && !clock.allows(ms(52_051), ms(50)));
    clock.spend(ms(52_050));
    assert_eq!(clock.bank(), ms(0));
}

/// Most of the time is used if as many moves come as were expected, and no move gets
/// less than the increment.
#[test]
fn the_plan_uses_most_of_the_clock() {
    let mut clock = GameClock::new(TimeControl::per_game(ms(60_000), ms(100)));
    let mut first = None;
    for moves_left in (1..=30).rev() {
        let plan = clock.plan(moves_left, ms(500));
        first.get_or_insert(plan);
        assert!(plan >= ms(100), "{plan:?} with {moves_left} moves left");
        clock.spend(plan);
    }
    assert_eq!(first, Some(ms(59_500) / 30 * 3 / 2 + ms(100)));
    assert!(clock.bank() < ms(2500), "{:?} of 60 s are left", clock.bank());
}

#[test]
fn the_plan_of_a_time_per_move_is_that_time() {
    let clock = GameClock::new(TimeControl::per_move(ms(100)));
    assert_eq!(clock.plan(20, ms(0)), ms(100));
    assert_eq!(clock.plan(20, ms(30)), ms(70));
}

/// Times as long as they get do not overflow.
#[test]
fn an_endless_clock_is_no_problem() {
    let control = TimeControl { free: Duration::MAX, bank: Duration::MAX, increment: Duration::MAX };
    let mut clock = GameClock::new(control);
    clock.spend(Duration::ZERO);
    assert_eq!((clock.left(), clock.plan(1, ms(1)) > ms(1)), (Duration::MAX, true));
    assert!(clock.allows(Duration::MAX, Duration::MAX));
    assert_eq!(control.times(2), control);
}

#[test]
fn a_time_control_is_written_in_a_few_words() {
    let text = |free, bank, increment| {
        TimeControl { free: ms(free), bank: ms(bank), increment: ms(increment) }.to_string()
    };
    assert_eq!(text(100, 0, 0), "100ms a move");
    assert_eq!(text(0, 10_000, 100), "10s+100ms a game");
    assert_eq!(text(0, 60_000, 0), "60s a game");
    assert_eq!(text(2000, 60_000, 0), "2s a move and a bank of 60s");
    assert_eq!(text(2000, 60_000, 10), "2s a move and a bank of 60s+10ms");
    assert_eq!(TimeControl::per_game(ms(10), ms(1)).times(4), TimeControl::per_game(ms(40), ms(4)));
}
