//! Sets of up to 64 members in one word: mixing, counting, picking a member.
//!
//! Rules crates with bitboards use these in their hottest loops.

use crate::Rng;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Mixes the bits of a word: a permutation of the 64-bit numbers in which every
/// bit of the result depends on every bit of the argument.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}

/// Returns a member of a set that is not empty, each with the same probability.
#[inline]
pub fn random_member(set: u64, rng: &mut Rng) -> u32 {
    let counts = byte_counts(set);
    nth_member(set, counts, rng.u32(0..(counts >> 56) as u32))
}

/// For each byte, the number of members in it and in the bytes below it. The
/// top byte holds the size of the set.
#[inline]
pub const fn byte_counts(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// Returns the byte that holds member number `n`, from 0, of a set with these
/// [`byte_counts`]. The set must have more than `n` members.
#[inline]
pub const fn nth_byte(counts: u64, n: u32) -> u32 {
    // The top bit of a byte stays where the byte and those below it hold more
    // than n members (no byte borrows from the next): the first is the one.
    const TOPS: u64 = ONES << 7;
    let enough = (counts | TOPS).wrapping_sub((n + 1) as u64 * ONES);
    (enough & TOPS).trailing_zeros() / 8
}

/// Returns member number `n`, from 0, of a set with these [`byte_counts`].
/// The set must have more than `n` members.
#[inline]
pub fn nth_member(set: u64, counts: u64, n: u32) -> u32 {
    let byte = 8 * nth_byte(counts, n);
    let before = counts << 8 >> byte & 0xff;
    let members = set >> byte & 0xff;
    byte + u32::from(NTH[members as usize][(n - before as u32) as usize & 7])
}

/// The n-th member of each set of eight.
static NTH: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut member, mut n) = (0, 0);
        while member < 8 {
            if set >> member & 1 == 1 {
                table[set][n] = member;
                n += 1;
            }
            member += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_member_is_found_in_every_kind_of_set() {
        let mut rng = Rng::with_seed(1);
        let random = (0..2000).map(|i| {
            let (sparse, dense) = (rng.u64(..) & rng.u64(..) & rng.u64(..), rng.u64(..) | rng.u64(..));
            [rng.u64(..), sparse, dense][i % 3]
        });
        for set in random.chain((0..64).map(|bit| 1 << bit)).chain([!0, !0 << 56, 0xff]) {
            let members = (0..64).filter(|bit| set >> bit & 1 == 1);
            for (n, member) in (0..).zip(members) {
                assert_eq!(nth_member(set, byte_counts(set), n), member, "{set:#x}, {n}");
                assert_eq!(nth_byte(byte_counts(set), n), member / 8, "{set:#x}, {n}");
            }
            assert_eq!((byte_counts(set) >> 56) as u32, set.count_ones());
        }
    }

    #[test]
    fn a_random_member_is_a_member_and_every_member_comes() {
        let (mut rng, set) = (Rng::with_seed(2), 0x8000_0100_0000_0011);
        let mut seen = 0u64;
        for _ in 0..200 {
            seen |= 1 << random_member(set, &mut rng);
        }
        assert_eq!(seen, set);
    }
}
