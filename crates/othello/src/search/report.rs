//! The result of a search.

use std::cmp::Ordering;
use std::time::Duration;

use game::{Bound, Game, Move, Outcome};

use super::Search;
use super::probcut::CONFIDENCE;
use super::root::RootMove;
use super::table::Table;
use crate::{Square, State};

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move.
    pub best: Square,
    /// Score for the side to move: difference of discs at the end of the game.
    pub score: i32,
    /// Depth in plies. Equal to the number of empty squares if the search
    /// reached the end of the game.
    pub depth: i32,
    /// Probability that each cut is correct, in per cent; 100 without pruning.
    pub confidence: u8,
    /// Whether the score is proven.
    pub exact: bool,
    /// Proven result, if there is one.
    pub outcome: Option<Outcome>,
    /// Principal variation.
    pub line: Vec<Square>,
    /// All moves, each with its score or a bound of it.
    pub moves: Vec<ScoredMove>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Elapsed time.
    pub elapsed: Duration,
}

/// A move with its score or a bound of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub square: Square,
    /// Score for the side to move, or the bound.
    pub score: i32,
    /// What the score is.
    pub bound: Bound,
    /// Whether the score, or the bound, is proven.
    pub exact: bool,
    /// Proven result, if there is one.
    pub outcome: Option<Outcome>,
    /// Number of plies of the line that begins with the move.
    pub plies: usize,
}

impl Report {
    /// The report before the first iteration; `None` if there is no move.
    pub(super) fn before_search(moves: &[RootMove]) -> Option<Report> {
        let first = moves.first()?;
        Some(Report {
            best: first.square,
            score: first.score,
            depth: 0,
            confidence: CONFIDENCE[0],
            exact: false,
            outcome: None,
            line: vec![first.square],
            moves: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
        })
    }

    /// Adds the nodes, the elapsed time and the principal variation.
    pub(super) fn with_effort_and_line<C>(&self, search: &Search<C>, state: &State) -> Report {
        let plies = |square| line(search.table, state, square).len();
        Report {
            moves: self.moves.iter().map(|m| ScoredMove { plies: plies(m.square), ..*m }).collect(),
            nodes: search.team.nodes() + search.nodes - search.reported,
            elapsed: search.deadline.elapsed(),
            line: line(search.table, state, self.best),
            ..self.clone()
        }
    }
}

pub(super) fn outcome(score: i32) -> Outcome {
    match score.cmp(&0) {
        Ordering::Less => Outcome::Loss,
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win,
    }
}

/// Principal variation: the best moves of the transposition table after `best`.
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
