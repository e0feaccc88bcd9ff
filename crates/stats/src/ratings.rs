//! Elo ratings of several players by maximum likelihood.
//!
//! The model is logistic: at a rating difference d the expected score of a game
//! is 1 / (1 + 10^(−d/400)), and a draw counts as half a win and half a loss. The
//! ratings maximise the likelihood of all results together. Only differences of
//! ratings can be observed; their mean is set to 0.
//!
//! The model has neither draws nor pairs, so the errors are computed from the
//! observed variance of the pairs: with the curvature H of the log-likelihood and
//! the variance V of its gradient, the covariance of the ratings is H⁻¹·V·H⁻¹
//! (the *sandwich estimator*).

use crate::estimate::Z95;
use crate::{expected_score, linear, results};

/// Results of the games between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// Indices of the two players, from 0.
    pub players: [usize; 2],
    /// Number of pairs of games by the first player's result, from two losses to
    /// two wins.
    pub pairs: [u64; 5],
}

/// Elo ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo relative to the mean of all players, and its 95 % error, by player.
    pub players: Vec<(f64, f64)>,
    /// True if no finite ratings maximise the likelihood (for example because a
    /// player won every game), so that one drawn pair was added to each pairing.
    pub bounded: bool,
}

/// Largest number of Newton steps.
const MAX_STEPS: usize = 200;

/// Largest change of a rating in one Newton step, in Elo.
const MAX_STEP: f64 = 200.0;

impl Ratings {
    /// Computes the maximum-likelihood ratings of `players` players. `None` if
    /// there are no players or the games do not connect all of them.
    pub fn fit(players: usize, pairings: &[Pairing]) -> Option<Ratings> {
        let played: Vec<_> = pairings.iter().filter(|p| p.pairs.iter().sum::<u64>() > 0).collect();
        let played_each_other = |from: usize, to: usize| {
            played.iter().any(|p| p.players == [from, to] || p.players == [to, from])
        };
        if players == 0 || !connected(players, played_each_other) {
            return None;
        }
        let scored_against = |from: usize, to: usize| {
            played.iter().any(|p| {
                let score: f64 = results(&p.pairs).map(|(result, count)| result * count as f64).sum();
                let lost = p.pairs.iter().sum::<u64>() as f64 - score;
                (p.players == [from, to] && score > 0.0) || (p.players == [to, from] && lost > 0.0)
            })
        };
        let bounded = !connected(players, scored_against);
        let evidence: Vec<Evidence> = played.iter().map(|p| Evidence::of(p, bounded)).collect();
        let mut elo = vec![0.0; players];
        let mut inverse_curvature = inverse(matrix(players, &evidence, |e| e.curvature(&elo)));
        for _ in 0..MAX_STEPS {
            let mut gradient = vec![0.0; players];
            for e in &evidence {
                let [a, b] = e.players;
                gradient[a] += e.gradient(&elo);
                gradient[b] -= e.gradient(&elo);
            }
            let step: Vec<f64> = inverse_curvature
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(x, y)| x * y).sum())
                .collect();
            let longest = step.iter().fold(0.0f64, |longest, x| longest.max(x.abs()));
            let factor = (MAX_STEP / longest).min(1.0);
            elo.iter_mut().zip(&step).for_each(|(elo, step)| *elo += factor * step);
            inverse_curvature = inverse(matrix(players, &evidence, |e| e.curvature(&elo)));
            if longest < 1e-9 {
                break;
            }
        }
        let gradient_variance = matrix(players, &evidence, |e| e.gradient_variance());
        let error = |i: usize| {
            let row = &inverse_curvature[i];
            let variance: f64 = (0..players)
                .map(|j| (0..players).map(|k| row[j] * gradient_variance[j][k] * row[k]).sum::<f64>())
                .sum();
            Z95 * variance.max(0.0).sqrt()
        };
        let mean = elo.iter().sum::<f64>() / players as f64;
        let players = elo.iter().enumerate().map(|(i, elo)| (elo - mean, error(i))).collect();
        Some(Ratings { players, bounded })
    }
}

/// The derivative of the expected score E by Elo is this times E·(1 − E).
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// Score and variance of the games between two players.
struct Evidence {
    players: [usize; 2],
    /// Number of pairs of games.
    units: f64,
    score: f64,
    variance: f64,
}

impl Evidence {
    fn of(pairing: &Pairing, bounded: bool) -> Evidence {
        let mut counts = pairing.pairs.map(|count| count as f64);
        counts[2] += f64::from(bounded);
        let units: f64 = counts.iter().sum();
        let score = results(&counts).map(|(result, count)| result * count).sum::<f64>() / units;
        // Equal results have no variance, but other results are possible: for
        // the variance, one more pair is added, a fifth of it to each result.
        let smoothed = if counts.iter().filter(|count| **count > 0.0).count() > 1 {
            counts
        } else {
            counts.map(|n| n + 0.2)
        };
        let total: f64 = smoothed.iter().sum();
        let mean = results(&smoothed).map(|(result, count)| result * count).sum::<f64>() / total;
        let variance =
            results(&smoothed).map(|(result, count)| (result - mean).powi(2) * count).sum::<f64>() / total;
        Evidence { players: pairing.players, units, score, variance }
    }

    fn expected(&self, elo: &[f64]) -> f64 {
        expected_score(elo[self.players[0]] - elo[self.players[1]])
    }

    fn gradient(&self, elo: &[f64]) -> f64 {
        self.units * PER_ELO * (self.score - self.expected(elo))
    }

    fn curvature(&self, elo: &[f64]) -> f64 {
        let expected = self.expected(elo);
        self.units * PER_ELO * PER_ELO * expected * (1.0 - expected)
    }

    fn gradient_variance(&self) -> f64 {
        self.units * PER_ELO * PER_ELO * self.variance
    }
}

/// Returns true if every player can be reached from every other by `step`s.
fn connected(players: usize, step: impl Fn(usize, usize) -> bool) -> bool {
    let reach = |forward: bool| {
        let mut seen = vec![false; players];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(from) = open.pop() {
            for (to, seen) in seen.iter_mut().enumerate().filter(|(_, seen)| !**seen) {
                if if forward { step(from, to) } else { step(to, from) } {
                    *seen = true;
                    open.push(to);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    reach(true) && reach(false)
}

/// Matrix of the quadratic form Σ weight·(xₐ − x_b)² over all pairings (a, b).
fn matrix(players: usize, evidence: &[Evidence], weight: impl Fn(&Evidence) -> f64) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; players]; players];
    for e in evidence {
        let ([a, b], weight) = (e.players, weight(e));
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a][b] -= weight;
        matrix[b][a] -= weight;
    }
    matrix
}

/// Pseudo-inverse of such a matrix: its inverse on the vectors whose sum is 0. A
/// common shift of all ratings has no effect on the likelihood.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let scale = (0..n).map(|i| matrix[i][i]).sum::<f64>().max(f64::MIN_POSITIVE) / n as f64;
    matrix.iter_mut().flatten().for_each(|x| *x = *x / scale + 1.0 / n as f64);
    let mut inverse = linear::inverse(matrix).unwrap_or_else(|| vec![vec![f64::NAN; n]; n]);
    inverse.iter_mut().flatten().for_each(|x| *x = (*x - 1.0 / n as f64) / scale);
    inverse
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::Estimate;

    #[track_caller]
    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    fn fit(players: usize, pairings: &[([usize; 2], [u64; 5])]) -> Ratings {
        let pairings: Vec<_> = pairings.iter().map(|&(players, pairs)| Pairing { players, pairs }).collect();
        Ratings::fit(players, &pairings).unwrap()
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_match() {
        let pairs = [10, 40, 120, 60, 20];
        let ratings = fit(2, &[([0, 1], pairs)]);
        let match_ = Estimate::from_counts(&pairs).unwrap();
        assert_close(ratings.players[0].0 - ratings.players[1].0, match_.elo, 1e-6);
        // A rating is half of the difference, so its error is half as well, up to the two
        // pairs that a match adds.
        assert_close(ratings.players[0].1 * 2.0, match_.elo_error(), 0.25);
        assert!(!ratings.bounded);
    }

    #[test]
    fn consistent_results_are_reproduced_exactly() {
        // 200 and 100 Elo apart, with scores as expected in a million pairs.
        let at = |elo: f64| {
            let wins = (expected_score(elo) * 1e6).round() as u64;
            [1_000_000 - wins, 0, 0, 0, wins]
        };
        let ratings = fit(3, &[([0, 1], at(200.0)), ([1, 2], at(100.0)), ([2, 0], at(-300.0))]);
        for (found, expected) in ratings.players.iter().zip([500.0 / 3.0, -100.0 / 3.0, -400.0 / 3.0]) {
            assert_close(found.0, expected, 0.01);
        }
    }

    #[test]
    fn a_player_that_wins_every_game_gets_a_finite_rating_and_a_flag() {
        let ratings = fit(2, &[([0, 1], [0, 0, 0, 0, 20])]);
        assert!(ratings.bounded);
        let [(best, error), (worst, _)] = ratings.players[..] else { panic!("two players") };
        assert!(
            best - worst > 400.0 && best - worst < 1000.0 && error > 50.0 && error.is_finite(),
            "{ratings:?}"
        );
        // In a circle of wins every player has also lost: nothing is added.
        let won = [0, 0, 0, 0, 5];
        let circle = fit(3, &[([0, 1], won), ([1, 2], won), ([2, 0], won)]);
        assert!(!circle.bounded);
        circle.players.iter().for_each(|(elo, _)| assert_close(*elo, 0.0, 1e-6));
    }

    #[test]
    fn players_without_a_connection_by_games_are_not_rated() {
        let played = Pairing { players: [0, 1], pairs: [1, 1, 1, 1, 1] };
        let empty = Pairing { players: [1, 2], pairs: [0; 5] };
        assert_eq!(Ratings::fit(3, &[played, empty]), None);
        assert_eq!(Ratings::fit(0, &[]), None);
        assert!(Ratings::fit(2, &[played]).is_some());
    }

    /// Simulates tournaments of four players of known strength.
    #[test]
    fn the_error_contains_the_truth_in_95_percent_of_simulated_tournaments() {
        const TOURNAMENTS: usize = 400;
        let truth = [150.0, 30.0, -40.0, -140.0];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut held, mut sums) = (0, [0.0; 4]);
        for _ in 0..TOURNAMENTS {
            let mut pairings = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let (wins, mut pairs) = (expected_score(truth[a] - truth[b]) - 0.1, [0; 5]);
                    for _ in 0..60 {
                        let mut game = || {
                            let draw: f64 = rng.random();
                            if draw < wins { 2 } else { usize::from(draw < wins + 0.2) }
                        };
                        pairs[game() + game()] += 1;
                    }
                    pairings.push(([a, b], pairs));
                }
            }
            for (i, (elo, error)) in fit(4, &pairings).players.into_iter().enumerate() {
                held += usize::from((elo - truth[i]).abs() <= error);
                sums[i] += elo / TOURNAMENTS as f64;
            }
        }
        assert_close(held as f64 / (4 * TOURNAMENTS) as f64, 0.95, 0.02);
        (0..4).for_each(|i| assert_close(sums[i], truth[i], 4.0));
    }
}
