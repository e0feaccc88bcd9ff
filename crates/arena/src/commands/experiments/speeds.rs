//! Simulations per move of the course reports' searches, in the time that a
//! judge gives.
//!
//! Times are CPU times, so that other programs have little effect. A search is
//! faster where playouts are shorter, so it is measured in several phases of the
//! game, in positions reached by random moves.

use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::Duration;

use clock::{Budget, TimeRules, process};
use game::{Game, History, Playable, Rng};
use games::Visitor;
use serde_json::{Value, json};

use crate::error::Result;
use crate::render::text::{count, rate};

/// A search of a course report, its judge, and its reported speed.
struct Reported {
    game: &'static str,
    spec: &'static str,
    judge: (&'static str, fn() -> TimeRules),
    reported: &'static str,
}

const BOTZONE: (&str, fn() -> TimeRules) = ("Botzone", TimeRules::botzone);
const SAIBLO: (&str, fn() -> TimeRules) = ("Saiblo", TimeRules::saiblo);

const SEARCHES: &[Reported] = &[
    Reported { game: "othello", spec: "uct:solver=off", judge: BOTZONE, reported: "nothing" },
    Reported { game: "connect4", spec: "uct-weighted", judge: SAIBLO, reported: "nothing" },
    Reported {
        game: "nogo",
        spec: "uct-rights",
        judge: BOTZONE,
        reported: "2,000 to 20,000 in 0.8 s, 100,000 to 1,000,000 in the last ten turns",
    },
    Reported { game: "connect4", spec: "uct-pool", judge: SAIBLO, reported: "2 to 3 million" },
    Reported { game: "tictactoe", spec: "uct-plain", judge: BOTZONE, reported: "nothing" },
];

/// The phases: name, and eighths of a game that are over.
const PHASES: [(&str, usize); 3] = [("at the start", 0), ("half-way", 4), ("near the end", 7)];

/// Number of games; the median counts.
const GAMES: usize = 3;

/// Time per move with --quick.
const QUICK: Duration = Duration::from_millis(1);

/// The measured speeds.
pub struct Speeds(Vec<Row>);

struct Row {
    search: &'static Reported,
    /// Time per move.
    time: Duration,
    /// Simulations per move, by phase.
    simulations: [u64; PHASES.len()],
    /// Simulations of all searches, and their CPU time.
    total: (u64, Duration),
}

impl Speeds {
    /// Measures all searches.
    pub fn measure(quick: bool) -> Result<Speeds> {
        let row = |search: &'static Reported| {
            let judge = (search.judge.1)();
            let time = if quick { QUICK } else { judge.each - judge.margin };
            games::visit(search.game, &Measure { search, time })?
        };
        Ok(Speeds(SEARCHES.iter().map(row).collect::<Result<_>>()?))
    }

    /// The last chapter of the page.
    pub fn chapter(&self) -> String {
        let mut out = String::from("\n## Simulations per move\n\n");
        let _ = write!(
            out,
            "In the time that the judge gives for a move (CPU time, one thread{}), in positions reached by random \
             moves; median of {GAMES} games.\n\n| game | engine | judge | {} | per second | \
             reported |\n|---|---|---|---|---|---|---|---|\n",
            cpu().map_or(String::new(), |cpu| format!(", on {cpu}")),
            PHASES.map(|(name, _)| name).join(" | ")
        );
        for Row { search, time, simulations, total } in &self.0 {
            let Reported { game, spec, judge: (judge, _), reported } = search;
            let cells = simulations.map(|simulations| count(simulations as f64)).join(" | ");
            let rate = rate(total.0, total.1);
            let _ = writeln!(out, "| {game} | {spec} | {judge}, {time:?} | {cells} | {rate} | {reported} |");
        }
        out
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let row = |Row { search, time, simulations, total }: &Row| {
            let by_phase = PHASES.iter().zip(simulations);
            let by_phase: serde_json::Map<String, Value> =
                by_phase.map(|((name, _), simulations)| (name.to_string(), json!(simulations))).collect();
            json!({
                "game": search.game, "engine": search.spec, "judge": search.judge.0,
                "seconds_a_move": time.as_secs_f64(),
                "simulations_a_move": by_phase,
                "simulations_per_second": total.0 as f64 / total.1.as_secs_f64(),
            })
        };
        self.0.iter().map(row).collect()
    }
}

struct Measure {
    search: &'static Reported,
    time: Duration,
}

impl Visitor for Measure {
    type Output = Result<Row>;

    fn visit<G: Playable>(&self) -> Result<Row> {
        let Measure { search, time } = *self;
        let budget = Budget { cpu: Some(time), exhaustive: true, ..Budget::default() };
        let games: Vec<History<G>> = (0..GAMES as u64).map(random_game).collect();
        let mut row = Row { search, time, simulations: [0; PHASES.len()], total: (0, Duration::ZERO) };
        for (simulations, (_, eighths)) in row.simulations.iter_mut().zip(PHASES) {
            let mut counts = [0; GAMES];
            for (count, game) in counts.iter_mut().zip(&games) {
                let mut position = beginning(game, game.moves().len() * eighths / 8);
                // If a move wins at once, the search makes no simulations: go back a ply.
                while *count == 0 {
                    let mut engine = G::strategies().build(search.spec)?;
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

/// A whole game of random moves.
fn random_game<G: Game>(seed: u64) -> History<G> {
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(G::start());
    let mut legal = Vec::with_capacity(G::MAX_MOVES);
    while history.state().outcome().is_none() {
        history.state().legal_moves(&mut legal);
        history.play(legal[rng.usize(..legal.len())]).expect("the move is legal");
    }
    history
}

/// The first `plies` plies of a game.
fn beginning<G: Game>(game: &History<G>, plies: usize) -> History<G> {
    let mut history = game.clone();
    while history.moves().len() > plies {
        history.undo();
    }
    history
}

/// Name and number of the processors.
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
            assert!(row.simulations.iter().all(|simulations| *simulations > 0), "{}", row.search.spec);
            assert!(
                row.total.0 >= row.simulations.iter().sum() && row.total.1 > QUICK,
                "{}",
                row.search.spec
            );
        }
        let chapter = speeds.chapter();
        assert_eq!(
            chapter.lines().filter(|line| line.starts_with('|')).count(),
            2 + SEARCHES.len(),
            "{chapter}"
        );
    }

    #[test]
    fn a_game_is_cut_at_the_phase() {
        let game = random_game::<State>(1);
        assert!(game.state().outcome().is_some());
        let half = beginning(&game, 3);
        assert_eq!((half.moves(), half.state().outcome()), (&game.moves()[..3], None));
    }
}
