//! The strongest player: [`crate::search`] within a budget.

use clock::{Budget, Deadline};
use game::{
    Bound, Decision, Engine, Game, GameOver, History, MoveReport, Outcome, Proof, Score, Unit, Watch,
};

use crate::eval::Weights;
use crate::search::{Options, Report, SearchLimits, Solver};
use crate::{Square, State};

/// Engine of the `champion` strategy. Keeps its transposition table from one
/// decision to the next.
///
/// A decision's `value` is 1 or −1 only for a proven win or loss. Otherwise it
/// grows with the expected difference of discs.
pub struct Champion {
    solver: Solver<'static>,
    limits: SearchLimits,
}

/// The unit of the engine's scores.
pub const DISCS: Unit = Unit { name: "discs", is_margin: true };

/// Difference of discs whose value is 0.5.
const HALF: f32 = 8.0;

impl Champion {
    /// Creates a player with an empty transposition table and the shipped weights.
    pub fn new(options: Options, limits: SearchLimits) -> Self {
        Champion { solver: Solver::new(options, Weights::shipped()), limits }
    }
}

impl Engine<State> for Champion {
    fn think(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<Square>>,
    ) -> Result<Decision<Square>, GameOver> {
        let deadline = Deadline::start(budget);
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        // A forced move needs no search.
        let forced = legal.len() == 1 && !budget.exhaustive;
        let limits =
            if forced { SearchLimits { depth: 1, solve_from: 0, ..self.limits } } else { self.limits };
        let limits = limits.at_most(budget.depth);
        let report = self.solver.search_watched(state, &limits, deadline, &mut |report| {
            watch(&|| decision(report()));
        });
        report.map(decision).ok_or(GameOver)
    }

    fn analyze(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        best: usize,
        watch: &mut Watch<'_, Decision<Square>>,
    ) -> Result<Decision<Square>, GameOver> {
        let deadline = Deadline::start(budget);
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        let limits = self.limits.at_most(budget.depth);
        let report = self.solver.search_ranked(state, &limits, best, deadline, &mut |report| {
            watch(&|| decision(report()));
        });
        report.map(decision).ok_or(GameOver)
    }
}

fn decision(report: Report) -> Decision<Square> {
    let plies = report.line.len() as u16;
    let proof = report.outcome.map(|outcome| Proof { outcome, plies });
    let value = |score: i32| score as f32 / (score.abs() as f32 + HALF);
    let moves = report.moves.iter().map(|m| {
        // A proven result limits the score that the search expects.
        let points = match m.outcome {
            Some(Outcome::Win) if !m.exact => m.score.max(2),
            Some(Outcome::Draw) => 0,
            Some(Outcome::Loss) if !m.exact => m.score.min(-2),
            _ => m.score,
        };
        MoveReport {
            value: m.outcome.map_or(value(points), Outcome::value),
            bound: m.bound,
            score: Some(Score { points, unit: DISCS }),
            proof: m.outcome.map(|outcome| Proof { outcome, plies: m.plies as u16 }),
            solved: m.exact && m.bound == Bound::Exact,
            ..MoveReport::unknown(m.square)
        }
    });
    Decision {
        chosen: report.best,
        value: report.outcome.map_or(value(report.score), Outcome::value),
        proof,
        moves: moves.collect(),
        simulations: 0,
        nodes: report.nodes,
        depth: report.depth as u32,
        elapsed: report.elapsed,
        line: report.line,
    }
}
