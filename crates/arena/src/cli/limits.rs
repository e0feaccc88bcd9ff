//! Options that limit moves: `--time`, `--sims`, `--nodes`, and `--bank` in contests.

use std::time::Duration;

use clap::Args;
use contest::{MoveLimits, TimeControl};

use super::numbers::{parse_clock, parse_count, parse_time, with_bank};
use crate::error::{Error, Result};

/// Limits of single moves.
#[derive(Args, Clone, Default, PartialEq, Debug)]
pub struct LimitArgs {
    /// Time per move, as in 50ms [if no limit: 100ms]
    #[arg(long, value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Simulations per move, as in 500, 20k, 1e6
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub sims: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits; the default time if there is none.
    pub fn limits(&self) -> MoveLimits {
        let time = self.time.map(TimeControl::per_move);
        MoveLimits { time, sims: self.sims, nodes: self.nodes }.or_default()
    }
}

/// Limits of every engine of a contest.
#[derive(Args, Clone, Default, PartialEq, Debug)]
pub struct ContestLimitArgs {
    /// 50ms a move, 10s+0.1s a game [if no limit: 100ms]
    #[arg(long, value_parser = parse_clock)]
    pub time: Option<TimeControl>,
    /// Time per game for what moves take beyond --time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub bank: Option<Duration>,
    /// Simulations per move, as in 500, 20k, 1e6
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub sims: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub nodes: Option<u64>,
}

impl ContestLimitArgs {
    /// The limits; the default time if there is none.
    pub fn limits(&self) -> Result<MoveLimits> {
        let time = with_bank(self.time, self.bank, "--bank").map_err(Error::usage)?;
        Ok(MoveLimits { time, sims: self.sims, nodes: self.nodes }.or_default())
    }
}

/// Limits of one of the two engines of a match.
#[derive(Args, Clone, Default, Debug)]
pub struct SideLimitArgs {
    /// Time of A (own limits replace common ones)
    #[arg(long, value_name = "TIME", value_parser = parse_clock)]
    time_a: Option<TimeControl>,
    /// Time of B
    #[arg(long, value_name = "TIME", value_parser = parse_clock)]
    time_b: Option<TimeControl>,
    /// Bank of A
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    bank_a: Option<Duration>,
    /// Bank of B
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    bank_b: Option<Duration>,
    /// Simulations per move of A
    #[arg(long, value_name = "N", value_parser = parse_count)]
    sims_a: Option<u64>,
    /// Simulations per move of B
    #[arg(long, value_name = "N", value_parser = parse_count)]
    sims_b: Option<u64>,
    /// Nodes per move of A
    #[arg(long, value_name = "N", value_parser = parse_count)]
    nodes_a: Option<u64>,
    /// Nodes per move of B
    #[arg(long, value_name = "N", value_parser = parse_count)]
    nodes_b: Option<u64>,
}

impl SideLimitArgs {
    /// The limits of A and of B: their own, or else the common ones.
    pub fn limits(&self, common: &ContestLimitArgs) -> Result<[MoveLimits; 2]> {
        let common = common.limits()?;
        let time_a = with_bank(self.time_a, self.bank_a, "--bank-a").map_err(Error::usage)?;
        let time_b = with_bank(self.time_b, self.bank_b, "--bank-b").map_err(Error::usage)?;
        let a = MoveLimits { time: time_a, sims: self.sims_a, nodes: self.nodes_a };
        let b = MoveLimits { time: time_b, sims: self.sims_b, nodes: self.nodes_b };
        Ok([a, b].map(|own| if own == MoveLimits::default() { common.clone() } else { own }))
    }

    /// Reduces the numbers of simulations and nodes to at most `count`.
    pub fn reduce(&mut self, count: u64) {
        for limit in [&mut self.sims_a, &mut self.sims_b, &mut self.nodes_a, &mut self.nodes_b] {
            *limit = limit.map(|limit| limit.min(count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_limits_of_a_side_replace_the_common_ones() {
        let second = Duration::from_secs(1);
        let common =
            ContestLimitArgs { time: Some(TimeControl::per_move(second)), ..ContestLimitArgs::default() };
        let limits = common.limits().unwrap();
        let mut sides = SideLimitArgs::default();
        assert_eq!(sides.limits(&common).unwrap(), [limits.clone(), limits.clone()]);
        sides.sims_b = Some(10);
        let own = MoveLimits { sims: Some(10), ..MoveLimits::default() };
        assert_eq!(sides.limits(&common).unwrap(), [limits, own]);
    }

    #[test]
    fn a_side_can_have_a_bank() {
        let second = Duration::from_secs(1);
        let mut sides = SideLimitArgs { bank_a: Some(60 * second), ..SideLimitArgs::default() };
        let limits = |sides: &SideLimitArgs| {
            let limits = sides.limits(&ContestLimitArgs::default());
            limits.map(|limits| limits.map(|limits| limits.to_string())).map_err(|error| error.to_string())
        };
        assert_eq!(limits(&sides).unwrap(), ["60s a game", "100ms a move"]);
        sides.time_a = Some(TimeControl::per_move(2 * second));
        assert_eq!(limits(&sides).unwrap(), ["2s a move and a bank of 60s", "100ms a move"]);
        sides.time_a = Some(TimeControl::per_game(second, second));
        assert!(limits(&sides).unwrap_err().starts_with("--bank-a goes with a time per move"));
    }
}
