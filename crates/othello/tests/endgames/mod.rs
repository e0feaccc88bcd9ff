//! Endgames on the fast and on the naive board, and their scores by a naive search.

use game::{Game, History, Rng};
use othello::{Square, State};

use crate::naive::{Board, Disc, Play};

/// The position with `empties` empty squares of a game whose moves `choose` makes, on both
/// boards; `None` if the game ends before.
pub fn position(
    seed: u64,
    empties: u32,
    mut choose: impl FnMut(&History<State>, &mut Rng) -> Square,
) -> Option<(State, Board)> {
    let mut rng = Rng::with_seed(seed);
    let (mut history, mut board) = (History::new(State::start()), Board::start());
    while history.state().empty().count_ones() > empties {
        if history.state().outcome().is_some() {
            return None;
        }
        let m = choose(&history, &mut rng);
        board.play(naive_play(m));
        history.play(m).expect("the caller chooses legal moves");
    }
    assert_eq!(history.state().to_string(), board.text());
    history.state().outcome().is_none().then_some((*history.state(), board))
}

/// The move on the naive board.
pub fn naive_play(m: Square) -> Play {
    m.place().map_or(Play::Pass, |(row, column)| Play::Put(row, column))
}

/// Score for the side to move by plain alpha-beta on the naive board; squares
/// that stay empty count for the winner.
pub fn naive_score(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    if let Some(result) = board.result() {
        let empty = 64 - board.count(Disc::Black) - board.count(Disc::White);
        let score = result + result.signum() * empty;
        return if board.turn == Disc::Black { score } else { -score };
    }
    let mut best = -65;
    for play in board.legal() {
        let mut next = board.clone();
        next.play(play);
        best = best.max(-naive_score(&next, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
