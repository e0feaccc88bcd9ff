//! Two small games for the tests and examples of the search crates.
//!
//! [`Nim`] is the well-known game with a theory of its winner. [`RandomTree`] is
//! a random game tree made from a seed: it has wins, draws and losses at any
//! depth and forced lines, and every seed gives another game.

use std::fmt;
use std::str::FromStr;

use crate::{Evaluate, Game, Heuristic, Move, Outcome, ParseError, Rng, Side};

/// Nim: a move takes any number of stones from one heap; the player who takes
/// the last stone wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nim {
    heaps: [u8; Nim::HEAPS],
    second: bool,
}

/// Takes `count` stones from `heap`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl Nim {
    /// Number of heaps.
    pub const HEAPS: usize = 3;
    /// Largest number of stones in a heap.
    pub const MOST: u8 = 7;

    /// A position; `None` if a heap has more than [`Nim::MOST`] stones.
    pub fn new(heaps: [u8; Nim::HEAPS], side: Side) -> Option<Self> {
        let second = side == Side::Second;
        heaps.iter().all(|&h| h <= Nim::MOST).then_some(Nim { heaps, second })
    }

    /// Bouton's theorem: the side to move wins unless the heaps XOR to 0.
    pub fn is_won(&self) -> bool {
        self.heaps.iter().fold(0, |xor, heap| xor ^ heap) != 0
    }
}

impl Move for Take {
    const COUNT: usize = Nim::HEAPS * Nim::MOST as usize;

    fn index(self) -> usize {
        self.heap as usize * Nim::MOST as usize + self.count as usize - 1
    }

    fn from_index(index: usize) -> Option<Self> {
        let heap = (index / Nim::MOST as usize) as u8;
        let count = (index % Nim::MOST as usize) as u8 + 1;
        (index < Self::COUNT).then_some(Take { heap, count })
    }
}

impl Game for Nim {
    type Move = Take;
    const NAME: &'static str = "nim";
    const MAX_MOVES: usize = Take::COUNT;

    fn start() -> Self {
        Nim { heaps: [3, 4, 5], second: false }
    }

    fn side(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; Nim::HEAPS]).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.clear();
        for (heap, &stones) in (0..).zip(&self.heaps) {
            moves.extend((1..=stones).map(|count| Take { heap, count }));
        }
    }

    fn is_legal(&self, m: Take) -> bool {
        m.count >= 1 && self.heaps.get(m.heap as usize).is_some_and(|&stones| m.count <= stones)
    }

    fn play_unchecked(&mut self, m: Take) {
        self.heaps[m.heap as usize] -= m.count;
        self.second = !self.second;
    }

    fn random_move(&self, rng: &mut Rng) -> Take {
        let mut nth = rng.u8(0..self.heaps.iter().sum());
        for (heap, &stones) in (0..).zip(&self.heaps) {
            if nth < stones {
                return Take { heap, count: nth + 1 };
            }
            nth -= stones;
        }
        unreachable!("the draw is below the number of stones")
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps;
        u64::from_be_bytes([0, 0, 0, 0, self.second as u8, a, b, c])
    }

    fn move_text(&self, m: Take) -> String {
        format!("{}-{}", m.heap + 1, m.count)
    }

    fn parse_move(&self, text: &str) -> Result<Take, ParseError> {
        let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n >= 1);
        let parts = text.split_once('-').and_then(|(h, c)| number(h).zip(number(c)));
        match parts {
            Some((heap, count)) if heap as usize <= Nim::HEAPS && count <= Nim::MOST => {
                Ok(Take { heap: heap - 1, count })
            }
            _ => Err(ParseError::new("move", text, "a move is heap-count, as in 2-3")),
        }
    }

    fn draw(&self, last: Option<Take>) -> String {
        let row = |(i, &stones): (usize, &u8)| {
            let mark = if last.is_some_and(|m| m.heap as usize == i) { " <" } else { "" };
            format!("{}: {}{mark}\n", i + 1, "o".repeat(stones as usize))
        };
        self.heaps.iter().enumerate().map(row).collect()
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [a, b, c] = self.heaps;
        write!(f, "{a},{b},{c} {}", self.side().index() + 1)
    }
}

impl FromStr for Nim {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = || {
            let (heaps, side) = text.split_once(' ')?;
            let heaps: Vec<u8> = heaps.split(',').map(|h| h.parse().ok()).collect::<Option<_>>()?;
            let side = match side {
                "1" => Side::First,
                "2" => Side::Second,
                _ => return None,
            };
            Nim::new(heaps.try_into().ok()?, side)
        };
        read().ok_or_else(|| {
            ParseError::new("position", text, "a position is a,b,c and the side, as in 3,4,5 1")
        })
    }
}

/// A random game tree: the number of moves, the end of the game and its result
/// follow from a hash of the path to the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RandomTree {
    hash: u64,
    ply: u8,
}

/// A move of [`RandomTree`]: the number of the branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch(u8);

impl RandomTree {
    /// Length of the longest game, in plies.
    pub const PLIES: u8 = 8;
    const BRANCHES: u8 = 5;

    /// The tree of this seed.
    pub fn new(seed: u64) -> Self {
        RandomTree { hash: mix(seed ^ 0x7468_6963_6b65_7400), ply: 0 }
    }

    fn branches(&self) -> u8 {
        1 + (self.hash >> 8) as u8 % Self::BRANCHES
    }
}

/// Mixes the bits as SplitMix64 does. It is not [`crate::bits::mix`], so that
/// the trees of the tests stay as they are.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Move for Branch {
    const COUNT: usize = RandomTree::BRANCHES as usize;

    fn index(self) -> usize {
        self.0 as usize
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Branch(index as u8))
    }
}

impl Game for RandomTree {
    type Move = Branch;
    const NAME: &'static str = "random-tree";
    const MAX_MOVES: usize = Branch::COUNT;

    fn start() -> Self {
        RandomTree::new(0)
    }

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.ply == Self::PLIES || self.ply > 1 && self.hash.is_multiple_of(4);
        over.then_some(match (self.hash >> 32) % 3 {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Branch>) {
        moves.clear();
        if self.outcome().is_none() {
            moves.extend((0..self.branches()).map(Branch));
        }
    }

    fn is_legal(&self, m: Branch) -> bool {
        self.outcome().is_none() && m.0 < self.branches()
    }

    fn play_unchecked(&mut self, m: Branch) {
        self.hash = mix(self.hash.wrapping_add(m.0 as u64 + 1));
        self.ply += 1;
    }

    fn random_move(&self, rng: &mut Rng) -> Branch {
        Branch(rng.u8(0..self.branches()))
    }

    fn key(&self) -> u64 {
        self.hash ^ self.ply as u64
    }

    fn move_text(&self, m: Branch) -> String {
        m.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Branch, ParseError> {
        let branch = text.parse().ok().and_then(Branch::from_index);
        branch.ok_or_else(|| ParseError::new("move", text, "a move is a branch, 0 to 4"))
    }

    fn draw(&self, _last: Option<Branch>) -> String {
        format!("{self}\n")
    }
}

impl Evaluate for RandomTree {
    fn evaluate(&self) -> f32 {
        (self.hash >> 40) as f32 / (1 << 24) as f32 * 1.8 - 0.9
    }
}

impl Heuristic for RandomTree {
    fn weight(&self, m: Branch) -> f32 {
        1.0 + m.0 as f32
    }
}

impl fmt::Display for RandomTree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}@{}", self.hash, self.ply)
    }
}

impl FromStr for RandomTree {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = || {
            let (hash, ply) = text.split_once('@')?;
            let hash = u64::from_str_radix(hash, 16).ok()?;
            let ply = ply.parse().ok().filter(|ply| *ply <= Self::PLIES)?;
            Some(RandomTree { hash, ply })
        };
        read().ok_or_else(|| ParseError::new("position", text, "a position is hash@ply"))
    }
}

/// Solves a position by plain minimax, for tests to compare with: the result
/// and the plies to the end, winning soonest and losing latest.
pub fn minimax<G: Game>(state: &G) -> crate::Proof {
    use crate::Proof;
    if let Some(outcome) = state.outcome() {
        return Proof { outcome, plies: 0 };
    }
    let preference = |p: &Proof| {
        let plies = p.plies as i32;
        (p.outcome, if p.outcome == Outcome::Win { -plies } else { plies })
    };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let replies = moves.iter().map(|&m| {
        let mut next = *state;
        next.play_unchecked(m);
        let reply = minimax(&next);
        Proof { outcome: -reply.outcome, plies: reply.plies + 1 }
    });
    replies.max_by_key(preference).expect("a game that goes on has a move")
}
