//! Foreign programs: what a spec says of one, which languages a game is played
//! in, and the program as a player.
//!
//! `gtp:"gnugo --mode gtp"` is a language and a command line. What a language
//! is, and how a program is kept from doing harm, is [`referee`]'s business.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::error::quote;
use game::{Game, History};
pub use referee::Language;
use referee::keeper::COMPETE;
use referee::language::{LIBRARY, NAMES};
use referee::{Connection, Fault, Keeper, ProcessLimits, Program, Sandbox, languages};

use crate::cli::ForeignArgs;
use crate::games::Playable;
use crate::player::{Choice, Player};
use crate::terms::Entrant;

/// The CPU time of a program is that of so many turns on all cores: what no
/// game needs.
const TURNS: u32 = 500;

/// The language and the command line of a spec that is no strategy of ours.
fn split(spec: &str) -> Option<(&str, &str)> {
    spec.split_once(':').filter(|(language, _)| NAMES.contains(language))
}

/// Does the spec name a foreign program?
pub fn is_foreign(spec: &str) -> bool {
    split(spec).is_some()
}

/// The foreign programs of a game, as help names them.
pub fn forms<G: Playable>() -> Vec<String> {
    let form = |language: Language<G>| {
        format!("{}:{}", language.name, if language.name == LIBRARY { "FILE" } else { "COMMAND" })
    };
    languages::<G>().into_iter().map(form).collect()
}

/// The language of an entrant, if it is a foreign program. It has to be one of
/// this game, and the program is limited by time alone.
pub fn language<G: Playable>(entrant: &Entrant, start: Option<&G>) -> Result<Option<Language<G>>> {
    let Some((name, command)) = split(&entrant.spec) else { return Ok(None) };
    let forms = forms::<G>();
    let found = languages::<G>().into_iter().find(|language| language.name == name);
    let language = found.with_context(|| match forms.is_empty() {
        true => format!("{}: foreign programs do not play {}", quote(&entrant.spec), G::NAME),
        false => format!("{name} is no language for {}; there are: {}", G::NAME, forms.join(", ")),
    })?;
    ensure!(!command.trim().is_empty(), "{name}: is followed by a program, as in {}", forms[0]);
    let limits = &entrant.limits;
    ensure!(
        limits.time.is_some() && limits.sims.is_none() && limits.nodes.is_none(),
        "{} is limited by --time alone (in a match, --sims-a or --nodes-b is for the other side)",
        quote(&entrant.spec)
    );
    ensure!(
        language.any_start || start.is_some_and(|start| *start == G::start()),
        "{name} cannot tell of another start than the usual one"
    );
    Ok(Some(language))
}

/// The program of a spec; it has to be there.
fn program(spec: &str) -> Result<Program> {
    let (language, command) = split(spec).context("a foreign program is LANGUAGE:COMMAND")?;
    if language != LIBRARY {
        return Program::of_command(command).with_context(|| quote(spec));
    }
    ensure!(Path::new(command).is_file(), "{}: there is no library {}", quote(spec), quote(command));
    let itself = env::current_exe().context("cannot find this program's own file")?;
    Ok(Program::new(itself).with([COMPETE.into(), std::path::absolute(command)?]))
}

/// The foreign programs among these engines, by spec, each with its keeper; all
/// have to be there. Says in one line what keeps them.
pub fn programs(
    engines: &[Entrant],
    tolerance: Duration,
    args: &ForeignArgs,
) -> Result<BTreeMap<String, Program>> {
    let foreign: Vec<&Entrant> = engines.iter().filter(|entrant| is_foreign(&entrant.spec)).collect();
    if foreign.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found: Vec<Program> = foreign.iter().map(|entrant| program(&entrant.spec)).collect::<Result<_>>()?;
    let (sandbox, why) = match args.trust {
        true => (Sandbox::None, "--trust".to_string()),
        false => Sandbox::choose()?,
    };
    let why = if why.is_empty() { why } else { format!(" ({why})") };
    let memory = args.memory_limit;
    // Who has closed stderr does not want to know.
    let _ = writeln!(io::stderr(), "foreign programs: {}{why}; {memory} MiB each", described(sandbox));
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let kept = |(entrant, program): (&Entrant, Program)| {
        let turn = patience(entrant.limits.time.unwrap_or_default() + tolerance);
        let limits = ProcessLimits { memory: memory << 20, cpu: turn.saturating_mul(TURNS * cores) };
        Ok((entrant.spec.clone(), program.kept_by(Keeper::new(sandbox, limits)?)))
    };
    foreign.into_iter().zip(found).map(kept).collect()
}

fn described(sandbox: Sandbox) -> &'static str {
    match sandbox {
        Sandbox::Bubblewrap => "bubblewrap: no network, files are read only, a private /tmp",
        Sandbox::Namespaces => "user namespace: no network, files are read only, a private /tmp",
        Sandbox::None => "no sandbox",
    }
}

/// How long a move is waited for: when it is certain to be late, as long again
/// (within reason), to tell a late program from a silent one.
fn patience(allowed: Duration) -> Duration {
    allowed + allowed.clamp(Duration::from_millis(200), Duration::from_secs(2))
}

/// A foreign program as a player of one game.
pub struct Foreign<G>(Box<dyn Connection<G>>);

impl<G: Game> Foreign<G> {
    /// The program, asked in this language for moves that may take so long.
    pub fn new(language: &Language<G>, program: Program, time: Duration) -> Self {
        Foreign(language.connect(program, time))
    }
}

impl<G: Game> Player<G> for Foreign<G> {
    fn choose(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        tolerance: Duration,
    ) -> Result<Choice<G::Move>, Fault> {
        let allowed = budget.wall.unwrap_or_default() + tolerance;
        let answer = self.0.ask(history, patience(allowed))?;
        let (played, time) = (answer.played, answer.time);
        Ok(Choice { played, time, value: 0.0, simulations: 0, nodes: 0, proven: None })
    }
}
