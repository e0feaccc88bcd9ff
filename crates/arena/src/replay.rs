//! `arena replay`: the games of a log, looked at again.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use game::Side;
use serde_json::{Value, json};

use crate::cli::ReplayArgs;
use crate::contest::Contest;
use crate::games::{self, Playable, Visitor};
use crate::log::{self, Games, Header, Line, Winner};
use crate::tally::Name;
use crate::terms::{Entrant, Fixture, Kind, Terms};
use crate::text::{one_line, time};

/// The whole output.
pub fn run(args: &ReplayArgs) -> Result<String> {
    let (header, games) = log::read(&args.log)?;
    match args.number {
        Some(number) => {
            let found = games.get(&(number - 1));
            let (at, line) = found.with_context(|| format!("{} has no game {number}", args.log.display()))?;
            let shown =
                games::visit(&header.terms.game, &Show { header: &header, path: &args.log, at: *at, line })??;
            Ok(if args.json { format!("{:#}\n", json!(line)) } else { shown })
        }
        None if args.json => {
            Ok(format!("{:#}\n", games.values().map(|(_, line)| json!(line)).collect::<Value>()))
        }
        None => Ok(list(&games)),
    }
}

fn list(games: &Games) -> String {
    let mut out = format!("{:>6}{:>7}  {:<20}\n", "game", "plies", "winner");
    for (_, line) in games.values() {
        let plies = line.opening.len() + line.moves.len();
        let engine = match line.winner {
            Winner::First => format!("first: {}", line.first),
            Winner::Second => format!("second: {}", line.second),
            Winner::Nobody => "nobody".to_string(),
        };
        let fault = line.fault.as_ref().map_or(String::new(), |fault| format!(" ({})", fault.kind.name()));
        let _ = writeln!(out, "{:>6}{plies:>7}  {}{fault}", line.game, one_line(&engine));
    }
    out
}

/// The game as the contest has it. The engines of a tuning follow from the
/// games before; here they are taken as they are written.
fn fixture(terms: &Terms, line: &Line) -> Fixture {
    let mut fixture = terms.fixture(line.game - 1);
    if let Kind::Tune(_) = terms.kind {
        let mut specs = [line.first.clone(), line.second.clone()];
        if Name::side_of_a(fixture.game) == Side::Second {
            specs.swap(0, 1);
        }
        fixture.engines = specs.map(|spec| Entrant { spec, ..terms.engines[0].clone() });
    }
    fixture
}

/// One game, drawn move by move.
struct Show<'a> {
    header: &'a Header,
    path: &'a Path,
    at: usize,
    line: &'a Line,
}

impl Visitor for Show<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(&self) -> Result<String> {
        let Show { header, path, at, line } = self;
        let contest = Contest::<G>::of(header.terms.clone())?;
        let finished = contest.read(&fixture(&header.terms, line), line);
        let finished = finished.with_context(|| format!("{}: game {}", log::at(path, *at), line.game))?;
        let mut out = format!(
            "game {} of {}: {} against {}\n\n",
            line.game,
            path.display(),
            one_line(&line.first),
            one_line(&line.second)
        );
        let mut state = *finished.history.start();
        out.push_str(&state.draw(None));
        for (i, &m) in finished.history.moves().iter().enumerate() {
            let turn = i.checked_sub(finished.opening).map(|i| &finished.turns[i]);
            let _ = write!(out, "\n{}. {}", i + 1, state.move_text(m));
            let _ = match turn {
                None => writeln!(out, "  (opening)"),
                Some(turn) => writeln!(out, "  (value {:+.2}, {})", turn.value, time(turn.time)),
            };
            state.play_unchecked(m);
            out.push_str(&state.draw(Some(m)));
        }
        let winner = match line.winner {
            Winner::First => format!("{} wins", line.first),
            Winner::Second => format!("{} wins", line.second),
            Winner::Nobody => "a draw".to_string(),
        };
        let _ = write!(out, "\n{}", one_line(&winner));
        if let Some(fault) = &line.fault {
            let _ = write!(out, ": {}: {}", fault.kind.name(), one_line(&fault.text));
        }
        let used: Duration = finished.turns.iter().map(|turn| turn.time).sum();
        let _ =
            writeln!(out, ", after {} plies and {} of thought", finished.history.moves().len(), time(used));
        Ok(out)
    }
}
