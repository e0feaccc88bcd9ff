//! The opponent of the user with its limits, and the adviser.

use clock::Budget;
use contest::{Entrant, MoveLimits};
use game::{Engine, Game, Playable};

use super::LONGEST_SPEC;
use super::opponent::{EngineOpponent, ForeignOpponent, Opponent};
use crate::cli::PlayArgs;
use crate::commands::prepare;
use crate::error::{Error, Result};
use crate::foreign;
use crate::render::text::{one_line, shorten};

/// The opponent and the adviser of the user.
pub struct Seat<G: Game> {
    /// Spec of the opponent.
    pub spec: String,
    /// Limits of its moves.
    pub limits: MoveLimits,
    /// The opponent.
    pub opponent: Box<dyn Opponent<G>>,
    /// Engine of the hints. It is not the opponent's, so that hints do not
    /// change how the opponent plays.
    pub adviser: Box<dyn Engine<G>>,
    /// Spec of the adviser.
    pub advice: String,
    /// Budget of a hint.
    pub budget: Budget,
}

impl<G: Playable> Seat<G> {
    /// The opponent of this spec, in a game that begins in `start`.
    pub fn new(args: &PlayArgs, seed: u64, spec: &str, limits: &MoveLimits, start: &G) -> Result<Seat<G>> {
        let entrant = Entrant::new(spec, limits.clone());
        // The hints against a foreign program are those of the first strategy.
        let (opponent, advice): (Box<dyn Opponent<G>>, _) = match foreign::language(&entrant, Some(start))? {
            Some(language) => {
                let mut programs = foreign::programs(&[entrant], args.tolerance, &args.foreign)?;
                let program = programs.remove(spec).ok_or_else(|| Error::usage("a program is needed"))?;
                let time = limits.time.unwrap_or_default();
                let opponent = ForeignOpponent::new(language, program, time, args.tolerance);
                (Box::new(opponent), prepare::spec_or_first::<G>(None))
            }
            None => {
                let (engine, budget) = prepare::engine(spec, Some(seed), limits)?;
                (Box::new(EngineOpponent { engine, budget }), spec.to_string())
            }
        };
        let (adviser, budget) = prepare::engine(&advice, Some(seed), limits)?;
        Ok(Seat { spec: spec.to_string(), limits: limits.clone(), opponent, adviser, advice, budget })
    }

    /// Is the opponent a foreign program?
    pub fn is_foreign(&self) -> bool {
        foreign::is_foreign(&self.spec)
    }

    /// Game, opponent, limits and seed.
    pub fn title(&self, seed: u64) -> String {
        let seed = if self.is_foreign() { String::new() } else { format!(", seed {seed}") };
        let spec = shorten(&one_line(&self.spec), LONGEST_SPEC);
        format!("{} against {spec}\n{}{seed}", G::NAME, self.limits)
    }
}
