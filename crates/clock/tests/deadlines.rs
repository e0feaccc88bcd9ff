//! Deadlines end when they should. The limits have room: these tests share
//! the machine with others.

use std::thread;
use std::time::{Duration, Instant};

use clock::{Budget, Deadline, GameClock, TimeRules, process};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Some work that takes a fraction of a microsecond.
fn simulate() {
    std::hint::black_box((0..50u32).fold(1u32, |x, i| std::hint::black_box(x.wrapping_mul(31) + i)));
}

/// Polls until the deadline is over; how many polls that were.
fn spin(deadline: &mut Deadline) -> u64 {
    let mut simulations = 0;
    while !deadline.expired(simulations, 0) {
        simulate();
        simulations += 1;
    }
    simulations
}

#[test]
fn a_fixed_number_of_simulations_is_exact() {
    for count in [0, 1, 2, 1000, 123_457] {
        assert_eq!(spin(&mut Deadline::start(&Budget::simulations(count))), count);
    }
}

#[test]
fn a_fixed_number_of_nodes_is_exact() {
    let mut deadline = Deadline::start(&Budget::nodes(500));
    let mut nodes = 0;
    while !deadline.expired(0, nodes) {
        nodes += 1;
    }
    assert_eq!(nodes, 500);
}

#[test]
fn wall_time_is_used_and_kept() {
    let mut deadline = Deadline::start(&Budget::wall(ms(60)));
    let simulations = spin(&mut deadline);
    assert!(simulations > 1000, "the time is used: {simulations} simulations");
    assert!(deadline.elapsed() < ms(160), "and kept: {:?}", deadline.elapsed());
}

/// Seed 000 measured CPU time, so a playout that waits was free.
#[test]
fn a_search_that_sleeps_is_stopped_by_the_wall_clock() {
    let mut deadline = Deadline::start(&Budget::wall(ms(50)));
    let mut simulations = 0;
    while !deadline.expired(simulations, 0) {
        thread::sleep(ms(1));
        simulations += 1;
    }
    assert!(deadline.elapsed() < ms(150), "{:?}", deadline.elapsed());
    assert!(simulations <= 60, "{simulations}");
}

/// Seed 000 read the clock once per playout, however short or long: here a
/// reading stands for hundreds of short simulations, and for one long one.
#[test]
fn the_polling_interval_follows_the_speed_of_the_search() {
    let count_readings = |work: &dyn Fn()| {
        let mut deadline = Deadline::start(&Budget::wall(ms(40)));
        let (mut simulations, mut readings) = (0, 0);
        while !deadline.expired(simulations, 0) {
            readings += u64::from(deadline.ticked());
            work();
            simulations += 1;
        }
        (simulations, readings)
    };
    let (simulations, readings) = count_readings(&simulate);
    assert!(readings * 20 < simulations, "{readings} readings for {simulations} short simulations");
    let (simulations, readings) = count_readings(&|| thread::sleep(ms(1)));
    assert_eq!(simulations, readings, "every long simulation is followed by a reading");
}

#[test]
fn cpu_time_ends_a_search_that_has_wall_time_left() {
    let used = process::cpu_time();
    let mut deadline = Deadline::start(&Budget::wall_and_cpu(Duration::from_secs(20), ms(30)));
    spin(&mut deadline);
    assert!(process::cpu_time() - used >= ms(30), "other tests may use it up, but nothing is lost");
    assert!(deadline.elapsed() < Duration::from_secs(10));
}

#[test]
fn time_that_ran_before_the_search_counts() {
    let budget = Budget { since: Instant::now().checked_sub(ms(500)), ..Budget::wall(ms(400)) };
    assert_eq!(spin(&mut Deadline::start(&budget)), 0, "there is nothing left");
}

#[test]
fn the_margin_stays_unused() {
    let budget = Budget { margin: ms(80), ..Budget::wall(ms(100)) };
    let deadline = Deadline::start(&budget);
    assert!(deadline.remaining() <= Some(ms(20)));
}

#[test]
fn the_process_started_before_now_and_not_long_ago() {
    let age = process::start().elapsed();
    assert!(age < Duration::from_secs(600), "{age:?}");
    let earlier = process::start();
    thread::sleep(ms(5));
    assert_eq!(earlier, process::start(), "it does not move");
}

#[test]
fn simulations_left_follow_the_speed() {
    let mut deadline = Deadline::start(&Budget::wall(ms(100)));
    assert_eq!(deadline.simulations_left(0), None, "nothing is known yet");
    let mut simulations = 0;
    while deadline.elapsed() < ms(50) && !deadline.expired(simulations, 0) {
        simulate();
        simulations += 1;
    }
    let left = deadline.simulations_left(simulations).unwrap();
    assert!(left < simulations * 4, "half the time is gone: {left} after {simulations}");
    let exact = Deadline::start(&Budget::simulations(1000));
    assert_eq!(exact.simulations_left(400), Some(600));
}

#[test]
fn botzone_gives_the_first_move_twice_the_time() {
    let judge = TimeRules::botzone();
    assert_eq!(judge.budget(true).wall, Some(Duration::from_secs(2)));
    assert_eq!(judge.budget(false).wall, Some(Duration::from_secs(1)));
    assert_eq!(judge.budget(false).margin, ms(80));
    assert!(judge.budget_from_process_start(false).since <= Some(Instant::now()));
    assert_eq!(TimeRules::saiblo().budget(true).cpu, Some(Duration::from_secs(3)));
}

#[test]
fn a_game_clock_never_runs_out() {
    let mut clock = GameClock::new(Duration::from_secs(60), ms(100), ms(500));
    for moves_left in (1..=40).rev() {
        let wall = clock.budget(moves_left).wall.unwrap();
        assert!(wall > ms(50), "{wall:?} for a move with {moves_left} to come");
        clock.spend(wall);
        assert!(clock.left() >= ms(500), "{:?} with {moves_left} to come", clock.left());
    }
    let mut sudden = GameClock::new(Duration::from_secs(1), Duration::ZERO, ms(200));
    for _ in 0..200 {
        let wall = sudden.budget(30).wall.unwrap();
        sudden.spend(wall);
    }
    assert!(sudden.left() >= ms(200), "the margin is never touched: {:?}", sudden.left());
}
