//! The judgement of a position nobody has solved: counts of what the two
//! sides have, each times a weight that was learned.
//!
//! Columns fill up, and who has to move where nobody wants to decides most
//! games (zugzwang). Of the two sides one has the *last word*: it places the
//! last stone of a full board, and so it can answer every stone with one on
//! top of it. The cells that fall to it that way, and those that fall to the
//! other side, are known from the beginning (`Position::falls_to`); a winning
//! cell is *good* if it falls to its owner. So the sides are not alike, and
//! have weights of their own: a judgement is about the *answerer*, who has the
//! last word, and the *opener*.
//!
//! Weights change with the number of stones: they are given for an empty, a
//! half full and a full board, and what is between is interpolated once per
//! board.

use crate::bits::Bits;
use crate::board::{Class, Position};
use crate::sharp::Sharp;

/// What is counted for each side.
pub const PER_SIDE: usize = 18;

/// Good winning cells are counted up to this in [`Counts`]' last part.
const MOST_GOOD: usize = 3;

/// All numbers of a position: those of the answerer, of the opener, one of
/// (good cells of the one) × (good cells of the other) that is 1, and always 1,
/// and 1 if the answerer is to move.
pub const COUNTS: usize = 2 * PER_SIDE + PAIRS + FREEZE + 2;

/// Pairs of numbers of good winning cells.
const PAIRS: usize = (MOST_GOOD + 1) * (MOST_GOOD + 1);

/// Columns that are frozen by the answerer's winning cell, by the opener's
/// and by both (none, one, more), and who is to move when all else is full.
const FREEZE: usize = 3 * 3 * 2 * 2;

/// Rounded up, so that vectors of eight fit.
const PADDED: usize = COUNTS.next_multiple_of(8);

/// What is counted in a position.
pub type Counts = [i16; PADDED];

/// How full the board is where weights are given.
pub const KNOTS: usize = 3;

/// The logarithm of the odds is the sum divided by this.
pub const SCALE: f32 = 100.0;

/// The weights, by how full the board is.
pub type Weights = [[i16; COUNTS]; KNOTS];

/// What is the same for all positions of a board.
#[derive(Clone, Debug)]
pub struct Ground<B> {
    sets: Sets<B>,
    /// By stones on the board.
    weights: Vec<Counts>,
}

/// Sets of cells of a board.
#[derive(Clone, Copy, Debug)]
struct Sets<B> {
    cells: B,
    forbidden: B,
    /// By role: cells that fall to it.
    falls_to: [B; 2],
    /// The lower third of the board, the middle and the rest.
    bands: [B; 3],
    /// Has the board an even number of cells?
    is_even: bool,
}

/// Who has the last word has this role.
pub const ANSWERER: usize = 0;

impl<B: Class> Ground<B> {
    /// What is to be known of the board of a position.
    pub fn new(position: &Position<B>, weights: &Weights) -> Self {
        let (cells, forbidden) = (position.cells(), position.forbidden());
        let total = cells.count() as usize;
        let is_even = total.is_multiple_of(2);
        let [first, second] = position.falls_to();
        let rows = position.rows();
        let (low, high) = (rows / 3, rows - rows / 3);
        let band = |from: usize, to: usize| {
            let lane = (1u16 << to) - (1u16 << from);
            (0..position.columns()).fold(B::EMPTY, |set, column| set | B::from_lane(column, lane))
        };
        let sets = Sets {
            cells,
            forbidden,
            falls_to: if is_even { [second, first] } else { [first, second] },
            bands: [band(0, low), band(low, high), band(high, rows)],
            is_even,
        };
        let weights = (0..=total).map(|stones| blend(weights, stones as f32 / total as f32)).collect();
        Ground { sets, weights }
    }

    /// Is this the board of the position?
    #[inline]
    pub fn is_of(&self, position: &Position<B>) -> bool {
        self.sets.cells == position.cells()
    }

    /// The role of the side to move, with so many stones on the board.
    #[inline]
    pub fn role_to_move(&self, stones: usize) -> usize {
        self.sets.role_to_move(stones)
    }

    /// All counts of a position that is not over.
    pub fn counts(&self, state: &Sharp<B>) -> Counts {
        self.sets.counts(state)
    }

    /// What a position is worth to its side to move: the logarithm of the
    /// odds. The position may be of other sets, which `convert` makes.
    #[inline(always)]
    pub(crate) fn judge<F: Class>(&self, state: &Sharp<F>, convert: impl Fn(B) -> F) -> f32 {
        let sets = self.sets.converted(convert);
        let counts = sets.counts(state);
        let position = state.position();
        let stones = (position.own() | position.other()).count() as usize;
        let weights = &self.weights[stones];
        let sum: i32 = counts.iter().zip(weights).map(|(&n, &w)| i32::from(n) * i32::from(w)).sum();
        let sum = sum as f32 / SCALE;
        if sets.role_to_move(stones) == ANSWERER { sum } else { -sum }
    }
}

impl<B: Class> Sets<B> {
    #[inline(always)]
    fn converted<F: Class>(&self, convert: impl Fn(B) -> F) -> Sets<F> {
        Sets {
            cells: convert(self.cells),
            forbidden: convert(self.forbidden),
            falls_to: self.falls_to.map(&convert),
            bands: self.bands.map(&convert),
            is_even: self.is_even,
        }
    }

    #[inline(always)]
    fn role_to_move(&self, stones: usize) -> usize {
        // On an even board the second player has the last word.
        usize::from(stones.is_multiple_of(2) == self.is_even)
    }

    #[inline(always)]
    fn counts(&self, state: &Sharp<B>) -> Counts {
        let mut counts = [0; PADDED];
        let position = state.position();
        let (own, other) = ((position.own(), state.own_wins()), (position.other(), state.other_wins()));
        let stones = (own.0 | other.0).count() as usize;
        let mover = self.role_to_move(stones);
        let sides = if mover == ANSWERER { [own, other] } else { [other, own] };
        let wins = sides.map(|(_, wins)| wins);
        let good = [wins[0] & self.falls_to[0], wins[1] & self.falls_to[1]];
        // A cell above one that the other side gets first is worth nothing.
        let alive = [good[0] & !self.above(good[1]), good[1] & !self.above(good[0])];
        for (role, (stones, wins)) in sides.into_iter().enumerate() {
            let part = &mut counts[role * PER_SIDE..][..PER_SIDE];
            self.count_side(self.falls_to[role], stones, wins, alive[role], position, part);
        }
        let [answerer, opener] = alive.map(|cells| (cells.count() as usize).min(MOST_GOOD));
        counts[2 * PER_SIDE + answerer * (MOST_GOOD + 1) + opener] = 1;
        let free = (position.vacant() & !self.stuck(wins[0] | wins[1])).count() as usize;
        let last = self.role_to_move(stones + free);
        counts[2 * PER_SIDE + PAIRS + 2 * self.frozen(wins) + last] = 1;
        counts[COUNTS - 2] = 1;
        counts[COUNTS - 1] = i16::from(mover == ANSWERER);
        counts
    }

    /// One side's own counts.
    #[inline(always)]
    fn count_side(&self, falls: B, stones: B, wins: B, alive: B, position: &Position<B>, part: &mut [i16]) {
        let vacant = position.vacant();
        let soon = position.playable().up(1);
        let n = |cells: B| cells.count() as i16;
        part[0] = n(alive & self.bands[0]);
        part[1] = n(alive & self.bands[1]);
        part[2] = n(alive & self.bands[2]);
        part[3] = n(alive & soon);
        part[4] = n(wins & falls & !alive);
        part[5] = n(wins & !falls);
        part[6] = n(wins & !falls & soon);
        part[7] = n(wins & wins.up(1));
        let level = Lines::new(stones, vacant, falls, |set, steps| set.left(steps));
        let rising = Lines::new(stones, vacant, falls, |set, steps| set.left(steps).down(steps));
        let falling = Lines::new(stones, vacant, falls, |set, steps| set.left(steps).up(steps));
        for (kind, place) in (8..).enumerate().take(3) {
            part[place] = n(level.two[kind]);
            part[place + 3] = n(rising.two[kind]) + n(falling.two[kind]);
        }
        part[14] = n(level.one);
        part[15] = n(rising.one) + n(falling.one);
        let pair = stones & stones.up(1);
        part[16] = n(pair.up(1) & vacant & vacant.down(1));
        part[17] = n(level.none) + n(rising.none) + n(falling.none);
    }

    /// Which columns wait for somebody to give in: by the lowest winning cell,
    /// those of the answerer, of the opener (none, one, more), and whether
    /// there is one of both.
    #[inline(always)]
    fn frozen(&self, [answerer, opener]: [B; 2]) -> usize {
        let wins = answerer | opener;
        let lowest = wins & !self.above(wins);
        let both = lowest & answerer & opener;
        let [one, other] = [answerer, opener].map(|wins| (lowest & wins & !both).count().min(2) as usize);
        (one * 3 + other) * 2 + usize::from(!both.is_empty())
    }

    /// Winning cells, what lies above them, and the cells directly below.
    #[inline(always)]
    fn stuck(&self, wins: B) -> B {
        let below = wins.down(1);
        wins | self.above(wins) | below | (below & self.forbidden).down(1)
    }

    /// The cells above these in their columns.
    #[inline(always)]
    fn above(&self, cells: B) -> B {
        let all = self.cells | self.forbidden;
        let mut up = cells.up(1) & all;
        up = up | up.up(1);
        up = (up | up.up(2)) & all;
        up = (up | up.up(3)) & all;
        up = (up | up.up(3)) & all;
        (up | up.up(1)) & all
    }
}

/// Lines of one direction in which a side has so many stones and the other
/// one none, by their first cell.
struct Lines<B> {
    none: B,
    one: B,
    /// Of the two empty cells both, one or none fall to the side.
    two: [B; 3],
}

impl<B: Bits> Lines<B> {
    #[inline(always)]
    fn new(stones: B, vacant: B, falls: B, step: impl Fn(B, u32) -> B) -> Self {
        let open = stones | vacant;
        let open = open & step(open, 1);
        let open = open & step(open, 2);
        let (a, b) = (stones, step(stones, 1));
        let (c, d) = (step(stones, 2), step(stones, 3));
        let (odd, both) = (a ^ b, a & b);
        let (odd_behind, both_behind) = (c ^ d, c & d);
        let two = open & (odd & odd_behind | (both ^ both_behind) & !(odd | odd_behind));
        let any = |set: B| {
            let pair = set | step(set, 1);
            pair | step(pair, 2)
        };
        let (good, bad) = (any(vacant & falls), any(vacant & !falls));
        Lines {
            none: open & !(a | b | c | d),
            one: open & (odd ^ odd_behind) & !(both | both_behind),
            two: [two & !bad, two & good & bad, two & !good],
        }
    }
}

/// The weights of a board that is this full.
fn blend(weights: &Weights, full: f32) -> Counts {
    let place = full * (KNOTS - 1) as f32;
    let knot = (place as usize).min(KNOTS - 2);
    let share = place - knot as f32;
    let mut blended = [0; PADDED];
    for (i, slot) in blended.iter_mut().enumerate().take(COUNTS) {
        let (a, b) = (f32::from(weights[knot][i]), f32::from(weights[knot + 1][i]));
        *slot = (a + share * (b - a)).round() as i16;
    }
    blended
}
