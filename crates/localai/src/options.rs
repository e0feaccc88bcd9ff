//! The command line.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;

use referee::Program;

use crate::site::{Secret, Site};

/// Environment variable with the secret; bots do not get it.
const SECRET: &str = "BOTZONE_SECRET";

const EXAMPLES: &str = "\
The secret is never an argument: set the environment variable BOTZONE_SECRET or use
--secret-file.

Examples:
  BOTZONE_SECRET=... localai --user ID dist/othello-botzone
  localai --user ID --secret-file secret.txt --start Reversi --against BOT --matches 1 \\
      dist/othello-botzone --time 0.5";

/// Plays on Botzone (botzone.org.cn) from this machine, with a bot's program.
#[derive(Parser)]
#[command(name = "localai", version, after_help = EXAMPLES)]
struct Arguments {
    /// User id, from the site's page about the local AI
    #[arg(long, value_name = "ID")]
    user: String,
    /// File with the secret from that page (default: the variable BOTZONE_SECRET)
    #[arg(long, value_name = "FILE")]
    secret_file: Option<PathBuf>,
    /// Start a match of this game: Reversi, NoGo or TicTacToe; needs --against
    #[arg(long, value_name = "GAME", requires = "against")]
    start: Option<String>,
    /// Id of the opponent's bot in the match to start
    #[arg(long, value_name = "BOT", requires = "start")]
    against: Option<String>,
    /// Player number in the match to start; player 0 moves first
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..2))]
    slot: u8,
    /// Stop after this number of finished matches (default: never)
    #[arg(long, value_name = "N")]
    matches: Option<u64>,
    /// Number of bots at a time; the requests of further matches wait
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100))]
    most: u64,
    /// Time limit of an answer of the bot; a bot that takes longer is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    limit: f64,
    /// Pause before the next try when the site does not answer; it doubles with every
    /// further failure, up to 64 times
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    wait: f64,
    /// Address of the site's interface: https, or http on this machine
    #[arg(long, value_name = "URL", default_value = "https://www.botzone.org.cn/api")]
    site: String,
    /// Program of a bot for Botzone, with its arguments; one process per match
    #[arg(required = true, value_name = "PROGRAM", trailing_var_arg = true, allow_hyphen_values = true)]
    bot: Vec<OsString>,
}

/// The checked command line.
pub struct Options {
    /// The site, with user and secret.
    pub site: Site,
    /// Headers of the request that starts a match; empty if none is started.
    pub start: Vec<(String, String)>,
    /// The bot's program.
    pub bot: Program,
    /// Pause before the next try.
    pub wait: Duration,
    /// Number of finished matches after which to stop.
    pub matches: Option<u64>,
    /// Largest number of bots at a time.
    pub most: usize,
    /// Time limit of an answer.
    pub limit: Duration,
}

impl Options {
    /// Reads and checks the command line.
    pub fn parse() -> Result<Options> {
        let Arguments { user, secret_file, start, against, slot, matches, most, limit, wait, site, bot } =
            Arguments::parse();
        ensure!(
            user.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            "--user takes the id from the site, letters and digits only"
        );
        let headers = |(game, against): (String, String)| {
            let mut players = [String::from("me"), against];
            players.rotate_right(slot.into());
            let [first, second] = players;
            let headers = [("X-Game", game), ("X-Player-0", first), ("X-Player-1", second)];
            headers.map(|(name, value)| (name.to_string(), value)).to_vec()
        };
        let start = start.zip(against).map(headers).unwrap_or_default();
        let wait = Duration::try_from_secs_f64(wait).context("--wait takes seconds, as in 5")?;
        let limit = Duration::try_from_secs_f64(limit).context("--limit takes seconds, as in 60")?;
        let site = Site::new(&site, &user, secret(secret_file)?)?;
        let [path, arguments @ ..] = &bot[..] else {
            bail!("the bot's program is missing");
        };
        let bot = Program::new(path).with(arguments).with(["--keep-running"]).without_env(SECRET);
        Ok(Options { site, start, bot, wait, matches, most: most as usize, limit })
    }
}

fn secret(file: Option<PathBuf>) -> Result<Secret> {
    let text = match file {
        Some(file) => fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?,
        None => match env::var(SECRET) {
            Ok(text) => text,
            Err(_) => bail!("there is no secret: set BOTZONE_SECRET or use --secret-file"),
        },
    };
    Secret::new(&text)
}
