//! The requests that the page sends.

use game::History;
use game::{Game, Place};
use serde::Deserialize;

use crate::error::{Error, MOST_MOVES};
use crate::glass::GlassOptions;

/// A request. The field `do` names it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// The game: boards, strategies, formats.
    Describe,
    /// A position as the page draws it.
    View {
        /// The game so far.
        at: At,
    },
    /// A board that the judge would choose at random.
    RandomBoard {
        /// Random seed.
        seed: u64,
    },
    /// Makes a position out of stones.
    SetUp(SetUp),
    /// Chooses a move, or analyses all moves.
    Think(Think),
    /// The line that a strategy expects, by a short search of its own: what the page shows of
    /// a move while a long search still runs.
    Line {
        /// The game so far.
        at: At,
        /// The strategy.
        spec: String,
        /// Milliseconds, at most 1000.
        ms: u64,
    },
    /// The tree that the last thought about this position has left.
    Tree {
        /// The game so far.
        at: At,
        /// The strategy, as in the thought.
        spec: String,
    },
    /// Compares each move of a game with the best one.
    Review {
        /// The whole game.
        at: At,
        /// The strategy that judges the moves.
        spec: String,
        /// Limits per position.
        limit: Limit,
    },
    /// Reads recorded games.
    Read {
        /// Text of a file.
        text: String,
    },
    /// Writes a game.
    Write {
        /// The game.
        at: At,
        /// Names of the players.
        #[serde(default)]
        players: [Option<String>; 2],
        /// Name of the format.
        format: String,
    },
    /// Begins a watched search.
    Watch {
        /// Number of the search, chosen by the page.
        id: u32,
        /// The game so far.
        at: At,
        /// The search.
        options: GlassOptions,
    },
    /// Makes simulations of a watched search.
    Simulate {
        /// Number of the search.
        id: u32,
        /// Number of simulations; the last one is described.
        count: u32,
    },
    /// Plays games between two watched searches.
    Duel {
        /// The game so far: where each game begins.
        at: At,
        /// The two searches.
        searches: [GlassOptions; 2],
        /// Simulations per move.
        simulations: u64,
        /// Number of games.
        games: u32,
    },
}

/// A game so far.
#[derive(Clone, Debug, Deserialize)]
pub struct At {
    /// Text of the starting position, or `start`.
    pub start: String,
    /// Texts of the moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl At {
    /// Plays the moves.
    pub fn history<G: Game>(&self) -> Result<History<G>, Error> {
        if self.moves.len() > MOST_MOVES {
            return Err(Error::Long(self.moves.len()));
        }
        let mut history = History::new(contest::position::read::<G>(self.start.trim())?);
        for (i, text) in self.moves.iter().enumerate() {
            let wrong = |why: String| Error::Move { number: i + 1, why };
            let played = history.state().parse_move(text).map_err(|error| wrong(error.to_string()))?;
            history.play(played).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(history)
    }
}

/// Limits of a search; the first that is reached ends it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Limit {
    /// Milliseconds.
    pub ms: Option<u64>,
    /// Simulations, or nodes of a strategy that makes no simulations.
    pub count: Option<u64>,
}

/// A board with stones.
#[derive(Clone, Debug, Deserialize)]
pub struct SetUp {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The cells row by row: `x` and `o` are stones, `.` is empty, `#` forbidden.
    pub cells: String,
    /// The side to move, 0 or 1, in games in which the stones do not tell.
    #[serde(default)]
    pub side: usize,
}

impl SetUp {
    /// The character of a cell.
    pub fn letter(&self, (row, column): Place) -> Option<char> {
        self.cells.chars().nth(row * self.columns + column)
    }
}

/// What a thought is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To choose a move.
    #[default]
    Play,
    /// To value every move.
    Analyse,
}

/// A thought.
#[derive(Clone, Debug, Deserialize)]
pub struct Think {
    /// The game so far.
    pub at: At,
    /// The strategy.
    pub spec: String,
    /// Limits; without any, the search ends when the result is proven.
    #[serde(default)]
    pub limit: Limit,
    /// What it is for.
    #[serde(default)]
    pub purpose: Purpose,
    /// Random seed, if the spec has none.
    #[serde(default)]
    pub seed: Option<u64>,
}
