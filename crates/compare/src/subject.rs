//! The games, and what the wrappers of all libraries share.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

use game::{Game, Outcome, Rng};
use mcts::playout::{Full, Playout, Uniform};

/// Names of the games.
pub const GAMES: [&str; 3] =
    [<tictactoe::State as Game>::NAME, <connect4::Classic as Game>::NAME, <othello::State as Game>::NAME];

/// Weight of exploration, for values in [−1, 1]: `mean + C · √(ln N / n)`. A library
/// with values in [0, 1] gets half of it.
pub const C: f32 = 1.4;

/// A buffer that is taken and put back.
pub type Buffer<M> = Cell<ManuallyDrop<Vec<M>>>;

/// A game of this comparison.
pub trait Subject: Game {
    /// Buffer for legal moves. The other libraries' traits have no place for one, and
    /// an allocation per call would be an unfair cost.
    fn buffer() -> &'static LocalKey<Buffer<Self::Move>>;
}

macro_rules! subject {
    ($($state:ty),*) => {$(
        impl Subject for $state {
            fn buffer() -> &'static LocalKey<Buffer<Self::Move>> {
                thread_local! {
                    static BUFFER: Buffer<<$state as Game>::Move> =
                        const { Cell::new(ManuallyDrop::new(Vec::new())) };
                }
                &BUFFER
            }
        }
    )*};
}

subject!(tictactoe::State, connect4::Classic, othello::State);

/// Work that is generic over the game.
pub trait Visitor {
    /// Its result.
    type Output;
    /// Does the work for one game.
    fn visit<G: Subject>(self) -> Self::Output;
}

/// Does the work for the game with this name, which must be one of [`GAMES`].
pub fn visit<V: Visitor>(game: &str, visitor: V) -> V::Output {
    match GAMES.iter().position(|name| *name == game) {
        Some(0) => visitor.visit::<tictactoe::State>(),
        Some(1) => visitor.visit::<connect4::Classic>(),
        Some(2) => visitor.visit::<othello::State>(),
        _ => unreachable!("there is no game {game}"),
    }
}

/// Calls `work` with the legal moves of a state.
#[inline]
pub fn with_moves<G: Subject, T>(state: &G, work: impl FnOnce(&[G::Move]) -> T) -> T {
    G::buffer().with(|buffer| {
        let mut moves = buffer.replace(ManuallyDrop::new(Vec::new()));
        state.legal_moves(&mut moves);
        let result = work(&moves);
        // A nested call has put a buffer of its own back: free that one.
        drop(ManuallyDrop::into_inner(buffer.replace(moves)));
        result
    })
}

thread_local! {
    static SEED: Cell<u64> = const { Cell::new(0) };
}

/// Sets the seed of [`with_rng`].
pub fn set_seed(seed: u64) {
    SEED.set(Rng::with_seed(seed).u64(..));
}

/// Calls `work` with our random number generator, for libraries that do not pass one
/// to a playout.
#[inline]
pub fn with_rng<T>(work: impl FnOnce(&mut Rng) -> T) -> T {
    let mut rng = Rng::with_seed(SEED.get());
    let result = work(&mut rng);
    SEED.set(rng.get_seed());
    result
}

/// Value of a uniform random playout for the side to move: −1, 0 or 1.
#[inline]
pub fn playout<G: Game>(state: G, rng: &mut Rng) -> f32 {
    Full::new(Uniform).run(state, rng, &mut ())
}

/// The outcome with this value.
pub fn outcome(value: i32) -> Outcome {
    match value {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}
