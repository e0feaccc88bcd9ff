//! Random draws that are the same on every machine.
//!
//! The generator's own draws of `usize` take 32 random bits on a 32-bit machine (a browser)
//! and 64 on others, so that the same seed would give another game there.

use crate::Rng;

/// A number below `count`, uniformly at random. `count` must not be 0.
#[inline]
pub fn index(rng: &mut Rng, count: usize) -> usize {
    rng.u64(0..count as u64) as usize
}

/// Shuffles a slice uniformly.
#[inline]
pub fn shuffle<T>(rng: &mut Rng, slice: &mut [T]) {
    for i in 1..slice.len() {
        slice.swap(i, index(rng, i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted on a 64-bit machine; a 32-bit machine has to draw the same.
    #[test]
    fn a_seed_gives_these_draws_on_every_machine() {
        let mut rng = Rng::with_seed(1);
        let mut list: Vec<usize> = (0..8).collect();
        shuffle(&mut rng, &mut list);
        let draws: Vec<usize> = (0..4).map(|_| index(&mut rng, 10)).collect();
        assert_eq!((list, draws), (vec![5, 2, 1, 4, 0, 6, 7, 3], vec![8, 6, 1, 0]));
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn they_are_the_generators_own_draws_where_those_have_64_bits() {
        let (mut ours, mut its) = (Rng::with_seed(7), Rng::with_seed(7));
        for count in 1..300 {
            assert_eq!(index(&mut ours, count), its.usize(0..count));
        }
        let mut lists = [[0u8; 50]; 2].map(|_| (0..50).collect::<Vec<_>>());
        shuffle(&mut ours, &mut lists[0]);
        its.shuffle(&mut lists[1]);
        assert_eq!(lists[0], lists[1]);
    }
}
