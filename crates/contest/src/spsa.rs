//! The plan of a tuning: simultaneous perturbation stochastic approximation.
//!
//! Each step perturbs all parameters at once, each up or down at random. The two
//! engines that result play each other, and all parameters move towards the
//! winner, in proportion to its margin. Perturbations and moves shrink with the
//! number of steps (by the usual powers 0.101 and 0.602), so that the end is a
//! mean over many steps.

use game::Spec;
use serde::{Deserialize, Serialize};

/// What is tuned, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningPlan {
    /// The parameters.
    pub params: Vec<TunedParam>,
    /// Number of steps.
    pub steps: u64,
    /// Size of the first perturbation, as a share of a parameter's range.
    pub spread: f64,
    /// Size of the first move if one engine wins all games, as a multiple of
    /// the perturbation.
    pub gain: f64,
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunedParam {
    /// Name.
    pub name: String,
    /// Least and greatest value.
    pub range: [f64; 2],
    /// Value before the first step.
    pub start: f64,
    /// Is it a whole number?
    pub whole: bool,
}

impl TunedParam {
    /// The value at this share of the range.
    pub fn value(&self, share: f64) -> f64 {
        self.range[0] + share * (self.range[1] - self.range[0])
    }

    /// The same as text for a spec.
    pub fn text(&self, share: f64) -> String {
        if self.whole { format!("{:.0}", self.value(share)) } else { format!("{:.4}", self.value(share)) }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.range[0]) / (self.range[1] - self.range[0])
    }
}

impl TuningPlan {
    /// The parameters before the first step, as shares of their ranges.
    pub fn start(&self) -> Vec<f64> {
        self.params.iter().map(|param| param.share(param.start)).collect()
    }

    /// The spec with the parameters at these shares of their ranges.
    pub fn spec_at(&self, spec: &Spec, shares: &[f64]) -> Spec {
        let mut spec = spec.clone();
        self.params.iter().zip(shares).for_each(|(param, share)| spec.set(&param.name, param.text(*share)));
        spec
    }

    /// The two sides of a step, from 0: each parameter perturbed in the
    /// direction of its sign, and in the other.
    pub fn perturbed(&self, step: u64, at: &[f64], signs: &[f64]) -> [Vec<f64>; 2] {
        let size = self.perturbation(step);
        [size, -size]
            .map(|size| at.iter().zip(signs).map(|(at, sign)| (at + size * sign).clamp(0.0, 1.0)).collect())
    }

    /// The parameters after a step in which the first side had this score.
    pub fn moved(&self, step: u64, at: &[f64], signs: &[f64], score: f64) -> Vec<f64> {
        let stability = self.steps as f64 / 10.0 + 1.0;
        let gain = self.gain * (stability / (stability + step as f64)).powf(0.602);
        let size = gain * self.perturbation(step) * (2.0 * score - 1.0);
        at.iter().zip(signs).map(|(at, sign)| (at + size * sign).clamp(0.0, 1.0)).collect()
    }

    fn perturbation(&self, step: u64) -> f64 {
        self.spread / (step as f64 + 1.0).powf(0.101)
    }
}

/// Mean of the second half of a path: its end with less noise.
pub fn settled(path: &[Vec<f64>]) -> Vec<f64> {
    let late = &path[path.len() / 2..];
    let mean = |i: usize| late.iter().map(|at| at[i]).sum::<f64>() / late.len() as f64;
    (0..late.first().map_or(0, Vec::len)).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use stats::expected_score;

    use super::*;
    use crate::opening;

    fn plan() -> TuningPlan {
        let param = |name: &str, range, start| TunedParam { name: name.into(), range, start, whole: false };
        TuningPlan {
            params: vec![param("c", [0.0, 2.0], 1.8), param("bias", [-1.0, 1.0], -0.6)],
            steps: 600,
            spread: 0.1,
            gain: 1.0,
        }
    }

    /// Strength falls by 400 Elo from the best values to the ends of the ranges;
    /// four pairs of games per step.
    #[test]
    fn the_best_values_are_found_through_the_noise() {
        let plan = plan();
        let best = [0.4, 0.7];
        let elo = |at: &[f64]| {
            -400.0 * at.iter().zip(best).map(|(at, best)| (at - best).powi(2)).sum::<f64>() * 4.0
        };
        let mut rng = game::Rng::with_seed(1);
        let mut path = vec![plan.start()];
        for step in 0..plan.steps {
            let at = &path[step as usize];
            let signs = opening::signs(7, step, 2);
            let [up, down] = plan.perturbed(step, at, &signs);
            let chance = expected_score(elo(&up) - elo(&down));
            let wins = (0..8).filter(|_| rng.f64() < chance).count();
            path.push(plan.moved(step, at, &signs, wins as f64 / 8.0));
        }
        let end = settled(&path);
        for (end, best) in end.iter().zip(best) {
            assert!((end - best).abs() < 0.1, "{end} instead of {best}");
        }
    }

    #[test]
    fn parameters_stay_in_their_ranges_and_move_towards_the_winner() {
        let plan = plan();
        let [up, down] = plan.perturbed(0, &[0.95, 0.5], &[1.0, -1.0]);
        assert_eq!((up, down), (vec![1.0, 0.4], vec![0.85, 0.6]));
        let close =
            |found: Vec<f64>, wanted: [f64; 2]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(plan.moved(0, &[0.95, 0.5], &[1.0, -1.0], 1.0), [1.0, 0.4]));
        assert!(close(plan.moved(0, &[0.5, 0.5], &[1.0, -1.0], 0.0), [0.4, 0.6]));
        assert_eq!(plan.moved(9, &[0.5, 0.5], &[1.0, 1.0], 0.5), [0.5, 0.5], "a draw moves nothing");
        let param = &plan.params[0];
        assert_eq!((plan.start()[0], param.text(0.25)), (0.9, "0.5000".into()));
        assert_eq!(TunedParam { whole: true, range: [0.0, 12.0], ..param.clone() }.text(0.52), "6");
        let spec = plan.spec_at(&"uct:c=1,sims=9".parse().unwrap(), &[0.25, 0.5]);
        assert_eq!(spec.to_string(), "uct:sims=9,c=0.5000,bias=0.0000");
    }
}
