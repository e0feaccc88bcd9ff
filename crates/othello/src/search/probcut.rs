//! Multi-ProbCut: what a shallow search says of a deep one.
//!
//! The scores of a shallow and a deep search of the same position differ by
//! an error that is nearly normal, with a deviation that depends on the two
//! depths and on how far the game has come. So when a shallow search is above
//! `alpha` by several deviations, the deep one is most likely above `alpha`,
//! too, and need not be made. How many deviations are asked for is the level.

use super::midgame::evaluate;
use super::{Cpu, Node, Search};

/// The level at which nothing is cut.
pub const EXACT: u8 = 5;

/// By level: so many deviations.
const DEVIATIONS: [f32; EXACT as usize] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// By level: how likely a cut is right, in per cent.
pub const CONFIDENCE: [u8; EXACT as usize + 1] = [73, 87, 95, 98, 99, 100];

/// Depths below this are searched without looking for a cut.
const FROM_DEPTH: i32 = 3;

/// The deviation between searches to `depth` and to `probe` plies.
#[inline(always)]
fn deviation(empties: i32, depth: i32, probe: i32) -> f32 {
    let [base, by_depth, by_probe, by_empties] = if depth == empties { TO_THE_END } else { TO_A_DEPTH };
    let plane = base + by_depth * depth as f32 + by_probe * probe as f32 + by_empties * empties as f32;
    // Far from where it was measured the plane goes on, but errors do not.
    plane.max(1.0)
}

/// Measured by the trainer's `errors` on positions of its own games: the
/// deviation is a plane, by depth, probe and empty squares.
const TO_A_DEPTH: [f32; 4] = [3.904, 0.2563, -0.3806, -0.0597];

/// The same where the deep search reaches the end of the game.
const TO_THE_END: [f32; 4] = [8.278, -0.0425, -0.3499, -0.0425];

/// The depth of the search that is asked first: of the same parity, since
/// who moves last tends to look better.
#[inline(always)]
fn probe_depth(depth: i32) -> i32 {
    let probe = 2 * (depth / 4) + (depth & 1);
    if probe >= depth { depth - 2 } else { probe }
}

/// A bound that most likely holds, if one is found.
#[inline(always)]
pub(super) fn cut<C: Cpu>(
    search: &mut Search<C>,
    node: &Node,
    depth: i32,
    alpha: i32,
    level: u8,
) -> Option<i32> {
    if level >= EXACT || depth < FROM_DEPTH {
        return None;
    }
    let deviations = DEVIATIONS[level as usize] * search.caution;
    let probe = probe_depth(depth);
    let margin = (deviations * deviation(node.empties, depth, probe) + 0.5) as i32;
    // The judgement tells which of the two answers is worth a try.
    if evaluate(search, node) > alpha {
        let above = alpha + margin;
        let cut = above < 64 && C::midgame(search, node, probe, above, level) > above;
        cut.then_some(alpha + 1)
    } else {
        let below = alpha - margin;
        let cut = below > -64 && C::midgame(search, node, probe, below, level) <= below;
        cut.then_some(alpha)
    }
}
