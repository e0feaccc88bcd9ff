//! A decision in a few words, for a match's log.

use std::fmt::Write;

use game::{Decision, Game};

/// Moves of the expected line that are worth showing.
const SHOWN: usize = 8;

/// What the engine thought in `state`, in one line.
pub fn report<G: Game>(state: &G, decision: &Decision<G::Move>) -> String {
    let mut text = format!("value {:+.3}", decision.value);
    let mut add = |part: std::fmt::Arguments| text.write_fmt(part).expect("a string takes all");
    if let Some(proof) = decision.proof {
        add(format_args!(", {proof}"));
    }
    add(format_args!(", line{}", line_text(state, &decision.line)));
    let counts = [("simulations", decision.simulations), ("nodes", decision.nodes)];
    for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        add(format_args!(", {count} {name}"));
    }
    if decision.depth > 0 {
        add(format_args!(", depth {}", decision.depth));
    }
    add(format_args!(", {} ms", decision.elapsed.as_millis()));
    text
}

/// The line's moves, each behind a blank, as far as they are legal.
fn line_text<G: Game>(state: &G, line: &[G::Move]) -> String {
    let mut state = *state;
    let moves = line.iter().take(SHOWN).map_while(|&m| {
        let text = state.move_text(m);
        state = state.play(m).ok()?;
        Some(format!(" {text}"))
    });
    moves.collect()
}
