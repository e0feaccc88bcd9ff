//! NoGo as the rule text tells it, for the fast board to be compared with:
//! rows of points, loops, and nothing of the crate itself.
//!
//! > Black and White put a stone in turn on an empty point. A group is all
//! > stones of a colour that hang together along the lines; an empty point
//! > beside one of its stones is a liberty. It is forbidden to put a stone so
//! > that a group of either colour has no liberty. Nobody may pass: who has no
//! > move that is not forbidden has lost.

#![allow(dead_code, reason = "each test file uses a part of it")]

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stone {
    Black,
    White,
}

impl Stone {
    pub fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    pub points: Vec<Vec<Option<Stone>>>,
    pub turn: Stone,
}

impl Grid {
    pub fn empty(rows: usize, columns: usize) -> Self {
        Grid { points: vec![vec![None; columns]; rows], turn: Stone::Black }
    }

    pub fn rows(&self) -> usize {
        self.points.len()
    }

    pub fn columns(&self) -> usize {
        self.points[0].len()
    }

    fn beside(&self, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        if row > 0 {
            list.push((row - 1, column));
        }
        if column > 0 {
            list.push((row, column - 1));
        }
        if row + 1 < self.rows() {
            list.push((row + 1, column));
        }
        if column + 1 < self.columns() {
            list.push((row, column + 1));
        }
        list
    }

    /// Flood fill: has the group of this stone a liberty?
    fn breathes(&self, stone: (usize, usize)) -> bool {
        let colour = self.points[stone.0][stone.1];
        let mut seen = vec![stone];
        let mut next = 0;
        while next < seen.len() {
            for at in self.beside(seen[next]) {
                if self.points[at.0][at.1].is_none() {
                    return true;
                }
                if self.points[at.0][at.1] == colour && !seen.contains(&at) {
                    seen.push(at);
                }
            }
            next += 1;
        }
        false
    }

    pub fn is_legal(&self, (row, column): (usize, usize), stone: Stone) -> bool {
        if self.points[row][column].is_some() {
            return false;
        }
        let mut after = self.clone();
        after.points[row][column] = Some(stone);
        for r in 0..self.rows() {
            for c in 0..self.columns() {
                if after.points[r][c].is_some() && !after.breathes((r, c)) {
                    return false;
                }
            }
        }
        true
    }

    /// Row by row.
    pub fn legal(&self, stone: Stone) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.is_legal((row, column), stone) {
                    list.push((row, column));
                }
            }
        }
        list
    }

    /// Who has won, once the side to move cannot.
    pub fn winner(&self) -> Option<Stone> {
        if self.legal(self.turn).is_empty() { Some(self.turn.other()) } else { None }
    }

    pub fn play(&mut self, (row, column): (usize, usize)) {
        self.points[row][column] = Some(self.turn);
        self.turn = self.turn.other();
    }

    /// Does the side to move win? By trying everything.
    pub fn is_won(&self) -> bool {
        for point in self.legal(self.turn) {
            let mut after = self.clone();
            after.play(point);
            if !after.is_won() {
                return true;
            }
        }
        false
    }

    /// As the crate writes positions.
    pub fn text(&self) -> String {
        let letter = |point: &Option<Stone>| match point {
            Some(Stone::Black) => 'x',
            Some(Stone::White) => 'o',
            None => '.',
        };
        let rows: Vec<String> = self.points.iter().map(|row| row.iter().map(letter).collect()).collect();
        rows.join("/")
    }
}
