//! An engine's decision: value, principal variation, effort, ranked moves.

use std::fmt::Write;

use contest::position::line_texts;
use game::{Decision, Game, Proof};
use serde_json::{Value, json};

use super::text::{rate, time};

/// The whole decision.
pub fn text<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    summary(state, decision) + &ranking(state, decision)
}

/// Value, principal variation and effort.
fn summary<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    let mut out = format!("value      {:+.3}", decision.value);
    if let Some(proof) = decision.proof {
        let _ = write!(out, ", proven: {proof}");
    }
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

/// The moves that the engine ranks, best first.
pub fn ranking<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    if decision.moves.is_empty() {
        return format!("\nno move is ranked; chosen: {}\n", state.move_text(decision.chosen));
    }
    let priors = decision.moves.iter().any(|m| m.prior.is_some());
    let mut out = format!("\n{:<8}{:>12}{:>9}", "move", "visits", "value");
    out.push_str(if priors { "   prior  proven\n" } else { "  proven\n" });
    for m in &decision.moves {
        let mut row = format!("{:<8}{:>12}{:>+9.3}", state.move_text(m.played), m.visits, m.value);
        if priors {
            let _ = write!(row, "{:>8.3}", m.prior.unwrap_or_default());
        }
        let _ = write!(row, "  {}", m.proof.map_or(String::new(), |proof| proof.to_string()));
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// The same as JSON.
pub fn json<G: Game>(state: &G, spec: &str, decision: &Decision<G::Move>, tree: Option<&str>) -> Value {
    let proof = |proof: Option<Proof>| {
        proof.map(|Proof { outcome, plies }| json!({"outcome": outcome.to_string(), "plies": plies}))
    };
    let moves = decision.moves.iter().map(|m| {
        json!({
            "move": state.move_text(m.played),
            "visits": m.visits,
            "value": round(m.value),
            "proof": proof(m.proof),
            "prior": m.prior.map(round),
        })
    });
    let mut value = json!({
        "game": G::NAME,
        "position": state.to_string(),
        "engine": spec,
        "chosen": state.move_text(decision.chosen),
        "value": round(decision.value),
        "proof": proof(decision.proof),
        "line": line_texts(state, &decision.line),
        "moves": moves.collect::<Vec<_>>(),
        "simulations": decision.simulations,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": decision.elapsed.as_secs_f64(),
    });
    if let Some(tree) = tree {
        value["tree"] = tree.into();
    }
    value
}

/// Rounds to the digits that a single-precision number has.
fn round(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}
