//! What a contest is: everything that decides which games are played.
//!
//! Terms are data. They stand in the first line of a log, and two runs with
//! the same terms (and counted budgets) play the same games.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::Side;
use serde::{Deserialize, Serialize};
use stats::Sprt;

use crate::budget::{Limits, seconds};
use crate::spsa::Plan;
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
    /// Games of each pairing (of a test at most, of a tuning in each step).
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
    /// What a foreign program may use, in MiB, where one takes part.
    #[serde(default, rename = "memory_limit_mib", skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
}

/// Who meets whom, and to what end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "contest", rename_all = "lowercase")]
pub enum Kind {
    /// The first engine against the second.
    Match,
    /// The same, until it is known which of two differences it is.
    Sprt {
        /// The difference if A is not stronger.
        elo0: f64,
        /// The difference if it is.
        elo1: f64,
        /// How often the second may be found when it is the first.
        alpha: f64,
        /// How often it may be the other way round.
        beta: f64,
    },
    /// Everybody against everybody.
    Tournament {
        /// Only the first against all others.
        gauntlet: bool,
    },
    /// All other engines against the first, to see what a parameter does.
    Sweep {
        /// Its name.
        param: String,
        /// Its values, by engine from the second on.
        values: Vec<String>,
    },
    /// Engines that follow from the games before.
    Tune(Plan),
}

impl Kind {
    /// The test that ends it.
    pub fn test(&self) -> Option<Sprt> {
        match *self {
            Kind::Sprt { elo0, elo1, alpha, beta } => Some(Sprt { elo: [elo0, elo1], alpha, beta }),
            _ => None,
        }
    }
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

impl Entrant {
    /// Two engines, each with its limits.
    pub fn two(specs: [&String; 2], limits: [Limits; 2]) -> Vec<Entrant> {
        let specs = specs.into_iter().cloned();
        specs.zip(limits).map(|(spec, limits)| Entrant { spec, limits }).collect()
    }
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
        let players = self.engines.len();
        match self.kind {
            Kind::Match | Kind::Sprt { .. } | Kind::Tune(_) => vec![[0, 1]],
            Kind::Tournament { gauntlet: true } => (1..players).map(|b| [0, b]).collect(),
            Kind::Tournament { gauntlet: false } => {
                (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
            }
            Kind::Sweep { .. } => (1..players).map(|a| [a, 0]).collect(),
        }
    }

    /// All games.
    pub fn total(&self) -> u64 {
        match &self.kind {
            Kind::Tune(plan) => self.games.saturating_mul(plan.steps),
            _ => self.games.saturating_mul(self.pairings().len() as u64),
        }
    }

    /// Game number `number`, from 0. The pairings take turns, pair by pair of
    /// games, and all have the same openings. (Whose engines follow from the
    /// games before has to put them in.)
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

    /// How many games it has, of so many.
    pub fn count(self, total: u64) -> u64 {
        2 * (total / 2).saturating_sub(self.part - 1).div_ceil(self.of)
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
        assert_eq!(Shard::WHOLE.numbers(4), [0, 1, 2, 3]);
        for (shard, total) in shards.iter().flat_map(|shard| [2, 4, 6, 14, 20].map(|total| (shard, total))) {
            assert_eq!(shard.count(total), shard.numbers(total).len() as u64, "{shard} of {total}");
        }
    }

    #[test]
    fn the_pairings_of_a_tournament_take_turns_and_share_their_openings() {
        let engine = |spec: &&str| Entrant { spec: spec.to_string(), limits: Limits::default() };
        let mut terms = Terms {
            kind: Kind::Tournament { gauntlet: false },
            game: "tictactoe".into(),
            engines: ["x", "y", "z"].iter().map(engine).collect(),
            games: 4,
            start: None,
            opening_plies: 2,
            seed: 1,
            tolerance: Duration::ZERO,
            memory_limit: None,
        };
        assert_eq!((terms.pairings(), terms.total()), (vec![[0, 1], [0, 2], [1, 2]], 12));
        let names = |number| terms.fixture(number).engines.map(|engine| engine.spec).join(" ");
        assert_eq!([0, 1, 2, 4, 6].map(names), ["x y", "x y", "x z", "y z", "x y"]);
        assert_eq!([0, 2, 4, 6, 8].map(|number| terms.fixture(number).pair()), [0, 0, 0, 1, 1]);
        terms.kind = Kind::Tournament { gauntlet: true };
        assert_eq!((terms.pairings(), terms.total()), (vec![[0, 1], [0, 2]], 8));
        terms.kind = Kind::Sweep { param: "c".into(), values: vec!["1".into(), "2".into()] };
        assert_eq!(terms.pairings(), [[1, 0], [2, 0]]);
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
