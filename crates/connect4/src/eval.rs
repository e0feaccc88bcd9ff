//! The learned evaluation: a linear function of features of both sides.
//!
//! Most games are decided by zugzwang: columns fill up until one side has to play
//! below a winning cell of the other. The side that places the last stone of a
//! full board, the *answerer*, can answer every stone with one on top of it; the
//! other side is the *opener*. The cells that each of them gets that way depend
//! only on the board (`Position::parity_cells`); a winning cell is *good* if it is
//! one of its owner's. So the two roles have different weights.
//!
//! Weights depend on the number of stones: they are given for an empty, a half
//! full and a full board, and interpolated in between, once per board.

use crate::bits::Bits;
use crate::board::{Class, Position};
use crate::safe_moves::SafeMoves;

/// Number of features of each side.
pub const FEATURES_PER_SIDE: usize = 18;

/// Good winning cells are counted up to this number in the pairs of [`FEATURES`].
const MOST_GOOD: usize = 3;

/// Number of features of a position, in this order: those of the answerer; those of
/// the opener; a one-hot code of the numbers of good winning cells of both; a
/// one-hot code of the frozen columns; a constant 1; and 1 if the answerer is to
/// move.
pub const FEATURES: usize = 2 * FEATURES_PER_SIDE + PAIRS + FREEZE + 2;

/// Number of pairs of numbers of good winning cells.
const PAIRS: usize = (MOST_GOOD + 1) * (MOST_GOOD + 1);

/// Number of cases of frozen columns: columns whose lowest winning cell is the
/// answerer's (none, one, more), the opener's (none, one, more) or both sides'
/// (none, some), and the side to move when all other cells are full.
const FREEZE: usize = 3 * 3 * 2 * 2;

/// [`FEATURES`] rounded up to whole vectors of eight.
const PADDED: usize = FEATURES.next_multiple_of(8);

/// The features of a position, padded with zeros.
pub type FeatureVector = [i16; PADDED];

/// Number of fill levels with weights of their own: empty, half full, full.
pub const KNOTS: usize = 3;

/// The weighted sum divided by this is the logarithm of the odds.
pub const SCALE: f32 = 100.0;

/// The weights, by fill level of the board.
pub type Weights = [[i16; FEATURES]; KNOTS];

/// Extracts and weighs the features of the positions of one board.
#[derive(Clone, Debug)]
pub struct BoardFeatures<B> {
    sets: Sets<B>,
    /// By number of stones on the board.
    weights: Vec<FeatureVector>,
}

/// Sets of cells of a board.
#[derive(Clone, Copy, Debug)]
struct Sets<B> {
    cells: B,
    forbidden: B,
    /// By role: the cells that it gets if columns are filled in pairs.
    parity_cells: [B; 2],
    /// The lower third of the rows, the middle rows and the upper third.
    bands: [B; 3],
    /// Whether the board has an even number of cells.
    is_even: bool,
}

/// Index of the role that places the last stone of a full board. The other role,
/// the opener, is 1.
pub const ANSWERER: usize = 0;

impl<B: Class> BoardFeatures<B> {
    /// Prepares the evaluation of the positions of this board.
    pub fn new(position: &Position<B>, weights: &Weights) -> Self {
        let (cells, forbidden) = (position.cells(), position.forbidden());
        let total = cells.count() as usize;
        let is_even = total.is_multiple_of(2);
        let [first, second] = position.parity_cells();
        let rows = position.rows();
        let (low, high) = (rows / 3, rows - rows / 3);
        let band = |from: usize, to: usize| {
            let lane = (1u16 << to) - (1u16 << from);
            (0..position.columns()).fold(B::EMPTY, |set, column| set | B::from_lane(column, lane))
        };
        let sets = Sets {
            cells,
            forbidden,
            parity_cells: if is_even { [second, first] } else { [first, second] },
            bands: [band(0, low), band(low, high), band(high, rows)],
            is_even,
        };
        let weights = (0..=total).map(|stones| blend(weights, stones as f32 / total as f32)).collect();
        BoardFeatures { sets, weights }
    }

    /// Whether `position` is on this board.
    #[inline]
    pub fn is_of(&self, position: &Position<B>) -> bool {
        self.sets.cells == position.cells()
    }

    /// The role of the side to move when `stones` stones are on the board.
    #[inline]
    pub fn role_to_move(&self, stones: usize) -> usize {
        self.sets.role_to_move(stones)
    }

    /// The features of a position that is not over.
    pub fn extract(&self, state: &SafeMoves<B>) -> FeatureVector {
        self.sets.extract(state)
    }

    /// Evaluates a position for the side to move, as the logarithm of the odds. The
    /// position may have another kind of set, which `convert` makes.
    #[inline(always)]
    pub(crate) fn evaluate<F: Class>(&self, state: &SafeMoves<F>, convert: impl Fn(B) -> F) -> f32 {
        let sets = self.sets.converted(convert);
        let features = sets.extract(state);
        let position = state.position();
        let stones = (position.own() | position.other()).count() as usize;
        let weights = &self.weights[stones];
        let sum: i32 = features.iter().zip(weights).map(|(&n, &w)| i32::from(n) * i32::from(w)).sum();
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
            parity_cells: self.parity_cells.map(&convert),
            bands: self.bands.map(&convert),
            is_even: self.is_even,
        }
    }

    #[inline(always)]
    fn role_to_move(&self, stones: usize) -> usize {
        // On a board with an even number of cells the second player answers.
        usize::from(stones.is_multiple_of(2) == self.is_even)
    }

    #[inline(always)]
    fn extract(&self, state: &SafeMoves<B>) -> FeatureVector {
        let mut features = [0; PADDED];
        let position = state.position();
        let (own, other) = ((position.own(), state.own_wins()), (position.other(), state.other_wins()));
        let stones = (own.0 | other.0).count() as usize;
        let mover = self.role_to_move(stones);
        let sides = if mover == ANSWERER { [own, other] } else { [other, own] };
        let wins = sides.map(|(_, wins)| wins);
        let good = [wins[0] & self.parity_cells[0], wins[1] & self.parity_cells[1]];
        // The other side takes its good cell first, so a cell above it is worthless.
        let alive = [good[0] & !self.above(good[1]), good[1] & !self.above(good[0])];
        for (role, (stones, wins)) in sides.into_iter().enumerate() {
            let part = &mut features[role * FEATURES_PER_SIDE..][..FEATURES_PER_SIDE];
            self.extract_side(self.parity_cells[role], stones, wins, alive[role], position, part);
        }
        let [answerer, opener] = alive.map(|cells| (cells.count() as usize).min(MOST_GOOD));
        features[2 * FEATURES_PER_SIDE + answerer * (MOST_GOOD + 1) + opener] = 1;
        let free = (position.vacant() & !self.frozen_cells(wins[0] | wins[1])).count() as usize;
        let last = self.role_to_move(stones + free);
        features[2 * FEATURES_PER_SIDE + PAIRS + 2 * self.frozen(wins) + last] = 1;
        features[FEATURES - 2] = 1;
        features[FEATURES - 1] = i16::from(mover == ANSWERER);
        features
    }

    /// The features of one side, into `part`.
    #[inline(always)]
    fn extract_side(
        &self,
        parity: B,
        stones: B,
        wins: B,
        alive: B,
        position: &Position<B>,
        part: &mut [i16],
    ) {
        let vacant = position.vacant();
        let soon = position.playable().up(1);
        let n = |cells: B| cells.count() as i16;
        part[0] = n(alive & self.bands[0]);
        part[1] = n(alive & self.bands[1]);
        part[2] = n(alive & self.bands[2]);
        part[3] = n(alive & soon);
        part[4] = n(wins & parity & !alive);
        part[5] = n(wins & !parity);
        part[6] = n(wins & !parity & soon);
        part[7] = n(wins & wins.up(1));
        let level = Lines::new(stones, vacant, parity, |set, steps| set.left(steps));
        let rising = Lines::new(stones, vacant, parity, |set, steps| set.left(steps).down(steps));
        let falling = Lines::new(stones, vacant, parity, |set, steps| set.left(steps).up(steps));
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

    /// Code of the frozen columns, in which neither side wants to move: those whose
    /// lowest winning cell is the answerer's, those whose lowest is the opener's
    /// (none, one, more), and whether there is one that is both sides'.
    #[inline(always)]
    fn frozen(&self, [answerer, opener]: [B; 2]) -> usize {
        let wins = answerer | opener;
        let lowest = wins & !self.above(wins);
        let both = lowest & answerer & opener;
        let [one, other] = [answerer, opener].map(|wins| (lowest & wins & !both).count().min(2) as usize);
        (one * 3 + other) * 2 + usize::from(!both.is_empty())
    }

    /// The winning cells, all cells above them, and the cells directly below them.
    #[inline(always)]
    fn frozen_cells(&self, wins: B) -> B {
        let below = wins.down(1);
        wins | self.above(wins) | below | (below & self.forbidden).down(1)
    }

    /// All cells above these in their columns.
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

/// The open lines of one direction, by their first cell and the number of stones of
/// one side. A line is open if the other side has no stone in it.
struct Lines<B> {
    none: B,
    one: B,
    /// Lines in which both, one or none of the two empty cells are parity cells of
    /// the side.
    two: [B; 3],
}

impl<B: Bits> Lines<B> {
    #[inline(always)]
    fn new(stones: B, vacant: B, parity: B, step: impl Fn(B, u32) -> B) -> Self {
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
        let (good, bad) = (any(vacant & parity), any(vacant & !parity));
        Lines {
            none: open & !(a | b | c | d),
            one: open & (odd ^ odd_behind) & !(both | both_behind),
            two: [two & !bad, two & good & bad, two & !good],
        }
    }
}

/// The weights of a board of which the share `full` is filled.
fn blend(weights: &Weights, full: f32) -> FeatureVector {
    let place = full * (KNOTS - 1) as f32;
    let knot = (place as usize).min(KNOTS - 2);
    let share = place - knot as f32;
    let mut blended = [0; PADDED];
    for (i, slot) in blended.iter_mut().enumerate().take(FEATURES) {
        let (a, b) = (f32::from(weights[knot][i]), f32::from(weights[knot + 1][i]));
        *slot = (a + share * (b - a)).round() as i16;
    }
    blended
}
