//! The rules: stones, and where each side may still put one.
//!
//! A stone may be put on an empty point unless its own group would have no
//! liberty (suicide) or an enemy group would have none (capture). Who has no
//! such point on his turn has lost; there is no pass and no draw.
//!
//! The state is relative to the side to move and keeps what *both* sides may
//! still do, so that moves, the end of the game and "rights" (points that only
//! one side may play) are questions to a set:
//!
//! ```text
//!   own         stones of the side to move          each point is one of six:
//!   other       stones of the opponent                own · other
//!   empty       points without a stone                both may play
//!   own_legal   where the side to move may play       only own may · only other may
//!   other_legal where the opponent may, on its turn   neither may
//! ```
//!
//! **Legality only ever shrinks.** An enemy group with one liberty cannot get
//! another except through that very point, and a point where one would suffocate
//! has no empty neighbour and none but suffocating groups beside it: what is
//! forbidden to a side stays so to the end. A move therefore only clears bits, and
//! only near itself: of the points beside it, and of the last liberties of the
//! groups that touch it.

use game::{Game, Outcome, ParseError, Rng, Side};

use crate::groups::{Group, joins_liberties};
use crate::notation;
use crate::points::{MOST, Point, Points};

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
    /// The position with these stones; every group must have a liberty.
    pub(crate) fn from_stones(own: Points, other: Points, board: Points) -> State {
        let empty = board & !(own | other);
        let may_play = |own: Points, other: Points| {
            let is_legal = |point: &Point| {
                let stone = point.set();
                let captures =
                    |enemy: Point| !Group::around(enemy.set(), other, empty).last_liberty.is_empty();
                let breathes = !(point.neighbours() & empty).is_empty() || joins_liberties(stone, own, empty);
                breathes && !(point.neighbours() & other).members().any(captures)
            };
            empty.members().filter(is_legal).collect()
        };
        State { own, other, empty, own_legal: may_play(own, other), other_legal: may_play(other, own) }
    }

    /// The empty board with so many rows and columns, both 1 to 9. A single
    /// point has no liberty; every other board lets both play everywhere.
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

    /// Where the side to move may play.
    #[inline]
    pub fn own_legal(&self) -> Points {
        self.own_legal
    }

    /// Where the opponent may play, as far as it is known now.
    #[inline]
    pub fn other_legal(&self) -> Points {
        self.other_legal
    }

    /// Where both may play: what the sides still fight for.
    #[inline]
    pub fn shared(&self) -> Points {
        self.own_legal & self.other_legal
    }

    /// The rights of the side to move: points that only it may play.
    #[inline]
    pub fn own_rights(&self) -> Points {
        self.own_legal & !self.other_legal
    }

    /// The rights of the opponent.
    #[inline]
    pub fn other_rights(&self) -> Points {
        self.other_legal & !self.own_legal
    }

    /// All points of the board.
    #[inline]
    pub fn board(&self) -> Points {
        self.own | self.other | self.empty
    }

    /// Rows of the board.
    pub fn rows(&self) -> usize {
        let board = self.board();
        (0..MOST).take_while(|&row| Point::new(row, 0).is_some_and(|p| board.contains(p))).count()
    }

    /// Columns of the board.
    pub fn columns(&self) -> usize {
        let board = self.board();
        (0..MOST).take_while(|&column| Point::new(0, column).is_some_and(|p| board.contains(p))).count()
    }

    /// Whose stone lies there, if there is one.
    pub fn stone(&self, point: Point) -> Option<Side> {
        match (self.own.contains(point), self.other.contains(point)) {
            (true, _) => Some(self.side()),
            (_, true) => Some(self.side().other()),
            _ => None,
        }
    }

    /// The same stones with the other side to move, for those who ask what a
    /// side could do if it were its turn.
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

    /// The same stones, but nobody may play anywhere else.
    pub(crate) fn limited_to(&self, points: Points) -> State {
        State { own_legal: self.own_legal & points, other_legal: self.other_legal & points, ..*self }
    }

    /// All sets as `image` shows them; it must keep neighbours together.
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
    const MAX_MOVES: usize = MOST * MOST;

    /// The empty board of 9×9 points.
    fn start() -> Self {
        const START: State = State::cleared(MOST, MOST);
        START
    }

    /// Black, the first player, has as many stones as white on its turn.
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

        let mine = Group::around(stone, own, empty).last_liberty;
        other_legal &= !mine;
        let mut theirs = Points::EMPTY;
        let mut enemies = m.neighbours() & other;
        while !enemies.is_empty() {
            let group = Group::around(enemies.first(), other, empty);
            theirs |= group.last_liberty;
            enemies &= !group.stones;
        }
        own_legal &= !theirs;

        let closed = empty & !empty.spread();
        for point in (closed & (m.neighbours() | mine | theirs)).members() {
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

    /// The stones and the empty points: so the board, too.
    #[inline]
    fn key(&self) -> u64 {
        Points::name([self.own, self.other, self.empty])
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
