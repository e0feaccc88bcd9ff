//! The table of ratings over several logs.

use std::fmt::Write;

use serde_json::{Value, json};

use super::text::{one_line, percent};

/// Ratings of the engines of several logs.
pub struct RatingTable {
    /// The game.
    pub game: String,
    /// Number of logs.
    pub logs: usize,
    /// The engine whose Elo the user has set, and that Elo.
    pub anchor: Option<(String, f64)>,
    /// Was a drawn pair added to each pairing?
    pub bounded: bool,
    /// The engines, the strongest first.
    pub rows: Vec<RatedEngine>,
}

/// An engine and its rating.
pub struct RatedEngine {
    /// Name.
    pub label: String,
    /// Elo.
    pub elo: f64,
    /// Its 95 % error, relative to the mean of all engines.
    pub error: f64,
    /// Points: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Number of games, in whole pairs.
    pub games: u64,
}

impl RatedEngine {
    fn score(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}

/// The table.
pub fn text(table: &RatingTable) -> String {
    let games: u64 = table.rows.iter().map(|row| row.games).sum::<u64>() / 2;
    let mut out =
        format!("{}: {} engines, {games} games of {} logs\n\n", table.game, table.rows.len(), table.logs);
    let label = |row: &RatedEngine| one_line(&row.label);
    let width = table.rows.iter().map(|row| label(row).chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(out, "{:>3}  {:<width$}{:>17}{:>9}{:>8}", "", "engine", "Elo", "score", "games");
    for (i, row) in table.rows.iter().enumerate() {
        let elo = format!("{:.1} ± {:.1}", row.elo, row.error);
        let _ = writeln!(
            out,
            "{:>3}  {:<width$}{elo:>17}{:>9}{:>8}",
            i + 1,
            label(row),
            percent(row.score()),
            row.games
        );
    }
    let zero = match &table.anchor {
        Some((name, elo)) => format!("Elo is such that {} has {elo}", one_line(name)),
        None => "Elo is relative to the mean of all engines".to_string(),
    };
    let _ = writeln!(out, "\n{zero}; the 95 % errors are relative to the mean.");
    if table.bounded {
        out.push_str("An engine won or lost all its games: a drawn pair was added to each pairing.\n");
    }
    out
}

/// The same as JSON.
pub fn json(table: &RatingTable) -> Value {
    let row = |row: &RatedEngine| {
        json!({
            "engine": row.label, "elo": row.elo, "elo_error": row.error,
            "score": row.score(), "games": row.games,
        })
    };
    json!({
        "game": table.game,
        "logs": table.logs,
        "anchor": table.anchor.as_ref().map(|(name, elo)| json!({"engine": name, "elo": elo})),
        "bounded": table.bounded,
        "engines": table.rows.iter().map(row).collect::<Vec<_>>(),
    })
}
