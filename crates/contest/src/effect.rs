//! Does a parameter have an effect? Before hours of games: the first moves of one.

use game::{History, Playable, Spec};

use crate::error::EntrantError;
use crate::limits::MoveLimits;

/// Number of moves that are compared.
const MOVES: usize = 12;

/// Number of simulations or nodes of a choice in the comparison, at most.
const MOST_WORK: u64 = 2000;

/// The same if the limits of the contest count neither.
const USUAL_WORK: u64 = 500;

/// Do the engines of these specs differ in any way in a game that continues `opening`?
/// All get the same seed, the same history, and as many simulations or nodes as
/// `limits` allow (within reason). They differ if a move, its value, or the number of
/// simulations or nodes does.
pub fn differ<G: Playable>(
    specs: &[Spec],
    limits: &MoveLimits,
    opening: &History<G>,
) -> Result<bool, EntrantError> {
    let strategies = G::strategies();
    let count = limits.sims.into_iter().chain(limits.nodes).min().unwrap_or(USUAL_WORK).min(MOST_WORK);
    let counted = MoveLimits { time: None, sims: Some(count), nodes: Some(count) };
    let mut engines = Vec::new();
    for spec in specs {
        let work = strategies.find(spec.name())?.work;
        engines.push((strategies.build_seeded(&spec.to_string(), Some(1))?, counted.for_match(work)));
    }
    let mut history = opening.clone();
    for _ in 0..MOVES {
        if history.state().outcome().is_some() {
            break;
        }
        let mut first = None;
        for (engine, budget) in &mut engines {
            let decided = engine.decide(&history, budget);
            let decision = decided.map_err(|error| EntrantError::Other(error.to_string()))?;
            let found = (decision.chosen, decision.value, decision.simulations, decision.nodes);
            if *first.get_or_insert(found) != found {
                return Ok(true);
            }
        }
        let Some((chosen, ..)) = first else { break };
        history.play(chosen).map_err(|error| EntrantError::Other(error.to_string()))?;
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use game::Game;
    use tictactoe::State;

    use super::*;

    /// A tuning of `urgency` spent hours: without another rule for unvisited moves the
    /// parameter changes nothing.
    #[test]
    fn a_parameter_without_effect_is_found() {
        let differ = |specs: [&str; 2]| {
            let specs = specs.map(|spec| spec.parse().unwrap());
            let limits = MoveLimits { sims: Some(50), ..MoveLimits::default() };
            differ(&specs, &limits, &History::new(State::start())).unwrap()
        };
        assert!(!differ(["uct:urgency=-0.5", "uct:urgency=0.5"]));
        assert!(differ(["uct:urgency=-0.5,fpu=value", "uct:urgency=0.5,fpu=value"]));
        assert!(differ(["uct:c=0.2", "uct:c=1.5"]));
        assert!(!differ(["uct", "uct"]), "the same engine");
        assert!(!differ(["minimax", "minimax"]));
    }
}
