//! The strongest player: proves what it can, and searches the rest by simulations
//! of the [`SafeMoves`] game.
//!
//! On the classic board the first moves are in the [`book`]. Any other decision
//! has three steps that share one deadline:
//!
//! 1. search for a forced win, a sequence of threats;
//! 2. if few cells are empty, run the [`Solver`] for a share of the time: if it
//!    finishes, this move and all later ones are perfect;
//! 3. otherwise run simulations for the rest of the time, with [`ThreatProver`] at
//!    the nodes of the tree.

use std::time::Duration;

use clock::{Budget, Deadline, Instant};
use game::{Decision, Engine, Game, GameOver, History, Outcome, Proof, Snapshot, Symmetric, Tactics, Watch};
use mcts::evaluator::Evaluator;
use mcts::guide::{Priors, Proving};
use mcts::select::{Fpu, Puct, Select};
use mcts::{Mcts, MemoryError, Options};

use crate::analysis::KnownMoves;
use crate::board::{Class, Column, Position};
use crate::book::{self, BookMove};
use crate::eval::Weights;
use crate::playout::EvaluatedPlayout;
use crate::prior::ThreatPrior;
use crate::safe_moves::{SafeMoves, full_proof};
use crate::solver::{Solution, Solver};
use crate::threat_prover::ThreatProver;

/// Largest number of threats in a forced win.
const MAX_THREATS: u32 = 20;

/// Share of a decision's time for the search for a forced win.
const FORCED_WIN_SHARE: f32 = 1.0 / 20.0;

/// Share of an analysis for the solver.
const SOLVER_SHARE: f32 = 0.5;

/// Options of the champion's solver.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// Bytes of the solver's transposition table.
    pub table: usize,
    /// Bytes of the transposition table of [`ThreatProver`].
    pub prover_table: usize,
    /// The solver runs if at most this number of cells is empty.
    pub solve_at: u32,
    /// Share of a decision's time that the solver gets.
    pub share: f32,
    /// Node allowance of a decision that is limited by simulations, which it does not
    /// use up: the solver gets `share` of it, the search for a forced win a twentieth.
    pub nodes: u64,
}

impl SolverOptions {
    /// Default of [`SolverOptions::nodes`].
    pub const NODES: u64 = 100_000;
}

impl Default for SolverOptions {
    /// The options of a champion without a book, as the strategy has them by default.
    fn default() -> Self {
        SolverOptions {
            table: 64 << 20,
            prover_table: 16 << 20,
            solve_at: 60,
            share: 0.3,
            nodes: SolverOptions::NODES,
        }
    }
}

/// The champion, generic over selection and evaluation.
pub struct Champion<B: Class, S: Select, E> {
    search: Mcts<SafeMoves<B>, S, E>,
    solver: Solver<B>,
    solver_options: SolverOptions,
    game: Option<LastGame<B>>,
}

/// The champion with its usual selection and evaluation.
pub type StandardChampion<B> = Champion<B, Puct, (EvaluatedPlayout<B>, StandardGuide<B>)>;

/// Priors from threats, and proofs by forced wins and the solver.
type StandardGuide<B> = Proving<Priors<ThreatPrior<B>>, ThreatProver<B>>;

impl<B: Class> StandardChampion<B> {
    /// Creates a champion with PUCT's exploration constant `c`, the `weights` of the
    /// evaluation and the share `mix` of the evaluation in a simulation's value.
    pub fn standard(
        options: Options,
        solver_options: SolverOptions,
        c: f32,
        weights: Weights,
        mix: f32,
    ) -> Result<Self, MemoryError> {
        let prover = ThreatProver::new(solver_options.prover_table);
        let guide = Proving { guide: Priors(ThreatPrior::default()), prover };
        let select = Puct { c, fpu: Fpu::Parent(0.1) };
        Champion::new(options, solver_options, select, (EvaluatedPlayout::new(weights, mix), guide))
    }
}

/// The game of the last decision.
struct LastGame<B: Class> {
    full: History<Position<B>>,
    /// The same game as the search sees it.
    safe: History<SafeMoves<B>>,
}

impl<B: Class, S: Select, E: Evaluator<SafeMoves<B>>> Champion<B, S, E> {
    /// Creates a champion.
    pub fn new(
        options: Options,
        solver_options: SolverOptions,
        select: S,
        evaluator: E,
    ) -> Result<Self, MemoryError> {
        let search = Mcts::new(options, select, evaluator)?;
        Ok(Champion { search, solver: Solver::new(solver_options.table), solver_options, game: None })
    }

    /// Limits every decision to at most `simulations` simulations.
    pub fn at_most(mut self, simulations: u64) -> Self {
        self.search = self.search.at_most(simulations);
        self
    }

    /// The game as the search sees it. Continues the last game, so that the search
    /// can reuse its tree, unless a move since then was not safe.
    fn safe_history(&mut self, history: &History<Position<B>>) -> History<SafeMoves<B>> {
        let continued = self.game.take().and_then(|LastGame { full, mut safe }| {
            let mut state = *full.state();
            for &played in history.since(&full)? {
                safe.play(mirrored_move(played, &state, safe.state())).ok()?;
                state = state.play(played).ok()?;
            }
            Some(safe)
        });
        let safe = continued.unwrap_or_else(|| History::new(SafeMoves::new(history.state())));
        self.game = Some(LastGame { full: history.clone(), safe: safe.clone() });
        safe
    }

    /// The decision if the game ends within two plies.
    fn ends_at_once(state: &Position<B>) -> Option<Decision<Column>> {
        let safe = SafeMoves::new(state);
        let proven = |chosen, outcome: Outcome, plies| Decision {
            value: outcome.value(),
            proof: Some(Proof { outcome, plies }),
            ..Decision::bare(chosen)
        };
        match safe.outcome() {
            Some(Outcome::Win) => state.winning_move().map(|win| proven(win, Outcome::Win, 1)),
            Some(_) => {
                let any = || state.playable().first_column().and_then(Column::new);
                state.blocking_move().or_else(any).map(|m| proven(m, Outcome::Loss, 2))
            }
            None => None,
        }
    }

    /// The first two steps: a forced win, then the solver.
    fn proven(&mut self, state: &Position<B>, budget: &Budget, started: Instant) -> Option<Decision<Column>> {
        let mut deadline = Deadline::start(&self.part(budget, started, FORCED_WIN_SHARE));
        if let Some((win, proof)) = self.solver.forced_win(state, MAX_THREATS, &mut deadline) {
            return Some(Decision { value: 1.0, proof: Some(proof), ..Decision::bare(win) });
        }
        if state.vacant().count() > self.solver_options.solve_at {
            return None;
        }
        let mut deadline = Deadline::start(&self.part(budget, started, self.solver_options.share));
        // The winner is found much sooner than the length of the win.
        let outcome = self.solver.solve_outcome(state, &mut deadline)?;
        let solution = match outcome.score {
            1.. => self.solver.solve(state, &mut deadline).unwrap_or(outcome),
            _ => outcome,
        };
        let Solution { best, proof, nodes, .. } = solution;
        Some(Decision { value: proof.outcome.value(), proof: Some(proof), nodes, ..Decision::bare(best) })
    }

    /// The first `share` of a budget, from its start. A limit of simulations becomes a
    /// share of the fixed node allowance.
    fn part(&self, budget: &Budget, started: Instant, share: f32) -> Budget {
        let time = |time: Duration| time.mul_f32(share) + budget.margin;
        let count = |count: u64| (count as f64 * f64::from(share)) as u64;
        let nodes = budget.nodes.or(budget.simulations.map(|_| self.solver_options.nodes));
        Budget {
            simulations: None,
            nodes: nodes.map(count),
            wall: budget.wall.map(time),
            cpu: budget.cpu.map(time),
            since: Some(budget.since.unwrap_or(started)),
            ..budget.clone()
        }
    }
}

/// The move of the opening book. The decision has no proof because the book does
/// not store the number of plies to the end.
fn book_decision<B: Class>(state: &Position<B>) -> Option<Decision<Column>> {
    let BookMove { column, outcome } = book::lookup(state)?;
    Some(Decision { value: outcome.value(), ..Decision::bare(column) })
}

/// Converts a column of `state` to the search's column or back: mirrors it if the
/// search looks at the mirror image.
fn mirrored_move<B: Class>(m: Column, state: &Position<B>, searched: &SafeMoves<B>) -> Column {
    state.transform_move(m, usize::from(searched.position() != state))
}

impl<B: Class, S: Select, E: Evaluator<SafeMoves<B>>> Engine<Position<B>> for Champion<B, S, E> {
    fn think(
        &mut self,
        history: &History<Position<B>>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<Column>>,
    ) -> Result<Decision<Column>, GameOver> {
        let started = Instant::now();
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        if let Some(decision) = Self::ends_at_once(state).or_else(|| book_decision(state)) {
            return Ok(Decision { elapsed: started.elapsed(), ..decision });
        }
        let proven = self.proven(state, budget, started);
        // In a lost position the search still looks for the move that is hardest to
        // answer: the opponent may not see the win.
        let lost = proven.as_ref().and_then(|d| d.proof).filter(|proof| proof.outcome == Outcome::Loss);
        if let Some(decision) = proven.filter(|_| lost.is_none()) {
            return Ok(Decision { elapsed: started.elapsed(), ..decision });
        }
        let searched = self.safe_history(history);
        // The tree is reused: time that this move does not need helps the next one.
        let since = Some(budget.since.unwrap_or(started));
        let rest = Budget { since, exhaustive: true, ..budget.clone() };
        let answer = |decision| {
            let decision = unfolded(decision, state, searched.state());
            Decision { elapsed: started.elapsed(), proof: decision.proof.or(lost), ..decision }
        };
        self.search.think(&searched, &rest, &mut |report| watch(&|| answer(report()))).map(answer)
    }

    /// The solver gets half of the time for all moves, and the search values those that are
    /// left. If none is left, or the search has no game to play, the solver gets all the time.
    fn analyze(
        &mut self,
        history: &History<Position<B>>,
        budget: &Budget,
        _best: usize,
        watch: &mut Watch<'_, Decision<Column>>,
    ) -> Result<Decision<Column>, GameOver> {
        let started = Instant::now();
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        let mut known = KnownMoves::new(state);
        let first = known.reports.first().ok_or(GameOver)?.played;
        let answer = |known: &KnownMoves<B>, decision: Decision<Column>| Decision {
            elapsed: started.elapsed(),
            nodes: decision.nodes + known.nodes,
            ..decision.merged(&known.reports)
        };
        let searchable = SafeMoves::new(state).outcome().is_none();
        if state.vacant().count() <= self.solver_options.solve_at {
            for share in [SOLVER_SHARE, 1.0] {
                if share == SOLVER_SHARE || known.is_proven() || !searchable {
                    let part = self.part(budget, started, share);
                    known.solve(&mut self.solver, &part, &mut |known| {
                        watch(&|| answer(known, Decision::bare(first)));
                    });
                }
            }
        }
        if known.is_proven() || !searchable {
            return Ok(answer(&known, Decision::bare(first)));
        }
        let searched = self.safe_history(history);
        let rest =
            Budget { since: Some(budget.since.unwrap_or(started)), exhaustive: true, ..budget.clone() };
        let answer = |decision| answer(&known, unfolded(decision, state, searched.state()));
        self.search.think(&searched, &rest, &mut |report| watch(&|| answer(report()))).map(answer)
    }

    fn tree(&self, state: &Position<B>, depth: usize) -> Option<Snapshot<Column>> {
        let searched = SafeMoves::new(state);
        Some(unfolded_tree(self.search.tree(&searched, depth)?, state, &searched))
    }
}

/// Converts a decision about the searched position to one about `state`: columns
/// may be mirrored, and the plies of proofs differ.
fn unfolded<B: Class>(
    mut decision: Decision<Column>,
    state: &Position<B>,
    searched: &SafeMoves<B>,
) -> Decision<Column> {
    decision.chosen = mirrored_move(decision.chosen, state, searched);
    decision.proof = decision.proof.map(full_proof);
    for report in &mut decision.moves {
        report.played = mirrored_move(report.played, state, searched);
        report.proof = report.proof.map(full_proof);
    }
    decision.line = unfolded_line(&decision.line, state, searched);
    decision
}

/// Converts a tree of the search to the moves of the real game.
fn unfolded_tree<B: Class>(
    mut tree: Snapshot<Column>,
    state: &Position<B>,
    searched: &SafeMoves<B>,
) -> Snapshot<Column> {
    tree.proof = tree.proof.map(full_proof);
    let children = tree.children.into_iter().filter_map(|mut child| {
        let m = child.played?;
        let played = mirrored_move(m, state, searched);
        child.played = Some(played);
        Some(unfolded_tree(child, &state.play(played).ok()?, &searched.play(m).ok()?))
    });
    tree.children = children.collect();
    tree
}

/// Converts a line of the search to the moves of the real game.
fn unfolded_line<B: Class>(line: &[Column], state: &Position<B>, searched: &SafeMoves<B>) -> Vec<Column> {
    let (mut state, mut searched) = (*state, *searched);
    let moves = line.iter().map_while(|&m| {
        let played = mirrored_move(m, &state, &searched);
        state = state.play(played).ok()?;
        searched = searched.play(m).ok()?;
        Some(played)
    });
    moves.collect()
}
