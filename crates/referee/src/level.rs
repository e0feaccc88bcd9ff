//! The depth limit of an engine that knows no clock.

use std::time::Duration;

/// Number of plies that quick answers may add: an exact endgame comes as a surprise.
const MOST_RAISES: u32 = 2;

/// How deep an engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The engine's own choice.
    Any,
    /// A number of plies.
    Plies(u32),
    /// The number of plies that fits into a time per move.
    Time(TimedLevel),
}

/// A number of plies that follows the engine's speed.
///
/// The first level grows by a ply when the time doubles: 8 plies for 200 ms. It
/// rises after two quick answers and falls after a slow one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimedLevel {
    time: Duration,
    plies: u32,
    most: u32,
    quick: u32,
}

impl Level {
    /// The level of an engine that has `time` for each move.
    pub fn of_time(time: Duration) -> Level {
        let plies = first_plies(time);
        Level::Time(TimedLevel { time, plies, most: plies + MOST_RAISES, quick: 0 })
    }

    /// Number of plies, if there is a limit.
    pub fn plies(&self) -> Option<u32> {
        match self {
            Level::Any => None,
            Level::Plies(plies) | Level::Time(TimedLevel { plies, .. }) => Some(*plies),
        }
    }

    /// Sets another time for the next move, as a clock plans it. The level that was found so
    /// far changes by as many plies as the first one would.
    pub fn set_time(&mut self, time: Duration) {
        let Level::Time(level) = self else { return };
        let (old, new) = (first_plies(level.time), first_plies(time));
        let moved = |plies: u32| (plies + new).saturating_sub(old).max(1);
        *level = TimedLevel { time, plies: moved(level.plies), most: moved(level.most), quick: level.quick };
    }

    /// Follows the time that an answer has taken. A forced move says nothing.
    pub fn follow(&mut self, taken: Duration) {
        let Level::Time(level) = self else { return };
        // A ply costs two to five times the time, the first exact endgame much more.
        level.quick = if taken < level.time / 32 { level.quick + 1 } else { 0 };
        if taken > level.time / 3 {
            level.plies = level.plies.saturating_sub(1).max(1);
        } else if level.quick >= 2 && level.plies < level.most {
            (level.plies, level.quick) = (level.plies + 1, 0);
        }
    }
}

/// The level for a time per move before the engine has answered.
fn first_plies(time: Duration) -> u32 {
    let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    milliseconds.max(1).ilog2() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_millis(200);

    fn after(answers: &[u64]) -> Option<u32> {
        let mut level = Level::of_time(TIME);
        answers.iter().for_each(|&milliseconds| level.follow(Duration::from_millis(milliseconds)));
        level.plies()
    }

    #[test]
    fn the_level_grows_by_a_ply_when_the_time_doubles() {
        let plies = |milliseconds| Level::of_time(Duration::from_millis(milliseconds)).plies();
        assert_eq!([0, 1, 2, 200, 400, 10_000].map(plies), [1, 1, 2, 8, 9, 14].map(Some));
        assert_eq!(Level::of_time(Duration::MAX).plies(), Some(32));
    }

    #[test]
    fn two_quick_answers_raise_the_level_and_a_slow_one_lowers_it() {
        assert_eq!(after(&[1]), Some(8));
        assert_eq!(after(&[1, 1]), Some(9));
        assert_eq!(after(&[1, 20, 1]), Some(8));
        assert_eq!(after(&[1, 1, 1, 1]), Some(10));
        assert_eq!(after(&[1, 1, 100]), Some(8));
        assert_eq!(after(&[100, 100]), Some(6));
    }

    #[test]
    fn the_level_has_bounds() {
        assert_eq!(after(&[0; 60]), Some(10));
        assert_eq!(after(&[200; 60]), Some(1));
    }

    #[test]
    fn another_time_moves_the_level_that_was_found() {
        let mut level = Level::of_time(TIME);
        level.follow(TIME);
        assert_eq!(level.plies(), Some(7), "a slow engine");
        level.set_time(TIME);
        assert_eq!(level.plies(), Some(7), "the same time");
        level.set_time(4 * TIME);
        assert_eq!(level.plies(), Some(9));
        level.set_time(TIME / 4);
        assert_eq!(level.plies(), Some(5));
        level.set_time(Duration::ZERO);
        assert_eq!(level.plies(), Some(1));
    }

    #[test]
    fn other_levels_stay() {
        for mut level in [Level::Any, Level::Plies(3)] {
            let before = level;
            level.follow(TIME);
            level.set_time(4 * TIME);
            assert_eq!(level, before);
        }
    }
}
