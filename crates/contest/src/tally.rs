//! Sums over the games of a pairing; the order of the games does not matter.

use std::collections::HashMap;

use game::Outcome;
use stats::Estimate;

use crate::fault::{Fault, FaultKind};
use crate::one_game::{GameResult, Usage};
use crate::terms::Contender;

/// A game that was lost by a forfeit.
#[derive(Clone, PartialEq, Debug)]
pub struct ForfeitRecord {
    /// Number of the game, from 0.
    pub game: u64,
    /// The engine that lost.
    pub contender: Contender,
    /// The reason.
    pub forfeit: Fault,
}

/// Sums over the games of a pairing.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tally {
    /// Losses, draws and wins of A, by the side of A.
    pub by_side: [[u64; 3]; 2],
    /// Number of pairs of games by the result of A, from two losses to two wins.
    pub pairs: [u64; 5],
    /// Number of moves of all games.
    pub plies: u64,
    /// Number of games whose result was proven before the end, and the sum of
    /// the plies that were left.
    pub proven: (u64, u64),
    /// Number of games that were ended early, with a proven result.
    pub adjudicated: u64,
    /// Usage of A and B.
    pub usage: [Usage; 2],
    /// A hash of all moves of all games.
    pub fingerprint: u64,
    forfeits: Vec<ForfeitRecord>,
    /// Results of A in games whose partner is not over yet, by pair.
    waiting: HashMap<u64, Outcome>,
}

impl Tally {
    /// Adds game number `game`, from 0.
    pub fn add(&mut self, game: u64, result: GameResult) {
        let side_of_a = Contender::side_of_a(game);
        let outcome = result.outcome_for_a(game);
        self.by_side[side_of_a.index()][outcome as usize] += 1;
        self.plies += result.plies;
        self.proven.0 += u64::from(result.proven.is_some());
        self.proven.1 += result.proven.unwrap_or(0);
        self.adjudicated += u64::from(result.adjudicated);
        self.usage[Contender::A.index()].add(&result.usage[side_of_a.index()]);
        self.usage[Contender::B.index()].add(&result.usage[side_of_a.other().index()]);
        // A sum does not depend on the order of the games. The number of the
        // game makes it depend on which game is which.
        let numbered = result.fingerprint ^ (game + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.fingerprint = self.fingerprint.wrapping_add(numbered.wrapping_mul(numbered | 1));
        if let Some((side, forfeit)) = result.forfeit {
            let contender = Contender::on(side, game);
            self.forfeits.push(ForfeitRecord { game, contender, forfeit });
        }
        match self.waiting.remove(&(game / 2)) {
            Some(partner) => self.pairs[partner as usize + outcome as usize] += 1,
            None => drop(self.waiting.insert(game / 2, outcome)),
        }
    }

    /// Losses, draws and wins of A.
    pub fn results(&self) -> [u64; 3] {
        let [first, second] = self.by_side;
        [0, 1, 2].map(|i| first[i] + second[i])
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Number of games without their partner: not part of [`Tally::estimate`].
    pub fn unpaired(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// Estimate of the strength of A from the pairs, or from single games while
    /// there is no pair.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_counts(&self.pairs).or_else(|| Estimate::from_counts(&self.results()))
    }

    /// Mean number of moves of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }

    /// Mean number of plies before the end at which the result was proven, over
    /// the games in which it was.
    pub fn mean_proven(&self) -> Option<f64> {
        let (games, plies) = self.proven;
        (games > 0).then(|| plies as f64 / games as f64)
    }

    /// Number of forfeits of this kind.
    pub fn forfeit_count(&self, contender: Contender, kind: FaultKind) -> usize {
        let matching = |record: &&ForfeitRecord| record.contender == contender && record.forfeit.kind == kind;
        self.forfeits.iter().filter(matching).count()
    }

    /// The forfeits, in the order of the games.
    pub fn forfeits(&self) -> Vec<&ForfeitRecord> {
        let mut forfeits: Vec<_> = self.forfeits.iter().collect();
        forfeits.sort_by_key(|record| record.game);
        forfeits
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::Side;

    use super::*;

    fn result(outcome: Outcome) -> GameResult {
        let usage = |moves| Usage { moves, time: Duration::from_millis(moves), ..Usage::default() };
        GameResult {
            outcome,
            plies: 7,
            usage: [usage(4), usage(3)],
            proven: Some(3),
            forfeit: None,
            adjudicated: false,
            fingerprint: 99,
        }
    }

    #[test]
    fn colours_are_swapped_within_a_pair() {
        let mut tally = Tally::default();
        // The first side wins both: one win and one loss for A.
        tally.add(0, result(Outcome::Win));
        assert_eq!((tally.unpaired(), tally.pairs), (1, [0; 5]));
        tally.add(1, result(Outcome::Win));
        assert_eq!(tally.by_side, [[0, 0, 1], [1, 0, 0]]);
        assert_eq!((tally.unpaired(), tally.pairs), (0, [0, 0, 1, 0, 0]));
        assert_eq!((tally.games(), tally.mean_plies(), tally.mean_proven()), (2, 7.0, Some(3.0)));
        assert_eq!(tally.usage.map(|usage| usage.moves), [7, 7]);
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let results = [Outcome::Win, Outcome::Loss, Outcome::Draw, Outcome::Loss, Outcome::Win, Outcome::Win];
        let add = |order: [u64; 6]| {
            let mut tally = Tally::default();
            order.iter().for_each(|&game| tally.add(game, result(results[game as usize])));
            tally
        };
        let tally = add([0, 1, 2, 3, 4, 5]);
        assert_eq!(tally, add([3, 5, 0, 2, 1, 4]));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 1]);
        assert_eq!(tally.results(), [1, 1, 4]);
    }

    #[test]
    fn a_forfeit_is_counted_for_the_engine_that_lost() {
        let mut tally = Tally::default();
        let forfeit = Fault::new(FaultKind::Late, "much too late");
        tally.add(1, GameResult { forfeit: Some((Side::First, forfeit)), ..result(Outcome::Loss) });
        assert_eq!(tally.forfeit_count(Contender::B, FaultKind::Late), 1);
        assert_eq!(tally.forfeit_count(Contender::A, FaultKind::Late), 0);
        assert_eq!(tally.results(), [0, 0, 1], "A wins by it");
        assert_eq!(tally.forfeits()[0].contender, Contender::B);
    }
}
