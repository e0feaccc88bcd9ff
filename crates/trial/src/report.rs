//! The result of the games against a program.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::Played;

/// The judge's limits.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Time per turn.
    pub turn: Duration,
    /// Time for the first turn of a game.
    pub first: Duration,
    /// Memory, in MiB.
    pub memory: u64,
}

/// The games against a program, with its time and memory.
pub struct Report {
    allowed: Allowed,
    /// Number of games in each variant of the protocol.
    variants: BTreeMap<&'static str, usize>,
    /// Time of each turn.
    turns: Vec<Duration>,
    /// Least time that a turn left unused; 0 if one was late.
    spare: Duration,
    /// Number of turns that took too long.
    late: usize,
    /// Time by which the worst of them took too long.
    excess: Duration,
    /// Peak memory of one of its processes, in MiB.
    memory: u64,
}

impl Report {
    /// A report before the first game.
    pub fn new(allowed: Allowed) -> Report {
        Report {
            allowed,
            variants: BTreeMap::new(),
            turns: Vec::new(),
            spare: Duration::MAX,
            late: 0,
            excess: Duration::ZERO,
            memory: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, played: Played) {
        let Allowed { turn, first, .. } = self.allowed;
        *self.variants.entry(played.variant).or_default() += 1;
        for (number, &took) in played.turns.iter().enumerate() {
            let limit = if number == 0 { first } else { turn };
            self.spare = self.spare.min(limit.saturating_sub(took));
            self.late += usize::from(took > limit);
            self.excess = self.excess.max(took.saturating_sub(limit));
        }
        self.turns.extend(played.turns);
    }

    /// Sets the peak memory of one of its processes, in MiB.
    pub fn set_memory(&mut self, used: u64) {
        self.memory = used;
    }

    /// Number of moves of the bot.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Was a move late?
    pub fn is_late(&self) -> bool {
        self.late > 0
    }

    /// Did it use more memory than the judge allows?
    pub fn is_too_large(&self) -> bool {
        self.memory > self.allowed.memory
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut turns = self.turns.clone();
        turns.sort();
        let milliseconds = |turn: Option<&Duration>| turn.map_or(0, Duration::as_millis);
        let (median, maximum) = (milliseconds(turns.get(turns.len() / 2)), milliseconds(turns.last()));
        let spare = milliseconds(turns.last().map(|_| &self.spare));
        let variants: Vec<String> =
            self.variants.iter().map(|(variant, count)| format!("{count} {variant}")).collect();
        write!(f, "{:>4} turns, median {median} ms, maximum {maximum} ms, ", turns.len())?;
        write!(f, "{spare} ms to spare, {} late", self.late)?;
        if self.is_late() {
            write!(f, " (by {} ms)", self.excess.as_millis())?;
        }
        write!(f, "; {} of {} MiB; ", self.memory, self.allowed.memory)?;
        write!(f, "games: {}", variants.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let milliseconds = Duration::from_millis;
        Report::new(Allowed { turn: milliseconds(100), first: milliseconds(200), memory: 256 })
    }

    fn played(milliseconds: &[u64]) -> Played {
        let turns = milliseconds.iter().map(|&time| Duration::from_millis(time)).collect();
        Played { variant: "JSON", turns }
    }

    #[test]
    fn the_first_turn_of_a_game_may_take_longer() {
        let mut report = report();
        report.add(played(&[150, 1]));
        report.add(played(&[180, 93, 90]));
        assert!(report.to_string().contains("maximum 180 ms, 7 ms to spare, 0 late"), "{report}");
        report.add(played(&[200, 100]));
        assert!(!report.is_late());
        report.add(played(&[201, 100, 101, 150]));
        assert!(report.is_late());
        assert_eq!(
            report.to_string(),
            "  11 turns, median 101 ms, maximum 201 ms, 0 ms to spare, 3 late (by 50 ms); 0 of 256 MiB; games: 4 JSON"
        );
    }

    #[test]
    fn memory_above_the_limit_is_too_much() {
        let mut report = report();
        report.set_memory(256);
        assert!(!report.is_too_large());
        report.set_memory(257);
        assert!(report.is_too_large());
    }
}
