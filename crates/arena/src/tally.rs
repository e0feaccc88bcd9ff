//! What the games of a match add up to, in whatever order they end.

use std::collections::HashMap;

use game::{Outcome, Side};
use stats::Estimate;

use crate::duel::{Played, Usage};
use crate::player::{Fault, FaultKind};

/// One of the two engines of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// The one whose score is told.
    A,
    /// The other.
    B,
}

impl Name {
    /// The side that A has in game number `game`: the colours are swapped
    /// within a pair.
    pub fn side_of_a(game: u64) -> Side {
        if game.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// A game that was lost by a fault.
#[derive(Clone, PartialEq, Debug)]
pub struct FaultRecord {
    /// The game's number, from 0.
    pub game: u64,
    /// Whose fault.
    pub name: Name,
    /// What it was.
    pub fault: Fault,
}

/// The sums.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tally {
    /// A's losses, draws and wins, by the side that A had.
    pub by_side: [[u64; 3]; 2],
    /// Pairs of games by A's result, from two losses to two wins.
    pub pairs: [u64; 5],
    /// Moves of all games.
    pub plies: u64,
    /// Games that one side had proven before they ended, and the sum of the
    /// plies that were left.
    pub proven: (u64, u64),
    /// What A and B have used.
    pub usage: [Usage; 2],
    /// A number that follows from all moves of all games.
    pub fingerprint: u64,
    faults: Vec<FaultRecord>,
    /// A's results of games whose partner is not over yet, by pair.
    waiting: HashMap<u64, Outcome>,
}

impl Tally {
    /// Adds game number `game`.
    pub fn add(&mut self, game: u64, played: Played) {
        let side_of_a = Name::side_of_a(game);
        let outcome = played.outcome_for_a(game);
        self.by_side[side_of_a.index()][outcome as usize] += 1;
        self.plies += played.plies;
        self.proven.0 += u64::from(played.proven.is_some());
        self.proven.1 += played.proven.unwrap_or(0);
        self.usage[Name::A.index()].add(&played.usage[side_of_a.index()]);
        self.usage[Name::B.index()].add(&played.usage[side_of_a.other().index()]);
        // A sum does not care for the order, and the number tells games
        // apart that change places.
        let numbered = played.fingerprint ^ (game + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.fingerprint = self.fingerprint.wrapping_add(numbered.wrapping_mul(numbered | 1));
        if let Some((side, fault)) = played.fault {
            let name = if side == side_of_a { Name::A } else { Name::B };
            self.faults.push(FaultRecord { game, name, fault });
        }
        match self.waiting.remove(&(game / 2)) {
            Some(partner) => self.pairs[partner as usize + outcome as usize] += 1,
            None => drop(self.waiting.insert(game / 2, outcome)),
        }
    }

    /// A's losses, draws and wins.
    pub fn results(&self) -> [u64; 3] {
        let [first, second] = self.by_side;
        [0, 1, 2].map(|i| first[i] + second[i])
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Games whose partner was not played: no part of [`Tally::estimate`].
    pub fn unpaired(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// What the pairs say about the strength of A (or the games, as long as
    /// there is no pair).
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_counts(&self.pairs).or_else(|| Estimate::from_counts(&self.results()))
    }

    /// Mean number of moves of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }

    /// Mean number of plies before the end when one side had proven it, if
    /// any game was.
    pub fn mean_proven(&self) -> Option<f64> {
        let (games, plies) = self.proven;
        (games > 0).then(|| plies as f64 / games as f64)
    }

    /// How often an engine lost by such a fault.
    pub fn fault_count(&self, name: Name, kind: FaultKind) -> usize {
        self.faults.iter().filter(|record| record.name == name && record.fault.kind == kind).count()
    }

    /// The faults, in the order of the games.
    pub fn faults(&self) -> Vec<&FaultRecord> {
        let mut faults: Vec<_> = self.faults.iter().collect();
        faults.sort_by_key(|record| record.game);
        faults
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn played(outcome: Outcome) -> Played {
        let usage = |moves| Usage { moves, time: Duration::from_millis(moves), ..Usage::default() };
        Played {
            outcome,
            plies: 7,
            usage: [usage(4), usage(3)],
            proven: Some(3),
            fault: None,
            fingerprint: 99,
        }
    }

    #[test]
    fn colours_are_swapped_within_a_pair() {
        let mut tally = Tally::default();
        // The first side wins both: one win and one loss for A.
        tally.add(0, played(Outcome::Win));
        assert_eq!((tally.unpaired(), tally.pairs), (1, [0; 5]));
        tally.add(1, played(Outcome::Win));
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
            order.iter().for_each(|&game| tally.add(game, played(results[game as usize])));
            tally
        };
        let tally = add([0, 1, 2, 3, 4, 5]);
        assert_eq!(tally, add([3, 5, 0, 2, 1, 4]));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 1]);
        assert_eq!(tally.results(), [1, 1, 4]);
    }

    #[test]
    fn a_fault_is_counted_for_the_one_who_made_it() {
        let mut tally = Tally::default();
        let fault = Fault::new(FaultKind::Late, "much too late");
        tally.add(1, Played { fault: Some((Side::First, fault)), ..played(Outcome::Loss) });
        assert_eq!(tally.fault_count(Name::B, FaultKind::Late), 1);
        assert_eq!(tally.fault_count(Name::A, FaultKind::Late), 0);
        assert_eq!(tally.results(), [0, 0, 1], "A wins by it");
        assert_eq!(tally.faults()[0].name, Name::B);
    }
}
