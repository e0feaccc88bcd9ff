//! Deepening, within a budget.

use std::cmp::Ordering;
use std::sync::LazyLock;
use std::time::Duration;

use clock::Deadline;
use game::{Game, Move, Outcome, Watch};

use super::midgame;
use super::probcut::{CONFIDENCE, EXACT};
use super::stable::EDGES;
use super::table::Table;
use super::{Cpu, NONE, Node, Search};
use crate::cpu::{Portable, Wide};
use crate::eval::weights::UNITS;
use crate::eval::{Changes, Weights};
use crate::{Square, State};

static CHANGES: LazyLock<Changes> = LazyLock::new(Changes::new);

/// What a solver is made with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The table takes at most this many bytes.
    pub table_bytes: usize,
    /// Do not use what only newer CPUs have.
    pub portable: bool,
    /// How much more certain than usual a shallow search must be for a deep
    /// one to be left out.
    pub caution: f32,
}

impl Default for Options {
    fn default() -> Self {
        Options { table_bytes: 24 << 20, portable: false, caution: 1.0 }
    }
}

/// How far a search goes, if time does not end it before.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many plies …
    pub depth: i32,
    /// … but with at most so many empty squares to the end of the game.
    pub solve_from: i32,
    /// How selectively it begins (see [`super::probcut`]) …
    pub first_level: u8,
    /// … and how it searches to the end of the game at last.
    pub last_level: u8,
}

impl Limits {
    /// To the end of the game, and certain.
    pub const NONE: Limits = Limits { depth: 60, solve_from: 60, first_level: 0, last_level: EXACT };

    /// The same, and no deeper than so many plies (but at least one), also
    /// where the end of the game would be near.
    pub fn at_most(self, plies: Option<u32>) -> Limits {
        let most = plies.map_or(i32::MAX, |plies| plies.clamp(1, 60) as i32);
        Limits { depth: self.depth.min(most), solve_from: self.solve_from.min(most), ..self }
    }
}

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move.
    pub best: Square,
    /// Its score, in discs at the end.
    pub score: i32,
    /// Plies searched; the whole game if that is as many as there are empty
    /// squares.
    pub depth: i32,
    /// How sure, in per cent, each cut was.
    pub confidence: u8,
    /// The score is proven.
    pub exact: bool,
    /// The result that is proven.
    pub outcome: Option<Outcome>,
    /// How the game goes on.
    pub line: Vec<Square>,
    /// The moves with the score that each got, or a bound of it.
    pub moves: Vec<(Square, i32)>,
    /// Positions met.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// A table and weights, ready to search.
pub struct Solver<'a> {
    table: Table,
    weights: &'a Weights,
    caution: f32,
    wide: Option<Wide>,
}

struct RootMove {
    square: Square,
    node: Node,
    score: i32,
}

impl<'a> Solver<'a> {
    /// A solver that knows nothing yet.
    pub fn new(options: Options, weights: &'a Weights) -> Self {
        let wide = if options.portable { None } else { Wide::detect() };
        Solver { table: Table::new(options.table_bytes), weights, caution: options.caution, wide }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// What the weights alone say of a position, in discs.
    pub fn judge(&self, state: &State) -> f32 {
        let own = state.placements().count_ones();
        let other = state.replies().count_ones();
        let node = Node::new(&CHANGES, state.own(), state.other());
        let units = self.weights.stage(node.empties as usize).sum(&node.contents, [own, other]);
        units as f32 / UNITS as f32
    }

    /// Searches until the budget is used up or there is nothing left to find
    /// out. None if the game is over.
    pub fn search(&mut self, state: &State, limits: &Limits, deadline: Deadline) -> Option<Report> {
        self.search_watched(state, limits, deadline, &mut |_| ())
    }

    /// The same; after every step `watch` may see what is known by then.
    pub fn search_watched(
        &mut self,
        state: &State,
        limits: &Limits,
        deadline: Deadline,
        watch: &mut Watch<'_, Report>,
    ) -> Option<Report> {
        self.table.grow_older();
        match self.wide {
            Some(wide) => self.run(wide, state, limits, deadline, watch),
            None => self.run(Portable, state, limits, deadline, watch),
        }
    }

    fn run<C: Cpu>(
        &mut self,
        cpu: C,
        state: &State,
        limits: &Limits,
        deadline: Deadline,
        watch: &mut Watch<'_, Report>,
    ) -> Option<Report> {
        let mut search = Search {
            cpu,
            table: &mut self.table,
            weights: self.weights,
            changes: &CHANGES,
            edges: &EDGES,
            stack: Vec::with_capacity(1024),
            deadline,
            caution: self.caution,
            nodes: 0,
            next_look: 0,
            stopped: false,
        };
        let node = Node::new(search.changes, state.own(), state.other());
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut moves: Vec<RootMove> = moves
            .into_iter()
            .map(|square| {
                let node = match square {
                    Square::PASS => node.passed(search.changes),
                    square => node.after(search.cpu, search.changes, square.index(), state.flips(square)),
                };
                let score = -midgame::evaluate(&search, &node);
                RootMove { square, node, score }
            })
            .collect();
        moves.sort_by_key(|m| -m.score);
        let mut report = Report {
            best: moves.first()?.square,
            score: moves[0].score,
            depth: 0,
            confidence: CONFIDENCE[0],
            exact: false,
            outcome: None,
            line: vec![moves[0].square],
            moves: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        for Step { depth, level, goal } in schedule(node.empties, limits) {
            let Some(score) = search_root(&mut search, &mut moves, depth, level, goal, report.score) else {
                break;
            };
            // Also a step that was broken off may have found a better move.
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
                report.moves = moves.iter().map(|m| (m.square, m.score)).collect();
            }
            report.depth = depth;
            report.confidence = CONFIDENCE[level as usize];
            watch(&|| report.completed(&search, state));
        }
        Some(report.completed(&search, state))
    }
}

impl Report {
    /// With what the search knows at any moment: its effort and its line.
    fn completed<C>(&self, search: &Search<C>, state: &State) -> Report {
        Report {
            nodes: search.nodes,
            elapsed: search.deadline.elapsed(),
            line: line(search.table, state, self.best),
            ..self.clone()
        }
    }
}

fn outcome(score: i32) -> Outcome {
    match score.cmp(&0) {
        Ordering::Less => Outcome::Loss,
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win,
    }
}

/// How the table thinks that the game goes on.
fn line(table: &Table, state: &State, best: Square) -> Vec<Square> {
    let mut line = Vec::new();
    let mut state = *state;
    let mut next = Some(best);
    while let Some(m) = next {
        state.play_unchecked(m);
        line.push(m);
        next = if state.is_legal(Square::PASS) {
            Some(Square::PASS)
        } else {
            let known = table.get(state.own(), state.other());
            let known = known.and_then(|known| Square::from_index(known.best[0].into()));
            known.filter(|&m| m != Square::PASS && state.is_legal(m))
        };
    }
    line
}

/// What a step of the search asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// How many discs it will be.
    Score,
    /// Who wins.
    Outcome,
}

/// A step of the search.
#[derive(Clone, Copy, Debug)]
struct Step {
    depth: i32,
    level: u8,
    goal: Goal,
}

/// The steps, one after the other.
fn schedule(empties: i32, limits: &Limits) -> Vec<Step> {
    let mut steps = Vec::new();
    let end = limits.depth >= empties || limits.solve_from >= empties;
    // Searching nearly to the end costs as much as searching to the end.
    let deepest = if end { empties - 9 } else { limits.depth };
    for depth in 1..=deepest {
        steps.push(Step { depth, level: limits.first_level, goal: Goal::Score });
    }
    if end {
        // With few squares left, being certain is cheap.
        let from = if empties < 14 { limits.last_level } else { limits.first_level };
        for level in [0, 2, EXACT].into_iter().filter(|level| (from..=limits.last_level).contains(level)) {
            if level == EXACT && from < EXACT {
                steps.push(Step { depth: empties, level, goal: Goal::Outcome });
            }
            steps.push(Step { depth: empties, level, goal: Goal::Score });
        }
    }
    steps
}

/// The score of the best move, which is in front then; none if time was up
/// before anything was found out.
fn search_root<C: Cpu>(
    search: &mut Search<C>,
    moves: &mut [RootMove],
    depth: i32,
    level: u8,
    goal: Goal,
    expected: i32,
) -> Option<i32> {
    if goal == Goal::Outcome {
        return within(search, moves, depth, -1, 1, level);
    }
    // Final scores are even.
    let to_the_end = depth > 0 && moves[0].node.empties + 1 == depth;
    let (mut low, mut high) = (expected - 2, expected + 2);
    if to_the_end {
        let even = expected & !1;
        (low, high) = (even - 1, even + 1);
    }
    let mut widen = 4;
    loop {
        let (alpha, beta) = (low.max(-65), high.min(65));
        let score = within(search, moves, depth, alpha, beta, level)?;
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

fn within<C: Cpu>(
    search: &mut Search<C>,
    moves: &mut [RootMove],
    depth: i32,
    alpha: i32,
    beta: i32,
    level: u8,
) -> Option<i32> {
    let mut best = NONE;
    for i in 0..moves.len() {
        let RootMove { square, node, .. } = &moves[i];
        // A pass is not a ply.
        let depth = if *square == Square::PASS { depth } else { depth - 1 };
        let floor = best.max(alpha);
        let mut score = NONE;
        if i > 0 {
            score = -C::midgame(search, node, depth, !floor, level);
        }
        if i == 0 || score > floor && score < beta && !search.stopped {
            score = -C::principal(search, node, depth, -beta, -floor, level);
        }
        if search.stopped {
            break;
        }
        moves[i].score = score;
        if score > best {
            best = score;
            moves[..=i].rotate_right(1);
            if best >= beta {
                break;
            }
        }
    }
    (best != NONE).then_some(best)
}
