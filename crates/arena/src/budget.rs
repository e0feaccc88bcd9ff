//! How much an engine may think: `--time`, `--sims`, `--nodes`.

use std::fmt;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use clock::Budget;
use serde::{Deserialize, Serialize};

/// What a move may cost when nobody says: with no limit at all, a search
/// that proves nothing would never stop.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// Nobody waits longer than this for a move.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 3600);

/// The limits of one move; the first one reached ends it.
#[derive(Args, Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Time a move, as in 1s, 50ms [if no limit: 100ms]
    #[arg(long, value_parser = parse_time)]
    #[serde(default, with = "optional_seconds", rename = "seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Simulations a move
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    #[serde(default, rename = "simulations", skip_serializing_if = "Option::is_none")]
    pub sims: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Limits of one of the two engines of a match.
#[derive(Args, Clone, Debug)]
pub struct SideLimits {
    /// Time a move of A (own limits replace common ones)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_a: Option<Duration>,
    /// Time a move of B
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_b: Option<Duration>,
    /// Simulations a move of A
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    sims_a: Option<u64>,
    /// Simulations a move of B
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    sims_b: Option<u64>,
    /// Nodes a move of A
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    nodes_a: Option<u64>,
    /// Nodes a move of B
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    nodes_b: Option<u64>,
}

impl SideLimits {
    /// The limits of A and of B: their own, or else the common ones.
    pub fn resolve(&self, common: &Limits) -> [Limits; 2] {
        let a = Limits { time: self.time_a, sims: self.sims_a, nodes: self.nodes_a };
        let b = Limits { time: self.time_b, sims: self.sims_b, nodes: self.nodes_b };
        [a, b].map(|own| if own == Limits::default() { common.clone() } else { own }.or_default())
    }
}

impl Limits {
    /// These limits, or the default time if there is none.
    pub fn or_default(self) -> Limits {
        match self == Limits::default() {
            true => Limits { time: Some(DEFAULT_TIME), ..self },
            false => self,
        }
    }

    /// The budget of a move in a match. Where only counts limit it, they are
    /// used up, and the same seed makes the same decision everywhere.
    pub fn for_match(&self) -> Budget {
        Budget { exhaustive: self.time.is_none(), ..self.exhaustive() }
    }

    /// The budget of a move whose numbers a person looks at: used up to the
    /// end, also where the choice is clear.
    pub fn exhaustive(&self) -> Budget {
        Budget {
            simulations: self.sims,
            nodes: self.nodes,
            wall: self.time,
            exhaustive: true,
            ..Budget::default()
        }
    }
}

impl fmt::Display for Limits {
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

fn at_least_1() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..)
}

/// A number and its unit: `1s`, `50ms`, `1.5s`.
pub fn parse_time(text: &str) -> Result<Duration, &'static str> {
    const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("us", 1e-6), ("s", 1.0), ("m", 60.0)];
    let read = || {
        let unit = UNITS.iter().find_map(|(name, seconds)| text.strip_suffix(name).zip(Some(seconds)));
        let (number, seconds) = unit?;
        let seconds = number.parse::<f64>().ok()? * seconds;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        (Duration::from_micros(1)..=LONGEST_TIME).contains(&time).then_some(time)
    };
    read().ok_or("a time is a number with its unit, as in 1s or 50ms, and at most a day")
}

/// Times as programs read them.
pub mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// The same where there may be none.
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
    fn times_have_units() {
        for (text, millis) in [("1s", 1000), ("50ms", 50), ("1.5s", 1500), ("2m", 120_000), ("1000us", 1)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in
            ["", "1", "s", "ms", "-1s", "0s", "nans", "infs", "1e300s", "1 h", "2d", "1sms", "25000m"]
        {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_side_with_limits_of_its_own_forgets_the_common_ones() {
        let common = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let mut sides = SideLimits {
            time_a: None,
            time_b: None,
            sims_a: None,
            sims_b: None,
            nodes_a: None,
            nodes_b: None,
        };
        assert_eq!(sides.resolve(&common), [common.clone(), common.clone()]);
        sides.sims_b = Some(10);
        let own = Limits { sims: Some(10), ..Limits::default() };
        assert_eq!(sides.resolve(&common), [common, own]);
    }

    #[test]
    fn without_any_limit_there_is_a_default_time() {
        let limits = Limits::default().or_default();
        assert_eq!(limits.to_string(), "100ms a move");
        assert_eq!(limits.for_match().wall, Some(DEFAULT_TIME));
    }

    #[test]
    fn counts_are_used_up_and_a_matchs_time_need_not_be() {
        let counted = Limits { sims: Some(10), ..Limits::default() };
        assert!(counted.for_match().exhaustive);
        let timed = Limits { time: Some(DEFAULT_TIME), ..counted };
        assert!(!timed.for_match().exhaustive && timed.exhaustive().exhaustive);
        assert_eq!(timed.to_string(), "100ms or 10 simulations a move");
    }
}
