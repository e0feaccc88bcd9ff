//! The laws that every game obeys, as one test suite.
//!
//! ```
//! use game::conformance::Conformance;
//! use game::example::Nim;
//! use game::Game;
//! Conformance::new().check(Nim::start());
//! ```
//!
//! A broken law panics with the law, the position and the difference. The laws
//! check that an implementation is consistent with itself; each game's naive
//! reference checks that it is the right game. Optional knowledge has laws of
//! its own: [`Conformance::check_symmetry`], [`Conformance::check_cells`],
//! [`Conformance::check_tactics`], [`Conformance::check_evaluation`],
//! [`Conformance::check_heuristic`].

use std::collections::HashMap;

use crate::{Cells, Evaluate, Game, Heuristic, Move, Rng, Symmetric, Tactics};

/// Is an error message one line of 1 to 399 characters, as it must be?
pub fn is_one_line(message: &str) -> bool {
    !message.contains(['\n', '\r']) && (1..400).contains(&message.chars().count())
}

/// Thoroughness of the suite.
#[derive(Clone, Debug)]
pub struct Conformance {
    /// Number of random games from the starting position.
    pub games: usize,
    /// Number of positions at which the uniformity of random moves is tested.
    pub uniformity_samples: usize,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for Conformance {
    fn default() -> Self {
        Conformance { games: 200, uniformity_samples: 40, seed: 1 }
    }
}

impl Conformance {
    /// Default thoroughness.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks the laws of [`Game`] on random games from `start`.
    pub fn check<G: Game>(&self, start: G) {
        let mut rng = Rng::with_seed(self.seed);
        let mut keys: HashMap<u64, G> = HashMap::new();
        let mut uniformity_left = self.uniformity_samples;
        for _ in 0..self.games {
            let mut state = start;
            loop {
                keys_identify_states(&mut keys, state);
                text_round_trips(state);
                legal_list_is_the_legal_moves(state);
                if state.outcome().is_some() {
                    finished_games_refuse_moves(state);
                    break;
                }
                play_leaves_the_original(state);
                if uniformity_left > 0 && rng.u8(..) < 64 {
                    uniformity_left -= 1;
                    random_moves_are_uniform(state, &mut rng);
                }
                state.play_unchecked(state.random_move(&mut rng));
            }
        }
    }

    /// Checks that symmetric positions have symmetric moves, successors and results.
    pub fn check_symmetry<G: Symmetric>(&self, start: G) {
        self.each_state(start, |state| (0..state.symmetries()).for_each(|s| symmetry_agrees(state, s)));
    }

    /// Checks that cells and moves agree.
    pub fn check_cells<G: Game>(&self, start: G, cells: &Cells<G>) {
        let (rows, columns) = (cells.size)(&start);
        assert!(rows > 0 && columns > 0, "a board has cells");
        self.each_state(start, |state| cells_agree(state, cells));
    }

    /// Checks that a winning move wins, that none is missed, and that a blocking
    /// move is legal.
    pub fn check_tactics<G: Tactics>(&self, start: G) {
        self.each_state(start, tactics_agree);
    }

    /// Checks that evaluations lie strictly inside (−1, 1).
    pub fn check_evaluation<G: Evaluate>(&self, start: G) {
        self.each_state(start, |state| {
            let value = state.evaluate();
            assert!(value > -1.0 && value < 1.0, "evaluation {value} of {state} is not inside (-1, 1)");
        });
    }

    /// Checks that all legal moves have positive, finite weights.
    pub fn check_heuristic<G: Heuristic>(&self, start: G) {
        self.each_state(start, |state| {
            for m in legal(state) {
                let weight = state.weight(m);
                assert!(weight > 0.0 && weight.is_finite(), "weight {weight} of {m:?} in {state}");
            }
        });
    }

    /// Calls `check` with every unfinished state of random games from `start`.
    fn each_state<G: Game>(&self, start: G, check: impl Fn(G)) {
        let mut rng = Rng::with_seed(self.seed);
        for _ in 0..self.games {
            let mut state = start;
            while state.outcome().is_none() {
                check(state);
                state.play_unchecked(state.random_move(&mut rng));
            }
        }
    }
}

fn legal<G: Game>(state: G) -> Vec<G::Move> {
    let mut moves = Vec::with_capacity(G::MAX_MOVES);
    let capacity = moves.capacity();
    // Old content of the buffer must not matter.
    moves.extend(G::Move::from_index(0));
    state.legal_moves(&mut moves);
    assert_eq!(moves.capacity(), capacity, "more than MAX_MOVES legal moves in {state}");
    moves
}

fn all_moves<G: Game>() -> impl Iterator<Item = G::Move> {
    (0..G::Move::COUNT).map(|i| {
        let m = G::Move::from_index(i).unwrap_or_else(|| panic!("move {i} does not exist"));
        assert_eq!(m.index(), i, "move {m:?} has another index than it was made from");
        m
    })
}

fn legal_list_is_the_legal_moves<G: Game>(state: G) {
    let mut listed: Vec<_> = legal(state).iter().map(|m| m.index()).collect();
    let length = listed.len();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), length, "a move is listed twice in {state}");
    let tested: Vec<_> = all_moves::<G>().filter(|&m| state.is_legal(m)).map(|m| m.index()).collect();
    assert_eq!(listed, tested, "the legal list and is_legal disagree in {state}");
    let (list, mut buffer) = (legal(state), legal(state));
    assert_eq!(state.count_moves(&mut buffer), length, "count_moves and the legal list disagree in {state}");
    let counted: Vec<_> = (0..length).map(|n| state.nth_move(n, &mut buffer)).collect();
    assert_eq!(counted, list, "nth_move and the legal list disagree in {state}");
    assert!(G::Move::from_index(G::Move::COUNT).is_none(), "there is a move beyond COUNT");
    assert_eq!(length == 0, state.outcome().is_some(), "moves without an end, or an end with moves: {state}");
}

fn finished_games_refuse_moves<G: Game>(state: G) {
    for m in all_moves::<G>() {
        assert!(state.play(m).is_err(), "{m:?} is accepted after the end, in {state}");
    }
}

fn play_leaves_the_original<G: Game>(state: G) {
    for m in all_moves::<G>() {
        let before = state;
        let next = state.play(m);
        assert_eq!(before, state, "{m:?} changed the original of {before}");
        assert_eq!(next.is_ok(), state.is_legal(m), "play and is_legal disagree on {m:?} in {state}");
        if let Ok(next) = next {
            let mut unchecked = state;
            unchecked.play_unchecked(m);
            assert_eq!(next, unchecked, "play and play_unchecked differ after {m:?} in {state}");
            assert_eq!(next.side(), state.side().other(), "the side stays after {m:?} in {state}");
        }
    }
}

fn keys_identify_states<G: Game>(keys: &mut HashMap<u64, G>, state: G) {
    let first = keys.entry(state.key()).or_insert(state);
    assert_eq!(*first, state, "two states share a key");
    let copy: G = state.to_string().parse().unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(copy.key(), state.key(), "equal states have different keys: {state}");
}

fn text_round_trips<G: Game>(state: G) {
    let text = state.to_string();
    let read: G = text.parse().unwrap_or_else(|e| panic!("own text is refused: {e}"));
    assert_eq!(read, state, "'{text}' is read as another position");
    for m in legal(state) {
        let text = state.move_text(m);
        let read = state.parse_move(&text).unwrap_or_else(|e| panic!("own move is refused: {e}"));
        assert_eq!(read, m, "'{text}' is read as another move in {state}");
    }
}

/// Random moves per legal move; enough for the chi-square approximation.
const DRAWS: usize = 200;

fn random_moves_are_uniform<G: Game>(state: G, rng: &mut Rng) {
    let moves = legal(state);
    let mut counts = vec![0usize; G::Move::COUNT];
    for _ in 0..DRAWS * moves.len() {
        counts[state.random_move(rng).index()] += 1;
    }
    let drawn: usize = moves.iter().map(|m| counts[m.index()]).sum();
    assert_eq!(drawn, DRAWS * moves.len(), "a random move is illegal in {state}");
    let expected = DRAWS as f64;
    let square = |m: &G::Move| (counts[m.index()] as f64 - expected).powi(2) / expected;
    let chi_square: f64 = moves.iter().map(square).sum();
    let limit = chi_square_limit(moves.len() - 1);
    assert!(
        chi_square <= limit,
        "random moves are not uniform in {state}: chi-square {chi_square:.1} over {limit:.1}"
    );
}

/// About the 1 − 10⁻⁶ quantile of the chi-square distribution (Wilson and
/// Hilferty's approximation): a fair generator fails once in a million positions.
fn chi_square_limit(degrees: usize) -> f64 {
    const Z: f64 = 4.753;
    if degrees == 0 {
        return 0.0;
    }
    let spread = 2.0 / (9.0 * degrees as f64);
    degrees as f64 * (1.0 - spread + Z * spread.sqrt()).powi(3)
}

fn symmetry_agrees<G: Symmetric>(state: G, s: usize) {
    assert_eq!(state.transform(s).least_key(), state.least_key(), "images of {state} have other keys");
    let image = state.transform(s);
    assert_eq!(image.side(), state.side(), "symmetry {s} changes the side of {state}");
    assert!(s > 0 || image == state, "symmetry 0 changes {state}");
    let index = |m: G::Move| m.index();
    let mut mapped: Vec<_> = legal(state).into_iter().map(|m| index(state.transform_move(m, s))).collect();
    let mut listed: Vec<_> = legal(image).into_iter().map(index).collect();
    mapped.sort_unstable();
    listed.sort_unstable();
    assert_eq!(mapped, listed, "symmetry {s} maps the moves of {state} to others");
    for m in legal(state) {
        let (mut here, mut there) = (state, image);
        here.play_unchecked(m);
        there.play_unchecked(state.transform_move(m, s));
        assert_eq!(here.transform(s), there, "symmetry {s} and {m:?} do not commute in {state}");
        assert_eq!(here.outcome(), there.outcome(), "symmetry {s} changes the result after {m:?} in {state}");
    }
}

fn cells_agree<G: Game>(state: G, cells: &Cells<G>) {
    let (rows, columns) = (cells.size)(&state);
    for m in legal(state) {
        let Some(place @ (row, column)) = (cells.place)(&state, m) else {
            assert_eq!(Some(m), cells.pass, "{m:?} has no cell and is not the pass, in {state}");
            continue;
        };
        assert!(row < rows && column < columns, "{m:?} lies outside the board of {state}");
        assert_eq!(
            (cells.move_at)(&state, place),
            Some(m),
            "the cell of {m:?} names another move in {state}"
        );
        let mover = state.side();
        let mut next = state;
        next.play_unchecked(m);
        assert_eq!((cells.stone)(&next, place), Some(mover), "{m:?} leaves no stone on its cell in {state}");
    }
    for (row, column) in [(rows, 0), (0, columns), (usize::MAX, 0), (0, usize::MAX)] {
        assert!((cells.move_at)(&state, (row, column)).is_none(), "a move outside the board of {state}");
        assert!((cells.stone)(&state, (row, column)).is_none(), "a stone outside the board of {state}");
    }
}

fn tactics_agree<G: Tactics>(state: G) {
    use crate::Outcome::Loss;
    let wins = |state: G, m: G::Move| state.play(m).is_ok_and(|next| next.outcome() == Some(Loss));
    let exists = legal(state).into_iter().any(|m| wins(state, m));
    match state.winning_move() {
        Some(m) => assert!(wins(state, m), "{m:?} does not win in {state}"),
        None => assert!(!exists, "a winning move is missed in {state}"),
    }
    if let Some(m) = state.blocking_move() {
        assert!(state.is_legal(m), "the block {m:?} is illegal in {state}");
    }
}
