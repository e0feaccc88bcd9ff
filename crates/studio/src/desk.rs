//! Answers the requests of one game.

use std::collections::HashMap;

use clock::Stop;
use game::Playable;
use serde_json::{Value, json};

use crate::error::Error;
use crate::glass::{Glass, duel, simulate};
use crate::request::Request;
use crate::think::Engines;
use crate::{Answer, describe, files, review, setup, view};

/// Most watched searches at a time; two are shown side by side.
const MOST_SEARCHES: usize = 4;

/// Everything that lasts from request to request.
pub struct Desk<G: Playable> {
    engines: Engines<G>,
    searches: HashMap<u32, Glass<G>>,
}

impl<G: Playable> Default for Desk<G> {
    fn default() -> Self {
        Desk { engines: Engines::default(), searches: HashMap::new() }
    }
}

impl<G: Playable> Answer for Desk<G> {
    fn answer(
        &mut self,
        request: Request,
        stop: Option<&Stop>,
        progress: &mut dyn FnMut(Value),
    ) -> Result<Value, Error> {
        match request {
            Request::Describe => Ok(describe::describe::<G>()),
            Request::View { at } => Ok(view::view(&at.history::<G>()?)),
            Request::RandomBoard { seed } => {
                Ok(json!({ "start": G::random_start(seed).unwrap_or_else(G::start).to_string() }))
            }
            Request::SetUp(stones) => Ok(json!({ "start": setup::position::<G>(&stones)?.to_string() })),
            Request::Think(think) => self.engines.think(&think, stop, progress),
            Request::Line { at, spec, ms } => self.engines.line(&at, spec, ms),
            Request::Tree { at, spec } => self.engines.tree(&at, &spec),
            Request::Review { at, spec, limit } => {
                let history = at.history::<G>()?;
                let (engine, budget) = self.engines.reviewer(&spec, limit, stop)?;
                review::review(engine, &history, &budget, progress)
            }
            Request::Read { text } => files::read::<G>(&text),
            Request::Write { at, players, format } => files::write(at.history::<G>()?, players, &format),
            Request::Watch { id, at, options } => {
                let glass = Glass::new(at.history::<G>()?, &options)?;
                if !self.searches.contains_key(&id) && self.searches.len() >= MOST_SEARCHES {
                    self.searches.clear();
                }
                let reply = glass.summary();
                self.searches.insert(id, glass);
                Ok(reply)
            }
            Request::Simulate { id, count } => {
                simulate(self.searches.get_mut(&id).ok_or(Error::NoSearch(id))?, count)
            }
            Request::Duel { at, searches, simulations, games } => {
                duel::play(&at.history::<G>()?, &searches, simulations, games, stop, progress)
            }
        }
    }
}
