//! The champion's search: how a position goes on, exactly where the end is in
//! reach.
//!
//! | module | what it holds |
//! |---|---|
//! | [`midgame`] | search to a depth, then the judgement of [`crate::eval`] |
//! | [`endgame`] | search to the end, down to the last moves |
//! | `last` | the last four squares, spelled out |
//! | `stable` | discs that nobody can turn any more |
//! | [`probcut`] | what a shallow search tells about a deep one |
//! | `table` | what is known of positions that were met before |
//! | [`root`] | deepening, move by move, within a budget |
//!
//! A score is a difference of discs at the end of the game, own less the
//! other's; squares that stay empty go to the winner. Searches ask whether
//! the score is more than `alpha` (a window of width zero) and give a bound:
//! above `alpha` the score is at least that, else at most. For the opponent
//! the question is whether it is more than `-alpha - 1`, which is `!alpha`.

use clock::Deadline;

use crate::cpu::{Portable, Questions, Wide, per_cpu};
use crate::eval::{Changes, Contents, Weights};

pub mod endgame;
pub(crate) mod last;
pub mod midgame;
pub mod probcut;
pub mod root;
pub(crate) mod stable;
pub(crate) mod table;

pub use root::{Limits, Options, Report, Solver};

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Less than any score.
const NONE: i32 = -100;

per_cpu! {
    /// The functions of the search that call themselves, for a kind of CPU.
    pub trait Cpu {
        /// A few empty squares: no table.
        fn shallow(own: u64, other: u64, alpha: i32, parity: u8) -> i32 = endgame::shallow;
        /// More of them.
        fn endgame(own: u64, other: u64, alpha: i32, parity: u8) -> i32 = endgame::endgame;
        /// To a depth.
        fn midgame(node: &Node, depth: i32, alpha: i32, level: u8) -> i32 = midgame::midgame;
        /// To a depth of a few plies: no table.
        fn leaf(node: &Node, depth: i32, alpha: i32) -> i32 = midgame::leaf;
        /// To a depth, with a window of any width.
        fn principal(node: &Node, depth: i32, alpha: i32, beta: i32, level: u8) -> i32 = midgame::principal;
    }
}

/// A search that is running.
pub struct Search<'a, C> {
    cpu: C,
    table: &'a mut table::Table,
    weights: &'a Weights,
    changes: &'static Changes,
    edges: &'static stable::Edges,
    /// The moves of the positions from the root to here.
    stack: Vec<midgame::Candidate>,
    deadline: Deadline,
    /// What the deviations are multiplied by before anything is cut.
    caution: f32,
    /// Positions met so far.
    nodes: u64,
    /// When to look at the clock again.
    next_look: u64,
    /// Time is up: what the functions return now means nothing.
    stopped: bool,
}

impl<C> Search<'_, C> {
    /// Counts a position, and looks at the clock now and then.
    #[inline(always)]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        const BETWEEN_LOOKS: u64 = 100;
        self.next_look = self.nodes + BETWEEN_LOOKS;
        // The nearest thing to a simulation is a node.
        self.stopped |= self.deadline.expired(self.nodes, self.nodes);
    }
}

/// A position in the search to a depth.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    own: u64,
    other: u64,
    empties: i32,
    parity: u8,
    contents: Contents,
}

impl Node {
    fn new(changes: &Changes, own: u64, other: u64) -> Node {
        let empty = !(own | other);
        Node {
            own,
            other,
            empties: empty.count_ones() as i32,
            parity: parity(empty),
            contents: changes.contents(own, other),
        }
    }

    #[inline(always)]
    fn after(&self, cpu: impl Questions, changes: &Changes, square: usize, flips: u64) -> Node {
        Node {
            own: self.other ^ flips,
            other: self.own | flips | 1 << square,
            empties: self.empties - 1,
            parity: self.parity ^ QUADRANT[square & 63],
            contents: cpu.after(changes, &self.contents, square, flips),
        }
    }

    #[inline(always)]
    fn passed(&self, changes: &Changes) -> Node {
        Node { own: self.other, other: self.own, contents: changes.passed(&self.contents), ..*self }
    }
}

/// The score of a finished game.
#[inline(always)]
fn final_score(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 2 * own - 64,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 64 - 2 * other,
    }
}

/// The bit of a square's quadrant of the board.
static QUADRANT: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    table
};

/// The squares of a set of quadrants.
static QUADRANTS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set >> (square / 32 * 2 + square % 8 / 4) & 1 == 1 {
                table[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    table
};

/// The quadrants with an odd number of these squares. Who moves first in one
/// of them also moves last there, if both fill it in turn: that is the one to
/// play in.
fn parity(empty: u64) -> u8 {
    let odd = |quadrant: usize| (empty & QUADRANTS[1 << quadrant]).count_ones() as u8 & 1;
    (0..4).map(|quadrant| odd(quadrant) << quadrant).sum()
}
