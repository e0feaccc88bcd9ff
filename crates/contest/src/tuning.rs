//! A tuning: steps of games that move parameters towards the winner.
//!
//! The log has the games and nothing else. The parameters follow from the
//! results, so that a tuning that was killed repeats its steps from the log and
//! continues from there.

use std::ops::ControlFlow;

use game::{Playable, Spec};

use crate::error::{EntrantError, Error};
use crate::one_game::GameResult;
use crate::opening;
use crate::players::Players;
use crate::report::ContestReport;
use crate::run::{Contest, Run, RunOptions};
use crate::shard::Shard;
use crate::spsa::{TuningPlan, settled};
use crate::terms::{ContestKind, Entrant, Fixture};

/// A tuning, or the steps of it that were played.
pub struct Tuning {
    /// Its games; A is the engine perturbed in the direction of the signs.
    pub report: ContestReport,
    /// The plan.
    pub plan: TuningPlan,
    /// The parameters before each step and after the last, as shares of their
    /// ranges.
    pub path: Vec<Vec<f64>>,
    spec: Spec,
}

impl Tuning {
    /// Tunes the first engine of a contest of the kind [`ContestKind::Tune`] and
    /// calls `on_game` after each game with the number of the step, from 0, and
    /// the spec before the step.
    ///
    /// # Panics
    ///
    /// If the contest is of another kind.
    pub fn play<G: Playable, P: Players<G>>(
        contest: &Contest<G, P>,
        options: RunOptions<'_>,
        mut on_game: impl FnMut(u64, &dyn Fn() -> Spec),
    ) -> Result<Tuning, Error> {
        let terms = contest.terms();
        let ContestKind::Tune(plan) = &terms.kind else { panic!("not a tuning") };
        let base = &terms.engines[0];
        let spec: Spec = base.spec.parse().map_err(EntrantError::Spec)?;
        let mut run = Run::begin(contest, Shard::WHOLE, options)?;
        let mut report = ContestReport::empty(terms.clone(), Shard::WHOLE);
        report.stored = run.stored_games();
        let mut path = vec![plan.start()];
        for step in 0..plan.steps {
            let at = path[step as usize].clone();
            let signs = opening::signs(terms.seed, step, plan.params.len());
            let specs = plan.perturbed(step, &at, &signs).map(|at| plan.spec_at(&spec, &at).to_string());
            let fixture = |number| {
                let engines = specs.clone().map(|spec| Entrant { spec, ..base.clone() });
                Fixture { engines, ..terms.fixture(number) }
            };
            let (mut points, mut games) = (0.0, 0);
            let each = |fixture: &Fixture, result: GameResult| {
                points += result.score_of_a(fixture.game);
                games += 1;
                // The terms of a tuning have no test that could end it.
                let _ = report.add(fixture, result);
                on_game(step, &|| plan.spec_at(&spec, &at));
                ControlFlow::Continue(())
            };
            let numbers: Vec<u64> = (step * terms.games..(step + 1) * terms.games).collect();
            run.play(&numbers, fixture, each)?;
            if games < terms.games {
                break;
            }
            path.push(plan.moved(step, &at, &signs, points / games as f64));
        }
        report.run = Some(run.info());
        Ok(Tuning { report, plan: plan.clone(), path, spec })
    }

    /// The engine that was tuned, with its parameters before the first step.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Number of complete steps.
    pub fn steps(&self) -> u64 {
        self.path.len() as u64 - 1
    }

    /// The parameters at the end, as shares of their ranges: the mean of the
    /// second half of the path.
    pub fn settled(&self) -> Vec<f64> {
        settled(&self.path)
    }

    /// The spec with the parameters at the end.
    pub fn settled_spec(&self) -> Spec {
        self.plan.spec_at(&self.spec, &self.settled())
    }
}
