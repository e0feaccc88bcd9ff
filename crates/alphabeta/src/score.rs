//! Scores, and how certain each of them is.
//!
//! Scores are whole numbers on one scale:
//!
//! ```text
//!   −WIN … −WIN+n …   −SCALE < evaluations < SCALE   … WIN−n … WIN
//!     loss in n plies           0 = draw              win in n plies
//! ```
//!
//! The shortest win and the longest loss are therefore simply the greatest
//! scores. A search counts the plies from its root; the transposition table counts
//! them from the stored position.
//!
//! A search with a window seldom finds an exact value. It finds that the value is
//! at least the score (a *lower bound*) or at most the score (an *upper bound*).
//! Either bound may depend on an evaluation at the horizon, or it may be proven. A
//! [`SearchResult`] keeps the certainty of both bounds, and a negation swaps them,
//! so that a result is called proven only if it is.

use game::{Bound, Outcome, Proof};

/// A value on the scale above, for the side to move.
pub(crate) type Score = i32;

/// Score of a game that is won at the root.
const WIN: Score = 32_000;

/// Score of the evaluation 1.0. Evaluations stay strictly below it.
const SCALE: Score = 20_000;

/// Greater than every score.
pub(crate) const INFINITY: Score = WIN + 1;

/// How certain a bound is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Certainty {
    /// The bound is not known.
    Unknown,
    /// The bound holds at the depth of the search.
    Searched,
    /// The bound holds at every depth: it depends on no evaluation.
    Proven,
}

/// Result of a search: a score, and its certainty as a lower and an upper bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchResult {
    pub score: Score,
    /// Certainty that the value is at least the score.
    pub lower: Certainty,
    /// Certainty that the value is at most the score.
    pub upper: Certainty,
    /// Length of the line behind the lower bound, in plies from the position: the
    /// length of a proven draw, which the score does not contain.
    pub plies: u16,
}

impl SearchResult {
    /// No result yet: less than every score.
    pub const NONE: SearchResult =
        SearchResult { score: -INFINITY, lower: Certainty::Unknown, upper: Certainty::Unknown, plies: 0 };

    /// Result of a finished game, `ply` plies from the root.
    pub fn terminal(outcome: Outcome, ply: usize) -> Self {
        let score = match outcome {
            Outcome::Loss => ply as Score - WIN,
            Outcome::Draw => 0,
            Outcome::Win => WIN - ply as Score,
        };
        SearchResult { score, lower: Certainty::Proven, upper: Certainty::Proven, plies: 0 }
    }

    /// Result of an evaluation at the horizon.
    pub fn evaluated(value: f32) -> Self {
        SearchResult {
            score: from_value(value),
            lower: Certainty::Searched,
            upper: Certainty::Searched,
            plies: 0,
        }
    }

    /// Mate distance pruning: a game that is not over at `ply` ends one ply later
    /// at the earliest. Returns that bound if it lies outside the window.
    pub fn distance_bound(ply: usize, alpha: Score, beta: Score) -> Option<Self> {
        let shortest = WIN - (ply as Score + 1);
        if alpha >= shortest {
            Some(SearchResult { score: shortest, upper: Certainty::Proven, ..Self::NONE })
        } else if beta <= -shortest {
            Some(SearchResult { score: -shortest, lower: Certainty::Proven, ..Self::NONE })
        } else {
            None
        }
    }

    /// The same result for the opponent, one ply earlier.
    pub fn negated(self) -> Self {
        SearchResult {
            score: -self.score,
            lower: self.upper,
            upper: self.lower,
            plies: self.plies.saturating_add(1),
        }
    }

    /// Removes the bounds that are not proven, unless they are `deep_enough`.
    pub fn usable(self, deep_enough: bool) -> Self {
        let keep = |bound| if deep_enough || bound == Certainty::Proven { bound } else { Certainty::Unknown };
        SearchResult { lower: keep(self.lower), upper: keep(self.upper), ..self }
    }

    /// Returns true if no search with this window is needed.
    pub fn resolves(self, alpha: Score, beta: Score) -> bool {
        let (lower, upper) = (self.lower > Certainty::Unknown, self.upper > Certainty::Unknown);
        match (lower, upper) {
            (true, true) => true,
            (true, false) => self.score >= beta,
            (false, true) => self.score <= alpha,
            (false, false) => false,
        }
    }

    /// Narrows a window by the proven bounds; the score itself stays inside.
    pub fn narrow(self, alpha: Score, beta: Score) -> (Score, Score) {
        let narrow_below = self.lower == Certainty::Proven && self.score > alpha;
        let narrow_above = self.upper == Certainty::Proven && self.score < beta;
        (if narrow_below { self.score - 1 } else { alpha }, if narrow_above { self.score + 1 } else { beta })
    }

    /// Returns true if this proven lower bound is better than what a search
    /// found: greater, or equal where the search has no proof.
    pub fn exceeds(self, found: SearchResult) -> bool {
        let equal_without_proof = found.score == self.score && found.lower < Certainty::Proven;
        self.lower == Certainty::Proven && (found.score < self.score || equal_without_proof)
    }

    /// Combines the result of a search with bounds that were proven earlier: a
    /// shallow search must not replace what a deeper one has proven.
    pub fn improved_by(mut self, proven: SearchResult) -> Self {
        if proven.exceeds(self) {
            self = SearchResult { upper: self.upper, ..proven };
        }
        let equal_without_proof = self.score == proven.score && self.upper < Certainty::Proven;
        if proven.upper == Certainty::Proven && (self.score > proven.score || equal_without_proof) {
            let plies = if self.lower == Certainty::Proven { self.plies } else { proven.plies };
            self = SearchResult { lower: self.lower, plies, ..proven };
        }
        self
    }

    /// Marks a win within the searched depth as proven from above: the search
    /// would have found every shorter win.
    pub fn with_shortest_win(mut self, depth: u32, ply: usize) -> Self {
        let horizon = WIN - (ply as Score + depth as Score);
        if self.score >= horizon && self.upper == Certainty::Searched {
            self.upper = Certainty::Proven;
        }
        self
    }

    /// What the score of a search with this window is: see [`crate::search`].
    pub fn bound(self, alpha: Score, beta: Score) -> Bound {
        match self.score {
            _ if self.is_solved() => Bound::Exact,
            score if score <= alpha => Bound::Upper,
            score if score >= beta => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Returns true if the value and the distance to the end are both proven.
    pub fn is_solved(self) -> bool {
        self.lower == Certainty::Proven && self.upper == Certainty::Proven
    }

    /// The proven outcome, if there is one. Must be the result of a root.
    pub fn proof(self) -> Option<Proof> {
        let (lower, upper) = (self.lower == Certainty::Proven, self.upper == Certainty::Proven);
        let decided = |outcome| Proof { outcome, plies: (WIN - self.score.abs()) as u16 };
        match self.score {
            score if score >= SCALE && lower => Some(decided(Outcome::Win)),
            score if score <= -SCALE && upper => Some(decided(Outcome::Loss)),
            0 if lower && upper => Some(Proof { outcome: Outcome::Draw, plies: self.plies }),
            _ => None,
        }
    }

    /// The score as a value in [−1, 1].
    pub fn value(self) -> f32 {
        (self.score as f32 / SCALE as f32).clamp(-1.0, 1.0)
    }
}

/// Returns true for evaluations and draws, false for wins and losses.
pub(crate) fn is_undecided(score: Score) -> bool {
    score.abs() < SCALE
}

/// Converts an evaluation to a score, clamped strictly inside (−1, 1).
pub(crate) fn from_value(value: f32) -> Score {
    let score = (value * SCALE as f32).round() as Score;
    score.clamp(1 - SCALE, SCALE - 1)
}

/// Converts a score that counts plies from the root to one that counts them from
/// `ply`.
pub(crate) fn to_table(score: Score, ply: usize) -> i16 {
    let from_here = match score {
        score if is_undecided(score) => score,
        score => score + score.signum() * ply as Score,
    };
    from_here as i16
}

/// The reverse of [`to_table`].
pub(crate) fn from_table(score: i16, ply: usize) -> Score {
    match Score::from(score) {
        score if is_undecided(score) => score,
        score => score - score.signum() * ply as Score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better_and_beyond_every_evaluation() {
        let order = [
            SearchResult::terminal(Outcome::Loss, 2),
            SearchResult::terminal(Outcome::Loss, 9),
            SearchResult::evaluated(-1.0),
            SearchResult::terminal(Outcome::Draw, 5),
            SearchResult::evaluated(1.0),
            SearchResult::terminal(Outcome::Win, 9),
            SearchResult::terminal(Outcome::Win, 2),
        ];
        assert!(order.is_sorted_by_key(|result| result.score));
        assert!(order.iter().all(|result| (-1.0..=1.0).contains(&result.value())));
    }

    #[test]
    fn an_evaluation_of_zero_is_not_a_proven_draw() {
        assert_eq!(SearchResult::evaluated(0.0).proof(), None);
        assert_eq!(SearchResult::evaluated(f32::NAN).score, 0);
        assert!(SearchResult::terminal(Outcome::Draw, 3).proof().is_some());
    }

    #[test]
    fn one_proven_bound_proves_a_win_but_not_a_loss() {
        let win = SearchResult { upper: Certainty::Unknown, ..SearchResult::terminal(Outcome::Win, 3) };
        assert_eq!(win.proof(), Some(Proof { outcome: Outcome::Win, plies: 3 }));
        let not_a_loss =
            SearchResult { upper: Certainty::Unknown, ..SearchResult::terminal(Outcome::Loss, 3) };
        assert_eq!(not_a_loss.proof(), None, "another move may still save the game");
    }

    #[test]
    fn proven_bounds_improve_the_result_of_a_search() {
        let draw = SearchResult { plies: 6, ..SearchResult::terminal(Outcome::Draw, 0) };
        let at_least_a_draw = SearchResult { upper: Certainty::Unknown, ..draw };
        let (bad, good) = (SearchResult::evaluated(-0.5), SearchResult::evaluated(0.5));
        assert!(draw.exceeds(bad) && draw.exceeds(SearchResult::evaluated(0.0)) && !draw.exceeds(good));
        assert_eq!(bad.improved_by(draw), draw);
        assert_eq!(bad.improved_by(at_least_a_draw).lower, Certainty::Proven);
        assert_eq!(bad.improved_by(at_least_a_draw).upper, Certainty::Searched);
        assert_eq!(good.improved_by(at_least_a_draw), good);
        assert_eq!(good.improved_by(draw).proof(), None, "an upper bound alone proves no draw")
    }

    #[test]
    fn the_table_counts_plies_from_the_stored_position() {
        for (score, ply) in [(0, 9), (-19_999, 9), (WIN - 12, 9), (12 - WIN, 12), (WIN - 1, 0)] {
            assert_eq!(from_table(to_table(score, ply), ply), score);
        }
        let win_in_three = to_table(WIN - 12, 9);
        assert_eq!(from_table(win_in_three, 0), WIN - 3, "the same position at the root");
    }
}
