//! Quadrants with an odd number of empty squares, for the move order.

/// The quadrant of each square, as one of four bits.
pub(super) static QUADRANT: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    table
};

/// The squares of each set of quadrants.
pub(super) static QUADRANTS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set >> (square / 32 * 2 + square % 8 / 4) & 1 == 1 {
                table[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    table
};

/// The quadrants with an odd number of these empty squares.
///
/// If both sides fill such a quadrant in turn, the side that moves there first
/// also moves there last. That is an advantage, so these moves are tried first.
pub(super) fn parity(empty: u64) -> u8 {
    let odd = |quadrant: usize| (empty & QUADRANTS[1 << quadrant]).count_ones() as u8 & 1;
    (0..4).map(|quadrant| odd(quadrant) << quadrant).sum()
}

/// How four empty squares are ordered, by their quadrants: bits 2 * i and 2 * i + 1 of the
/// index are the quadrant of square i. Bits 2 * i and 2 * i + 1 of the element are the
/// number of the square at place i; bit 8 is set if two quadrants have two squares each.
///
/// Squares that are alone in their quadrant come first. Then squares of the same quadrant
/// are neighbours in the order.
static ORDERS: [u16; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut sizes = [0; 4];
        let mut square = 0;
        while square < 4 {
            sizes[index >> (2 * square) & 3] += 1;
            square += 1;
        }
        let (mut order, mut place, mut pairs) = (0, 0, 0);
        let mut size = 1;
        while size <= 4 {
            let mut quadrant = 0;
            while quadrant < 4 {
                let mut square = 0;
                while square < 4 && sizes[quadrant] == size {
                    if index >> (2 * square) & 3 == quadrant {
                        order |= (square as u16) << (2 * place);
                        place += 1;
                    }
                    square += 1;
                }
                if sizes[quadrant] == 2 && size == 2 {
                    pairs += 1;
                }
                quadrant += 1;
            }
            size += 1;
        }
        table[index] = order | if pairs == 2 { 1 << 8 } else { 0 };
        index += 1;
    }
    table
};

/// The four members of `empty`, in the order of [`ORDERS`], and whether they are two pairs.
#[inline(always)]
pub(super) fn by_parity(mut empty: u64) -> (bool, [u8; 4]) {
    let mut index = 0;
    let mut squares = 0;
    for i in 0..4 {
        let square = empty.trailing_zeros();
        empty &= empty.wrapping_sub(1);
        index |= (square >> 4 & 2 | square >> 2 & 1) << (2 * i);
        squares |= square << (8 * i);
    }
    let order = u32::from(ORDERS[index as usize & 255]);
    let place = |i: u32| (squares >> (8 * (order >> (2 * i) & 3)) & 63) as u8;
    (order >> 8 != 0, [place(0), place(1), place(2), place(3)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn squares_alone_in_their_quadrant_come_first_and_pairs_stay_together() {
        let quadrant = |square: &u8| (square >> 5, square >> 2 & 1);
        let mut rng = Rng::with_seed(10);
        let mut pairs_seen = 0;
        for _ in 0..20_000 {
            let mut empty = 0u64;
            while empty.count_ones() < 4 {
                empty |= 1 << rng.u32(0..64);
            }
            let (pairs, order) = by_parity(empty);
            assert_eq!(order.iter().fold(0, |set, square| set | 1u64 << square), empty);
            let size = |square: &u8| order.iter().filter(|s| quadrant(s) == quadrant(square)).count();
            assert!(order.is_sorted_by_key(size), "{empty:#x}: {order:?}");
            assert_eq!(pairs, order.iter().all(|square| size(square) == 2));
            if pairs {
                assert_eq!(quadrant(&order[0]), quadrant(&order[1]));
                pairs_seen += 1;
            }
        }
        assert!(pairs_seen > 1000, "{pairs_seen}");
    }
}
