//! Plays whole games against bots and says how long their turns took and how
//! much memory they had. `just trial` runs it on everything in dist/.

mod options;

use std::hint;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};
use trial::{Program, Report, bots};

use crate::options::Options;

fn main() -> Result<()> {
    let options = Options::parse()?;
    let stop = AtomicBool::new(false);
    let unwell = thread::scope(|scope| {
        for _ in 0..options.busy {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    hint::spin_loop()
                }
            });
        }
        let unwell = try_all(&options);
        stop.store(true, Ordering::Relaxed);
        unwell
    })?;
    ensure!(unwell.is_empty(), "too late or too large: {}", unwell.join(", "));
    Ok(())
}

/// Plays against all programs; gives those that broke a limit.
fn try_all(options: &Options) -> Result<Vec<&str>> {
    let mut unwell = Vec::new();
    for path in &options.programs {
        let report = run(options, path)?;
        println!("{path:<36} {report}");
        if report.is_late() || report.is_too_large() {
            unwell.push(path.as_str());
        }
    }
    Ok(unwell)
}

fn run(options: &Options, path: &str) -> Result<Report> {
    let name = Path::new(path).file_name().and_then(|name| name.to_str()).context("a program has a name")?;
    let mut bot = Program::new(path);
    if let Some(time) = options.time {
        bot = bot.with(["--time".to_string(), time.to_string()]);
    }
    bots::trial(name, &bot, options.games, options.turns)
}
