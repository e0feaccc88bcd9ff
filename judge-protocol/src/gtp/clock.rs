//! The clock that a controller keeps for an engine: main time, then periods of a number of
//! moves each.

use std::time::Duration;

/// What the controller's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Time left, of the main time or of the current period.
    pub left: Duration,
    /// Number of moves for which it is; 0 for main time.
    pub moves: u32,
    /// The periods after the main time, if there are any.
    pub period: Option<Period>,
}

/// Time for a number of moves, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Its time.
    pub time: Duration,
    /// Its number of moves, at least 1.
    pub moves: u32,
}

impl Period {
    /// An even share of its time.
    pub fn each(&self) -> Duration {
        self.time / self.moves.max(1)
    }
}

impl TimeLeft {
    /// The clock of `time_settings`; `None` if there is no limit, which a period for 0 moves
    /// means.
    pub fn settings(main: Duration, time: Duration, moves: u32) -> Option<TimeLeft> {
        match (time.is_zero(), moves) {
            (true, _) => Some(TimeLeft { left: main, moves: 0, period: None }),
            (false, 0) => None,
            (false, _) if main.is_zero() => {
                Some(TimeLeft { left: time, moves, period: Some(Period { time, moves }) })
            }
            (false, _) => Some(TimeLeft { left: main, moves: 0, period: Some(Period { time, moves }) }),
        }
    }

    /// The clock after a move that took this long, until the controller sends the time that
    /// is left.
    pub fn after(self, elapsed: Duration) -> TimeLeft {
        let left = self.left.saturating_sub(elapsed);
        match (self.moves, self.period) {
            (0, Some(Period { time, moves })) if left.is_zero() => {
                let over = elapsed.saturating_sub(self.left);
                TimeLeft { left: time.saturating_sub(over), moves, ..self }.one_move_less()
            }
            (0, _) => TimeLeft { left, ..self },
            (_, _) => TimeLeft { left, ..self }.one_move_less(),
        }
    }

    /// Counts a move of a period; the next period follows the last one.
    fn one_move_less(self) -> TimeLeft {
        match (self.moves, self.period) {
            (0 | 1, Some(Period { time, moves })) => TimeLeft { left: time, moves, ..self },
            (moves, _) => TimeLeft { moves: moves.saturating_sub(1).max(1), ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(clock: Option<TimeLeft>) -> (u64, u32) {
        clock.map_or((0, 0), |clock| (clock.left.as_secs(), clock.moves))
    }

    #[test]
    fn periods_follow_the_main_time() {
        let seconds = Duration::from_secs;
        let mut clock = TimeLeft::settings(seconds(10), seconds(6), 2);
        let mut seen = vec![shown(clock)];
        for elapsed in [4, 5, 2, 3, 9, 1] {
            clock = clock.map(|clock| clock.after(seconds(elapsed)));
            seen.push(shown(clock));
        }
        // The third move used the last second and one of the first period.
        assert_eq!(seen, [(10, 0), (6, 0), (1, 0), (5, 1), (6, 2), (0, 1), (6, 2)]);
    }

    /// Without `time_left` the second move of a period of one had what the first had left.
    #[test]
    fn every_move_of_a_time_per_move_has_the_whole_time() {
        let seconds = Duration::from_secs;
        let clock = TimeLeft::settings(seconds(0), seconds(5), 1);
        assert_eq!(shown(clock), (5, 1));
        assert_eq!(clock.map(|clock| clock.after(seconds(4))), clock);
    }

    #[test]
    fn settings_may_set_no_limit_or_only_main_time() {
        let seconds = Duration::from_secs;
        assert_eq!(TimeLeft::settings(seconds(0), seconds(5), 0), None);
        let main = TimeLeft::settings(seconds(5), seconds(0), 0);
        assert_eq!(shown(main.map(|clock| clock.after(seconds(3)))), (2, 0));
        assert_eq!(shown(main.map(|clock| clock.after(seconds(8)))), (0, 0));
        // A period that only time_left has named.
        let named = TimeLeft { left: seconds(9), moves: 2, period: None };
        assert_eq!(shown(Some(named.after(seconds(2)).after(seconds(2)))), (5, 1));
    }
}
