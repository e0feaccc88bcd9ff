//! A naive implementation of NoGo, to compare the fast board with. It follows the
//! text of the rules and uses nothing of the crate.
//!
//! > Black and White take turns to put a stone on an empty point. A group is a
//! > maximal set of stones of one colour that are connected along the lines; an
//! > empty point beside one of its stones is a liberty. A move after which a group
//! > of either colour has no liberty is illegal. Passing is not allowed: a player
//! > without a legal move has lost.

#![allow(dead_code, reason = "each test file uses only a part of this module")]

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

    fn neighbours(&self, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
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

    /// Whether the group of this stone has a liberty, by flood fill.
    fn has_liberty(&self, stone: (usize, usize)) -> bool {
        let colour = self.points[stone.0][stone.1];
        let mut seen = vec![stone];
        let mut next = 0;
        while next < seen.len() {
            for at in self.neighbours(seen[next]) {
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
                if after.points[r][c].is_some() && !after.has_liberty((r, c)) {
                    return false;
                }
            }
        }
        true
    }

    /// Legal moves of a colour, row by row.
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

    /// Winner of a finished game: the side to move has lost if it cannot move.
    pub fn winner(&self) -> Option<Stone> {
        if self.legal(self.turn).is_empty() { Some(self.turn.other()) } else { None }
    }

    pub fn play(&mut self, (row, column): (usize, usize)) {
        self.points[row][column] = Some(self.turn);
        self.turn = self.turn.other();
    }

    /// The position in the crate's notation.
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
