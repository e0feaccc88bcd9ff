//! `arena convert`: recorded games in another format.

use game::Playable;
use games::Visitor;
use records::{Format, Record};
use stdx::files;

use super::output::print;
use crate::cli::ConvertArgs;
use crate::error::{Error, Result, require};
use crate::position::{named_file, read_text, record};

/// Converts the games.
pub fn run(args: &ConvertArgs) -> Result<()> {
    games::visit(&args.game, &Convert { args })?
}

struct Convert<'a> {
    args: &'a ConvertArgs,
}

impl Visitor for Convert<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let ConvertArgs { file, to, out, game_number, skip, .. } = self.args;
        let format = to.unwrap_or_else(|| usual::<G>());
        let text = read_text(file)?;
        let mut written = String::new();
        let (mut count, mut wrong) = (0, Vec::new());
        let games = match game_number {
            Some(_) => vec![Ok(record::<G>(file, &text, *game_number)?)],
            None => records::read_each::<G>(&text).map_err(|error| named_file(file, error))?,
        };
        for game in games {
            let converted = game.and_then(|game: Record<G>| records::write(&[game], format));
            match converted {
                Ok(text) => {
                    written.push_str(&text);
                    count += 1;
                }
                Err(error) if *skip => wrong.push(error),
                Err(error) => return Err(named_file(file, error)),
            }
        }
        for error in &wrong {
            eprintln!("arena: left out: {error}");
        }
        require!(count > 0, "{}: none of {} games can be converted", file.display(), wrong.len());
        let Some(path) = out else { return print(&written) };
        files::replace(path, written.as_bytes()).map_err(|error| Error::Failure(error.into()))?;
        let left_out = if wrong.is_empty() { String::new() } else { format!(", {} left out", wrong.len()) };
        let games = if count == 1 { "game" } else { "games" };
        print(&format!("{count} {games} as {format} in {}{left_out}\n", path.display()))
    }
}

/// The format of the game's own programs, or moves.
fn usual<G: Playable>() -> Format {
    let own = [Format::Ggf, Format::Sgf].into_iter().find(|format| format.writes(G::NAME));
    own.unwrap_or(Format::Moves)
}
