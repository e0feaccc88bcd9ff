//! Specs that differ in a parameter, and the values that the user names.

use anyhow::{Context, Result, bail, ensure};
use game::error::quote;

/// The spec with this parameter set so.
pub fn with(spec: &str, name: &str, value: &str) -> String {
    let (strategy, assignments) = spec.split_once(':').unwrap_or((spec, ""));
    let is_other = |assignment: &&str| assignment.split('=').next() != Some(name) && !assignment.is_empty();
    let mut kept: Vec<&str> = assignments.split(',').filter(is_other).collect();
    let own = format!("{name}={value}");
    kept.push(&own);
    format!("{strategy}:{}", kept.join(","))
}

/// The value of a parameter that the spec sets.
pub fn value<'a>(spec: &'a str, name: &str) -> Option<&'a str> {
    let (_, assignments) = spec.split_once(':')?;
    assignments
        .split(',')
        .filter_map(|assignment| assignment.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// The values of a parameter that a sweep goes through.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The parameter.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// Nobody waits for a longer sweep.
const MOST_VALUES: usize = 1000;

const FORM: &str = "values are c=0.5..1.2/0.1 (from, to, step) or c=0.5,0.7,1";

/// `c=0.5..1.2/0.1`, or values one by one: `playout=uniform,mast`.
pub fn parse_values(text: &str) -> Result<Values> {
    let (name, values) = text.split_once('=').with_context(|| format!("{}: {FORM}", quote(text)))?;
    let values = match values.split_once("..") {
        Some((from, rest)) => {
            let (to, step) = rest.split_once('/').with_context(|| format!("{}: {FORM}", quote(text)))?;
            range(from, to, step).with_context(|| quote(text))?
        }
        None => values.split(',').map(String::from).collect(),
    };
    ensure!(!name.is_empty() && values.iter().all(|value| !value.is_empty()), "{}: {FORM}", quote(text));
    Ok(Values { name: name.to_string(), values })
}

/// The numbers from `from` to `to`, with as many decimals as the user wrote.
fn range(from: &str, to: &str, step: &str) -> Result<Vec<String>> {
    let number = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|x| x.is_finite())
            .with_context(|| format!("{} is no number", quote(text)))
    };
    let decimals =
        [from, to, step].iter().map(|text| text.split_once('.').map_or(0, |(_, tail)| tail.len())).max();
    let (decimals, [from, to, step]) = (decimals.unwrap_or(0), [number(from)?, number(to)?, number(step)?]);
    let steps = (to - from) / step;
    if !(step > 0.0 && steps >= 0.0 && steps < MOST_VALUES as f64) {
        bail!("a step leads from the first number to the last, in at most {MOST_VALUES} steps");
    }
    // A last value that is hit but for rounding is hit.
    let count = (steps + 1e-9).floor() as usize;
    Ok((0..=count).map(|i| format!("{:.decimals$}", from + i as f64 * step)).collect())
}

/// The range of a parameter that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    /// The parameter.
    pub name: String,
    /// The least and the greatest value.
    pub range: [f64; 2],
}

/// `c=0.2..2`.
pub fn parse_range(text: &str) -> Result<Range> {
    let read = || {
        let (name, range) = text.split_once('=')?;
        let (least, most) = range.split_once("..")?;
        let range = [least.parse().ok()?, most.parse().ok()?];
        (!name.is_empty() && range[0] < range[1] && range.iter().all(|x: &f64| x.is_finite()))
            .then_some((name, range))
    };
    let (name, range) = read().with_context(|| format!("{}: a range is c=0.2..2", quote(text)))?;
    Ok(Range { name: name.to_string(), range })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_set_or_set_anew() {
        assert_eq!(with("uct", "c", "0.5"), "uct:c=0.5");
        assert_eq!(with("uct:playout=mast", "c", "0.5"), "uct:playout=mast,c=0.5");
        assert_eq!(with("uct:c=1,cc=2", "c", "0.5"), "uct:cc=2,c=0.5");
        assert_eq!((value("uct:c=1,cc=2", "cc"), value("uct", "c")), (Some("2"), None));
    }

    #[test]
    fn values_are_counted_out_as_they_were_written() {
        let values = |text| parse_values(text).unwrap().values.join(" ");
        assert_eq!(values("c=0.5..1.2/0.1"), "0.5 0.6 0.7 0.8 0.9 1.0 1.1 1.2");
        assert_eq!(values("plies=0..12/3"), "0 3 6 9 12");
        assert_eq!(values("c=1..1.6/0.25"), "1.00 1.25 1.50");
        assert_eq!(values("playout=uniform,mast"), "uniform mast");
        assert_eq!(values("c=-1..1/1"), "-1 0 1");
        for (wrong, why) in [
            ("c", FORM),
            ("c=", FORM),
            ("=1,2", FORM),
            ("c=1..2", FORM),
            ("c=a..2/1", "'a' is no number"),
            ("c=2..1/1", "a step leads from"),
            ("c=1..2/0", "a step leads from"),
            ("c=1..2/nan", "'nan' is no number"),
            ("c=0..1/0.0001", "a step leads from"),
        ] {
            let error = format!("{:#}", parse_values(wrong).unwrap_err());
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_range_has_two_ends() {
        assert_eq!(parse_range("c=0.2..2").unwrap(), Range { name: "c".into(), range: [0.2, 2.0] });
        for wrong in ["c", "c=1", "c=2..1", "=1..2", "c=1..nan", "c=1..2/1"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
