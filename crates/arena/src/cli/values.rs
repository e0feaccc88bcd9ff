//! Values and ranges of a parameter, as sweeps and tunings take them.

use game::error::quote;

/// The values of a parameter that a sweep compares.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamValues {
    /// Name of the parameter.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// Largest number of values of a sweep.
const MOST_VALUES: usize = 1000;

const VALUES_FORM: &str = "values are c=0.5..1.2/0.1 (from, to, step) or c=0.5,0.7,1";

/// Reads `c=0.5..1.2/0.1`, or single values: `playout=uniform,mast`.
pub fn parse_values(text: &str) -> Result<ParamValues, String> {
    let (name, values) = text.split_once('=').ok_or(VALUES_FORM)?;
    let values = match values.split_once("..") {
        Some((from, rest)) => {
            let (to, step) = rest.split_once('/').ok_or(VALUES_FORM)?;
            range(from, to, step)?
        }
        None => values.split(',').map(String::from).collect(),
    };
    match name.is_empty() || values.iter().any(String::is_empty) {
        true => Err(VALUES_FORM.to_string()),
        false => Ok(ParamValues { name: name.to_string(), values }),
    }
}

/// The numbers from `from` to `to`, with the decimals that the user wrote.
fn range(from: &str, to: &str, step: &str) -> Result<Vec<String>, String> {
    let number = |text: &str| {
        let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
        number.ok_or_else(|| format!("{} is not a number", quote(text)))
    };
    let decimals =
        [from, to, step].iter().map(|text| text.split_once('.').map_or(0, |(_, tail)| tail.len())).max();
    let (decimals, [first, last, step]) =
        (decimals.unwrap_or(0), [number(from)?, number(to)?, number(step)?]);
    if step <= 0.0 {
        return Err("the step must be greater than 0".to_string());
    }
    if first > last {
        return Err(format!("the range is empty: {from} is greater than {to}"));
    }
    // A last value that is missed only by rounding is part of the range.
    let count = ((last - first) / step + 1e-9).floor();
    if count >= MOST_VALUES as f64 {
        return Err(format!("the range has {} values; at most {MOST_VALUES} are possible", count + 1.0));
    }
    Ok((0..=count as usize).map(|i| format!("{:.decimals$}", first + i as f64 * step)).collect())
}

/// The range of a parameter that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamRange {
    /// Name of the parameter.
    pub name: String,
    /// Least and greatest value.
    pub range: [f64; 2],
}

/// Reads `c=0.2..2`.
pub fn parse_range(text: &str) -> Result<ParamRange, String> {
    let read = || {
        let (name, range) = text.split_once('=')?;
        let (least, most) = range.split_once("..")?;
        let range = [least.parse().ok()?, most.parse().ok()?];
        (!name.is_empty() && range.iter().all(|x: &f64| x.is_finite())).then_some((name, range))
    };
    let (name, range) = read().ok_or("a range is c=0.2..2")?;
    match range {
        [least, most] if least < most => Ok(ParamRange { name: name.to_string(), range }),
        [least, most] => Err(format!("the range is empty: {least} is not less than {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_decimals_that_the_user_wrote() {
        let values = |text| parse_values(text).unwrap().values.join(" ");
        assert_eq!(values("c=0.5..1.2/0.1"), "0.5 0.6 0.7 0.8 0.9 1.0 1.1 1.2");
        assert_eq!(values("plies=0..12/3"), "0 3 6 9 12");
        assert_eq!(values("c=1..1.6/0.25"), "1.00 1.25 1.50");
        assert_eq!(values("playout=uniform,mast"), "uniform mast");
        assert_eq!(values("c=-1..1/1"), "-1 0 1");
        assert_eq!(values("c=2..2/1"), "2");
        for (wrong, why) in [
            ("c", VALUES_FORM),
            ("c=", VALUES_FORM),
            ("=1,2", VALUES_FORM),
            ("c=1..2", VALUES_FORM),
            ("c=a..2/1", "'a' is not a number"),
            ("c=2..1/0.1", "the range is empty: 2 is greater than 1"),
            ("c=1..2/0", "the step must be greater than 0"),
            ("c=1..2/nan", "'nan' is not a number"),
            ("c=0..1/0.0001", "the range has 10001 values; at most 1000 are possible"),
        ] {
            assert_eq!(parse_values(wrong).unwrap_err(), why, "{wrong}");
        }
    }

    #[test]
    fn a_range_has_two_ends() {
        assert_eq!(parse_range("c=0.2..2").unwrap(), ParamRange { name: "c".into(), range: [0.2, 2.0] });
        for wrong in ["c", "c=1", "c=2..1", "=1..2", "c=1..nan", "c=1..2/1"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
