//! Stand-in for [`foreign`](crate::foreign) on systems without the referee: foreign
//! programs need Linux.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::process::ExitCode;
use std::time::Duration;

use contest::{
    ChosenMove, Entrant, EntrantError, Fault, GameClock, MatchPlayer, Players, StrategyPlayers, TimeControl,
};
use game::error::quote;
use game::{Game, History, Playable};

use crate::cli::ForeignArgs;
use crate::error::Result;

/// The languages that the referee knows on Linux.
const NAMES: [&str; 10] = [
    "botzone",
    "botzone-keep",
    "botzone-simple",
    "botzone-simple-keep",
    "gtp",
    "gtp-reversed",
    "nboard",
    "saiblo",
    "so",
    "kaggle",
];

/// There is no keeper to serve as.
pub fn serve() -> Option<ExitCode> {
    None
}

/// A language; there is none.
pub struct Language<G>(Infallible, PhantomData<G>);

/// A foreign program; there is none.
#[derive(Clone)]
pub struct Program(Infallible);

/// Does the spec name a foreign program?
pub fn is_foreign(spec: &str) -> bool {
    spec.split_once(':').is_some_and(|(language, _)| NAMES.contains(&language))
}

/// Forms of the specs of foreign programs that play a game: none.
pub fn forms<G: Playable>() -> Vec<String> {
    Vec::new()
}

/// Refuses a foreign program.
pub fn language<G: Playable>(entrant: &Entrant, _: Option<&G>) -> Result<Option<Language<G>>, EntrantError> {
    match is_foreign(&entrant.spec) {
        true => Err(EntrantError::Other(format!("{}: foreign programs need Linux", quote(&entrant.spec)))),
        false => Ok(None),
    }
}

/// The foreign programs among these engines: none.
pub fn programs(_: &[Entrant], _: Duration, _: &ForeignArgs) -> Result<BTreeMap<String, Program>> {
    Ok(BTreeMap::new())
}

/// The players of a contest: strategies.
pub struct AnyPlayers<G: Game>(StrategyPlayers<G>);

impl<G: Playable> AnyPlayers<G> {
    /// Players that may be late by `tolerance`.
    pub fn new(_tolerance: Duration) -> Self {
        AnyPlayers(StrategyPlayers::new())
    }

    /// Finds nothing: foreign programs are refused earlier.
    pub fn find_programs(&mut self, _: &[Entrant], _: &ForeignArgs) -> Result<()> {
        Ok(())
    }
}

impl<G: Playable> Players<G> for AnyPlayers<G> {
    fn check(&self, entrant: &Entrant, start: Option<&G>) -> Result<(), EntrantError> {
        language(entrant, start)?;
        self.0.check(entrant, start)
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError> {
        self.0.make(entrant, seed)
    }
}

/// A foreign program as a player; there is none.
pub struct ForeignPlayer<G>(Language<G>);

impl<G: Game> ForeignPlayer<G> {
    /// Needs a program, of which there is none.
    pub fn new(_: &Language<G>, program: Program, _: TimeControl, _: Duration) -> Self {
        match program.0 {}
    }
}

impl<G: Game> MatchPlayer<G> for ForeignPlayer<G> {
    fn choose(&mut self, _: &History<G>, _: Option<&GameClock>) -> Result<ChosenMove<G::Move>, Fault> {
        match self.0.0 {}
    }
}
