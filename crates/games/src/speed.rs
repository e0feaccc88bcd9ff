//! Loops that measure the rules of a game, compiled in this crate for every game.
//!
//! Programs that stay on this machine compile their own code quickly and with few
//! optimisations; rules and searches are compiled for speed, and so is this crate.

use game::{Game, ParseError, Playable, Rng};

use crate::{UnknownGame, Visitor, visit};

/// Plays `count` games of uniformly random moves from the start. Returns the sum
/// of the results for the first player, so that no playout can be left out.
pub fn playouts(game: &str, count: u64, seed: u64) -> Result<f32, UnknownGame> {
    visit(game, &Playouts { count, seed })
}

struct Playouts {
    count: u64,
    seed: u64,
}

impl Visitor for Playouts {
    type Output = f32;

    fn visit<G: Playable>(&self) -> f32 {
        let mut rng = Rng::with_seed(self.seed);
        (0..self.count).map(|_| playout(G::start(), &mut rng)).sum()
    }
}

/// Plays random moves to the end; the result for the side to move in `state`.
fn playout<G: Game>(mut state: G, rng: &mut Rng) -> f32 {
    let mut plies = 0u32;
    loop {
        if let Some(outcome) = state.outcome() {
            return if plies.is_multiple_of(2) { outcome.value() } else { -outcome.value() };
        }
        state.play_unchecked(state.random_move(rng));
        plies += 1;
    }
}

/// Error of [`perft`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PerftError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The text is no position of the game.
    #[error(transparent)]
    Position(#[from] ParseError),
}

/// Number of leaves at `depth` below a position; a finished game is one leaf at
/// every depth from its end on.
pub fn perft(game: &str, position: &str, depth: u32) -> Result<u64, PerftError> {
    Ok(visit(game, &Perft { position, depth })??)
}

struct Perft<'a> {
    position: &'a str,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Output = Result<u64, ParseError>;

    fn visit<G: Playable>(&self) -> Result<u64, ParseError> {
        let state: G = self.position.parse()?;
        Ok(leaves(&state, self.depth, &mut Vec::new()))
    }
}

/// `buffers` holds the lists of moves that are free, so that each level
/// allocates only once.
fn leaves<G: Game>(state: &G, depth: u32, buffers: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 || state.outcome().is_some() {
        return 1;
    }
    let mut moves = buffers.pop().unwrap_or_else(|| Vec::with_capacity(G::MAX_MOVES));
    state.legal_moves(&mut moves);
    let count = match depth {
        1 => moves.len() as u64,
        _ => moves
            .iter()
            .map(|&m| {
                let mut next = *state;
                next.play_unchecked(m);
                leaves(&next, depth - 1, buffers)
            })
            .sum(),
    };
    buffers.push(moves);
    count
}

#[cfg(test)]
mod tests {
    use game::Move;
    use tictactoe::{Cell, State};

    use super::*;

    /// Number of sequences of 1 to 9 moves, from the literature and by hand.
    const SEQUENCES: [u64; 9] = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];

    /// Number of games that end after exactly `depth` moves.
    fn ended_at(state: &State, depth: u32) -> u64 {
        if state.outcome().is_some() {
            return (depth == 0) as u64;
        }
        if depth == 0 {
            return 0;
        }
        let cells = (0..Cell::COUNT).filter_map(Cell::from_index);
        cells.filter_map(|m| state.play(m).ok()).map(|next| ended_at(&next, depth - 1)).sum()
    }

    fn count(position: &str, depth: u32) -> u64 {
        perft("tictactoe", position, depth).unwrap()
    }

    #[test]
    fn tic_tac_toe_has_the_known_counts() {
        let start = State::start();
        let text = start.to_string();
        let mut ended = 0;
        for (depth, sequences) in (1..).zip(SEQUENCES) {
            assert_eq!(count(&text, depth), sequences + ended, "depth {depth}");
            ended += ended_at(&start, depth);
        }
        assert_eq!(count(&text, 9), 255_168, "all games of tic-tac-toe");
        assert_eq!(count(&text, 100), 255_168);
    }

    #[test]
    fn a_finished_game_is_one_leaf() {
        assert_eq!([count("xxx/oo./...", 1), count("xxx/oo./...", 5)], [1, 1]);
    }

    #[test]
    fn names_and_positions_that_do_not_exist_are_errors() {
        assert!(matches!(perft("chess", "", 1), Err(PerftError::Game(_))));
        assert!(matches!(perft("tictactoe", "xyz", 1), Err(PerftError::Position(_))));
        assert!(playouts("chess", 1, 0).is_err());
    }

    /// In tic-tac-toe random play wins 58.49 % and loses 28.81 % for the first
    /// player (known values), so that the mean is 0.2968.
    #[test]
    fn playouts_have_the_known_mean_of_tic_tac_toe() {
        let mean = playouts("tictactoe", 40_000, 1).unwrap() / 40_000.0;
        assert!((mean - 0.2968).abs() < 0.02, "{mean}");
    }
}
