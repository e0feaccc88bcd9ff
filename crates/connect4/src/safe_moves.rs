//! Connect-4 restricted to safe moves: the game that the champion's search plays.
//!
//! A move is *safe* if the opponent cannot win with the next stone: it blocks if a
//! block is forced, and does not land directly below a winning cell of the
//! opponent. Every other move loses at once, so that the restriction does not
//! change the result. A position is over as soon as the side to move can complete
//! a line (a win) or has no safe move (a loss).
//!
//! The winning cells of both sides are kept from position to position. A stone adds
//! only to those of its owner, so that a ply computes the completing cells of one
//! side once, for the win, the block and the double threat together.
//!
//! On a board that is its own mirror image the position is *folded*: one of the two
//! mirror images represents both, and the search has one node for them.

use std::fmt;
use std::str::FromStr;

use game::{Game, Outcome, ParseError, Proof, Rng, Side};

use crate::board::{Class, Column, Position};
use crate::lines::completing;

/// A position of the game restricted to safe moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SafeMoves<B> {
    position: Position<B>,
    /// Empty cells that win for the side to move.
    own_wins: B,
    /// Empty cells that win for the opponent.
    other_wins: B,
    /// The landing cells of the safe moves; empty when the game is over.
    safe_cells: B,
    outcome: Option<Outcome>,
    is_symmetric: bool,
}

impl<B: Class> SafeMoves<B> {
    /// Converts a position; folds it if the board is symmetric.
    pub fn new(position: &Position<B>) -> Self {
        let forbidden = position.forbidden();
        let mut safe = SafeMoves {
            position: *position,
            own_wins: position.own_threats(),
            other_wins: position.other_threats(),
            safe_cells: B::EMPTY,
            outcome: None,
            is_symmetric: forbidden.mirror(position.columns()) == forbidden,
        };
        safe.update();
        safe.fold();
        safe
    }

    /// The same position with another kind of set.
    #[inline(always)]
    pub(crate) fn converted<F: Class>(&self, convert: impl Fn(B) -> F) -> SafeMoves<F> {
        SafeMoves {
            position: self.position.converted(&convert),
            own_wins: convert(self.own_wins),
            other_wins: convert(self.other_wins),
            safe_cells: convert(self.safe_cells),
            outcome: self.outcome,
            is_symmetric: self.is_symmetric,
        }
    }

    /// The position without the restriction.
    #[inline(always)]
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The landing cells of the safe moves.
    #[inline(always)]
    pub fn safe_cells(&self) -> B {
        self.safe_cells
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

    /// Makes a safe move without folding the position.
    #[inline(always)]
    pub fn advance(&mut self, m: Column) {
        let stone = self.safe_cells & B::column(m.number());
        self.position.drop_stone(stone);
        self.own_wins = self.other_wins & !stone;
        self.other_wins = completing(self.position.other()) & self.position.vacant();
        self.update();
    }

    /// Computes the safe moves and the outcome from the winning cells.
    #[inline(always)]
    fn update(&mut self) {
        let next = self.position.playable();
        let forced = self.other_wins & next;
        let moves = match forced.is_empty() {
            true => next,
            // Two cells to block cannot both be blocked.
            false => forced.only_one(),
        };
        self.safe_cells = moves & !self.below(self.other_wins);
        self.outcome = match () {
            () if next.is_empty() => self.position.outcome(),
            () if !(self.own_wins & next).is_empty() => Some(Outcome::Win),
            () if self.safe_cells.is_empty() => Some(Outcome::Loss),
            () => return self.outcome = None,
        };
        self.safe_cells = B::EMPTY;
    }

    /// Switches to the mirror image that represents both, if the board is symmetric.
    #[inline]
    fn fold(&mut self) {
        if self.is_symmetric {
            self.fold_symmetric();
        }
    }

    fn fold_symmetric(&mut self) {
        let columns = self.position.columns();
        let packed = self.position.packed();
        let image = packed.mirror(columns);
        if packed != image && packed.lesser(image) == image {
            self.position = self.position.mirrored();
            for set in [&mut self.own_wins, &mut self.other_wins, &mut self.safe_cells] {
                *set = set.mirror(columns);
            }
        }
    }

    /// A safe move, uniformly at random. `columns` is the width of the board.
    #[inline(always)]
    pub fn random_safe(&self, columns: u32, rng: &mut Rng) -> Column {
        random_of(self.safe_cells, columns, rng)
    }

    /// The landing cells directly below a winning cell of the side to move: a stone
    /// there lets the opponent block it. Cells below two winning cells on top of each
    /// other are excluded, because the opponent can block only one of them.
    #[inline(always)]
    pub fn gives_up_win(&self) -> B {
        self.below(self.own_wins & !self.own_wins.down(1))
    }

    /// The cells directly below these, across the forbidden cell.
    #[inline(always)]
    fn below(&self, cells: B) -> B {
        let below = cells.down(1);
        below | (below & self.position.forbidden()).down(1)
    }

    /// A safe move outside of [`gives_up_win`](Self::gives_up_win) if there is one,
    /// else any safe move, uniformly at random. `columns` is the width of the board.
    #[inline(always)]
    pub fn random_keeping_wins(&self, columns: u32, rng: &mut Rng) -> Column {
        let keeping = self.safe_cells & !self.gives_up_win();
        random_of(if keeping.is_empty() { self.safe_cells } else { keeping }, columns, rng)
    }
}

/// Converts a proof about the restricted game to one about the full game, which
/// ends one ply later if the last position is won by its side to move, and two if it
/// is lost.
pub(crate) fn full_proof(proof: Proof) -> Proof {
    let later = match (proof.outcome, proof.plies % 2) {
        (Outcome::Draw, _) => 0,
        (Outcome::Win, 0) | (Outcome::Loss, 1) => 1,
        _ => 2,
    };
    Proof { plies: proof.plies + later, ..proof }
}

/// Converts a proof about the full game to one about the restricted game.
pub(crate) fn safe_proof(proof: Proof) -> Proof {
    let plies = if proof.outcome == Outcome::Draw { proof.plies } else { proof.plies.saturating_sub(1) };
    Proof { plies, ..proof }
}

/// The column of one of these moves, uniformly at random.
#[inline(always)]
fn random_of<B: Class>(moves: B, columns: u32, rng: &mut Rng) -> Column {
    loop {
        // Most columns have a safe move, so few draws are rejected.
        if let Some(column) = Column::new(rng.u32(0..columns) as usize)
            && !(moves & B::column(column.number())).is_empty()
        {
            return column;
        }
    }
}

impl<B: Class> Game for SafeMoves<B> {
    type Move = Column;
    const NAME: &'static str = B::NAME;
    const MAX_MOVES: usize = B::COLUMNS;

    fn start() -> Self {
        SafeMoves::new(&Position::start())
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
        let mut left = self.safe_cells;
        while let Some(column) = left.first_column() {
            moves.extend(Column::new(column));
            left = left & !B::column(column);
        }
    }

    #[inline]
    fn is_legal(&self, m: Column) -> bool {
        !(self.safe_cells & B::column(m.number())).is_empty()
    }

    #[inline]
    fn play_unchecked(&mut self, m: Column) {
        self.advance(m);
        self.fold();
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Column {
        self.random_safe(self.position.columns() as u32, rng)
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

impl<B: Class> fmt::Display for SafeMoves<B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<B: Class> FromStr for SafeMoves<B> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(|position| SafeMoves::new(&position))
    }
}
