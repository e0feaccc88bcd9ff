//! Options of a search.

use std::error::Error;
use std::fmt;

use game::Game;

use crate::pool::Pool;
use crate::table::Table;

/// When a leaf gets children, and how they are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// After `at_visit` visits of a leaf, the next simulation goes to one of its
    /// children.
    One {
        /// Visits as a leaf. With 0, and if the selection rule uses estimates, a leaf
        /// is evaluated together with its moves and gets children at once.
        at_visit: u32,
    },
    /// After `at_visit` visits of a leaf, the next simulations go to each of its
    /// children.
    All {
        /// Visits as a leaf.
        at_visit: u32,
    },
}

/// Which move is played at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The move with the most visits.
    Visits,
    /// The move with the best value.
    Value,
    /// The move with the most visits and the best value. The search may stop
    /// early if there is one, and uses its whole budget if there is none.
    Robust,
}

/// Options of a search, apart from its selection rule and evaluator.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory limit of the tree in bytes, its tables included.
    pub memory: usize,
    /// When leaves get children.
    pub expansion: Expansion,
    /// Use the solver.
    pub solver: bool,
    /// The solver looks one move ahead: it finds terminal states among new
    /// children at once, not when they are visited.
    pub lookahead: bool,
    /// One node per state instead of one per path. Only for games in which no
    /// state can repeat.
    pub graph: bool,
    /// Keep the tree from move to move.
    pub reuse: bool,
    /// Which move is played at the end.
    pub choice: Choice,
    /// Random seed.
    pub seed: u64,
    /// Number of threads; always 1 without the feature `parallel`, and in graph search.
    pub threads: usize,
    /// Number of leaves that one thread collects and evaluates together; always 1
    /// without the feature `parallel`.
    pub batch: usize,
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
            batch: 1,
        }
    }
}

impl Options {
    /// Bytes of the pool and slots of the table. In graph search about every
    /// fourth node is shared and needs a slot.
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

    /// Least memory of several threads, which have a tree each.
    pub(crate) fn least_memory_of<G: Game>(threads: usize, graph: bool) -> usize {
        let trees = threads * Self::least_memory::<G>(graph);
        #[cfg(feature = "parallel")]
        if threads > 1 {
            return trees + crate::top::Top::<G::Move>::least_bytes(threads);
        }
        trees
    }

    /// Least memory of a search: the root, its children and part of theirs.
    pub fn least_memory<G: Game>(graph: bool) -> usize {
        let pool = Pool::<G::Move, [f32; 2]>::bytes_for(4 * G::MAX_MOVES + 4);
        if graph { pool * 5 / 4 + 64 * Table::SLOT_BYTES } else { pool }
    }
}

/// Error: a memory limit that a search cannot use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryError {
    /// Too small for the root and its children.
    TooSmall {
        /// Bytes requested.
        given: usize,
        /// Least size in bytes.
        least: usize,
    },
    /// The system does not provide that much memory.
    Unavailable {
        /// Bytes requested.
        given: usize,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MemoryError::TooSmall { given, least } => {
                write!(f, "a tree of {given} bytes is too small; at least {least} are needed")
            }
            MemoryError::Unavailable { given } => {
                write!(f, "cannot allocate a tree of {given} bytes")
            }
        }
    }
}

impl Error for MemoryError {}
