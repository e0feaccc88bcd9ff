//! Deadlines end in time. The assertions allow for delays, because other tests
//! run on the same machine.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use clock::{Budget, Deadline, TimeRules, process};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Works for a fraction of a microsecond.
fn simulate() {
    std::hint::black_box((0..50u32).fold(1u32, |x, i| std::hint::black_box(x.wrapping_mul(31) + i)));
}

/// Simulates until the deadline expires; returns the number of simulations.
fn run_until(deadline: &mut Deadline) -> u64 {
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
        assert_eq!(run_until(&mut Deadline::start(&Budget::simulations(count))), count);
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
fn a_limit_of_real_time_is_used_and_kept() {
    let mut deadline = Deadline::start(&Budget::wall(ms(60)));
    let simulations = run_until(&mut deadline);
    assert!(simulations > 1000, "only {simulations} simulations");
    assert!(deadline.elapsed() < ms(160), "took {:?}", deadline.elapsed());
}

/// An early bot measured CPU time only, so that waiting cost nothing.
#[test]
fn a_search_that_sleeps_is_stopped_by_real_time() {
    let mut deadline = Deadline::start(&Budget::wall(ms(50)));
    let mut simulations = 0;
    while !deadline.expired(simulations, 0) {
        thread::sleep(ms(1));
        simulations += 1;
    }
    assert!(deadline.elapsed() < ms(150), "{:?}", deadline.elapsed());
    assert!(simulations <= 60, "{simulations}");
}

/// An early bot read the clock once per playout. A deadline reads it once per
/// hundreds of short simulations, and after every long one.
#[test]
fn the_number_of_polls_per_reading_adapts_to_the_speed_of_the_search() {
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
fn cpu_time_ends_a_search_that_has_real_time_left() {
    let used = process::cpu_time();
    let mut deadline = Deadline::start(&Budget::wall_and_cpu(Duration::from_secs(20), ms(30)));
    run_until(&mut deadline);
    assert!(process::cpu_time() - used >= ms(30), "ended before the CPU time was used");
    assert!(deadline.elapsed() < Duration::from_secs(10));
}

#[test]
fn time_before_the_search_counts() {
    let budget = Budget { since: Instant::now().checked_sub(ms(500)), ..Budget::wall(ms(400)) };
    assert_eq!(run_until(&mut Deadline::start(&budget)), 0, "the time was over before the search began");
}

#[test]
fn the_margin_is_not_used() {
    let budget = Budget { margin: ms(80), ..Budget::wall(ms(100)) };
    let deadline = Deadline::start(&budget);
    assert!(deadline.remaining() <= Some(ms(20)));
}

#[test]
fn the_start_of_the_process_does_not_move() {
    let earlier = process::start();
    thread::sleep(ms(5));
    assert_eq!(earlier, process::start());
}

/// How long the child process sleeps before it first asks for its start.
const CHILD_SLEEP: Duration = ms(300);

/// Run by [`the_age_of_a_process_includes_the_time_before_it_asks`] in a process
/// of its own.
#[test]
#[ignore = "child process of another test"]
fn child_reports_its_age() {
    thread::sleep(CHILD_SLEEP);
    println!("age in ns: {}.", process::start().elapsed().as_nanos());
}

/// Other platforms do not report the start of a process.
#[cfg(any(target_os = "linux", windows))]
#[test]
fn the_age_of_a_process_includes_the_time_before_it_asks() {
    let started = Instant::now();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_reports_its_age", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let longest = started.elapsed();
    let output = String::from_utf8_lossy(&child.stdout);
    let (_, report) = output.split_once("age in ns: ").unwrap_or_else(|| panic!("no age in {output}"));
    let nanos = report.split_once('.').and_then(|(nanos, _)| nanos.parse().ok());
    let age = Duration::from_nanos(nanos.unwrap_or_else(|| panic!("no number in {output}")));
    assert!(age >= CHILD_SLEEP, "{age:?} is less than the child slept");
    // The kernel counts in steps of 10 ms.
    assert!(age <= longest + ms(20), "{age:?} is more than the {longest:?} from before its start to its end");
}

#[test]
fn simulations_left_are_estimated_from_the_speed() {
    let mut deadline = Deadline::start(&Budget::wall(ms(100)));
    assert_eq!(deadline.simulations_left(0), None, "the speed is not known yet");
    let mut simulations = 0;
    while deadline.elapsed() < ms(50) && !deadline.expired(simulations, 0) {
        simulate();
        simulations += 1;
    }
    let left = deadline.simulations_left(simulations).unwrap();
    assert!(left < simulations * 4, "half of the time is left: {left} after {simulations}");
    let exact = Deadline::start(&Budget::simulations(1000));
    assert_eq!(exact.simulations_left(400), Some(600));
}

#[test]
fn botzone_gives_the_first_move_twice_the_time() {
    let rules = TimeRules::botzone();
    assert_eq!(rules.budget(true).wall, Some(Duration::from_secs(2)));
    assert_eq!(rules.budget(false).wall, Some(Duration::from_secs(1)));
    assert_eq!(rules.budget(false).margin, ms(80));
    assert!(rules.budget_from_process_start(false).since <= Some(Instant::now()));
    assert_eq!(TimeRules::saiblo().budget(true).cpu, Some(Duration::from_secs(3)));
}
