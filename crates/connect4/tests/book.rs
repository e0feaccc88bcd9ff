//! The opening book of the classic board keeps its results against every reply.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::time::Duration;

use clock::{Budget, Deadline};
use connect4::book::{BookMove, STONES, lookup};
use connect4::{Classic, Column, Solver};
use game::{Game, Outcome, Symmetric};

fn moves(state: &Classic) -> Vec<Column> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

fn stones(state: &Classic) -> u32 {
    (state.own() | state.other()).count_ones()
}

/// All positions that a side that plays by the book can meet on its turn, as first
/// and as second player, up to the first ones after the book.
fn reachable() -> Vec<Classic> {
    let start = Classic::start();
    let mut waiting = vec![start];
    waiting.extend(moves(&start).iter().map(|&m| start.play(m).unwrap()));
    let mut seen = HashSet::new();
    while let Some(state) = waiting.pop() {
        if state.outcome().is_none() && seen.insert(state) && stones(&state) < STONES {
            waiting.extend(after_replies(&state));
        }
    }
    seen.into_iter().collect()
}

/// The positions after the book's move and each reply; empty if the move ends the
/// game.
fn after_replies(state: &Classic) -> Vec<Classic> {
    let next = state.play(entry(state).column).unwrap();
    moves(&next).iter().map(|&m| next.play(m).unwrap()).collect()
}

fn entry(state: &Classic) -> BookMove {
    lookup(state).unwrap_or_else(|| panic!("the book has no entry for {state}"))
}

#[test]
fn every_entry_keeps_its_result() {
    let (mut entries, mut checked) = (0, 0);
    for state in reachable().iter().filter(|state| stones(state) < STONES) {
        entries += 1;
        let after = after_replies(state);
        // The worst reply must not change the result.
        let worst = match after.first() {
            None => Outcome::Win,
            Some(next) if stones(next) < STONES => {
                let result = |next: &Classic| next.outcome().unwrap_or_else(|| entry(next).outcome);
                after.iter().map(result).min().unwrap()
            }
            Some(_) => continue,
        };
        assert_eq!(worst, entry(state).outcome, "{state}");
        checked += 1;
    }
    assert!(entries > 3000 && checked > 500, "{entries} entries, {checked} of them checked");
}

/// After the last entries the solver finds at least the result of the book, where it
/// is quick enough.
#[test]
fn the_solver_agrees_with_the_last_entries() {
    let mut last: Vec<Classic> =
        reachable().into_iter().filter(|state| stones(state) + 2 >= STONES).collect();
    last.retain(|state| stones(state) < STONES);
    last.sort_by_key(Game::key);
    let mut solver = Solver::new(1 << 20);
    let mut solved = 0;
    for state in last.iter().step_by(19) {
        let expected = entry(state).outcome;
        for next in after_replies(state).iter().filter(|next| next.outcome().is_none()) {
            let mut deadline = Deadline::start(&Budget::nodes(20_000));
            if let Some(solution) = solver.solve_outcome(next, &mut deadline) {
                assert!(solution.proof.outcome >= expected, "{next}");
                solved += 1;
            }
        }
    }
    assert!(solved > 50, "{solved} solved");
}

/// Every position from an empty table: the longest time that the solver of a new
/// process needs.
#[test]
#[ignore = "minutes: cargo test -p tesuji-connect4 --test book -- --ignored --nocapture"]
fn every_position_after_the_book_is_solved_quickly() {
    let mut after: Vec<Classic> = reachable().into_iter().filter(|state| stones(state) >= STONES).collect();
    let either = |state: &Classic| state.key().min(state.transform(1).key());
    after.sort_by_key(either);
    after.dedup_by_key(|state| either(state));
    let mut solver = Solver::new(64 << 20);
    let (mut most, mut all) = ((0, Duration::ZERO), 0);
    for state in &after {
        solver.clear();
        let before = clock::process::thread_cpu_time();
        let solution = solver.solve_outcome(state, &mut Deadline::start(&Budget::default())).unwrap();
        let cpu = clock::process::thread_cpu_time() - before;
        most = most.max((solution.nodes, cpu));
        all += solution.nodes;
    }
    let mean = all / after.len() as u64;
    println!("{} positions, mean {mean} nodes, maximum {} ({:?} of CPU time)", after.len(), most.0, most.1);
    assert!(most.0 < 10_000_000, "{} nodes", most.0);
}

/// Known since 1988: the first player wins in the centre column, draws next to it, and
/// loses further out.
#[test]
fn the_results_of_the_first_stone_are_the_known_ones() {
    assert_eq!(entry(&Classic::start()).outcome, Outcome::Win);
    assert_eq!(entry(&Classic::start()).column.number(), 3);
    let known = [Outcome::Win, Outcome::Win, Outcome::Draw, Outcome::Loss];
    for (column, outcome) in (1..=7).zip(known.iter().chain(known[..3].iter().rev())) {
        let state: Classic = column.to_string().parse().unwrap();
        assert_eq!(entry(&state).outcome, *outcome, "after {column}");
    }
}

/// In a lost position the book plays the move with the fewest correct replies: after
/// `44` only one reply wins.
#[test]
fn a_lost_position_has_the_hardest_move() {
    let lost: Classic = "4".parse().unwrap();
    let mistakes = after_replies(&lost).iter().filter(|next| entry(next).outcome > Outcome::Loss).count();
    assert_eq!((entry(&lost).column.number(), mistakes), (3, 6));
}
