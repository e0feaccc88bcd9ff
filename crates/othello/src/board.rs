//! The rules of Othello.
//!
//! A state has two sets of discs, relative to the side to move (`own` and
//! `other`, see [`bits`] for the squares). A move turns discs and swaps the two
//! sets, so no code depends on the colour. The colour of the side to move is
//! stored as well, for notation; it does not follow from the number of discs,
//! since a side may pass.
//!
//! Legal moves are computed on demand and not stored in the state: a search
//! needs them for few of its positions, and where a playout computes them twice,
//! the compiler removes the second computation.

use std::cmp::Ordering;

use game::bits::{byte_counts, nth_member, random_member};
use game::{Game, Move, Outcome, ParseError, Rng, Side};

use crate::{bits, notation};

/// A square of the board, and the move that puts a disc there; or
/// [`Square::PASS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The pass: the only move of a side that can turn no disc while its
    /// opponent can.
    pub const PASS: Square = Square(64);

    /// The square in this row (from the top) and column (from the left), both
    /// 0 to 7.
    pub fn new(row: usize, column: usize) -> Option<Square> {
        (row < 8 && column < 8).then(|| Square((8 * row + column) as u8))
    }

    /// Row and column, both from 0; `None` for a pass.
    pub fn place(self) -> Option<(usize, usize)> {
        (self != Self::PASS).then_some((self.index() / 8, self.index() % 8))
    }

    /// The set of only this square; the empty set for a pass.
    #[inline]
    pub fn bit(self) -> u64 {
        1u64.checked_shl(self.0.into()).unwrap_or(0)
    }

    /// The members of a set in ascending order, a1 first.
    pub fn members(mut set: u64) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let square = (set != 0).then_some(Square(set.trailing_zeros() as u8));
            set &= set.wrapping_sub(1);
            square
        })
    }
}

impl Move for Square {
    const COUNT: usize = 65;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Square(index as u8))
    }
}

/// A position of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    own: u64,
    other: u64,
    side: Side,
}

/// Black on e4 and d5, white on d4 and e5.
const START: [u64; 2] = [0x0000_0008_1000_0000, 0x0000_0010_0800_0000];

impl State {
    /// The position with these discs. No square may be in both sets; any other
    /// arrangement is allowed.
    pub(crate) fn from_discs(black: u64, white: u64, side: Side) -> State {
        match side {
            Side::First => State { own: black, other: white, side },
            Side::Second => State { own: white, other: black, side },
        }
    }

    /// The position with `side` to move, given its discs and the opponent's.
    pub(crate) fn from_relative(side: Side, own: u64, other: u64) -> State {
        State { own, other, side }
    }

    /// Discs of the side to move.
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Discs of the opponent.
    pub fn other(&self) -> u64 {
        self.other
    }

    /// Squares without a disc.
    pub fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The legal moves of the side to move, without the pass. Empty if it has to
    /// pass and when the game is over.
    #[inline]
    pub fn placements(&self) -> u64 {
        bits::moves(self.own, self.other)
    }

    /// The moves that the opponent would have if it were to move.
    #[inline]
    pub fn replies(&self) -> u64 {
        bits::moves(self.other, self.own)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.placements() == 0 && self.replies() == 0
    }

    /// The discs that a move of the side to move turns.
    #[inline]
    pub fn flips(&self, m: Square) -> u64 {
        match m {
            Square::PASS => 0,
            square => bits::flips(self.own, self.other, square.index()),
        }
    }

    /// The set of a side's discs.
    pub(crate) fn set(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.other }
    }

    /// Number of discs of a side.
    pub fn discs(&self, side: Side) -> u32 {
        self.set(side).count_ones()
    }
}

impl Game for State {
    type Move = Square;
    const NAME: &'static str = "othello";
    /// Number of squares. Positions of games have at most about 30 moves, but a
    /// state may be any arrangement of discs.
    const MAX_MOVES: usize = 64;

    fn start() -> Self {
        let [black, white] = START;
        Self::from_discs(black, white, Side::First)
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| match self.own.count_ones().cmp(&self.other.count_ones()) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        })
    }

    /// Own discs minus the opponent's. Empty squares count for neither side.
    /// (Collections of solved endgames often count them for the winner.)
    fn score(&self) -> Option<i32> {
        self.is_over().then(|| self.own.count_ones() as i32 - self.other.count_ones() as i32)
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        moves.clear();
        match self.placements() {
            0 if self.replies() == 0 => (),
            0 => moves.push(Square::PASS),
            placements => moves.extend(Square::members(placements)),
        }
    }

    fn count_moves(&self, _buffer: &mut Vec<Square>) -> usize {
        match self.placements() {
            0 => usize::from(self.replies() != 0),
            placements => placements.count_ones() as usize,
        }
    }

    #[inline]
    fn nth_move(&self, n: usize, _buffer: &mut Vec<Square>) -> Square {
        match self.placements() {
            0 => Square::PASS,
            placements => Square(nth_member(placements, byte_counts(placements), n as u32) as u8),
        }
    }

    fn is_legal(&self, m: Square) -> bool {
        match m {
            Square::PASS => self.placements() == 0 && self.replies() != 0,
            square => self.placements() & square.bit() != 0,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Square) {
        let flips = self.flips(m);
        *self =
            State { own: self.other & !flips, other: self.own | flips | m.bit(), side: self.side.other() };
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Square {
        match self.placements() {
            0 => Square::PASS,
            placements => Square(random_member(placements, rng) as u8),
        }
    }

    /// A hash of 128 bits of discs, so two positions may have the same key. Two
    /// positions with the same side to move that differ only in `own` or only in
    /// `other` have different keys.
    #[inline]
    fn key(&self) -> u64 {
        const SIDES: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
        bits::hash(self.own ^ SIDES[self.side.index()], self.other)
    }

    fn move_text(&self, m: Square) -> String {
        notation::move_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseError> {
        notation::parse_move(text)
    }

    fn draw(&self, last: Option<Square>) -> String {
        notation::draw(self, last)
    }
}
