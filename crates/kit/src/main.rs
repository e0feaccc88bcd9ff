//! Writes the skeleton of a new game or a new bot.
//!
//! `just new-game NAME` writes crates/NAME and adds one line to
//! crates/games/Cargo.toml; `just new-bot GAME JUDGE` writes bots/GAME-JUDGE. The
//! templates lie beside this crate's source; `{{name}}` and the like in them are
//! replaced.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand};

/// Write the skeleton of a new game or a new bot.
#[derive(Parser)]
#[command(
    name = "kit",
    version,
    after_help = "Examples:\n  just new-game gomoku\n  just new-bot gomoku botzone"
)]
struct Cli {
    /// Folder of the workspace [default: the current folder]
    #[arg(long, default_value = ".", hide_default_value = true)]
    workspace: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a rules crate with its tests, and list it in crates/games
    NewGame {
        /// Name of the game and its crate: lower-case letters and digits
        name: String,
    },
    /// Write a bot that plays a game on a judge
    NewBot {
        /// A game's crate in crates/
        game: String,
        /// botzone or gtp, for games whose moves are cells of a board
        judge: String,
        /// Name of the game on the judge's site [default: GAME with a capital letter]
        #[arg(long)]
        title: Option<String>,
    },
}

/// A file of a skeleton: its path and its template.
type Template = (&'static str, &'static str);

const GAME: [Template; 8] = [
    ("Cargo.toml", include_str!("../templates/game/Cargo.toml.in")),
    ("src/lib.rs", include_str!("../templates/game/src/lib.rs.in")),
    ("src/board.rs", include_str!("../templates/game/src/board.rs.in")),
    ("src/notation.rs", include_str!("../templates/game/src/notation.rs.in")),
    ("src/playable.rs", include_str!("../templates/game/src/playable.rs.in")),
    ("tests/rules.rs", include_str!("../templates/game/tests/rules.rs.in")),
    ("tests/text.rs", include_str!("../templates/game/tests/text.rs.in")),
    ("tests/strategies.rs", include_str!("../templates/game/tests/strategies.rs.in")),
];
const NAIVE: Template = ("tests/naive/mod.rs", include_str!("../templates/game/tests/naive/mod.rs.in"));

const BOT: [Template; 3] = [
    ("Cargo.toml", include_str!("../templates/bot/Cargo.toml.in")),
    ("src/main.rs", include_str!("../templates/bot/src/main.rs.in")),
    ("tests/games.rs", include_str!("../templates/bot/tests/games.rs.in")),
];

/// The judges that any game on a board of cells can be played on: name, type in
/// bot-common, and words for the documentation.
const JUDGES: [(&str, &str, &str); 2] =
    [("botzone", "Botzone", "on Botzone"), ("gtp", "Gtp", "under GoGui and other GTP controllers")];

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::NewGame { name } => new_game(&cli.workspace, name),
        Command::NewBot { game, judge, title } => new_bot(&cli.workspace, game, judge, title.as_deref()),
    };
    match done {
        Ok(message) => {
            // A reader that has closed the pipe does not want the message.
            let _ = writeln!(io::stdout(), "{message}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("kit: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn new_game(workspace: &Path, name: &str) -> Result<String> {
    check_name(name)?;
    let folder = new_folder(workspace, &format!("crates/{name}"))?;
    let list = workspace.join("crates/games/Cargo.toml");
    let games = fs::read_to_string(&list)
        .with_context(|| format!("cannot read {}; is this the workspace's folder?", list.display()))?;
    let replace = [("{{name}}", name), ("{{Name}}", &capitalised(name))];
    write_all(&folder, GAME.iter().chain([&NAIVE]), &replace)?;
    let line = format!("{name} = {{ package = \"tesuji-{name}\", path = \"../{name}\" }}\n");
    fs::write(&list, games + &line).with_context(|| format!("cannot write {}", list.display()))?;
    Ok(format!(
        "Wrote crates/{name} and one line in crates/games/Cargo.toml.\n\
         Test it:   cargo test -p tesuji-{name}\n\
         Play it:   just arena play {name}\n\
         Match:     just arena match {name} uct random --sims 200 --games 20\n\
         Its rules: crates/{name}/src/board.rs (SIZE and LINE), and the same in words in crates/{name}/tests/naive"
    ))
}

fn new_bot(workspace: &Path, game: &str, judge: &str, title: Option<&str>) -> Result<String> {
    let known = JUDGES.map(|(name, ..)| name).join(", ");
    let Some((_, protocol, place)) = JUDGES.iter().find(|(name, ..)| *name == judge) else {
        bail!("there is no skeleton for judge {judge:?}; there are: {known}");
    };
    let source = workspace.join("crates").join(game).join("src/lib.rs");
    ensure!(source.is_file(), "there is no game crates/{game}; `just new-game {game}` writes one");
    let name = format!("{game}-{judge}");
    let folder = new_folder(workspace, &format!("bots/{name}"))?;
    let title = title.map_or_else(|| capitalised(game), String::from);
    let replace = [
        ("{{name}}", name.as_str()),
        ("{{game}}", game),
        ("{{Title}}", &title),
        ("{{Protocol}}", protocol),
        ("{{place}}", place),
    ];
    write_all(&folder, BOT.iter(), &replace)?;
    Ok(format!(
        "Wrote bots/{name}.\n\
         Test it:   cargo test -p {name}\n\
         Build it:  just dist (writes dist/{name})\n\
         Try it:    just trial"
    ))
}

fn check_name(name: &str) -> Result<()> {
    let letters = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let first = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    ensure!(
        letters && first && name.len() <= 24,
        "{name:?} is not a name for a game: use 1 to 24 lower-case letters and digits, a letter first"
    );
    const TAKEN: [&str; 12] = [
        "abstract", "alloc", "core", "crate", "match", "proc", "self", "static", "std", "struct", "super",
        "test",
    ];
    ensure!(!TAKEN.contains(&name), "{name:?} has a meaning in Rust; choose another name");
    Ok(())
}

/// A folder of the workspace that does not exist yet.
fn new_folder(workspace: &Path, name: &str) -> Result<PathBuf> {
    let folder = workspace.join(name);
    ensure!(!folder.exists(), "{name} exists already");
    Ok(folder)
}

fn write_all<'a>(
    folder: &Path,
    templates: impl Iterator<Item = &'a Template>,
    replace: &[(&str, &str)],
) -> Result<()> {
    for (path, template) in templates {
        let path = folder.join(path);
        let text = replace.iter().fold(template.to_string(), |text, (from, to)| text.replace(from, to));
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn capitalised(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with nothing but the list of games.
    fn workspace(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kit-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("crates/games")).unwrap();
        fs::write(folder.join("crates/games/Cargo.toml"), "[dependencies]\n").unwrap();
        folder
    }

    #[test]
    fn a_game_and_its_bot_are_written_once() {
        let folder = workspace("once");
        new_game(&folder, "gomoku").unwrap();
        new_bot(&folder, "gomoku", "botzone", None).unwrap();
        let list = fs::read_to_string(folder.join("crates/games/Cargo.toml")).unwrap();
        assert_eq!(list, "[dependencies]\ngomoku = { package = \"tesuji-gomoku\", path = \"../gomoku\" }\n");
        let main = fs::read_to_string(folder.join("bots/gomoku-botzone/src/main.rs")).unwrap();
        assert!(main.contains("gomoku-botzone") && main.contains("Gomoku") && !main.contains("{{"), "{main}");
        assert_eq!(new_game(&folder, "gomoku").unwrap_err().to_string(), "crates/gomoku exists already");
        let again = new_bot(&folder, "gomoku", "botzone", None).unwrap_err().to_string();
        assert_eq!(again, "bots/gomoku-botzone exists already");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wrong_names_are_refused_and_nothing_is_written() {
        let folder = workspace("wrong");
        for wrong in ["", "Gomoku", "5x5", "go-moku", "a/b", "../x", "é", "match"] {
            assert!(new_game(&folder, wrong).is_err(), "{wrong}");
        }
        let error = |game, judge| new_bot(&folder, game, judge, None).unwrap_err().to_string();
        assert_eq!(
            error("chess", "botzone"),
            "there is no game crates/chess; `just new-game chess` writes one"
        );
        assert_eq!(
            error("chess", "fics"),
            "there is no skeleton for judge \"fics\"; there are: botzone, gtp"
        );
        assert_eq!(fs::read_dir(folder.join("crates")).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
