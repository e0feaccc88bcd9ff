//! What a contest is: everything that decides which games are played.
//!
//! Terms are data. They stand in the first line of a log, and two runs with
//! the same terms (and counted budgets) play the same games.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::Side;
use serde::{Deserialize, Serialize};

use crate::budget::{Limits, seconds};
use crate::tally::Name;

/// What decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Who meets whom, and to what end.
    #[serde(flatten)]
    pub kind: Kind,
    /// The game's name.
    pub game: String,
    /// Who takes part.
    pub engines: Vec<Entrant>,
    /// Games of each pairing.
    pub games: u64,
    /// Where the games begin, before the opening; `None` where each pair's
    /// board is drawn by lot.
    pub start: Option<String>,
    /// Random plies of the openings.
    pub opening_plies: usize,
    /// What chance follows from.
    pub seed: u64,
    /// How late a move may be.
    #[serde(with = "seconds", rename = "tolerance_seconds")]
    pub tolerance: Duration,
}

/// Who meets whom, and to what end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "contest", rename_all = "lowercase")]
pub enum Kind {
    /// The first engine against the second.
    Match,
}

/// An engine of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The strategy and its parameters.
    pub spec: String,
    /// What a move may cost.
    #[serde(flatten)]
    pub limits: Limits,
}

/// One game of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Fixture {
    /// Its number in the contest, from 0.
    pub number: u64,
    /// The number of the pairing that it belongs to.
    pub pairing: usize,
    /// Its number in the pairing, from 0.
    pub game: u64,
    /// The pairing's engines, A and B.
    pub engines: [Entrant; 2],
}

impl Fixture {
    /// The pair that it belongs to: what its opening and its seeds follow from.
    pub fn pair(&self) -> u64 {
        self.game / 2
    }

    /// The engine that has this side.
    pub fn on(&self, side: Side) -> &Entrant {
        let name = if side == Name::side_of_a(self.game) { Name::A } else { Name::B };
        &self.engines[name as usize]
    }
}

impl Terms {
    /// The engines of each pairing, A and B.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        match self.kind {
            Kind::Match => vec![[0, 1]],
        }
    }

    /// Games of all pairings.
    pub fn total(&self) -> u64 {
        self.games * self.pairings().len() as u64
    }

    /// Game number `number`, from 0. The pairings take turns, pair by pair of
    /// games, and all have the same openings.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings();
        let (pair, count) = (number / 2, pairings.len() as u64);
        let pairing = (pair % count) as usize;
        Fixture {
            number,
            pairing,
            game: pair / count * 2 + number % 2,
            engines: pairings[pairing].map(|i| self.engines[i].clone()),
        }
    }
}

/// The K-th of N parts of a contest: every N-th pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Is this game part of it?
    pub fn contains(self, number: u64) -> bool {
        number / 2 % self.of == self.part - 1
    }

    /// Its games, of so many.
    pub fn numbers(self, total: u64) -> Vec<u64> {
        (0..total).filter(|&number| self.contains(number)).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let read = || {
            let (part, of) = text.split_once('/')?;
            let shard = Shard { part: part.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.part).then_some(shard)
        };
        read().ok_or("a part is K/N, as in 1/4 to 4/4")
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Shard, Self::Error> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_a_contest_are_all_of_it_and_none_shares_a_game() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse().unwrap()).collect();
        let mut games: Vec<u64> = shards.iter().flat_map(|shard| shard.numbers(14)).collect();
        assert_eq!(shards[1].numbers(14), [2, 3, 8, 9], "pairs stay together");
        games.sort_unstable();
        assert_eq!(games, (0..14).collect::<Vec<_>>());
        assert_eq!(Shard::WHOLE.numbers(3), [0, 1, 2]);
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
