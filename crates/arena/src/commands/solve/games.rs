//! The solvers of the games.

use clock::{Budget, Deadline};
use game::{Game, Playable};

use super::exam::{Examinee, Known, Solved};
use crate::error::{Error, Result, require};
use crate::position;

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
        unfinished(position::read(text)?)
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        self.0.clear();
        let mut deadline = Deadline::start(&Budget::default());
        let solution =
            self.0.solve(position, &mut deadline).expect("the game goes on and nothing limits the search");
        Solved { score: solution.score, best: position.move_text(solution.best), nodes: solution.nodes }
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
        unfinished(position::read(text)?)
    }

    fn read(line: &str) -> Result<(Self::Position, Known)> {
        let othello::obf::Line { state, score, best } = line.parse()?;
        let state = unfinished(state)?;
        let form = "a line is a position, a semicolon and its score, or moves with their scores";
        let score = score.ok_or_else(|| Error::usage(form))?;
        Ok((state, Known { score, best: best.into_iter().map(|m| state.move_text(m)).collect() }))
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        self.0.clear();
        let limits = othello::search::SearchLimits::NONE;
        let deadline = Deadline::start(&Budget::default());
        let report = self.0.search(position, &limits, deadline).expect("the game goes on");
        Solved { score: report.score, best: position.move_text(report.best), nodes: report.nodes }
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
        unfinished(position::read(text)?)
    }

    fn solve(&mut self, position: &Self::Position) -> Solved {
        let mut solver = nogo::Solver::new(self.bytes);
        let verdict = solver.solve(position);
        let best = verdict.best.expect("the game goes on");
        let score = if verdict.wins { 1 } else { -1 };
        Solved { score, best: position.move_text(best), nodes: solver.nodes() }
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
