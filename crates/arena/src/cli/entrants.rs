//! Engines of a contest on the command line: `[NAME=]SPEC[@LIMITS]`.
//!
//! | text | meaning |
//! |---|---|
//! | `uct:c=0.9` | a strategy, or a foreign program as `gtp:./bot` |
//! | `new=uct:c=0.9` | the same with a name for tables and logs |
//! | `uct@sims=500` | the same with limits of its own, which replace those of the options |
//! | `slow=uct@time=1s,sims=1M` | both |
//! | `uct@time=10s+0.1s`, `uct@time=2s,bank=60s` | a clock for the whole game |

use contest::{Entrant, MoveLimits};
use game::error::quote;

use super::numbers::{parse_clock, parse_count, parse_time, with_bank};
use crate::error::{Error, Result, require};

/// The engine of a text; `common` are the limits if it has none of its own.
pub fn entrant(text: &str, common: &MoveLimits) -> Result<Entrant> {
    let (name, rest) = split_name(text);
    let (spec, own) = split_limits(rest)?;
    require!(!spec.is_empty(), "{} names no strategy; an engine is [NAME=]SPEC[@LIMITS]", quote(text));
    let limits = own.unwrap_or_else(|| common.clone());
    Ok(Entrant { name: name.map(String::from), ..Entrant::new(spec, limits) })
}

/// Checks that different engines have different names.
pub fn check_names(engines: &[Entrant]) -> Result<()> {
    for (i, entrant) in engines.iter().enumerate() {
        let Some(name) = &entrant.name else { continue };
        let twice = engines[..i].iter().any(|other| other.label() == name)
            || engines[i + 1..].iter().any(|other| other.label() == name);
        require!(!twice, "two engines have the name {}", quote(name));
    }
    Ok(())
}

/// The name before the first `=`. A parameter comes after a colon and a limit after an
/// at sign, so that neither is taken for a name.
pub fn split_name(text: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || ['-', '_', '.', '+'].contains(&c))
    };
    match text.split_once('=') {
        Some((name, rest)) if is_name(name) => (Some(name), rest),
        _ => (None, text),
    }
}

/// The limits after the last `@`; the command of a program may have others.
fn split_limits(text: &str) -> Result<(&str, Option<MoveLimits>)> {
    const NAMES: [&str; 4] = ["time=", "bank=", "sims=", "nodes="];
    let Some((spec, list)) = text.rsplit_once('@') else { return Ok((text, None)) };
    if !NAMES.iter().any(|name| list.starts_with(name)) {
        require!(
            text.contains([':', '/', ' ']),
            "{} is not a limit; limits are time=50ms, bank=60s, sims=500 and nodes=500, as in uct@sims=500",
            quote(list)
        );
        return Ok((text, None));
    }
    let (mut limits, mut bank) = (MoveLimits::default(), None);
    for limit in list.split(',') {
        let (name, value) = limit.split_once('=').unwrap_or((limit, ""));
        let wrong = |why: &str| Error::Usage(format!("limit {} of {}: {why}", quote(limit), quote(spec)));
        match name {
            "time" => limits.time = Some(parse_clock(value).map_err(wrong)?),
            "bank" => bank = Some(parse_time(value).map_err(wrong)?),
            "sims" => limits.sims = Some(parse_count(value).map_err(wrong)?),
            "nodes" => limits.nodes = Some(parse_count(value).map_err(wrong)?),
            _ => return Err(wrong("limits are time, bank, sims and nodes")),
        }
    }
    let wrong = |why| Error::Usage(format!("limits {} of {}: {why}", quote(list), quote(spec)));
    limits.time = with_bank(limits.time, bank, "bank").map_err(wrong)?;
    Ok((spec, Some(limits)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn common() -> MoveLimits {
        MoveLimits { sims: Some(7), ..MoveLimits::default() }
    }

    #[test]
    fn an_engine_has_a_name_and_limits_if_the_user_gives_them() {
        let parts = |text| {
            let Entrant { name, spec, limits } = entrant(text, &common()).unwrap();
            (name.unwrap_or_default(), spec, limits)
        };
        let sims = |sims| MoveLimits { sims: Some(sims), ..MoveLimits::default() };
        assert_eq!(parts("uct:c=0.9"), ("".into(), "uct:c=0.9".into(), sims(7)));
        assert_eq!(parts("v2=uct:c=0.9"), ("v2".into(), "uct:c=0.9".into(), sims(7)));
        assert_eq!(parts("uct@sims=5k"), ("".into(), "uct".into(), sims(5000)));
        let both = MoveLimits { nodes: Some(9), ..MoveLimits::per_move(Duration::from_secs(1)) };
        assert_eq!(parts("a-b=uct:c=1@time=1s,nodes=9"), ("a-b".into(), "uct:c=1".into(), both));
        let clock = |text| parts(text).2.to_string();
        assert_eq!(clock("uct@time=10s+0.1s"), "10s+100ms a game");
        assert_eq!(clock("uct@time=2s,bank=60s"), "2s a move and a bank of 60s");
        assert_eq!(clock("uct@bank=60s,sims=5"), "60s a game or 5 simulations a move");
        let program = "gtp:./bot --user=a@b.c";
        assert_eq!(parts(program), ("".into(), program.into(), sims(7)));
        assert_eq!(parts(&format!("bot={program}")), ("bot".into(), program.into(), sims(7)));
    }

    #[test]
    fn a_wrong_limit_is_explained() {
        let error = |text| entrant(text, &common()).unwrap_err().to_string();
        assert!(error("uct@sims=0").starts_with("limit 'sims=0' of 'uct': a whole number"));
        assert!(error("uct@sims=5,depth=3").ends_with("limits are time, bank, sims and nodes"));
        assert!(
            error("uct@time=10+1").starts_with("limit 'time=10+1' of 'uct': a time is 50ms (per move) or ")
        );
        assert_eq!(
            error("uct@time=10s+1s,bank=5s"),
            "limits 'time=10s+1s,bank=5s' of 'uct': bank goes with a time per move, as in 2s, \
             and not with 10s+1s a game"
        );
        assert!(error("uct@500").starts_with("'500' is not a limit"));
        assert!(error("v2=").contains("names no strategy"));
    }

    #[test]
    fn names_are_different() {
        let engines = |texts: [&str; 2]| texts.map(|text| entrant(text, &common()).unwrap());
        assert!(check_names(&engines(["uct", "uct"])).is_ok(), "without names engines can be equal");
        assert!(check_names(&engines(["a=uct", "b=uct"])).is_ok());
        assert!(check_names(&engines(["a=uct", "a=random"])).is_err());
        assert!(check_names(&engines(["random=uct", "random"])).is_err());
    }
}
