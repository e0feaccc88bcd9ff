//! The book of the classic board holds what it promises, whatever the
//! opponent plays.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::time::Duration;

use clock::{Budget, Deadline};
use connect4::book::{Advice, STONES, advice};
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

/// All positions that the book's side can meet on its turn, as first and as
/// second player, up to the first one for which the solver is enough.
fn met() -> Vec<Classic> {
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

/// The positions of the book's side after its move and each reply to it; none if
/// that move ends the game.
fn after_replies(state: &Classic) -> Vec<Classic> {
    let next = state.play(page(state).column).unwrap();
    moves(&next).iter().map(|&m| next.play(m).unwrap()).collect()
}

fn page(state: &Classic) -> Advice {
    advice(state).unwrap_or_else(|| panic!("no page for {state}"))
}

#[test]
fn every_page_keeps_its_promise() {
    let (mut pages, mut checked) = (0, 0);
    for state in met().iter().filter(|state| stones(state) < STONES) {
        pages += 1;
        let after = after_replies(state);
        // The opponent plays what is worst for us, and we lose nothing.
        let worst = match after.first() {
            None => Outcome::Win,
            Some(next) if stones(next) < STONES => {
                let result = |next: &Classic| next.outcome().unwrap_or_else(|| page(next).outcome);
                after.iter().map(result).min().unwrap()
            }
            Some(_) => continue,
        };
        assert_eq!(worst, page(state).outcome, "{state}");
        checked += 1;
    }
    assert!(pages > 3000 && checked > 500, "{pages} pages, {checked} with pages after them");
}

/// Where the book ends, the solver says the same, as far as it gets in a
/// moment.
#[test]
fn the_solver_goes_on_where_the_book_ends() {
    let mut last: Vec<Classic> = met().into_iter().filter(|state| stones(state) + 2 >= STONES).collect();
    last.retain(|state| stones(state) < STONES);
    last.sort_by_key(Game::key);
    let mut solver = Solver::new(1 << 20);
    let mut solved = 0;
    for state in last.iter().step_by(19) {
        let promised = page(state).outcome;
        for next in after_replies(state).iter().filter(|next| next.outcome().is_none()) {
            let mut deadline = Deadline::start(&Budget::nodes(20_000));
            if let Some(solution) = solver.solve_outcome(next, &mut deadline) {
                assert!(solution.proof.outcome >= promised, "{next}");
                solved += 1;
            }
        }
    }
    assert!(solved > 50, "{solved} solved");
}

/// All of them, without what was found out for another one: how long does a
/// champion think at most that has just been started?
#[test]
#[ignore = "minutes: cargo test -p tesuji-connect4 --test book -- --ignored --nocapture"]
fn every_position_behind_the_book_is_solved_in_a_moment() {
    let mut behind: Vec<Classic> = met().into_iter().filter(|state| stones(state) >= STONES).collect();
    let either = |state: &Classic| state.key().min(state.transform(1).key());
    behind.sort_by_key(either);
    behind.dedup_by_key(|state| either(state));
    let mut solver = Solver::new(64 << 20);
    let (mut most, mut all) = ((0, Duration::ZERO), 0);
    for state in &behind {
        solver.clear();
        let before = clock::process::thread_cpu_time();
        let solution = solver.solve_outcome(state, &mut Deadline::start(&Budget::default())).unwrap();
        let cpu = clock::process::thread_cpu_time() - before;
        most = most.max((solution.nodes, cpu));
        all += solution.nodes;
    }
    let mean = all / behind.len() as u64;
    println!(
        "{} positions, {mean} nodes in the mean, {} at most ({:?} of CPU time)",
        behind.len(),
        most.0,
        most.1
    );
    assert!(most.0 < 10_000_000, "{} nodes", most.0);
}

/// Known since 1988: the first player wins in the middle, draws next to it, and
/// loses further out.
#[test]
fn the_first_stone_decides_as_is_known() {
    assert_eq!(page(&Classic::start()).outcome, Outcome::Win);
    assert_eq!(page(&Classic::start()).column.number(), 3);
    let known = [Outcome::Win, Outcome::Win, Outcome::Draw, Outcome::Loss];
    for (column, outcome) in (1..=7).zip(known.iter().chain(known[..3].iter().rev())) {
        let state: Classic = column.to_string().parse().unwrap();
        assert_eq!(page(&state).outcome, *outcome, "after {column}");
    }
}

/// A game that is lost is made hard to win: after a stone in the middle on top
/// of the first one, only one more there is right.
#[test]
fn a_lost_game_is_full_of_traps() {
    let lost: Classic = "4".parse().unwrap();
    let mistakes = after_replies(&lost).iter().filter(|next| page(next).outcome > Outcome::Loss).count();
    assert_eq!((page(&lost).column.number(), mistakes), (3, 6));
}
