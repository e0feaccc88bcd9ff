//! board-game over our games.
//!
//! The methods that the library's documentation allows to override for speed are
//! overridden: they skip the test for legal moves. The solver cannot be switched off.
//! Values are in [0, 1].

use std::fmt;
use std::ops::ControlFlow;

use board_game::ai::mcts::{Node, mcts_build_tree};
use board_game::board::{
    Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player,
};
use board_game::symmetry::UnitSymmetry;
use board_game::wdl::OutcomeWDL;
use game::{Game, Move, Rng, Side};
use internal_iterator::InternalIterator;
use rand::RngCore;

use crate::measure::{Run, measured};
use crate::subject::{C, Subject, outcome, with_moves};

/// A state.
#[derive(Clone, Debug)]
pub struct State<G: Game>(pub G, Ahead<G::Move>);

/// What a random move has found out about the state behind it. A playout asks for the
/// outcome of a state and then for a random move. In Othello both generate the legal
/// moves, and together they do it once.
#[derive(Clone, Debug)]
enum Ahead<M> {
    /// Nothing.
    Unknown,
    /// The game is over.
    Over(Outcome),
    /// The game goes on, and this is the next random move.
    Next(M),
}

impl<G: Subject> State<G> {
    /// Wraps a state.
    pub fn new(state: G) -> Self {
        State(state, Ahead::Unknown)
    }

    #[inline]
    fn absolute(&self, outcome: game::Outcome) -> Outcome {
        match outcome {
            game::Outcome::Win => Outcome::WonBy(self.next_player()),
            game::Outcome::Draw => Outcome::Draw,
            game::Outcome::Loss => Outcome::WonBy(self.next_player().other()),
        }
    }
}

impl<G: Game> PartialEq for State<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Game> Eq for State<G> {}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<M>(pub M);

impl<M: Move> fmt::Display for Played<M> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl<G: Game> fmt::Display for State<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[inline]
fn player(side: Side) -> Player {
    match side {
        Side::First => Player::A,
        Side::Second => Player::B,
    }
}

impl<G: Subject> Board for State<G> {
    type Move = Played<G::Move>;

    #[inline]
    fn next_player(&self) -> Player {
        player(self.0.side())
    }

    fn is_available_move(&self, mv: Played<G::Move>) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.is_legal(mv.0))
    }

    /// The search plays only legal moves, so that there is no test.
    #[inline]
    fn play(&mut self, mv: Played<G::Move>) -> Result<(), PlayError> {
        debug_assert!(self.0.is_legal(mv.0));
        self.0.play_unchecked(mv.0);
        self.1 = Ahead::Unknown;
        Ok(())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.1 {
            Ahead::Unknown => self.0.outcome().map(|outcome| self.absolute(outcome)),
            Ahead::Over(outcome) => Some(outcome),
            Ahead::Next(_) => None,
        }
    }

    fn can_lose_after_move() -> bool {
        true
    }

    fn random_available_move(&self, rng: &mut impl rand::Rng) -> Result<Played<G::Move>, BoardDone> {
        self.check_done()?;
        Ok(Played(self.0.random_move(&mut Rng::with_seed(rng.next_u64()))))
    }

    /// The search has tested for the end of the game.
    #[inline]
    fn play_random_available_move(&mut self, rng: &mut impl rand::Rng) -> Result<(), BoardDone> {
        let m = match self.1 {
            Ahead::Next(m) => m,
            _ => self.0.random_move(&mut Rng::with_seed(rng.next_u64())),
        };
        self.0.play_unchecked(m);
        self.1 = match self.0.outcome() {
            Some(outcome) => Ahead::Over(self.absolute(outcome)),
            None => Ahead::Next(self.0.random_move(&mut Rng::with_seed(rng.next_u64()))),
        };
        Ok(())
    }
}

impl<G: Game> Alternating for State<G> {}

impl<G: Subject> BoardSymmetry<State<G>> for State<G> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _sym: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _sym: UnitSymmetry, mv: Played<G::Move>) -> Played<G::Move> {
        mv
    }

    fn canonical_key(&self) {}
}

/// The legal moves of a state.
#[derive(Clone)]
pub struct Legal<'a, G>(&'a G);

impl<G: Subject> InternalIterator for Legal<'_, G> {
    type Item = Played<G::Move>;

    #[inline]
    fn try_for_each<R, F: FnMut(Self::Item) -> ControlFlow<R>>(self, f: F) -> ControlFlow<R> {
        with_moves(self.0, |moves| moves.iter().map(|&m| Played(m)).try_for_each(f))
    }
}

/// All moves of the game, legal or not.
#[derive(Clone)]
pub struct All<G>(std::marker::PhantomData<G>);

impl<G: Game> InternalIterator for All<G> {
    type Item = Played<G::Move>;

    fn try_for_each<R, F: FnMut(Self::Item) -> ControlFlow<R>>(self, f: F) -> ControlFlow<R> {
        (0..G::Move::COUNT).filter_map(G::Move::from_index).map(Played).try_for_each(f)
    }
}

impl<'a, G: Subject> BoardMoves<'a, State<G>> for State<G> {
    type AllMovesIterator = All<G>;
    type AvailableMovesIterator = Legal<'a, G>;

    fn all_possible_moves() -> All<G> {
        All(std::marker::PhantomData)
    }

    /// The search asks only while the game goes on.
    #[inline]
    fn available_moves(&'a self) -> Result<Legal<'a, G>, BoardDone> {
        debug_assert!(!self.is_done());
        Ok(Legal(&self.0))
    }
}

/// Our random number generator for this library.
struct Random(Rng);

impl RngCore for Random {
    #[inline]
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, dest: &mut [u8]) {
        self.0.fill(dest);
    }

    fn try_fill_bytes(&mut self, dest: &mut [u8]) -> Result<(), rand::Error> {
        self.0.fill(dest);
        Ok(())
    }
}

/// Searches the start of a game.
pub fn search<G: Subject>(simulations: u64, seed: u64) -> Run {
    let mut rng = Random(Rng::with_seed(seed));
    let (tree, cost) = measured(|| mcts_build_tree(&State::new(G::start()), simulations, C / 2.0, &mut rng));
    // The root's solution is for the player who moved last.
    let proven = tree[0].solution().map(|solution| match solution {
        OutcomeWDL::Win => -1,
        OutcomeWDL::Draw => 0,
        OutcomeWDL::Loss => 1,
    });
    Run {
        simulations: tree[0].visits as u64,
        time: cost.time,
        used: Some(tree.nodes.len() * size_of::<Node<Played<G::Move>>>()),
        live: cost.live,
        proven: proven.map(outcome),
    }
}
