//! The value of every move: by the rules, the [`book`], forced wins and the [`Solver`], as
//! far as the time goes.
//!
//! The solver gets every move in turn with few nodes, then again with more, so that one hard
//! move does not take the time of the others; its table keeps what it has found. Of a move it
//! first finds the outcome, which is cheap, and then the score.

use clock::{Budget, Deadline};
use game::{Bound, Game, MoveReport, Outcome, Proof, Score, Tactics, Unit};

use crate::board::{Class, Column, Position};
use crate::book::{self, BookMove};
use crate::solver::{Solution, Solver, win_score};

/// The unit of the solver's scores: a win is worth 1 plus 1 for every two cells that it
/// leaves empty.
pub const POINTS: Unit = Unit { name: "points", is_margin: false };

/// Node limit of a move in the first round, and its growth from round to round.
const FIRST_NODES: u64 = 2_000;
const GROWTH: u64 = 8;

/// Largest number of threats in a forced win.
const MAX_THREATS: u32 = 20;

/// What is known about each legal move of a position.
pub(crate) struct KnownMoves<B> {
    state: Position<B>,
    /// A report for every legal move.
    pub reports: Vec<MoveReport<Column>>,
    /// Nodes of the solver.
    pub nodes: u64,
}

impl<B: Class> KnownMoves<B> {
    /// What needs no search: moves that end the game or let the opponent end it, and the book.
    pub fn new(state: &Position<B>) -> Self {
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        let here = book::lookup(state);
        let report = |played| {
            let next = state.play(played).ok()?;
            by_rules(state, played, &next).or_else(|| by_book(played, &next, here))
        };
        let reports = legal.iter().map(|&m| report(m).unwrap_or(MoveReport::unknown(m))).collect();
        KnownMoves { state: *state, reports, nodes: 0 }
    }

    /// Is the outcome of every move proven?
    pub fn is_proven(&self) -> bool {
        self.reports.iter().all(|report| report.proof.is_some())
    }

    /// Is the exact score of every move known?
    pub fn is_complete(&self) -> bool {
        self.reports.iter().all(|report| report.solved)
    }

    /// Solves the moves within the budget, whose limit of nodes is one of all moves together.
    /// Calls `progress` after every new result.
    pub fn solve(&mut self, solver: &mut Solver<B>, budget: &Budget, progress: &mut dyn FnMut(&Self)) {
        let clock = Deadline::start(budget);
        let mut limit = FIRST_NODES;
        while !self.is_complete() && limit < u64::MAX / GROWTH {
            for i in 0..self.reports.len() {
                while !self.reports[i].solved {
                    let left =
                        budget.nodes.map_or(limit, |nodes| limit.min(nodes.saturating_sub(self.nodes)));
                    // The solver's clock is not read between its searches.
                    let stopped = budget.stop.as_ref().is_some_and(clock::Stop::is_stopped);
                    if left == 0 || stopped || clock.remaining().is_some_and(|time| time.is_zero()) {
                        return;
                    }
                    let since = budget.since.or(Some(clock.started()));
                    let part = Budget { nodes: Some(left), since, ..budget.clone() };
                    let found = self.solve_move(solver, i, &part);
                    self.nodes += solver.nodes();
                    let Some(report) = found else { break };
                    self.reports[i] = report;
                    progress(self);
                }
            }
            limit *= GROWTH;
        }
    }

    /// The next result about a move: its outcome, or else its score.
    fn solve_move(&self, solver: &mut Solver<B>, i: usize, part: &Budget) -> Option<MoveReport<Column>> {
        let MoveReport { played, proof, .. } = self.reports[i];
        let next = self.state.play(played).ok()?;
        let mut deadline = Deadline::start(part);
        if proof.is_some() {
            let Solution { score, proof, .. } = solver.solve(&next, &mut deadline)?;
            return Some(scored(played, after(proof), -score));
        }
        if let Some((_, win)) = solver.forced_win(&next, MAX_THREATS, &mut deadline) {
            let proof = after(win);
            let score = Score { points: -win_score(&self.state, proof.plies), unit: POINTS };
            return Some(MoveReport { score: Some(score), ..outcome_report(played, proof) });
        }
        let Solution { proof, .. } = solver.solve_outcome(&next, &mut Deadline::start(part))?;
        Some(outcome_report(played, after(proof)))
    }
}

/// The proof for the side that made the move, one ply earlier.
fn after(proof: Proof) -> Proof {
    Proof { outcome: -proof.outcome, plies: proof.plies + 1 }
}

/// A move with its exact score.
fn scored(played: Column, proof: Proof, points: i32) -> MoveReport<Column> {
    MoveReport { score: Some(Score { points, unit: POINTS }), ..MoveReport::proven(played, proof, true) }
}

/// A move whose outcome is proven. The score of a draw is known then, too.
fn outcome_report(played: Column, proof: Proof) -> MoveReport<Column> {
    let (bound, points) = match proof.outcome {
        Outcome::Win => (Bound::Lower, 1),
        Outcome::Draw => return scored(played, proof, 0),
        Outcome::Loss => (Bound::Upper, -1),
    };
    MoveReport { solved: false, bound, ..scored(played, proof, points) }
}

/// A move that ends the game, or after which the opponent wins at once.
fn by_rules<B: Class>(state: &Position<B>, played: Column, next: &Position<B>) -> Option<MoveReport<Column>> {
    let (outcome, plies) = match (next.outcome(), next.winning_move()) {
        (Some(outcome), _) => (-outcome, 1),
        (None, Some(_)) => (Outcome::Loss, 2),
        (None, None) => return None,
    };
    let points = match outcome {
        Outcome::Win => win_score(state, plies),
        Outcome::Draw => 0,
        Outcome::Loss => -win_score(state, plies),
    };
    Some(scored(played, Proof { outcome, plies }, points))
}

/// What the book says about a move: the outcome if it holds the position after it, or from
/// the position before it, `here`.
fn by_book<B: Class>(
    played: Column,
    next: &Position<B>,
    here: Option<BookMove>,
) -> Option<MoveReport<Column>> {
    let left = next.vacant().count() as u16 + 1;
    let proven = |outcome| outcome_report(played, Proof { outcome, plies: left });
    if let Some(BookMove { outcome, .. }) = book::lookup(next) {
        return Some(proven(-outcome));
    }
    let BookMove { column, outcome } = here?;
    match outcome {
        Outcome::Loss => Some(proven(Outcome::Loss)),
        _ if column == played => Some(proven(outcome)),
        // No move is better than the best one.
        Outcome::Draw => {
            let score = Some(Score { points: 0, unit: POINTS });
            Some(MoveReport { bound: Bound::Upper, score, ..MoveReport::valued(played, 0.0) })
        }
        Outcome::Win => None,
    }
}
