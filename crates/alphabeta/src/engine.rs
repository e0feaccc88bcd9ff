//! The search as an [`Engine`]: what it may use, what it answers.

use std::time::Duration;

use clock::{Budget, Deadline};
use game::{Decision, Engine, Evaluate, Game, GameOver, History, Move, MoveReport, Outcome, Watch};

use crate::root::{Root, RootMove};
use crate::score::from_value;
use crate::search::{Memory, Search};
use crate::table::Table;

/// What an [`AlphaBeta`] may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// It looks at most this many plies ahead (and at most
    /// [`Options::DEEPEST`]).
    pub max_depth: u32,
    /// The transposition table takes at most this many bytes. Zero is
    /// possible; the search is slower then, and says the same.
    pub table_bytes: usize,
    /// How far from the last iteration's value the next one expects its own;
    /// a wrong guess costs time, never the answer.
    pub aspiration: f32,
}

impl Options {
    /// No search is deeper than this.
    pub const DEEPEST: u32 = 250;
}

impl Default for Options {
    fn default() -> Self {
        Options { max_depth: 128, table_bytes: 16 << 20, aspiration: 0.03 }
    }
}

/// The engine. It keeps its table from one decision to the next, and for a
/// position whose value is final it looks it up instead of searching.
///
/// A decision's `value` is the score in [−1, 1], 1 and −1 only for proven
/// results; `moves` holds every move that was searched, and the value of one
/// that was refuted is the bound that refuted it.
pub struct AlphaBeta<G: Game> {
    options: Options,
    memory: Memory<G>,
    legal: Vec<G::Move>,
}

impl<G: Game + Evaluate> AlphaBeta<G> {
    /// An engine that knows nothing yet.
    pub fn new(mut options: Options) -> Self {
        const { assert!(G::Move::COUNT < u16::MAX as usize, "the table has 16 bits for a move") };
        options.max_depth = options.max_depth.clamp(1, Options::DEEPEST);
        AlphaBeta {
            memory: Memory::new(options.table_bytes, options.max_depth),
            options,
            legal: Vec::with_capacity(G::MAX_MOVES),
        }
    }

    /// The result of an earlier search, if it is the last word.
    fn looked_up(&self, state: &G) -> Option<Root<G::Move>> {
        let known = self.memory.table.get(state.key(), 0)?;
        let best = G::Move::from_index(known.best.into())?;
        if !known.verdict.is_final() || !state.is_legal(best) {
            return None;
        }
        let moves = vec![RootMove { played: best, verdict: known.verdict, nodes: 0 }];
        Some(Root { moves, verdict: known.verdict, line: vec![best], depth: known.depth })
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
            && let Some(root) = self.looked_up(state)
        {
            return Ok(decision(&self.memory.table, state, &root, 0, started.elapsed()));
        }
        state.legal_moves(&mut self.legal);
        let remembered = self.memory.table.get(state.key(), 0).map_or(u16::MAX, |known| known.best);
        let mut root = Root::new(&self.legal, remembered).ok_or(GameOver)?;
        // A forced move needs no thought.
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
}

/// A proven line ends where a fact from the table took the place of a search:
/// the table may also know how it goes on. Gives the last state.
fn follow<G: Game>(table: &Table, start: &G, line: &mut Vec<G::Move>) -> G {
    let mut state = *start;
    line.iter().for_each(|&m| state.play_unchecked(m));
    while line.len() < Options::DEEPEST as usize {
        let Some(known) = table.get(state.key(), 0) else { break };
        let Some(best) = G::Move::from_index(known.best.into()) else { break };
        if !known.verdict.is_final() || !state.is_legal(best) {
            break;
        }
        line.push(best);
        state.play_unchecked(best);
    }
    state
}

/// What the root knows, as an answer; the table knows more of a proven line.
fn decision<G: Game>(
    table: &Table,
    state: &G,
    root: &Root<G::Move>,
    nodes: u64,
    elapsed: Duration,
) -> Decision<G::Move> {
    let Root { moves, verdict, line, depth } = root;
    let mut line = line.clone();
    let mut proof = verdict.proof();
    if let Some(proof) = &mut proof {
        let end = follow(table, state, &mut line);
        // A draw has many lengths: that of the line is the one to tell.
        if end.outcome() == Some(Outcome::Draw) && proof.outcome == Outcome::Draw {
            proof.plies = line.len() as u16;
        }
    }
    let chosen = line[0];
    let mut searched: Vec<_> = moves.iter().filter(|m| m.is_searched()).collect();
    searched.sort_by_key(|m| (m.played != chosen, -m.verdict.score));
    let report = |m: &RootMove<G::Move>| MoveReport {
        played: m.played,
        visits: m.nodes,
        value: m.verdict.value(),
        proof: m.verdict.proof(),
        prior: None,
    };
    Decision {
        chosen,
        value: verdict.value(),
        proof,
        line,
        moves: searched.into_iter().map(report).collect(),
        simulations: 0,
        nodes,
        depth: *depth,
        elapsed,
    }
}
