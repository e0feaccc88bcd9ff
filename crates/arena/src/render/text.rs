//! Small pieces of text: times, counts, bars, lines.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

use contest::{MoveLimits, TimeControl};

/// Is stdout a terminal on which text can replace other text?
pub fn is_screen() -> bool {
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdout().is_terminal() && !dumb
}

/// Does stdout show colours, and has the user not turned them off?
pub fn has_colours() -> bool {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    is_screen() && !unwanted
}

/// The text on one line: control characters are escaped.
pub fn one_line(text: &str) -> String {
    let escaped = text.chars().map(|c| if c.is_control() { c.escape_debug().to_string() } else { c.into() });
    escaped.collect()
}

/// The line, shortened with `…` to at most `columns` characters.
pub fn shorten(line: &str, columns: usize) -> String {
    match line.char_indices().nth(columns) {
        None => line.to_string(),
        Some(_) => line.chars().take(columns.saturating_sub(1)).chain(['…']).take(columns).collect(),
    }
}

/// The words separated by blanks, in lines of at most `columns` characters
/// (except for longer words).
pub fn wrapped(words: &[String], columns: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        let fits = column + 1 + length <= columns;
        match column {
            0 => (),
            _ if fits => out.push(' '),
            _ => out.push('\n'),
        }
        column = if fits && column > 0 { column + 1 + length } else { length };
        out.push_str(word);
    }
    out
}

/// A value as a bar: full for a win, empty for a loss.
pub fn bar(value: f32) -> String {
    const WIDTH: usize = 30;
    let share = (value.clamp(-1.0, 1.0) + 1.0) / 2.0;
    let full = (share * WIDTH as f32).round() as usize;
    format!("{}{}", "#".repeat(full), "-".repeat(WIDTH - full))
}

/// A time with a suitable unit.
pub fn time(time: Duration) -> String {
    format!("{time:.1?}")
}

/// A number in a form that fits a column.
pub fn count(number: f64) -> String {
    match number {
        1e6.. => format!("{:.2} M", number / 1e6),
        1e4.. => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// Number per second; a dash for 0.
pub fn rate(number: u64, time: Duration) -> String {
    match number {
        0 => "-".to_string(),
        _ => count(number as f64 / time.as_secs_f64().max(1e-9)),
    }
}

/// The options that set these limits, each with a blank before it.
pub fn limit_options(limits: &MoveLimits) -> String {
    let clock = limits.time.map(|TimeControl { free, bank, increment }| {
        let [free, bank, increment] = [free, bank, increment].map(|time| time.as_micros());
        match (free, bank) {
            (0, _) => format!(" --time {bank}us+{increment}us"),
            (_, 0) => format!(" --time {free}us"),
            _ => format!(" --time {free}us --bank {bank}us"),
        }
    });
    let options = [
        clock,
        limits.sims.map(|sims| format!(" --sims {sims}")),
        limits.nodes.map(|nodes| format!(" --nodes {nodes}")),
    ];
    options.into_iter().flatten().collect()
}

/// A probability in percent. One that is estimated from games is never certain.
pub fn likelihood(probability: f64) -> String {
    match probability {
        _ if probability > 0.999 => ">99.9 %".to_string(),
        _ if probability < 0.001 => "<0.1 %".to_string(),
        _ => percent(probability),
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(one_line("a\nb\u{1b}[1mü"), "a\\nb\\u{1b}[1mü");
    }

    #[test]
    fn a_long_line_is_shortened() {
        assert_eq!(shorten("four", 4), "four");
        assert_eq!(shorten("fives", 4), "fiv…");
    }

    #[test]
    fn words_are_kept_whole() {
        let words = ["a1", "b1", "c1", "a2", "longer"].map(String::from);
        assert_eq!(wrapped(&words, 80), "a1 b1 c1 a2 longer");
        assert_eq!(wrapped(&words, 5), "a1 b1\nc1 a2\nlonger");
        assert_eq!(wrapped(&words, 1), "a1\nb1\nc1\na2\nlonger");
        assert_eq!(wrapped(&[], 5), "");
    }

    #[test]
    fn a_bar_is_full_for_a_win_and_empty_for_a_loss() {
        assert_eq!(bar(1.0), "#".repeat(30));
        assert_eq!(bar(-7.0), "-".repeat(30));
        assert_eq!(bar(0.0), format!("{}{}", "#".repeat(15), "-".repeat(15)));
        assert_eq!(bar(0.2).matches('#').count(), 18);
    }

    #[test]
    fn limits_are_written_as_options() {
        let ms = Duration::from_millis;
        let limits = MoveLimits { sims: Some(7), ..MoveLimits::per_move(ms(20)) };
        assert_eq!(limit_options(&limits), " --time 20000us --sims 7");
        let options = |time| limit_options(&MoveLimits { time: Some(time), ..MoveLimits::default() });
        assert_eq!(options(TimeControl::per_game(ms(9), ms(1))), " --time 9000us+1000us");
        assert_eq!(options(TimeControl::per_game(ms(9), ms(0))), " --time 9000us+0us");
        let kaggle = TimeControl { free: ms(2), bank: ms(9), increment: ms(0) };
        assert_eq!(options(kaggle), " --time 2000us --bank 9000us");
    }

    #[test]
    fn rates_are_short() {
        let second = Duration::from_secs(1);
        for (count, text) in [(0, "-"), (7, "7"), (9_999, "9999"), (12_345, "12.3 k"), (4_560_000, "4.56 M")]
        {
            assert_eq!(rate(count, second), text);
        }
    }
}
