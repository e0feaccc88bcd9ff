//! Strength of A against B: score and Elo difference with 95 % confidence
//! intervals.
//!
//! With the mean score s of n units and their variance v (the sum of squares
//! divided by n), the 95 % confidence interval of the score is s ± 1.96·√(v/n).
//! Elo is logistic: 400·log₁₀(s / (1 − s)). The error of Elo is half the distance
//! between the Elo values of the interval's two ends.

use std::f64::consts::{LN_2, PI};

use crate::results;

/// Number of standard deviations around the mean that contain 95 % of a normal
/// distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Probability beyond one end of a two-sided 95 % interval.
const TAIL: f64 = 0.025;

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
        let mean = |function: &dyn Fn(f64) -> f64| {
            results(counts).map(|(result, count)| function(result) * count as f64).sum::<f64>() / total
        };
        let score = mean(&|result| result);
        let variance = mean(&|result| (result - score).powi(2));
        let different = counts.iter().filter(|&&count| count > 0).count();
        Some(match different {
            1 => Estimate::without_variance(score, total),
            _ => Estimate::normal(score, (variance / total).sqrt()),
        })
    }

    fn normal(score: f64, deviation: f64) -> Estimate {
        let margin = Z95 * deviation;
        let range = [(score - margin).max(0.0), (score + margin).min(1.0)];
        Estimate::new(score, range, normal_cdf((score - 0.5) / deviation))
    }

    /// Estimate from equal results, which have no variance. A result of
    /// probability p comes n times in a row with probability pⁿ. The interval ends
    /// at the p where pⁿ equals the tail's probability; the remaining 1 − p may be
    /// all wins or all losses.
    fn without_variance(score: f64, total: f64) -> Estimate {
        let p = TAIL.powf(1.0 / total);
        let range = [score * p, score * p + (1.0 - p)];
        // The posterior probability that the other player is stronger, after n
        // of n units for one player and with a uniform prior: 2^−(n+1).
        let other = (-LN_2 * (total + 1.0)).exp();
        let superiority = match score.total_cmp(&0.5) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - other,
        };
        Estimate::new(score, range, superiority)
    }

    fn new(score: f64, score_range: [f64; 2], superiority: f64) -> Estimate {
        Estimate { score, score_range, elo: elo(score), elo_range: score_range.map(elo), superiority }
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

    /// Computed by hand: s = 0.54, v = 13.35 / 250.
    #[test]
    fn pairs_give_the_known_elo_and_error() {
        let e = estimate(&[10, 40, 120, 60, 20]);
        assert_close(e.score, 0.54, 1e-12);
        assert_close(score_error(&e), Z95 * (13.35f64 / 250.0 / 250.0).sqrt(), 1e-12);
        assert_close(e.elo, 27.854, 5e-4);
        // 20.05546 in full.
        assert_close(e.elo_error(), 20.0555, 5e-5);
    }

    #[test]
    fn games_give_the_known_elo_and_error() {
        let e = estimate(&[100, 50, 130]);
        assert_close(e.elo, 37.369, 5e-4);
        assert_close(e.elo_error(), 37.196, 5e-4);
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

    #[test]
    fn the_interval_of_equal_results_shrinks_with_their_number() {
        let won = estimate(&[0, 0, 0, 0, 20]);
        assert_eq!((won.score, won.elo), (1.0, f64::INFINITY));
        // 0.025^(1/20)
        assert_close(won.score_range[0], 0.83157, 1e-5);
        assert_eq!(won.score_range[1], 1.0);
        assert!(won.elo_range[0] > 250.0 && won.elo_error().is_infinite());
        assert!(won.superiority > 0.999_999 && won.superiority < 1.0);

        let drawn = estimate(&[0, 0, 20, 0, 0]);
        assert_eq!((drawn.score, drawn.superiority), (0.5, 0.5));
        assert_close(drawn.elo, 0.0, 1e-12);
        assert_close(drawn.elo_range[0], -drawn.elo_range[1], 1e-9);
        assert!(score_error(&drawn) > score_error(&estimate(&[0, 0, 200, 0, 0])));

        let lost = estimate(&[1, 0, 0, 0, 0]);
        assert_eq!((lost.score, lost.elo), (0.0, f64::NEG_INFINITY));
        assert_close(lost.score_range[1], 0.975, 1e-12);
        assert_close(lost.superiority, 0.25, 1e-12);
    }

    /// Estimates of simulated matches of 250 pairs each, whose results have
    /// probabilities in proportion to `weights`.
    fn simulate(weights: [u32; 5], matches: usize) -> Vec<Estimate> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let total: u32 = weights.iter().sum();
        let mut play = || {
            let mut counts = [0; 5];
            for _ in 0..250 {
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
        let found = simulate([10, 40, 120, 60, 20], MATCHES);
        let contains = |e: &&Estimate| (e.elo_range[0]..=e.elo_range[1]).contains(&truth.elo);
        // Three standard deviations of this count are 1 %.
        assert_close(found.iter().filter(contains).count() as f64 / MATCHES as f64, 0.95, 0.012);

        // The stated error agrees with the spread of the estimates.
        let mean = found.iter().map(|e| e.elo).sum::<f64>() / MATCHES as f64;
        let variance = found.iter().map(|e| (e.elo - mean).powi(2)).sum::<f64>() / MATCHES as f64;
        assert_close(mean, truth.elo, 0.5);
        assert_close(Z95 * variance.sqrt(), truth.elo_error(), 0.8);
    }

    #[test]
    fn superiority_is_uniform_in_simulated_matches_of_equal_players() {
        const MATCHES: usize = 4000;
        let found = simulate([20, 50, 110, 50, 20], MATCHES);
        for limit in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let below = found.iter().filter(|e| e.superiority < limit).count() as f64;
            assert_close(below / MATCHES as f64, limit, 0.04);
        }
    }
}
