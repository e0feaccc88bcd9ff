//! Lines of four, for all cells at once.
//!
//! Shifting a set left by one column aligns every cell with its right neighbour.
//! Intersections of shifted sets find the lines of the whole board in a few
//! operations, in four directions: upright, level, rising and falling.

use crate::bits::Bits;

/// Whether four of these stones are in a line.
#[inline(always)]
pub fn has_line<B: Bits>(stones: B) -> bool {
    // Pairs of neighbours, and a second pair two steps further.
    let right = stones.left(1);
    let upright = stones & stones.down(1);
    let level = stones & right;
    let rising = stones & right.down(1);
    let falling = stones & right.up(1);
    let four = upright & upright.down(2)
        | level & level.left(2)
        | rising & rising.left(2).down(2)
        | falling & falling.left(2).up(2);
    !four.is_empty()
}

/// Number of lines of four within these cells.
#[inline(always)]
pub fn count_lines<B: Bits>(cells: B) -> u32 {
    let right = cells.left(1);
    let upright = cells & cells.down(1);
    let level = cells & right;
    let rising = cells & right.down(1);
    let falling = cells & right.up(1);
    (upright & upright.down(2)).count()
        + (level & level.left(2)).count()
        + (rising & rising.left(2).down(2)).count()
        + (falling & falling.left(2).up(2)).count()
}

/// The cells that complete a line of `stones`. Some may be taken or off the board:
/// the caller intersects them with the empty cells.
#[inline(always)]
pub fn completing<B: Bits>(stones: B) -> B {
    // The stones one, two and three columns to the left of each cell, and to the
    // right.
    let before = [stones.right(1), stones.right(2), stones.right(3)];
    let after = [stones.left(1), stones.left(2), stones.left(3)];
    let [a, b, c] = before;
    let [x, y, z] = after;
    // A column fills from below, so an upright line lacks its top cell only.
    stones.up(1) & stones.up(2) & stones.up(3)
        | missing(before, after)
        | missing([a.up(1), b.up(2), c.up(3)], [x.down(1), y.down(2), z.down(3)])
        | missing([a.down(1), b.down(2), c.down(3)], [x.up(1), y.up(2), z.up(3)])
}

/// The cells that complete a line in one direction, given the stones before and
/// after each cell.
#[inline(always)]
fn missing<B: Bits>([a, b, c]: [B; 3], [x, y, z]: [B; 3]) -> B {
    a & b & (c | x) | x & y & (z | a)
}
