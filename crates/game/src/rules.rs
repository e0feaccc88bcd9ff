//! The trait that a rules crate implements, and the optional knowledge that a
//! game may offer.

use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::bits::mix;
use crate::{IllegalMove, Outcome, ParseError, Rng, Side, random};

/// A move: a small value with a dense index, so that searches can keep tables
/// by move.
///
/// A search stores a move in every node, in at most two bytes.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Number of different moves of the game, legal or not.
    const COUNT: usize;

    /// Index of the move, below [`Move::COUNT`].
    fn index(self) -> usize;

    /// The move with this index; `None` from [`Move::COUNT`] on.
    fn from_index(index: usize) -> Option<Self>;
}

/// The state of a game for two players who move in turn.
///
/// The implementing type is the *state*: a small `Copy` value that holds all
/// that the rules need (no pointer to a board elsewhere). `Display` and
/// `FromStr` are its one-line text and round-trip exactly.
///
/// Eight items have to be written; all others have defaults that a game may
/// override to be faster or friendlier. Two limits come from the 32-byte nodes
/// of the tree search: at most 255 legal moves in a state, and at most two
/// bytes per move.
pub trait Game:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A move of this game.
    type Move: Move;

    /// Name of the game as users type it.
    const NAME: &'static str;

    /// Upper bound of the number of legal moves in a state, at most 255.
    const MAX_MOVES: usize = Self::Move::COUNT;

    /// The usual starting position.
    fn start() -> Self;

    /// The side to move. In a finished game: the side that would move next.
    fn side(&self) -> Side;

    /// `None` while the game goes on, otherwise the result for [`Game::side`].
    fn outcome(&self) -> Option<Outcome>;

    /// The margin for [`Game::side`] in a finished game, if the game counts one
    /// (Othello's disc difference).
    fn score(&self) -> Option<i32> {
        None
    }

    /// Clears `moves` and fills it with the legal moves; none when the game is
    /// over. A buffer with capacity [`Game::MAX_MOVES`] never grows, so that a
    /// caller who keeps it allocates nothing.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Number of legal moves; 0 when the game is over.
    ///
    /// The default lists them in `buffer`; a game that counts without a list is faster.
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(buffer);
        buffer.len()
    }

    /// Move number `n`, from 0, of the list of [`Game::legal_moves`]. The list must be
    /// longer than `n`.
    ///
    /// A tree search calls this for every new child. The default makes the list in
    /// `buffer`; a game that finds the move without it is faster.
    fn nth_move(&self, n: usize, buffer: &mut Vec<Self::Move>) -> Self::Move {
        self.legal_moves(buffer);
        buffer[n]
    }

    /// Is this move legal? False for every move once the game is over.
    ///
    /// The default looks the move up in [`Game::legal_moves`].
    fn is_legal(&self, m: Self::Move) -> bool {
        let mut moves = Vec::with_capacity(Self::MAX_MOVES);
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    /// Makes a legal move. After an illegal one the state is unspecified (but
    /// nothing unsafe happens): this is for searches that have just generated
    /// the move.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Makes a legal move after which the game is known to go on. A tree search
    /// makes most of its moves in this way; a game that can skip the test for the
    /// end of the game is faster.
    #[inline]
    fn play_on(&mut self, m: Self::Move) {
        self.play_unchecked(m);
    }

    /// Returns the state after a move, or why the move is illegal.
    fn play(&self, m: Self::Move) -> Result<Self, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::over(self.move_text(m)));
        }
        if !self.is_legal(m) {
            return Err(IllegalMove::new(self.move_text(m), self.to_string()));
        }
        let mut next = *self;
        next.play_unchecked(m);
        Ok(next)
    }

    /// A legal move chosen uniformly at random. The game must not be over.
    ///
    /// Playouts call this for every ply. The default generates all moves; a
    /// game that can pick one without that is much faster.
    fn random_move(&self, rng: &mut Rng) -> Self::Move {
        let mut moves = Vec::with_capacity(Self::MAX_MOVES);
        self.legal_moves(&mut moves);
        moves[random::index(rng, moves.len())]
    }

    /// A 64-bit key of the state, for hash tables. Equal states have equal
    /// keys; different states have different ones (exactly if the state fits
    /// into 64 bits, otherwise up to hash collisions).
    ///
    /// The default hashes the state with its `Hash` implementation. It is the
    /// same on every machine as long as that one writes no pointers.
    fn key(&self) -> u64 {
        let mut hasher = KeyHasher(0);
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Text of a move in this state.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads what [`Game::move_text`] writes, and other forms that people type.
    /// The move need not be legal.
    ///
    /// The default compares with the text of every move, ignoring ASCII case.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError> {
        let mut all = (0..Self::Move::COUNT).filter_map(Self::Move::from_index);
        all.find(|&m| self.move_text(m).eq_ignore_ascii_case(text)).ok_or_else(|| {
            let example = Self::Move::from_index(0).map_or(String::new(), |m| self.move_text(m));
            ParseError::new("move", text, format_args!("not a move; a move looks like {example}"))
        })
    }

    /// Drawing of the board for people: several lines, with coordinates, the
    /// last move marked if given.
    ///
    /// The default is the one-line text.
    fn draw(&self, _last: Option<Self::Move>) -> String {
        format!("{self}\n")
    }
}

/// Hasher of [`Game::key`]: the same result on every machine.
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(i.into());
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(i.into());
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(i.into());
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = mix(self.0.wrapping_add(0x243f_6a88_85a3_08d3) ^ i);
    }

    fn write_u128(&mut self, i: u128) {
        self.write_u64(i as u64);
        self.write_u64((i >> 64) as u64);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A game that finds wins and threats one move ahead, cheaply.
pub trait Tactics: Game {
    /// A legal move that wins at once, if there is one.
    fn winning_move(&self) -> Option<Self::Move>;

    /// A legal move that stops the opponent from winning at once with *its*
    /// next move, if the opponent threatens to.
    fn blocking_move(&self) -> Option<Self::Move>;
}

/// A game with a static evaluation.
pub trait Evaluate: Game {
    /// An estimate for the side to move, strictly inside (−1, 1). The game must
    /// not be over.
    fn evaluate(&self) -> f32;
}

/// A game with a static estimate of its moves.
pub trait Heuristic: Game {
    /// Weight of a legal move: positive, on any scale. Playouts choose in
    /// proportion to it, priors are normalised.
    fn weight(&self, m: Self::Move) -> f32;
}

/// A game whose board can be rotated or mirrored.
pub trait Symmetric: Game {
    /// Number of symmetries of this state's board; number 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The state under symmetry `s`.
    fn transform(&self, s: usize) -> Self;

    /// The move under symmetry `s`.
    fn transform_move(&self, m: Self::Move, s: usize) -> Self::Move;

    /// The least [key](Game::key) of all images of the state: the same for all of them.
    fn least_key(&self) -> u64 {
        (0..self.symmetries()).map(|s| self.transform(s).key()).min().unwrap_or_else(|| self.key())
    }
}
