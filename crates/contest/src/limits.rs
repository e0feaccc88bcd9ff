//! Limits of one move.

use std::fmt;
use std::time::Duration;

use clock::Budget;
use game::Work;
use serde::{Deserialize, Serialize};

use crate::error::EntrantError;

/// Time limit of a move if no limit is set. Without any limit a search that
/// proves nothing would never stop.
pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// The limits of one move; the engine stops at the first that it reaches.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveLimits {
    /// Time.
    #[serde(default, with = "optional_seconds", rename = "seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Number of simulations.
    #[serde(default, rename = "simulations", skip_serializing_if = "Option::is_none")]
    pub sims: Option<u64>,
    /// Number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveLimits {
    /// These limits, or [`DEFAULT_TIME`] if there is none.
    pub fn or_default(self) -> MoveLimits {
        match self == MoveLimits::default() {
            true => MoveLimits { time: Some(DEFAULT_TIME), ..self },
            false => self,
        }
    }

    /// Checks that at least one of the limits applies to the engine `name`,
    /// which counts `work`.
    pub fn check(&self, name: &str, work: Work) -> Result<(), EntrantError> {
        let only_simulations = self.sims.is_some() && self.time.is_none() && self.nodes.is_none();
        match work {
            Work::Nodes if only_simulations => Err(EntrantError::NoSimulations(name.to_string())),
            _ => Ok(()),
        }
    }

    /// All limits multiplied by two to the power of `exponent`.
    pub fn doubled(&self, exponent: u32) -> MoveLimits {
        let count = |limit: u64| limit.saturating_mul(1 << exponent.min(63));
        MoveLimits {
            time: self.time.map(|time| time.saturating_mul(1 << exponent.min(31))),
            sims: self.sims.map(count),
            nodes: self.nodes.map(count),
        }
    }

    /// Budget of a move in a match, for an engine that counts `work`. If only
    /// counts limit it, it is used up, and the same seed gives the same move on
    /// every machine.
    pub fn for_match(&self, work: Work) -> Budget {
        Budget { exhaustive: self.time.is_none(), ..self.exhaustive(work) }
    }

    /// Budget of a move whose numbers the user reads, for an engine that counts
    /// `work`: used up even if the choice is clear.
    pub fn exhaustive(&self, work: Work) -> Budget {
        Budget {
            simulations: self.sims.filter(|_| work != Work::Nodes),
            nodes: self.nodes,
            wall: self.time,
            exhaustive: true,
            ..Budget::default()
        }
    }
}

impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            self.time.map(|time| format!("{time:?}")),
            self.sims.map(|sims| format!("{sims} simulations")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        write!(f, "{} a move", parts.join(" or "))
    }
}

/// A time as a number of seconds.
pub(crate) mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// The same for an optional time.
mod optional_seconds {
    use std::time::Duration;

    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => super::seconds::serialize(time, to),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        super::seconds::deserialize(from).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_any_limit_there_is_a_default_time() {
        let limits = MoveLimits::default().or_default();
        assert_eq!(limits.to_string(), "100ms a move");
        assert_eq!(limits.for_match(Work::Simulations).wall, Some(DEFAULT_TIME));
    }

    #[test]
    fn all_limits_are_doubled() {
        let limits = MoveLimits { time: Some(DEFAULT_TIME), sims: Some(10), nodes: Some(u64::MAX) };
        assert_eq!(limits.doubled(0), limits);
        let large = MoveLimits { time: Some(8 * DEFAULT_TIME), sims: Some(80), nodes: Some(u64::MAX) };
        assert_eq!(limits.doubled(3), large);
        assert_eq!(limits.doubled(99).sims, Some(u64::MAX));
    }

    #[test]
    fn counts_are_used_up_and_the_time_of_a_match_need_not_be() {
        let counted = MoveLimits { sims: Some(10), ..MoveLimits::default() };
        assert!(counted.for_match(Work::Simulations).exhaustive);
        let timed = MoveLimits { time: Some(DEFAULT_TIME), ..counted };
        assert!(!timed.for_match(Work::Simulations).exhaustive);
        assert!(timed.exhaustive(Work::Simulations).exhaustive);
        assert_eq!(timed.to_string(), "100ms or 10 simulations a move");
    }

    #[test]
    fn an_engine_that_counts_nodes_is_not_limited_by_simulations() {
        let sims = MoveLimits { sims: Some(10), ..MoveLimits::default() };
        let error = sims.check("champion", Work::Nodes).unwrap_err();
        assert_eq!(error.to_string(), "champion makes no simulations; limit its time or its nodes");
        for work in [Work::Simulations, Work::Nothing] {
            sims.check("x", work).unwrap();
            assert_eq!(sims.for_match(work).simulations, Some(10));
        }
        let both = MoveLimits { nodes: Some(7), ..sims.clone() };
        both.check("champion", Work::Nodes).unwrap();
        let budget = both.for_match(Work::Nodes);
        assert_eq!((budget.simulations, budget.nodes), (None, Some(7)));
        MoveLimits { time: Some(DEFAULT_TIME), ..sims }.check("champion", Work::Nodes).unwrap();
    }
}
