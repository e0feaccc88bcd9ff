//! Several threads search the same position and share the transposition table: what a thread
//! has found saves the others a search ("lazy SMP").
//!
//! The first thread's result counts. The others run the same iterations, every second thread
//! one iteration ahead, and stop when the first one has its result.
//!
//! Where a search is worth it, a thread marks the position after a move while it searches it. Another
//! thread that comes to that move takes its other moves first, so that the threads
//! do different work.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use game::Watch;

use super::report::Report;
use super::{Cpu, Node, Search};
use crate::bits;

/// What the threads of a search share beside the table.
#[derive(Debug)]
pub(super) struct Team {
    threads: usize,
    nodes: AtomicU64,
    stopped: AtomicBool,
    /// The positions that are being searched, by their hash; 0 is none. Of two positions in the
    /// same place the later one counts.
    busy: [AtomicU64; PLACES],
}

/// Number of places for positions that are being searched.
const PLACES: usize = 1 << 10;

/// Least depth of a move whose position is marked.
const LEAST_DEPTH: i32 = 5;

impl Team {
    /// A team of this number of threads.
    pub fn new(threads: usize) -> Team {
        let busy = [const { AtomicU64::new(0) }; PLACES];
        Team { threads, nodes: AtomicU64::new(0), stopped: AtomicBool::new(false), busy }
    }

    /// Are moves that are searched to this depth shared out among threads?
    #[inline(always)]
    pub fn shares(&self, depth: i32) -> bool {
        self.threads > 1 && depth >= LEAST_DEPTH
    }

    /// The mark of a position.
    pub fn mark(node: &Node) -> u64 {
        bits::hash(node.own, node.other) | 1
    }

    /// Does a thread search the position with this mark?
    pub fn is_busy(&self, mark: u64) -> bool {
        self.place(mark).load(Relaxed) == mark
    }

    /// Begins a search of the position with this mark.
    pub fn begin(&self, mark: u64) {
        self.place(mark).store(mark, Relaxed);
    }

    /// Ends a search that was begun.
    pub fn end(&self, mark: u64) {
        let _ = self.place(mark).compare_exchange(mark, 0, Relaxed, Relaxed);
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.busy[(mark >> 32) as usize % PLACES]
    }

    /// Adds nodes of a thread and returns those of all threads.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Number of nodes that were added.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Has the first thread its result?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

/// The moves of a list in the order in which a thread takes them: those that were postponed come
/// last.
pub(super) struct Turns {
    first: usize,
    next: usize,
    end: usize,
    postponed: u64,
}

impl Turns {
    /// The moves from `first` to before `end`.
    #[inline(always)]
    pub fn new(first: usize, end: usize) -> Turns {
        Turns { first, next: first, end, postponed: 0 }
    }

    /// The next move, and whether it comes for the first time.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.end {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        if self.postponed == 0 {
            return None;
        }
        let least = self.postponed.trailing_zeros() as usize;
        self.postponed &= self.postponed - 1;
        Some((self.first + least, false))
    }

    /// The move `index` was moved to the front of the list, before all others.
    pub fn moved_to_front(&mut self, index: usize) {
        let before = self.postponed & ((1 << (index - self.first)) - 1);
        self.postponed = self.postponed & !before | before << 1;
    }

    /// Moves a move to the end.
    pub fn postpone(&mut self, index: usize) {
        self.postponed |= 1 << (index - self.first);
    }
}

/// Stops the other threads, also if the first one panics.
struct StopAtEnd<'a>(&'a Team);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stopped.store(true, Relaxed);
    }
}

/// Runs `body` with the first search in this thread, and with each of the others in a thread of
/// its own. A thread that the system refuses is left out.
pub(super) fn run<C: Cpu>(
    team: &Team,
    first: Search<C>,
    others: Vec<Search<C>>,
    body: impl Fn(Search<C>, &mut Watch<'_, Report>) -> Option<Report> + Sync,
    watch: &mut Watch<'_, Report>,
) -> Option<Report> {
    if others.is_empty() {
        return body(first, watch);
    }
    let body = &body;
    thread::scope(|scope| {
        for other in others {
            let search = move || drop(body(other, &mut |_| ()));
            drop(thread::Builder::new().spawn_scoped(scope, search));
        }
        let _stop = StopAtEnd(team);
        body(first, watch)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_turn_once_and_postponed_moves_come_last() {
        let mut turns = Turns::new(3, 8);
        let mut order = Vec::new();
        while let Some((index, is_new)) = turns.next() {
            if is_new && [4, 6].contains(&index) {
                turns.postpone(index);
            } else {
                order.push((index, is_new));
            }
        }
        assert_eq!(order, [(3, true), (5, true), (7, true), (4, false), (6, false)]);
    }

    /// The list `moves` changes as at the root: a move that is best goes to the front.
    #[test]
    fn a_move_that_goes_to_the_front_does_not_disturb_the_turns() {
        let mut moves = [10, 11, 12, 13, 14, 15];
        let mut turns = Turns::new(0, moves.len());
        let mut order = Vec::new();
        while let Some((index, is_new)) = turns.next() {
            let found = moves[index];
            if is_new && [11, 12, 14].contains(&found) {
                turns.postpone(index);
                continue;
            }
            order.push(found);
            if [13, 15, 12].contains(&found) {
                moves[..=index].rotate_right(1);
                turns.moved_to_front(index);
            }
        }
        assert_eq!(order, [10, 13, 15, 11, 12, 14]);
    }

    #[test]
    fn a_mark_is_seen_until_it_ends() {
        let team = Team::new(2);
        let (mark, other) = (7 << 32 | 1, 9 << 32 | 1);
        assert!(!team.is_busy(mark));
        team.begin(mark);
        assert!(team.is_busy(mark) && !team.is_busy(other));
        team.end(other);
        assert!(team.is_busy(mark));
        team.end(mark);
        assert!(!team.is_busy(mark));
        assert!(team.shares(LEAST_DEPTH) && !team.shares(LEAST_DEPTH - 1) && !Team::new(1).shares(60));
    }
}
