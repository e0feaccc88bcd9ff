//! The strongest player: what can be proven is proven, and the rest is
//! searched by simulations of the [`Sharp`] game.
//!
//! On the classic board the first moves are in the [`book`]. Any other decision
//! goes through three rooms, and all of them share one clock:
//!
//! 1. a win by force, a chain of threats, is looked for;
//! 2. where few cells are left, the [`Solver`] gets a part of the time: if it
//!    is done by then, this move and all to come are perfect;
//! 3. else the simulations get the rest of it, with [`Insight`] at their nodes.

use std::time::Duration;

use clock::{Budget, Deadline, Instant};
use game::{
    Decision, Engine, Game, GameOver, History, Outcome, Proof, Symmetric, Tactics, TreeFormat, Watch,
};
use mcts::guide::{Guide, Priors, Proving};
use mcts::playout::Playout;
use mcts::select::{Fpu, Puct, Select};
use mcts::{Mcts, MemoryError, Options};

use crate::board::{Class, Column, Position};
use crate::book::{self, Advice};
use crate::eval::Weights;
use crate::insight::Insight;
use crate::playout::Judged;
use crate::prior::Threats;
use crate::sharp::{Sharp, real};
use crate::solver::{Solution, Solver};

/// Threats in a chain that is looked for.
const CHAIN: u32 = 20;

/// The share of a decision's time that the search for a chain may take.
const CHAIN_SHARE: u32 = 20;

/// What the champion may use, besides the search's own options.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// Bytes of the solver's table.
    pub table: usize,
    /// Bytes of the table of the solver that proves nodes of the search.
    pub prover_table: usize,
    /// The solver is asked from so many empty cells on.
    pub solve_at: u32,
    /// The share of a decision's time that the solver gets.
    pub share: f32,
}

/// The engine.
pub struct Champion<B: Class, S: Select, P, K> {
    search: Mcts<Sharp<B>, S, P, K>,
    solver: Solver<B>,
    rooms: Rooms,
    game: Option<Told<B>>,
}

/// The champion as it is.
pub type Usual<B> = Champion<B, Puct, Judged<B>, Proving<Priors<Threats<B>>, Insight<B>>>;

impl<B: Class> Usual<B> {
    /// A champion with this weight of exploration, these weights of its
    /// judgement, and so much of the latter beside the playouts.
    pub fn usual(
        options: Options,
        rooms: Rooms,
        c: f32,
        weights: Weights,
        mix: f32,
    ) -> Result<Self, MemoryError> {
        let guide = Proving { guide: Priors(Threats::default()), prover: Insight::new(rooms.prover_table) };
        let select = Puct { c, fpu: Fpu::Parent(0.1) };
        Champion::new(options, rooms, select, Judged::new(weights, mix), guide)
    }
}

/// A game so far.
struct Told<B: Class> {
    real: History<Position<B>>,
    /// As the search sees it.
    sharp: History<Sharp<B>>,
}

impl<B: Class, S: Select, P: Playout<Sharp<B>>, K: Guide<Sharp<B>>> Champion<B, S, P, K> {
    /// A champion that knows nothing of any game yet.
    pub fn new(options: Options, rooms: Rooms, select: S, playout: P, guide: K) -> Result<Self, MemoryError> {
        let search = Mcts::new(options, select, playout, guide)?;
        Ok(Champion { search, solver: Solver::new(rooms.table), rooms, game: None })
    }

    /// Never makes more simulations than this for a decision.
    pub fn at_most(mut self, simulations: u64) -> Self {
        self.search = self.search.at_most(simulations);
        self
    }

    /// The game as the search sees it. It goes on from where it was, unless
    /// somebody has made a move that the search thinks nobody would.
    fn seen(&mut self, history: &History<Position<B>>) -> History<Sharp<B>> {
        let gone_on = self.game.take().and_then(|Told { real, mut sharp }| {
            let mut state = *real.state();
            for &played in history.since(&real)? {
                sharp.play(turned(played, &state, sharp.state())).ok()?;
                state = state.play(played).ok()?;
            }
            Some(sharp)
        });
        let sharp = gone_on.unwrap_or_else(|| History::new(Sharp::new(history.state())));
        self.game = Some(Told { real: history.clone(), sharp: sharp.clone() });
        sharp
    }

    /// What is plain to see: that the game ends with the next stone or two.
    fn at_a_glance(state: &Position<B>) -> Option<Decision<Column>> {
        let sharp = Sharp::new(state);
        let seen = |chosen, outcome: Outcome, plies| Decision {
            value: outcome.value(),
            proof: Some(Proof { outcome, plies }),
            ..Decision::bare(chosen)
        };
        match sharp.outcome() {
            Some(Outcome::Win) => state.winning_move().map(|win| seen(win, Outcome::Win, 1)),
            Some(_) => {
                let any = || state.playable().first_column().and_then(Column::new);
                state.blocking_move().or_else(any).map(|m| seen(m, Outcome::Loss, 2))
            }
            None => None,
        }
    }

    /// The first two rooms.
    fn proven(&mut self, state: &Position<B>, budget: &Budget, started: Instant) -> Option<Decision<Column>> {
        let mut deadline = Deadline::start(&part(budget, started, 1.0 / CHAIN_SHARE as f32));
        if let Some((win, proof)) = self.solver.forced_win(state, CHAIN, &mut deadline) {
            return Some(Decision { value: 1.0, proof: Some(proof), ..Decision::bare(win) });
        }
        if state.vacant().count() > self.rooms.solve_at {
            return None;
        }
        let mut deadline = Deadline::start(&part(budget, started, self.rooms.share));
        // Who wins is known much sooner than how soon.
        let outcome = self.solver.solve_outcome(state, &mut deadline)?;
        let solution = match outcome.score {
            1.. => self.solver.solve(state, &mut deadline).unwrap_or(outcome),
            _ => outcome,
        };
        let Solution { best, proof, nodes, .. } = solution;
        Some(Decision { value: proof.outcome.value(), proof: Some(proof), nodes, ..Decision::bare(best) })
    }
}

/// What was worked out beforehand. That nobody counted the plies to the end is
/// why there is no proof.
fn by_the_book<B: Class>(state: &Position<B>) -> Option<Decision<Column>> {
    let Advice { column, outcome } = book::advice(state)?;
    Some(Decision { value: outcome.value(), ..Decision::bare(column) })
}

/// A part of a budget, from its beginning.
fn part(budget: &Budget, started: Instant, share: f32) -> Budget {
    let time = |time: Duration| time.mul_f32(share) + budget.margin;
    let count = |count: u64| (count as f64 * f64::from(share)) as u64;
    // A position costs the solver about a tenth of a simulation.
    let simulated = budget.simulations.map(|simulations| count(simulations.saturating_mul(10)));
    Budget {
        simulations: None,
        nodes: budget.nodes.map(count).or(simulated),
        wall: budget.wall.map(time),
        cpu: budget.cpu.map(time),
        since: Some(budget.since.unwrap_or(started)),
        ..budget.clone()
    }
}

/// A column of `state` as the search sees it, or the reverse: the same
/// unless the search looks at the mirror image.
fn turned<B: Class>(m: Column, state: &Position<B>, seen: &Sharp<B>) -> Column {
    state.transform_move(m, usize::from(seen.position() != state))
}

impl<B: Class, S: Select, P: Playout<Sharp<B>>, K: Guide<Sharp<B>>> Engine<Position<B>>
    for Champion<B, S, P, K>
{
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
        if let Some(decision) = Self::at_a_glance(state).or_else(|| by_the_book(state)) {
            return Ok(Decision { elapsed: started.elapsed(), ..decision });
        }
        let proven = self.proven(state, budget, started);
        // Who has lost had better set problems, and those the search knows: the
        // opponent may not have seen the end yet.
        let lost = proven.as_ref().and_then(|d| d.proof).filter(|proof| proof.outcome == Outcome::Loss);
        if let Some(decision) = proven.filter(|_| lost.is_none()) {
            return Ok(Decision { elapsed: started.elapsed(), ..decision });
        }
        let seen = self.seen(history);
        // What is not needed for this move is grown for the next one.
        let since = Some(budget.since.unwrap_or(started));
        let rest = Budget { since, exhaustive: true, ..budget.clone() };
        let answer = |decision| {
            let decision = as_played(decision, state, seen.state());
            Decision { elapsed: started.elapsed(), proof: decision.proof.or(lost), ..decision }
        };
        self.search.think(&seen, &rest, &mut |thought| watch(&|| answer(thought()))).map(answer)
    }

    fn tree(&self, format: TreeFormat, depth: usize) -> Option<String> {
        self.search.tree(format, depth)
    }
}

/// A decision about what the search sees, as one about the position.
fn as_played<B: Class>(
    mut decision: Decision<Column>,
    state: &Position<B>,
    seen: &Sharp<B>,
) -> Decision<Column> {
    decision.chosen = turned(decision.chosen, state, seen);
    decision.proof = decision.proof.map(real);
    for report in &mut decision.moves {
        report.played = turned(report.played, state, seen);
        report.proof = report.proof.map(real);
    }
    decision.line = unfolded(&decision.line, state, seen);
    decision
}

/// A line of the search as it would be played.
fn unfolded<B: Class>(line: &[Column], state: &Position<B>, seen: &Sharp<B>) -> Vec<Column> {
    let (mut state, mut seen) = (*state, *seen);
    let moves = line.iter().map_while(|&m| {
        let played = turned(m, &state, &seen);
        state = state.play(played).ok()?;
        seen = seen.play(m).ok()?;
        Some(played)
    });
    moves.collect()
}
