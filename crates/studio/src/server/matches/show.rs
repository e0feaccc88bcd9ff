//! What the page draws of a contest: its report, and the curves behind it.

use contest::live::{Live, Point, Wrong};
use contest::standings::Standings;
use contest::{ContestKind, Error, GameRecord, Header, json};
use game::Playable;
use games::Visitor;
use records::openings;
use serde_json::{Value, json};

use crate::files;

/// Most points of a curve.
pub const MOST_POINTS: usize = 400;

/// Most faults that are listed one by one.
const MOST_FAULTS: usize = 50;

/// A contest of any game that is shown.
pub trait Shown: Send {
    /// Adds a game.
    fn add(&mut self, line: usize, number: u64, record: GameRecord) -> Result<(), Wrong>;
    /// The contest has this number of games from now on.
    fn make_longer(&mut self, games: u64);
    /// What the page draws.
    fn json(&self) -> Value;
    /// Reads a log with one game for the replay.
    fn read(&self, text: &str) -> Result<Value, String>;
}

/// Makes the contest of a header.
pub struct Open {
    /// The header.
    pub header: Header,
}

impl Visitor for Open {
    type Output = Result<Box<dyn Shown>, Error>;

    fn visit<G: Playable>(&self) -> Self::Output {
        Ok(Box::new(Live::<G>::new(&self.header, openings::built_in())?))
    }
}

impl<G: Playable> Shown for Live<G> {
    fn add(&mut self, line: usize, number: u64, record: GameRecord) -> Result<(), Wrong> {
        Live::add(self, line, number, record)
    }

    fn make_longer(&mut self, games: u64) {
        Live::make_longer(self, games);
    }

    fn json(&self) -> Value {
        let report = self.report();
        let engine = |entrant: &contest::Entrant| json!({ "label": entrant.label(), "spec": entrant.spec, "limits": entrant.limits.to_string() });
        let mut value = json::report(report);
        if let Some(faults) = value["faults"].as_array_mut() {
            faults.truncate(MOST_FAULTS);
        }
        json!({
            "terms": report.terms,
            "entrants": report.terms.engines.iter().map(engine).collect::<Vec<_>>(),
            "report": value,
            "course": thin(self.course()).map(point).collect::<Vec<_>>(),
            "waiting": self.waiting(),
            "cross": cross(report),
            "tuning": self.tuning().map(tuning),
        })
    }

    fn read(&self, text: &str) -> Result<Value, String> {
        files::read::<G>(text).map_err(|error| error.to_string())
    }
}

/// At most [`MOST_POINTS`] of these values, the first and the last among them.
pub fn thin<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let step = all.len().div_ceil(MOST_POINTS).max(1);
    let last = all.len().saturating_sub(1);
    all.iter().enumerate().filter(move |(i, _)| i % step == 0 || *i == last).map(|(_, value)| value)
}

fn point(point: &Point) -> Value {
    let Point { games, estimate, llr } = point;
    let [low, high] = estimate.elo_range;
    json!({ "games": games, "elo": estimate.elo, "low": low, "high": high, "llr": llr })
}

/// The cross table of a tournament: the engines, the strongest first, and the points and
/// games of each against each.
fn cross(report: &contest::ContestReport) -> Option<Value> {
    if !matches!(report.terms.kind, ContestKind::Tournament { .. }) {
        return None;
    }
    let Standings { rows, cross, .. } = Standings::new(report);
    let order: Vec<usize> = rows.iter().map(|row| row.engine).collect();
    let row = |&a: &usize| order.iter().map(|&b| cross[a][b]).collect::<Vec<_>>();
    Some(json!({ "engines": order, "cells": order.iter().map(row).collect::<Vec<_>>() }))
}

/// A tuning with shorter paths.
fn tuning(tuning: &contest::Tuning) -> Value {
    let mut value = json::tuning(tuning);
    if let Some(params) = value["params"].as_array_mut() {
        for (i, param) in params.iter_mut().enumerate() {
            let values = tuning.values(i);
            let numbered: Vec<(usize, f64)> = values.into_iter().enumerate().collect();
            param["path"] = thin(&numbered).map(|(step, value)| json!([step, value])).collect();
        }
    }
    value
}
