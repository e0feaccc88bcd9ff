//! `arena replay`: shows the games of a log.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use contest::log::{self, Games};
use contest::{
    Contender, ContestKind, Entrant, Fixture, GameRecord, Header, LogError, Schedule, Terms, Winner,
};
use game::{Playable, Side};
use games::Visitor;
use serde_json::{Value, json};

use crate::cli::ReplayArgs;
use crate::error::{Error, Result};
use crate::render::text::{one_line, time};

/// The whole output.
pub fn run(args: &ReplayArgs) -> Result<String> {
    let (header, games) = log::read(&args.log)?;
    match args.number {
        Some(number) => {
            let Some((line, record)) = games.get(&(number - 1)) else {
                return Err(Error::Usage(format!("{} has no game {number}", args.log.display())));
            };
            let show = Show { header: &header, path: &args.log, line: *line, record };
            let shown = games::visit(&header.terms.game, &show)??;
            Ok(if args.json { format!("{:#}\n", json!(record)) } else { shown })
        }
        None if args.json => {
            Ok(format!("{:#}\n", games.values().map(|(_, record)| json!(record)).collect::<Value>()))
        }
        None => Ok(list(&games)),
    }
}

fn list(games: &Games) -> String {
    let mut out = format!("{:>6}{:>7}  {:<20}\n", "game", "plies", "winner");
    for (_, record) in games.values() {
        let plies = record.opening.len() + record.moves.len();
        let winner = match record.winner {
            Winner::First => format!("first: {}", record.first),
            Winner::Second => format!("second: {}", record.second),
            Winner::Draw => "draw".to_string(),
        };
        let forfeit =
            record.forfeit.as_ref().map_or(String::new(), |forfeit| format!(" ({})", forfeit.kind.name()));
        let _ = writeln!(out, "{:>6}{plies:>7}  {}{forfeit}", record.game, one_line(&winner));
    }
    out
}

/// The fixture of a record. The engines of a tuning follow from the games
/// before; here they are those of the record.
fn fixture(terms: &Terms, record: &GameRecord) -> Fixture {
    let mut fixture = terms.fixture(record.game - 1);
    if let ContestKind::Tune(_) = terms.kind {
        let mut specs = [record.first.clone(), record.second.clone()];
        if Contender::side_of_a(fixture.game) == Side::Second {
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
    line: usize,
    record: &'a GameRecord,
}

impl Visitor for Show<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(&self) -> Result<String> {
        let &Show { header, path, line, record } = self;
        let schedule = Schedule::<G>::new(header.terms.clone())?;
        let finished = schedule.restore(&fixture(&header.terms, record), record);
        let finished = finished.map_err(|why| LogError::Line { path: path.to_path_buf(), line, why })?;
        let mut out = format!(
            "game {} of {}: {} against {}\n\n",
            record.game,
            path.display(),
            one_line(&record.first),
            one_line(&record.second)
        );
        let mut state = *finished.history.start();
        out.push_str(&state.draw(None));
        for (i, &m) in finished.history.moves().iter().enumerate() {
            let choice = i.checked_sub(finished.opening).map(|i| &finished.choices[i]);
            let _ = write!(out, "\n{}. {}", i + 1, state.move_text(m));
            let _ = match choice {
                None => writeln!(out, "  (opening)"),
                Some(choice) => writeln!(out, "  (value {:+.2}, {})", choice.value, time(choice.time)),
            };
            state.play_unchecked(m);
            out.push_str(&state.draw(Some(m)));
        }
        let winner = match record.winner {
            Winner::First => format!("{} wins", record.first),
            Winner::Second => format!("{} wins", record.second),
            Winner::Draw => "a draw".to_string(),
        };
        let _ = write!(out, "\n{}", one_line(&winner));
        if let Some(forfeit) = &record.forfeit {
            let _ = write!(out, ": {}: {}", forfeit.kind.name(), one_line(&forfeit.text));
        }
        let used: Duration = finished.choices.iter().map(|choice| choice.time).sum();
        let _ =
            writeln!(out, ", after {} plies and {} of thinking", finished.history.moves().len(), time(used));
        Ok(out)
    }
}
