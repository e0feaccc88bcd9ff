//! Terms: everything that decides which games are played.
//!
//! Terms are data. They are the first line of a log, and two runs with the same
//! terms (and limits that count simulations or nodes) play the same games.

use std::time::Duration;

use game::{Playable, Side};
use serde::{Deserialize, Serialize};
use stats::Sprt;

use crate::book::BookId;
use crate::limits::{MoveLimits, seconds};
use crate::position::START;
use crate::spsa::TuningPlan;

/// What decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Kind of the contest.
    #[serde(flatten)]
    pub kind: ContestKind,
    /// Name of the game.
    pub game: String,
    /// The engines.
    pub engines: Vec<Entrant>,
    /// Number of games of each pairing (of a test at most, of a tuning in each
    /// step).
    pub games: u64,
    /// Position before the opening; `None` if each pair has a board chosen at
    /// random.
    pub start: Option<String>,
    /// Number of random plies of the openings; 0 if they come from a book.
    pub opening_plies: usize,
    /// The book of the openings, if they come from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<BookId>,
    /// Seed of the openings and of the engines.
    pub seed: u64,
    /// Time by which a move may be late.
    #[serde(with = "seconds", rename = "tolerance_seconds")]
    pub tolerance: Duration,
    /// Do games end as soon as [their result is agreed](crate::one_game::agreed)?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// Memory limit of a foreign program in MiB, if one takes part.
    #[serde(default, rename = "memory_limit_mib", skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
}

/// Kind of a contest: which engines meet, and when it ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "contest", rename_all = "lowercase")]
pub enum ContestKind {
    /// The first engine against the second.
    Match,
    /// A match that ends when the evidence favours one of two hypotheses.
    Sprt {
        /// Elo difference under the hypothesis that A is not stronger.
        elo0: f64,
        /// Elo difference under the hypothesis that A is stronger.
        elo1: f64,
        /// Accepted probability to find A stronger if it is not.
        alpha: f64,
        /// Accepted probability to find A not stronger if it is.
        beta: f64,
    },
    /// Every engine against every other.
    Tournament {
        /// Only the first engine against each of the others.
        gauntlet: bool,
    },
    /// Each engine from the second on against the first: the effect of a
    /// parameter.
    Sweep {
        /// Name of the parameter.
        param: String,
        /// Its values, by engine from the second on.
        values: Vec<String>,
    },
    /// Each engine from the second on against the one before it, which has half of
    /// its limits: what more time is worth.
    Doublings,
    /// Two engines whose parameters follow from the games before.
    Tune(TuningPlan),
}

impl ContestKind {
    /// Can games be added later? Those of a tuning depend on the number of its steps.
    pub fn can_be_longer(&self) -> bool {
        !matches!(self, ContestKind::Tune(_))
    }

    /// The test that ends the contest.
    pub fn test(&self) -> Option<Sprt> {
        match *self {
            ContestKind::Sprt { elo0, elo1, alpha, beta } => Some(Sprt { elo: [elo0, elo1], alpha, beta }),
            _ => None,
        }
    }
}

/// An engine of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Name in tables and logs, if it has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Spec of the engine.
    pub spec: String,
    /// Limits of its moves.
    #[serde(flatten)]
    pub limits: MoveLimits,
}

impl Entrant {
    /// The engine of this spec with these limits.
    pub fn new(spec: impl Into<String>, limits: MoveLimits) -> Entrant {
        Entrant { name: None, spec: spec.into(), limits }
    }

    /// Its name, or else its spec.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.spec)
    }
}

/// One of the two engines of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contender {
    /// The engine whose score is reported.
    A,
    /// Its opponent.
    B,
}

impl Contender {
    /// The side of A in game number `game` of the pairing: the colours are
    /// swapped within a pair.
    pub fn side_of_a(game: u64) -> Side {
        if game.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The contender that has `side` in game number `game` of the pairing.
    pub fn on(side: Side, game: u64) -> Contender {
        if side == Contender::side_of_a(game) { Contender::A } else { Contender::B }
    }

    /// 0 for A, 1 for B: an index into tables.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// One game of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Fixture {
    /// Number in the contest, from 0.
    pub number: u64,
    /// Number of the pairing.
    pub pairing: usize,
    /// Number in the pairing, from 0.
    pub game: u64,
    /// The engines of the pairing, A and B.
    pub engines: [Entrant; 2],
}

impl Fixture {
    /// Number of the pair of games: the opening and the seeds follow from it.
    pub fn pair(&self) -> u64 {
        self.game / 2
    }

    /// The engine that has this side.
    pub fn on(&self, side: Side) -> &Entrant {
        &self.engines[Contender::on(side, self.game).index()]
    }
}

impl Terms {
    /// Terms with the usual start and openings, seed 1, and moves that may be
    /// 50 ms late.
    pub fn new<G: Playable>(kind: ContestKind, engines: Vec<Entrant>, games: u64) -> Terms {
        Terms {
            kind,
            game: G::NAME.to_string(),
            engines,
            games,
            start: Some(START.to_string()),
            opening_plies: G::OPENING_PLIES,
            openings: None,
            seed: 1,
            tolerance: Duration::from_millis(50),
            adjudicate: false,
            memory_limit: None,
        }
    }

    /// Indices of the engines of each pairing, A and B.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        match self.kind {
            ContestKind::Match | ContestKind::Sprt { .. } | ContestKind::Tune(_) => vec![[0, 1]],
            ContestKind::Tournament { gauntlet: true } => (1..count).map(|b| [0, b]).collect(),
            ContestKind::Tournament { gauntlet: false } => {
                (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
            }
            ContestKind::Sweep { .. } => (1..count).map(|a| [a, 0]).collect(),
            ContestKind::Doublings => (1..count).map(|a| [a, a - 1]).collect(),
        }
    }

    /// Number of all games. Builds no list: a log may name any number of engines.
    pub fn total(&self) -> u64 {
        let count = self.engines.len() as u64;
        let factor = match &self.kind {
            ContestKind::Tune(plan) => plan.steps,
            ContestKind::Match | ContestKind::Sprt { .. } => 1,
            ContestKind::Tournament { gauntlet: false } => count.saturating_mul(count.saturating_sub(1)) / 2,
            ContestKind::Tournament { gauntlet: true }
            | ContestKind::Sweep { .. }
            | ContestKind::Doublings => count.saturating_sub(1),
        };
        self.games.saturating_mul(factor)
    }

    /// Game number `number`, from 0. The pairings take turns, pair by pair of
    /// games, and all have the same openings. In a tuning the caller replaces
    /// the engines by those of the step.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings();
        let (pair, count) = (number / 2, pairings.len() as u64);
        let pairing = (pair % count) as usize;
        Fixture {
            number,
            pairing,
            game: pair / count * 2 + number % 2,
            engines: pairings[pairing].map(|i| self.engines[i].clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tictactoe::State;

    use super::*;

    #[test]
    fn the_pairings_of_a_tournament_take_turns_and_share_their_openings() {
        let engine = |spec: &&str| Entrant::new(*spec, MoveLimits::default());
        let engines = ["x", "y", "z"].iter().map(engine).collect();
        let mut terms = Terms::new::<State>(ContestKind::Tournament { gauntlet: false }, engines, 4);
        assert_eq!((terms.pairings(), terms.total()), (vec![[0, 1], [0, 2], [1, 2]], 12));
        let names = |number| terms.fixture(number).engines.map(|engine| engine.spec).join(" ");
        assert_eq!([0, 1, 2, 4, 6].map(names), ["x y", "x y", "x z", "y z", "x y"]);
        assert_eq!([0, 2, 4, 6, 8].map(|number| terms.fixture(number).pair()), [0, 0, 0, 1, 1]);
        terms.kind = ContestKind::Tournament { gauntlet: true };
        assert_eq!((terms.pairings(), terms.total()), (vec![[0, 1], [0, 2]], 8));
        terms.kind = ContestKind::Sweep { param: "c".into(), values: vec!["1".into(), "2".into()] };
        assert_eq!(terms.pairings(), [[1, 0], [2, 0]]);
        terms.kind = ContestKind::Doublings;
        assert_eq!((terms.pairings(), terms.total()), (vec![[1, 0], [2, 1]], 8));
    }

    /// A log whose header names 100,000 engines filled the memory: the pairings were
    /// listed to be counted.
    #[test]
    fn games_are_counted_without_a_list_of_pairings() {
        let terms = |gauntlet, count| {
            let engines = vec![Entrant::new("x", MoveLimits::default()); count];
            Terms::new::<State>(ContestKind::Tournament { gauntlet }, engines, 2)
        };
        for count in 0..6 {
            for terms in [terms(true, count), terms(false, count)] {
                assert_eq!(terms.total(), 2 * terms.pairings().len() as u64, "{terms:?}");
            }
        }
        assert_eq!(terms(false, 100_000).total(), 9_999_900_000);
    }
}
