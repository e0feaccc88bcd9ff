//! Elo of many players from who scored what against whom, by maximum
//! likelihood.
//!
//! The model is the logistic one: at a difference d of ratings a game is worth
//! 1 / (1 + 10^(−d/400)) on average, and a draw is half a win and half a loss.
//! The ratings are those under which all results together are likeliest;
//! their mean is 0, since only differences can be seen.
//!
//! The errors do not follow from the model, which knows neither draws nor
//! pairs, but from how the pairs of games really scatter: with the curvature H
//! of the likelihood and the variance V of its slope the ratings vary by
//! H⁻¹·V·H⁻¹.

use crate::estimate::Z95;
use crate::{expected_score, linear, results};

/// The games of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// Their numbers, from 0.
    pub players: [usize; 2],
    /// Pairs of games by the first one's result, from two losses to two wins.
    pub pairs: [u64; 5],
}

/// How strong each player is.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo and its 95 % error, by player; relative to the mean of all.
    pub players: Vec<(f64, f64)>,
    /// Somebody won (or lost) everything, and no finite rating is the
    /// likeliest: a drawn pair was added to each pairing.
    pub bounded: bool,
}

/// Steps after which the likeliest ratings are taken to be found.
const STEPS: usize = 200;

/// No step of the search is longer.
const LONGEST_STEP: f64 = 200.0;

impl Ratings {
    /// The likeliest ratings of so many players. `None` if not all of them are
    /// connected by games.
    pub fn fit(players: usize, pairings: &[Pairing]) -> Option<Ratings> {
        let played: Vec<_> = pairings.iter().filter(|p| p.pairs.iter().sum::<u64>() > 0).collect();
        let met = |from: usize, to: usize| {
            played.iter().any(|p| p.players == [from, to] || p.players == [to, from])
        };
        if players == 0 || !connected(players, met) {
            return None;
        }
        let scored = |from: usize, to: usize| {
            played.iter().any(|p| {
                let score: f64 = results(&p.pairs).map(|(result, count)| result * count as f64).sum();
                let lost = p.pairs.iter().sum::<u64>() as f64 - score;
                (p.players == [from, to] && score > 0.0) || (p.players == [to, from] && lost > 0.0)
            })
        };
        let bounded = !connected(players, scored);
        let evidence: Vec<Evidence> = played.iter().map(|p| Evidence::of(p, bounded)).collect();
        let mut elo = vec![0.0; players];
        let mut curvature = inverse(matrix(players, &evidence, |e| e.curvature(&elo)));
        for _ in 0..STEPS {
            let mut slope = vec![0.0; players];
            for e in &evidence {
                let [a, b] = e.players;
                slope[a] += e.slope(&elo);
                slope[b] -= e.slope(&elo);
            }
            let step: Vec<f64> =
                curvature.iter().map(|row| row.iter().zip(&slope).map(|(x, y)| x * y).sum()).collect();
            let longest = step.iter().fold(0.0f64, |longest, x| longest.max(x.abs()));
            let shorter = (LONGEST_STEP / longest).min(1.0);
            elo.iter_mut().zip(&step).for_each(|(elo, step)| *elo += shorter * step);
            curvature = inverse(matrix(players, &evidence, |e| e.curvature(&elo)));
            if longest < 1e-9 {
                break;
            }
        }
        let scatter = matrix(players, &evidence, |e| e.scatter());
        let error = |i: usize| {
            let row = &curvature[i];
            let variance: f64 = (0..players)
                .map(|j| (0..players).map(|k| row[j] * scatter[j][k] * row[k]).sum::<f64>())
                .sum();
            Z95 * variance.max(0.0).sqrt()
        };
        let mean = elo.iter().sum::<f64>() / players as f64;
        let players = elo.iter().enumerate().map(|(i, elo)| (elo - mean, error(i))).collect();
        Some(Ratings { players, bounded })
    }
}

/// The slope of the score against Elo is this, times E·(1 − E).
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

/// What the games of two players say.
struct Evidence {
    players: [usize; 2],
    /// Pairs of games.
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
        // Equal results do not make it certain that they always are: one more
        // of each kind is imagined where there was no other.
        let seen = if counts.iter().filter(|count| **count > 0.0).count() > 1 {
            counts
        } else {
            counts.map(|n| n + 0.2)
        };
        let total: f64 = seen.iter().sum();
        let mean = results(&seen).map(|(result, count)| result * count).sum::<f64>() / total;
        let variance =
            results(&seen).map(|(result, count)| (result - mean).powi(2) * count).sum::<f64>() / total;
        Evidence { players: pairing.players, units, score, variance }
    }

    fn expected(&self, elo: &[f64]) -> f64 {
        expected_score(elo[self.players[0]] - elo[self.players[1]])
    }

    fn slope(&self, elo: &[f64]) -> f64 {
        self.units * PER_ELO * (self.score - self.expected(elo))
    }

    fn curvature(&self, elo: &[f64]) -> f64 {
        let expected = self.expected(elo);
        self.units * PER_ELO * PER_ELO * expected * (1.0 - expected)
    }

    fn scatter(&self) -> f64 {
        self.units * PER_ELO * PER_ELO * self.variance
    }
}

/// Can everybody be reached from everybody?
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

/// Each pairing's weight times the square of the difference of its players.
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

/// The inverse among vectors whose sum is 0; the rest, of which games say
/// nothing, is left out.
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
    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() <= within, "{found} is not {wanted} ± {within}");
    }

    fn fit(players: usize, pairings: &[([usize; 2], [u64; 5])]) -> Ratings {
        let pairings: Vec<_> = pairings.iter().map(|&(players, pairs)| Pairing { players, pairs }).collect();
        Ratings::fit(players, &pairings).unwrap()
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_match_says() {
        let pairs = [10, 40, 120, 60, 20];
        let ratings = fit(2, &[([0, 1], pairs)]);
        let match_ = Estimate::from_counts(&pairs).unwrap();
        close(ratings.players[0].0 - ratings.players[1].0, match_.elo, 1e-6);
        // Half the difference is above the mean, so that is half as unsure.
        close(ratings.players[0].1 * 2.0, match_.elo_error(), 0.05);
        assert!(!ratings.bounded);
    }

    #[test]
    fn results_that_agree_are_met_exactly() {
        // 200 and 100 Elo apart, with scores as expected in a million pairs.
        let at = |elo: f64| {
            let wins = (expected_score(elo) * 1e6).round() as u64;
            [1_000_000 - wins, 0, 0, 0, wins]
        };
        let ratings = fit(3, &[([0, 1], at(200.0)), ([1, 2], at(100.0)), ([2, 0], at(-300.0))]);
        for (found, wanted) in ratings.players.iter().zip([500.0 / 3.0, -100.0 / 3.0, -400.0 / 3.0]) {
            close(found.0, wanted, 0.01);
        }
    }

    #[test]
    fn who_wins_everything_is_rated_all_the_same_and_it_is_told() {
        let ratings = fit(2, &[([0, 1], [0, 0, 0, 0, 20])]);
        assert!(ratings.bounded);
        let [(best, error), (worst, _)] = ratings.players[..] else { panic!("two players") };
        assert!(
            best - worst > 400.0 && best - worst < 1000.0 && error > 50.0 && error.is_finite(),
            "{ratings:?}"
        );
        // Nobody is beaten by everybody in a circle.
        let won = [0, 0, 0, 0, 5];
        let circle = fit(3, &[([0, 1], won), ([1, 2], won), ([2, 0], won)]);
        assert!(!circle.bounded);
        circle.players.iter().for_each(|(elo, _)| close(*elo, 0.0, 1e-6));
    }

    #[test]
    fn those_who_never_met_are_not_compared() {
        let played = Pairing { players: [0, 1], pairs: [1, 1, 1, 1, 1] };
        let empty = Pairing { players: [1, 2], pairs: [0; 5] };
        assert_eq!(Ratings::fit(3, &[played, empty]), None);
        assert_eq!(Ratings::fit(0, &[]), None);
        assert!(Ratings::fit(2, &[played]).is_some());
    }

    /// A tournament of four with known strength, played many times.
    #[test]
    fn in_simulated_tournaments_the_error_holds_the_truth_95_times_in_100() {
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
        close(held as f64 / (4 * TOURNAMENTS) as f64, 0.95, 0.02);
        (0..4).for_each(|i| close(sums[i], truth[i], 4.0));
    }
}
