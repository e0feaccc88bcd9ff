//! Random choices of a contest: boards, openings, seeds of the engines.
//!
//! Each pair of games has its own random generator. It depends only on the seed
//! of the contest and the number of the pair, so that pairs can be played in
//! any order and on any machine. The generator is ChaCha8, which `rand`
//! promises never to change: a match can be repeated years later.

use game::{History, Playable};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Number of attempts before an opening that is too short or settled is taken.
const TRIES: usize = 1000;

/// The random choices for a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<M> {
    /// The moves with which both games begin.
    pub moves: Vec<M>,
    /// Seeds of the engines, by game of the pair and side.
    pub seeds: [[u64; 2]; 2],
}

// What a generator is for. These bytes are part of its seed: other bytes would
// give other games.
const OPENINGS: &[u8; 16] = b"tesuji arena v1.";
const BOARDS: &[u8; 16] = b"tesuji boards v1";
const SIGNS: &[u8; 16] = b"tesuji shaking 1";
const BOOKS: &[u8; 16] = b"tesuji books v1.";
const CANDIDATES: &[u8; 16] = b"tesuji book move";

/// Draws the opening of pair number `pair`: `plies` random moves from `start`
/// after which the game goes on and is not [settled](Playable::is_settled). The
/// opening is shorter only if no game of that length is found.
pub fn draw<G: Playable>(start: &G, plies: usize, seed: u64, pair: u64) -> Opening<G::Move> {
    let mut rng = generator(OPENINGS, seed, pair);
    let seeds = draw_seeds(&mut rng);
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

/// Seed of the random board of pair number `pair`.
pub fn board_seed(seed: u64, pair: u64) -> u64 {
    generator(BOARDS, seed, pair).random()
}

/// Directions in which step number `step` of a tuning perturbs `count`
/// parameters: up (1) or down (−1).
pub fn signs(seed: u64, step: u64, count: usize) -> Vec<f64> {
    let mut rng = generator(SIGNS, seed, step);
    (0..count).map(|_| if rng.random() { 1.0 } else { -1.0 }).collect()
}

/// Shuffles the openings of a book.
pub fn shuffle<T>(openings: &mut [T], seed: u64) {
    let mut rng = generator(BOOKS, seed, 0);
    for i in (1..openings.len()).rev() {
        openings.swap(i, rng.random_range(0..=i));
    }
}

/// Seeds of the engines of pair number `pair`, by game of the pair and side: the same
/// with and without random moves.
pub fn engine_seeds(seed: u64, pair: u64) -> [[u64; 2]; 2] {
    draw_seeds(&mut generator(OPENINGS, seed, pair))
}

fn draw_seeds(rng: &mut ChaCha8Rng) -> [[u64; 2]; 2] {
    [(); 2].map(|()| [(); 2].map(|()| rng.random()))
}

/// Candidate number `number` for a book: `plies` random moves from `start`, unless they
/// end or [settle](Playable::is_settled) the game.
pub fn candidate<G: Playable>(start: &G, plies: usize, seed: u64, number: u64) -> Option<History<G>> {
    let (moves, end) = random_moves(start, plies, &mut generator(CANDIDATES, seed, number));
    if moves.len() < plies || end.is_settled() {
        return None;
    }
    let mut history = History::new(*start);
    moves.into_iter().try_for_each(|m| history.play(m)).ok()?;
    Some(history)
}

fn generator(purpose: &[u8; 16], seed: u64, pair: u64) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    bytes[16..].copy_from_slice(purpose);
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&pair.to_le_bytes());
    ChaCha8Rng::from_seed(bytes)
}

/// Plays at most `plies` moves, uniformly at random, and returns them with the
/// last position; a move that ends the game is not played.
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

    /// If this changed, no match could be repeated.
    #[test]
    fn a_seed_and_a_pair_always_give_the_same_opening() {
        let openings: Vec<_> = (0..3).map(|pair| draw(&State::start(), 3, 7, pair)).collect();
        let texts: Vec<_> = openings.iter().map(text).collect();
        assert_eq!(texts, GOLDEN);
        assert_eq!(openings[0].seeds[0][0], GOLDEN_SEED);
        assert_eq!(openings[0], draw(&State::start(), 3, 7, 0));
        assert_ne!(openings[0].seeds, draw(&State::start(), 3, 8, 0).seeds);
        assert_eq!(openings[2].seeds, engine_seeds(7, 2));
    }

    const GOLDEN: [&str; 3] = ["c1 a1 c2", "a3 b2 c2", "c3 a3 c2"];
    const GOLDEN_SEED: u64 = 11_137_619_070_548_119_034;

    #[test]
    fn a_seed_and_a_pair_always_give_the_same_board() {
        assert_eq!([board_seed(1, 0), board_seed(1, 1), board_seed(2, 0)], GOLDEN_BOARDS);
    }

    const GOLDEN_BOARDS: [u64; 3] =
        [8_005_280_292_185_908_430, 1_576_090_492_009_603_183, 11_029_326_746_406_916_248];

    #[test]
    fn a_seed_and_a_step_always_give_the_same_signs_and_both_signs_occur() {
        assert_eq!(signs(1, 2, 8), signs(1, 2, 8));
        let all: Vec<f64> = (0..500).flat_map(|step| signs(1, step, 2)).collect();
        let up = all.iter().filter(|sign| **sign > 0.0).count();
        assert!((440..560).contains(&up) && all.iter().all(|sign| sign.abs() == 1.0), "{up} of 1000");
    }

    #[test]
    fn all_openings_occur_and_none_ends_the_game() {
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

    /// Of 30 random openings of four plies six were already won by threats, for
    /// either engine: such a pair measures nothing.
    #[test]
    fn no_opening_of_connect4_is_won_by_a_chain_of_threats() {
        let mut settled = 0;
        for pair in 0..100 {
            let start = connect4::State::random_start(board_seed(1, pair)).unwrap();
            let mut end = start;
            draw(&start, 4, 1, pair).moves.iter().for_each(|&m| end.play_unchecked(m));
            assert!(!end.is_settled(), "{end}");
            let first_try = random_moves(&start, 4, &mut generator(OPENINGS, 1, pair)).1;
            settled += u32::from(first_try.is_settled());
        }
        assert!(settled > 5, "{settled}: the test checks nothing");
    }

    #[test]
    fn an_impossible_length_gives_the_moves_before_the_end() {
        assert!(draw(&State::start(), 9, 1, 0).moves.len() < 9);
    }
}
