//! The contests that the studio's page starts, prepared as those of the command line are.
//!
//! The page names strategies and programs; commands come from the user's command line or
//! are made here, for programs that lie in the folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use contest::{ContestKind, Entrant, MoveLimits, RunOptions, START, Shard, run};
use game::Playable;
use game::error::quote;
use games::Visitor;
use studio::server::matches::play::{Job, Limit, Order, Organizer, Player};

use crate::cli::{Boards, ContestArgs, ForeignArgs, NamedProgram, Openings, StudioArgs};
use crate::commands::prepare;
use crate::error::{Error, Result, require};
use crate::foreign;
use crate::render::text::one_line;

/// Most games of a contest that the page starts.
const MOST_GAMES: u64 = 1_000_000;

/// Longest time of a move, in milliseconds.
const LONGEST: u64 = 600_000;

/// Plays the contests of the page.
pub struct Contests {
    programs: Vec<NamedProgram>,
    foreign: ForeignArgs,
}

impl Contests {
    /// With the programs of the command line.
    pub fn new(args: &StudioArgs) -> Result<Self> {
        for (i, program) in args.program.iter().enumerate() {
            let is_new = args.program[..i].iter().all(|other| other.name != program.name);
            require!(is_new, "two programs have the name {}", quote(&program.name));
        }
        Ok(Contests { programs: args.program.clone(), foreign: args.foreign.clone() })
    }

    /// The engine of a player that the page has named.
    fn entrant(&self, player: &Player, limits: &MoveLimits) -> Result<Entrant> {
        let (name, spec) = match player {
            Player::Strategy(spec) => {
                // A command from the page is never run.
                require!(
                    !foreign::is_foreign(spec),
                    "{} is not a strategy; a program must lie in the folder or be named with --program",
                    quote(spec)
                );
                (None, spec.clone())
            }
            Player::Program(name) => {
                let found = self.programs.iter().find(|program| program.name == *name);
                let found =
                    found.ok_or_else(|| Error::usage(format!("there is no program {}", quote(name))))?;
                (Some(name.clone()), found.spec.clone())
            }
            Player::File { folder, name, language } => {
                let known = self.languages().values().any(|names| names.contains(language));
                require!(known, "{} is not a language of programs", quote(language));
                (Some(name.clone()), command(folder, name, language)?)
            }
        };
        Ok(Entrant { name, ..Entrant::new(spec, limits.clone()) })
    }

    /// The options of the command line that stand for an order.
    fn args(&self, order: &Order, engines: &[Entrant], log: &Path) -> ContestArgs {
        let is_kept = engines.iter().any(|entrant| prepare::is_kept(&entrant.spec));
        ContestArgs {
            limits: Default::default(),
            tolerance: Duration::from_millis(50),
            seed: order.seed,
            jobs: order.jobs,
            // A kept program makes all its moves itself.
            openings: is_kept.then_some(Openings::Random(0)),
            from: START.to_string(),
            boards: Boards::Usual,
            adjudicate: order.adjudicate,
            log: Some(log.to_path_buf()),
            resume: false,
            json: false,
            foreign: self.foreign.clone(),
        }
    }

    fn checked(&self, order: &Order, players: &[Player], log: &Path) -> Result<Job> {
        require!(order.games <= MOST_GAMES, "{} games are too many; at most {MOST_GAMES}", order.games);
        require!((1..=256).contains(&order.jobs), "1 to 256 games at a time, not {}", order.jobs);
        let limits = limits(order.limit)?;
        let mut engines =
            players.iter().map(|player| self.entrant(player, &limits)).collect::<Result<Vec<_>>>()?;
        // A program that plays itself.
        if let [a, b] = engines.as_mut_slice()
            && a.name == b.name
            && let (Some(first), Some(second)) = (&mut a.name, &mut b.name)
        {
            first.push_str("-a");
            second.push_str("-b");
        }
        let kind = match order.test {
            None => ContestKind::Match,
            Some([elo0, elo1]) => {
                let in_range = |elo: f64| elo.abs() <= 1000.0;
                require!(
                    elo0 < elo1 && in_range(elo0) && in_range(elo1),
                    "the hypotheses are {elo0} and {elo1} Elo; the first must be less, both within 1000"
                );
                ContestKind::Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
            }
        };
        let args = self.args(order, &engines, log);
        games::visit(&order.game, &Prepare { kind, engines, games: order.games, args })?
    }
}

impl Organizer for Contests {
    fn programs(&self) -> Vec<String> {
        self.programs.iter().map(|program| program.name.clone()).collect()
    }

    fn languages(&self) -> BTreeMap<String, Vec<String>> {
        let one = |name: &&str| Some((name.to_string(), games::visit(name, &Languages).ok()?));
        games::NAMES.iter().filter_map(one).collect()
    }

    fn prepare(&self, order: &Order, players: &[Player], log: &Path) -> Result<Job, String> {
        self.checked(order, players, log).map_err(|error| one_line(&error.to_string()))
    }
}

/// The command of a program that lies in a folder. A file of Python needs no first line
/// that names its interpreter.
fn command(folder: &Path, name: &str, language: &str) -> Result<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ['.', '-', '_', '+'].contains(&c);
    require!(
        name.chars().all(is_plain) && !name.starts_with('-'),
        "{}: the name of a program may have letters, digits and . - _ +",
        quote(name)
    );
    let folder = folder.to_str().filter(|path| !path.contains(['\'', '"', '\\', '\n', '@']));
    let folder =
        folder.ok_or_else(|| Error::usage("the path of the folder has a quote, a backslash or an @"))?;
    let start = if name.ends_with(".py") { "python3 " } else { "./" };
    Ok(format!("{language}:cd '{folder}'; {start}{name}"))
}

fn limits(limit: Limit) -> Result<MoveLimits> {
    let none = MoveLimits::default();
    let (Limit::Ms(count) | Limit::Simulations(count) | Limit::Nodes(count)) = limit;
    require!(count > 0, "a limit is at least 1");
    Ok(match limit {
        Limit::Ms(ms) => {
            require!(ms <= LONGEST, "{ms} ms are too long; at most {LONGEST} ms");
            MoveLimits::per_move(Duration::from_millis(ms))
        }
        Limit::Simulations(sims) => MoveLimits { sims: Some(sims), ..none },
        Limit::Nodes(nodes) => MoveLimits { nodes: Some(nodes), ..none },
    })
}

/// Names of the languages in which a program can play, except for libraries.
struct Languages;

impl Visitor for Languages {
    type Output = Vec<String>;

    fn visit<G: Playable>(&self) -> Vec<String> {
        let form = |form: String| form.strip_suffix(":COMMAND").map(String::from);
        foreign::forms::<G>().into_iter().filter_map(form).collect()
    }
}

struct Prepare {
    kind: ContestKind,
    engines: Vec<Entrant>,
    games: u64,
    args: ContestArgs,
}

impl Visitor for Prepare {
    type Output = Result<Job>;

    fn visit<G: Playable>(&self) -> Result<Job> {
        let Prepare { kind, engines, games, args } = self;
        let contest = prepare::contest::<G>(kind.clone(), engines.clone(), *games, args)?;
        let (jobs, log) = (args.jobs as usize, args.log.clone());
        Ok(Box::new(move |stop: &AtomicBool| {
            let options = RunOptions { jobs, log: log.as_deref(), resume: false, stop };
            let played = run::play_all(&contest, Shard::WHOLE, options, |_| ());
            played.map(drop).map_err(|error| one_line(&error.to_string()))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contests() -> Contests {
        let crate::cli::Command::Studio(args) = parsed(&["arena", "studio", "."]) else { panic!("another") };
        Contests::new(&args).unwrap()
    }

    fn parsed(words: &[&str]) -> crate::cli::Command {
        match crate::cli::parse(words.iter().map(std::ffi::OsString::from)) {
            Ok(cli) => cli.command,
            Err(_) => panic!("{words:?} is refused"),
        }
    }

    fn order(text: &str) -> Order {
        serde_json::from_str(text).unwrap()
    }

    const ORDER: &str = r#"{"game":"tictactoe","engines":[{"strategy":"uct"},{"strategy":"random"}],
        "games":4,"limit":{"simulations":10}}"#;

    fn error(order: &Order, players: &[Player]) -> String {
        contests().prepare(order, players, Path::new("never-written.jsonl")).err().unwrap()
    }

    #[test]
    fn the_page_cannot_send_a_command() {
        let strategy = |spec: &str| Player::Strategy(spec.to_string());
        for spec in ["botzone:/bin/sh", "gtp:cd /; ./x", "kaggle:x", "so:/tmp/x.so"] {
            let said = error(&order(ORDER), &[strategy(spec), strategy("random")]);
            assert!(said.contains("is not a strategy; a program must lie in the folder"), "{said}");
        }
        // A label in front is no way round it.
        let said = error(&order(ORDER), &[strategy("x=botzone:/bin/sh"), strategy("random")]);
        assert!(said.contains("is not of the form key=value"), "{said}");
        let file = |name: &str, language: &str| Player::File {
            folder: "/tmp".into(),
            name: name.to_string(),
            language: language.to_string(),
        };
        let said = error(&order(ORDER), &[file("x; rm -rf ~", "botzone"), strategy("random")]);
        assert!(said.contains("the name of a program may have letters"), "{said}");
        let said = error(&order(ORDER), &[file("x", "sh"), strategy("random")]);
        assert!(said.contains("'sh' is not a language"), "{said}");
        let said = error(&order(ORDER), &[Player::Program("mine".to_string()), strategy("random")]);
        assert_eq!(said, "there is no program 'mine'");
    }

    #[test]
    fn a_wrong_order_is_refused_before_the_first_game() {
        let players = ["uct", "random"].map(|spec| Player::Strategy(spec.to_string()));
        let wrong = |from: &str, to: &str| error(&order(&ORDER.replace(from, to)), &players);
        assert!(wrong("\"games\":4", "\"games\":3").contains("pairs of games"));
        assert!(wrong("\"games\":4", "\"games\":40000000").contains("too many"));
        assert!(wrong("10}", "0}").contains("at least 1"));
        assert!(wrong("\"games\"", "\"test\":[5,5],\"games\"").contains("the first must be less"));
        assert!(wrong("\"games\"", "\"jobs\":0,\"games\"").contains("games at a time"));
        assert!(wrong("tictactoe", "chess").contains("'chess'"));
        let unknown = ["unknown", "random"].map(|spec| Player::Strategy(spec.to_string()));
        assert!(error(&order(ORDER), &unknown).contains("'unknown'"));
        assert!(contests().prepare(&order(ORDER), &players, Path::new("never-written.jsonl")).is_ok());
        assert!(!Path::new("never-written.jsonl").exists(), "nothing is written before the first game");
    }
}
