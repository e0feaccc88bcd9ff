//! What is played in each form.

use game::{History, Playable, Side};
use referee::Language;

use super::diagnose::Phase;
use super::positions::{self, Oddity, Opponent};

/// No game has more turns of one side.
const MOST_TURNS: usize = 200;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// A third of the turns.
    pub quick: bool,
    /// Number of whole games in each form, beside the usual parts.
    pub games: usize,
}

/// A part of the check: turns of one game.
#[derive(Clone, Debug)]
pub struct Item<G: game::Game> {
    /// The game before the first turn that is asked for.
    pub history: History<G>,
    /// The program's side.
    pub side: Side,
    /// Maximum number of turns of the program.
    pub turns: usize,
    /// The other side.
    pub opponent: Opponent,
    /// Part of the check.
    pub phase: Phase,
    /// Seed of the opponent.
    pub seed: u64,
}

impl<G: game::Game> Item<G> {
    /// Number of turns that it will take, about.
    pub fn expected_turns(&self) -> usize {
        match self.phase {
            Phase::Whole => self.turns.min(25),
            Phase::End => self.turns.min(4),
            _ => self.turns,
        }
    }
}

impl Phase {
    /// Name in the report.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Odd => "odd position",
            Phase::Restart => "restart",
            Phase::End => "end of a game",
            Phase::Whole => "whole game",
        }
    }
}

/// The parts of the check of a form. A form that the user did not name gets fewer.
pub fn items<G: Playable>(language: &Language<G>, named: bool, extent: Extent) -> Vec<Item<G>> {
    let Extent { quick, games } = extent;
    let mut all = Vec::new();
    let mut add = |history: History<G>, side, turns, opponent, phase| {
        let seed = all.len() as u64;
        all.push(Item { history, side, turns, opponent, phase, seed });
    };
    let start = |seed| History::new(positions::start::<G>(seed));
    let sides = [Side::First, Side::Second];
    let turns = match (language.mid_game, named, quick) {
        (true, true, _) => 4,
        (true, false, false) => 2,
        (false, _, false) => 5,
        (_, _, true) => 2,
    };
    for (number, side) in (0..).zip(sides) {
        add(start(number), side, turns, Opponent::Random, Phase::Opening);
    }
    if named {
        // Boards that only the start decides.
        let boards = [Oddity::ForbiddenBottom, Oddity::ForbiddenTop];
        for (side, board) in sides.into_iter().zip(boards) {
            if let Some(board) = positions::odd_start::<G>(board) {
                add(History::new(board), side, if quick { 2 } else { 5 }, Opponent::Tight, Phase::Opening);
            }
        }
    }
    let most = match (named, quick) {
        (true, false) => 10,
        (true, true) => 4,
        (false, false) => 3,
        (false, true) => 0,
    };
    if language.mid_game {
        let ends = if named { &sides[..] } else { &sides[..1] };
        for (number, &side) in (0..).zip(ends) {
            let history = positions::before_the_end(side, number);
            add(history, side, MOST_TURNS, Opponent::Random, Phase::End);
        }
        for position in positions::odd_positions::<G>(most) {
            let side = position.state().side();
            add(position, side, 1, Opponent::Random, Phase::Odd);
        }
    } else if named {
        let turns = if quick { 6 } else { MOST_TURNS };
        add(start(2), Side::First, turns, Opponent::Tight, Phase::Whole);
        for position in positions::odd_positions::<G>(most.min(2)) {
            let side = position.state().side();
            add(position, side, 1, Opponent::Random, Phase::Restart);
        }
    }
    for number in 0..games {
        let opponent = if number % 4 < 2 { Opponent::Random } else { Opponent::Tight };
        add(start(3 + number as u64), sides[number % 2], MOST_TURNS, opponent, Phase::Whole);
    }
    all
}
