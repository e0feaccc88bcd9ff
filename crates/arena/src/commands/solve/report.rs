//! The answers of a solver.

use std::time::Duration;

use serde_json::{Value, json};

use super::exam::{Known, Solved};
use crate::render::text::{rate, time};

/// Where a file has a position; numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line.
    Line(usize),
    /// A recorded game.
    Game(u64),
}

/// The answer for one position.
pub struct Answer {
    /// Where the file has it.
    pub place: Place,
    /// The known result, if there is one.
    pub known: Option<Known>,
    /// The solver's result.
    pub solved: Solved,
    /// CPU time.
    pub time: Duration,
}

impl Answer {
    fn is_right(&self) -> bool {
        self.known.as_ref().is_none_or(|Known { score, best }| {
            self.solved.score == *score && (best.is_empty() || best.contains(&self.solved.best))
        })
    }

    fn text(&self) -> String {
        let Solved { score, best, nodes } = &self.solved;
        let taken = time(self.time);
        let verdict = match &self.known {
            Some(known) if !self.is_right() => format!("  WRONG: it is {known}"),
            _ => String::new(),
        };
        let place = match self.place {
            Place::Line(line) => format!("line {line:>5}"),
            Place::Game(game) => format!("game {game:>5}"),
        };
        format!("{place}  {score:>+4} by {best:<4} {nodes:>12} nodes {taken:>10}{verdict}\n")
    }

    fn json(&self) -> Value {
        let (line, game) = match self.place {
            Place::Line(line) => (Some(line), None),
            Place::Game(game) => (None, Some(game)),
        };
        json!({
            "line": line,
            "game": game,
            "expected": self.known.as_ref().map(|known| known.score),
            "expected_best": self.known.as_ref().map(|known| &known.best),
            "score": self.solved.score,
            "best": self.solved.best,
            "nodes": self.solved.nodes,
            "cpu_seconds": self.time.as_secs_f64(),
        })
    }
}

/// All answers.
pub struct SolveReport {
    /// The file or the position.
    pub source: String,
    /// The answers.
    pub answers: Vec<Answer>,
    /// List every answer, not only wrong ones.
    pub each: bool,
    /// Ctrl-C has ended the run before the last position.
    pub interrupted: bool,
}

impl SolveReport {
    /// Number of wrong answers.
    pub fn wrong(&self) -> usize {
        self.answers.iter().filter(|answer| !answer.is_right()).count()
    }

    fn nodes(&self) -> u64 {
        self.answers.iter().map(|answer| answer.solved.nodes).sum()
    }

    fn time(&self) -> Duration {
        self.answers.iter().map(|answer| answer.time).sum()
    }

    /// Mean number of nodes.
    pub fn mean_nodes(&self) -> f64 {
        self.nodes() as f64 / self.answers.len() as f64
    }

    fn mean_time(&self) -> Duration {
        self.time() / self.answers.len() as u32
    }

    /// Median number of nodes.
    pub fn median_nodes(&self) -> u64 {
        median(self.answers.iter().map(|answer| answer.solved.nodes))
    }

    fn median_time(&self) -> Duration {
        median(self.answers.iter().map(|answer| answer.time))
    }

    /// The table.
    pub fn text(&self) -> String {
        if let [answer @ Answer { known: None, solved, .. }] = self.answers.as_slice() {
            let wins = match solved.score {
                1.. => format!("the side to move wins with {}", solved.best),
                0 => format!("a draw, with {}", solved.best),
                _ => "the side to move loses".to_string(),
            };
            let (nodes, taken) = (solved.nodes, time(answer.time));
            return format!(
                "{}: {wins} (score {:+}); {nodes} nodes in {taken} of CPU time\n",
                self.source, solved.score
            );
        }
        // An answer that nothing confirms is what the user has asked for.
        let is_listed = |answer: &&Answer| self.each || answer.known.is_none() || !answer.is_right();
        let mut text: String = self.answers.iter().filter(is_listed).map(Answer::text).collect();
        let unknown = self.answers.iter().filter(|answer| answer.known.is_none()).count();
        let right = self.answers.len() - self.wrong() - unknown;
        let counts = match (unknown, self.answers.len() - unknown) {
            (0, _) => format!("{right} right, {} wrong", self.wrong()),
            (_, 0) => "without known scores".to_string(),
            _ => format!("{right} right, {} wrong, {unknown} without a known score", self.wrong()),
        };
        text.push_str(&format!(
            "{}: {} positions, {counts}; nodes: mean {:.1}, median {}; \
             CPU time: mean {:.2?}, median {:.2?}; {} nodes/s\n",
            self.source,
            self.answers.len(),
            self.mean_nodes(),
            self.median_nodes(),
            self.mean_time(),
            self.median_time(),
            rate(self.nodes(), self.time()),
        ));
        text
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let own = |answer: &Answer| answer.known.is_none();
        let listed = self.answers.iter().filter(|answer| self.each || own(answer) || !answer.is_right());
        json!({
            "source": self.source,
            "positions": self.answers.len(),
            "wrong": self.wrong(),
            "mean_nodes": self.mean_nodes(),
            "median_nodes": self.median_nodes(),
            "mean_cpu_seconds": self.mean_time().as_secs_f64(),
            "median_cpu_seconds": self.median_time().as_secs_f64(),
            "answers": listed.map(Answer::json).collect::<Vec<_>>(),
        })
    }
}

/// The median; the greater of two.
fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}
