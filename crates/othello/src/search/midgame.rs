//! Search to a fixed depth, with the pattern evaluation at the leaves.
//!
//! It also searches to the end of the game where there are too many empty
//! squares for [`super::endgame`].

use super::endgame::stability_bound;
use super::probcut;
use super::table::{Known, NO_SQUARE};
use super::team::{Team, Turns};
use super::{CORNERS, Cpu, NONE, Node, QUADRANTS, Search, final_score};
use crate::eval::weights::UNITS;

/// Searches of at most this many plies do not use the transposition table.
const LEAF_DEPTH: i32 = 2;

/// Searches of at least this many plies look up the positions after all moves
/// first (enhanced transposition cutoff).
const TRANSPOSITION_CUTOFF_DEPTH: i32 = 7;

/// With at most this many empty squares, a search to the end of the game uses
/// [`super::endgame`], which needs no evaluation.
const ENDGAME_EMPTIES: i32 = 14;

/// The last move that refuted a move, by the depth of the search and the refuted move.
pub(super) type Answers = [[u8; NO_SQUARE as usize + 1]; LEAF_DEPTH as usize + 1];

/// No move was refuted yet.
pub(super) const NO_ANSWERS: Answers = [[NO_SQUARE; NO_SQUARE as usize + 1]; LEAF_DEPTH as usize + 1];

/// A move with the position after it and its priority in the move order.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    node: Node,
    square: u8,
    priority: i32,
}

/// Evaluates a position in whole discs, from -62 to 62: an evaluation never
/// claims the whole board.
#[inline(always)]
pub(super) fn evaluate<C: Cpu>(search: &Search<C>, node: &Node) -> i32 {
    let units = units(search, node);
    ((units + UNITS / 2).div_euclid(UNITS)).clamp(-62, 62)
}

/// Evaluates a position in [`UNITS`] of a disc.
#[inline(always)]
pub(super) fn units<C: Cpu>(search: &Search<C>, node: &Node) -> i32 {
    let own = search.cpu.moves(node.own, node.other).count_ones();
    let other = search.cpu.moves(node.other, node.own).count_ones();
    if own + other == 0 {
        return UNITS * final_score(node.own, node.other);
    }
    search.weights.stage(node.empties as usize).sum(&node.indices, [own, other])
}

/// Searches a few plies, without transposition table.
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
            _ => -C::leaf(search, &node.passed(search.indexer), depth, !alpha),
        };
    }
    // The move that refuted the last move elsewhere comes first, then corners.
    let answer = 1u64.checked_shl(search.answers[depth as usize][node.last as usize].into()).unwrap_or(0);
    let others = moves & !answer;
    let mut best = NONE;
    for mut set in [moves & answer, others & CORNERS, others & !CORNERS] {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            let flips = search.cpu.flips(node.own, node.other, square);
            let next = node.after(search.cpu, search.indexer, square, flips);
            let score = if depth == 1 {
                search.nodes += 1;
                -evaluate(search, &next)
            } else {
                -C::leaf(search, &next, depth - 1, !alpha)
            };
            if score > best {
                best = score;
                if best > alpha {
                    search.answers[depth as usize][node.last as usize] = square as u8;
                    return best;
                }
            }
        }
    }
    best
}

/// Pushes moves with their priorities onto the stack. Returns false, with
/// nothing pushed, if a move takes all discs of the opponent.
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
    // Depth of the searches that order the moves; 0 is the evaluation alone.
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
        let next = node.after(search.cpu, search.indexer, square, flips);
        let priority = if square == second_best as usize {
            1 << 20
        } else {
            let replies = search.cpu.moves(next.own, next.other);
            let replies = replies.count_ones() as i32 + (replies & CORNERS).count_ones() as i32;
            let value = match ahead {
                0 => units(search, &next),
                ahead => UNITS * ordering_score(search, &next, ahead, alpha),
            };
            let parity = i32::from(node.empties < 21 && odd >> square & 1 == 1);
            let mobility_weight = if to_the_end { 16 } else { 4 };
            -value - mobility_weight * replies + 12 * parity
        };
        search.stack.push(Candidate { node: next, square: square as u8, priority });
    }
    true
}

/// Score of a position in a shallow search, for move ordering. Its window is a
/// few discs wide around `alpha`.
#[inline(always)]
fn ordering_score<C: Cpu>(search: &mut Search<C>, next: &Node, ahead: i32, alpha: i32) -> i32 {
    let (low, high) = (-alpha - 9, -alpha + 8);
    C::pv_search(search, next, ahead.min(next.empties), low.max(-64), high.min(64), 0)
}

/// Lower bound above `alpha` from the transposition table's entry of a position
/// that a move leads to, if there is one.
#[inline(always)]
fn transposition_cutoff<C: Cpu>(
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

/// Moves the candidate with the highest priority to index `from` of the stack.
#[inline(always)]
fn move_best_to_front<C>(search: &mut Search<C>, from: usize) {
    let rest = &mut search.stack[from..];
    let mut best = 0;
    for i in 1..rest.len() {
        if rest[i].priority > rest[best].priority {
            best = i;
        }
    }
    rest.swap(0, best);
}

/// Null-window search: returns a lower bound of the score if it is above
/// `alpha`, otherwise an upper bound.
#[inline(always)]
pub(super) fn midgame<C: Cpu>(search: &mut Search<C>, node: &Node, depth: i32, alpha: i32, level: u8) -> i32 {
    let depth = depth.min(node.empties);
    if depth == node.empties && node.empties <= ENDGAME_EMPTIES {
        let moves = search.cpu.moves(node.own, node.other);
        return C::endgame(search, node.own, node.other, alpha, node.parity, moves);
    }
    if depth <= LEAF_DEPTH {
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
            _ => -C::midgame(search, &node.passed(search.indexer), depth, !alpha, level),
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
    if depth >= TRANSPOSITION_CUTOFF_DEPTH
        && let Some(bound) = transposition_cutoff(search, node, moves, depth, alpha, level)
    {
        return bound;
    }
    // The best move of the table is searched before the others are generated.
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    let mut rest = moves;
    let first = search.stack.len();
    if let Some(square) = known.best_among(moves) {
        rest &= !(1 << square);
        let flips = search.cpu.flips(node.own, node.other, square);
        let next = node.after(search.cpu, search.indexer, square, flips);
        best = -C::midgame(search, &next, depth - 1, !alpha, level);
        best_square = square as u8;
    }
    if best <= alpha && rest != 0 {
        if !expand(search, node, rest, depth, alpha, known.best[1]) {
            return 64;
        }
        let shares = search.team.shares(depth);
        let mut turns = Turns::new(first, search.stack.len());
        while let Some((i, is_new)) = turns.next() {
            if is_new {
                move_best_to_front(search, i);
            }
            let Candidate { node: next, square, .. } = search.stack[i];
            let mark = if shares { Team::mark(&next) } else { 0 };
            if shares {
                if is_new && best > NONE && search.team.is_busy(mark) {
                    turns.postpone(i);
                    continue;
                }
                search.team.begin(mark);
            }
            let score = -C::midgame(search, &next, depth - 1, !alpha, level);
            if shares {
                search.team.end(mark);
            }
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

/// Principal variation search: returns the score if it is between `alpha` and
/// `beta`, otherwise a bound of it.
#[inline(always)]
pub(super) fn pv_search<C: Cpu>(
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
            _ => -C::pv_search(search, &node.passed(search.indexer), depth, -beta, -alpha, level),
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
    // The best move of the table goes first.
    if let Some(square) = known.best_among(moves) {
        rest &= !(1 << square);
        let flips = search.cpu.flips(node.own, node.other, square);
        let next = node.after(search.cpu, search.indexer, square, flips);
        search.stack.push(Candidate { node: next, square: square as u8, priority: i32::MAX });
    }
    if !expand(search, node, rest, depth, alpha, known.best[1]) {
        search.stack.truncate(first);
        return 64;
    }
    let shares = search.team.shares(depth);
    let mut turns = Turns::new(first, search.stack.len());
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    while let Some((i, is_new)) = turns.next() {
        if is_new {
            move_best_to_front(search, i);
        }
        let Candidate { node: next, square, .. } = search.stack[i];
        let floor = best.max(alpha);
        let mut score = NONE;
        if i > first {
            let mark = if shares { Team::mark(&next) } else { 0 };
            if shares {
                if is_new && search.team.is_busy(mark) {
                    turns.postpone(i);
                    continue;
                }
                search.team.begin(mark);
            }
            score = -C::midgame(search, &next, depth - 1, !floor, level);
            if shares {
                search.team.end(mark);
            }
        }
        if i == first || score > floor && score < beta {
            score = -C::pv_search(search, &next, depth - 1, -beta, -floor, level);
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
