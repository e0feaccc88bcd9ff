//! The review of a game: the table of its moves, the mistakes, a summary, JSON, a graph.

use std::fmt::Write;

use contest::MoveLimits;
use contest::position::line_texts;
use game::{Bound, MoveReport, Playable, Side};
use records::Record;
use records::review::{Class, Loss, Measure, Review, ReviewedMove};
use serde_json::{Value, json};

use super::decision::{report_json, sign};
use super::plot::{self, Course};
use super::text::shorten;

/// Number of moves of a line that are shown.
const LINE: usize = 6;

/// Number of characters of a player's name.
const LONGEST_NAME: usize = 17;

/// Widths of the columns of the classes.
const WIDTHS: [usize; 3] = [13, 9, 9];

/// A reviewed game.
pub struct Game<'a, G: Playable> {
    /// The game.
    pub record: &'a Record<G>,
    /// Number, file and players.
    pub title: String,
    /// Names of the players.
    pub players: [String; 2],
    /// Spec of the engine.
    pub engine: String,
    /// Limits of each analysis.
    pub limits: MoveLimits,
    /// The moves that were reviewed.
    pub review: &'a Review<G::Move>,
    /// Number of moves that Ctrl-C left out.
    pub missing: usize,
}

/// The value of a move for the side that makes it: `+6`, `~+6`, `≤ +6`, `~63 %`,
/// `wins in 7`.
pub fn value_text<M>(report: &MoveReport<M>) -> String {
    let margin = report.score.filter(|score| score.unit.is_margin);
    let estimate = if report.bound == Bound::Exact && !report.solved { "~" } else { "" };
    match (margin, report.proof_text()) {
        _ if report.bound == Bound::Unknown => "?".to_string(),
        (Some(score), _) => format!("{}{estimate}{:+}", sign(report.bound), score.points),
        (None, Some(proof)) => proof,
        (None, None) => format!("{}{estimate}{:.0} %", sign(report.bound), 50.0 * (report.value + 1.0)),
    }
}

/// A loss with its unit: `8 discs`, `at least 35 %`.
fn loss_text(loss: &Loss) -> String {
    let at_least = if loss.at_least { "at least " } else { "" };
    let estimate = if loss.exact || loss.at_least { "" } else { "about " };
    let one =
        |name: &str| if loss.amount == 1.0 { name.trim_end_matches('s').to_string() } else { name.into() };
    format!("{at_least}{estimate}{:.0} {}", loss.amount, one(loss.measure.name()))
}

/// The whole review.
pub fn text<G: Playable>(game: &Game<G>) -> String {
    let mut out = format!("{}\n{}, {} ({})\n\n", game.title, G::NAME, game.engine, game.limits);
    if !game.review.moves.is_empty() {
        table(&mut out, game);
        out.push_str(&mistakes_and_summary(game));
        out.push('\n');
    }
    if game.missing > 0 {
        let _ = writeln!(out, "interrupted: {} moves are not reviewed", game.missing);
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The review without the table of the moves.
pub fn mistakes_and_summary<G: Playable>(game: &Game<G>) -> String {
    let mut out = String::new();
    mistakes(&mut out, game);
    summary(&mut out, game);
    out
}

fn move_text<G: Playable>(game: &Game<G>, ply: usize, m: G::Move) -> String {
    game.record.at(ply - 1).map_or_else(|_| String::new(), |before| before.state().move_text(m))
}

fn table<G: Playable>(out: &mut String, game: &Game<G>) {
    let unit = match game.review.measure() {
        Measure::Margin(unit) => unit.name,
        Measure::Chance => "value",
    };
    let _ = writeln!(out, "{:>4} {:<7}{:<7}{unit:<15}{:<7}{unit:<15}loss", "move", "side", "played", "best");
    for reviewed in &game.review.moves {
        let ReviewedMove { ply, side, played, best, loss, class, .. } = reviewed;
        let name = ["first", "second"][side.index()];
        let text = |report: &MoveReport<G::Move>| move_text(game, *ply, report.played);
        let mut row = format!("{ply:>4} {name:<7}{:<7}{:<15}", text(played), value_text(played));
        if !reviewed.is_best() && value_text(best) != value_text(played) {
            let _ = write!(row, "{:<7}{:<15}", text(best), value_text(best));
        }
        match (loss, class) {
            (Some(loss), Some(class)) => {
                let _ = write!(row, "{}, {}", loss_text(loss), class.names()[0]);
            }
            (None, _) if reviewed.choices > 1 => row.push('?'),
            _ => (),
        }
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn mistakes<G: Playable>(out: &mut String, game: &Game<G>) {
    let found = game.review.mistakes();
    out.push_str(if found.is_empty() { "\nno mistakes\n" } else { "\nmistakes, the largest first\n" });
    for reviewed in found {
        let ReviewedMove { ply, side, played, best, line, class, loss, .. } = reviewed;
        let (Some(loss), Some(class)) = (loss, class) else { continue };
        let line = match game.record.at(ply - 1) {
            Ok(before) => line_texts(before.state(), &line[..line.len().min(LINE)]).join(" "),
            Err(_) => String::new(),
        };
        let lost = match best.proof.map(|proof| proof.outcome).filter(|_| reviewed.changes_result()) {
            None => loss_text(loss),
            Some(outcome) if loss.measure == Measure::Chance => format!("the {outcome}"),
            Some(outcome) => format!("{} and the {outcome}", loss_text(loss)),
        };
        let kept = match value_text(best).as_str() {
            "draw" => "kept the draw".to_string(),
            proven if proven.starts_with("wins") => proven.to_string(),
            value => format!("kept {value}"),
        };
        let _ = writeln!(
            out,
            "  move {ply}, {} ({}): {}, gave away {lost}; {} {kept} ({line}{})",
            move_text(game, *ply, played.played),
            ["first", "second"][side.index()],
            class.names()[0],
            move_text(game, *ply, best.played),
            if reviewed.line.len() > LINE { " …" } else { "" },
        );
    }
}

fn summary<G: Playable>(out: &mut String, game: &Game<G>) {
    let unit = game.review.measure().name();
    let _ = write!(out, "\n{:<18}{:>6}", "player", "moves");
    for (class, width) in Class::ALL.into_iter().zip(WIDTHS) {
        let _ = write!(out, "{:>width$}", class.names()[1]);
    }
    let _ = writeln!(out, "{:>13}  largest", format!("mean, {unit}"));
    for side in [Side::First, Side::Second] {
        let summary = game.review.summary(side);
        let player = shorten(&game.players[side.index()], LONGEST_NAME);
        let _ = write!(out, "{player:<18}{:>6}", summary.moves);
        for (count, width) in summary.mistakes.into_iter().zip(WIDTHS) {
            let _ = write!(out, "{count:>width$}");
        }
        let average = summary.average.map_or("-".to_string(), |average| format!("{average:.2}"));
        let largest =
            summary.largest.map_or("-".to_string(), |(amount, ply)| format!("{amount:.0} (move {ply})"));
        let _ = writeln!(out, "{average:>13}  {largest}");
    }
}

/// The same as JSON.
pub fn json<G: Playable>(game: &Game<G>) -> Value {
    let measure = game.review.measure();
    let report = |ply, report: &MoveReport<G::Move>| {
        let mut fields = report_json(report);
        fields["move"] = move_text(game, ply, report.played).into();
        fields["visits"] = report.visits.into();
        fields
    };
    let loss = |loss: &Loss| {
        json!({
            "amount": loss.amount, "unit": loss.measure.name(), "exact": loss.exact,
            "at_least": loss.at_least, "noise": loss.noise,
        })
    };
    let moves = game.review.moves.iter().map(|reviewed| {
        let ReviewedMove { ply, side, line, choices, class, .. } = reviewed;
        let line = game.record.at(ply - 1).map_or_else(|_| Vec::new(), |b| line_texts(b.state(), line));
        json!({
            "ply": ply, "side": (["first", "second"][side.index()]), "choices": choices,
            "played": report(*ply, &reviewed.played), "best": report(*ply, &reviewed.best), "line": line,
            "loss": reviewed.loss.as_ref().map(loss), "class": class.map(|class| class.names()[0]),
            "changes_result": reviewed.changes_result(),
        })
    });
    let players = [Side::First, Side::Second].map(|side| {
        let summary = game.review.summary(side);
        let [inaccuracies, mistakes, blunders] = summary.mistakes;
        json!({
            "name": game.record.players[side.index()], "moves": summary.moves,
            "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
            "average": summary.average, "largest": summary.largest.map(|(amount, _)| amount),
            "largest_ply": summary.largest.map(|(_, ply)| ply),
        })
    });
    json!({
        "game": G::NAME, "number": game.record.number, "engine": game.engine, "limits": game.limits, "unit": measure.name(),
        "moves": moves.collect::<Vec<_>>(), "players": players, "values": game.review.values(),
        "missing": game.missing,
    })
}

/// The values for the first player by ply, with the mistakes.
pub fn svg<G: Playable>(game: &Game<G>) -> anyhow::Result<String> {
    let measure = game.review.measure();
    let values = game.review.values();
    let first = &game.players[0];
    let marks = game.review.moves.iter().filter_map(|reviewed| {
        let ply = reviewed.ply;
        let (_, value) = values.iter().find(|(at, _)| *at == ply)?;
        let text = move_text(game, ply, reviewed.played.played);
        Some((ply as f64, *value, text, reviewed.class? as usize))
    });
    let (axis, range, even) = match measure {
        Measure::Margin(unit) => (format!("{} for {first}", unit.name), [-10.0, 10.0], 0.0),
        Measure::Chance => (format!("% to win for {first}"), [0.0, 100.0], 50.0),
    };
    let values = || values.iter().map(|&(ply, value)| (ply as f64, value));
    let course = Course { axis, range, even, values: values().collect(), marks: marks.collect() };
    let [first, second] = game.players.each_ref().map(|name| shorten(name, LONGEST_NAME));
    plot::course(&format!("{}: {first} against {second}", G::NAME), &course)
}
