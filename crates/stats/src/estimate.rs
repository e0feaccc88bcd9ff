//! Strength of A against B: score and Elo difference with 95 % confidence
//! intervals.
//!
//! The unit is a pair of games (or a game, while there is no pair). One unit with two
//! wins and one with two losses are added to the observed ones. With the mean s of these
//! n + 2 units and their variance v (the sum of squares divided by their number), the
//! 95 % confidence interval of the score is s ± 1.96·√(v/(n + 2)), inside [0, 1]. The two
//! added units are what few or equal results cannot show: that others are possible. So
//! one formula holds for any number of units, and more wins never widen the other end.
//! (For games without draws and four added ones this is the interval of Agresti and
//! Coull.)
//!
//! Elo is logistic: 400·log₁₀(s / (1 − s)). The error of Elo is half the distance
//! between the Elo values of the interval's two ends.

use std::f64::consts::PI;

use crate::results;

/// Number of standard deviations around the mean that contain 95 % of a normal
/// distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Number of units with the worst result, and of units with the best, that are added to
/// the observed ones.
const ADDED: f64 = 1.0;

/// Strength of A against B, estimated from a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean score of A: 0 if A lost every game, 1 if A won every game.
    pub score: f64,
    /// 95 % confidence interval of the score, inside [0, 1].
    pub score_range: [f64; 2],
    /// Elo difference at which `score` is expected; infinite for 0 and 1.
    pub elo: f64,
    /// 95 % confidence interval of the Elo difference.
    pub elo_range: [f64; 2],
    /// Likelihood of superiority: probability that A is stronger than B.
    pub superiority: f64,
}

impl Estimate {
    /// Estimates from the counts of the results, ordered from the worst to the
    /// best for A and evenly spaced: 3 counts of games (losses, draws, wins) or
    /// 5 counts of pairs. `None` if nothing was played.
    pub fn from_counts(counts: &[u64]) -> Option<Estimate> {
        let total = counts.iter().sum::<u64>() as f64;
        if total == 0.0 || counts.len() < 2 {
            return None;
        }
        let sum = |function: &dyn Fn(f64) -> f64| -> f64 {
            results(counts).map(|(result, count)| function(result) * count as f64).sum()
        };
        let score = sum(&|result| result) / total;
        let units = total + 2.0 * ADDED;
        let mean = (sum(&|result| result) + ADDED) / units;
        let squares = |result: f64| (result - mean).powi(2);
        let variance = (sum(&squares) + ADDED * (squares(0.0) + squares(1.0))) / units;
        let deviation = (variance / units).sqrt();
        let margin = Z95 * deviation;
        let score_range = [(mean - margin).max(0.0), (mean + margin).min(1.0)];
        let superiority = normal_cdf((mean - 0.5) / deviation);
        Some(Estimate { score, score_range, elo: elo(score), elo_range: score_range.map(elo), superiority })
    }

    /// Half the width of the Elo interval; infinite if one of its ends is.
    pub fn elo_error(&self) -> f64 {
        (self.elo_range[1] - self.elo_range[0]) / 2.0
    }
}

/// Elo difference at which `score` is expected.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Cumulative distribution function of the standard normal distribution.
fn normal_cdf(x: f64) -> f64 {
    /// Beyond this, the result is 0 or 1 to sixteen digits.
    const FAR: f64 = 9.0;
    if x.abs() >= FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + …): all terms have the same sign, so no
    // digits cancel.
    let (mut term, mut sum, mut n) = (x, 0.0, 1.0);
    while sum + term != sum {
        sum += term;
        n += 2.0;
        term *= x * x / n;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn estimate(counts: &[u64]) -> Estimate {
        Estimate::from_counts(counts).unwrap()
    }

    /// Half the width of the score's interval.
    fn score_error(estimate: &Estimate) -> f64 {
        (estimate.score_range[1] - estimate.score_range[0]) / 2.0
    }

    #[track_caller]
    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    /// Computed by hand: with the two added pairs the mean is 136 / 252 and the mean
    /// square 87.25 / 252.
    #[test]
    fn pairs_give_the_known_elo_and_error() {
        let e = estimate(&[10, 40, 120, 60, 20]);
        assert_close(e.score, 0.54, 1e-12);
        let variance = 87.25f64 / 252.0 - (136.0f64 / 252.0).powi(2);
        assert_close(score_error(&e), Z95 * (variance / 252.0).sqrt(), 1e-12);
        assert_close((e.score_range[0] + e.score_range[1]) / 2.0, 136.0 / 252.0, 1e-12);
        assert_close(e.elo, 27.854, 5e-4);
        // Without the two added pairs it would be 20.06.
        assert_close(e.elo_error(), 20.27, 0.01);
    }

    #[test]
    fn games_give_the_known_elo_and_error() {
        let e = estimate(&[100, 50, 130]);
        assert_close(e.elo, 37.369, 5e-4);
        // Without the two added games it would be 37.196.
        assert_close(e.elo_error(), 37.09, 0.005);
    }

    #[test]
    fn mirrored_counts_give_the_mirrored_estimate() {
        let (a, b) = (estimate(&[3, 10, 40, 20, 9]), estimate(&[9, 20, 40, 10, 3]));
        assert_close(a.elo, -b.elo, 1e-9);
        assert_close(a.elo_range[0], -b.elo_range[1], 1e-9);
        assert_close(a.superiority, 1.0 - b.superiority, 1e-12);
        assert!(a.superiority > 0.5);
    }

    #[test]
    fn the_normal_distribution_has_the_values_of_printed_tables() {
        for (x, probability) in [
            (0.0, 0.5),
            (1.0, 0.841344746068543),
            (-1.0, 0.158655253931457),
            (Z95, 0.975),
            (3.0, 0.998650101968370),
            (-5.0, 2.866515719e-7),
            (20.0, 1.0),
            (-20.0, 0.0),
        ] {
            assert_close(normal_cdf(x), probability, 1e-13);
        }
    }

    #[test]
    fn counts_without_games_give_no_estimate() {
        assert_eq!(Estimate::from_counts(&[0; 5]), None);
        assert_eq!(Estimate::from_counts(&[]), None);
        assert_eq!(Estimate::from_counts(&[7]), None);
    }

    /// Equal results had a formula of their own: 0 of 20 games gave "up to 30.8 %", 1 of 20
    /// "up to 14.3 %", and two pairs with 3 of 4 points "92.1 % likely stronger".
    #[test]
    fn the_interval_follows_the_results_without_a_jump() {
        for pairs in [1, 2, 5, 10, 50, 1000] {
            let mut before = estimate(&[pairs, 0, 0, 0, 0]);
            assert_eq!((before.score, before.elo, before.score_range[0]), (0.0, f64::NEG_INFINITY, 0.0));
            for better in 0..pairs {
                // One pair after the other is won.
                let next = estimate(&[pairs - 1 - better, 0, 0, 0, better + 1]);
                for (before, next) in before.score_range.iter().zip(next.score_range) {
                    assert!(*before <= next, "{before} to {next} with {better} of {pairs}");
                }
                assert!(next.superiority > before.superiority - 1e-12, "up to rounding");
                assert!((next.score_range[0]..=next.score_range[1]).contains(&next.score), "{next:?}");
                before = next;
            }
            assert_eq!(before.score_range[1], 1.0);
        }
        let [none, half] = [[10, 0, 0, 0, 0], [9, 1, 0, 0, 0]].map(|pairs| estimate(&pairs).score_range[1]);
        assert!(none < half && half < 0.35, "{none} and {half}");
        let few = estimate(&[0, 0, 1, 0, 1]);
        assert!((0.6..0.8).contains(&few.superiority), "{few:?}");
        assert!(few.score_range[0] < 0.3, "{few:?}");
    }

    #[test]
    fn the_interval_of_equal_results_shrinks_with_their_number() {
        let won = estimate(&[0, 0, 0, 0, 20]);
        assert_eq!((won.score, won.elo), (1.0, f64::INFINITY));
        // The mean is 21 / 22.
        let margin = Z95 * (21.0f64 / 22.0 / 22.0 / 22.0).sqrt();
        assert_close(won.score_range[0], 21.0 / 22.0 - margin, 1e-12);
        assert_eq!(won.score_range[1], 1.0);
        assert!(won.elo_error().is_infinite() && won.superiority > 0.999 && won.superiority <= 1.0);

        let drawn = estimate(&[0, 0, 20, 0, 0]);
        assert_eq!((drawn.score, drawn.superiority), (0.5, 0.5));
        assert_close(drawn.elo, 0.0, 1e-12);
        assert_close(drawn.elo_range[0], -drawn.elo_range[1], 1e-9);
        assert!(score_error(&drawn) > score_error(&estimate(&[0, 0, 200, 0, 0])));
    }

    /// Estimates of simulated matches of `pairs` pairs each, whose results have
    /// probabilities in proportion to `weights`.
    fn simulate(weights: [u32; 5], pairs: usize, matches: usize) -> Vec<Estimate> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let total: u32 = weights.iter().sum();
        let mut play = || {
            let mut counts = [0; 5];
            for _ in 0..pairs {
                let mut draw = rng.random_range(0..total);
                let result = weights.iter().position(|&weight| {
                    let here = draw < weight;
                    draw = draw.saturating_sub(weight);
                    here
                });
                counts[result.unwrap()] += 1;
            }
            estimate(&counts)
        };
        (0..matches).map(|_| play()).collect()
    }

    #[test]
    fn the_interval_contains_the_truth_in_95_percent_of_simulated_matches() {
        const MATCHES: usize = 4000;
        let truth = estimate(&[10, 40, 120, 60, 20]);
        let found = simulate([10, 40, 120, 60, 20], 250, MATCHES);
        let contains = |e: &&Estimate| (e.elo_range[0]..=e.elo_range[1]).contains(&truth.elo);
        // Three standard deviations of this count are 1 %.
        assert_close(found.iter().filter(contains).count() as f64 / MATCHES as f64, 0.95, 0.012);

        // The stated error agrees with the spread of the estimates.
        let mean = found.iter().map(|e| e.elo).sum::<f64>() / MATCHES as f64;
        let variance = found.iter().map(|e| (e.elo - mean).powi(2)).sum::<f64>() / MATCHES as f64;
        assert_close(mean, truth.elo, 0.5);
        assert_close(Z95 * variance.sqrt(), truth.elo_error(), 0.8);
    }

    /// The added units make the interval of a few pairs wider than it must be, never much
    /// too narrow: from drawn games to those that one side nearly always wins.
    #[test]
    fn the_interval_of_any_number_of_pairs_contains_the_truth() {
        const MATCHES: usize = 2000;
        let usual = [[4, 16, 48, 24, 8], [15, 0, 50, 0, 35], [1, 2, 94, 2, 1], [25, 0, 0, 0, 75]];
        let unequal = [[1, 0, 9, 10, 80], [2, 0, 20, 10, 968]];
        for weights in usual.into_iter().chain(unequal) {
            let total: u32 = weights.iter().sum();
            let truth = weights.iter().enumerate().map(|(i, w)| i as f64 / 4.0 * f64::from(*w)).sum::<f64>()
                / f64::from(total);
            for pairs in [1, 2, 3, 5, 10, 20, 50, 250] {
                let found = simulate(weights, pairs, MATCHES);
                let contains = |e: &&Estimate| (e.score_range[0]..=e.score_range[1]).contains(&truth);
                let share = found.iter().filter(contains).count() as f64 / MATCHES as f64;
                assert!(share > 0.91, "{share} of matches of {pairs} pairs with {weights:?}");
            }
        }
    }

    #[test]
    fn superiority_is_uniform_in_simulated_matches_of_equal_players() {
        const MATCHES: usize = 4000;
        let found = simulate([20, 50, 110, 50, 20], 250, MATCHES);
        for limit in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let below = found.iter().filter(|e| e.superiority < limit).count() as f64;
            assert_close(below / MATCHES as f64, limit, 0.04);
        }
    }
}
