//! What the page has to know about a game.

use std::time::Duration;

use game::{Kind, Param, Playable, Shape, Work};
use judge_protocol::limits;
use records::Format;
use serde_json::{Value, json};

/// Most rows and columns that are tried.
const MOST: usize = 19;

/// The game: boards, strategies with their parameters, formats, clocks of judges.
pub fn describe<G: Playable>() -> Value {
    let strategies = G::strategies();
    let strategies = strategies.iter().map(|strategy| {
        json!({
            "name": strategy.name,
            "about": strategy.about,
            "work": match strategy.work {
                Work::Simulations => "simulations",
                Work::Nodes => "nodes",
                Work::Nothing => "nothing",
            },
            "params": strategy.params.iter().map(param).collect::<Vec<_>>(),
        })
    });
    let formats: Vec<_> = Format::writable(G::NAME).split(", ").map(String::from).collect();
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let judges = limits::NAMES.iter().filter_map(|name| Some((name, limits::by_name(name)?.time)));
    let judges = judges.map(|(name, time)| {
        let (each, first) = (milliseconds(time.each), milliseconds(time.each * time.first_factor));
        json!({ "name": name, "each": each, "first": first, "margin": milliseconds(time.margin) })
    });
    json!({
        "name": G::NAME,
        "strategies": strategies.collect::<Vec<_>>(),
        "formats": formats,
        "judges": judges.collect::<Vec<_>>(),
        "sizes": sizes::<G>(),
        "forbidden": takes_forbidden::<G>(),
        "randomBoard": G::random_start(0).is_some(),
    })
}

fn param(param: &Param) -> Value {
    let (kind, range, choices) = match param.kind {
        Kind::Int(min, max) => ("int", json!([min, max]), json!(null)),
        Kind::Memory(min, max) => ("memory", json!([min, max]), json!(null)),
        Kind::Real(min, max) => ("real", json!([min, max]), json!(null)),
        Kind::Choice(words) => ("choice", json!(null), json!(words)),
    };
    json!({
        "name": param.name,
        "about": param.about,
        "default": param.default,
        "kind": kind,
        "range": range,
        "choices": choices,
    })
}

/// Least and most rows and columns of the boards, if there is more than one board.
fn sizes<G: Playable>() -> Option<Value> {
    let cells = G::CELLS?;
    let all = (1..=MOST).flat_map(|rows| (1..=MOST).map(move |columns| (rows, columns)));
    let found: Vec<_> = all.filter(|&(rows, columns)| (cells.start)(rows, columns).is_some()).collect();
    let range =
        |of: fn(&(usize, usize)) -> usize| Some([found.iter().map(of).min()?, found.iter().map(of).max()?]);
    let (rows, columns) = (range(|size| size.0)?, range(|size| size.1)?);
    (found.len() > 1).then(|| json!({ "rows": rows, "columns": columns }))
}

/// Can a board have a forbidden cell?
fn takes_forbidden<G: Playable>() -> bool {
    let Some(drops) = G::DROPS else { return false };
    let shape = Shape { forbidden: Some((0, 0)), ..(drops.shape)(&G::start()) };
    (drops.set_up)(&shape, &[], &[]).is_ok()
}
