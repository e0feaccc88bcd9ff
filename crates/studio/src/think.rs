//! Engines: moves, analyses and the trees they leave.

use std::time::Duration;

use clock::{Budget, Instant, Stop};
use game::{Decision, Engine, Game, Playable, Spec, Work, analysis};
use serde_json::{Value, json};

use crate::error::Error;
use crate::request::{At, Limit, Purpose, Think};
use crate::{report, view};

/// Memory of an engine, in MiB. The limit of Botzone: the same strategy plays the same
/// moves there.
const MEMORY: u64 = 256;

/// Memory of an engine that only finds lines, in MiB.
const LINE_MEMORY: u64 = 32;

/// Longest search for a line, in milliseconds.
const LINE_MS: u64 = 1000;

/// Time between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(80);

/// Number of engines that are kept. Two play against each other, one analyses.
const MOST_ENGINES: usize = 3;

/// Plies of a tree that are drawn.
const TREE_DEPTH: usize = 5;

/// Plies of the expected lines of moves other than the best.
const LINE_DEPTH: usize = 5;

/// Nodes of a tree that are drawn.
const TREE_NODES: usize = 90;

/// The engines in use, with their trees and tables.
pub struct Engines<G: Game> {
    /// The last one used comes last.
    list: Vec<(Key, Box<dyn Engine<G>>)>,
}

/// The purpose of an engine that only finds lines.
const LINE: &str = "line";

#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    spec: String,
    seed: Option<u64>,
    purpose: &'static str,
}

impl<G: Game> Default for Engines<G> {
    fn default() -> Self {
        Engines { list: Vec::new() }
    }
}

impl<G: Playable> Engines<G> {
    /// The engine of a spec, kept or new, and its kind of work.
    fn get(&mut self, key: Key) -> Result<(&mut dyn Engine<G>, Work), Error> {
        let strategies = G::strategies();
        let spec: Spec = key.spec.parse()?;
        let work = strategies.find(spec.name())?.work;
        let found = self.list.iter().position(|(kept, _)| *kept == key);
        let entry = match found {
            Some(place) => self.list.remove(place),
            None => {
                let memory = if key.purpose == LINE { LINE_MEMORY } else { MEMORY };
                let fitted = strategies.fit_memory(&spec, memory).to_string();
                // The oldest goes first: two large tables may not fit side by side.
                if self.list.len() >= MOST_ENGINES {
                    self.list.remove(0);
                }
                let engine = strategies.build_seeded(&fitted, key.seed)?;
                (key, engine)
            }
        };
        self.list.push(entry);
        let last = self.list.len() - 1;
        Ok((&mut *self.list[last].1, work))
    }

    /// Chooses a move or analyses all moves.
    pub fn think(
        &mut self,
        request: &Think,
        stop: Option<&Stop>,
        progress: &mut dyn FnMut(Value),
    ) -> Result<Value, Error> {
        let history = request.at.history::<G>()?;
        let state = *history.state();
        if state.outcome().is_some() {
            return Err(Error::Over);
        }
        let purpose = match request.purpose {
            Purpose::Play => "play",
            Purpose::Analyse => "analyse",
        };
        let (engine, work) = self.get(Key { spec: request.spec.clone(), seed: request.seed, purpose })?;
        let budget = budget(request.limit, work, stop);
        let mut last = Instant::now();
        let mut watch = |report: &dyn Fn() -> Decision<G::Move>| {
            if last.elapsed() >= BETWEEN_REPORTS {
                progress(report::decision(&state, &report()));
                last = Instant::now();
            }
        };
        let decision = match request.purpose {
            Purpose::Play => engine.think(&history, &budget, &mut watch)?,
            Purpose::Analyse => analysis::analyze(engine, &history, &budget, usize::MAX, &mut watch)?,
        };
        let mut value = report::decision(&state, &decision);
        if request.purpose == Purpose::Analyse {
            report::add_lines(&mut value, &state, &decision, engine.tree(&state, LINE_DEPTH).as_ref());
        }
        Ok(value)
    }

    /// The line that a strategy expects from this position on; empty when the game is over.
    pub fn line(&mut self, at: &At, spec: String, ms: u64) -> Result<Value, Error> {
        let history = at.history::<G>()?;
        if history.state().outcome().is_some() {
            return Ok(json!([]));
        }
        let (engine, work) = self.get(Key { spec, seed: None, purpose: LINE })?;
        let limit = Limit { ms: Some(ms.min(LINE_MS)), count: None };
        let decision = engine.decide(&history, &budget(limit, work, None))?;
        Ok(json!(view::line(history.state(), &decision.line)))
    }

    /// The tree that an analysis of this position has left.
    pub fn tree(&mut self, at: &At, spec: &str) -> Result<Value, Error> {
        let history = at.history::<G>()?;
        let kept = self.list.iter().rev().filter(|(key, _)| key.spec == spec);
        let tree = kept.filter_map(|(_, engine)| engine.tree(history.state(), TREE_DEPTH)).next();
        Ok(tree.map_or(Value::Null, |tree| report::tree(history.state(), &tree, TREE_NODES)))
    }

    /// The engine of a review, and the budget of each position.
    pub fn reviewer(
        &mut self,
        spec: &str,
        limit: Limit,
        stop: Option<&Stop>,
    ) -> Result<(&mut dyn Engine<G>, Budget), Error> {
        let key = Key { spec: spec.to_string(), seed: None, purpose: "review" };
        let (engine, work) = self.get(key)?;
        Ok((engine, budget(limit, work, stop)))
    }
}

/// A budget with these limits.
fn budget(limit: Limit, work: Work, stop: Option<&Stop>) -> Budget {
    let counted = match (limit.count, work) {
        (Some(count), Work::Simulations) => Budget::simulations(count),
        (Some(count), Work::Nodes) => Budget::nodes(count),
        _ => Budget::default(),
    };
    Budget { wall: limit.ms.map(Duration::from_millis), stop: stop.cloned(), ..counted }
}
