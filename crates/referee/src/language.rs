//! The languages in which foreign programs play a game.

use contest::{GameClock, TimeControl};
use game::{Cells, Game, Playable};

use crate::Program;
use crate::botzone::{Botzone, Variant};
use crate::connection::Connection;
use crate::gtp::Gtp;
use crate::kaggle::Kaggle;
use crate::level::Level;
use crate::nboard::NBoard;
use crate::saiblo::{Saiblo, Version};

/// Names of all languages.
pub const NAMES: [&str; 10] = [
    "botzone",
    "botzone-keep",
    "botzone-simple",
    "botzone-simple-keep",
    "gtp",
    "gtp-reversed",
    "nboard",
    "saiblo",
    LIBRARY,
    "kaggle",
];

/// The language of a library for Compete.
pub const LIBRARY: &str = "so";

/// A language in which programs play a game.
pub struct Language<G> {
    /// Name, as in `gtp:COMMAND`.
    pub name: &'static str,
    /// Can it describe any starting position? Otherwise only the usual one.
    pub any_start: bool,
    /// Does the judge send a game in progress to a new process? Otherwise a process
    /// plays a game from its beginning.
    pub mid_game: bool,
    connect: Box<dyn Fn(Program, TimeControl) -> Box<dyn Connection<G>> + Send + Sync>,
}

impl<G: Game> Language<G> {
    fn new<D: Connection<G> + 'static>(
        name: &'static str,
        any_start: bool,
        mid_game: bool,
        connect: impl Fn(Program, TimeControl) -> D + Send + Sync + 'static,
    ) -> Self {
        Language {
            name,
            any_start,
            mid_game,
            connect: Box::new(move |program, time| Box::new(connect(program, time))),
        }
    }

    /// Connects to a program that has this time. What is left of a bank is set before each
    /// move, by [`Connection::set_clock`].
    pub fn connect(&self, program: Program, time: TimeControl) -> Box<dyn Connection<G>> {
        (self.connect)(program, time)
    }
}

/// The languages of a game: those that its cells make possible.
pub fn languages<G: Playable>() -> Vec<Language<G>> {
    let Some(cells) = G::CELLS else { return Vec::new() };
    let Some(drops) = G::DROPS else {
        let variants = [
            ("botzone", Variant { json: true, kept: false }),
            ("botzone-keep", Variant { json: true, kept: true }),
            ("botzone-simple", Variant { json: false, kept: false }),
            ("botzone-simple-keep", Variant { json: false, kept: true }),
        ];
        let botzone = |(name, variant): (_, Variant)| {
            Language::new(name, false, !variant.kept, move |program, _| Botzone::new(program, cells, variant))
        };
        let mut all: Vec<_> = variants.into_iter().map(botzone).collect();
        // Rows that count from the other end.
        let reversed = Cells { rows: cells.rows.reversed(), ..cells };
        for (name, cells) in [("gtp", cells), ("gtp-reversed", reversed)] {
            all.push(Language::new(name, false, true, move |program, time| {
                Gtp::new(program, cells, Some(time))
            }));
        }
        if G::NAME == "othello" {
            all.push(Language::new("nboard", true, true, move |program, time| {
                NBoard::new(program, cells, Level::of_time(time.free))
            }));
        }
        return all;
    };
    if G::random_start(0).is_none() {
        return vec![Language::new("kaggle", true, true, move |program, time| {
            Kaggle::new(program, cells, drops).on(GameClock::new(time))
        })];
    }
    let saiblo = |name, version| {
        Language::new(name, true, false, move |program, _| Saiblo::new(program, cells, drops, version))
    };
    // A library's program says when it is loaded, which version 3 cannot.
    vec![saiblo("saiblo", Version::V3), saiblo(LIBRARY, Version::V2)]
}
