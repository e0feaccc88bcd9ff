//! The command line.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use lexopt::{Arg, Parser, ValueExt};

use crate::site::{Secret, Site};

pub const HELP: &str = "localai plays on Botzone (botzone.org.cn) from this machine.

Usage: localai --user ID [OPTION]... PROGRAM [ARGUMENT]...

  PROGRAM            a bot of ours for Botzone, one process per match
  --user ID          the user's number, from the local AI's page on the site
  --secret-file FILE holds the secret from that page; without it the secret is the
                     environment's BOTZONE_SECRET (and never an argument)
  --start GAME       start a match of this game (Reversi, NoGo, TicTacToe) …
  --against BOT      … against the bot with this number …
  --slot 0|1         … as this player (0 begins, and is what is taken)
  --matches N        end when so many matches are over; without it, never
  --wait SECONDS     wait so long when the site has no time (5)
  --site URL         https://www.botzone.org.cn/api, if not said
  --help             this text
";

const SITE: &str = "https://www.botzone.org.cn/api";

/// What the user wants.
pub struct Options {
    /// The site, as the user sees it.
    pub site: Site,
    /// Headers that start a match; none if none is to be started.
    pub start: Vec<(String, String)>,
    /// The bot's program and its arguments.
    pub bot: Vec<OsString>,
    /// How long to wait when the site has no time.
    pub wait: Duration,
    /// End after so many matches.
    pub most: Option<u64>,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    pub fn parse() -> Result<Option<Options>> {
        let (mut user, mut file, mut site) = (None, None, SITE.to_string());
        let (mut start, mut against, mut slot) = (None, None, 0);
        let (mut wait, mut most, mut bot) = (5.0, None, Vec::new());
        let mut parser = Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("user") => user = Some(parser.value()?.string()?),
                Arg::Long("secret-file") => file = Some(PathBuf::from(parser.value()?)),
                Arg::Long("start") => start = Some(parser.value()?.string()?),
                Arg::Long("against") => against = Some(parser.value()?.string()?),
                Arg::Long("slot") => slot = parser.value()?.parse()?,
                Arg::Long("matches") => most = Some(parser.value()?.parse()?),
                Arg::Long("wait") => wait = parser.value()?.parse()?,
                Arg::Long("site") => site = parser.value()?.string()?,
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                Arg::Value(program) => {
                    bot.push(program);
                    bot.extend(parser.raw_args()?);
                }
                other => return Err(other.unexpected().into()),
            }
        }
        let user = user.context("--user is missing: the number from the local AI's page")?;
        if !user.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            bail!("--user is a number of the site's");
        }
        if bot.is_empty() {
            bail!("the bot's program is missing");
        }
        let start = match (start, against) {
            (None, None) => Vec::new(),
            (Some(game), Some(against)) if slot < 2 => {
                let mut players = [String::from("me"), against];
                players.rotate_right(slot);
                let [first, second] = players;
                let headers = [("X-Game", game), ("X-Player-0", first), ("X-Player-1", second)];
                headers.map(|(name, value)| (name.to_string(), value)).to_vec()
            }
            _ => bail!("--start GAME and --against BOT go together, and --slot is 0 or 1"),
        };
        let wait = Duration::try_from_secs_f64(wait).context("--wait takes seconds, as in 5")?;
        let site = Site::new(&site, &user, secret(file)?);
        Ok(Some(Options { site, start, bot, wait, most }))
    }
}

fn secret(file: Option<PathBuf>) -> Result<Secret> {
    let text = match file {
        Some(file) => fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?,
        None => match env::var("BOTZONE_SECRET") {
            Ok(text) => text,
            Err(_) => bail!("there is no secret: set BOTZONE_SECRET, or use --secret-file"),
        },
    };
    Secret::new(&text)
}
