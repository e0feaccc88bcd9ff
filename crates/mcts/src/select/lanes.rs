//! The scan over the children of a node: four scores at a time.

use super::{larger, split_place, with_place};

#[cfg(any(test, not(any(target_arch = "x86_64", target_feature = "simd128"))))]
mod portable;
#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse;

#[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
pub(super) use portable::Four;
#[cfg(target_feature = "simd128")]
pub(super) use simd128::Four;
#[cfg(target_arch = "x86_64")]
pub(super) use sse::Four;

/// Children that are scored at once.
pub(super) const LANES: usize = 4;

/// The best score of a list of children (at most 255), and its place. Scores are
/// rounded: the place of a child takes the last eight bits. `score` is for one child,
/// `scores` for four.
#[inline(always)]
pub(super) fn best_by<T>(
    stats: &[T],
    score: impl Fn(&T) -> f32,
    scores: impl Fn(&[T; LANES]) -> Four,
) -> (f32, u32) {
    let Some(last) = stats.last_chunk::<LANES>() else {
        let scores = (0..).zip(stats).map(|(place, stat)| with_place(score(stat), place));
        return split_place(scores.fold(f32::NEG_INFINITY, |best, score| larger(score, best)));
    };
    let mut best = Four::splat(f32::NEG_INFINITY);
    let (chunks, rest) = stats.as_chunks::<LANES>();
    for (start, chunk) in (0..).step_by(LANES).zip(chunks) {
        best = best.larger(scores(chunk).with_places(start));
    }
    if !rest.is_empty() {
        // It overlaps the four before it.
        best = best.larger(scores(last).with_places((stats.len() - LANES) as u32));
    }
    split_place(best.largest())
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::super::WORST;
    use super::*;

    #[test]
    fn the_best_is_found_in_lists_of_every_length() {
        let mut rng = Rng::with_seed(3);
        for count in (1..=255).cycle().take(2000) {
            let mut stats: Vec<[f32; 2]> = (0..count).map(|_| [rng.f32() * 2.0 - 1.0, rng.f32()]).collect();
            if count % 3 == 0 {
                stats[0] = [WORST, 0.0];
            }
            let (score, place) = best_by(
                &stats,
                |[mean, spread]| mean + spread,
                |four| {
                    let [mean, spread] = Four::pairs(four);
                    mean + spread
                },
            );
            let naive = stats.iter().map(|[a, b]| a + b).fold(f32::NEG_INFINITY, f32::max);
            let chosen = stats[place as usize].iter().sum::<f32>();
            assert!(chosen >= naive - naive.abs() / 32768.0, "{chosen} for {naive} of {count}");
            assert!((score - chosen).abs() <= chosen.abs() / 32768.0);
        }
    }

    /// All operations give the same bits.
    #[test]
    fn every_cpu_finds_the_same() {
        macro_rules! compute {
            ($four:ty, $rows:expr, $start:expr) => {{
                let [a, b, c, d] = <$four>::columns(&$rows);
                let [e, f] = <$four>::pairs(&$rows.map(|row| [row[0], row[3]]));
                let sum = a * b + c / (d + <$four>::splat(1.5)) + e * f + (d * d).sqrt();
                a.if_zero(2.0, sum).larger(d).with_places($start).largest()
            }};
        }
        let mut rng = Rng::with_seed(4);
        for _ in 0..10_000 {
            let rows = [(); LANES].map(|()| [(); LANES].map(|()| f32::from(rng.i8(-20..20)) / 16.0));
            let start = rng.u32(0..252);
            let here = compute!(Four, rows, start);
            let portable = compute!(portable::Four, rows, start);
            assert!(here.to_bits() == portable.to_bits() || here.is_nan(), "{rows:?}: {here}, {portable}");
        }
    }
}
