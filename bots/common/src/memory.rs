//! How much of the judge's memory a strategy gets.
//!
//! A strategy says what its tables and pools may take by parameters in MiB.
//! Where its text leaves them open they share half of the judge's limit, in
//! the proportion of their defaults. The other half is for the program itself,
//! its weights, and for limits that are counted in a way that nobody has told.

use clock::Budget;
use game::{Game, Kind, Param, Strategies};

/// The parameters that are counted in MiB.
const NAMES: [&str; 2] = ["memory", "table"];

/// The part of the limit that a strategy gets, as a divisor.
const PART: u64 = 2;

/// The strategy's text with what it leaves open of its memory filled in, for
/// a process that may take `limit` MiB. A text that makes no sense stays as it
/// is, for those who can say what is wrong with it.
pub fn fitted<G: Game>(strategies: &Strategies<G, Budget>, spec: &str, limit: u64) -> String {
    let (name, assignments) = spec.split_once(':').unwrap_or((spec, ""));
    let params = strategies.iter().find(|s| s.name == name).map_or(&[][..], |s| &s.params);
    let sized: Vec<&Param> = params.iter().filter(|param| NAMES.contains(&param.name)).collect();
    let total: u64 = sized.iter().map(|param| default(param)).sum();
    let mut assignments: Vec<String> =
        assignments.split(',').filter(|text| !text.is_empty()).map(String::from).collect();
    let given = |param: &Param, assignments: &[String]| {
        assignments.iter().any(|text| text.split('=').next() == Some(param.name))
    };
    for param in sized {
        if !given(param, &assignments) {
            let share = limit / PART * default(param) / total.max(1);
            assignments.push(format!("{}={}", param.name, within(param.kind, share)));
        }
    }
    match assignments.is_empty() {
        true => spec.to_string(),
        false => format!("{name}:{}", assignments.join(",")),
    }
}

fn default(param: &Param) -> u64 {
    param.default.parse().unwrap_or(0)
}

fn within(kind: Kind, number: u64) -> u64 {
    match kind {
        Kind::Int(min, max) => number.clamp(min, max),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use game::example::Nim;
    use game::{RandomEngine, Strategy};

    use super::*;

    fn strategies() -> Strategies<Nim, Budget> {
        let int = |name, default| Param { name, kind: Kind::Int(1, 1000), default, about: "" };
        let strategy = |name, params| Strategy::<Nim, Budget> {
            name,
            about: "",
            params,
            build: |_| Ok(Box::new(RandomEngine::new(0))),
        };
        Strategies::new(vec![
            strategy("none", vec![int("depth", "3")]),
            strategy("one", vec![int("memory", "24"), int("depth", "3")]),
            strategy("two", vec![int("memory", "64"), int("table", "192")]),
        ])
    }

    #[test]
    fn half_of_the_limit_is_shared_in_the_proportion_of_the_defaults() {
        let fitted = |spec, limit| fitted(&strategies(), spec, limit);
        assert_eq!(fitted("one", 256), "one:memory=128");
        assert_eq!(fitted("two", 256), "two:memory=32,table=96");
        assert_eq!(fitted("none:depth=1", 256), "none:depth=1");
        assert_eq!(fitted("none", 256), "none");
        assert_eq!(fitted("one:depth=2", 256), "one:depth=2,memory=128");
        assert_eq!(fitted("one", 1), "one:memory=1", "not below what is possible");
        assert_eq!(fitted("one", 1 << 20), "one:memory=1000", "nor above it");
    }

    #[test]
    fn what_is_said_stands() {
        let fitted = |spec| fitted(&strategies(), spec, 256);
        assert_eq!(fitted("one:memory=7"), "one:memory=7");
        assert_eq!(fitted("two:table=5"), "two:table=5,memory=32");
        assert_eq!(fitted("three:x"), "three:x", "it is for others to complain");
    }
}
