//! The top of a search tree as data, and as text.

use std::fmt::Write;

use crate::{Game, Outcome, Proof};

/// A node of a search tree with its children.
#[derive(Clone, Debug)]
pub struct Snapshot<M> {
    /// Number of the node. In a graph, moves that transpose lead to the same number.
    pub node: u32,
    /// The move that led to it; `None` at the root.
    pub played: Option<M>,
    /// Number of simulations that played this move.
    pub visits: u32,
    /// Its value for the side to move there.
    pub value: f32,
    /// The worst and the best result that is still possible for the side to move
    /// there.
    pub bounds: [Outcome; 2],
    /// Its proven result for the side to move there.
    pub proof: Option<Proof>,
    /// Its children, most visited first.
    pub children: Vec<Snapshot<M>>,
}

impl<M: Copy> Snapshot<M> {
    /// The tree as indented lines. `state` is the position at the root. Values are
    /// for the side that made the move.
    pub fn text<G: Game<Move = M>>(&self, state: &G) -> String {
        let mut out = format!("{state}  {}\n", self.root_record());
        self.write_children(&mut out, state, 1);
        out
    }

    fn write_children<G: Game<Move = M>>(&self, out: &mut String, state: &G, level: usize) {
        for (played, child) in self.replies() {
            let _ = writeln!(out, "{}{}  {}", "  ".repeat(level), state.move_text(played), child.record());
            child.write_children(out, &after(state, played), level + 1);
        }
    }

    /// The tree as a Graphviz graph. `state` is the position at the root.
    pub fn dot<G: Game<Move = M>>(&self, state: &G) -> String {
        let mut out = String::from("digraph tree {\n  node [shape=box fontname=monospace];\n");
        let _ = writeln!(out, "  n{} [label=\"{state}\\n{}\"];", self.node, self.root_record());
        let mut seen = vec![self.node];
        let mut level = vec![(self, *state)];
        while !level.is_empty() {
            let mut next_level = Vec::new();
            for (parent, state) in level {
                for (played, child) in parent.replies() {
                    let (from, to, text) = (parent.node, child.node, state.move_text(played));
                    let _ = writeln!(out, "  n{from} -> n{to} [label=\"{text} {}\"];", child.visits);
                    if !seen.contains(&to) {
                        seen.push(to);
                        let _ = writeln!(out, "  n{to} [label=\"{}\"];", child.record());
                        next_level.push((child, after(&state, played)));
                    }
                }
            }
            level = next_level;
        }
        out.push_str("}\n");
        out
    }

    fn replies(&self) -> impl Iterator<Item = (M, &Self)> {
        self.children.iter().filter_map(|child| Some((child.played?, child)))
    }

    fn root_record(&self) -> String {
        format!("{} visits {:+.3} for the side to move", self.visits, self.value)
    }

    fn record(&self) -> String {
        let mut text = format!("{} visits {:+.3}", self.visits, -self.value);
        let [worst, best] = self.bounds;
        if let Some(proof) = self.proof {
            let _ = write!(text, " proven {}", Proof { outcome: -proof.outcome, ..proof });
        } else if best <= Outcome::Draw {
            text.push_str(" at least draw");
        } else if worst >= Outcome::Draw {
            text.push_str(" at most draw");
        }
        text
    }
}

fn after<G: Game>(state: &G, played: G::Move) -> G {
    let mut next = *state;
    next.play_unchecked(played);
    next
}
