//! Every legal move of a position with its value, how exact the value is, and its unit.
//!
//! ```
//! use clock::Budget;
//! use game::example::Nim;
//! use game::{Bound, Game, History, RandomEngine, analysis};
//!
//! let history = History::new(Nim::start());
//! let all = usize::MAX;
//! let decision =
//!     analysis::analyze(&mut RandomEngine::new(1), &history, &Budget::default(), all, &mut |_| ()).unwrap();
//! let mut legal = Vec::new();
//! history.state().legal_moves(&mut legal);
//! assert_eq!(decision.moves.len(), legal.len(), "every move is listed, …");
//! assert!(decision.moves.iter().all(|m| m.bound == Bound::Unknown), "… also if its value is not known");
//! ```

use clock::Budget;

use crate::{Bound, Decision, Engine, Game, GameOver, History, Move, MoveReport, Outcome, Proof, Watch};

/// Lets an engine analyze the position of `history`; see [`Engine::analyze`]. `best` is the
/// number of moves that are to get values of their own; `usize::MAX` is all of them.
///
/// The decision lists every legal move, best first. A move of which the engine knows nothing
/// has [`Bound::Unknown`], and the value of a proven move is that of its outcome.
pub fn analyze<G: Game>(
    engine: &mut dyn Engine<G>,
    history: &History<G>,
    budget: &Budget,
    best: usize,
    watch: &mut Watch<'_, Decision<G::Move>>,
) -> Result<Decision<G::Move>, GameOver> {
    let mut legal = Vec::new();
    history.state().legal_moves(&mut legal);
    let complete = |decision: Decision<G::Move>| decision.completed(&legal);
    engine.analyze(history, budget, best, &mut |report| watch(&|| complete(report()))).map(complete)
}

impl<M: Move> Decision<M> {
    /// Adds what is known about moves from elsewhere, a solver or a book, and ranks the
    /// moves again: wins, open moves and draws, losses. The engine's order of the open
    /// moves is kept.
    pub fn merged(mut self, known: &[MoveReport<M>]) -> Self {
        for &report in known.iter().filter(|report| report.bound != Bound::Unknown) {
            match self.moves.iter_mut().find(|m| m.played == report.played) {
                // A bound without a proof says less than a search.
                Some(found) if report.proof.is_none() && found.bound == Bound::Exact => (),
                Some(found) => *found = MoveReport { visits: found.visits, prior: found.prior, ..report },
                None => self.moves.push(report),
            }
        }
        self.moves.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        let Some(&first) = self.moves.first() else { return self };
        if self.chosen != first.played {
            self.chosen = first.played;
            self.line = vec![first.played];
        }
        let won = first.proof.is_some_and(|proof| proof.outcome == Outcome::Win);
        if won || self.moves.iter().all(|m| m.proof.is_some()) {
            self.proof = first.proof;
        }
        self.value = self.proof.map_or(first.value, |proof| proof.outcome.value());
        self
    }

    /// Lists the legal moves that are missing, and gives proven moves the value of their
    /// outcome.
    fn completed(mut self, legal: &[M]) -> Self {
        for report in &mut self.moves {
            if let Some(proof) = report.proof {
                report.value = proof.outcome.value();
            }
        }
        let listed = |m: &M| self.moves.iter().any(|report| report.played == *m);
        let missing: Vec<_> = legal.iter().filter(|m| !listed(m)).copied().collect();
        for m in missing {
            // An engine without a table still knows the result of its own move.
            let proof = self.proof.filter(|_| m == self.chosen);
            let report = proof.map_or(MoveReport::unknown(m), |proof| MoveReport::proven(m, proof, false));
            let at = if m == self.chosen { 0 } else { self.moves.len() };
            self.moves.insert(at, report);
        }
        self
    }
}

impl<M> MoveReport<M> {
    /// Proven moves by their result: wins above 1, the better the score the higher (without
    /// a score the shorter), losses below −1. An open move is above a draw if its value is
    /// positive; open moves on the same side of a draw are equal.
    fn rank(&self) -> f32 {
        let open = |above: bool| if above { 0.5 } else { -0.5 };
        let Some(Proof { outcome, plies }) = self.proof else {
            return match self.bound {
                Bound::Unknown => -0.75,
                Bound::Upper if self.value <= 0.0 => -0.625,
                _ => open(self.value > 0.0),
            };
        };
        let length = f32::from(plies) / 1024.0;
        let points = self.score.map(|score| score.points as f32 / 16.0);
        match outcome {
            Outcome::Win => 100.0 + points.unwrap_or(0.0) - length,
            Outcome::Draw => 0.0,
            Outcome::Loss => -100.0 + points.unwrap_or(0.0) + length,
        }
    }

    /// The proven result in words: "wins by 12", "loses in 8" (plies), "wins in ≤ 30" if the
    /// number is merely enough, "wins" if a bound of the score says more, "draw"; `None`
    /// without a proof.
    pub fn proof_text(&self) -> Option<String> {
        let Proof { outcome, plies } = self.proof?;
        let verb = match outcome {
            Outcome::Win => "wins",
            Outcome::Loss => "loses",
            Outcome::Draw => return Some("draw".to_string()),
        };
        Some(match (self.score, self.solved) {
            (Some(score), true) if score.unit.is_margin => format!("{verb} by {}", score.points.abs()),
            (_, true) => format!("{verb} in {plies}"),
            // The bound of the score says how soon.
            (Some(_), false) => verb.to_string(),
            (None, false) => format!("{verb} in ≤ {plies}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Nim;
    use crate::{Score, Unit};

    type M = <Nim as Game>::Move;

    fn moves() -> Vec<M> {
        let mut legal = Vec::new();
        Nim::start().legal_moves(&mut legal);
        legal
    }

    fn proof(outcome: Outcome, plies: u16) -> Proof {
        Proof { outcome, plies }
    }

    #[test]
    fn proven_moves_are_ranked_by_their_result_and_open_ones_stay_in_their_order() {
        let m = moves();
        let mut decision = Decision::bare(m[0]);
        decision.moves = vec![MoveReport::valued(m[0], 0.2), MoveReport::valued(m[1], 0.4)];
        let known = [MoveReport::unknown(m[1]), MoveReport::proven(m[2], proof(Outcome::Draw, 9), true)];
        let decision = decision.merged(&known);
        assert_eq!(decision.moves.iter().map(|r| r.played).collect::<Vec<_>>(), [m[0], m[1], m[2]]);
        assert_eq!((decision.chosen, decision.value, decision.proof), (m[0], 0.2, None));
        let known = [
            MoveReport::proven(m[0], proof(Outcome::Loss, 4), true),
            MoveReport::proven(m[1], proof(Outcome::Win, 7), true),
            MoveReport::proven(m[2], proof(Outcome::Win, 5), true),
        ];
        let decision = decision.merged(&known);
        assert_eq!(decision.moves.iter().map(|r| r.played).collect::<Vec<_>>(), [m[2], m[1], m[0]]);
        assert_eq!((decision.chosen, decision.value), (m[2], 1.0));
        assert_eq!(decision.proof, Some(proof(Outcome::Win, 5)));
    }

    #[test]
    fn an_upper_bound_does_not_replace_a_searched_value() {
        let m = moves();
        let mut decision = Decision::bare(m[0]);
        decision.moves = vec![MoveReport::valued(m[0], -0.3)];
        let known =
            [m[0], m[1]].map(|played| MoveReport { bound: Bound::Upper, ..MoveReport::valued(played, 0.0) });
        let decision = decision.merged(&known);
        assert_eq!((decision.moves[0].value, decision.moves[0].bound), (-0.3, Bound::Exact));
        assert_eq!((decision.moves[1].value, decision.moves[1].bound), (0.0, Bound::Upper));
    }

    #[test]
    fn a_proof_in_words() {
        let report = |outcome, solved| MoveReport::proven((), proof(outcome, 7), solved);
        let text = |report: MoveReport<()>| report.proof_text();
        assert_eq!(text(report(Outcome::Win, true)).as_deref(), Some("wins in 7"));
        assert_eq!(text(report(Outcome::Loss, false)).as_deref(), Some("loses in ≤ 7"));
        assert_eq!(text(report(Outcome::Draw, false)).as_deref(), Some("draw"));
        let unit = Unit { name: "discs", is_margin: true };
        let score = Some(Score { points: -12, unit });
        assert_eq!(text(MoveReport { score, ..report(Outcome::Loss, true) }).as_deref(), Some("loses by 12"));
        assert_eq!(text(MoveReport { score, ..report(Outcome::Loss, false) }).as_deref(), Some("loses"));
        assert_eq!(text(MoveReport::unknown(())), None);
    }
}
