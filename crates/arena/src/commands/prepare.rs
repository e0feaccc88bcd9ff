//! What the commands share: set-up of contests and engines.

use std::fs::OpenOptions;
use std::path::Path;

use anyhow::Context;
use clock::Budget;
use contest::{
    Book, Contest, ContestKind, ContestReport, Entrant, MoveLimits, RunOptions, START, Shard,
    StrategyPlayers, Terms, effect, log, run,
};
use game::error::quote;
use game::{Engine, Game, Playable, Spec};
use stdx::interrupt;

use crate::cli::{Boards, ContestArgs, Openings, check_names, entrant};
use crate::error::{Error, Result, require};
use crate::foreign::{self, AnyPlayers};
use crate::position;
use crate::render::progress::Progress;

/// How the specs of kept Botzone programs begin.
const KEPT: [&str; 2] = ["botzone-keep:", "botzone-simple-keep:"];

/// A contest with strategies and foreign programs.
pub type AnyContest<G> = Contest<G, AnyPlayers<G>>;

/// Two engines, each with its limits.
pub fn two_entrants(texts: [&String; 2], limits: [MoveLimits; 2]) -> Result<Vec<Entrant>> {
    texts.into_iter().zip(limits).map(|(text, limits)| entrant(text, &limits)).collect()
}

/// The contest that the options describe. All mistakes are found here, before
/// the first game.
pub fn contest<G: Playable>(
    kind: ContestKind,
    engines: Vec<Entrant>,
    games: u64,
    args: &ContestArgs,
) -> Result<AnyContest<G>> {
    check_names(&engines)?;
    let start = match args.boards {
        Boards::Usual if args.from == START => Some(START.to_string()),
        Boards::Usual => Some(position::read::<G>(&args.from)?.to_string()),
        Boards::Random => None,
    };
    let has_foreign = engines.iter().any(|entrant| foreign::is_foreign(&entrant.spec));
    let openings = openings::<G>(args)?;
    let terms = Terms {
        kind,
        game: G::NAME.to_string(),
        engines,
        games,
        opening_plies: match openings {
            Source::Random(plies) => plies,
            Source::Book(_) => 0,
        },
        openings: None,
        start,
        seed: args.seed,
        tolerance: args.tolerance,
        adjudicate: args.adjudicate,
        memory_limit: has_foreign.then_some(args.foreign.memory_limit),
    };
    let players = AnyPlayers::new(args.tolerance);
    let mut contest = match openings {
        Source::Random(_) => Contest::new(terms, players)?,
        Source::Book(book) => Contest::with_book(terms, book, players)?,
    };
    check_openings(&contest)?;
    let engines = contest.terms().engines.clone();
    contest.players_mut().find_programs(&engines, &args.foreign)?;
    Ok(contest)
}

/// Does the spec name a kept Botzone program?
pub fn is_kept(spec: &str) -> bool {
    KEPT.iter().any(|kept| spec.starts_with(kept))
}

/// A kept program lives through its game: the site asks it for each of its own
/// moves, so real ones do not read an opening that holds some.
fn check_openings<G: Playable>(contest: &AnyContest<G>) -> Result<()> {
    let kept = contest.terms().engines.iter().find(|entrant| is_kept(&entrant.spec));
    let plies = contest.schedule.longest_opening();
    match kept.filter(|_| plies > 0) {
        None => Ok(()),
        Some(entrant) => Err(Error::usage(format!(
            "{}: a kept program makes all its moves itself, and the openings have {plies} plies; \
             use --openings 0",
            quote(&entrant.spec),
        ))),
    }
}

/// Where the openings of a contest come from.
enum Source<G: Game> {
    Random(usize),
    Book(Book<G>),
}

/// The openings that the options ask for. By default a contest from the usual start has
/// the game's built-in openings, a log that is continued keeps random ones, and random
/// boards need none.
fn openings<G: Playable>(args: &ContestArgs) -> Result<Source<G>> {
    let is_usual = args.boards == Boards::Usual && args.from == START;
    match &args.openings {
        Some(Openings::Random(plies)) => return Ok(Source::Random(*plies)),
        Some(Openings::File(file)) => {
            require!(
                is_usual,
                "--openings {file} has its own starting positions; leave out --from and --boards"
            );
            return Ok(Source::Book(position::book(file)?));
        }
        None => (),
    }
    let logged = args.log.as_deref().filter(|_| args.resume).and_then(|path| log::read(path).ok());
    if let Some((header, _)) = logged.filter(|(header, _)| header.terms.openings.is_none()) {
        return Ok(Source::Random(header.terms.opening_plies));
    }
    let book = is_usual.then(records::openings::built_in).flatten();
    let plies = if args.boards == Boards::Usual { G::OPENING_PLIES } else { 0 };
    Ok(book.map_or(Source::Random(plies), Source::Book))
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

/// Refuses a parameter without effect: the engines of `specs`, which differ in nothing
/// else, make the same moves with the same values in a short game.
pub fn check_effect<G: Playable>(
    contest: &AnyContest<G>,
    param: &str,
    specs: &[Spec],
    limits: &MoveLimits,
) -> Result<()> {
    let (opening, _) = contest.schedule.opening(&contest.terms().fixture(0));
    let has_effect = specs.len() < 2 || effect::differ(specs, limits, &opening)?;
    require!(
        has_effect,
        "{param} has no effect on {}: in a short game all its values gave the same moves and values; \
         --force plays anyway",
        specs[0].name()
    );
    Ok(())
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
