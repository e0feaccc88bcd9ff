//! A naive implementation of the rule text, to compare the fast board with:
//! arrays and loops, without any code of the crate.
//!
//! > The board has 8×8 squares. It begins with black discs on e4 and d5 and
//! > white ones on d4 and e5; black moves first. A move puts a disc of the
//! > mover's colour on an empty square so that at least one straight line (along
//! > a row, a column or a diagonal) of one or more of the opponent's discs lies
//! > between it and another disc of the mover; all discs of all such lines are
//! > turned over. A side that cannot make such a move passes; a side that can may
//! > not pass. When neither side can, the game is over, and the side with more
//! > discs wins; equal numbers are a draw.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disc {
    Black,
    White,
}

impl Disc {
    pub fn turned(self) -> Disc {
        match self {
            Disc::Black => Disc::White,
            Disc::White => Disc::Black,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub squares: [[Option<Disc>; 8]; 8],
    pub turn: Disc,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Play {
    /// Row and column, from the top left.
    Put(usize, usize),
    Pass,
}

impl Board {
    pub fn start() -> Self {
        let mut squares = [[None; 8]; 8];
        squares[3][3] = Some(Disc::White);
        squares[3][4] = Some(Disc::Black);
        squares[4][3] = Some(Disc::Black);
        squares[4][4] = Some(Disc::White);
        Board { squares, turn: Disc::Black }
    }

    /// The disc on a square; `None` outside the board.
    fn at(&self, row: i32, column: i32) -> Option<Disc> {
        match (row, column) {
            (0..8, 0..8) => self.squares[row as usize][column as usize],
            _ => None,
        }
    }

    /// The squares that a move of this colour to this square turns.
    pub fn turned_by(&self, colour: Disc, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                if (down, right) == (0, 0) {
                    continue;
                }
                let mut line = Vec::new();
                let (mut r, mut c) = (row as i32 + down, column as i32 + right);
                while self.at(r, c) == Some(colour.turned()) {
                    line.push((r as usize, c as usize));
                    r += down;
                    c += right;
                }
                if self.at(r, c) == Some(colour) {
                    all.extend(line);
                }
            }
        }
        all
    }

    fn puts(&self, colour: Disc) -> Vec<Play> {
        let mut list = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                let empty = self.squares[row][column].is_none();
                if empty && !self.turned_by(colour, row, column).is_empty() {
                    list.push(Play::Put(row, column));
                }
            }
        }
        list
    }

    /// The legal moves; empty when the game is over.
    pub fn legal(&self) -> Vec<Play> {
        let puts = self.puts(self.turn);
        if puts.is_empty() && !self.puts(self.turn.turned()).is_empty() {
            return vec![Play::Pass];
        }
        puts
    }

    pub fn play(&mut self, play: Play) {
        if let Play::Put(row, column) = play {
            for (r, c) in self.turned_by(self.turn, row, column) {
                self.squares[r][c] = Some(self.turn);
            }
            self.squares[row][column] = Some(self.turn);
        }
        self.turn = self.turn.turned();
    }

    pub fn count(&self, colour: Disc) -> i32 {
        self.squares.iter().flatten().filter(|square| **square == Some(colour)).count() as i32
    }

    /// Black's discs minus white's, if the game is over.
    pub fn result(&self) -> Option<i32> {
        let over = self.legal().is_empty();
        over.then(|| self.count(Disc::Black) - self.count(Disc::White))
    }

    /// The position in the crate's notation.
    pub fn text(&self) -> String {
        let letter = |disc: Disc| if disc == Disc::Black { 'X' } else { 'O' };
        let squares = self.squares.iter().flatten();
        let board: String = squares.map(|square| square.map_or('-', letter)).collect();
        format!("{board} {}", letter(self.turn))
    }
}
