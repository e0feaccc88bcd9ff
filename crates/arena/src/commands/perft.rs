//! `arena perft`: counts the positions at each depth by visiting every one of
//! them. The numbers are known for many games, and a mistake in the rules nearly
//! always changes them.

use std::io::Write;
use std::time::{Duration, Instant};

use game::Playable;
use games::{Visitor, speed};
use serde_json::{Value, json};

use crate::cli::PerftArgs;
use crate::error::Result;
use crate::position;
use crate::render::text::rate;

/// Writes the counts, each row as soon as it is known.
pub fn run(args: &PerftArgs) -> Result<()> {
    games::visit(&args.game, &Perft { args })?
}

struct Perft<'a> {
    args: &'a PerftArgs,
}

impl Visitor for Perft<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let state: G = position::read(&self.args.position)?;
        let mut out = std::io::stdout().lock();
        let text = state.to_string();
        let mut rows = Vec::new();
        for depth in 1..=self.args.depth {
            let started = Instant::now();
            let leaves = speed::perft(G::NAME, &text, depth).map_err(anyhow::Error::from)?;
            let row = Row { depth, leaves, elapsed: started.elapsed() };
            match self.args.json {
                true => rows.push(row.json()),
                false => writeln!(out, "{}", row.text())?,
            }
        }
        if self.args.json {
            let all = json!({"game": G::NAME, "position": text, "depths": rows});
            writeln!(out, "{all:#}")?;
        }
        Ok(())
    }
}

struct Row {
    depth: u32,
    leaves: u64,
    elapsed: Duration,
}

impl Row {
    fn text(&self) -> String {
        let rate = rate(self.leaves, self.elapsed);
        format!("{:>3} {:>16} {:>10.3} s {rate:>10}/s", self.depth, self.leaves, self.elapsed.as_secs_f64())
    }

    fn json(&self) -> Value {
        json!({"depth": self.depth, "leaves": self.leaves, "seconds": self.elapsed.as_secs_f64()})
    }
}
