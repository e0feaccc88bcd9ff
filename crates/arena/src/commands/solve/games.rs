//! The solvers of the games.

use clock::{Budget, Deadline};
use connect4::book::{self, BookMove};
use game::{Engine, Game, History, Playable};

use super::exam::{Examinee, Known, Solved};
use super::questions::{self, Chosen};
use crate::error::{Error, Result, require};
use crate::position;

/// Reads a position; the game must go on in it.
fn read<G: Playable>(text: &str) -> Result<G> {
    unfinished(position::read(text)?)
}

/// The position, if the game goes on in it.
fn unfinished<G: Game>(state: G) -> Result<G> {
    require!(state.outcome().is_none(), "the game is over in {state}");
    Ok(state)
}

/// Connect-4. A line is a position in any notation of the game and its score:
/// `4223133755 8`.
pub struct Connect4<B>(connect4::Solver<B>);

impl<B: connect4::Class> Examinee for Connect4<B>
where
    connect4::Position<B>: Playable<Move = connect4::Column>,
{
    type Position = connect4::Position<B>;

    fn new(bytes: usize) -> Self {
        Connect4(connect4::Solver::new(bytes))
    }

    fn position(text: &str) -> Result<Self::Position> {
        read(text)
    }

    fn line(line: &str) -> Option<Result<Self::Position>> {
        questions::line(line)
    }

    fn games(text: &str, chosen: &Chosen) -> Result<Vec<(u64, Self::Position)>> {
        chosen.positions(text)
    }

    fn solve(&mut self, position: &Self::Position, budget: &Budget) -> Option<Solved> {
        self.0.clear();
        let solution = self.0.solve(position, &mut Deadline::start(budget))?;
        Some(Solved { score: solution.score, best: position.move_text(solution.best), nodes: solution.nodes })
    }

    fn outlook(position: &Self::Position) -> Option<String> {
        let empty = position.vacant().count();
        if let Some(BookMove { column, outcome }) = book::lookup(position) {
            let column = position.move_text(column);
            return Some(format!(
                "the opening book has it: a {outcome}, with {column}; the score takes many minutes"
            ));
        }
        let classic = position.rows() * position.columns() <= 42;
        match classic {
            true => (empty > 34).then(|| format!("{empty} cells are empty: many minutes")),
            false => (empty > 52).then(|| format!("{empty} cells are empty: few such boards can be solved")),
        }
    }
}

/// Othello. A line is that of an OBF file.
pub struct Othello(othello::search::Solver<'static>);

impl Examinee for Othello {
    type Position = othello::State;

    fn new(bytes: usize) -> Self {
        let options = othello::search::Options { table_bytes: bytes, ..Default::default() };
        Othello(othello::search::Solver::new(options, othello::eval::Weights::shipped()))
    }

    fn position(text: &str) -> Result<Self::Position> {
        read(text)
    }

    fn line(line: &str) -> Option<Result<Self::Position>> {
        questions::line(line)
    }

    fn games(text: &str, chosen: &Chosen) -> Result<Vec<(u64, Self::Position)>> {
        chosen.positions(text)
    }

    fn read(line: &str) -> Result<(Self::Position, Known)> {
        let othello::obf::Line { state, score, best } = line.parse()?;
        let state = unfinished(state)?;
        let form = "a line is a position, a semicolon and its score, or moves with their scores";
        let score = score.ok_or_else(|| Error::usage(form))?;
        Ok((state, Known { score, best: best.into_iter().map(|m| state.move_text(m)).collect() }))
    }

    fn solve(&mut self, position: &Self::Position, budget: &Budget) -> Option<Solved> {
        self.0.clear();
        let limits = othello::search::SearchLimits::NONE;
        let report =
            self.0.search(position, &limits, Deadline::start(budget)).filter(|report| report.exact)?;
        Some(Solved { score: report.score, best: position.move_text(report.best), nodes: report.nodes })
    }

    fn outlook(position: &Self::Position) -> Option<String> {
        let empty = 64 - (position.own() | position.other()).count_ones();
        let known = "one with 24 takes seconds, and each square more multiplies the time";
        (empty > 26).then(|| format!("{empty} squares are empty: {known}"))
    }
}

/// NoGo. A line is a position and 1 for a win or −1 for a loss: `4x4 -1`.
pub struct Nogo {
    bytes: usize,
}

impl Examinee for Nogo {
    type Position = nogo::State;

    fn new(bytes: usize) -> Self {
        Nogo { bytes }
    }

    fn position(text: &str) -> Result<Self::Position> {
        read(text)
    }

    fn line(line: &str) -> Option<Result<Self::Position>> {
        questions::line(line)
    }

    fn games(text: &str, chosen: &Chosen) -> Result<Vec<(u64, Self::Position)>> {
        chosen.positions(text)
    }

    fn solve(&mut self, position: &Self::Position, budget: &Budget) -> Option<Solved> {
        let mut solver = nogo::Solver::new(self.bytes);
        let solution = solver.solve_until(position, Deadline::start(budget))?;
        let score = if solution.wins { 1 } else { -1 };
        Some(Solved { score, best: position.move_text(solution.best?), nodes: solver.nodes() })
    }

    fn outlook(position: &Self::Position) -> Option<String> {
        let empty = position.empty().count();
        let known = "an empty board of 20 takes seconds, one of 25 half an hour with --memory 4096";
        (empty > 24).then(|| format!("{empty} points are empty: {known}; larger ones were never solved"))
    }
}

/// Tic-tac-toe. A line is a position and 1, 0 or −1: `x../.../... 0`.
pub struct Tictactoe(Box<dyn Engine<tictactoe::State>>);

impl Examinee for Tictactoe {
    type Position = tictactoe::State;

    fn new(_bytes: usize) -> Self {
        Tictactoe(Box::new(tictactoe::minimax::Minimax::new(0)))
    }

    fn position(text: &str) -> Result<Self::Position> {
        read(text)
    }

    fn line(line: &str) -> Option<Result<Self::Position>> {
        questions::line(line)
    }

    fn games(text: &str, chosen: &Chosen) -> Result<Vec<(u64, Self::Position)>> {
        chosen.positions(text)
    }

    fn solve(&mut self, position: &Self::Position, budget: &Budget) -> Option<Solved> {
        let decision = self.0.decide(&History::new(*position), budget).ok()?;
        let score = decision.proof?.outcome.value() as i32;
        Some(Solved { score, best: position.move_text(decision.chosen), nodes: decision.nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn othello_reads_obf() {
        let start = othello::State::start();
        let (position, known) = Othello::read(&format!("{start}; F5:+0; D3:+0")).unwrap();
        assert_eq!((position, known.to_string().as_str()), (start, "+0 by f5 or d3"));
        let error = |line: &str| format!("{:#}", Othello::read(line).unwrap_err());
        assert!(error(&start.to_string()).starts_with("a line is a position, a semicolon and its score"));
        assert!(error("XO").contains("it ends before c1"), "{}", error("XO"));
        assert!(error(&format!("{} X; +64", "X".repeat(64))).starts_with("the game is over in XXX"));
    }

    #[test]
    fn connect_4_reads_positions_in_its_notation() {
        let read =
            |line| Connect4::<u64>::read(line).map(|(position, known)| (position.to_string(), known.score));
        let grid = "......./......./......./......./......./.xo....".to_string();
        assert_eq!(read("23 -7").unwrap(), (grid, -7));
        for (line, why) in [
            ("4455", "a line is a position and its score"),
            ("4455 x", "'x' is not a score: invalid digit found in string"),
            ("4459 1", "position '4459': move 4: move '9': a move is a column, 1 to 7"),
            ("1212121 0", "the game is over in ......./......./x....../xo...../xo...../xo....."),
        ] {
            assert_eq!(format!("{:#}", read(line).unwrap_err()), why);
        }
    }
}
