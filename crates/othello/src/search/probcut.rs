//! Multi-ProbCut: prunes a deep search by the result of a shallow one.
//!
//! The scores of a shallow and a deep search of the same position differ by
//! an error that is nearly normal. Its standard deviation depends on the two
//! depths and on the number of empty squares. When the score of the shallow
//! search (the probe) is above `alpha` by several deviations, the deep score is
//! most likely above `alpha`, too, and the deep search is pruned. The level is
//! the number of deviations that is required.

use super::midgame::evaluate;
use super::{Cpu, Node, Search};

/// The level at which nothing is pruned.
pub const EXACT: u8 = 5;

/// Number of standard deviations that each level requires.
const DEVIATIONS: [f32; EXACT as usize] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// Probability that a cut of each level is correct, in per cent.
pub const CONFIDENCE: [u8; EXACT as usize + 1] = [73, 87, 95, 98, 99, 100];

/// Searches to a lower depth than this are not pruned.
const MIN_DEPTH: i32 = 3;

/// Standard deviation of the score of a search to `depth` plies from that of a
/// search to `probe` plies.
#[inline(always)]
fn deviation(empties: i32, depth: i32, probe: i32) -> f32 {
    let [base, by_depth, by_probe, by_empties] =
        if depth == empties { ENDGAME_DEVIATION } else { MIDGAME_DEVIATION };
    let plane = base + by_depth * depth as f32 + by_probe * probe as f32 + by_empties * empties as f32;
    // The plane may reach zero far from the depths that were measured.
    plane.max(1.0)
}

/// Coefficients of the deviation: constant, depth, probe and empty squares. They
/// were measured with `learn patterns errors` on self-play games.
const MIDGAME_DEVIATION: [f32; 4] = [3.904, 0.2563, -0.3806, -0.0597];

/// The same for searches to the end of the game.
const ENDGAME_DEVIATION: [f32; 4] = [8.278, -0.0425, -0.3499, -0.0425];

/// Depth of the probe. It has the parity of `depth`, since evaluations favour
/// the side that made the last move.
#[inline(always)]
fn probe_depth(depth: i32) -> i32 {
    let probe = 2 * (depth / 4) + (depth & 1);
    if probe >= depth { depth - 2 } else { probe }
}

/// Returns a bound of the score that is probably correct, if the probe finds one.
#[inline(always)]
pub(super) fn cut<C: Cpu>(
    search: &mut Search<C>,
    node: &Node,
    depth: i32,
    alpha: i32,
    level: u8,
) -> Option<i32> {
    if level >= EXACT || depth < MIN_DEPTH {
        return None;
    }
    let deviations = DEVIATIONS[level as usize] * search.probcut_scale;
    let probe = probe_depth(depth);
    let margin = (deviations * deviation(node.empties, depth, probe) + 0.5) as i32;
    // The evaluation decides which of the two bounds is tried.
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
