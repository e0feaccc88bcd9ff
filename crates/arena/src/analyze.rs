//! `arena analyze`: what an engine thinks of a position, live on a terminal.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::error::quote;
use game::{Decision, Engine, Game, History, Proof, TreeFormat};
use serde_json::{Value, json};

use crate::cli::{AnalyzeArgs, Tree};
use crate::foreign::is_foreign;
use crate::games::{Playable, Visitor};
use crate::live::Live;
use crate::position;
use crate::text::{line, rate, time};

/// `arena analyze`, for any game: gives the output, less what a terminal shows
/// already.
pub struct Analyze<'a> {
    /// What the user wants.
    pub args: &'a AnalyzeArgs,
}

impl Visitor for Analyze<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(&self) -> Result<String> {
        let args = self.args;
        let strategies = G::strategies();
        let spec = spec_or_first::<G>(args.engine.as_deref())?;
        ensure!(!is_foreign(&spec), "{} tells its move, not what it thinks: ask a strategy", quote(&spec));
        let mut engine = strategies.build_seeded(&spec, args.seed)?;
        let history = position::read_game::<G>(&args.position, &args.moves)?;
        let state = history.state();
        ensure!(state.outcome().is_none(), "the game is over in {state}: there is nothing to analyze");
        let limits = args.limits.clone().or_default();
        let mut head = state.draw(history.moves().last().copied());
        let _ = writeln!(head, "\nposition   {state}\nengine     {spec} ({limits})");
        let live = if args.json || args.tree == Some(Tree::Dot) { None } else { Live::below(&head)? };
        let is_live = live.is_some();
        let decision = think(&mut *engine, &history, &limits.exhaustive(), live)?;
        let tree = match args.tree {
            None => None,
            Some(form) => {
                let format = if form == Tree::Dot { TreeFormat::Dot } else { TreeFormat::Text };
                let tree = engine.tree(format, args.depth);
                Some(tree.with_context(|| format!("{spec} keeps no tree; choose another --engine"))?)
            }
        };
        if args.json {
            return Ok(format!("{:#}\n", json(state, &spec, &decision, tree.as_deref())));
        }
        if let (Some(Tree::Dot), Some(tree)) = (args.tree, &tree) {
            return Ok(tree.clone());
        }
        let mut out = if is_live { String::new() } else { head };
        out.push_str(&table(state, &decision));
        if let Some(tree) = tree {
            let _ = write!(out, "\n{tree}");
        }
        Ok(out)
    }
}

/// Lets the engine decide, and shows what it thinks on the way.
fn think<G: Game>(
    engine: &mut dyn Engine<G>,
    history: &History<G>,
    budget: &Budget,
    live: Option<Live>,
) -> Result<Decision<G::Move>> {
    let Some(mut live) = live else {
        return Ok(engine.decide(history, budget)?);
    };
    let mut shown = Ok(());
    let decision = engine.think(history, budget, &mut |thought| {
        if shown.is_ok() {
            shown = live.show(|| table(history.state(), &thought()));
        }
    });
    shown?;
    live.clear()?;
    Ok(decision?)
}

/// The spec that the user gave, or the name of the game's first strategy.
pub fn spec_or_first<G: Playable>(spec: Option<&str>) -> Result<String> {
    match spec {
        Some(spec) => Ok(spec.to_string()),
        None => {
            let strategies = G::strategies();
            let first = strategies.iter().next().map(|strategy| strategy.name.to_string());
            first.with_context(|| format!("{} has no strategy", G::NAME))
        }
    }
}

fn proof_text(proof: Option<Proof>) -> String {
    proof.map_or(String::new(), |proof| proof.to_string())
}

/// All that is told of a decision.
fn table<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    summary(state, decision) + &ranking(state, decision)
}

/// The value, the line and what it took.
fn summary<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    let mut out = format!("value      {:+.3}", decision.value);
    if let Some(proof) = decision.proof {
        let _ = write!(out, ", proven: {proof}");
    }
    let _ = writeln!(out, "\nline       {}", line(state, &decision.line).join(" "));
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

/// Each move with its record, best first; what the engine does not rank is
/// not there.
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
        let _ = write!(row, "  {}", proof_text(m.proof));
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

fn json<G: Game>(state: &G, spec: &str, decision: &Decision<G::Move>, tree: Option<&str>) -> Value {
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
        "line": line(state, &decision.line),
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

/// A single-precision number has no more digits than these.
fn round(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}
