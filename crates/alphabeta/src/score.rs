//! What a search says of a position: a score, and how far it can be believed.
//!
//! Scores are whole numbers on one scale:
//!
//! ```text
//!   −WIN … −WIN+n …   −SCALE < judgements < SCALE   … WIN−n … WIN
//!     lost, in n plies           0 = draw             won, in n plies
//! ```
//!
//! so that the soonest win and the latest loss are simply the greatest
//! scores. During a search the plies are counted from its root; in the table
//! they are counted from the stored position.
//!
//! A search with bounds seldom learns a value: it learns that the value is
//! at least this (a *floor*), or at most this (a *ceiling*), and either may
//! hang on a heuristic judgement at the horizon or be a fact of the game.
//! A [`Verdict`] carries both claims separately, and one negation turns them
//! over; whether a result is proven is then read off, never guessed.

use game::{Outcome, Proof};

/// A value on the scale above, from the side to move.
pub(crate) type Score = i32;

/// A game that is won at the root of the search.
const WIN: Score = 32_000;

/// What the judgement 1.0 would be; judgements stay strictly inside.
const SCALE: Score = 20_000;

/// Beyond every score.
pub(crate) const INFINITY: Score = WIN + 1;

/// How far a claim can be believed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Trust {
    /// It is no claim at all.
    Nothing,
    /// It holds as far as the search looked.
    Searched,
    /// It holds in the game: no horizon was involved.
    Proven,
}

/// A score and the two claims about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub score: Score,
    /// The value is at least the score.
    pub floor: Trust,
    /// The value is at most the score.
    pub ceiling: Trust,
    /// Plies of the line behind the floor, from the position on: the length
    /// of a proven draw, which the score does not tell.
    pub plies: u16,
}

impl Verdict {
    /// Before anything is known: less than every score.
    pub const NONE: Verdict =
        Verdict { score: -INFINITY, floor: Trust::Nothing, ceiling: Trust::Nothing, plies: 0 };

    /// The game is over, this far from the root.
    pub fn ended(outcome: Outcome, ply: usize) -> Self {
        let score = match outcome {
            Outcome::Loss => ply as Score - WIN,
            Outcome::Draw => 0,
            Outcome::Win => WIN - ply as Score,
        };
        Verdict { score, floor: Trust::Proven, ceiling: Trust::Proven, plies: 0 }
    }

    /// The game's own judgement, at the horizon.
    pub fn judged(value: f32) -> Self {
        Verdict { score: from_value(value), floor: Trust::Searched, ceiling: Trust::Searched, plies: 0 }
    }

    /// A game that still goes on at `ply` ends one ply later at the soonest:
    /// the verdict that says so, if a window asks for more.
    pub fn out_of_reach(ply: usize, alpha: Score, beta: Score) -> Option<Self> {
        let soonest = WIN - (ply as Score + 1);
        if alpha >= soonest {
            Some(Verdict { score: soonest, ceiling: Trust::Proven, ..Self::NONE })
        } else if beta <= -soonest {
            Some(Verdict { score: -soonest, floor: Trust::Proven, ..Self::NONE })
        } else {
            None
        }
    }

    /// The same, seen by the opponent one ply before.
    pub fn turned(self) -> Self {
        Verdict {
            score: -self.score,
            floor: self.ceiling,
            ceiling: self.floor,
            plies: self.plies.saturating_add(1),
        }
    }

    /// Without the claims that are not proven, unless the search that made
    /// them went `deep_enough`.
    pub fn usable(self, deep_enough: bool) -> Self {
        let keep = |claim| if deep_enough || claim == Trust::Proven { claim } else { Trust::Nothing };
        Verdict { floor: keep(self.floor), ceiling: keep(self.ceiling), ..self }
    }

    /// Does it answer a search with this window?
    pub fn answers(self, alpha: Score, beta: Score) -> bool {
        let (floor, ceiling) = (self.floor > Trust::Nothing, self.ceiling > Trust::Nothing);
        match (floor, ceiling) {
            (true, true) => true,
            (true, false) => self.score >= beta,
            (false, true) => self.score <= alpha,
            (false, false) => false,
        }
    }

    /// The part of a window that these facts leave open, and the score itself
    /// with it.
    pub fn narrow(self, alpha: Score, beta: Score) -> (Score, Score) {
        let narrow_below = self.floor == Trust::Proven && self.score > alpha;
        let narrow_above = self.ceiling == Trust::Proven && self.score < beta;
        (if narrow_below { self.score - 1 } else { alpha }, if narrow_above { self.score + 1 } else { beta })
    }

    /// Do these facts promise more than the search found, or as much and with
    /// more right?
    pub fn outdo(self, found: Verdict) -> bool {
        let with_more_right = found.score == self.score && found.floor < Trust::Proven;
        self.floor == Trust::Proven && (found.score < self.score || with_more_right)
    }

    /// What a search said, where facts do not say otherwise: a shallow search
    /// never talks away what a deep one has proven.
    pub fn corrected_by(mut self, facts: Verdict) -> Self {
        if facts.outdo(self) {
            self = Verdict { ceiling: self.ceiling, ..facts };
        }
        let with_more_right = self.score == facts.score && self.ceiling < Trust::Proven;
        if facts.ceiling == Trust::Proven && (self.score > facts.score || with_more_right) {
            let plies = if self.floor == Trust::Proven { self.plies } else { facts.plies };
            self = Verdict { floor: self.floor, plies, ..facts };
        }
        self
    }

    /// A win within the plies that were searched is the soonest one, whatever
    /// was beyond the horizon: all sooner ones would have been seen.
    pub fn with_soonest_win(mut self, depth: u32, ply: usize) -> Self {
        let seen = WIN - (ply as Score + depth as Score);
        if self.score >= seen && self.ceiling == Trust::Searched {
            self.ceiling = Trust::Proven;
        }
        self
    }

    /// Is it the value of the game, to the ply?
    pub fn is_final(self) -> bool {
        self.floor == Trust::Proven && self.ceiling == Trust::Proven
    }

    /// What is proven about the result. The verdict must be of a root.
    pub fn proof(self) -> Option<Proof> {
        let (floor, ceiling) = (self.floor == Trust::Proven, self.ceiling == Trust::Proven);
        let decided = |outcome| Proof { outcome, plies: (WIN - self.score.abs()) as u16 };
        match self.score {
            score if score >= SCALE && floor => Some(decided(Outcome::Win)),
            score if score <= -SCALE && ceiling => Some(decided(Outcome::Loss)),
            0 if floor && ceiling => Some(Proof { outcome: Outcome::Draw, plies: self.plies }),
            _ => None,
        }
    }

    /// The score as a value in [−1, 1].
    pub fn value(self) -> f32 {
        (self.score as f32 / SCALE as f32).clamp(-1.0, 1.0)
    }
}

/// Is it a judgement (or a draw), and no win or loss?
pub(crate) fn is_undecided(score: Score) -> bool {
    score.abs() < SCALE
}

/// A judgement on the scale; what is not strictly inside (−1, 1) is made so.
pub(crate) fn from_value(value: f32) -> Score {
    let score = (value * SCALE as f32).round() as Score;
    score.clamp(1 - SCALE, SCALE - 1)
}

/// A score that counts plies from the root, counted from `ply` instead.
pub(crate) fn to_table(score: Score, ply: usize) -> i16 {
    let from_here = match score {
        score if is_undecided(score) => score,
        score => score + score.signum() * ply as Score,
    };
    from_here as i16
}

/// The reverse.
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
    fn sooner_wins_and_later_losses_are_better_and_beyond_every_judgement() {
        let order = [
            Verdict::ended(Outcome::Loss, 2),
            Verdict::ended(Outcome::Loss, 9),
            Verdict::judged(-1.0),
            Verdict::ended(Outcome::Draw, 5),
            Verdict::judged(1.0),
            Verdict::ended(Outcome::Win, 9),
            Verdict::ended(Outcome::Win, 2),
        ];
        assert!(order.is_sorted_by_key(|verdict| verdict.score));
        assert!(order.iter().all(|verdict| (-1.0..=1.0).contains(&verdict.value())));
    }

    #[test]
    fn a_judgement_of_nothing_is_no_draw() {
        assert_eq!(Verdict::judged(0.0).proof(), None);
        assert_eq!(Verdict::judged(f32::NAN).score, 0);
        assert!(Verdict::ended(Outcome::Draw, 3).proof().is_some());
    }

    #[test]
    fn half_a_claim_proves_what_it_can() {
        let win = Verdict { ceiling: Trust::Nothing, ..Verdict::ended(Outcome::Win, 3) };
        assert_eq!(win.proof(), Some(Proof { outcome: Outcome::Win, plies: 3 }));
        let not_a_loss = Verdict { ceiling: Trust::Nothing, ..Verdict::ended(Outcome::Loss, 3) };
        assert_eq!(not_a_loss.proof(), None, "another move may still save the game");
    }

    #[test]
    fn facts_correct_a_search_and_keep_the_scores_apart() {
        let draw = Verdict { plies: 6, ..Verdict::ended(Outcome::Draw, 0) };
        let at_least_a_draw = Verdict { ceiling: Trust::Nothing, ..draw };
        let (bad, good) = (Verdict::judged(-0.5), Verdict::judged(0.5));
        assert!(draw.outdo(bad) && draw.outdo(Verdict::judged(0.0)) && !draw.outdo(good));
        assert_eq!(bad.corrected_by(draw), draw);
        assert_eq!(bad.corrected_by(at_least_a_draw).floor, Trust::Proven);
        assert_eq!(bad.corrected_by(at_least_a_draw).ceiling, Trust::Searched);
        assert_eq!(good.corrected_by(at_least_a_draw), good);
        assert_eq!(good.corrected_by(draw).proof(), None, "a ceiling is only half of a proof")
    }

    #[test]
    fn the_table_counts_plies_from_its_position() {
        for (score, ply) in [(0, 9), (-19_999, 9), (WIN - 12, 9), (12 - WIN, 12), (WIN - 1, 0)] {
            assert_eq!(from_table(to_table(score, ply), ply), score);
        }
        let win_in_three = to_table(WIN - 12, 9);
        assert_eq!(from_table(win_in_three, 0), WIN - 3, "the same position at the root");
    }
}
