//! Scores that are linear in the exploration factor, as those of UCB1 and PUCT.

use super::{Puct, Record, Select, Ucb1, WORST, larger, split_place, with_place};
use crate::node::Node;

/// `score = mean + explore · spread`, both parts precomputed.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Linear {
    pub(super) mean: f32,
    pub(super) spread: f32,
}

impl Linear {
    pub(super) const PRUNED: Linear = Linear { mean: WORST, spread: 0.0 };

    #[inline]
    pub(super) fn score(self, explore: f32) -> f32 {
        self.mean + explore * self.spread
    }
}

/// UCB1 or PUCT, chosen at run time. The choice costs a branch per level, and saves
/// the compiler a search loop.
#[derive(Clone, Debug)]
pub enum LinearRule {
    /// UCB1.
    Ucb1(Ucb1),
    /// PUCT.
    Puct(Puct),
}

impl Select for LinearRule {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        match self {
            LinearRule::Ucb1(rule) => rule.wants_priors(),
            LinearRule::Puct(rule) => rule.wants_priors(),
        }
    }

    #[inline]
    fn fresh(&self, prior: f32, value: f32) -> Linear {
        match self {
            LinearRule::Ucb1(rule) => rule.fresh(prior, value),
            LinearRule::Puct(rule) => rule.fresh(prior, value),
        }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        match self {
            LinearRule::Ucb1(rule) => rule.refresh(stat, record),
            LinearRule::Puct(rule) => rule.refresh(stat, record),
        }
    }

    fn prune(&self, stat: &mut Linear) {
        *stat = Linear::PRUNED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        match self {
            LinearRule::Ucb1(rule) => rule.explore(visits),
            LinearRule::Puct(rule) => rule.explore(visits),
        }
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, _child: &Node<M>, stat: &Linear) -> f32 {
        stat.score(explore)
    }

    #[inline]
    fn best_of<M: Copy>(&self, explore: f32, _nodes: &[Node<M>], stats: &[Linear]) -> (f32, u32) {
        best_of(explore, stats)
    }

    #[inline]
    fn unvisited(&self, explore: f32, value: f32) -> f32 {
        self.fresh(0.0, value).score(explore)
    }
}

/// Children that are scored at once.
const LANES: usize = 4;

/// See [`super::Select::best_of`].
#[inline]
pub(super) fn best_of(explore: f32, stats: &[Linear]) -> (f32, u32) {
    let count = stats.len();
    if count < LANES {
        let mut best = f32::NEG_INFINITY;
        for (place, stat) in (0..).zip(stats) {
            best = larger(with_place(stat.score(explore), place), best);
        }
        return split_place(best);
    }
    let mut best = Lanes::worst();
    let (chunks, rest) = stats.as_chunks();
    for (start, chunk) in (0..).step_by(LANES).zip(chunks) {
        best.add(explore, chunk, start);
    }
    if !rest.is_empty()
        && let Some(last) = stats.last_chunk()
    {
        // It overlaps the four before it.
        best.add(explore, last, (count - LANES) as u32);
    }
    split_place(best.largest())
}

#[cfg(target_arch = "x86_64")]
use sse::Lanes;

#[cfg(not(target_arch = "x86_64"))]
use portable::Lanes;

/// SSE2 is part of every x86-64.
#[cfg(target_arch = "x86_64")]
mod sse {
    use std::arch::x86_64::*;

    use super::super::PLACE;
    use super::{LANES, Linear};

    /// The best score with its place, of every fourth child.
    #[derive(Clone, Copy)]
    pub struct Lanes(__m128);

    impl Lanes {
        #[inline]
        pub fn worst() -> Self {
            // SAFETY: SSE is available.
            Lanes(unsafe { _mm_set1_ps(f32::NEG_INFINITY) })
        }

        #[inline]
        pub fn add(&mut self, explore: f32, stats: &[Linear; LANES], start: u32) {
            let numbers: *const f32 = stats.as_ptr().cast();
            // SAFETY: SSE2 is available, and the four stats are eight numbers.
            unsafe {
                let (low, high) = (_mm_loadu_ps(numbers), _mm_loadu_ps(numbers.add(LANES)));
                let mean = _mm_shuffle_ps::<0b10_00_10_00>(low, high);
                let spread = _mm_shuffle_ps::<0b11_01_11_01>(low, high);
                let score = _mm_add_ps(mean, _mm_mul_ps(_mm_set1_ps(explore), spread));
                let places = _mm_add_epi32(_mm_set1_epi32(start as i32), _mm_setr_epi32(0, 1, 2, 3));
                let score = _mm_and_si128(_mm_castps_si128(score), _mm_set1_epi32(!(PLACE as i32)));
                self.0 = _mm_max_ps(_mm_castsi128_ps(_mm_or_si128(score, places)), self.0);
            }
        }

        #[inline]
        pub fn largest(self) -> f32 {
            // SAFETY: SSE is available.
            unsafe {
                let pairs = _mm_max_ps(self.0, _mm_movehl_ps(self.0, self.0));
                let one = _mm_max_ss(pairs, _mm_shuffle_ps::<1>(pairs, pairs));
                _mm_cvtss_f32(one)
            }
        }
    }
}

/// The same for every other CPU, with the same results.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::{LANES, Linear, larger, with_place};

    /// The best score with its place, of every fourth child.
    #[derive(Clone, Copy)]
    pub struct Lanes([f32; LANES]);

    impl Lanes {
        #[inline]
        pub fn worst() -> Self {
            Lanes([f32::NEG_INFINITY; LANES])
        }

        #[inline]
        pub fn add(&mut self, explore: f32, stats: &[Linear; LANES], start: u32) {
            for (lane, (best, stat)) in (0..).zip(self.0.iter_mut().zip(stats)) {
                *best = larger(with_place(stat.score(explore), start + lane), *best);
            }
        }

        #[inline]
        pub fn largest(self) -> f32 {
            self.0.into_iter().fold(f32::NEG_INFINITY, larger)
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    #[test]
    fn the_best_is_found_in_lists_of_every_length() {
        let mut rng = Rng::with_seed(3);
        for count in (1..=255).cycle().take(2000) {
            let mut number = || rng.f32() * 2.0 - 1.0;
            let mut stats: Vec<Linear> =
                (0..count).map(|_| Linear { mean: number(), spread: number().abs() }).collect();
            if count % 3 == 0 {
                stats[0] = Linear::PRUNED;
            }
            let explore = rng.f32() * 3.0;
            let (score, place) = best_of(explore, &stats);
            let naive = stats.iter().map(|stat| stat.score(explore)).fold(f32::NEG_INFINITY, f32::max);
            let chosen = stats[place as usize].score(explore);
            assert!(chosen >= naive - naive.abs() / 32768.0, "{chosen} for {naive} of {count}");
            assert!((score - chosen).abs() <= chosen.abs() / 32768.0);
        }
    }

    #[test]
    fn every_cpu_finds_the_same() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..10_000 {
            let chunk = [(); LANES].map(|()| Linear { mean: rng.f32() * 2.0 - 1.0, spread: rng.f32() });
            let (mut here, mut portable) = (Lanes::worst(), portable::Lanes::worst());
            let (explore, start) = (rng.f32() * 3.0, rng.u32(0..252));
            here.add(explore, &chunk, start);
            portable.add(explore, &chunk, start);
            assert_eq!(here.largest().to_bits(), portable.largest().to_bits());
        }
    }
}
