//! What chance decides in a match: the openings, and the engines' seeds.
//!
//! Each pair of games has a generator of its own that follows from the seed
//! of the match and the number of the pair alone, so that it does not matter
//! who plays which pair, or when. It is ChaCha8, which `rand` promises never
//! to change: a match can be played again years later.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::games::Playable;

/// Openings are drawn so often before one that is too short, or decided
/// already, is taken.
const TRIES: usize = 1000;

/// What chance decided for a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<M> {
    /// The moves that both games begin with.
    pub moves: Vec<M>,
    /// The seeds of the engines, by game of the pair and side.
    pub seeds: [[u64; 2]; 2],
}

/// The opening of pair number `pair`: `plies` random moves from `start`
/// after which the game goes on and is not [settled](Playable::is_settled).
/// Fewer only where a game of so many plies cannot be found.
pub fn draw<G: Playable>(start: &G, plies: usize, seed: u64, pair: u64) -> Opening<G::Move> {
    let mut rng = generator(b"tesuji arena v1.", seed, pair);
    let seeds = [(); 2].map(|()| [(); 2].map(|()| rng.random()));
    let mut moves = Vec::new();
    for _ in 0..TRIES {
        let (drawn, end) = random_moves(start, plies, &mut rng);
        moves = drawn;
        if moves.len() == plies && (plies == 0 || !end.is_settled()) {
            break;
        }
    }
    Opening { moves, seeds }
}

/// The lot that decides on the board of pair number `pair`.
pub fn lot(seed: u64, pair: u64) -> u64 {
    generator(b"tesuji boards v1", seed, pair).random()
}

/// The ways in which step number `step` of a tuning shakes so many parameters:
/// each up (1) or down (−1).
pub fn signs(seed: u64, step: u64, count: usize) -> Vec<f64> {
    let mut rng = generator(b"tesuji shaking 1", seed, step);
    (0..count).map(|_| if rng.random() { 1.0 } else { -1.0 }).collect()
}

fn generator(purpose: &[u8; 16], seed: u64, pair: u64) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    bytes[16..].copy_from_slice(purpose);
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&pair.to_le_bytes());
    ChaCha8Rng::from_seed(bytes)
}

/// Up to `plies` moves, each legal one with the same probability, and where
/// they lead; a move that ends the game is not made.
fn random_moves<G: Playable>(start: &G, plies: usize, rng: &mut ChaCha8Rng) -> (Vec<G::Move>, G) {
    let mut state = *start;
    let mut legal = Vec::with_capacity(G::MAX_MOVES);
    let mut moves = Vec::new();
    while moves.len() < plies {
        state.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        let mut next = state;
        next.play_unchecked(m);
        if next.outcome().is_some() {
            break;
        }
        state = next;
        moves.push(m);
    }
    (moves, state)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::Game;
    use tictactoe::State;

    use super::*;

    fn text(opening: &Opening<tictactoe::Cell>) -> String {
        opening.moves.iter().map(|&m| State::start().move_text(m)).collect::<Vec<_>>().join(" ")
    }

    /// Were this to change, no match could be played again.
    #[test]
    fn the_same_seed_and_pair_are_the_same_opening_for_ever() {
        let openings: Vec<_> = (0..3).map(|pair| draw(&State::start(), 3, 7, pair)).collect();
        let texts: Vec<_> = openings.iter().map(text).collect();
        assert_eq!(texts, GOLDEN);
        assert_eq!(openings[0].seeds[0][0], GOLDEN_SEED);
        assert_eq!(openings[0], draw(&State::start(), 3, 7, 0));
        assert_ne!(openings[0].seeds, draw(&State::start(), 3, 8, 0).seeds);
    }

    const GOLDEN: [&str; 3] = ["c1 a1 c2", "a3 b2 c2", "c3 a3 c2"];
    const GOLDEN_SEED: u64 = 11_137_619_070_548_119_034;

    #[test]
    fn the_same_seed_and_pair_are_the_same_lot_for_ever() {
        assert_eq!([lot(1, 0), lot(1, 1), lot(2, 0)], GOLDEN_LOTS);
    }

    const GOLDEN_LOTS: [u64; 3] =
        [8_005_280_292_185_908_430, 1_576_090_492_009_603_183, 11_029_326_746_406_916_248];

    #[test]
    fn the_same_seed_and_step_are_the_same_signs_and_both_come() {
        assert_eq!(signs(1, 2, 8), signs(1, 2, 8));
        let all: Vec<f64> = (0..500).flat_map(|step| signs(1, step, 2)).collect();
        let up = all.iter().filter(|sign| **sign > 0.0).count();
        assert!((440..560).contains(&up) && all.iter().all(|sign| sign.abs() == 1.0), "{up} of 1000");
    }

    #[test]
    fn all_openings_come_and_none_ends_the_game() {
        let mut seen = HashSet::new();
        for pair in 0..2000 {
            let opening = draw(&State::start(), 2, 1, pair);
            seen.insert(text(&opening));
            let late = draw(&State::start(), 7, 1, pair);
            let mut state = State::start();
            late.moves.iter().for_each(|&m| state = state.play(m).unwrap());
            assert_eq!((late.moves.len(), state.outcome()), (7, None));
        }
        assert_eq!(seen.len(), 72);
    }

    /// Of 30 openings of four plies on boards of the judge's, six were won by
    /// their first three moves, whoever played them: nobody can score more than
    /// half of such a pair.
    #[test]
    fn no_opening_of_connect4_is_won_by_a_chain_of_threats() {
        let mut settled = 0;
        for pair in 0..100 {
            let start = connect4::State::random_board(lot(1, pair));
            let mut end = start;
            draw(&start, 4, 1, pair).moves.iter().for_each(|&m| end.play_unchecked(m));
            assert!(!end.is_settled(), "{end}");
            settled += u32::from(
                random_moves(&start, 4, &mut generator(b"tesuji arena v1.", 1, pair)).1.is_settled(),
            );
        }
        assert!(settled > 5, "{settled}: the test asks nothing");
    }

    #[test]
    fn an_impossible_length_gives_the_moves_before_the_end() {
        assert!(draw(&State::start(), 9, 1, 0).moves.len() < 9);
    }
}
