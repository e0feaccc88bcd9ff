//! The search as an [`Engine`], and its options.

use std::time::Duration;

use clock::{Budget, Deadline};
use game::{Bound, Decision, Engine, Evaluate, Game, GameOver, History, Move, MoveReport, Outcome, Watch};

use crate::root::{Root, RootMove};
use crate::score::from_value;
use crate::search::{Memory, Search};
use crate::table::{NO_MOVE, Table};

/// Options of [`AlphaBeta`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Largest search depth in plies; at most [`Options::MAX_DEPTH`].
    pub max_depth: u32,
    /// Largest size of the transposition table in bytes. With 0 there is no table:
    /// the search is slower and finds the same values.
    pub table_bytes: usize,
    /// Half the width of the aspiration window around the value of the last
    /// iteration. It changes the speed of the search, not its values.
    pub aspiration: f32,
}

impl Options {
    /// Largest possible search depth, in plies.
    pub const MAX_DEPTH: u32 = 250;
}

impl Default for Options {
    fn default() -> Self {
        Options { max_depth: 128, table_bytes: 16 << 20, aspiration: 0.03 }
    }
}

/// The alpha-beta engine. It keeps its transposition table from one decision to
/// the next, and returns the stored result of a position that is already solved.
///
/// The `value` of a decision is in [−1, 1]; 1 and −1 are proven results. `moves`
/// contains every move that was searched. In play the value of a refuted move is only
/// an upper bound; [`Engine::analyze`] searches the best moves exactly.
pub struct AlphaBeta<G: Game> {
    options: Options,
    memory: Memory<G>,
    legal: Vec<G::Move>,
}

impl<G: Game + Evaluate> AlphaBeta<G> {
    /// Makes an engine with an empty transposition table.
    pub fn new(mut options: Options) -> Self {
        const { assert!(G::Move::COUNT < u16::MAX as usize, "the table has 16 bits for a move") };
        options.max_depth = options.max_depth.clamp(1, Options::MAX_DEPTH);
        AlphaBeta {
            memory: Memory::new(options.table_bytes, options.max_depth),
            options,
            legal: Vec::with_capacity(G::MAX_MOVES),
        }
    }

    /// The stored result of the position, if it is solved.
    fn solved_earlier(&self, state: &G) -> Option<Root<G::Move>> {
        let entry = self.memory.table.probe(state.key(), 0)?;
        let best = G::Move::from_index(entry.best.into())?;
        if !entry.result.is_solved() || !state.is_legal(best) {
            return None;
        }
        let moves = vec![RootMove { played: best, result: entry.result, bound: Bound::Exact, nodes: 0 }];
        Some(Root { moves, result: entry.result, line: vec![best], depth: entry.depth })
    }
}

impl<G: Game + Evaluate> Engine<G> for AlphaBeta<G> {
    fn think(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        let started = Deadline::start(budget);
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        if !budget.exhaustive
            && let Some(root) = self.solved_earlier(state)
        {
            return Ok(decision(&self.memory.table, state, &root, 0, started.elapsed()));
        }
        state.legal_moves(&mut self.legal);
        let table_move = self.memory.table.probe(state.key(), 0).map_or(u16::MAX, |entry| entry.best);
        let mut root = Root::new(&self.legal, table_move).ok_or(GameOver)?;
        // A forced move needs no search.
        let max_depth = match self.legal.len() == 1 && !budget.exhaustive {
            true => 1,
            false => self.options.max_depth.min(budget.depth.unwrap_or(u32::MAX)).max(1),
        };
        let mut search = Search::new(&mut self.memory, started, state);
        let answer = |search: &Search<G>, root: &Root<G::Move>| {
            decision(&search.memory.table, state, root, search.nodes, search.elapsed())
        };
        let aspiration = from_value(self.options.aspiration);
        search.deepen(state, &mut root, max_depth, aspiration, |search, root| {
            watch(&|| answer(search, root));
        });
        Ok(answer(&search, &root))
    }

    fn analyze(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        best: usize,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        let started = Deadline::start(budget);
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        state.legal_moves(&mut self.legal);
        let mut root = Root::new(&self.legal, NO_MOVE).ok_or(GameOver)?;
        let max_depth = self.options.max_depth.min(budget.depth.unwrap_or(u32::MAX)).max(1);
        let mut search = Search::new(&mut self.memory, started, state);
        let answer = |search: &Search<G>, root: &Root<G::Move>| {
            decision(&search.memory.table, state, root, search.nodes, search.elapsed())
        };
        let aspiration = from_value(self.options.aspiration);
        search.deepen_ranked(state, &mut root, best, max_depth, aspiration, |search, root| {
            watch(&|| answer(search, root));
        });
        Ok(answer(&search, &root))
    }
}

/// Extends a proven line by the best moves of solved positions in the table, and
/// returns the last position. The search ends a line where it used a proven result
/// of the table.
fn extend_proven_line<G: Game>(table: &Table, start: &G, line: &mut Vec<G::Move>) -> G {
    let mut state = *start;
    line.iter().for_each(|&m| state.play_unchecked(m));
    while line.len() < Options::MAX_DEPTH as usize {
        let Some(entry) = table.probe(state.key(), 0) else { break };
        let Some(best) = G::Move::from_index(entry.best.into()) else { break };
        if !entry.result.is_solved() || !state.is_legal(best) {
            break;
        }
        line.push(best);
        state.play_unchecked(best);
    }
    state
}

/// Makes a decision from the result of the root; completes a proven line from the
/// table.
fn decision<G: Game>(
    table: &Table,
    state: &G,
    root: &Root<G::Move>,
    nodes: u64,
    elapsed: Duration,
) -> Decision<G::Move> {
    let Root { moves, result, line, depth } = root;
    let mut line = line.clone();
    let mut proof = result.proof();
    if let Some(proof) = &mut proof {
        let end = extend_proven_line(table, state, &mut line);
        // Draws may have several lengths: report the length of this line.
        if end.outcome() == Some(Outcome::Draw) && proof.outcome == Outcome::Draw {
            proof.plies = line.len() as u16;
        }
    }
    let chosen = line[0];
    let mut searched: Vec<_> = moves.iter().filter(|m| m.is_searched()).collect();
    searched.sort_by_key(|m| (m.played != chosen, m.bound != Bound::Exact, -m.result.score));
    let report = |m: &RootMove<G::Move>| MoveReport {
        visits: m.nodes,
        value: m.result.value(),
        bound: m.bound,
        proof: m.result.proof(),
        solved: m.result.is_solved(),
        ..MoveReport::unknown(m.played)
    };
    Decision {
        chosen,
        value: result.value(),
        proof,
        line,
        moves: searched.into_iter().map(report).collect(),
        simulations: 0,
        nodes,
        depth: *depth,
        elapsed,
    }
}
