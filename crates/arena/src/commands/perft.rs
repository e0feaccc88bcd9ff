//! `arena perft`: counts the positions at each depth by visiting every one of
//! them. The numbers are known for many games, and a mistake in the rules nearly
//! always changes them.

use std::io::Write;
use std::time::{Duration, Instant};

use contest::position;
use game::{Game, Playable};
use games::Visitor;
use serde_json::{Value, json};

use crate::cli::PerftArgs;
use crate::error::Result;
use crate::render::text::rate;

/// Writes the counts, each row as soon as it is known.
pub fn run(args: &PerftArgs) -> Result<()> {
    games::visit(&args.game, &Perft { args })?
}

struct Perft<'a> {
    args: &'a PerftArgs,
}

impl Visitor for Perft<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let state: G = position::read(&self.args.position)?;
        let mut out = std::io::stdout().lock();
        let mut rows = Vec::new();
        for depth in 1..=self.args.depth {
            let started = Instant::now();
            let leaves = leaves(&state, depth);
            let row = Row { depth, leaves, elapsed: started.elapsed() };
            match self.args.json {
                true => rows.push(row.json()),
                false => writeln!(out, "{}", row.text())?,
            }
        }
        if self.args.json {
            let all = json!({"game": G::NAME, "position": state.to_string(), "depths": rows});
            writeln!(out, "{all:#}")?;
        }
        Ok(())
    }
}

struct Row {
    depth: u32,
    leaves: u64,
    elapsed: Duration,
}

impl Row {
    fn text(&self) -> String {
        let rate = rate(self.leaves, self.elapsed);
        format!("{:>3} {:>16} {:>10.3} s {rate:>10}/s", self.depth, self.leaves, self.elapsed.as_secs_f64())
    }

    fn json(&self) -> Value {
        json!({"depth": self.depth, "leaves": self.leaves, "seconds": self.elapsed.as_secs_f64()})
    }
}

/// Number of leaves at `depth`; a finished game is one leaf at every depth from
/// its end on.
fn leaves<G: Game>(state: &G, depth: u32) -> u64 {
    let mut buffers = Vec::new();
    walk(state, depth, &mut buffers)
}

/// `buffers` holds the lists of moves that are free, so that each level
/// allocates only once.
fn walk<G: Game>(state: &G, depth: u32, buffers: &mut Vec<Vec<G::Move>>) -> u64 {
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
                walk(&next, depth - 1, buffers)
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

    #[test]
    fn tic_tac_toe_has_the_known_counts() {
        let start = State::start();
        let mut ended = 0;
        for (depth, sequences) in (1..).zip(SEQUENCES) {
            assert_eq!(leaves(&start, depth), sequences + ended, "depth {depth}");
            ended += ended_at(&start, depth);
        }
        assert_eq!(leaves(&start, 9), 255_168, "all games of tic-tac-toe");
        assert_eq!(leaves(&start, 100), 255_168);
    }

    #[test]
    fn a_finished_game_is_one_leaf() {
        let over: State = "xxx/oo./...".parse().unwrap();
        assert_eq!([leaves(&over, 1), leaves(&over, 5)], [1, 1]);
    }
}
