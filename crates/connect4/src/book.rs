//! The opening book of the classic board.
//!
//! From ten stones on, the solver solves a position of the 7×6 board within a
//! second; before that it may need minutes. The book holds, for every position
//! with fewer stones that the champion can meet against any opponent, a move that
//! keeps the result. `learn book` computes it with the solver. Where
//! the position is not won, the move is one that leaves the opponent many ways to
//! go wrong.

use game::{Outcome, Symmetric};

use crate::board::{Class, Classic, Column, Position};

/// The book: entries of eight bytes, sorted by position. The lower seven bytes
/// are the position; the highest byte is the column and, in its upper four bits,
/// the result.
pub(crate) const CLASSIC: &[u8] = include_bytes!("book.bin");

/// The book holds positions with fewer stones than this, reached by games in which
/// one side has played by the book.
pub const STONES: u32 = 10;

const POSITION_MASK: u64 = (1 << 56) - 1;

/// A move of the book, and its result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub column: Column,
    /// The result under best play of both sides.
    pub outcome: Outcome,
}

/// Looks a position up in the book of its size class.
pub fn lookup<B: Class>(state: &Position<B>) -> Option<BookMove> {
    let stones = (state.own() | state.other()).count();
    if B::BOOK.is_empty() || stones >= STONES || state.shape() != B::START {
        return None;
    }
    lookup_in(B::BOOK, state)
}

/// Looks a position up in a book that [`encode`] has made.
pub fn lookup_in<B: Class>(book: &[u8], state: &Position<B>) -> Option<BookMove> {
    let (key, mirrored) = (state.packed().key64(), state.mirrored().packed().key64());
    let found = find(book, key.min(mirrored))?;
    let outcome = match found >> 60 {
        0 => Outcome::Loss,
        1 => Outcome::Draw,
        _ => Outcome::Win,
    };
    let column = Column::new((found >> 56 & 15) as usize)?;
    Some(BookMove { column: state.transform_move(column, usize::from(mirrored < key)), outcome })
}

fn find(book: &[u8], key: u64) -> Option<u64> {
    let (entries, _) = book.as_chunks::<8>();
    let entry = |at: usize| u64::from_le_bytes(entries[at]);
    let (mut low, mut high) = (0, entries.len());
    while low < high {
        let middle = (low + high) / 2;
        if entry(middle) & POSITION_MASK < key { low = middle + 1 } else { high = middle }
    }
    (low < entries.len()).then(|| entry(low)).filter(|entry| entry & POSITION_MASK == key)
}

/// Encodes moves as a book.
pub fn encode(moves: impl IntoIterator<Item = (Classic, BookMove)>) -> Vec<u8> {
    let entry = |(state, book_move): (Classic, BookMove)| {
        let (key, mirrored) = (state.packed(), state.mirrored().packed());
        let column = state.transform_move(book_move.column, usize::from(mirrored < key));
        let outcome = match book_move.outcome {
            Outcome::Loss => 0,
            Outcome::Draw => 1,
            Outcome::Win => 2,
        };
        key.min(mirrored) | (column.number() as u64) << 56 | outcome << 60
    };
    sorted(moves.into_iter().map(entry).collect())
}

/// Makes a book of entries in any order, such as several books one after the other.
pub fn sort(entries: &[u8]) -> Vec<u8> {
    let (entries, _) = entries.as_chunks::<8>();
    sorted(entries.iter().map(|&entry| u64::from_le_bytes(entry)).collect())
}

fn sorted(mut entries: Vec<u64>) -> Vec<u8> {
    entries.sort_unstable_by_key(|entry| entry & POSITION_MASK);
    entries.dedup_by_key(|entry| *entry & POSITION_MASK);
    entries.into_iter().flat_map(u64::to_le_bytes).collect()
}
