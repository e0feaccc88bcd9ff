//! Limits of an engine's moves.

use std::fmt;
use std::time::Duration;

use clock::{Budget, TimeControl};
use game::Work;
use serde::{Deserialize, Serialize};

use crate::error::EntrantError;

/// Time limit of a move if no limit is set. Without any limit a search that
/// proves nothing would never stop.
pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// The limits of an engine's moves; the engine stops at the first that it reaches.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "LimitFields", into = "LimitFields")]
pub struct MoveLimits {
    /// Time of a move, or of all moves of a game.
    pub time: Option<TimeControl>,
    /// Number of simulations of a move.
    pub sims: Option<u64>,
    /// Number of nodes of a move.
    pub nodes: Option<u64>,
}

impl MoveLimits {
    /// This time for each move.
    pub fn per_move(time: Duration) -> MoveLimits {
        MoveLimits { time: Some(TimeControl::per_move(time)), ..MoveLimits::default() }
    }

    /// These limits, or [`DEFAULT_TIME`] if there is none.
    pub fn or_default(self) -> MoveLimits {
        match self == MoveLimits::default() {
            true => MoveLimits::per_move(DEFAULT_TIME),
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
            time: self.time.map(|time| time.times(1 << exponent.min(31))),
            sims: self.sims.map(count),
            nodes: self.nodes.map(count),
        }
    }

    /// Budget of a move in a match, for an engine that counts `work`. If only
    /// counts limit it, it is used up, and the same seed gives the same move on
    /// every machine. The time is that of a clock without a bank; with one, the player
    /// plans it move by move.
    pub fn for_match(&self, work: Work) -> Budget {
        Budget { exhaustive: self.time.is_none(), ..self.exhaustive(work) }
    }

    /// Budget of a move whose numbers the user reads, for an engine that counts
    /// `work`: used up even if the choice is clear.
    pub fn exhaustive(&self, work: Work) -> Budget {
        Budget {
            simulations: self.sims.filter(|_| work != Work::Nodes),
            nodes: self.nodes,
            wall: self.time.map(|time| time.free),
            exhaustive: true,
            ..Budget::default()
        }
    }
}

/// `100ms a move`, `100ms or 500 simulations a move`, `10s+100ms a game or 500
/// simulations a move`.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let per_move = self.time.filter(TimeControl::is_per_move);
        let clock = self.time.filter(|time| !time.is_per_move());
        let parts = [
            per_move.map(|time| format!("{:?}", time.free)),
            self.sims.map(|sims| format!("{sims} simulations")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match (clock, parts.is_empty()) {
            (Some(clock), true) => write!(f, "{clock}"),
            (Some(clock), false) => write!(f, "{clock} or {} a move", parts.join(" or ")),
            (None, _) => write!(f, "{} a move", parts.join(" or ")),
        }
    }
}

/// The limits as logs have them. A field without a value is left out, so that logs from
/// before it existed have the same text.
#[derive(Serialize, Deserialize)]
struct LimitFields {
    /// Time per move.
    #[serde(default, with = "optional_seconds", skip_serializing_if = "Option::is_none")]
    seconds: Option<Duration>,
    #[serde(default, with = "optional_seconds", skip_serializing_if = "Option::is_none")]
    bank_seconds: Option<Duration>,
    #[serde(default, with = "optional_seconds", skip_serializing_if = "Option::is_none")]
    increment_seconds: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    simulations: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl From<LimitFields> for MoveLimits {
    fn from(fields: LimitFields) -> MoveLimits {
        let times = [fields.seconds, fields.bank_seconds, fields.increment_seconds];
        let [free, bank, increment] = times.map(Option::unwrap_or_default);
        let is_timed = times.iter().any(Option::is_some);
        MoveLimits {
            time: is_timed.then_some(TimeControl { free, bank, increment }),
            sims: fields.simulations,
            nodes: fields.nodes,
        }
    }
}

impl From<MoveLimits> for LimitFields {
    fn from(limits: MoveLimits) -> LimitFields {
        let MoveLimits { time, sims, nodes } = limits;
        let clock = time.filter(|time| !time.is_per_move());
        LimitFields {
            seconds: time.filter(|time| time.is_per_move() || !time.free.is_zero()).map(|time| time.free),
            bank_seconds: clock.map(|clock| clock.bank),
            increment_seconds: clock.map(|clock| clock.increment).filter(|time| !time.is_zero()),
            simulations: sims,
            nodes,
        }
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
        let limits =
            MoveLimits { sims: Some(10), nodes: Some(u64::MAX), ..MoveLimits::per_move(DEFAULT_TIME) };
        assert_eq!(limits.doubled(0), limits);
        let large = MoveLimits {
            time: Some(TimeControl::per_move(8 * DEFAULT_TIME)),
            sims: Some(80),
            ..limits.clone()
        };
        assert_eq!(limits.doubled(3), large);
        assert_eq!(limits.doubled(99).sims, Some(u64::MAX));
    }

    #[test]
    fn counts_are_used_up_and_the_time_of_a_match_need_not_be() {
        let counted = MoveLimits { sims: Some(10), ..MoveLimits::default() };
        assert!(counted.for_match(Work::Simulations).exhaustive);
        let timed = MoveLimits { sims: Some(10), ..MoveLimits::per_move(DEFAULT_TIME) };
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
        MoveLimits { sims: Some(10), ..MoveLimits::per_move(DEFAULT_TIME) }
            .check("champion", Work::Nodes)
            .unwrap();
    }

    #[test]
    fn limits_are_written_for_people_and_for_logs() {
        let seconds = Duration::from_secs;
        let kaggle = TimeControl { free: seconds(2), bank: seconds(60), increment: seconds(0) };
        let chess = TimeControl::per_game(seconds(10), Duration::from_millis(100));
        let limits = |time: Option<TimeControl>, sims| MoveLimits { time, sims, nodes: None };
        for (limits, text, json) in [
            (MoveLimits::default(), " a move", "{}"),
            (limits(None, Some(5)), "5 simulations a move", r#"{"simulations":5}"#),
            (MoveLimits::per_move(seconds(3)), "3s a move", r#"{"seconds":3.0}"#),
            (MoveLimits::per_move(seconds(0)), "0ns a move", r#"{"seconds":0.0}"#),
            (
                limits(Some(chess), Some(5)),
                "10s+100ms a game or 5 simulations a move",
                r#"{"bank_seconds":10.0,"increment_seconds":0.1,"simulations":5}"#,
            ),
            (
                limits(Some(kaggle), None),
                "2s a move and a bank of 60s",
                r#"{"seconds":2.0,"bank_seconds":60.0}"#,
            ),
            (
                limits(Some(TimeControl::per_game(seconds(60), seconds(0))), None),
                "60s a game",
                r#"{"bank_seconds":60.0}"#,
            ),
        ] {
            assert_eq!(limits.to_string(), text);
            assert_eq!(serde_json::to_string(&limits).unwrap(), json);
            assert_eq!(serde_json::from_str::<MoveLimits>(json).unwrap(), limits);
        }
    }
}
