//! Time and memory that each judge allows. The only place for these numbers.

use std::time::Duration;

use clock::TimeRules;

/// Time and memory that a judge allows.
#[derive(Clone, Debug)]
pub struct JudgeLimits {
    /// Time per move, and the part of it that bots keep in reserve.
    pub time: TimeRules,
    /// Memory of the whole process, in MiB.
    pub memory: u64,
}

/// Botzone: 1 s per turn, 2 s for the first, 256 MB.
pub fn botzone() -> JudgeLimits {
    JudgeLimits { time: TimeRules::botzone(), memory: 256 }
}

/// Saiblo: 3 s per move, real time and CPU time, 1 GB.
pub fn saiblo() -> JudgeLimits {
    JudgeLimits { time: TimeRules::saiblo(), memory: 1024 }
}

/// Compete, Saiblo's local judge: as [`saiblo`], but only real time counts.
/// Both players share one process, and so its CPU time.
pub fn compete() -> JudgeLimits {
    let JudgeLimits { time, memory } = saiblo();
    JudgeLimits { time: TimeRules { counts_cpu: false, ..time }, memory }
}

/// Kaggle: 2 s per move. The margin covers `main.py` and its pipes. Kaggle
/// documents no memory limit; the bot takes 512 MB.
pub fn kaggle() -> JudgeLimits {
    let time = TimeRules {
        each: Duration::from_secs(2),
        first_factor: 1,
        margin: Duration::from_millis(300),
        counts_cpu: false,
    };
    JudgeLimits { time, memory: LOCAL_MEMORY }
}

/// GTP controllers set no limit of their own unless they send a clock: 1 s per
/// move.
pub fn gtp() -> JudgeLimits {
    local(Duration::from_secs(1))
}

/// NBoard sets a depth and no time: 2 s per move.
pub fn nboard() -> JudgeLimits {
    local(Duration::from_secs(2))
}

/// Memory of bots that no judge limits, in MiB.
const LOCAL_MEMORY: u64 = 512;

fn local(each: Duration) -> JudgeLimits {
    JudgeLimits { time: TimeRules { each, first_factor: 1, ..TimeRules::botzone() }, memory: LOCAL_MEMORY }
}

/// Names of judges and protocols that end a bot's name, as in `othello-botzone`.
pub const NAMES: [&str; 5] = ["botzone", "saiblo", "kaggle", "gtp", "nboard"];

/// The limits of a judge or protocol, by one of [`NAMES`].
pub fn by_name(judge: &str) -> Option<JudgeLimits> {
    match judge {
        "botzone" => Some(botzone()),
        "saiblo" => Some(saiblo()),
        "kaggle" => Some(kaggle()),
        "gtp" => Some(gtp()),
        "nboard" => Some(nboard()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_limits() {
        for name in NAMES {
            assert!(by_name(name).is_some(), "{name}");
        }
        assert!(by_name("chess").is_none());
    }
}
