//! A position as the page draws it.

use game::{Game, History, Outcome, Place, Playable, Side};
use serde_json::{Value, json};

/// The character of a side's stones.
pub fn letter(side: Side) -> char {
    ['x', 'o'][side.index()]
}

/// Rows and columns of the board; a game without cells has none.
pub fn size<G: Playable>(state: &G) -> (usize, usize) {
    G::CELLS.map_or((0, 0), |cells| (cells.size)(state))
}

/// All cells, row by row.
pub fn places<G: Playable>(state: &G) -> impl Iterator<Item = Place> {
    let (rows, columns) = size(state);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// The cells row by row: `x`, `o`, `.` and `#`.
pub fn cells<G: Playable>(state: &G) -> String {
    let forbidden = G::DROPS.and_then(|drops| (drops.shape)(state).forbidden);
    let stone = |place| G::CELLS.and_then(|cells| (cells.stone)(state, place));
    let cell = |place| match stone(place) {
        Some(side) => letter(side),
        None if forbidden == Some(place) => '#',
        None => '.',
    };
    places(state).map(cell).collect()
}

/// The cell that a legal move takes.
pub fn place<G: Playable>(state: &G, m: G::Move) -> Option<Place> {
    (G::CELLS?.place)(state, m)
}

/// A legal move with its cell and the side that makes it.
pub fn played<G: Playable>(state: &G, m: G::Move) -> Value {
    json!({ "move": state.move_text(m), "place": place(state, m), "side": state.side().index() })
}

/// The moves of a line, up to the first illegal one.
pub fn line<G: Playable>(state: &G, moves: &[G::Move]) -> Vec<Value> {
    let mut state = *state;
    let steps = moves.iter().map_while(|&m| {
        let next = state.play(m).ok()?;
        let step = played(&state, m);
        state = next;
        Some(step)
    });
    steps.collect()
}

/// Name of each cell: the text of the move that takes it, or in games in which stones
/// fall the text of its column.
fn labels<G: Playable>(state: &G) -> Vec<String> {
    let label = |place: Place| match (G::DROPS, G::CELLS) {
        (Some(drops), _) => (drops.column)(place.1),
        (None, Some(cells)) => (cells.move_at)(state, place),
        _ => None,
    };
    places(state).map(|place| label(place).map_or(String::new(), |m| state.move_text(m))).collect()
}

/// The position at the end of a game so far.
pub fn view<G: Playable>(history: &History<G>) -> Value {
    let state = history.state();
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    let (rows, columns) = size(state);
    json!({
        "game": G::NAME,
        "start": history.start().to_string(),
        "text": state.to_string(),
        "rows": rows,
        "columns": columns,
        "drops": G::DROPS.is_some(),
        "labels": labels(state),
        "cells": cells(state),
        "counts": [count(state, Side::First), count(state, Side::Second)],
        "side": state.side().index(),
        "legal": legal.iter().map(|&m| played(state, m)).collect::<Vec<_>>(),
        "history": line(history.start(), history.moves()),
        "outcome": state.outcome().map(|outcome| result(state, outcome)),
    })
}

fn count<G: Playable>(state: &G, side: Side) -> usize {
    cells(state).chars().filter(|&cell| cell == letter(side)).count()
}

/// The result of a finished game: the winner's side, and the margin for the first side.
fn result<G: Game>(state: &G, outcome: Outcome) -> Value {
    let winner = match outcome {
        Outcome::Win => Some(state.side().index()),
        Outcome::Draw => None,
        Outcome::Loss => Some(state.side().other().index()),
    };
    let sign = if state.side() == Side::First { 1 } else { -1 };
    json!({ "winner": winner, "score": state.score().map(|score| sign * score) })
}
