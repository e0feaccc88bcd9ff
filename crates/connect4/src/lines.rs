//! Four in a line, for all cells at once.
//!
//! A line has one of four directions; in each, the next cell of a line is a
//! constant number of bits away. Sets that are shifted by that number and
//! intersected tell about every cell in a handful of operations.

use crate::bits::Bits;

/// Upwards within a column.
const UP: u32 = 1;

/// The three directions that lead to the next column: level, rising, falling.
fn across<B: Bits>() -> [u32; 3] {
    [B::STRIDE, B::STRIDE + 1, B::STRIDE - 1]
}

/// Are four of these stones in a line?
#[inline]
pub fn has_line<B: Bits>(stones: B) -> bool {
    let fours = |step: u32| {
        let pairs = stones & stones.back(step);
        pairs & pairs.back(2 * step)
    };
    let [level, rising, falling] = across::<B>();
    !(fours(UP) | fours(level) | fours(rising) | fours(falling)).is_empty()
}

/// The cells that complete a line for the owner of `stones`. Some may be
/// taken or off the board: intersect with the empty ones.
#[inline]
pub fn completing<B: Bits>(stones: B) -> B {
    // A column fills from below: only the top of three is missing.
    let mut cells = stones.forward(UP) & stones.forward(2 * UP) & stones.forward(3 * UP);
    for step in across::<B>() {
        let (before, after) = (stones.forward(step), stones.back(step));
        let pairs = stones & before;
        // Which of the four is missing: the last or the third; the first or
        // the second.
        cells = cells | pairs.forward(step) & (stones.forward(3 * step) | after);
        cells = cells | pairs.back(2 * step) & (stones.back(3 * step) | before);
    }
    cells
}
