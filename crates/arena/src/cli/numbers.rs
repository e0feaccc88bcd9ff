//! Numbers and times on the command line.

use std::time::Duration;

use contest::TimeControl;

/// Longest time limit of a move.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 3600);

/// Largest number that can be written with a factor or an exponent: up to here
/// all whole numbers are exact.
const LARGEST_EXACT: f64 = (1u64 << 53) as f64;

/// Reads a whole number of at least 1: `20000`, `20k`, `1.5M`, `1e6`.
pub fn parse_count(text: &str) -> Result<u64, &'static str> {
    let plain = text.parse().ok();
    let number = plain.or_else(|| {
        let units = [("k", 1e3), ("M", 1e6)];
        let unit = units.iter().find_map(|(name, factor)| Some((text.strip_suffix(name)?, *factor)));
        let (digits, factor) = unit.unwrap_or((text, 1.0));
        let number = digits.parse::<f64>().ok()? * factor;
        let is_exact = number.fract() == 0.0 && (0.0..=LARGEST_EXACT).contains(&number);
        is_exact.then_some(number as u64)
    });
    number
        .filter(|&number| number >= 1)
        .ok_or("a whole number of at least 1, as in 500, 20k or 1e6, is needed")
}

/// Reads a number of games, which come in pairs.
pub fn parse_games(text: &str) -> Result<u64, &'static str> {
    let number = parse_count(text).ok().filter(|number| number.is_multiple_of(2));
    number.ok_or("games come in pairs: an even number of at least 2 is needed")
}

/// Reads a time with its unit: `1s`, `50ms`, `1.5s`.
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

/// Reads a time per move, `50ms`, or the time of a game and an increment, `10s+0.1s`.
pub fn parse_clock(text: &str) -> Result<TimeControl, &'static str> {
    let read = || match text.split_once('+') {
        None => parse_time(text).map(TimeControl::per_move),
        Some((base, increment)) => Ok(TimeControl::per_game(parse_time(base)?, parse_tolerance(increment)?)),
    };
    read().map_err(|_| {
        "a time is 50ms (per move) or 10s+0.1s (per game, with an increment per move), \
         each with its unit and at most a day"
    })
}

/// Joins the times of a limit: a time per move and a bank, or a bank alone. `bank_name` is
/// what the user wrote the bank with.
pub fn with_bank(
    time: Option<TimeControl>,
    bank: Option<Duration>,
    bank_name: &str,
) -> Result<Option<TimeControl>, String> {
    match (time, bank) {
        (time, None) => Ok(time),
        (None, Some(bank)) => Ok(Some(TimeControl::per_game(bank, Duration::ZERO))),
        (Some(time), Some(bank)) if time.is_per_move() => Ok(Some(TimeControl { bank, ..time })),
        (Some(time), Some(_)) => {
            Err(format!("{bank_name} goes with a time per move, as in 2s, and not with {time}"))
        }
    }
}

/// Reads a time that may be 0.
pub fn parse_tolerance(text: &str) -> Result<Duration, &'static str> {
    let is_zero = |text: &str| text.parse::<f64>().is_ok_and(|number| number == 0.0);
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match is_zero(number) && parse_time(&text.replacen(number, "1", 1)).is_ok() {
        true => Ok(Duration::ZERO),
        false => parse_time(text),
    }
}

/// Reads an Elo difference.
pub fn parse_elo(text: &str) -> Result<f64, &'static str> {
    parse_real(text, |elo| elo.abs() <= 1000.0, "an Elo difference is a number from -1000 to 1000")
}

/// Reads a share below one half.
pub fn parse_share(text: &str) -> Result<f64, &'static str> {
    parse_real(text, |share| share > 0.0 && share < 0.5, "a share is a number between 0 and 0.5")
}

/// Reads a factor by which a program is slowed down.
pub fn parse_slowdown(text: &str) -> Result<f64, &'static str> {
    parse_real(
        text,
        |factor| (1.0..=100.0).contains(&factor),
        "a factor is a number from 1 to 100, as in 2.5",
    )
}

/// Reads a share in percent, as in `50%`.
pub fn parse_percent(text: &str) -> Result<f64, &'static str> {
    let number = text.strip_suffix('%').unwrap_or(text);
    let allowed = "a share is a number of percent from 1 to 100, as in 50%";
    parse_real(number, |percent| (1.0..=100.0).contains(&percent), allowed).map(|percent| percent / 100.0)
}

/// Reads the largest value of a balanced position.
pub fn parse_window(text: &str) -> Result<f64, &'static str> {
    parse_real(text, |window| (0.0..=1.0).contains(&window), "a window is a number from 0 to 1")
}

/// Reads the gain of a tuning.
pub fn parse_gain(text: &str) -> Result<f64, &'static str> {
    parse_real(text, |gain| gain > 0.0 && gain <= 100.0, "a gain is a number above 0 and at most 100")
}

fn parse_real(text: &str, fits: impl Fn(f64) -> bool, why: &'static str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|number| fits(*number)).ok_or(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_can_have_a_factor_or_an_exponent() {
        for (text, count) in [
            ("1", 1),
            ("18446744073709551614", 18_446_744_073_709_551_614),
            ("1e6", 1_000_000),
            ("2.5e3", 2500),
            ("250k", 250_000),
            ("1.5M", 1_500_000),
        ] {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        for wrong in ["", "0", "-1", "1.5", "1e-1", "1e99", "k", "1kk", "inf", "nan", "1 000", "0k"] {
            assert!(parse_count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            (parse_games("1e3"), parse_games("7").is_err(), parse_games("0").is_err()),
            (Ok(1000), true, true)
        );
    }

    #[test]
    fn a_tolerance_can_be_zero() {
        for zero in ["0s", "0ms", "0.0ms"] {
            assert_eq!(parse_tolerance(zero), Ok(Duration::ZERO), "{zero}");
        }
        assert_eq!(parse_tolerance("50ms"), Ok(Duration::from_millis(50)));
        for wrong in ["", "0", "0x", "-1s", "s"] {
            assert!(parse_tolerance(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_is_a_time_per_move_or_base_and_increment() {
        let ms = Duration::from_millis;
        assert_eq!(parse_clock("50ms"), Ok(TimeControl::per_move(ms(50))));
        assert_eq!(parse_clock("10s+0.1s"), Ok(TimeControl::per_game(ms(10_000), ms(100))));
        assert_eq!(parse_clock("1m+0s"), Ok(TimeControl::per_game(ms(60_000), ms(0))));
        for wrong in
            ["", "+", "10", "10+0.1", "10s+", "+1s", "0s+1s", "0s", "10s+0.1", "1s+1s+1s", "10s-1s", "40/60s"]
        {
            assert!(parse_clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_bank_goes_with_a_time_per_move_or_alone() {
        let ms = Duration::from_millis;
        let join = |time: &str, bank| with_bank(parse_clock(time).ok(), bank, "--bank");
        let kaggle = TimeControl { free: ms(2000), bank: ms(60_000), increment: ms(0) };
        assert_eq!(join("2s", Some(ms(60_000))), Ok(Some(kaggle)));
        assert_eq!(join("2s", None), Ok(Some(TimeControl::per_move(ms(2000)))));
        assert_eq!(join("", Some(ms(5))), Ok(Some(TimeControl::per_game(ms(5), ms(0)))));
        assert_eq!(join("", None), Ok(None));
        assert_eq!(
            join("10s+1s", Some(ms(5))).unwrap_err(),
            "--bank goes with a time per move, as in 2s, and not with 10s+1s a game"
        );
    }

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
}
