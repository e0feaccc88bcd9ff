//! Saving and reviewing the game of a session.

use std::io::Write;
use std::path::Path;

use contest::MoveLimits;
use game::{Playable, Side};
use records::review::{Review, review_move};
use records::{Format, Record};
use stdx::files;

use super::{GLANCE, Session};
use crate::commands::prepare;
use crate::error::{Error, Result, require};
use crate::render::progress::Progress;
use crate::render::review::{self, Game};

/// The format that the name of a file asks for: moves in lines, unless its ending is the
/// name of another format.
fn format_of<G: Playable>(path: &Path) -> Format {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let named = ending.parse().ok().filter(|format: &Format| format.writes(G::NAME));
    named.unwrap_or(Format::Moves)
}

impl<G: Playable, W: Write> Session<'_, G, W> {
    fn record(&self) -> Record<G> {
        let mut record = Record::new(self.history.clone());
        record.players[self.person.index()] = Some("user".to_string());
        record.players[self.person.other().index()] = Some(self.seat.spec.clone());
        record
    }

    /// Saves the game. A file that is not this session's is not replaced.
    pub(super) fn save(&mut self, file: &str) -> Result<()> {
        let path = Path::new(file);
        let is_own = self.saved.as_deref() == Some(file);
        require!(is_own || !path.exists(), "{file} exists; choose another name");
        let format = format_of::<G>(path);
        let text = records::write(&[self.record()], format)?;
        files::replace(path, text.as_bytes()).map_err(Error::usage)?;
        self.saved = Some(file.to_string());
        writeln!(self.output, "saved as {format}; to review it: arena review {} {file}", G::NAME)?;
        Ok(())
    }

    /// Shows the mistakes of the game so far, by a short search of each position.
    pub(super) fn review(&mut self) -> Result<()> {
        let record = self.record();
        let last = record.history.moves().len();
        require!(last > 0, "there is no move to review");
        // By the best engine, however weak the opponent is.
        let spec = prepare::spec_or_first::<G>(None);
        let limits = MoveLimits::per_move(GLANCE);
        let (mut engine, budget) = prepare::engine::<G>(&spec, None, &limits)?;
        let mut review = Review::default();
        let mut progress = Progress::new();
        self.output.flush()?;
        for ply in 1..=last {
            let (before, played) = (record.at(ply - 1)?, record.history.moves()[ply - 1]);
            let engine = &mut *engine;
            let mut show = || progress.show_text(|| format!("reviewing move {ply} of {last}"));
            show();
            review
                .moves
                .push(review_move(engine, &before, played, &budget, usize::MAX, None, &mut |_| show())?);
        }
        progress.finish();
        let name = |side| if side == self.person { "you" } else { "engine" };
        let game = Game {
            record: &record,
            title: String::new(),
            players: [Side::First, Side::Second].map(|side| name(side).to_string()),
            engine: spec,
            limits,
            review: &review,
            missing: 0,
        };
        let text = review::mistakes_and_summary(&game);
        Ok(writeln!(self.output, "{}\n", text.trim())?)
    }
}
