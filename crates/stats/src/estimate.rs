//! The strength of A against B: the score, what it is in Elo, and how sure
//! that is.
//!
//! With the mean score s of n units and their variance v (divided by n), the
//! 95 % interval of the score is s ± 1.96·√(v/n). Elo is logistic:
//! 400·log₁₀(s / (1 − s)); its error is half the distance between the Elo of
//! the interval's two ends.

use std::f64::consts::{LN_2, PI};

use crate::results;

/// The normal distribution holds 95 % within so many standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// One end of a two-sided 95 % interval.
const TAIL: f64 = 0.025;

/// What a match says about the strength of A against B.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean score of A: 0 all lost, 1 all won.
    pub score: f64,
    /// The 95 % interval of the score, inside [0, 1].
    pub score_range: [f64; 2],
    /// The Elo difference that the score stands for; infinite at 0 and 1.
    pub elo: f64,
    /// The Elo of the interval's ends.
    pub elo_range: [f64; 2],
    /// Likelihood that A is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// From how often each result came, from the worst to the best for A,
    /// evenly spaced: 3 counts of games (losses, draws, wins) or 5 of pairs.
    /// `None` if nothing was played.
    pub fn from_counts(counts: &[u64]) -> Option<Estimate> {
        let total = counts.iter().sum::<u64>() as f64;
        if total == 0.0 || counts.len() < 2 {
            return None;
        }
        let mean = |of: &dyn Fn(f64) -> f64| {
            results(counts).map(|(result, count)| of(result) * count as f64).sum::<f64>() / total
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

    /// All results are the same: that does not make it certain that they
    /// always are. A result of probability p comes n times in a row with
    /// pⁿ; where that is less than the tail, p is out of the interval, and
    /// whatever p leaves may be all won or all lost.
    fn without_variance(score: f64, total: f64) -> Estimate {
        let p = TAIL.powf(1.0 / total);
        let range = [score * p, score * p + (1.0 - p)];
        // By the rule of succession, n of n units on one side of the middle.
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

    /// Half the distance between the Elo of the interval's ends; infinite if
    /// one of them is.
    pub fn elo_error(&self) -> f64 {
        (self.elo_range[1] - self.elo_range[0]) / 2.0
    }
}

/// The Elo difference at which this score is expected.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the normal distribution below `x`.
fn normal_cdf(x: f64) -> f64 {
    /// Beyond, the share is 0 or 1 to sixteen digits.
    const FAR: f64 = 9.0;
    if x.abs() >= FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + …): all terms have one sign, and
    // nothing cancels.
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
    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted} ± {within}");
    }

    /// By hand: s = 0.54, v = 13.35 / 250.
    #[test]
    fn pairs_give_the_known_elo_and_error() {
        let e = estimate(&[10, 40, 120, 60, 20]);
        close(e.score, 0.54, 1e-12);
        close(score_error(&e), Z95 * (13.35f64 / 250.0 / 250.0).sqrt(), 1e-12);
        close(e.elo, 27.854, 5e-4);
        // 20.05546: four digits make it 20.0555, and of those three 20.056.
        close(e.elo_error(), 20.0555, 5e-5);
    }

    #[test]
    fn games_give_the_known_elo_and_error() {
        let e = estimate(&[100, 50, 130]);
        close(e.elo, 37.369, 5e-4);
        close(e.elo_error(), 37.196, 5e-4);
    }

    #[test]
    fn the_other_side_sees_the_mirror_image() {
        let (a, b) = (estimate(&[3, 10, 40, 20, 9]), estimate(&[9, 20, 40, 10, 3]));
        close(a.elo, -b.elo, 1e-9);
        close(a.elo_range[0], -b.elo_range[1], 1e-9);
        close(a.superiority, 1.0 - b.superiority, 1e-12);
        assert!(a.superiority > 0.5);
    }

    #[test]
    fn the_normal_distribution_is_the_one_of_the_tables() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841344746068543),
            (-1.0, 0.158655253931457),
            (Z95, 0.975),
            (3.0, 0.998650101968370),
            (-5.0, 2.866515719e-7),
            (20.0, 1.0),
            (-20.0, 0.0),
        ] {
            close(normal_cdf(x), share, 1e-13);
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(Estimate::from_counts(&[0; 5]), None);
        assert_eq!(Estimate::from_counts(&[]), None);
        assert_eq!(Estimate::from_counts(&[7]), None);
    }

    #[test]
    fn equal_results_leave_doubt_that_shrinks_with_their_number() {
        let won = estimate(&[0, 0, 0, 0, 20]);
        assert_eq!((won.score, won.elo), (1.0, f64::INFINITY));
        // 0.025^(1/20)
        close(won.score_range[0], 0.83157, 1e-5);
        assert_eq!(won.score_range[1], 1.0);
        assert!(won.elo_range[0] > 250.0 && won.elo_error().is_infinite());
        assert!(won.superiority > 0.999_999 && won.superiority < 1.0);

        let drawn = estimate(&[0, 0, 20, 0, 0]);
        assert_eq!((drawn.score, drawn.superiority), (0.5, 0.5));
        close(drawn.elo, 0.0, 1e-12);
        close(drawn.elo_range[0], -drawn.elo_range[1], 1e-9);
        assert!(score_error(&drawn) > score_error(&estimate(&[0, 0, 200, 0, 0])));

        let lost = estimate(&[1, 0, 0, 0, 0]);
        assert_eq!((lost.score, lost.elo), (0.0, f64::NEG_INFINITY));
        close(lost.score_range[1], 0.975, 1e-12);
        close(lost.superiority, 0.25, 1e-12);
    }

    /// A match of 250 pairs, played many times with known probabilities.
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
    fn in_simulated_matches_the_interval_holds_the_truth_95_times_in_100() {
        const MATCHES: usize = 4000;
        let truth = estimate(&[10, 40, 120, 60, 20]);
        let found = simulate([10, 40, 120, 60, 20], MATCHES);
        let holds = |e: &&Estimate| (e.elo_range[0]..=e.elo_range[1]).contains(&truth.elo);
        // Three standard deviations of a fair count are 1 %.
        close(found.iter().filter(holds).count() as f64 / MATCHES as f64, 0.95, 0.012);

        // And the error is what the spread of the matches says.
        let mean = found.iter().map(|e| e.elo).sum::<f64>() / MATCHES as f64;
        let variance = found.iter().map(|e| (e.elo - mean).powi(2)).sum::<f64>() / MATCHES as f64;
        close(mean, truth.elo, 0.5);
        close(Z95 * variance.sqrt(), truth.elo_error(), 0.8);
    }

    #[test]
    fn in_simulated_matches_of_equals_each_superiority_is_as_likely_as_the_next() {
        const MATCHES: usize = 4000;
        let found = simulate([20, 50, 110, 50, 20], MATCHES);
        for limit in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let below = found.iter().filter(|e| e.superiority < limit).count() as f64;
            close(below / MATCHES as f64, limit, 0.04);
        }
    }
}
