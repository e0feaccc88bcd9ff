//! Decisions and trees as JSON.

use game::{Bound, Decision, MoveReport, Outcome, Playable, Proof, Snapshot};
use serde_json::{Map, Value, json};

use crate::view;

/// A proof as JSON.
pub fn proof(proof: Option<Proof>) -> Value {
    let word = |outcome| match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    };
    proof.map_or(Value::Null, |proof| json!({ "outcome": word(proof.outcome), "plies": proof.plies }))
}

/// A decision about `state`.
pub fn decision<G: Playable>(state: &G, decision: &Decision<G::Move>) -> Value {
    json!({
        "chosen": view::played(state, decision.chosen),
        "value": decision.value,
        "proof": proof(decision.proof),
        "line": view::line(state, &decision.line),
        "moves": decision.moves.iter().map(|report| move_report(state, report)).collect::<Vec<_>>(),
        "simulations": decision.simulations,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "ms": decision.elapsed.as_secs_f64() * 1000.0,
    })
}

/// A move's report.
pub fn move_report<G: Playable>(state: &G, report: &MoveReport<G::Move>) -> Value {
    let bound = match report.bound {
        Bound::Exact => "exact",
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Unknown => "unknown",
    };
    json!({
        "move": state.move_text(report.played),
        "place": view::place(state, report.played),
        "visits": report.visits,
        "value": report.value,
        "bound": bound,
        "score": report.score.map(|score| json!({
            "points": score.points,
            "unit": score.unit.name,
            "isMargin": score.unit.is_margin,
        })),
        "proof": proof(report.proof),
        "solved": report.solved,
        "prior": report.prior,
    })
}

/// Adds the expected line of each move: of the best one the principal variation, of the
/// others what the tree, if the engine has left one, visited most.
pub fn add_lines<G: Playable>(
    value: &mut Value,
    state: &G,
    decision: &Decision<G::Move>,
    tree: Option<&Snapshot<G::Move>>,
) {
    let Some(moves) = value["moves"].as_array_mut() else { return };
    for (json, report) in moves.iter_mut().zip(&decision.moves) {
        let line = match decision.line.first() {
            Some(best) if *best == report.played => decision.line.clone(),
            _ => tree.map_or(Vec::new(), |tree| most_visited(tree, report.played)),
        };
        if line.len() > 1 {
            json["line"] = json!(view::line(state, &line));
        }
    }
}

/// A move of the root and the replies that were visited most.
fn most_visited<M: Copy + PartialEq>(root: &Snapshot<M>, first: M) -> Vec<M> {
    let mut next = root.children.iter().find(|child| child.played == Some(first) && child.visits > 0);
    let mut line = Vec::new();
    while let Some(node) = next {
        line.extend(node.played);
        next = node.children.iter().max_by_key(|child| child.visits).filter(|child| child.visits > 1);
    }
    line
}

/// The tree of `state` with its `most` most visited nodes. Values are for the side that
/// made the move; that of the root is for the side to move.
pub fn tree<G: Playable>(state: &G, root: &Snapshot<G::Move>, most: usize) -> Value {
    // A node is drawn if it has as many visits as the last one that finds a place.
    let mut visits = Vec::new();
    list_visits(root, &mut visits);
    visits.sort_unstable_by(|a, b| b.cmp(a));
    let least = visits.get(most).map_or(0, |visits| visits + 1);
    let value = json!({
        "visits": root.visits,
        "value": root.value,
        "proof": proof(root.proof),
        "children": children(state, root, least),
    });
    value
}

fn list_visits<M>(node: &Snapshot<M>, visits: &mut Vec<u32>) {
    for child in &node.children {
        visits.push(child.visits);
        list_visits(child, visits);
    }
}

fn children<G: Playable>(state: &G, node: &Snapshot<G::Move>, least: u32) -> Vec<Value> {
    let shown = node.children.iter().filter(|child| child.visits >= least);
    let child = |child: &Snapshot<G::Move>| {
        let played = child.played?;
        let mut next = *state;
        next.play_unchecked(played);
        let mut value = Map::new();
        value.insert("move".into(), state.move_text(played).into());
        value.insert("place".into(), json!(view::place(state, played)));
        value.insert("visits".into(), child.visits.into());
        value.insert("value".into(), json!(-child.value));
        value.insert("proof".into(), proof(child.proof.map(|p| Proof { outcome: -p.outcome, ..p })));
        value.insert("children".into(), children(&next, child, least).into());
        Some(Value::Object(value))
    };
    shown.filter_map(child).collect()
}
