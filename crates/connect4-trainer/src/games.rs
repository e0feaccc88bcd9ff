//! Games of the champion against itself, as lessons.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result};
use clock::Budget;
use connect4::State;
use connect4::bits::{Bits, Wide};
use connect4::champion::{Champion, Rooms, Usual};
use connect4::eval::{ANSWERER, Counts, Ground, Weights};
use connect4::sharp::Sharp;
use game::{Engine, Game, History, Outcome, Rng};
use indicatif::ProgressBar;
use mcts::Options;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What the random moves are drawn from.
    pub seed: u64,
    /// Simulations a move.
    pub simulations: u64,
    /// How much of a simulation is the judgement.
    pub mix: f32,
    /// Share of random moves after the opening.
    pub random: f32,
}

/// Random moves at the beginning, at most.
const OPENING: usize = 12;

/// From so many empty cells on the solver is asked.
const SOLVE_AT: u32 = 40;

/// A position, and how likely the answerer is to win it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What is counted in it.
    pub counts: Counts,
    /// How full the board is.
    pub full: f32,
    /// The answerer's chance: 1 if it went on to win, 0 if it lost.
    pub result: f32,
    /// The answerer's chance as the search saw it.
    pub searched: f32,
}

/// A position of a game that still goes on.
struct Seen {
    counts: Counts,
    full: f32,
    /// What the search made of it, for the answerer, from −1 to 1.
    value: f32,
}

impl Rules {
    fn player(&self, weights: &Weights, seed: u64) -> Result<Usual<Wide>> {
        let options = Options { memory: 4 << 20, seed, ..Options::default() };
        let rooms = Rooms { table: 1 << 20, prover_table: 1 << 18, solve_at: SOLVE_AT, share: 1.0 };
        Champion::usual(options, rooms, 1.5, *weights, self.mix).context("no memory for a player")
    }

    fn play(&self, number: u64, weights: &Weights) -> Result<Vec<Lesson>> {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut player = self.player(weights, rng.u64(..))?;
        let mut history = History::new(State::judges_board(rng.u64(..)));
        let ground = Ground::new(history.state(), weights);
        let total = history.state().vacant().count() as f32;
        let opening = rng.usize(0..=OPENING);
        let mut seen: Vec<Seen> = Vec::new();
        let result = loop {
            let state = history.state();
            let sharp = Sharp::new(state);
            let stones = (state.own() | state.other()).count() as usize;
            let sign = if ground.role_to_move(stones) == ANSWERER { 1.0 } else { -1.0 };
            if let Some(outcome) = sharp.outcome() {
                break sign * outcome.value();
            }
            let mut chosen = None;
            if stones >= opening {
                let decision = player.decide(&history, &Budget::simulations(self.simulations))?;
                if let Some(proof) = decision.proof {
                    break sign * proof.outcome.value();
                }
                let counts = ground.counts(&sharp);
                seen.push(Seen { counts, full: stones as f32 / total, value: sign * decision.value });
                chosen = Some(decision.chosen).filter(|_| rng.f32() >= self.random);
            }
            let played = match chosen {
                Some(chosen) => chosen,
                None => any_sensible(state, &mut rng).context("a game that goes on has a sensible move")?,
            };
            history.play(played)?;
        };
        let chance = |value: f32| (value + 1.0) / 2.0;
        let lesson = |Seen { counts, full, value }| Lesson {
            counts,
            full,
            result: chance(result),
            searched: chance(value),
        };
        Ok(seen.into_iter().map(lesson).collect())
    }
}

/// A move after which the opponent does not win at once.
fn any_sensible(state: &State, rng: &mut Rng) -> Option<connect4::Column> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.retain(|&m| state.play(m).is_ok_and(|next| Sharp::new(&next).outcome() != Some(Outcome::Win)));
    rng.choice(moves)
}

/// The lessons of so many games, in order; fewer if `stop` says so.
pub fn generate(
    rules: &Rules,
    games: u64,
    weights: &Weights,
    jobs: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Lesson>> {
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let lessons = rules.play(number, weights);
                    bar.inc(1);
                    if sender.send((number, lessons)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut all: Vec<_> = receiver.into_iter().collect();
        all.sort_by_key(|(number, _)| *number);
        let all: Result<Vec<Vec<Lesson>>> = all.into_iter().map(|(_, lessons)| lessons).collect();
        Ok(all?.into_iter().flatten().collect())
    })
}
