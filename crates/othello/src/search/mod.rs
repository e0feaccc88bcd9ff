//! The search of the `champion` strategy: selective in the midgame, exact in the
//! endgame.
//!
//! | module | what it holds |
//! |---|---|
//! | [`midgame`] | search to a depth, with the evaluation of [`crate::eval`] at the leaves |
//! | [`endgame`] | search to the end of the game |
//! | `last_empties` | search of positions with one to four empty squares |
//! | `cache` | a small cache of scores near the end of the game |
//! | `parity` | quadrants with an odd number of empty squares |
//! | `stable` | discs that can never be turned again |
//! | [`probcut`] | Multi-ProbCut: prunes by the result of a shallower search |
//! | `table` | the transposition table |
//! | [`schedule`] | the iterations of a search |
//! | [`root`] | iterative deepening within a budget |
//! | [`report`] | the result of a search |
//! | `team` | several threads that share the table |
//! | `ranked` | the same for analysis: a score for each of the best moves |
//!
//! A score is the difference of discs at the end of the game, for the side to
//! move; squares that stay empty count for the winner. Most functions are
//! null-window searches: they test whether the score is more than `alpha`. A
//! result above `alpha` is a lower bound of the score, any other result is an
//! upper bound. The opponent's `alpha` is `-alpha - 1`, which is `!alpha`.

use clock::Deadline;
use game::cpu::Avx2;

use self::parity::{QUADRANT, QUADRANTS, parity};
use crate::cpu::{BoardOps, Portable, per_cpu};
use crate::eval::{PatternIndexer, PatternIndices, Weights};

pub(crate) mod cache;
pub mod endgame;
pub(crate) mod last_empties;
pub mod midgame;
mod parity;
pub mod probcut;
pub(crate) mod ranked;
pub mod report;
pub mod root;
pub mod schedule;
pub(crate) mod stable;
pub(crate) mod table;
mod team;

pub use report::{Report, ScoredMove};
pub use root::{Options, Solver};
pub use schedule::SearchLimits;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Less than any score: no move was searched.
const NONE: i32 = -100;

per_cpu! {
    /// The recursive functions of the search, compiled for one kind of CPU.
    pub trait Cpu {
        /// To the end of the game, with three empty squares.
        fn last3(own: u64, other: u64, alpha: i32, squares: [u8; 3]) -> i32 = last_empties::last3;
        /// To the end of the game, with few empty squares and no transposition
        /// table.
        fn shallow(own: u64, other: u64, alpha: i32, parity: u8, moves: u64) -> i32 = endgame::shallow;
        /// To the end of the game, with transposition table.
        fn endgame(own: u64, other: u64, alpha: i32, parity: u8, moves: u64) -> i32 = endgame::endgame;
        /// To a depth, with a null window.
        fn midgame(node: &Node, depth: i32, alpha: i32, level: u8) -> i32 = midgame::midgame;
        /// To a depth of a few plies, without transposition table.
        fn leaf(node: &Node, depth: i32, alpha: i32) -> i32 = midgame::leaf;
        /// To a depth, with any window.
        fn pv_search(node: &Node, depth: i32, alpha: i32, beta: i32, level: u8) -> i32 = midgame::pv_search;
    }
}

/// State of a running search.
pub struct Search<'a, C> {
    cpu: C,
    table: &'a table::Table,
    cache: &'a mut cache::Cache,
    team: &'a team::Team,
    /// Number of this thread in the team; 0 is the one whose result counts.
    thread: usize,
    /// Number of nodes that the team knows of.
    reported: u64,
    weights: &'a Weights,
    indexer: &'static PatternIndexer,
    edges: &'static stable::Edges,
    /// The moves of all positions from the root to the current node.
    stack: Vec<midgame::Candidate>,
    /// The same for the endgame search.
    lists: Box<endgame::Lists>,
    /// The moves that refuted other moves near the leaves.
    answers: midgame::Answers,
    deadline: Deadline,
    /// Multi-ProbCut's margins are multiplied by this.
    probcut_scale: f32,
    /// Number of nodes searched.
    nodes: u64,
    /// Number of nodes at which the deadline is checked again.
    next_check: u64,
    /// The budget is used up. What the functions return from now on is
    /// meaningless.
    stopped: bool,
}

impl<C> Search<'_, C> {
    /// Counts a node, and checks the deadline now and then.
    #[inline(always)]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_deadline();
        }
    }

    /// Number of nodes of all threads.
    fn team_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.team.add_nodes(new)
    }

    #[cold]
    fn check_deadline(&mut self) {
        const NODES_BETWEEN_CHECKS: u64 = 100;
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        let nodes = self.team_nodes();
        // A limit of simulations is a limit of nodes in this search.
        self.stopped |= self.deadline.expired(nodes, nodes) | self.team.is_stopped();
    }
}

/// A node of the midgame search.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    own: u64,
    other: u64,
    empties: i32,
    parity: u8,
    /// The move that led here, [`table::NO_SQUARE`] after a pass and at the root.
    last: u8,
    indices: PatternIndices,
}

impl Node {
    fn new(indexer: &PatternIndexer, own: u64, other: u64) -> Node {
        let empty = !(own | other);
        Node {
            own,
            other,
            empties: empty.count_ones() as i32,
            parity: parity(empty),
            last: table::NO_SQUARE,
            indices: indexer.indices(own, other),
        }
    }

    #[inline(always)]
    fn after(&self, cpu: impl BoardOps, indexer: &PatternIndexer, square: usize, flips: u64) -> Node {
        Node {
            own: self.other ^ flips,
            other: self.own | flips | 1 << square,
            empties: self.empties - 1,
            parity: self.parity ^ QUADRANT[square & 63],
            last: square as u8,
            indices: cpu.after(indexer, &self.indices, square, flips),
        }
    }

    #[inline(always)]
    fn passed(&self, indexer: &PatternIndexer) -> Node {
        let indices = indexer.passed(&self.indices);
        Node { own: self.other, other: self.own, last: table::NO_SQUARE, indices, ..*self }
    }
}

/// Score of a finished game.
#[inline(always)]
fn final_score(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 2 * own - 64,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 64 - 2 * other,
    }
}
