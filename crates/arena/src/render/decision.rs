//! An engine's decision: value, principal variation, effort, ranked moves.

use std::fmt::Write;

use contest::position::line_texts;
use game::{Bound, Decision, Game, MoveReport};
use serde_json::{Value, json};

use super::text::{rate, time};

/// The whole decision.
pub fn text<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    summary(state, decision) + &ranking(state, decision)
}

/// Value, principal variation and effort.
fn summary<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    let mut out = format!("value      {}", value_text(decision));
    let _ = writeln!(out, "\nline       {}", line_texts(state, &decision.line).join(" "));
    let _ = write!(out, "effort     {}", time(decision.elapsed));
    for (name, count) in [("simulations", decision.simulations), ("nodes", decision.nodes)] {
        if count > 0 {
            let _ = write!(out, ", {count} {name} ({}/s)", rate(count, decision.elapsed));
        }
    }
    if decision.depth > 0 {
        let _ = write!(out, ", depth {}", decision.depth);
    }
    out.push('\n');
    out
}

/// The value of the position in the unit that a player knows, with its proof.
fn value_text<M: PartialEq>(decision: &Decision<M>) -> String {
    let chosen = decision.moves.iter().find(|m| m.played == decision.chosen);
    let Some(chosen) = chosen.filter(|m| m.bound != Bound::Unknown) else {
        return "unknown".to_string();
    };
    let value = match chosen.score {
        Some(score) => format!("{}{:+} {}", sign(chosen.bound), score.points, score.unit.name),
        None => format!("{} % to win", chance(chosen)),
    };
    // The result of the position is proven only if no other move can be better.
    match chosen.proof_text().filter(|_| decision.proof.is_some()) {
        Some(proof) => format!("{value}, proven: {proof}"),
        None => value,
    }
}

/// The moves that the engine ranks, best first. Only columns in which something stands are
/// written.
pub fn ranking<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    let moves = &decision.moves;
    if moves.iter().all(|m| m.bound == Bound::Unknown) {
        return format!("\nno move has a value; chosen: {}\n", state.move_text(decision.chosen));
    }
    type Cell<'a, M> = Box<dyn Fn(&MoveReport<M>) -> String + 'a>;
    let mut columns: Vec<(&str, usize, Cell<G::Move>)> = Vec::new();
    let mut column = |shown: bool, name, width, cell: Cell<'static, G::Move>| {
        if shown {
            columns.push((name, width, cell));
        }
    };
    let unit = moves.iter().find_map(|m| m.score).map(|score| score.unit.name);
    let score = |m: &MoveReport<G::Move>| match m.score {
        Some(score) => format!("{}{:+}", sign(m.bound), score.points),
        None => "-".to_string(),
    };
    column(unit.is_some(), unit.unwrap_or_default(), 9, Box::new(score));
    let values = moves.iter().any(|m| m.score.is_none() && m.bound != Bound::Unknown);
    column(values, "win %", 9, Box::new(chance));
    let work = if decision.simulations > 0 { "visits" } else { "nodes" };
    column(moves.iter().any(|m| m.visits > 0), work, 12, Box::new(|m| m.visits.to_string()));
    let prior = |m: &MoveReport<G::Move>| m.prior.map_or("-".to_string(), |prior| format!("{prior:.3}"));
    column(moves.iter().any(|m| m.prior.is_some()), "prior", 8, Box::new(prior));

    let mut out = format!("\n{:<8}", "move");
    for (name, width, _) in &columns {
        let _ = write!(out, "{name:>width$}");
    }
    out.push_str(if moves.iter().any(|m| m.proof.is_some()) { "  proven (plies)\n" } else { "\n" });
    for m in moves {
        let mut row = format!("{:<8}", state.move_text(m.played));
        for (_, width, cell) in &columns {
            let _ = write!(row, "{:>width$}", cell(m));
        }
        let _ = write!(row, "  {}", m.proof_text().unwrap_or_default());
        out.push_str(row.trim_end());
        out.push('\n');
    }
    // "by 12" is a margin, not a number of plies.
    let margins = moves.iter().any(|m| m.score.is_some_and(|score| score.unit.is_margin));
    if margins { out.replace("proven (plies)", "proven") } else { out }
}

/// The sign of a bound.
pub fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Upper => "≤ ",
        Bound::Lower => "≥ ",
        Bound::Exact | Bound::Unknown => "",
    }
}

/// The win chance in per cent; a dash if nothing is known.
fn chance<M>(m: &MoveReport<M>) -> String {
    match m.bound {
        Bound::Unknown => "-".to_string(),
        // The bound of a proven move is one of its score.
        _ if m.proof.is_some() => format!("{:.1}", percent(m.value)),
        bound => format!("{}{:.1}", sign(bound), percent(m.value)),
    }
}

fn percent(value: f32) -> f32 {
    50.0 * (value + 1.0)
}

/// The same as JSON.
pub fn json<G: Game>(state: &G, spec: &str, decision: &Decision<G::Move>, tree: Option<&str>) -> Value {
    let moves = decision.moves.iter().map(|m| {
        let mut fields = report_json(m);
        fields["move"] = state.move_text(m.played).into();
        fields["visits"] = m.visits.into();
        fields["prior"] = m.prior.map(round).into();
        fields
    });
    let chosen = decision.moves.iter().find(|m| m.played == decision.chosen);
    let mut value = chosen.map_or_else(|| json!({}), report_json);
    if decision.proof.is_none() {
        value["proof"] = Value::Null;
    }
    let fields = json!({
        "game": G::NAME,
        "position": state.to_string(),
        "engine": spec,
        "chosen": state.move_text(decision.chosen),
        "line": line_texts(state, &decision.line),
        "moves": moves.collect::<Vec<_>>(),
        "simulations": decision.simulations,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": decision.elapsed.as_secs_f64(),
        "tree": tree,
    });
    if let (Some(all), Value::Object(fields)) = (value.as_object_mut(), fields) {
        all.extend(fields.into_iter().filter(|(name, field)| name != "tree" || !field.is_null()));
    }
    value
}

/// What is known about the value of a move.
pub fn report_json<M>(m: &MoveReport<M>) -> Value {
    let bound = match m.bound {
        Bound::Exact => Some("exact"),
        Bound::Upper => Some("upper"),
        Bound::Lower => Some("lower"),
        Bound::Unknown => None,
    };
    let proof = |proof: game::Proof| json!({"outcome": proof.outcome.to_string(), "plies": proof.plies, "exact": m.solved});
    json!({
        "value": bound.map(|_| round(m.value)),
        "bound": bound,
        "score": m.score.map(|score| score.points),
        "unit": m.score.map(|score| score.unit.name),
        "proof": m.proof.map(proof),
    })
}

/// Rounds to the digits that a single-precision number has.
fn round(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}
