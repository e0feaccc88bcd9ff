//! Bitboards: legal moves and flips, for all 64 squares at once. The functions
//! have no branches that depend on the board, and run on any CPU.
//!
//! ```text
//!      a  b  c  d  e  f  g  h       bit of a square: 8 * row + column
//!   1  0  1  2  3  4  5  6  7
//!   2  8  9 10 11 12 13 14 15       one square to the right: << 1
//!   3 16 17 18 19 20 21 22 23       one square down:         << 8
//!   … …                             down and to the right:   << 9
//!   8 56 57 58 59 60 61 62 63       down and to the left:    << 7
//! ```

use game::bits::mix;

/// The columns b to g. Discs on columns a and h cannot be enclosed in a
/// horizontal or diagonal line; leaving them out keeps shifts from wrapping
/// around the edge.
pub(crate) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The legal moves of the side with the discs `own`.
#[inline]
pub fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let ends = beyond(own, inner, 1) | beyond(own, other, 8) | beyond(own, inner, 7) | beyond(own, inner, 9);
    ends & !(own | other)
}

/// The squares behind the runs of `through` that begin next to a disc of `own`,
/// in both directions of a line.
#[inline]
fn beyond(own: u64, through: u64, by: u32) -> u64 {
    // A run has at most six discs: the first two steps add one each, the others
    // two each.
    let pairs_up = through & through << by;
    let pairs_down = through & through >> by;
    let mut up = through & own << by;
    let mut down = through & own >> by;
    up |= through & up << by;
    down |= through & down >> by;
    up |= pairs_up & up << (2 * by);
    down |= pairs_down & down >> (2 * by);
    up |= pairs_up & up << (2 * by);
    down |= pairs_down & down >> (2 * by);
    up << by | down >> by
}

/// The rays from a square: the squares in each of the eight directions, up to
/// the edge of the board.
#[repr(align(64))]
pub(crate) struct Rays {
    /// Right, down left, down, down right: bits above the square's own.
    pub(crate) up: [u64; 4],
    /// The opposite directions: bits below it.
    pub(crate) down: [u64; 4],
}

pub(crate) static RAYS: [Rays; 64] = RAYS_TABLE;

pub(crate) const RAYS_TABLE: [Rays; 64] = {
    let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (down, right) = steps[line];
            table[square].up[line] = ray(square as i32, down, right);
            table[square].down[line] = ray(square as i32, -down, -right);
            line += 1;
        }
        square += 1;
    }
    table
};

const fn ray(square: i32, down: i32, right: i32) -> u64 {
    let (mut row, mut column) = (square / 8 + down, square % 8 + right);
    let mut squares = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        squares |= 1 << (8 * row + column);
        row += down;
        column += right;
    }
    squares
}

/// The discs of `other` that a disc of `own` on `square` (below 64) turns.
///
/// Finds the first square of each ray without a disc of `other`. If it has a disc
/// of `own`, all squares before it are turned.
#[inline]
pub fn flips(own: u64, other: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flips = 0;
    for ray in rays.up {
        // All bits outside the ray are set, so adding 1 carries through them and
        // through `other`, to the first square of the ray without `other`.
        let first = (other | !ray).wrapping_add(1);
        let end = first & own & ray;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        // Downwards the first such square is the highest set bit. (If there is
        // none, the result is a1, which is no disc of `own` then.)
        let first = 1 << 63 >> (!other & ray | 1).leading_zeros();
        let end = first & own & ray;
        flips |= (end << 1).wrapping_neg() & ray;
    }
    flips
}

/// Hash of two sets.
#[inline]
pub(crate) fn hash(own: u64, other: u64) -> u64 {
    mix(mix(own) ^ other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn a_move_is_legal_exactly_where_it_turns_discs() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..20_000 {
            let discs = rng.u64(..) | rng.u64(..);
            let own = discs & rng.u64(..);
            let other = discs & !own;
            let flipping =
                (0..64).filter(|&square| discs >> square & 1 == 0 && flips(own, other, square) != 0);
            assert_eq!(moves(own, other), flipping.fold(0, |set, square| set | 1 << square));
        }
    }
}
