//! An engine that asks the exact solver before it searches.

use std::time::Duration;

use clock::{Budget, Deadline, Instant};
use game::{Decision, Engine, Game, GameOver, History, MoveReport, Outcome, Proof, Snapshot, Watch};

use crate::board::State;
use crate::points::{MAX_SIZE, Point};
use crate::solver::{Solution, Solver};

/// Maximum number of legal moves, of both sides together, at which the solver is
/// asked. With more it would reach its node limit.
const MAX_LEGAL: u32 = 50;

/// Positions per second of the solver on a slow machine.
const RATE: f64 = 400_000.0;

/// Share of the time budget that the solver may use.
const SHARE: f64 = 0.1;

/// Share of the time of an analysis that the solver may use for all moves.
const ANALYSIS_SHARE: f64 = 0.5;

/// The solver may search this many times as many positions for an analysis as for a move.
const ANALYSIS_NODES: u64 = 10;

/// Plays the exact solver's winning move if it finds one within its limits;
/// otherwise plays the move of the inner engine.
///
/// It never opens in the centre of the 9×9 board: some judges forbid that move, and
/// avoiding it costs nothing.
pub struct SolverFirst<E> {
    inner: E,
    solver: Solver,
    /// Maximum number of positions that the solver searches per decision.
    nodes: u64,
}

impl<E> SolverFirst<E> {
    /// Puts a solver with a table of `table` bytes, which searches at most `nodes`
    /// positions per decision, before `inner`.
    pub fn new(inner: E, table: usize, nodes: u64) -> Self {
        SolverFirst { inner, solver: Solver::new(table), nodes }
    }

    /// Solves the position after each move, until the budget or the solver's limit of
    /// positions is used up.
    fn solve_moves(&mut self, state: &State, budget: &Budget) -> Vec<MoveReport<Point>> {
        let affordable = (state.own_legal().count() + state.other_legal().count()) <= MAX_LEGAL;
        let mut left = self.nodes.saturating_mul(ANALYSIS_NODES).min(budget.nodes.unwrap_or(u64::MAX));
        let mut solve = |played| {
            let next = state.play(played).ok().filter(|_| affordable && left > 0)?;
            let before = self.solver.nodes();
            let part = Budget { nodes: Some(left), ..budget.clone() };
            let solution = self.solver.solve_until(&next, Deadline::start(&part));
            left = left.saturating_sub(self.solver.nodes() - before);
            let outcome = if solution?.wins { Outcome::Loss } else { Outcome::Win };
            let plies = if next.outcome().is_some() { 1 } else { max_plies(&next) + 1 };
            Some(MoveReport::proven(played, Proof { outcome, plies }, false))
        };
        state.own_legal().members().map(|m| solve(m).unwrap_or(MoveReport::unknown(m))).collect()
    }

    /// Asks the solver, within its share of the budget.
    fn solve(&mut self, state: &State, budget: &Budget) -> Option<Solution> {
        let legal = state.own_legal().count() + state.other_legal().count();
        let timed = [budget.wall, budget.cpu].into_iter().flatten().min();
        let affordable = timed.map_or(u64::MAX, |time| (time.as_secs_f64() * SHARE * RATE) as u64);
        let nodes = self.nodes.min(affordable).min(budget.nodes.unwrap_or(u64::MAX));
        if legal > MAX_LEGAL || nodes == 0 {
            return None;
        }
        self.solver.solve_within(state, nodes)
    }
}

impl<E: Engine<State>> Engine<State> for SolverFirst<E> {
    fn think(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<Point>>,
    ) -> Result<Decision<Point>, GameOver> {
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        let started = Instant::now();
        // Unused time is lost, and the tree is reused for the next move.
        let budget =
            Budget { since: Some(budget.since.unwrap_or(started)), exhaustive: true, ..budget.clone() };
        let solution = self.solve(state, &budget);
        // In a lost position the search plays: it prefers long lines, which give the
        // opponent more chances to err. The solver has no such preference.
        if let Some(Solution { wins: true, best: Some(best) }) = solution {
            let proof = Proof { outcome: Outcome::Win, plies: max_plies(state) };
            let report = MoveReport::proven(best, proof, false);
            return Ok(Decision {
                value: 1.0,
                proof: Some(proof),
                moves: vec![report],
                elapsed: started.elapsed(),
                ..Decision::bare(best)
            });
        }
        let lost = solution.map(|_| Proof { outcome: Outcome::Loss, plies: max_plies(state) });
        let complete = |mut decision: Decision<Point>| {
            decision.proof = decision.proof.or(lost);
            if opens_in_the_centre(state, decision.chosen) {
                open_elsewhere(state, &mut decision);
            }
            decision
        };
        self.inner.think(history, &budget, &mut |report| watch(&|| complete(report()))).map(complete)
    }

    /// The solver gets half of the time for all moves; the inner engine values the moves that
    /// are left.
    fn analyze(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        best: usize,
        watch: &mut Watch<'_, Decision<Point>>,
    ) -> Result<Decision<Point>, GameOver> {
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        let started = Instant::now();
        let since = Some(budget.since.unwrap_or(started));
        let time = |time: Duration| time.mul_f64(ANALYSIS_SHARE) + budget.margin;
        let part = Budget { since, wall: budget.wall.map(time), cpu: budget.cpu.map(time), ..budget.clone() };
        let known = self.solve_moves(state, &part);
        let answer = |decision: Decision<Point>| decision.merged(&known);
        if known.iter().all(|report| report.proof.is_some()) {
            let decision = answer(Decision::bare(known.first().ok_or(GameOver)?.played));
            return Ok(Decision { elapsed: started.elapsed(), ..decision });
        }
        let rest = Budget { since, exhaustive: true, ..budget.clone() };
        self.inner.analyze(history, &rest, best, &mut |report| watch(&|| answer(report()))).map(answer)
    }

    fn tree(&self, state: &State, depth: usize) -> Option<Snapshot<Point>> {
        self.inner.tree(state, depth)
    }
}

/// Upper bound on the plies to the end of the game: every move takes a legal point.
fn max_plies(state: &State) -> u16 {
    (state.own_legal() | state.other_legal()).count() as u16
}

/// Replaces the chosen move by the best one that is not the centre.
fn open_elsewhere(state: &State, decision: &mut Decision<Point>) {
    let others = decision.moves.iter().map(|report| report.played);
    let other = others.chain(state.own_legal().members()).find(|&m| !opens_in_the_centre(state, m));
    decision.chosen = other.unwrap_or(decision.chosen);
    decision.line = vec![decision.chosen];
}

/// Whether the move is the first one on the 9×9 board and in its centre. The rules of
/// one judge once forbade this; its current version accepts it.
pub fn opens_in_the_centre(state: &State, m: Point) -> bool {
    *state == State::start() && (m.row(), m.column()) == (MAX_SIZE / 2, MAX_SIZE / 2)
}
