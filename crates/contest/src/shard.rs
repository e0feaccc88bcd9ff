//! Parts of a contest, for several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The K-th of N parts of a contest: every N-th pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u64,
    of: u64,
}

/// Error: a text is not a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a part is K/N, as in 1/4 to 4/4")]
pub struct ShardError;

impl Shard {
    /// The whole contest.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Is game number `number`, from 0, in this part?
    pub fn contains(self, number: u64) -> bool {
        number / 2 % self.of == self.part - 1
    }

    /// Number of games in this part of a contest of `total` games.
    pub fn count(self, total: u64) -> u64 {
        2 * (total / 2).saturating_sub(self.part - 1).div_ceil(self.of)
    }

    /// Numbers of the games in this part of a contest of `total` games.
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
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let read = || {
            let (part, of) = text.split_once('/')?;
            let shard = Shard { part: part.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.part).then_some(shard)
        };
        read().ok_or(ShardError)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
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
    fn the_shards_of_a_contest_are_all_of_it_and_share_no_game() {
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
    fn the_number_of_a_shard_is_between_1_and_the_number_of_shards() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
    }
}
