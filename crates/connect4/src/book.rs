//! The classic board's first moves, solved beforehand.
//!
//! With ten stones or more on the 7×6 board the solver is done within a
//! second; before that it may need minutes. So for every position with
//! fewer stones that the champion can meet, whatever the opponent does, a move
//! that keeps the result was worked out by the solver itself
//! (`connect4-trainer book`); where that is no win, one that is hard to answer.

use game::{Outcome, Symmetric};

use crate::board::{Class, Classic, Column, Position};

/// Pages of eight bytes, in order: the lower seven name the position, the
/// highest one is the column and, four bits further up, the result.
pub(crate) const CLASSIC: &[u8] = include_bytes!("book.bin");

/// Positions with fewer stones than this are in the book, if one side has
/// played by it.
pub const STONES: u32 = 10;

const NAME: u64 = (1 << 56) - 1;

/// A page of the book: a move, and the result for its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The move.
    pub column: Column,
    /// What comes of it if nobody errs.
    pub outcome: Outcome,
}

/// What the book says about a position, if it is there.
pub fn advice<B: Class>(state: &Position<B>) -> Option<Advice> {
    let stones = (state.own() | state.other()).count();
    if B::BOOK.is_empty() || stones >= STONES || state.layout() != B::START {
        return None;
    }
    look_up(B::BOOK, state)
}

/// What any book says, as [`bind`] makes them.
pub fn look_up<B: Class>(book: &[u8], state: &Position<B>) -> Option<Advice> {
    let (name, image) = (state.name().name(), state.mirrored().name().name());
    let found = find(book, name.min(image))?;
    let outcome = match found >> 60 {
        0 => Outcome::Loss,
        1 => Outcome::Draw,
        _ => Outcome::Win,
    };
    let column = Column::new((found >> 56 & 15) as usize)?;
    Some(Advice { column: state.transform_move(column, usize::from(image < name)), outcome })
}

fn find(book: &[u8], name: u64) -> Option<u64> {
    let (entries, _) = book.as_chunks::<8>();
    let entry = |at: usize| u64::from_le_bytes(entries[at]);
    let (mut low, mut high) = (0, entries.len());
    while low < high {
        let middle = (low + high) / 2;
        if entry(middle) & NAME < name { low = middle + 1 } else { high = middle }
    }
    (low < entries.len()).then(|| entry(low)).filter(|entry| entry & NAME == name)
}

/// The book as it is stored, of these pages.
pub fn bind(pages: impl IntoIterator<Item = (Classic, Advice)>) -> Vec<u8> {
    let entry = |(state, advice): (Classic, Advice)| {
        let (name, image) = (state.name(), state.mirrored().name());
        let column = state.transform_move(advice.column, usize::from(image < name));
        let outcome = match advice.outcome {
            Outcome::Loss => 0,
            Outcome::Draw => 1,
            Outcome::Win => 2,
        };
        name.min(image) | (column.number() as u64) << 56 | outcome << 60
    };
    in_order(pages.into_iter().map(entry).collect())
}

/// A book of pages that were written one after the other.
pub fn rebind(pages: &[u8]) -> Vec<u8> {
    let (entries, _) = pages.as_chunks::<8>();
    in_order(entries.iter().map(|&entry| u64::from_le_bytes(entry)).collect())
}

fn in_order(mut entries: Vec<u64>) -> Vec<u8> {
    entries.sort_unstable_by_key(|entry| entry & NAME);
    entries.dedup_by_key(|entry| *entry & NAME);
    entries.into_iter().flat_map(u64::to_le_bytes).collect()
}
