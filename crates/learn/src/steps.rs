//! The steps of a round: play the games, fit the network, test it.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use contest::MoveLimits;
use indicatif::{ProgressBar, ProgressStyle};
use stdx::files::replace;

use crate::curves::{self, column, elo};
use crate::folder::Folder;
use crate::games::{self, Record, seed_of};
use crate::gradient::Loss;
use crate::gumbel::Searcher;
use crate::samples::{Lesson, lessons};
use crate::subject::Subject;
use crate::trainer::{BATCH, Model};
use crate::trial::{self, NetworkPlayer, OPENING, Plan, Side};

/// The steps stop when Ctrl-C is pressed.
#[derive(Debug)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("stopped; the same command continues")
    }
}

impl std::error::Error for Stopped {}

/// Plays the shards of a round that are missing, of those whose number is `part` modulo
/// `parts`.
pub fn play<G: Subject>(
    folder: &Folder,
    round: u32,
    part: [u64; 2],
    jobs: usize,
    stop: &AtomicBool,
) -> Result<()> {
    let network = trial::load(&folder.player())?;
    let options = &folder.options;
    let [part, parts] = part;
    let missing: Vec<u64> = (0..options.shards())
        .filter(|shard| shard % parts == part && !folder.games(round, *shard).exists())
        .collect();
    let first = |shard: u64| shard * options.shard_games;
    let end = |shard: u64| (first(shard) + options.shard_games).min(options.games);
    let bar =
        bar(format!("round {round}: games"), missing.iter().map(|&shard| end(shard) - first(shard)).sum());
    for shard in missing {
        let mut records: Vec<Record> = Vec::new();
        let count = end(shard) - first(shard);
        stdx::jobs::ordered(
            jobs,
            count,
            stop,
            || Searcher::<G>::new(&network),
            |searcher, number| {
                let seed = seed_of(options.seed, round, first(shard) + number);
                games::play(searcher, options.play(), seed)
            },
            |_, record| {
                records.push(record);
                bar.inc(1);
                ControlFlow::Continue(())
            },
        );
        if stop.load(Ordering::Relaxed) {
            bar.abandon();
            return Err(Stopped.into());
        }
        replace(&folder.games(round, shard), &games::to_bytes(G::NAME, &records))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Fits the network to the games of the last rounds; tests it; writes the round's line.
pub fn fit<G: Subject>(folder: &Folder, round: u32, jobs: usize, stop: &AtomicBool) -> Result<String> {
    let options = &folder.options;
    let started = Instant::now();
    let missing = folder.all_games(round).into_iter().find(|path| !path.exists());
    ensure!(missing.is_none(), "{} is missing; `learn play` makes it", missing.unwrap_or_default().display());
    let mut window: Vec<Lesson<G>> = Vec::new();
    let mut fresh = 0;
    let mut records = Vec::new();
    let oldest = (round / 2 + 1).max((round + 1).saturating_sub(options.window));
    for number in oldest..=round {
        fresh = window.len();
        records.clear();
        for path in folder.all_games(number) {
            records.extend(games::load(G::NAME, &path)?);
        }
        records.iter().for_each(|record| lessons(record, options.lambda, &mut window));
    }
    ensure!(window.len() > fresh, "the games of round {round} have no position to learn from");
    let mut model = Model::load(&folder.model(round - 1))?;
    // On games that the network has not seen yet.
    let some = &window[fresh..];
    let before = model.loss(&some[..some.len().min(MEASURED)]);
    let steps = ((some.len() as f64 * options.reuse / BATCH as f64) as u64).max(1);
    let bar = bar(format!("round {round}: fit"), steps);
    let seed = seed_of(options.seed, round, u64::MAX);
    let fitted = model.fit(&window, steps, options.rate_of(round), jobs, seed, |step, loss| {
        bar.set_position(step);
        if step % 100 == 0 {
            bar.set_message(format!("round {round}: fit, value {:.3}", loss.mean_value()));
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Stopped.into());
    }
    let network = model.network();
    folder.write_network(&folder.network(round), &network)?;
    let score = gate::<G>(folder, round, jobs, stop)?;
    let line = line::<G>(round, &records, before, fitted, score, started.elapsed().as_secs_f64());
    // A run that ended before the model was written repeats the round.
    let table = curves::add_line(&folder.table(), HEAD, &line)?;
    let curve = |title: &str, points| (format!("{}: {title}", G::NAME), points);
    let curves = [
        curve("loss of the value (new games)", column(&table, "value")?),
        curve("best move found by the prior", column(&table, "hits")?),
        curve("Elo, sum of the tests", elo(&column(&table, "gate")?)),
    ];
    curves::write(&folder.curves(), "round", &curves).context("cannot draw the curves")?;
    // Last: with this file the round is complete.
    model.save(&folder.model(round))?;
    Ok(line)
}

/// Most positions on which the loss is measured before a fit.
const MEASURED: usize = 8_000;

/// First line of the table of rounds.
pub const HEAD: &str =
    "round,games,plies,first_won,value,policy,hits,value_fit,policy_fit,hits_fit,gate,seconds";

fn line<G: Subject>(
    round: u32,
    records: &[Record],
    before: Loss,
    fit: Loss,
    gate: Option<f64>,
    seconds: f64,
) -> String {
    let plies: usize = records.iter().map(|record| record.plies.len()).sum();
    let won =
        |record: &&Record| record.plies.len().is_multiple_of(2) == (record.result > 0) && record.result != 0;
    let count = records.len().max(1) as f64;
    format!(
        "{round},{},{:.1},{:.3},{:.4},{:.4},{:.3},{:.4},{:.4},{:.3},{},{seconds:.0}",
        records.len(),
        plies as f64 / count,
        records.iter().filter(won).count() as f64 / count,
        before.mean_value(),
        before.mean_policy(),
        before.accuracy(),
        fit.mean_value(),
        fit.mean_policy(),
        fit.accuracy(),
        gate.map_or(String::new(), |score| format!("{score:.3}")),
    )
}

/// Simulations per move of the test.
const GATE_SIMULATIONS: u64 = 100;

/// The test of a new network: 20 Elo weaker or stronger.
const GATE_ELO: [f64; 2] = [-20.0, 20.0];

/// Tests the network of a round against the one that plays; it plays from now on unless it
/// is weaker. Returns its score.
fn gate<G: Subject>(folder: &Folder, round: u32, jobs: usize, stop: &AtomicBool) -> Result<Option<f64>> {
    let games = folder.options.gate;
    let new = folder.network(round);
    let score = match games {
        0 => None,
        _ => {
            let side = |path: &Path| -> Result<Side<NetworkPlayer>> {
                Ok(Side::learned(&path.display().to_string(), NetworkPlayer::read(path, "")?))
            };
            let limits = MoveLimits { sims: Some(GATE_SIMULATIONS), ..MoveLimits::default() };
            let sides = [side(&new)?, side(&folder.player())?];
            let seed = seed_of(folder.options.seed, round, u64::MAX - 1);
            let bar = bar(format!("round {round}: test"), games);
            let result = trial::play::<G, _>(
                sides,
                [limits.clone(), limits],
                Plan { games: games.next_multiple_of(2), elo: Some(GATE_ELO), opening: OPENING, jobs, seed },
                stop,
                |tally| bar.set_position(tally.results().iter().sum()),
            )?;
            bar.finish_and_clear();
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            Some(result.estimate.score)
        }
    };
    if score.is_none_or(|score| score >= 0.5) {
        replace(&folder.player(), &fs::read(&new)?)?;
    }
    Ok(score)
}

/// A bar on standard error, if that is a terminal.
pub fn bar(message: String, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {elapsed} (left {eta})");
    let bar = ProgressBar::new(length).with_message(message);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use nogo::State;

    use super::*;
    use crate::folder::tests::{SMALL, Temporary};

    fn round(folder: &Folder, jobs: usize) -> String {
        let stop = AtomicBool::new(false);
        let round = folder.next_round();
        play::<State>(folder, round, [0, 1], jobs, &stop).unwrap();
        fit::<State>(folder, round, jobs, &stop).unwrap()
    }

    /// All that a line says but the seconds.
    fn without_time(line: &str) -> &str {
        line.rsplit_once(',').unwrap().0
    }

    /// Two tasks that share a folder, on different numbers of threads, against one.
    #[test]
    fn shards_and_threads_give_the_files_of_one_machine() {
        let (one, two) = (Temporary::new("one"), Temporary::new("two"));
        let whole = Folder::begin::<State>(&one.0, &SMALL, None).unwrap();
        let shared = Folder::begin::<State>(&two.0, &SMALL, None).unwrap();
        let stop = AtomicBool::new(false);
        for number in 1..=2 {
            let line = round(&whole, 1);
            play::<State>(&shared, number, [1, 2], 2, &stop).unwrap();
            assert!(!shared.games(number, 0).exists() && shared.games(number, 1).exists());
            let error = fit::<State>(&shared, number, 1, &stop).unwrap_err().to_string();
            assert!(error.ends_with("0.games is missing; `learn play` makes it"), "{error}");
            play::<State>(&shared, number, [0, 2], 1, &stop).unwrap();
            assert_eq!(without_time(&fit::<State>(&shared, number, 3, &stop).unwrap()), without_time(&line));
        }
        let files = [whole.player(), whole.network(2), whole.model(2), whole.games(2, 1)];
        for file in files {
            let name = file.file_name().unwrap();
            assert!(fs::read(&file).unwrap() == fs::read(two.0.join(name)).unwrap(), "{}", name.display());
        }
    }

    /// A run that is killed leaves some of a round's files; the next run makes the others.
    #[test]
    fn a_killed_round_is_repeated_with_the_same_result() {
        let place = Temporary::new("killed");
        let folder = Folder::begin::<State>(&place.0, &SMALL, None).unwrap();
        let line = round(&folder, 2);
        let model = fs::read(folder.model(1)).unwrap();
        let games = fs::read(folder.games(1, 0)).unwrap();
        fs::remove_file(folder.model(1)).unwrap();
        fs::remove_file(folder.games(1, 0)).unwrap();
        fs::copy(folder.network(0), folder.player()).unwrap();
        assert_eq!(without_time(&round(&folder, 2)), without_time(&line));
        assert!(
            fs::read(folder.model(1)).unwrap() == model && fs::read(folder.games(1, 0)).unwrap() == games
        );
        let table = fs::read_to_string(folder.table()).unwrap();
        assert_eq!(table.lines().count(), 2, "{table}");
        assert!(fs::read_to_string(folder.curves()).unwrap().starts_with("<svg"));
    }

    #[test]
    fn after_a_stop_no_file_is_written() {
        let place = Temporary::new("stopped");
        let folder = Folder::begin::<State>(&place.0, &SMALL, None).unwrap();
        let stop = AtomicBool::new(true);
        assert!(play::<State>(&folder, 1, [0, 1], 1, &stop).unwrap_err().is::<Stopped>());
        assert!(!folder.games(1, 0).exists());
    }
}
