//! What comes before a search: an exact answer, if one is near.

use clock::{Budget, Instant};
use game::{Decision, Engine, Game, GameOver, History, MoveReport, Outcome, Proof, TreeFormat, Watch};

use crate::board::State;
use crate::points::{MOST, Point};
use crate::solver::{Solver, Verdict};

/// Bytes of the solver's table.
const MEMORY: usize = 32 << 20;

/// More legal moves of both sides together than this, and the solver is not
/// asked: it would not find the end.
const MOST_LEGAL: u32 = 50;

/// Positions that the solver looks at in a second, on a slow machine.
const RATE: f64 = 400_000.0;

/// The share of a timed budget that the solver may take.
const SHARE: f64 = 0.1;

/// Asks the exact solver first and the engine inside if that finds nothing.
///
/// It also never opens in the centre of the 9×9 board: a rule that some judges
/// have and that costs nothing.
pub struct Front<E> {
    inner: E,
    solver: Solver,
    /// Positions that the solver may look at for a decision.
    nodes: u64,
}

impl<E> Front<E> {
    /// The engine with a solver in front that may look at so many positions.
    pub fn new(inner: E, nodes: u64) -> Self {
        Front { inner, solver: Solver::new(MEMORY), nodes }
    }

    /// What the solver finds within its share of the budget.
    fn proven(&mut self, state: &State, budget: &Budget) -> Option<Verdict> {
        let legal = state.own_legal().count() + state.other_legal().count();
        let timed = [budget.wall, budget.cpu].into_iter().flatten().min();
        let affordable = timed.map_or(u64::MAX, |time| (time.as_secs_f64() * SHARE * RATE) as u64);
        let nodes = self.nodes.min(affordable).min(budget.nodes.unwrap_or(u64::MAX));
        if legal > MOST_LEGAL || nodes == 0 {
            return None;
        }
        self.solver.solve_within(state, nodes)
    }
}

impl<E: Engine<State>> Engine<State> for Front<E> {
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
        // Time that is left over is lost: the tree goes along to the next move.
        let budget =
            Budget { since: Some(budget.since.unwrap_or(started)), exhaustive: true, ..budget.clone() };
        let verdict = self.proven(state, &budget);
        // Who has lost had better set problems: the search knows the longest
        // way, the solver none.
        if let Some(Verdict { wins: true, best: Some(best) }) = verdict {
            let proof = Proof { outcome: Outcome::Win, plies: longest(state) };
            let report = MoveReport { played: best, visits: 0, value: 1.0, proof: Some(proof), prior: None };
            return Ok(Decision {
                value: 1.0,
                proof: Some(proof),
                moves: vec![report],
                elapsed: started.elapsed(),
                ..Decision::bare(best)
            });
        }
        let lost = verdict.map(|_| Proof { outcome: Outcome::Loss, plies: longest(state) });
        let answer = |mut decision: Decision<Point>| {
            decision.proof = decision.proof.or(lost);
            if opens_in_the_centre(state, decision.chosen) {
                open_elsewhere(state, &mut decision);
            }
            decision
        };
        self.inner.think(history, &budget, &mut |thought| watch(&|| answer(thought()))).map(answer)
    }

    /// The tree of the last decision that took a search.
    fn tree(&self, format: TreeFormat, depth: usize) -> Option<String> {
        self.inner.tree(format, depth)
    }
}

/// The game cannot go on for longer: every move takes a legal point.
fn longest(state: &State) -> u16 {
    (state.own_legal() | state.other_legal()).count() as u16
}

/// Chooses the next best move that is not forbidden.
fn open_elsewhere(state: &State, decision: &mut Decision<Point>) {
    let others = decision.moves.iter().map(|report| report.played);
    let other = others.chain(state.own_legal().members()).find(|&m| !opens_in_the_centre(state, m));
    decision.chosen = other.unwrap_or(decision.chosen);
    decision.line = vec![decision.chosen];
}

/// Is this the first move of a 9×9 board, in its centre? A site's rules have
/// forbidden that once; its judge of today does not.
pub fn opens_in_the_centre(state: &State, m: Point) -> bool {
    *state == State::start() && (m.row(), m.column()) == (MOST / 2, MOST / 2)
}
