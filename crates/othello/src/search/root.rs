//! Iterative deepening at the root, within a budget.

use std::sync::LazyLock;

use clock::{Budget, Deadline};
use game::cpu::Avx2;
use game::{Bound, Game, Move, Watch};

use super::cache::Cache;
use super::endgame::NO_LISTS;
use super::probcut::{CONFIDENCE, EXACT};
use super::report::{Report, ScoredMove, outcome};
use super::schedule::{Goal, Iteration, SearchLimits, iterations};
use super::stable::EDGES;
use super::table::Table;
use super::team::{self, Team, Turns};
use super::{Cpu, NONE, Node, Search};
use super::{midgame, ranked};
use crate::cpu::Portable;
use crate::eval::weights::UNITS;
use crate::eval::{PatternIndexer, Weights};
use crate::{Square, State};

static INDEXER: LazyLock<PatternIndexer> = LazyLock::new(PatternIndexer::new);

/// Options of a [`Solver`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Largest size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// Uses no AVX2 and BMI2 instructions, also where the CPU has them.
    pub portable: bool,
    /// Multi-ProbCut's margins are multiplied by this: above 1 the search prunes
    /// less, below 1 it prunes more.
    pub probcut_scale: f32,
    /// Number of threads. With more than one, results depend on their speed.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { table_bytes: 24 << 20, portable: false, probcut_scale: 1.0, threads: 1 }
    }
}

/// Searches positions. Keeps its transposition table from one search to the next.
pub struct Solver<'a> {
    table: Table,
    /// One for each thread.
    caches: Vec<Cache>,
    weights: &'a Weights,
    probcut_scale: f32,
    wide: Option<Avx2>,
}

#[derive(Clone, Copy)]
pub(super) struct RootMove {
    pub square: Square,
    pub node: Node,
    pub score: i32,
    pub bound: Bound,
}

impl<'a> Solver<'a> {
    /// A solver with an empty transposition table.
    pub fn new(options: Options, weights: &'a Weights) -> Self {
        let wide = if options.portable { None } else { Avx2::detect() };
        let mut table = Table::new(options.table_bytes);
        if options.threads > 1 {
            table.touch();
        }
        Solver {
            table,
            caches: (0..options.threads.max(1)).map(|_| Cache::new()).collect(),
            weights,
            probcut_scale: options.probcut_scale,
            wide,
        }
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
        self.caches.iter_mut().for_each(Cache::clear);
    }

    /// Evaluates a position without a search: expected score in discs for the
    /// side to move.
    pub fn evaluate(&self, state: &State) -> f32 {
        let own = state.placements().count_ones();
        let other = state.replies().count_ones();
        let node = Node::new(&INDEXER, state.own(), state.other());
        let units = self.weights.stage(node.empties as usize).sum(&node.indices, [own, other]);
        units as f32 / UNITS as f32
    }

    /// Searches until the limits are reached or the deadline has expired. Returns
    /// `None` if the game is over.
    pub fn search(&mut self, state: &State, limits: &SearchLimits, deadline: Deadline) -> Option<Report> {
        self.search_watched(state, limits, deadline, &mut |_| ())
    }

    /// As [`Self::search`]; calls `watch` after every iteration.
    pub fn search_watched(
        &mut self,
        state: &State,
        limits: &SearchLimits,
        deadline: Deadline,
        watch: &mut Watch<'_, Report>,
    ) -> Option<Report> {
        match self.wide {
            Some(wide) => self.run(wide, deadline, |search, watch| play(search, state, limits, watch), watch),
            None => self.run(Portable, deadline, |search, watch| play(search, state, limits, watch), watch),
        }
    }

    /// As [`Self::search_watched`], but the best `best` moves all get their score.
    pub fn search_ranked(
        &mut self,
        state: &State,
        limits: &SearchLimits,
        best: usize,
        deadline: Deadline,
        watch: &mut Watch<'_, Report>,
    ) -> Option<Report> {
        match self.wide {
            Some(wide) => self.run(
                wide,
                deadline,
                |search, watch| ranked::search(search, state, limits, best, watch),
                watch,
            ),
            None => self.run(
                Portable,
                deadline,
                |search, watch| ranked::search(search, state, limits, best, watch),
                watch,
            ),
        }
    }

    /// Runs `body` in all threads.
    fn run<C: Cpu>(
        &mut self,
        cpu: C,
        deadline: Deadline,
        body: impl Fn(Search<C>, &mut Watch<'_, Report>) -> Option<Report> + Sync,
        watch: &mut Watch<'_, Report>,
    ) -> Option<Report> {
        let team = Team::new(self.caches.len());
        let mut searches = self.start(cpu, deadline, &team);
        let others = searches.split_off(1);
        team::run(&team, searches.remove(0), others, body, watch)
    }

    /// The searches of all threads, which have not begun.
    pub(super) fn start<'s, C: Cpu>(
        &'s mut self,
        cpu: C,
        deadline: Deadline,
        team: &'s Team,
    ) -> Vec<Search<'s, C>> {
        self.table.next_generation();
        let (table, weights, probcut_scale) = (&self.table, self.weights, self.probcut_scale);
        // The first thread stops the others, but it may have to wait for a core.
        let nodes = Budget::nodes(deadline.node_limit().unwrap_or(u64::MAX));
        let mut deadline = Some(deadline);
        let search = |(thread, cache)| Search {
            cpu,
            table,
            cache,
            team,
            thread,
            reported: 0,
            weights,
            indexer: &INDEXER,
            edges: &EDGES,
            stack: Vec::with_capacity(1024),
            lists: Box::new(NO_LISTS),
            answers: midgame::NO_ANSWERS,
            deadline: deadline.take().unwrap_or_else(|| Deadline::start(&nodes)),
            probcut_scale,
            nodes: 0,
            next_check: 0,
            stopped: false,
        };
        self.caches.iter_mut().enumerate().map(search).collect()
    }
}

/// The legal moves, best first by their evaluation.
pub(super) fn root_moves<C: Cpu>(search: &Search<C>, state: &State, node: &Node) -> Vec<RootMove> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut moves: Vec<RootMove> = moves
        .into_iter()
        .map(|square| {
            let node = match square {
                Square::PASS => node.passed(search.indexer),
                square => node.after(search.cpu, search.indexer, square.index(), state.flips(square)),
            };
            let score = -midgame::evaluate(search, &node);
            RootMove { square, node, score, bound: Bound::Exact }
        })
        .collect();
    moves.sort_by_key(|m| -m.score);
    moves
}

/// The search for play: one move and its score.
fn play<C: Cpu>(
    mut search: Search<C>,
    state: &State,
    limits: &SearchLimits,
    watch: &mut Watch<'_, Report>,
) -> Option<Report> {
    let node = Node::new(search.indexer, state.own(), state.other());
    let mut moves = root_moves(&search, state, &node);
    let mut report = Report::before_search(&moves)?;
    for Iteration { depth, level, goal } in iterations(search.thread, node.empties, limits) {
        let Some(score) = search_root(&mut search, &mut moves, depth, level, goal, report.score) else {
            break;
        };
        // An iteration that was stopped may have found a better move, too.
        report.best = moves[0].square;
        if search.stopped {
            break;
        }
        let proven = depth == node.empties && level == EXACT;
        if proven {
            report.outcome = Some(outcome(score));
        }
        if goal == Goal::Score {
            report.score = score;
            report.exact = proven;
            report.moves = moves.iter().map(|m| m.scored(proven)).collect();
        }
        report.depth = depth;
        report.confidence = CONFIDENCE[level as usize];
        watch(&|| report.with_effort_and_line(&search, state));
    }
    Some(report.with_effort_and_line(&search, state))
}

impl RootMove {
    /// The move for a report. `exact`: the score, or the bound, is proven.
    pub(super) fn scored(&self, exact: bool) -> ScoredMove {
        let RootMove { square, score, bound, .. } = *self;
        let decides = match bound {
            Bound::Exact => true,
            Bound::Upper => score < 0,
            Bound::Lower => score > 0,
            Bound::Unknown => false,
        };
        let outcome = (exact && decides).then(|| outcome(score));
        ScoredMove { square, score, bound, exact, outcome, plies: 0 }
    }
}

/// Runs one iteration: returns the score of the best move and moves that one to
/// the front. Returns `None` if the search stopped before the first move had a
/// score.
pub(super) fn search_root<C: Cpu>(
    search: &mut Search<C>,
    moves: &mut [RootMove],
    depth: i32,
    level: u8,
    goal: Goal,
    expected: i32,
) -> Option<i32> {
    if goal == Goal::Outcome {
        return search_window(search, moves, depth, -1, 1, level);
    }
    // Final scores are even, so a window of one even number is enough.
    let to_the_end = depth > 0 && moves[0].node.empties + 1 == depth;
    let (mut low, mut high) = (expected - 2, expected + 2);
    if to_the_end {
        let even = expected & !1;
        (low, high) = (even - 1, even + 1);
    }
    let mut widen = 4;
    loop {
        let (alpha, beta) = (low.max(-65), high.min(65));
        let score = search_window(search, moves, depth, alpha, beta, level)?;
        if search.stopped {
            return Some(score);
        }
        if score <= alpha && alpha > -65 {
            low = score - widen;
        } else if score >= beta && beta < 65 {
            high = score + widen;
        } else {
            return Some(score);
        }
        widen *= 2;
    }
}

/// Searches all root moves in the window from `alpha` to `beta`.
pub(super) fn search_window<C: Cpu>(
    search: &mut Search<C>,
    moves: &mut [RootMove],
    depth: i32,
    alpha: i32,
    beta: i32,
    level: u8,
) -> Option<i32> {
    let mut best = NONE;
    let shares = search.team.shares(depth);
    let mut turns = Turns::new(0, moves.len());
    while let Some((i, is_new)) = turns.next() {
        let RootMove { square, node, .. } = &moves[i];
        // A pass is not a ply.
        let depth = if *square == Square::PASS { depth } else { depth - 1 };
        let floor = best.max(alpha);
        let mut score = NONE;
        if i > 0 {
            let mark = if shares { Team::mark(node) } else { 0 };
            if shares {
                if is_new && search.team.is_busy(mark) {
                    turns.postpone(i);
                    continue;
                }
                search.team.begin(mark);
            }
            score = -C::midgame(search, node, depth, !floor, level);
            if shares {
                search.team.end(mark);
            }
        }
        if i == 0 || score > floor && score < beta && !search.stopped {
            score = -C::pv_search(search, node, depth, -beta, -floor, level);
        }
        if search.stopped {
            break;
        }
        moves[i].score = score;
        moves[i].bound = match score {
            score if score <= floor => Bound::Upper,
            score if score >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if score > best {
            best = score;
            moves[..=i].rotate_right(1);
            turns.moved_to_front(i);
            if best >= beta {
                break;
            }
        }
    }
    (best != NONE).then_some(best)
}
