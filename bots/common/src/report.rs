//! One line about a decision, for the match log.

use std::fmt::Write;

use game::{Decision, Game};

/// Maximum number of moves of the principal variation.
const LINE_MOVES: usize = 8;

/// Describes a decision in `state`.
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

/// The line's moves up to the first illegal one, each after a blank.
fn line_text<G: Game>(state: &G, line: &[G::Move]) -> String {
    let mut state = *state;
    let moves = line.iter().take(LINE_MOVES).map_while(|&m| {
        let text = state.move_text(m);
        state = state.play(m).ok()?;
        Some(format!(" {text}"))
    });
    moves.collect()
}
