//! Sequential probability ratio test (SPRT): a match goes on until the evidence
//! favours one of two hypotheses.
//!
//! The hypotheses are that the Elo difference is `elo[0]` and that it is `elo[1]`.
//! They are compared by the likelihood of the results so far. The likelihood also
//! depends on the frequency of draws and on the openings, which a hypothesis does
//! not state. The *generalised* test therefore takes for each hypothesis the
//! distribution of results that fits best among those with the right mean: with
//! observed frequencies p of the results a and the mean s, its probabilities are
//! p / (1 + θ·(a − s)), where θ is chosen such that their mean is s.

use crate::{expected_score, results};

/// Count used for a result that did not occur: its probability is not 0.
const ZERO_COUNT: f64 = 0.001;

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo differences of the two hypotheses, the smaller one first.
    pub elo: [f64; 2],
    /// Probability of the verdict `Stronger` if the difference is `elo[0]`.
    pub alpha: f64,
    /// Probability of the verdict `NotStronger` if the difference is `elo[1]`.
    pub beta: f64,
}

/// Result of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The evidence favours a difference of `elo[0]`.
    NotStronger,
    /// The evidence favours a difference of `elo[1]`.
    Stronger,
}

impl Sprt {
    /// Lower and upper bound of the log-likelihood ratio; the test ends when the
    /// ratio reaches one of them.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Log-likelihood ratio of the counts: positive if they favour `elo[1]`,
    /// negative if they favour `elo[0]`. Counts as in
    /// [`Estimate::from_counts`](crate::Estimate::from_counts).
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { ZERO_COUNT } else { count as f64 }).collect();
        let [tilt0, tilt1] = self.elo.map(|elo| Tilt::to(expected_score(elo), &counts));
        results(&counts)
            .map(|(result, count)| count * (tilt0.factor(result) / tilt1.factor(result)).ln())
            .sum()
    }

    /// Verdict after these counts, or `None` if the match must go on.
    pub fn verdict(&self, counts: &[u64]) -> Option<Verdict> {
        let ([low, high], llr) = (self.bounds(), self.llr(counts));
        match llr {
            _ if llr <= low => Some(Verdict::NotStronger),
            _ if llr >= high => Some(Verdict::Stronger),
            _ => None,
        }
    }
}

/// The distribution that fits best among those with mean s: observed frequencies
/// divided by 1 + θ·(a − s).
struct Tilt {
    theta: f64,
    mean: f64,
}

impl Tilt {
    /// Finds θ for this mean by bisection.
    fn to(mean: f64, counts: &[f64]) -> Tilt {
        // Between these bounds all probabilities are positive, and the sum below
        // decreases with θ.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        loop {
            let tilt = Tilt { theta: (low + high) / 2.0, mean };
            if tilt.theta <= low || tilt.theta >= high {
                return tilt;
            }
            let sum: f64 = results(counts).map(|(a, count)| count * (a - mean) / tilt.factor(a)).sum();
            if sum > 0.0 { low = tilt.theta } else { high = tilt.theta }
        }
    }

    fn factor(&self, result: f64) -> f64 {
        1.0 + self.theta * (result - self.mean)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo: [elo0, elo1], alpha: 0.05, beta: 0.05 }
    }

    #[track_caller]
    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    #[test]
    fn known_counts_give_the_known_log_likelihood_ratio() {
        assert_close(test(0.0, 5.0).llr(&[10, 40, 120, 60, 20]), 1.191155, 5e-7);
        assert_close(test(0.0, 5.0).llr(&[100, 50, 130]), 0.490390, 5e-7);
        let [low, high] = test(0.0, 5.0).bounds();
        assert_close(low, -2.944439, 5e-7);
        assert_close(high, 2.944439, 5e-7);
    }

    #[test]
    fn bounds_are_computed_from_the_allowed_error_rates() {
        let [low, high] = Sprt { alpha: 0.01, beta: 0.2, ..test(0.0, 5.0) }.bounds();
        assert_close(low, (0.2f64 / 0.99).ln(), 1e-12);
        assert_close(high, (0.8f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn the_ratio_changes_sign_with_the_side_and_is_proportional_to_the_counts() {
        let pairs = [3, 10, 40, 20, 9];
        let mirrored = [9, 20, 40, 10, 3];
        assert_close(test(0.0, 5.0).llr(&pairs), -test(-5.0, 0.0).llr(&mirrored), 1e-9);
        assert_close(test(-5.0, 5.0).llr(&pairs), -test(-5.0, 5.0).llr(&mirrored), 1e-9);
        assert_close(test(0.0, 5.0).llr(&pairs.map(|n| 7 * n)), 7.0 * test(0.0, 5.0).llr(&pairs), 1e-6);
        assert_eq!(test(0.0, 5.0).llr(&[0; 5]), 0.0);
    }

    /// Compares with a grid of all distributions of the same mean.
    #[test]
    fn no_distribution_with_the_same_mean_fits_better() {
        let counts = [7.0, 4.0, 12.0];
        let mean = 0.47;
        let tilt = Tilt::to(mean, &counts);
        let total: f64 = counts.iter().sum();
        let likelihood = |shares: [f64; 3]| (0..3).map(|i| counts[i] * shares[i].ln()).sum::<f64>();
        let fitted = [0, 1, 2].map(|i| counts[i] / total / tilt.factor(i as f64 / 2.0));
        assert_close(fitted.iter().sum(), 1.0, 1e-12);
        assert_close(fitted[1] / 2.0 + fitted[2], mean, 1e-12);
        let best = likelihood(fitted);
        // Mean and draws determine the wins and losses.
        for thousandths in 1..940 {
            let draws = f64::from(thousandths) / 1000.0;
            let wins = mean - draws / 2.0;
            let shares = [1.0 - draws - wins, draws, wins];
            if shares.iter().all(|share| *share > 0.0) {
                assert!(likelihood(shares) <= best + 1e-12, "{shares:?}");
            }
        }
    }

    #[test]
    fn a_few_equal_results_give_no_verdict() {
        for counts in [[0, 0, 0, 0, 5], [5, 0, 0, 0, 0], [0, 0, 5, 0, 0], [0, 1, 0, 0, 0]] {
            assert_eq!(test(0.0, 10.0).verdict(&counts), None, "{counts:?}");
        }
        assert_eq!(test(0.0, 10.0).verdict(&[0, 0, 0, 0, 500]), Some(Verdict::Stronger));
        assert_eq!(test(0.0, 10.0).verdict(&[0, 0, 500, 0, 0]), Some(Verdict::NotStronger));
    }

    /// Simulates pairs with 30 % draws until the test ends; returns the verdict
    /// and the number of pairs.
    fn simulate(test: &Sprt, elo: f64, rng: &mut Xoshiro256PlusPlus) -> (Verdict, u64) {
        let wins = expected_score(elo) - 0.15;
        let mut counts = [0; 5];
        let mut game = || {
            let draw: f64 = rng.random();
            if draw < wins { 2 } else { usize::from(draw < wins + 0.3) }
        };
        loop {
            counts[game() + game()] += 1;
            if let Some(verdict) = test.verdict(&counts) {
                return (verdict, counts.iter().sum());
            }
        }
    }

    #[test]
    fn the_error_rates_are_kept_in_simulated_matches() {
        const MATCHES: usize = 1500;
        let test = Sprt { elo: [0.0, 60.0], alpha: 0.05, beta: 0.1 };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (elo, wrong, allowed) in [(0.0, Verdict::Stronger, 0.05), (60.0, Verdict::NotStronger, 0.1)] {
            let ended: Vec<_> = (0..MATCHES).map(|_| simulate(&test, elo, &mut rng)).collect();
            let share = ended.iter().filter(|(verdict, _)| *verdict == wrong).count() as f64 / MATCHES as f64;
            // The true rate is slightly lower than allowed, because the last pair
            // passes the bound; three standard deviations of the count are 2 %.
            assert!(share < allowed + 0.02 && share > allowed / 3.0, "wrong in {share} of matches at {elo}");
            // A match of fixed length with the same error rates takes about 190 pairs.
            let mean = ended.iter().map(|(_, pairs)| *pairs as f64).sum::<f64>() / MATCHES as f64;
            assert!((20.0..150.0).contains(&mean), "{mean} pairs at {elo}");
        }
    }
}
