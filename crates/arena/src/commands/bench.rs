//! `arena bench`: the speed of the search compared with bare playouts of the
//! same game, and the signature.
//!
//! Rates are per second of CPU time, so that other programs have little effect.
//! Playouts and searches take turns, and each round compares a search with the
//! playouts just before it, so that a slow moment affects both. The signature is
//! the number of nodes of searches with fixed seeds. It is the same on every
//! machine, and a change that is not meant to change the search leaves it as it
//! is.

use std::fmt::Write;
use std::time::Duration;

use clock::{Budget, process};
use game::{Game, History, Playable};
use games::{Visitor, speed};
use serde_json::{Value, json};

use crate::cli::BenchArgs;
use crate::error::Result;
use crate::render::text::rate;

/// Measures one game or all, and returns the output.
pub fn run(args: &BenchArgs) -> Result<String> {
    let bench = Bench { args };
    let measured: Vec<Measured> = match &args.game {
        Some(game) => vec![games::visit(game, &bench)??],
        None => games::visit_all(&bench).into_iter().collect::<Result<_>>()?,
    };
    Ok(match args.json {
        true => format!("{:#}\n", measured.iter().map(Measured::json).collect::<Value>()),
        false => measured.iter().map(|measured| measured.text(args.signature)).collect(),
    })
}

struct Bench<'a> {
    args: &'a BenchArgs,
}

/// The measurements of one game.
struct Measured {
    game: &'static str,
    playouts: Rate,
    /// By size of the search.
    searches: Vec<(u64, Rate)>,
    signature: Vec<(&'static str, u64)>,
}

/// Playouts or simulations in an amount of CPU time, and their speed as a share
/// of the speed of bare playouts (median of all rounds).
#[derive(Clone, Copy)]
struct Rate {
    count: u64,
    time: Duration,
    share: f64,
}

/// A search that would take much longer than this is left out.
const LONGEST_SEARCH: Duration = Duration::from_secs(6);

/// MiB for the tree.
const MEMORY: u64 = 512;

impl Visitor for Bench<'_> {
    type Output = Result<Measured>;

    fn visit<G: Playable>(&self) -> Result<Measured> {
        let mut measured = Measured {
            game: G::NAME,
            playouts: Rate { count: 0, time: Duration::ZERO, share: 1.0 },
            searches: Vec::new(),
            signature: signature::<G>()?,
        };
        if self.args.signature {
            return Ok(measured);
        }
        let playouts = playouts_in::<G>(Duration::from_millis(200))?;
        let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
        for size in sizes.into_iter().filter(|size| *size <= self.args.simulations) {
            let (mut total, mut shares) = (Duration::ZERO, Vec::new());
            let searches = (playouts / 4 / size).max(1);
            for round in 0..self.args.rounds {
                let bare = time_playouts::<G>(playouts, round)?;
                let search = time_searches::<G>(size, searches, round)?;
                measured.playouts.count += playouts;
                measured.playouts.time += bare;
                total += search;
                let speed = |count: u64, time: Duration| count as f64 / time.as_secs_f64();
                shares.push(speed(size * searches, search) / speed(playouts, bare));
            }
            shares.sort_by(f64::total_cmp);
            let count = size * searches * self.args.rounds;
            let row = Rate { count, time: total, share: shares[shares.len() / 2] };
            measured.searches.push((size, row));
            if total / self.args.rounds as u32 * 10 > LONGEST_SEARCH * searches as u32 {
                break;
            }
        }
        Ok(measured)
    }
}

fn cpu_time(work: impl FnOnce()) -> Duration {
    let before = process::thread_cpu_time();
    work();
    process::thread_cpu_time() - before
}

/// Number of bare playouts that take about this long.
fn playouts_in<G: Game>(time: Duration) -> Result<u64> {
    let mut playouts = 16;
    loop {
        let taken = time_playouts::<G>(playouts, 0)?;
        if taken > time / 8 {
            return Ok((playouts as f64 * time.as_secs_f64() / taken.as_secs_f64()) as u64);
        }
        playouts *= 2;
    }
}

fn time_playouts<G: Game>(playouts: u64, seed: u64) -> Result<Duration> {
    let mut sum = Ok(0.0);
    let time = cpu_time(|| sum = speed::playouts(G::NAME, playouts, seed));
    std::hint::black_box(sum?);
    Ok(time)
}

/// Without the solver, which would end the search of a small game early.
fn time_searches<G: Playable>(simulations: u64, searches: u64, seed: u64) -> Result<Duration> {
    let spec = format!("uct:c=1.4,playout=uniform,solver=off,reuse=off,memory={MEMORY},seed={seed}");
    let mut engine = G::strategies().build(&spec)?;
    let history = History::new(G::start());
    let budget = Budget { exhaustive: true, ..Budget::simulations(simulations) };
    Ok(cpu_time(|| {
        for _ in 0..searches {
            std::hint::black_box(engine.decide(&history, &budget).is_ok());
        }
    }))
}

/// The searches of the signature: engine and number of simulations.
const SIGNATURE: [(&str, u64); 8] = [
    ("uct:c=1.4,playout=uniform,solver=off", 10_000),
    ("uct:c=1.4,playout=uniform", 10_000),
    ("uct:c=1.4,playout=uniform,graph=on", 10_000),
    ("uct:c=1.4,playout=uniform,memory=1", 60_000),
    ("uct:c=1,playout=uniform,select=tuned,solver=off", 10_000),
    ("uct:c=1.5,playout=uniform,select=puct,fpu=parent,urgency=0.2,solver=off", 10_000),
    ("uct:c=0.3,playout=uniform,select=rave,bias=0.5,solver=off", 10_000),
    ("uct:c=0.3,playout=uniform,select=rave,bias=0.5,reference=50,solver=off", 10_000),
];

/// Number of nodes of searches from the start with a fixed seed, recycled nodes
/// included.
fn signature<G: Playable>() -> Result<Vec<(&'static str, u64)>> {
    let strategies = G::strategies();
    let history = History::new(G::start());
    let nodes = |&(spec, simulations)| {
        let mut engine = strategies.build_seeded(spec, Some(1))?;
        let decision = engine.decide(&history, &Budget::simulations(simulations));
        Ok((spec, decision.map_or(0, |decision| decision.nodes)))
    };
    SIGNATURE.iter().map(nodes).collect()
}

impl Measured {
    fn text(&self, signature_only: bool) -> String {
        let mut out = String::new();
        self.write(&mut out, signature_only).expect("writing to a string cannot fail");
        out
    }

    fn write(&self, out: &mut String, signature_only: bool) -> std::fmt::Result {
        if !signature_only {
            writeln!(out, "{:<34}{:>12}{:>10}", self.game, "per second", "of bare")?;
            writeln!(out, "{:<34}{:>12}{:>10}", "  bare playouts", self.playouts.text(), "100 %")?;
            for (size, row) in &self.searches {
                let share = format!("{:.0} %", row.share * 100.0);
                let name = format!("  search of {size} simulations");
                writeln!(out, "{name:<34}{:>12}{share:>10}", row.text())?;
            }
        }
        for (name, nodes) in &self.signature {
            writeln!(out, "signature {} ({name}): {nodes} nodes", self.game)?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let searches: Vec<Value> = self.searches.iter().map(|(size, row)| row.json(*size)).collect();
        let signature: serde_json::Map<String, Value> =
            self.signature.iter().map(|(name, nodes)| (name.to_string(), json!(nodes))).collect();
        json!({"game": self.game, "bare": self.playouts.json(1), "searches": searches, "signature": signature})
    }
}

impl Rate {
    fn text(&self) -> String {
        rate(self.count, self.time)
    }

    fn json(&self, simulations: u64) -> Value {
        let per_second = self.count as f64 / self.time.as_secs_f64();
        json!({"simulations": simulations, "per_second": per_second, "share_of_bare": self.share})
    }
}
