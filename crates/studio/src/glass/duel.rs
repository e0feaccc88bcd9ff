//! Games between two watched searches: what a bug costs.

use clock::Stop;
use game::{History, Outcome, Playable, Rng, Side};
use serde_json::{Value, json};

use super::{Glass, GlassOptions};
use crate::error::Error;

/// Most games of a duel, and most simulations per move.
const MOST: (u32, u64) = (200, 100_000);

/// Plays games from the position of `history`. The first search moves first in every
/// second game; each pair of games begins with the same random plies.
pub fn play<G: Playable>(
    history: &History<G>,
    searches: &[GlassOptions; 2],
    simulations: u64,
    games: u32,
    stop: Option<&Stop>,
    progress: &mut dyn FnMut(Value),
) -> Result<Value, Error> {
    let simulations = simulations.clamp(1, MOST.1);
    // Wins, draws and losses of the first search.
    let mut results = [0u32; 3];
    for number in 0..games.min(MOST.0) {
        let swapped = number % 2 == 1;
        let mut game = opening(history, u64::from(number / 2));
        while game.state().outcome().is_none() {
            if stop.is_some_and(Stop::is_stopped) {
                return Ok(tally(results));
            }
            let mover = game.state().side().index() ^ usize::from(swapped);
            let seed = searches[mover].seed ^ (u64::from(number) << 16) ^ game.moves().len() as u64;
            let mut glass = Glass::new(game.clone(), &GlassOptions { seed, ..searches[mover] })?;
            for _ in 0..simulations {
                if glass.is_proven() {
                    break;
                }
                glass.simulate();
            }
            let mut legal = Vec::new();
            game.state().legal_moves(&mut legal);
            // A search with a bug may want a move that the rules forbid.
            let chosen = glass.chosen().filter(|m| legal.contains(m)).unwrap_or(legal[0]);
            game.play(chosen)?;
        }
        let outcome = game.state().outcome().unwrap_or(Outcome::Draw);
        let for_first_side = if game.state().side() == Side::First { outcome } else { -outcome };
        let for_first_search = if swapped { -for_first_side } else { for_first_side };
        results[2 - for_first_search as usize] += 1;
        progress(tally(results));
    }
    Ok(tally(results))
}

fn tally([wins, draws, losses]: [u32; 3]) -> Value {
    json!({ "wins": wins, "draws": draws, "losses": losses })
}

/// The game with a few random plies, if it goes on after them.
fn opening<G: Playable>(history: &History<G>, pair: u64) -> History<G> {
    let mut rng = Rng::with_seed(pair);
    let mut game = history.clone();
    for _ in 0..G::OPENING_PLIES.min(2) {
        if game.state().outcome().is_some() {
            return history.clone();
        }
        let m = game.state().random_move(&mut rng);
        if game.play(m).is_err() {
            return history.clone();
        }
    }
    if game.state().outcome().is_some() { history.clone() } else { game }
}
