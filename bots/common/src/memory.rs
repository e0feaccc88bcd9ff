//! How much of the judge's memory a strategy gets.
//!
//! A strategy says what its tables and pools may take by parameters in MiB,
//! and their defaults are what it plays best with. Half of the judge's limit
//! has to hold them all: where it does not, they shrink in proportion. The
//! other half is for the program itself, its weights and its stack, and for
//! limits that are counted in a way that nobody has told.

use game::{Game, Kind, Param, Strategies};

/// The parameters that are counted in MiB.
const NAMES: [&str; 2] = ["memory", "table"];

/// The part of the limit that a strategy gets, as a divisor.
const PART: u64 = 2;

/// The strategy's text with what it leaves open of its memory cut to fit into
/// a process that may take `limit` MiB. A text that makes no sense stays as it
/// is, for those who can say what is wrong with it.
pub fn fitted<G: Game>(strategies: &Strategies<G>, spec: &str, limit: u64) -> String {
    let (name, assignments) = spec.split_once(':').unwrap_or((spec, ""));
    let params = strategies.iter().find(|s| s.name == name).map_or(&[][..], |s| &s.params);
    let sized: Vec<&Param> = params.iter().filter(|param| NAMES.contains(&param.name)).collect();
    let (room, total) = (limit / PART, sized.iter().map(|param| default(param)).sum::<u64>());
    if total <= room {
        return spec.to_string();
    }
    let given = |param: &Param| assignments.split(',').any(|text| text.split('=').next() == Some(param.name));
    let open = sized.iter().filter(|param| !given(param));
    let cut =
        open.map(|param| format!("{}={}", param.name, within(param.kind, room * default(param) / total)));
    let said = assignments.split(',').filter(|text| !text.is_empty()).map(String::from);
    format!("{name}:{}", said.chain(cut).collect::<Vec<_>>().join(","))
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

    fn strategies() -> Strategies<Nim> {
        let int = |name, default| Param { name, kind: Kind::Int(1, 1000), default, about: "" };
        let strategy = |name, params| Strategy::<Nim> {
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
    fn what_does_not_fit_into_half_of_the_limit_shrinks_in_proportion() {
        let fitted = |spec, limit| fitted(&strategies(), spec, limit);
        assert_eq!(fitted("one", 256), "one", "24 fit into 128");
        assert_eq!(fitted("one", 48), "one");
        assert_eq!(fitted("one", 40), "one:memory=20");
        assert_eq!(fitted("two", 512), "two");
        assert_eq!(fitted("two", 256), "two:memory=32,table=96");
        assert_eq!(fitted("none:depth=1", 1), "none:depth=1");
        assert_eq!(fitted("one:depth=2", 32), "one:depth=2,memory=16");
        assert_eq!(fitted("one", 1), "one:memory=1", "not below what is possible");
    }

    #[test]
    fn what_is_said_stands() {
        let fitted = |spec| fitted(&strategies(), spec, 40);
        assert_eq!(fitted("one:memory=700"), "one:memory=700");
        assert_eq!(fitted("two:table=500"), "two:table=500,memory=5");
        assert_eq!(fitted("three:x"), "three:x", "it is for others to complain");
    }
}
