//! Simultaneous perturbation stochastic approximation: how to climb when
//! every look at the slope is a few noisy games.
//!
//! All parameters are shaken at once, each up or down by lot; the two engines
//! that come of it play each other, and all parameters move towards the
//! winner, the further the clearer it won. Shaking and moving shrink as the
//! steps go on (by the usual powers 0.101 and 0.602), so that what is left at
//! the end is an average over many steps.

use serde::{Deserialize, Serialize};

/// What is tuned, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The parameters.
    pub params: Vec<Tuned>,
    /// How often they are shaken.
    pub steps: u64,
    /// How far they are shaken at first, as a share of their range.
    pub spread: f64,
    /// How far they move at first when one engine wins everything, as a
    /// multiple of how far they were shaken.
    pub gain: f64,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Its least and its greatest value.
    pub range: [f64; 2],
    /// Where it begins.
    pub start: f64,
    /// It is a whole number.
    pub whole: bool,
}

impl Tuned {
    /// The value at this share of the range.
    pub fn value(&self, share: f64) -> f64 {
        self.range[0] + share * (self.range[1] - self.range[0])
    }

    /// The same as the engine is told.
    pub fn text(&self, share: f64) -> String {
        if self.whole { format!("{:.0}", self.value(share)) } else { format!("{:.4}", self.value(share)) }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.range[0]) / (self.range[1] - self.range[0])
    }
}

impl Plan {
    /// Where the parameters begin, as shares of their ranges.
    pub fn start(&self) -> Vec<f64> {
        self.params.iter().map(|param| param.share(param.start)).collect()
    }

    /// The two sides of a step, from 0: each parameter shaken as its sign says,
    /// and the other way.
    pub fn shaken(&self, step: u64, at: &[f64], signs: &[f64]) -> [Vec<f64>; 2] {
        let far = self.shake(step);
        [far, -far]
            .map(|far| at.iter().zip(signs).map(|(at, sign)| (at + far * sign).clamp(0.0, 1.0)).collect())
    }

    /// Where the parameters are after a step in which the first side had this
    /// score.
    pub fn moved(&self, step: u64, at: &[f64], signs: &[f64], score: f64) -> Vec<f64> {
        let calm = self.steps as f64 / 10.0 + 1.0;
        let gain = self.gain * (calm / (calm + step as f64)).powf(0.602);
        let far = gain * self.shake(step) * (2.0 * score - 1.0);
        at.iter().zip(signs).map(|(at, sign)| (at + far * sign).clamp(0.0, 1.0)).collect()
    }

    fn shake(&self, step: u64) -> f64 {
        self.spread / (step as f64 + 1.0).powf(0.101)
    }
}

/// The middle of the second half of a way: the end without its noise.
pub fn settled(way: &[Vec<f64>]) -> Vec<f64> {
    let late = &way[way.len() / 2..];
    let sum = |i: usize| late.iter().map(|at| at[i]).sum::<f64>() / late.len() as f64;
    (0..late.first().map_or(0, Vec::len)).map(sum).collect()
}

#[cfg(test)]
mod tests {
    use stats::expected_score;

    use super::*;
    use crate::opening;

    fn plan() -> Plan {
        let param = |name: &str, range, start| Tuned { name: name.into(), range, start, whole: false };
        Plan {
            params: vec![param("c", [0.0, 2.0], 1.8), param("bias", [-1.0, 1.0], -0.6)],
            steps: 600,
            spread: 0.1,
            gain: 1.0,
        }
    }

    /// Strength falls by 400 Elo from the best values to the ends of the
    /// ranges; four pairs of games a step.
    #[test]
    fn the_best_values_are_found_through_the_noise() {
        let plan = plan();
        let best = [0.4, 0.7];
        let elo = |at: &[f64]| {
            -400.0 * at.iter().zip(best).map(|(at, best)| (at - best).powi(2)).sum::<f64>() * 4.0
        };
        let mut rng = game::Rng::with_seed(1);
        let mut way = vec![plan.start()];
        for step in 0..plan.steps {
            let at = &way[step as usize];
            let signs = opening::signs(7, step, 2);
            let [up, down] = plan.shaken(step, at, &signs);
            let chance = expected_score(elo(&up) - elo(&down));
            let wins = (0..8).filter(|_| rng.f64() < chance).count();
            way.push(plan.moved(step, at, &signs, wins as f64 / 8.0));
        }
        let end = settled(&way);
        for (end, best) in end.iter().zip(best) {
            assert!((end - best).abs() < 0.1, "{end} instead of {best}");
        }
    }

    #[test]
    fn parameters_stay_in_their_ranges_and_move_towards_the_winner() {
        let plan = plan();
        let [up, down] = plan.shaken(0, &[0.95, 0.5], &[1.0, -1.0]);
        assert_eq!((up, down), (vec![1.0, 0.4], vec![0.85, 0.6]));
        let close =
            |found: Vec<f64>, wanted: [f64; 2]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(plan.moved(0, &[0.95, 0.5], &[1.0, -1.0], 1.0), [1.0, 0.4]));
        assert!(close(plan.moved(0, &[0.5, 0.5], &[1.0, -1.0], 0.0), [0.4, 0.6]));
        assert_eq!(plan.moved(9, &[0.5, 0.5], &[1.0, 1.0], 0.5), [0.5, 0.5], "a draw moves nothing");
        let param = &plan.params[0];
        assert_eq!((plan.start()[0], param.text(0.25)), (0.9, "0.5000".into()));
        assert_eq!(Tuned { whole: true, range: [0.0, 12.0], ..param.clone() }.text(0.52), "6");
    }
}
