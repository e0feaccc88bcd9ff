//! Options that limit a move: `--time`, `--sims`, `--nodes`.

use std::time::Duration;

use clap::Args;
use contest::MoveLimits;

use super::numbers::{parse_count, parse_time};

/// Limits of a move of every engine.
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
        MoveLimits { time: self.time, sims: self.sims, nodes: self.nodes }.or_default()
    }
}

/// Limits of one of the two engines of a match.
#[derive(Args, Clone, Default, Debug)]
pub struct SideLimitArgs {
    /// Time per move of A (own limits replace common ones)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_a: Option<Duration>,
    /// Time per move of B
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_b: Option<Duration>,
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
    pub fn limits(&self, common: &LimitArgs) -> [MoveLimits; 2] {
        let a = MoveLimits { time: self.time_a, sims: self.sims_a, nodes: self.nodes_a };
        let b = MoveLimits { time: self.time_b, sims: self.sims_b, nodes: self.nodes_b };
        [a, b].map(|own| if own == MoveLimits::default() { common.limits() } else { own })
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
        let common = LimitArgs { time: Some(Duration::from_secs(1)), ..LimitArgs::default() };
        let mut sides = SideLimitArgs::default();
        assert_eq!(sides.limits(&common), [common.limits(), common.limits()]);
        sides.sims_b = Some(10);
        let own = MoveLimits { sims: Some(10), ..MoveLimits::default() };
        assert_eq!(sides.limits(&common), [common.limits(), own]);
    }
}
