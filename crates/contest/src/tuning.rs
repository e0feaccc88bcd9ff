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
use crate::terms::{ContestKind, Entrant, Fixture, Terms};

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
    /// Points and games of the step that is being played.
    step: (f64, u64),
}

impl Tuning {
    /// The tuning before its first game; `None` if the contest is of another kind.
    pub fn begin(terms: &Terms) -> Result<Option<Tuning>, EntrantError> {
        let (ContestKind::Tune(plan), Some(base)) = (&terms.kind, terms.engines.first()) else {
            return Ok(None);
        };
        let spec: Spec = base.spec.parse().map_err(EntrantError::Spec)?;
        let report = ContestReport::empty(terms.clone(), Shard::WHOLE);
        Ok(Some(Tuning { report, plan: plan.clone(), path: vec![plan.start()], spec, step: (0.0, 0) }))
    }

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
        let mut tuning = Tuning::begin(terms)?.expect("the contest is a tuning");
        let mut run = Run::begin(contest, Shard::WHOLE, options)?;
        tuning.report.stored = run.stored_games();
        for step in 0..tuning.plan.steps {
            let before = tuning.plan.spec_at(&tuning.spec, tuning.now());
            let engines = tuning.engines();
            let fixture = |number| Fixture { engines: engines.clone(), ..terms.fixture(number) };
            let each = |fixture: &Fixture, result: GameResult| {
                tuning.add(fixture, result);
                on_game(step, &|| before.clone());
                ControlFlow::Continue(())
            };
            let numbers: Vec<u64> = (step * terms.games..(step + 1) * terms.games).collect();
            run.play(&numbers, fixture, each)?;
            if tuning.steps() == step {
                break;
            }
        }
        tuning.report.run = Some(run.info());
        Ok(tuning)
    }

    /// The parameters before the step that is being played, as shares of their ranges.
    fn now(&self) -> &[f64] {
        self.path.last().map_or(&[], Vec::as_slice)
    }

    fn signs(&self) -> Vec<f64> {
        opening::signs(self.report.terms.seed, self.steps(), self.plan.params.len())
    }

    /// The two engines of the step that is being played.
    pub fn engines(&self) -> [Entrant; 2] {
        let base = &self.report.terms.engines[0];
        let perturbed = self.plan.perturbed(self.steps(), self.now(), &self.signs());
        perturbed.map(|at| Entrant { spec: self.plan.spec_at(&self.spec, &at).to_string(), ..base.clone() })
    }

    /// Adds a game of the step that is being played. Its last game ends the step.
    pub fn add(&mut self, fixture: &Fixture, result: GameResult) {
        let (points, games) = (self.step.0 + result.score_of_a(fixture.game), self.step.1 + 1);
        self.step = (points, games);
        // The terms of a tuning have no test that could end it.
        let _ = self.report.add(fixture, result);
        if games >= self.report.terms.games {
            let score = points / games as f64;
            let moved = self.plan.moved(self.steps(), self.now(), &self.signs(), score);
            self.path.push(moved);
            self.step = (0.0, 0);
        }
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

    /// The values of a parameter before each step and after the last.
    pub fn values(&self, param: usize) -> Vec<f64> {
        self.path.iter().map(|at| self.plan.params[param].value(at[param])).collect()
    }
}
