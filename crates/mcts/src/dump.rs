//! Prints the tree as text or as a Graphviz graph.

use std::fmt::Write;

use game::{Game, TreeFormat};

use crate::guide::Guide;
use crate::node::{Flags, Node};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select, K: Guide<G>> Tree<G, S, K> {
    /// Text of the tree down to `depth` plies: visited nodes only, most visited
    /// first. Values are for the side that made the move.
    pub fn dump(&self, format: TreeFormat, depth: usize) -> String {
        let mut out = String::new();
        let written = match format {
            TreeFormat::Text => self.text(&mut out, 0, &self.state, 0, depth),
            TreeFormat::Dot => self.dot(&mut out, depth),
        };
        written.expect("writing to a String cannot fail");
        out
    }

    fn visited(&self, node: u32) -> impl Iterator<Item = u32> {
        let mut edges: Vec<u32> = self.pool[node].range().map(|edge| edge as u32).collect();
        edges.retain(|&edge| self.pool[edge].visits > 0);
        edges.sort_by_key(|&edge| std::cmp::Reverse(self.pool[edge].visits));
        edges.into_iter()
    }

    /// In graph search, an edge without a shared node has nothing below it.
    fn below(&self, edge: u32) -> Option<u32> {
        let behind = self.behind(edge);
        (self.table.is_none() || behind != edge).then_some(behind)
    }

    fn text(&self, out: &mut String, node: u32, state: &G, level: usize, depth: usize) -> std::fmt::Result {
        if level == 0 {
            writeln!(out, "{state}  {}", self.root_record())?;
        }
        if level == depth {
            return Ok(());
        }
        for edge in self.visited(node) {
            let child = &self.pool[edge];
            let indent = "  ".repeat(level + 1);
            writeln!(out, "{indent}{}  {}", state.move_text(child.played), record(child))?;
            let mut next = *state;
            next.play_unchecked(child.played);
            if let Some(below) = self.below(edge) {
                self.text(out, below, &next, level + 1, depth)?;
            }
        }
        Ok(())
    }

    /// The root has no move that led to it: its value is for the side to move.
    fn root_record(&self) -> String {
        let root = self.root();
        format!("{} visits {:+.3} for the side to move", root.visits, -root.value())
    }

    fn dot(&self, out: &mut String, depth: usize) -> std::fmt::Result {
        writeln!(out, "digraph tree {{\n  node [shape=box fontname=monospace];")?;
        writeln!(out, "  n0 [label=\"{}\\n{}\"];", self.state, self.root_record())?;
        let mut seen = vec![0];
        let mut level = vec![(0, self.state)];
        for _ in 0..depth {
            let mut next_level = Vec::new();
            for (node, state) in level {
                for edge in self.visited(node) {
                    let child = &self.pool[edge];
                    let behind = self.behind(edge);
                    let text = state.move_text(child.played);
                    writeln!(out, "  n{node} -> n{behind} [label=\"{text} {}\"];", child.visits)?;
                    if seen.contains(&behind) {
                        continue;
                    }
                    seen.push(behind);
                    writeln!(out, "  n{behind} [label=\"{}\"];", record(&self.pool[behind]))?;
                    let mut next = state;
                    next.play_unchecked(child.played);
                    next_level.extend(self.below(edge).map(|below| (below, next)));
                }
            }
            level = next_level;
        }
        writeln!(out, "}}")
    }
}

fn record<M: Copy>(node: &Node<M>) -> String {
    let mut text = format!("{} visits {:+.3}", node.visits, node.value());
    if let Some(proof) = node.proof() {
        let _ = write!(text, " proven {proof}");
    } else if node.flags.contains(Flags::NOT_LOST) {
        text.push_str(" at least draw");
    } else if node.flags.contains(Flags::NOT_WON) {
        text.push_str(" at most draw");
    }
    text
}
