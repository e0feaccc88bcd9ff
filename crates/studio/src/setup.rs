//! Positions made of stones.

use game::{Place, Playable, Side};

use crate::error::Error;
use crate::request::SetUp;
use crate::view;

/// Most rows and columns of a board in a request.
const MOST: usize = 19;

/// The position with these stones. Games write positions in different ways; the stones
/// are written in each, and the game reads the one that it knows.
pub fn position<G: Playable>(stones: &SetUp) -> Result<G, Error> {
    let SetUp { rows, columns, ref cells, side } = *stones;
    if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
        return Err(Error::SetUp(format!("board is {rows}x{columns}; rows and columns must be 1 to {MOST}")));
    }
    if cells.chars().count() != rows * columns {
        let found = cells.chars().count();
        return Err(Error::SetUp(format!(
            "{found} cells are given; a board of {rows}x{columns} has {}",
            rows * columns
        )));
    }
    let grid: Vec<String> = (0..rows)
        .map(|row| (0..columns).filter_map(|column| stones.letter((row, column))).collect())
        .collect();
    let with_side = format!("{} {}", grid.concat().replace('.', "-"), ['X', 'O'][side.min(1)]);
    // A game that writes the side to move reads that form and no other.
    let by_rows = grid.join("/").parse::<G>();
    let state = match (with_side.parse::<G>(), by_rows) {
        (Ok(state), _) | (_, Ok(state)) => state,
        (Err(wrong), _) if G::start().to_string().contains(' ') => return Err(wrong.into()),
        (_, Err(wrong)) => return Err(wrong.into()),
    };
    match view::cells(&state) == *cells {
        true => Ok(state),
        false => Err(Error::SetUp("the game has no such board".to_string())),
    }
}

/// The position after a stone of `side` was put on a cell and nothing else was changed,
/// with the other side to move; `None` if the game has no such position.
pub fn with_stone<G: Playable>(state: &G, place: Place, side: Side) -> Option<G> {
    let (rows, columns) = view::size(state);
    let mut cells: Vec<char> = view::cells(state).chars().collect();
    *cells.get_mut(place.0 * columns + place.1)? = view::letter(side);
    let cells = cells.into_iter().collect();
    position(&SetUp { rows, columns, cells, side: side.other().index() }).ok()
}

#[cfg(test)]
mod tests {
    use game::Game;
    use games::Visitor;

    use super::*;

    /// Writes the positions of a random game as stones and reads them again.
    struct RoundTrip;

    impl Visitor for RoundTrip {
        type Output = usize;

        fn visit<G: Playable>(&self) -> usize {
            let mut rng = game::Rng::with_seed(3);
            let (mut state, mut positions) = (G::random_start(7).unwrap_or_else(G::start), 0);
            while state.outcome().is_none() {
                let (rows, columns) = view::size(&state);
                let side = state.side().index();
                let stones = SetUp { rows, columns, cells: view::cells(&state), side };
                assert_eq!(position::<G>(&stones).unwrap(), state, "{}", G::NAME);
                positions += 1;
                state.play_unchecked(state.random_move(&mut rng));
            }
            positions
        }
    }

    #[test]
    fn every_position_can_be_set_up() {
        let positions = games::visit_all(&RoundTrip);
        assert!(positions.iter().all(|&count| count >= 5), "{positions:?}");
    }

    #[test]
    fn impossible_boards_are_refused_in_one_line() {
        let stones = |rows, columns, cells: &str| SetUp { rows, columns, cells: cells.to_string(), side: 0 };
        let error = |stones| position::<connect4::State>(&stones).unwrap_err().to_string();
        assert!(error(stones(99, 7, "")).starts_with("board is 99x7; rows and columns must be 1 to 19"));
        assert!(error(stones(6, 7, "x")).starts_with("1 cells are given"));
        let floating = format!("x{}", ".".repeat(41));
        assert!(error(stones(6, 7, &floating)).contains("has an empty cell below it"));
        let crowded = format!("xxx{}", ".".repeat(61));
        assert!(position::<othello::State>(&stones(8, 8, &crowded)).is_ok());
        assert!(position::<othello::State>(&stones(8, 8, &"#".repeat(64))).is_err());
    }

    /// In Othello the discs between the new one and an old one stay as they are.
    #[test]
    fn a_stone_alone_changes_nothing_else() {
        let start = othello::State::start();
        let next = with_stone(&start, (4, 5), Side::First).unwrap();
        assert_eq!((next.discs(Side::First), next.discs(Side::Second)), (3, 2));
        assert_eq!(next.side(), Side::Second);
        let state = tictactoe::State::start();
        let cell = state.parse_move("a1").unwrap();
        assert_eq!(with_stone(&state, (0, 0), Side::First), Some(state.play(cell).unwrap()));
    }
}
