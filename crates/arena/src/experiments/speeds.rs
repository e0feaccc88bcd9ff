//! How many simulations the seeds' searches make in a move, in the time that a
//! judge gives.
//!
//! It is CPU time, so that other programs matter little. A search is faster
//! where the playouts are shorter, so it is measured in several phases of the
//! game, in positions that random moves have led to.

use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clock::{Budget, TimeRules, process};
use game::{Game, History, Rng};
use serde_json::{Value, json};

use crate::games::{self, Playable, Visitor};
use crate::text::{count, rate};

/// A search, the judge that it was written for, and what was reported of it.
struct Seed {
    game: &'static str,
    spec: &'static str,
    judge: (&'static str, fn() -> TimeRules),
    reported: &'static str,
}

const BOTZONE: (&str, fn() -> TimeRules) = ("Botzone", TimeRules::botzone);
const SAIBLO: (&str, fn() -> TimeRules) = ("Saiblo", TimeRules::saiblo);

const SEEDS: &[Seed] = &[
    Seed { game: "othello", spec: "uct:solver=off", judge: BOTZONE, reported: "nothing" },
    Seed { game: "connect4", spec: "uct-weighted", judge: SAIBLO, reported: "nothing" },
    Seed {
        game: "nogo",
        spec: "uct-rights",
        judge: BOTZONE,
        reported: "2,000 to 20,000 in 0.8 s, 100,000 to 1,000,000 in the last ten turns",
    },
    Seed { game: "connect4", spec: "uct-pool", judge: SAIBLO, reported: "2 to 3 million" },
    Seed { game: "tictactoe", spec: "uct-plain", judge: BOTZONE, reported: "nothing" },
];

/// When it is measured: after so many eighths of a game.
const PHASES: [(&str, usize); 3] = [("at the start", 0), ("half-way", 4), ("near the end", 7)];

/// It is measured in so many games, and the middle one counts.
const GAMES: usize = 3;

/// With --quick: no time to speak of.
const QUICK: Duration = Duration::from_millis(1);

/// What was measured.
pub struct Speeds(Vec<Row>);

struct Row {
    seed: &'static Seed,
    /// Time a move.
    time: Duration,
    /// By phase.
    simulations: [u64; PHASES.len()],
    /// In all searches, and their CPU time.
    total: (u64, Duration),
}

impl Speeds {
    /// Measures all of them.
    pub fn measure(quick: bool) -> Result<Speeds> {
        let row = |seed: &'static Seed| {
            let judge = (seed.judge.1)();
            let time = if quick { QUICK } else { judge.each - judge.margin };
            games::visit(seed.game, &Measure { seed, time })?
        };
        Ok(Speeds(SEEDS.iter().map(row).collect::<Result<_>>()?))
    }

    /// The page's last chapter.
    pub fn chapter(&self) -> String {
        let mut out = String::from("\n## Simulations a move\n\n");
        let _ = write!(
            out,
            "In the time that the judge gives for a move (CPU time, one thread{}), from positions that random \
             moves have led to; the middle one of {GAMES} games.\n\n| game | engine | judge | {} | a second | \
             reported |\n|---|---|---|---|---|---|---|---|\n",
            cpu().map_or(String::new(), |cpu| format!(", on {cpu}")),
            PHASES.map(|(name, _)| name).join(" | ")
        );
        for Row { seed, time, simulations, total } in &self.0 {
            let Seed { game, spec, judge: (judge, _), reported } = seed;
            let cells = simulations.map(|simulations| count(simulations as f64)).join(" | ");
            let rate = rate(total.0, total.1);
            let _ = writeln!(out, "| {game} | {spec} | {judge}, {time:?} | {cells} | {rate} | {reported} |");
        }
        out
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let row = |Row { seed, time, simulations, total }: &Row| {
            let by_phase = PHASES.iter().zip(simulations);
            let by_phase: serde_json::Map<String, Value> =
                by_phase.map(|((name, _), simulations)| (name.to_string(), json!(simulations))).collect();
            json!({
                "game": seed.game, "engine": seed.spec, "judge": seed.judge.0,
                "seconds_a_move": time.as_secs_f64(),
                "simulations_a_move": by_phase,
                "simulations_per_second": total.0 as f64 / total.1.as_secs_f64(),
            })
        };
        self.0.iter().map(row).collect()
    }
}

struct Measure {
    seed: &'static Seed,
    time: Duration,
}

impl Visitor for Measure {
    type Output = Result<Row>;

    fn visit<G: Playable>(&self) -> Result<Row> {
        let Measure { seed, time } = *self;
        let budget = Budget { cpu: Some(time), exhaustive: true, ..Budget::default() };
        let games: Vec<History<G>> = (0..GAMES as u64).map(random_game).collect();
        let mut row = Row { seed, time, simulations: [0; PHASES.len()], total: (0, Duration::ZERO) };
        for (simulations, (_, eighths)) in row.simulations.iter_mut().zip(PHASES) {
            let mut counts = [0; GAMES];
            for (count, game) in counts.iter_mut().zip(&games) {
                let mut position = beginning(game, game.moves().len() * eighths / 8);
                // Where a move wins at once there is nothing to simulate: before it there was.
                while *count == 0 {
                    let mut engine = G::strategies().build(seed.spec)?;
                    let before = process::thread_cpu_time();
                    *count = engine.decide(&position, &budget)?.simulations;
                    row.total.1 += process::thread_cpu_time() - before;
                    if position.undo().is_none() {
                        break;
                    }
                }
                row.total.0 += *count;
            }
            counts.sort_unstable();
            *simulations = counts[GAMES / 2];
        }
        Ok(row)
    }
}

/// A game of random moves to its end.
fn random_game<G: Game>(seed: u64) -> History<G> {
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(G::start());
    let mut legal = Vec::with_capacity(G::MAX_MOVES);
    while history.state().outcome().is_none() {
        history.state().legal_moves(&mut legal);
        history.play(legal[rng.usize(..legal.len())]).expect("a legal move can be made");
    }
    history
}

/// The game as it was after so many plies.
fn beginning<G: Game>(game: &History<G>, plies: usize) -> History<G> {
    let mut history = game.clone();
    while history.moves().len() > plies {
        history.undo();
    }
    history
}

/// What the processor calls itself, and how many there are.
fn cpu() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'))?.1.trim();
    let cores = thread::available_parallelism().ok()?;
    Some(format!("{name} ({cores} cores)"))
}

#[cfg(test)]
mod tests {
    use tictactoe::State;

    use super::*;

    #[test]
    fn every_search_is_measured_in_every_phase() {
        let speeds = Speeds::measure(true).unwrap();
        for row in &speeds.0 {
            assert!(row.simulations.iter().all(|simulations| *simulations > 0), "{}", row.seed.spec);
            assert!(row.total.0 >= row.simulations.iter().sum() && row.total.1 > QUICK, "{}", row.seed.spec);
        }
        let chapter = speeds.chapter();
        assert_eq!(
            chapter.lines().filter(|line| line.starts_with('|')).count(),
            2 + SEEDS.len(),
            "{chapter}"
        );
    }

    #[test]
    fn a_game_is_cut_where_it_is_measured() {
        let game = random_game::<State>(1);
        assert!(game.state().outcome().is_some());
        let half = beginning(&game, 3);
        assert_eq!((half.moves(), half.state().outcome()), (&game.moves()[..3], None));
    }
}
