//! Search to a depth, and of positions with too many empty squares for
//! [`super::endgame`] alone.

use super::endgame::stability_bound;
use super::probcut;
use super::table::{Known, NO_SQUARE};
use super::{CORNERS, Cpu, NONE, Node, QUADRANTS, Search, final_score};
use crate::eval::weights::UNITS;

/// Up to so many plies are searched without the table.
const LEAF: i32 = 2;

/// From so many plies on, the table is asked about all moves at first.
const LOOK_AHEAD: i32 = 7;

/// Up to so many empty squares, a search to the end needs no judgement.
const TO_THE_END: i32 = 14;

/// A move: what it leads to, and how promising that is.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    node: Node,
    square: u8,
    promise: i32,
}

/// What the weights say, in discs. No judgement claims the whole board.
#[inline(always)]
pub(super) fn evaluate<C: Cpu>(search: &Search<C>, node: &Node) -> i32 {
    let units = units(search, node);
    ((units + UNITS / 2).div_euclid(UNITS)).clamp(-62, 62)
}

/// The same in parts of a disc.
#[inline(always)]
pub(super) fn units<C: Cpu>(search: &Search<C>, node: &Node) -> i32 {
    let own = search.cpu.moves(node.own, node.other).count_ones();
    let other = search.cpu.moves(node.other, node.own).count_ones();
    if own + other == 0 {
        return UNITS * final_score(node.own, node.other);
    }
    search.weights.stage(node.empties as usize).sum(&node.contents, [own, other])
}

/// A few plies.
#[inline(always)]
pub(super) fn leaf<C: Cpu>(search: &mut Search<C>, node: &Node, depth: i32, alpha: i32) -> i32 {
    search.nodes += 1;
    if depth <= 0 {
        return evaluate(search, node);
    }
    let moves = search.cpu.moves(node.own, node.other);
    if moves == 0 {
        return match search.cpu.moves(node.other, node.own) {
            0 => final_score(node.own, node.other),
            _ => -C::leaf(search, &node.passed(search.changes), depth, !alpha),
        };
    }
    let mut best = NONE;
    for mut set in [moves & CORNERS, moves & !CORNERS] {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            let flips = search.cpu.flips(node.own, node.other, square);
            let next = node.after(search.cpu, search.changes, square, flips);
            let score = if depth == 1 {
                search.nodes += 1;
                -evaluate(search, &next)
            } else {
                -C::leaf(search, &next, depth - 1, !alpha)
            };
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// Puts moves of a position on the stack, each with what it promises. False
/// if one of them takes the whole board: then there are none on the stack.
#[inline(always)]
fn expand<C: Cpu>(
    search: &mut Search<C>,
    node: &Node,
    moves: u64,
    depth: i32,
    alpha: i32,
    second_best: u8,
) -> bool {
    let first = search.stack.len();
    let odd = QUADRANTS[node.parity as usize & 15];
    let to_the_end = depth == node.empties;
    // How far to look ahead to put them in order.
    let ahead = if to_the_end { (depth - 15) / 3 } else { (depth - 8) / 3 }.clamp(0, 5);
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(node.own, node.other, square);
        if flips == node.other {
            search.stack.truncate(first);
            return false;
        }
        let next = node.after(search.cpu, search.changes, square, flips);
        let promise = if square == second_best as usize {
            1 << 20
        } else {
            let replies = search.cpu.moves(next.own, next.other);
            let replies = replies.count_ones() as i32 + (replies & CORNERS).count_ones() as i32;
            let value = match ahead {
                0 => units(search, &next),
                ahead => UNITS * window(search, &next, ahead, alpha),
            };
            let parity = i32::from(node.empties < 21 && odd >> square & 1 == 1);
            let haste = if to_the_end { 16 } else { 4 };
            -value - haste * replies + 12 * parity
        };
        search.stack.push(Candidate { node: next, square: square as u8, promise });
    }
    true
}

/// The score of a shallow search near the window that is asked about.
#[inline(always)]
fn window<C: Cpu>(search: &mut Search<C>, next: &Node, ahead: i32, alpha: i32) -> i32 {
    let (low, high) = (-alpha - 9, -alpha + 8);
    C::principal(search, next, ahead.min(next.empties), low.max(-64), high.min(64), 0)
}

/// What is known of a position that a move leads to, if it is good enough.
#[inline(always)]
fn known_ahead<C: Cpu>(
    search: &Search<C>,
    node: &Node,
    moves: u64,
    depth: i32,
    alpha: i32,
    level: u8,
) -> Option<i32> {
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(node.own, node.other, square);
        if let Some(known) = search.table.get(node.other ^ flips, node.own | flips | 1 << square)
            && known.holds_for(depth - 1, level)
            && -i32::from(known.upper) > alpha
        {
            return Some(-i32::from(known.upper));
        }
    }
    None
}

/// Brings the most promising of the moves from `from` on to the front.
#[inline(always)]
fn bring_best<C>(search: &mut Search<C>, from: usize) {
    let rest = &mut search.stack[from..];
    let mut best = 0;
    for i in 1..rest.len() {
        if rest[i].promise > rest[best].promise {
            best = i;
        }
    }
    rest.swap(0, best);
}

/// Whether the score is above `alpha`.
#[inline(always)]
pub(super) fn midgame<C: Cpu>(search: &mut Search<C>, node: &Node, depth: i32, alpha: i32, level: u8) -> i32 {
    let depth = depth.min(node.empties);
    if depth == node.empties && node.empties <= TO_THE_END {
        return C::endgame(search, node.own, node.other, alpha, node.parity);
    }
    if depth <= LEAF {
        return C::leaf(search, node, depth, alpha);
    }
    search.count();
    if search.stopped {
        return alpha;
    }
    if let Some(bound) = stability_bound(search, node.own, node.other, alpha, node.empties as u32) {
        return bound;
    }
    let moves = search.cpu.moves(node.own, node.other);
    if moves == 0 {
        return match search.cpu.moves(node.other, node.own) {
            0 => final_score(node.own, node.other),
            _ => -C::midgame(search, &node.passed(search.changes), depth, !alpha, level),
        };
    }
    let known = search.table.get(node.own, node.other).unwrap_or(Known::NOTHING);
    if known.holds_for(depth, level) {
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
    }
    if let Some(bound) = probcut::cut(search, node, depth, alpha, level) {
        return bound;
    }
    if depth >= LOOK_AHEAD
        && let Some(bound) = known_ahead(search, node, moves, depth, alpha, level)
    {
        return bound;
    }
    // The move that was best before is tried before the others are looked at.
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    let mut rest = moves;
    let first = search.stack.len();
    if let Some(square) = known.remembered(moves) {
        rest &= !(1 << square);
        let flips = search.cpu.flips(node.own, node.other, square);
        let next = node.after(search.cpu, search.changes, square, flips);
        best = -C::midgame(search, &next, depth - 1, !alpha, level);
        best_square = square as u8;
    }
    if best <= alpha && rest != 0 {
        if !expand(search, node, rest, depth, alpha, known.best[1]) {
            return 64;
        }
        let end = search.stack.len();
        for i in first..end {
            bring_best(search, i);
            let Candidate { node: next, square, .. } = search.stack[i];
            let score = -C::midgame(search, &next, depth - 1, !alpha, level);
            if score > best {
                (best, best_square) = (score, square);
                if best > alpha {
                    break;
                }
            }
        }
    }
    search.stack.truncate(first);
    if !search.stopped {
        search.table.put(node.own, node.other, depth, level, alpha, alpha + 1, best, best_square);
    }
    best
}

/// The score, if it is between `alpha` and `beta`.
#[inline(always)]
pub(super) fn principal<C: Cpu>(
    search: &mut Search<C>,
    node: &Node,
    depth: i32,
    alpha: i32,
    beta: i32,
    level: u8,
) -> i32 {
    if depth <= 0 {
        search.nodes += 1;
        return evaluate(search, node);
    }
    search.count();
    if search.stopped {
        return alpha;
    }
    let moves = search.cpu.moves(node.own, node.other);
    if moves == 0 {
        return match search.cpu.moves(node.other, node.own) {
            0 => final_score(node.own, node.other),
            _ => -C::principal(search, &node.passed(search.changes), depth, -beta, -alpha, level),
        };
    }
    let known = search.table.get(node.own, node.other).unwrap_or(Known::NOTHING);
    if known.holds_for(depth, level) {
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
    }
    let first = search.stack.len();
    let mut rest = moves;
    // The move that was best before goes first.
    if let Some(square) = known.remembered(moves) {
        rest &= !(1 << square);
        let flips = search.cpu.flips(node.own, node.other, square);
        let next = node.after(search.cpu, search.changes, square, flips);
        search.stack.push(Candidate { node: next, square: square as u8, promise: i32::MAX });
    }
    if !expand(search, node, rest, depth, alpha, known.best[1]) {
        search.stack.truncate(first);
        return 64;
    }
    let end = search.stack.len();
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    for i in first..end {
        bring_best(search, i);
        let Candidate { node: next, square, .. } = search.stack[i];
        let floor = best.max(alpha);
        let mut score = NONE;
        if i > first {
            score = -C::midgame(search, &next, depth - 1, !floor, level);
        }
        if i == first || score > floor && score < beta {
            score = -C::principal(search, &next, depth - 1, -beta, -floor, level);
        }
        if score > best {
            (best, best_square) = (score, square);
            if best >= beta {
                break;
            }
        }
    }
    search.stack.truncate(first);
    if !search.stopped {
        search.table.put(node.own, node.other, depth, level, alpha, beta, best, best_square);
    }
    best
}
