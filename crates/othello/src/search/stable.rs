//! Stable discs: discs that no sequence of moves can turn. A side keeps its
//! stable discs, which bounds the score.
//!
//! Three kinds are found: discs that no sequence of moves on their edge can
//! turn; discs on four full lines; and discs that are protected on each of their
//! four lines by a stable neighbour or a full line. Other stable discs exist, but
//! are expensive to find.

use std::sync::LazyLock;

/// The stable discs of an edge, by the own discs and the opponent's discs on it.
pub(super) type Edges = [[u8; 256]; 256];

/// The table of all edges, computed at first use.
pub(super) static EDGES: LazyLock<Box<Edges>> = LazyLock::new(|| {
    let mut edges = Box::new([[0; 256]; 256]);
    // An edge needs the results of edges with fewer empty squares, so those come
    // first.
    let mut sets: Vec<u8> = (0..=255).collect();
    sets.sort_by_key(|discs: &u8| discs.count_zeros());
    for discs in sets {
        // All ways to divide the discs between the sides: all subsets of the set.
        let mut own = discs;
        loop {
            edges[own as usize][(discs & !own) as usize] = stable_on_edge(&edges, own, discs & !own);
            if own == 0 {
                break;
            }
            own = (own - 1) & discs;
        }
    }
    edges
});

/// The own discs of an edge that stay, whatever is played on the edge.
fn stable_on_edge(edges: &Edges, own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        // Either side may play there, whether or not that turns discs here.
        let flips = turned(own, other, square);
        stable &= edges[(own | flips | 1 << square) as usize][(other & !flips) as usize];
        let flips = turned(other, own, square);
        stable &= edges[(own & !flips) as usize][(other | flips | 1 << square) as usize];
    }
    stable
}

/// The discs of `other` that a disc of `own` on the square turns along the edge.
fn turned(own: u8, other: u8, square: u32) -> u8 {
    let first_row = |set: u8| u64::from(set);
    crate::bits::flips(first_row(own), first_row(other), square as usize) as u8
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The discs of `own` that are found to be stable.
#[inline(always)]
pub(super) fn stable(edges: &Edges, own: u64, other: u64) -> u64 {
    let column =
        |set: u64, column: u32| ((set >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let top = edges[(own & 0xff) as usize][(other & 0xff) as usize];
    let bottom = edges[(own >> 56) as usize][(other >> 56) as usize];
    let left = edges[column(own, 0)][column(other, 0)];
    let right = edges[column(own, 7)][column(other, 7)];
    let mut stable = u64::from(top) | u64::from(bottom) << 56 | rows(left) | rows(right) << 7;

    let discs = own | other;
    let (rows, columns) = (full_rows(discs), full_columns(discs));
    let (falling, rising) = (full_falling(discs), full_rising(discs));
    const CENTRE: u64 = 0x007e_7e7e_7e7e_7e00;
    let centre = own & CENTRE;
    stable |= own & rows & columns & falling & rising;
    loop {
        let more = centre
            & !stable
            & (rows | stable << 1 | stable >> 1)
            & (columns | stable << 8 | stable >> 8)
            & (falling | stable << 9 | stable >> 9)
            & (rising | stable << 7 | stable >> 7);
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// Moves bit r of the set to the first square of row r.
#[inline(always)]
fn rows(set: u8) -> u64 {
    // One product spreads seven bits; the eighth is added separately.
    let low = u64::from(set & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN;
    low | u64::from(set >> 7) << 56
}

/// Squares of full rows.
#[inline(always)]
fn full_rows(mut discs: u64) -> u64 {
    discs &= discs >> 4;
    discs &= discs >> 2;
    discs &= discs >> 1;
    (discs & COLUMN) * 0xff
}

/// Squares of full columns.
#[inline(always)]
fn full_columns(mut discs: u64) -> u64 {
    discs &= discs.rotate_right(32);
    discs &= discs.rotate_right(16);
    discs & discs.rotate_right(8)
}

/// Squares of full diagonals from the upper left to the lower right. Shifted-in
/// squares beyond the board count as full.
#[inline(always)]
fn full_falling(discs: u64) -> u64 {
    let mut down = discs & (discs >> 9 | 0xff80_8080_8080_8080);
    down &= down >> 18 | 0xffff_c0c0_c0c0_c0c0;
    down &= down >> 36 | 0xffff_ffff_f0f0_f0f0;
    let mut up = discs & (discs << 9 | 0x0101_0101_0101_01ff);
    up &= up << 18 | 0x0303_0303_0303_ffff;
    up &= up << 36 | 0x0f0f_0f0f_ffff_ffff;
    up & down
}

/// Squares of full diagonals from the upper right to the lower left.
#[inline(always)]
fn full_rising(discs: u64) -> u64 {
    let mut down = discs & (discs >> 7 | 0xff01_0101_0101_0101);
    down &= down >> 14 | 0xffff_0303_0303_0303;
    down &= down >> 28 | 0xffff_ffff_0f0f_0f0f;
    let mut up = discs & (discs << 7 | 0x8080_8080_8080_80ff);
    up &= up << 14 | 0xc0c0_c0c0_c0c0_ffff;
    up &= up << 28 | 0xf0f0_f0f0_ffff_ffff;
    up & down
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits;
    use game::Rng;

    #[test]
    fn full_lines_are_found() {
        let line = |discs: u64, square: usize, step: (i32, i32)| {
            let inside = |r: i32, c: i32| (0..8).contains(&r) && (0..8).contains(&c);
            [1, -1].into_iter().all(|sign| {
                let (mut r, mut c) = (square as i32 / 8, square as i32 % 8);
                while inside(r, c) {
                    if discs >> (8 * r + c) & 1 == 0 {
                        return false;
                    }
                    (r, c) = (r + sign * step.0, c + sign * step.1);
                }
                true
            })
        };
        let mut rng = Rng::with_seed(4);
        for _ in 0..3000 {
            let discs = rng.u64(..) | rng.u64(..) | rng.u64(..) | rng.u64(..);
            let found = [full_rows(discs), full_columns(discs), full_falling(discs), full_rising(discs)];
            for (found, step) in found.into_iter().zip([(0, 1), (1, 0), (1, 1), (1, -1)]) {
                let all = (0..64).filter(|&s| line(discs, s, step)).fold(0u64, |set, s| set | 1 << s);
                assert_eq!(found, all, "{discs:#x} {step:?}");
            }
        }
    }

    #[test]
    fn stable_discs_are_never_turned() {
        let mut rng = Rng::with_seed(5);
        let mut seen = 0;
        for _ in 0..3000 {
            let (mut own, mut other): (u64, u64) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
            let mut held = [0, 0];
            let mut passes = 0;
            while passes < 2 {
                let now = [stable(&EDGES, own, other), stable(&EDGES, other, own)];
                assert_eq!(held[0] & !now[0], 0, "a stable disc stays stable");
                assert_eq!(held[1] & !now[1], 0);
                assert_eq!((now[0] & !own) | (now[1] & !other), 0);
                seen += now[0].count_ones() + now[1].count_ones();
                held = now;
                let moves = bits::moves(own, other);
                passes += 1;
                if moves != 0 {
                    passes = 0;
                    let square = game::bits::random_member(moves, &mut rng);
                    let flips = bits::flips(own, other, square as usize);
                    own |= flips | 1 << square;
                    other &= !flips;
                }
                (own, other) = (other, own);
                held.swap(0, 1);
            }
        }
        assert!(seen > 100_000, "{seen}");
    }
}
