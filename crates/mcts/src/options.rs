//! How a search is set up.

use std::error::Error;
use std::fmt;

use game::Game;

use crate::pool::Pool;
use crate::table::Table;

/// When and how a leaf gets children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// Once a leaf has been visited this often, the next simulation goes to
    /// one of its children.
    One {
        /// Visits as a leaf.
        at_visit: u32,
    },
    /// At that moment every child gets a simulation at once.
    All {
        /// Visits as a leaf.
        at_visit: u32,
    },
}

/// Which move is played in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one with the most visits.
    Visits,
    /// The one with the best value.
    Value,
    /// The one that has both; the search may end early when there is one and
    /// goes on to the end of its budget while there is none.
    Robust,
}

/// How threads work together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// A tree per thread, their root statistics added in the end.
    Root,
    /// One tree for all, kept apart by virtual losses.
    Tree,
}

/// The set-up of a search, apart from its rules of selection and playout.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes that the tree may use, all its tables included.
    pub memory: usize,
    /// When leaves get children.
    pub expansion: Expansion,
    /// Prove what can be proven.
    pub solver: bool,
    /// The solver looks one move ahead: the ends of games among the children
    /// of a new block are found at once, not when they are visited.
    pub lookahead: bool,
    /// One node per state instead of one per way to it. For games in which
    /// no state can come back.
    pub graph: bool,
    /// Keep the tree from move to move.
    pub reuse: bool,
    /// The move to play in the end.
    pub choice: Choice,
    /// Random numbers start here.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// How they work together.
    pub parallel: Parallel,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            memory: 128 << 20,
            expansion: Expansion::One { at_visit: 1 },
            solver: true,
            lookahead: true,
            graph: false,
            reuse: true,
            choice: Choice::Visits,
            seed: 0,
            threads: 1,
            parallel: Parallel::Root,
        }
    }
}

impl Options {
    /// The bytes of the pool and the slots of the table. In graph search a
    /// node in four or so is a shared one that needs a slot.
    pub(crate) fn split_memory<G: Game>(&self) -> Result<(usize, usize), MemoryError> {
        let least = Self::least_memory::<G>(self.graph);
        if self.memory < least {
            return Err(MemoryError::TooSmall { given: self.memory, least });
        }
        if !self.graph {
            return Ok((self.memory, 0));
        }
        // Between a fifth and a tenth of the memory, by rounding.
        let slots = 1 << (self.memory / (5 * Table::SLOT_BYTES)).ilog2();
        Ok((self.memory - slots * Table::SLOT_BYTES, slots))
    }

    /// A search needs room for the root, its children and theirs in part.
    pub fn least_memory<G: Game>(graph: bool) -> usize {
        let pool = Pool::<G::Move, [f32; 2]>::bytes_for(4 * G::MAX_MOVES + 4);
        if graph { pool * 5 / 4 + 64 * Table::SLOT_BYTES } else { pool }
    }
}

/// A memory limit that no search can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryError {
    /// Not even the root's children would fit.
    TooSmall {
        /// Bytes that were asked for.
        given: usize,
        /// Bytes that are needed.
        least: usize,
    },
    /// The machine does not give that much.
    Unavailable {
        /// Bytes that were asked for.
        given: usize,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MemoryError::TooSmall { given, least } => {
                write!(f, "a tree of {given} bytes is too small: the least is {least}")
            }
            MemoryError::Unavailable { given } => {
                write!(f, "a tree of {given} bytes is more than this machine can give")
            }
        }
    }
}

impl Error for MemoryError {}
