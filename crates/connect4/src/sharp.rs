//! The game as a player sees it who misses nothing that is one move away.
//!
//! A position is over as soon as the side to move can make four at once (it
//! wins) or cannot keep the opponent from doing so (it loses: two cells to
//! block, or only cells that put the opponent's winning cell within reach).
//! Where the game goes on, only the *sensible* moves count: the block if one
//! is forced, and never a cell directly below one that wins for the opponent.
//! Nothing is lost by that: every other move loses at once.
//!
//! The winning cells of both sides come along from position to position. A
//! stone adds to those of its owner only, so that a ply costs one look at the
//! lines of the board, for the win, the block and the double threat together.
//!
//! On a board that is its own mirror image the position is *folded*: of the
//! two images one stands for both, and so the search has one node for them.

use std::fmt;
use std::str::FromStr;

use game::{Game, Outcome, ParseError, Proof, Rng, Side};

use crate::board::{Class, Column, Position};
use crate::lines::completing;

/// A position in which wins and losses are seen a move ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sharp<B> {
    position: Position<B>,
    /// Empty cells that win for the side to move.
    own_wins: B,
    /// Those that win for the opponent.
    other_wins: B,
    /// Where a sensible move lands; empty when it is over.
    sensible: B,
    outcome: Option<Outcome>,
    is_symmetric: bool,
}

impl<B: Class> Sharp<B> {
    /// How this position is seen; folded if the board is symmetric.
    pub fn new(position: &Position<B>) -> Self {
        let forbidden = position.forbidden();
        let mut sharp = Sharp {
            position: *position,
            own_wins: position.own_threats(),
            other_wins: position.other_threats(),
            sensible: B::EMPTY,
            outcome: None,
            is_symmetric: forbidden.mirror(position.columns()) == forbidden,
        };
        sharp.look();
        sharp.fold();
        sharp
    }

    /// The same with other sets.
    #[inline(always)]
    pub(crate) fn converted<F: Class>(&self, convert: impl Fn(B) -> F) -> Sharp<F> {
        Sharp {
            position: self.position.converted(&convert),
            own_wins: convert(self.own_wins),
            other_wins: convert(self.other_wins),
            sensible: convert(self.sensible),
            outcome: self.outcome,
            is_symmetric: self.is_symmetric,
        }
    }

    /// The position itself.
    #[inline(always)]
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Where sensible moves land.
    #[inline(always)]
    pub fn sensible(&self) -> B {
        self.sensible
    }

    /// Empty cells that win for the side to move.
    #[inline(always)]
    pub fn own_wins(&self) -> B {
        self.own_wins
    }

    /// Empty cells that win for the opponent.
    #[inline(always)]
    pub fn other_wins(&self) -> B {
        self.other_wins
    }

    /// A sensible move is made, and the board stays as it lies.
    #[inline(always)]
    pub fn advance(&mut self, m: Column) {
        let stone = self.sensible & B::column(m.number());
        self.position.drop_quietly(stone);
        self.own_wins = self.other_wins & !stone;
        self.other_wins = completing(self.position.other()) & self.position.vacant();
        self.look();
    }

    /// Sees what is one move away. The winning cells must be right.
    #[inline(always)]
    fn look(&mut self) {
        let next = self.position.playable();
        let forced = self.other_wins & next;
        let moves = match forced.is_empty() {
            true => next,
            // Of two cells to block, the other one loses.
            false => forced.only_one(),
        };
        self.sensible = moves & !self.below(self.other_wins);
        self.outcome = match () {
            () if next.is_empty() => self.position.outcome(),
            () if !(self.own_wins & next).is_empty() => Some(Outcome::Win),
            () if self.sensible.is_empty() => Some(Outcome::Loss),
            () => return self.outcome = None,
        };
        self.sensible = B::EMPTY;
    }

    /// Changes to the image that stands for both, where the mirror changes
    /// nothing.
    #[inline]
    fn fold(&mut self) {
        if self.is_symmetric {
            self.fold_symmetric();
        }
    }

    fn fold_symmetric(&mut self) {
        let columns = self.position.columns();
        let name = self.position.name();
        let image = name.mirror(columns);
        if name != image && name.lesser(image) == image {
            self.position = self.position.mirrored();
            for set in [&mut self.own_wins, &mut self.other_wins, &mut self.sensible] {
                *set = set.mirror(columns);
            }
        }
    }

    /// A sensible move, each with the same probability.
    #[inline(always)]
    pub fn random_column(&self, columns: u32, rng: &mut Rng) -> Column {
        random_of(self.sensible, columns, rng)
    }

    /// The landing cells below those that win for the mover: a stone there
    /// lets the opponent take the win away. (Where two such cells lie on each
    /// other, only one of them can be taken.)
    #[inline(always)]
    pub fn wasteful(&self) -> B {
        self.below(self.own_wins & !self.own_wins.down(1))
    }

    /// The cells whose stones make room for stones on these.
    #[inline(always)]
    fn below(&self, cells: B) -> B {
        let below = cells.down(1);
        below | (below & self.position.forbidden()).down(1)
    }

    /// A sensible move that wastes nothing as long as there is one, each with
    /// the same probability.
    #[inline(always)]
    pub fn patient_column(&self, columns: u32, rng: &mut Rng) -> Column {
        let patient = self.sensible & !self.wasteful();
        random_of(if patient.is_empty() { self.sensible } else { patient }, columns, rng)
    }
}

/// The plies to the real end: this game is won one ply before the real one, and
/// lost two.
pub(crate) fn real(proof: Proof) -> Proof {
    let seen_ahead = match (proof.outcome, proof.plies % 2) {
        (Outcome::Draw, _) => 0,
        (Outcome::Win, 0) | (Outcome::Loss, 1) => 1,
        _ => 2,
    };
    Proof { plies: proof.plies + seen_ahead, ..proof }
}

/// What is known of the real end, as a proof about this game.
pub(crate) fn seen(proof: Proof) -> Proof {
    let plies = if proof.outcome == Outcome::Draw { proof.plies } else { proof.plies.saturating_sub(1) };
    Proof { plies, ..proof }
}

/// The column of one of these moves, each with the same probability.
#[inline(always)]
fn random_of<B: Class>(moves: B, columns: u32, rng: &mut Rng) -> Column {
    loop {
        // Most columns have one most of the time.
        if let Some(column) = Column::new(rng.u32(0..columns) as usize)
            && !(moves & B::column(column.number())).is_empty()
        {
            return column;
        }
    }
}

impl<B: Class> Game for Sharp<B> {
    type Move = Column;
    const NAME: &'static str = B::NAME;
    const MAX_MOVES: usize = B::COLUMNS;

    fn start() -> Self {
        Sharp::new(&Position::start())
    }

    fn side(&self) -> Side {
        self.position.side()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Column>) {
        moves.clear();
        let mut left = self.sensible;
        while let Some(column) = left.first_column() {
            moves.extend(Column::new(column));
            left = left & !B::column(column);
        }
    }

    #[inline]
    fn is_legal(&self, m: Column) -> bool {
        !(self.sensible & B::column(m.number())).is_empty()
    }

    #[inline]
    fn play_unchecked(&mut self, m: Column) {
        self.advance(m);
        self.fold();
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Column {
        self.random_column(self.position.columns() as u32, rng)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn move_text(&self, m: Column) -> String {
        self.position.move_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<Column, ParseError> {
        self.position.parse_move(text)
    }

    fn draw(&self, last: Option<Column>) -> String {
        self.position.draw(last)
    }
}

impl<B: Class> fmt::Display for Sharp<B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<B: Class> FromStr for Sharp<B> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(|position| Sharp::new(&position))
    }
}
