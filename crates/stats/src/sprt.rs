//! The sequential probability ratio test: plays on until it is known whether
//! A is stronger by so much.
//!
//! Two hypotheses, that the difference is `elo[0]` and that it is `elo[1]`,
//! are compared by the likelihood of what was seen. How likely that is depends
//! on more than the difference: on how often games are drawn, and on what the
//! openings do. The *generalised* test takes for each hypothesis the
//! distribution of results that fits best among those with its mean: with
//! shares p of the results a and the mean s they are p / (1 + θ·(a − s)), where
//! θ makes the mean right.

use crate::{expected_score, results};

/// A result that never came is taken to have come this often: it could have.
const NEVER: f64 = 0.001;

/// The test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The two differences that are told apart.
    pub elo: [f64; 2],
    /// How often A may be called stronger by `elo[1]` when it is by `elo[0]`.
    pub alpha: f64,
    /// How often it may be the other way round.
    pub beta: f64,
}

/// What the test found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is rather `elo[0]`.
    NotStronger,
    /// The difference is rather `elo[1]`.
    Stronger,
}

impl Sprt {
    /// The test ends when the log-likelihood ratio leaves these.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of how much likelier the counts are at `elo[1]` than at
    /// `elo[0]`; counts as in [`Estimate::from_counts`](crate::Estimate).
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> =
            counts.iter().map(|&count| if count == 0 { NEVER } else { count as f64 }).collect();
        let [tilt0, tilt1] = self.elo.map(|elo| Tilt::to(expected_score(elo), &counts));
        results(&counts)
            .map(|(result, count)| count * (tilt0.factor(result) / tilt1.factor(result)).ln())
            .sum()
    }

    /// The end of the test, if this is one.
    pub fn verdict(&self, counts: &[u64]) -> Option<Verdict> {
        let ([low, high], llr) = (self.bounds(), self.llr(counts));
        match llr {
            _ if llr <= low => Some(Verdict::NotStronger),
            _ if llr >= high => Some(Verdict::Stronger),
            _ => None,
        }
    }
}

/// Shares that were divided by 1 + θ·(a − s), so that their mean is s.
struct Tilt {
    theta: f64,
    mean: f64,
}

impl Tilt {
    fn to(mean: f64, counts: &[f64]) -> Tilt {
        // Within these all shares stay positive, and there the sum falls.
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
    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted} ± {within}");
    }

    #[test]
    fn known_counts_give_the_known_ratio() {
        close(test(0.0, 5.0).llr(&[10, 40, 120, 60, 20]), 1.191155, 5e-7);
        close(test(0.0, 5.0).llr(&[100, 50, 130]), 0.490390, 5e-7);
        let [low, high] = test(0.0, 5.0).bounds();
        close(low, -2.944439, 5e-7);
        close(high, 2.944439, 5e-7);
    }

    #[test]
    fn bounds_follow_the_errors_that_are_allowed() {
        let [low, high] = Sprt { alpha: 0.01, beta: 0.2, ..test(0.0, 5.0) }.bounds();
        close(low, (0.2f64 / 0.99).ln(), 1e-12);
        close(high, (0.8f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn the_ratio_is_odd_and_grows_with_the_evidence() {
        let pairs = [3, 10, 40, 20, 9];
        let mirrored = [9, 20, 40, 10, 3];
        close(test(0.0, 5.0).llr(&pairs), -test(-5.0, 0.0).llr(&mirrored), 1e-9);
        close(test(-5.0, 5.0).llr(&pairs), -test(-5.0, 5.0).llr(&mirrored), 1e-9);
        close(test(0.0, 5.0).llr(&pairs.map(|n| 7 * n)), 7.0 * test(0.0, 5.0).llr(&pairs), 1e-6);
        assert_eq!(test(0.0, 5.0).llr(&[0; 5]), 0.0);
    }

    /// The likelihood of the best-fitting distribution, found by trying many.
    #[test]
    fn no_distribution_with_that_mean_fits_better() {
        let counts = [7.0, 4.0, 12.0];
        let mean = 0.47;
        let tilt = Tilt::to(mean, &counts);
        let total: f64 = counts.iter().sum();
        let likelihood = |shares: [f64; 3]| (0..3).map(|i| counts[i] * shares[i].ln()).sum::<f64>();
        let fitted = [0, 1, 2].map(|i| counts[i] / total / tilt.factor(i as f64 / 2.0));
        close(fitted.iter().sum(), 1.0, 1e-12);
        close(fitted[1] / 2.0 + fitted[2], mean, 1e-12);
        let best = likelihood(fitted);
        // All shares with this mean: the draws decide on the others.
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
    fn a_few_equal_results_do_not_decide() {
        for counts in [[0, 0, 0, 0, 5], [5, 0, 0, 0, 0], [0, 0, 5, 0, 0], [0, 1, 0, 0, 0]] {
            assert_eq!(test(0.0, 10.0).verdict(&counts), None, "{counts:?}");
        }
        assert_eq!(test(0.0, 10.0).verdict(&[0, 0, 0, 0, 500]), Some(Verdict::Stronger));
        assert_eq!(test(0.0, 10.0).verdict(&[0, 0, 500, 0, 0]), Some(Verdict::NotStronger));
    }

    /// Plays until the test ends; two games of a pair with three draws in ten.
    fn ends(test: &Sprt, elo: f64, rng: &mut Xoshiro256PlusPlus) -> (Verdict, u64) {
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
    fn in_simulated_matches_the_test_is_wrong_as_rarely_as_it_says() {
        const MATCHES: usize = 1500;
        let test = Sprt { elo: [0.0, 60.0], alpha: 0.05, beta: 0.1 };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (elo, wrong, allowed) in [(0.0, Verdict::Stronger, 0.05), (60.0, Verdict::NotStronger, 0.1)] {
            let ended: Vec<_> = (0..MATCHES).map(|_| ends(&test, elo, &mut rng)).collect();
            let share = ended.iter().filter(|(verdict, _)| *verdict == wrong).count() as f64 / MATCHES as f64;
            // A little less often, since the last pair oversteps the bound;
            // three standard deviations of the count are 2 %.
            assert!(share < allowed + 0.02 && share > allowed / 3.0, "wrong in {share} of matches at {elo}");
            // And it is worth it: a match of fixed length that is as sure takes about 190 pairs.
            let mean = ended.iter().map(|(_, pairs)| *pairs as f64).sum::<f64>() / MATCHES as f64;
            assert!((20.0..150.0).contains(&mean), "{mean} pairs at {elo}");
        }
    }
}
