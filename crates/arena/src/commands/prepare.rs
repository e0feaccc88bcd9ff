//! What the commands share: set-up of contests and engines.

use std::fs::OpenOptions;
use std::path::Path;

use anyhow::Context;
use clock::Budget;
use contest::{
    Contest, ContestKind, ContestReport, Entrant, MoveLimits, RunOptions, START, Shard, StrategyPlayers,
    Terms, run,
};
use game::error::quote;
use game::{Engine, Playable, Spec};
use stdx::interrupt;

use crate::cli::{Boards, ContestArgs};
use crate::error::{Error, Result};
use crate::foreign::{self, AnyPlayers};
use crate::position;
use crate::render::progress::Progress;

/// How the specs of kept Botzone programs begin.
const KEPT: [&str; 2] = ["botzone-keep:", "botzone-simple-keep:"];

/// A contest with strategies and foreign programs.
pub type AnyContest<G> = Contest<G, AnyPlayers<G>>;

/// Two engines, each with its limits.
pub fn two_entrants(specs: [&String; 2], limits: [MoveLimits; 2]) -> Vec<Entrant> {
    let specs = specs.into_iter().cloned();
    specs.zip(limits).map(|(spec, limits)| Entrant { spec, limits }).collect()
}

/// The contest that the options describe. All mistakes are found here, before
/// the first game.
pub fn contest<G: Playable>(
    kind: ContestKind,
    engines: Vec<Entrant>,
    games: u64,
    args: &ContestArgs,
) -> Result<AnyContest<G>> {
    let start = match args.boards {
        Boards::Usual if args.from == START => Some(START.to_string()),
        Boards::Usual => Some(position::read::<G>(&args.from)?.to_string()),
        Boards::Random => None,
    };
    let has_foreign = engines.iter().any(|entrant| foreign::is_foreign(&entrant.spec));
    let terms = Terms {
        kind,
        game: G::NAME.to_string(),
        engines,
        games,
        opening_plies: args.openings.unwrap_or(if start.is_some() { G::OPENING_PLIES } else { 0 }),
        start,
        seed: args.seed,
        tolerance: args.tolerance,
        memory_limit: has_foreign.then_some(args.foreign.memory_limit),
    };
    let mut contest = Contest::new(terms, AnyPlayers::new(args.tolerance))?;
    check_openings(contest.terms())?;
    let engines = contest.terms().engines.clone();
    contest.players_mut().find_programs(&engines, &args.foreign)?;
    Ok(contest)
}

/// A kept program lives through its game: the site asks it for each of its own
/// moves, so real ones do not read an opening that holds some.
fn check_openings(terms: &Terms) -> Result<()> {
    let kept = terms.engines.iter().find(|entrant| KEPT.iter().any(|kept| entrant.spec.starts_with(kept)));
    match kept.filter(|_| terms.opening_plies > 0) {
        None => Ok(()),
        Some(entrant) => Err(Error::usage(format!(
            "{}: a kept program makes all its moves itself, and each game has {} random plies; \
             use --openings 0",
            quote(&entrant.spec),
            terms.opening_plies
        ))),
    }
}

/// The options of a run; Ctrl-C stops it.
pub fn run_options(args: &ContestArgs) -> Result<RunOptions<'_>> {
    let stop = interrupt::flag().context("cannot start")?;
    Ok(RunOptions { jobs: args.jobs as usize, log: args.log.as_deref(), resume: args.resume, stop })
}

/// Plays a contest (not a tuning) with a progress line.
pub fn play<G: Playable>(contest: &AnyContest<G>, shard: Shard, args: &ContestArgs) -> Result<ContestReport> {
    let mut progress = Progress::new();
    let report = run::play_all(contest, shard, run_options(args)?, |report| progress.show(report));
    progress.finish();
    Ok(report?)
}

/// The engine of a spec, and the budget that it uses up for each move.
pub fn engine<G: Playable>(
    spec: &str,
    seed: Option<u64>,
    limits: &MoveLimits,
) -> Result<(Box<dyn Engine<G>>, Budget)> {
    let work = StrategyPlayers::<G>::new().work(spec)?;
    limits.check(spec.parse::<Spec>()?.name(), work)?;
    Ok((G::strategies().build_seeded(spec, seed)?, limits.exhaustive(work)))
}

/// The spec that the user gave, or the name of the game's first strategy.
pub fn spec_or_first<G: Playable>(spec: Option<&str>) -> String {
    spec.map_or_else(|| G::strategies().default_name().to_string(), String::from)
}

/// Checks that a file can be written, before games are played for it.
pub fn check_writable(path: Option<&Path>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map(drop).map_err(|error| Error::unwritable(path, &error))
}

/// Writes a file that the user has asked for.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| Error::unwritable(path, &error))
}
