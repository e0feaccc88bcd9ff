//! The rules: the stones, and the legal moves of both sides.
//!
//! A move puts a stone on an empty point. It is illegal if its own group would
//! have no liberty (suicide) or an enemy group would have none (capture). A side
//! that has no legal move on its turn has lost; there is no pass and no draw.
//!
//! The state is relative to the side to move. It stores the legal moves of *both*
//! sides, so that every question about a point is a set operation. Two terms:
//!
//! - A **shared** point is legal for both sides.
//! - A **right** of a side is a point that is legal only for that side.
//!
//! ```text
//!   own          stones of the side to move        each point is in one of six states:
//!   other        stones of the opponent              stone of own · stone of other
//!   empty        points without a stone              shared
//!   own_legal    legal moves of the side to move     right of own · right of other
//!   other_legal  legal moves of the opponent         illegal for both
//!                if it were its turn
//! ```
//!
//! **The sets of legal moves only shrink.** An enemy group with one liberty can
//! gain another liberty only by a stone on that liberty. A suicide point has no
//! empty neighbour, and the own groups beside it have no other liberty. So a point
//! that is illegal for a side stays illegal until the end of the game. A move
//! therefore only removes points from the sets, and only points beside it and last
//! liberties of the groups that touch it.

use game::{Game, Outcome, ParseError, Rng, Side};

use crate::groups::{Group, joins_liberties};
use crate::notation;
use crate::points::{MAX_SIZE, Point, Points};

/// A position of NoGo on a board of 1×1 to 9×9 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    own: Points,
    other: Points,
    empty: Points,
    own_legal: Points,
    other_legal: Points,
}

impl State {
    /// Position with these stones. Every group must have a liberty.
    pub(crate) fn from_stones(own: Points, other: Points, board: Points) -> State {
        let empty = board & !(own | other);
        let legal_moves = |own: Points, other: Points| {
            let is_legal = |point: &Point| {
                let stone = point.set();
                let captures =
                    |enemy: Point| !Group::around(enemy.set(), other, empty).last_liberty.is_empty();
                let has_liberty =
                    !(point.neighbours() & empty).is_empty() || joins_liberties(stone, own, empty);
                has_liberty && !(point.neighbours() & other).members().any(captures)
            };
            empty.members().filter(is_legal).collect()
        };
        State { own, other, empty, own_legal: legal_moves(own, other), other_legal: legal_moves(other, own) }
    }

    /// Empty board with this number of rows and columns, both 1 to 9. On 1×1 no
    /// move is legal, because a stone would have no liberty; on every other board
    /// all moves are legal.
    pub(crate) const fn cleared(rows: usize, columns: usize) -> State {
        let board = Points::board(rows, columns);
        let legal = if rows * columns > 1 { board } else { Points::EMPTY };
        State { own: Points::EMPTY, other: Points::EMPTY, empty: board, own_legal: legal, other_legal: legal }
    }

    /// Stones of the side to move.
    #[inline]
    pub fn own(&self) -> Points {
        self.own
    }

    /// Stones of the opponent.
    #[inline]
    pub fn other(&self) -> Points {
        self.other
    }

    /// Points without a stone.
    #[inline]
    pub fn empty(&self) -> Points {
        self.empty
    }

    /// Legal moves of the side to move.
    #[inline]
    pub fn own_legal(&self) -> Points {
        self.own_legal
    }

    /// Moves that would be legal for the opponent if it were its turn.
    #[inline]
    pub fn other_legal(&self) -> Points {
        self.other_legal
    }

    /// Shared points: those that both sides may play.
    #[inline]
    pub fn shared(&self) -> Points {
        self.own_legal & self.other_legal
    }

    /// Rights of the side to move: points that only it may play.
    #[inline]
    pub fn own_rights(&self) -> Points {
        self.own_legal & !self.other_legal
    }

    /// Rights of the opponent.
    #[inline]
    pub fn other_rights(&self) -> Points {
        self.other_legal & !self.own_legal
    }

    /// All points of the board.
    #[inline]
    pub fn board(&self) -> Points {
        self.own | self.other | self.empty
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        let board = self.board();
        (0..MAX_SIZE).take_while(|&row| Point::new(row, 0).is_some_and(|p| board.contains(p))).count()
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        let board = self.board();
        (0..MAX_SIZE).take_while(|&column| Point::new(0, column).is_some_and(|p| board.contains(p))).count()
    }

    /// Side whose stone is on `point`; `None` if there is no stone.
    pub fn stone(&self, point: Point) -> Option<Side> {
        match (self.own.contains(point), self.other.contains(point)) {
            (true, _) => Some(self.side()),
            (_, true) => Some(self.side().other()),
            _ => None,
        }
    }

    /// The same stones with the other side to move. The rules have no pass; this
    /// is for analysis.
    #[inline]
    pub fn passed(&self) -> State {
        State {
            own: self.other,
            other: self.own,
            empty: self.empty,
            own_legal: self.other_legal,
            other_legal: self.own_legal,
        }
    }

    /// The position after a stone of the side to move on `point`, where the sides lose
    /// these legal moves.
    #[inline]
    pub(crate) fn after(&self, point: Point, own_lost: Points, other_lost: Points) -> State {
        let stone = point.set();
        State {
            own: self.other,
            other: self.own | stone,
            empty: self.empty & !stone,
            own_legal: self.other_legal & !(stone | other_lost),
            other_legal: self.own_legal & !(stone | own_lost),
        }
    }

    /// The same stones, with only `points` legal for both sides.
    pub(crate) fn restricted_to(&self, points: Points) -> State {
        State { own_legal: self.own_legal & points, other_legal: self.other_legal & points, ..*self }
    }

    /// Applies `image`, a symmetry of the board, to all sets.
    pub(crate) fn mapped(&self, image: impl Fn(Points) -> Points) -> State {
        State {
            own: image(self.own),
            other: image(self.other),
            empty: image(self.empty),
            own_legal: image(self.own_legal),
            other_legal: image(self.other_legal),
        }
    }
}

impl Game for State {
    type Move = Point;
    const NAME: &'static str = "nogo";
    const MAX_MOVES: usize = MAX_SIZE * MAX_SIZE;

    /// The empty board of 9×9 points.
    fn start() -> Self {
        const START: State = State::cleared(MAX_SIZE, MAX_SIZE);
        START
    }

    /// Black, the first player, is to move if both sides have the same number of
    /// stones.
    fn side(&self) -> Side {
        if self.own.count() == self.other.count() { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.own_legal.is_empty().then_some(Outcome::Loss)
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Point>) {
        moves.clear();
        moves.extend(self.own_legal.members());
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Point>) -> usize {
        self.own_legal.count() as usize
    }

    #[inline]
    fn nth_move(&self, n: usize, _buffer: &mut Vec<Point>) -> Point {
        self.own_legal.nth_member(n as u32)
    }

    #[inline]
    fn is_legal(&self, m: Point) -> bool {
        self.own_legal.contains(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Point) {
        let stone = m.set();
        let (own, other) = (self.own | stone, self.other);
        let empty = self.empty & !stone;
        let mut own_legal = self.own_legal & !stone;
        let mut other_legal = self.other_legal & !stone;

        let own_last_liberty = Group::around(stone, own, empty).last_liberty;
        other_legal &= !own_last_liberty;
        let mut enemy_last_liberties = Points::EMPTY;
        let mut enemies = m.neighbours() & other;
        while !enemies.is_empty() {
            let group = Group::around(enemies.first(), other, empty);
            enemy_last_liberties |= group.last_liberty;
            enemies &= !group.stones;
        }
        own_legal &= !enemy_last_liberties;

        let surrounded = empty & !empty.spread();
        let near = m.neighbours() | own_last_liberty | enemy_last_liberties;
        for point in (surrounded & near).members() {
            let point = point.set();
            if !joins_liberties(point, own, empty) {
                own_legal &= !point;
            }
            if !joins_liberties(point, other, empty) {
                other_legal &= !point;
            }
        }
        *self = State { own: other, other: own, empty, own_legal: other_legal, other_legal: own_legal };
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Point {
        self.own_legal.random_member(rng)
    }

    /// Hash of the stones and the empty points, and so of the board's size too.
    #[inline]
    fn key(&self) -> u64 {
        Points::hash([self.own, self.other, self.empty])
    }

    fn move_text(&self, m: Point) -> String {
        notation::vertex(m, self.rows())
    }

    fn parse_move(&self, text: &str) -> Result<Point, ParseError> {
        notation::parse_vertex(text, self.rows(), self.columns())
    }

    fn draw(&self, last: Option<Point>) -> String {
        notation::draw(self, last)
    }
}
