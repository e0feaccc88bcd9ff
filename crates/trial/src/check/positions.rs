//! Positions in which bots often fail, and the opponent that leads to them.

use std::collections::BTreeSet;

use game::{Game, History, Playable, Rng, Side};

use crate::bots::board_seed;

/// Number of games in which odd positions are searched.
const GAMES: u64 = 120;
/// Plies of a long game.
const LONG: usize = 40;
/// Number of legal moves that counts as few, on a board that has many.
const FEW: usize = 3;
/// Number of empty cells of a board that counts as nearly full.
const NEARLY_FULL: usize = 3;

/// What makes a position odd.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Oddity {
    /// The side to move must pass.
    ForcedPass,
    /// The opponent has just passed.
    AfterPass,
    /// Both sides have passed in this game.
    BothPassed,
    /// There is one legal move, and it is no pass.
    OneMove,
    /// There are a few legal moves on a large board.
    FewMoves,
    /// At most three cells are empty.
    NearlyFull,
    /// At least 40 plies were played.
    LongHistory,
    /// Two or more columns are full.
    FullColumns,
    /// The forbidden cell is in the bottom row.
    ForbiddenBottom,
    /// The forbidden cell is in the top row.
    ForbiddenTop,
    /// A stone lies directly below the forbidden cell: the next one lands above it.
    AboveForbidden,
}

impl Oddity {
    /// Name in the report.
    pub fn name(self) -> &'static str {
        match self {
            Oddity::ForcedPass => "forced pass",
            Oddity::AfterPass => "opponent has passed",
            Oddity::BothPassed => "both have passed",
            Oddity::OneMove => "one legal move",
            Oddity::FewMoves => "few legal moves",
            Oddity::NearlyFull => "nearly full board",
            Oddity::LongHistory => "long history",
            Oddity::FullColumns => "full columns",
            Oddity::ForbiddenBottom => "forbidden cell in the bottom row",
            Oddity::ForbiddenTop => "forbidden cell in the top row",
            Oddity::AboveForbidden => "next stone above the forbidden cell",
        }
    }
}

/// What is odd about the position of a game that goes on.
pub fn oddities<G: Playable>(history: &History<G>) -> BTreeSet<Oddity> {
    let mut found = BTreeSet::new();
    let Some(cells) = G::CELLS else { return found };
    let state = history.state();
    let mut legal = Vec::with_capacity(G::MAX_MOVES);
    state.legal_moves(&mut legal);
    let mut add = |oddity, holds: bool| {
        if holds {
            found.insert(oddity);
        }
    };
    if let Some(pass) = cells.pass {
        let moves = history.moves();
        add(Oddity::ForcedPass, legal == [pass]);
        add(Oddity::AfterPass, moves.last() == Some(&pass));
        let by = |parity| moves.iter().skip(parity).step_by(2).any(|&m| m == pass);
        add(Oddity::BothPassed, by(0) && by(1));
    }
    let (rows, columns) = (cells.size)(state);
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let empty = places.filter(|&place| (cells.stone)(state, place).is_none()).count();
    add(Oddity::OneMove, legal.len() == 1 && Some(legal[0]) != cells.pass);
    add(Oddity::FewMoves, (2..=FEW).contains(&legal.len()) && rows * columns >= 64 && G::DROPS.is_none());
    add(Oddity::LongHistory, history.moves().len() >= LONG);
    let Some(drops) = G::DROPS else {
        add(Oddity::NearlyFull, empty <= NEARLY_FULL);
        return found;
    };
    add(Oddity::FullColumns, legal.len() + 2 <= columns);
    let forbidden = (drops.shape)(state).forbidden;
    add(Oddity::NearlyFull, empty <= NEARLY_FULL + usize::from(forbidden.is_some()));
    if let Some((row, column)) = forbidden {
        add(Oddity::ForbiddenBottom, row + 1 == rows);
        add(Oddity::ForbiddenTop, row == 0);
        let stone = |row| (cells.stone)(state, (row, column)).is_some();
        add(Oddity::AboveForbidden, row > 0 && row + 1 < rows && stone(row + 1) && !stone(row - 1));
    }
    found
}

/// The side that is not the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Plays at random.
    Random,
    /// Leaves the bot as few moves as it can, and does not end the game: this leads to
    /// passes, full columns and long games.
    Tight,
}

impl Opponent {
    /// Its move. The game must not be over.
    pub fn choose<G: Playable>(self, state: &G, rng: &mut Rng) -> G::Move {
        if self == Opponent::Random {
            return state.random_move(rng);
        }
        let (mut legal, mut replies) = (Vec::new(), Vec::new());
        state.legal_moves(&mut legal);
        let mut best = (usize::MAX, legal[0]);
        for m in legal {
            let mut next = *state;
            next.play_unchecked(m);
            next.legal_moves(&mut replies);
            let ends = |&reply: &G::Move| {
                let mut after = next;
                after.play_unchecked(reply);
                after.outcome().is_some()
            };
            let cost = match (next.outcome(), G::DROPS) {
                (Some(_), _) => 2000,
                (None, Some(_)) if replies.iter().any(ends) => 1000,
                // The highest cell, to fill a column.
                (None, Some(drops)) => (drops.landing)(state, m).map_or(0, |(row, _)| row),
                (None, None) => replies.len(),
            };
            // Ties are broken at random.
            let cost = cost * 256 + rng.usize(0..256);
            if cost < best.0 {
                best = (cost, m);
            }
        }
        best.1
    }
}

/// A starting position: the usual one, or for a judge that chooses boards one of them.
pub fn start<G: Playable>(seed: u64) -> G {
    G::random_start(board_seed(seed)).unwrap_or_else(G::start)
}

/// A starting position in which this is odd, if the game has such ones.
pub fn odd_start<G: Playable>(oddity: Oddity) -> Option<G> {
    let boards = (0..1000).map_while(|seed| G::random_start(board_seed(seed)));
    boards.map(History::new).find(|board| oddities(board).contains(&oddity)).map(|board| *board.start())
}

/// A whole game between two opponents of the same kind.
pub fn game<G: Playable>(start: G, opponent: Opponent, seed: u64) -> History<G> {
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(start);
    while history.state().outcome().is_none() {
        let chosen = opponent.choose(history.state(), &mut rng);
        if history.play(chosen).is_err() {
            break;
        }
    }
    history
}

/// The first `plies` plies of a game.
pub fn beginning<G: Game>(game: &History<G>, plies: usize) -> History<G> {
    let mut history = History::new(*game.start());
    for &m in &game.moves()[..plies] {
        if history.play(m).is_err() {
            break;
        }
    }
    history
}

/// The last part of a random game, in which `side` is to move: about six plies before
/// the end.
pub fn before_the_end<G: Playable>(side: Side, seed: u64) -> History<G> {
    let whole = game(start::<G>(seed), Opponent::Random, seed);
    let mut history = beginning(&whole, whole.moves().len().saturating_sub(6));
    while history.state().side() != side && history.undo().is_some() {}
    match history.state().side() == side {
        true => history,
        false => beginning(&whole, 1),
    }
}

/// Positions that together show every oddity that is found in 120 games, to each side;
/// at most `most`.
pub fn odd_positions<G: Playable>(most: usize) -> Vec<History<G>> {
    let mut seen: BTreeSet<(Oddity, usize)> = BTreeSet::new();
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let opponent = if seed % 2 == 0 { Opponent::Tight } else { Opponent::Random };
        let whole = game(start::<G>(seed), opponent, seed);
        // From the end, where a position shows several at once.
        for plies in (1..whole.moves().len()).rev() {
            let position = beginning(&whole, plies);
            let side = position.state().side().index();
            let odd = oddities(&position);
            if odd.iter().any(|&oddity| !seen.contains(&(oddity, side))) {
                seen.extend(odd.into_iter().map(|oddity| (oddity, side)));
                positions.push(position);
                if positions.len() == most {
                    return positions;
                }
            }
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use games::Visitor;

    use super::*;

    /// The oddities of the positions of a game.
    struct Found;

    impl Visitor for Found {
        type Output = BTreeSet<(Oddity, usize)>;

        fn visit<G: Playable>(&self) -> Self::Output {
            let positions = odd_positions::<G>(20);
            for position in &positions {
                assert!(position.state().outcome().is_none());
            }
            let side = |position: &History<G>| position.state().side().index();
            let each = positions.iter().flat_map(|position| {
                oddities(position).into_iter().map(move |oddity| (oddity, side(position)))
            });
            each.collect()
        }
    }

    #[test]
    fn every_oddity_of_a_game_is_found_for_both_sides() {
        use Oddity::*;
        let both = |all: &[Oddity]| {
            all.iter().flat_map(|&oddity| [(oddity, 0), (oddity, 1)]).collect::<BTreeSet<_>>()
        };
        let found = |game| games::visit(game, &Found).unwrap();
        assert_eq!(
            found("othello"),
            both(&[ForcedPass, AfterPass, BothPassed, OneMove, FewMoves, NearlyFull, LongHistory])
        );
        assert!(found("nogo").is_superset(&both(&[OneMove, FewMoves, LongHistory])));
        assert!(found("tictactoe").is_superset(&both(&[NearlyFull])));
        let connect4 = found("connect4");
        let wanted = [OneMove, LongHistory, FullColumns, ForbiddenBottom, ForbiddenTop, AboveForbidden];
        assert!(connect4.is_superset(&both(&wanted[1..])), "{connect4:?}");
        assert!(found("connect4-7x6").is_superset(&both(&[FullColumns])));
    }

    #[test]
    fn a_game_before_its_end_is_that_of_the_side_and_goes_on() {
        for seed in 0..20 {
            for side in [Side::First, Side::Second] {
                let history = before_the_end::<tictactoe::State>(side, seed);
                assert_eq!(history.state().side(), side);
                assert!(history.state().outcome().is_none());
            }
        }
    }
}
