//! Foreign programs as players.
//!
//! The spec of a foreign program is a language and a command line:
//! `gtp:"gnugo --mode gtp"`, after `cd FOLDER;` if it is to be started there. The crate
//! [`referee`] has the languages and the sandbox.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use contest::{
    ChosenMove, Entrant, EntrantError, Fault, GameClock, MatchPlayer, Players, StrategyPlayers, TimeControl,
};
use game::error::quote;
use game::{Game, History, Playable};
use referee::keeper::COMPETE;
use referee::language::{LIBRARY, NAMES};
use referee::program::split_folder;
use referee::{Connection, Keeper, ProcessLimits, Sandbox, languages};
pub use referee::{Language, Program, serve};
use stdx::jobs;

use crate::cli::ForeignArgs;
use crate::error::{Error, Result};

/// The CPU time of a program is limited to that of this number of turns on all
/// cores, which no game needs.
const TURNS: u32 = 500;

/// The language and the command line of a spec, if it names a foreign program.
pub fn split(spec: &str) -> Option<(&str, &str)> {
    spec.split_once(':').filter(|(language, _)| NAMES.contains(language))
}

/// Does the spec name a foreign program?
pub fn is_foreign(spec: &str) -> bool {
    split(spec).is_some()
}

/// Forms of the specs of foreign programs that play a game.
pub fn forms<G: Playable>() -> Vec<String> {
    let form = |language: Language<G>| {
        format!("{}:{}", language.name, if language.name == LIBRARY { "FILE" } else { "COMMAND" })
    };
    languages::<G>().into_iter().map(form).collect()
}

/// The language of an entrant, if it is a foreign program. The language must be
/// one of the game's, and only time may limit the program.
pub fn language<G: Playable>(
    entrant: &Entrant,
    start: Option<&G>,
) -> Result<Option<Language<G>>, EntrantError> {
    let refuse = |message: String| Err(EntrantError::Other(message));
    let Some((name, command)) = split(&entrant.spec) else { return Ok(None) };
    let forms = forms::<G>();
    let found = languages::<G>().into_iter().find(|language| language.name == name);
    let Some(language) = found else {
        return refuse(match forms.is_empty() {
            true => format!("{}: foreign programs cannot play {}", quote(&entrant.spec), G::NAME),
            false => format!("{name} is not a language for {}; there are: {}", G::NAME, forms.join(", ")),
        });
    };
    if command.trim().is_empty() {
        return refuse(format!("a program must follow {name}:, as in {}", forms[0]));
    }
    let limits = &entrant.limits;
    if limits.time.is_none() || limits.sims.is_some() || limits.nodes.is_some() {
        return refuse(format!(
            "{} can be limited by --time alone (limit the other side with --sims-a or --nodes-b)",
            quote(&entrant.spec)
        ));
    }
    if !language.any_start && start.is_none_or(|start| *start != G::start()) {
        return refuse(format!("{name} has no way to give a program another start than the usual one"));
    }
    Ok(Some(language))
}

/// The program of a spec; it must exist.
fn program(spec: &str) -> Result<Program> {
    let (language, command) =
        split(spec).ok_or_else(|| Error::usage("a foreign program is LANGUAGE:COMMAND"))?;
    let wrong = |error: anyhow::Error| Error::Usage(format!("{}: {error:#}", quote(spec)));
    if language != LIBRARY {
        return Program::of_command(command).map_err(wrong);
    }
    let (folder, file) = split_folder(command).map_err(wrong)?;
    let path = folder.as_deref().unwrap_or(Path::new("")).join(file);
    if !path.is_file() {
        return Err(wrong(anyhow!("there is no library {}", quote(file))));
    }
    let itself = env::current_exe().context("cannot find this program's own file")?;
    let program = Program::new(itself).with([COMPETE.into(), std::path::absolute(path)?]);
    Ok(match folder {
        Some(folder) => program.started_in(folder),
        None => program,
    })
}

/// The foreign programs among these engines by spec, each with its keeper; all
/// must exist. Reports the sandbox in one line on stderr. Without a sandbox programs
/// are refused, unless the user trusts them.
pub fn programs(
    engines: &[Entrant],
    tolerance: Duration,
    args: &ForeignArgs,
) -> Result<BTreeMap<String, Program>> {
    slowed_programs(engines, tolerance, args, 1.0)
}

/// The same for programs that run only in a share of the time.
pub fn slowed_programs(
    engines: &[Entrant],
    tolerance: Duration,
    args: &ForeignArgs,
    share: f64,
) -> Result<BTreeMap<String, Program>> {
    let mut foreign: Vec<&Entrant> = engines.iter().filter(|entrant| is_foreign(&entrant.spec)).collect();
    // A program with several time limits gets the CPU time of the longest.
    foreign.sort_by_key(|entrant| entrant.limits.time.map(|time| GameClock::new(time).left()));
    if foreign.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found: Vec<Program> = foreign.iter().map(|entrant| program(&entrant.spec)).collect::<Result<_>>()?;
    let sandbox = if args.sandbox.trust { Sandbox::None } else { Sandbox::find()? };
    let memory = args.memory_limit;
    let shown: Vec<PathBuf> = args.sandbox.show.iter().map(std::path::absolute).collect::<io::Result<_>>()?;
    let cores = jobs::cores() as u32;
    let kept = |(entrant, program): (&Entrant, Program)| {
        let longest = GameClock::new(entrant.limits.time.unwrap_or_default()).left();
        let turn = patience(longest + tolerance);
        let limits = ProcessLimits { memory: memory << 20, cpu: turn.saturating_mul(TURNS * cores) };
        let keeper = Keeper::new(sandbox, limits)?
            .with_share(share)
            .with_variables(args.sandbox.env.iter().cloned())
            .with_shown(shown.clone());
        let program = program.kept_by(keeper);
        program
            .check_visible()
            .map_err(|error| Error::Usage(format!("{}: {error:#}", quote(&entrant.spec))))?;
        Ok((entrant.spec.clone(), program))
    };
    let kept: BTreeMap<String, Program> = foreign.into_iter().zip(found).map(kept).collect::<Result<_>>()?;
    // The games can be played even if stderr is closed.
    let _ = writeln!(io::stderr(), "foreign programs: {}; {memory} MiB each", described(sandbox));
    Ok(kept)
}

fn described(sandbox: Sandbox) -> &'static str {
    match sandbox {
        Sandbox::Bubblewrap => "bubblewrap: no network, files are read only, a private /tmp",
        Sandbox::None => "no sandbox (--trust)",
    }
}

/// Time to wait for a move: the allowed time and as long again (within limits),
/// to distinguish a late program from a silent one.
fn patience(allowed: Duration) -> Duration {
    allowed + allowed.clamp(Duration::from_millis(200), Duration::from_secs(2))
}

/// The players of a contest: strategies and foreign programs.
pub struct AnyPlayers<G: Game> {
    strategies: StrategyPlayers<G>,
    programs: BTreeMap<String, Program>,
    tolerance: Duration,
}

impl<G: Playable> AnyPlayers<G> {
    /// Players that may be late by `tolerance`; without foreign programs until
    /// [`AnyPlayers::find_programs`].
    pub fn new(tolerance: Duration) -> Self {
        AnyPlayers { strategies: StrategyPlayers::new(), programs: BTreeMap::new(), tolerance }
    }

    /// Finds the foreign programs among these engines.
    pub fn find_programs(&mut self, engines: &[Entrant], args: &ForeignArgs) -> Result<()> {
        self.programs = programs(engines, self.tolerance, args)?;
        Ok(())
    }
}

impl<G: Playable> Players<G> for AnyPlayers<G> {
    fn check(&self, entrant: &Entrant, start: Option<&G>) -> Result<(), EntrantError> {
        match language(entrant, start)? {
            Some(_) => Ok(()),
            None => self.strategies.check(entrant, start),
        }
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError> {
        let Some((name, _)) = split(&entrant.spec) else { return self.strategies.make(entrant, seed) };
        let language = languages::<G>().into_iter().find(|language| language.name == name);
        match (language, self.programs.get(&entrant.spec)) {
            (Some(language), Some(program)) => {
                let time = entrant.limits.time.unwrap_or_default();
                Ok(Box::new(ForeignPlayer::new(&language, program.clone(), time, self.tolerance)))
            }
            _ => Err(EntrantError::Other(format!("{} is not a known program", quote(&entrant.spec)))),
        }
    }
}

/// A foreign program as a player of one game.
pub struct ForeignPlayer<G> {
    connection: Box<dyn Connection<G>>,
    time: TimeControl,
    tolerance: Duration,
}

impl<G: Game> ForeignPlayer<G> {
    /// The program, which speaks this language; it has this time, and a move may be late by
    /// `tolerance`.
    pub fn new(language: &Language<G>, program: Program, time: TimeControl, tolerance: Duration) -> Self {
        ForeignPlayer { connection: language.connect(program, time), time, tolerance }
    }
}

impl<G: Playable> MatchPlayer<G> for ForeignPlayer<G> {
    fn choose(
        &mut self,
        history: &History<G>,
        clock: Option<&GameClock>,
    ) -> Result<ChosenMove<G::Move>, Fault> {
        let clock = clock.copied().unwrap_or(GameClock::new(self.time));
        self.connection.set_clock(&clock, history.state().moves_to_decision());
        let answer = self.connection.ask(history, patience(clock.left() + self.tolerance))?;
        Ok(ChosenMove::bare(answer.played, answer.time))
    }
}
