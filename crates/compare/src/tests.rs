//! Every library plays the same game: the number of positions at each depth, and the
//! results of random games.

use ::arbor::{GameResult, GameState as _};
use ::board_game::board::{Board, BoardMoves, Outcome as Absolute, Player};
use ::treant::{GameState as _, ProvenValue};
use game::{Outcome, Rng, Side};
use internal_iterator::InternalIterator;

use crate::args::{self, Command};
use crate::libraries::{LIBRARIES, Library, arbor, board_game, treant};
use crate::subject::{GAMES, Subject, Visitor, visit};

/// Does this for every game.
fn for_every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    GAMES.iter().for_each(|game| visit(game, visitor));
}

fn ours<G: Subject>(state: G, depth: u32) -> u64 {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let after = |m| {
        let mut next = state;
        next.play_unchecked(m);
        next
    };
    if depth == 0 { 1 } else { moves.into_iter().map(|m| ours(after(m), depth - 1)).sum() }
}

fn through_arbor<G: Subject>(state: arbor::State<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    state.actions(&mut |m| count += through_arbor(state.make(m), depth - 1));
    count
}

fn through_treant<G: Subject>(state: &treant::State<G>, depth: u32) -> u64 {
    let after = |m| {
        let mut next = state.clone();
        next.make_move(&m);
        next
    };
    if depth == 0 {
        return 1;
    }
    state.available_moves().into_iter().map(|m| through_treant(&after(m), depth - 1)).sum()
}

fn through_board_game<G: Subject>(board: &board_game::State<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.is_done() {
        return 0;
    }
    let mut count = 0;
    board.children().unwrap().for_each(|(_, next)| count += through_board_game(&next, depth - 1));
    count
}

#[derive(Clone, Copy)]
struct Perft;

impl Visitor for Perft {
    type Output = ();

    fn visit<G: Subject>(self) {
        // Deep enough for finished games of tic-tac-toe.
        for depth in 0..=6 {
            let count = ours(G::start(), depth);
            assert!(count > 0);
            assert_eq!(through_arbor(arbor::State(G::start()), depth), count, "arbor, {} {depth}", G::NAME);
            assert_eq!(through_treant(&treant::State(G::start()), depth), count, "treant, {}", G::NAME);
            assert_eq!(through_board_game(&board_game::State::new(G::start()), depth), count, "{}", G::NAME);
        }
    }
}

#[test]
fn every_library_counts_the_same_positions() {
    for_every_game(Perft);
}

#[derive(Clone, Copy)]
struct RandomGames;

impl Visitor for RandomGames {
    type Output = ();

    fn visit<G: Subject>(self) {
        let mut rng = Rng::with_seed(3);
        let mut seen = [0; 3];
        for _ in 0..300 {
            let mut state = G::start();
            let mut board = board_game::State::new(state);
            loop {
                let outcome = state.outcome();
                let by_arbor = arbor::State(state).gameover().map(|result| match result {
                    GameResult::Win => Outcome::Win,
                    GameResult::Draw => Outcome::Draw,
                    GameResult::Lose => Outcome::Loss,
                });
                let by_treant = treant::State(state).terminal_value().map(|value| match value {
                    ProvenValue::Win => Outcome::Win,
                    ProvenValue::Draw => Outcome::Draw,
                    ProvenValue::Loss => Outcome::Loss,
                    ProvenValue::Unknown => panic!("a finished game has a result"),
                });
                let mover = if state.side() == Side::First { Player::A } else { Player::B };
                let by_board_game = board.outcome().map(|result| match result {
                    Absolute::Draw => Outcome::Draw,
                    Absolute::WonBy(winner) if winner == mover => Outcome::Win,
                    Absolute::WonBy(_) => Outcome::Loss,
                });
                assert_eq!([by_arbor, by_treant, by_board_game], [outcome; 3], "{state}");
                if let Some(outcome) = outcome {
                    seen[outcome as usize] += 1;
                    break;
                }
                assert_eq!(board.available_moves().unwrap().count(), {
                    let mut moves = Vec::new();
                    state.legal_moves(&mut moves);
                    moves.len()
                });
                let m = state.random_move(&mut rng);
                state.play_unchecked(m);
                board.play(board_game::Played(m)).unwrap();
            }
        }
        assert!(seen[Outcome::Loss as usize] > 0, "{}: {seen:?}", G::NAME);
    }
}

#[test]
fn every_library_sees_the_same_results() {
    for_every_game(RandomGames);
}

#[derive(Clone, Copy)]
struct Simulations;

impl Visitor for Simulations {
    type Output = ();

    fn visit<G: Subject>(self) {
        for library in LIBRARIES {
            let run = library.run::<G>(2_000, 1);
            assert_eq!(run.simulations, 2_000, "{} in {}", library.name(), G::NAME);
            assert_eq!(run.proven, None, "{} in {}", library.name(), G::NAME);
            assert_eq!(run.used.is_some(), library != Library::Playouts);
            assert!(run.used.is_none_or(|used| used > 2_000), "{run:?}");
        }
    }
}

#[test]
fn every_library_makes_all_simulations() {
    for_every_game(Simulations);
}

/// Tic-tac-toe is a draw: our solver says so, and no solver says anything else. (The
/// other solvers say nothing: they visit a proven draw again and again.)
#[test]
fn solvers_prove_only_the_draw() {
    for library in LIBRARIES {
        let run = library.run::<tictactoe::State>(100_000, 1);
        assert!(matches!(run.proven, None | Some(Outcome::Draw)), "{}: {run:?}", library.name());
        assert!(library != Library::TesujiUct || run.proven.is_some(), "{run:?}");
    }
}

fn error(args: &[&str]) -> String {
    match args::parse(lexopt::Parser::from_args(args)) {
        Ok(_) => panic!("{args:?} is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_arguments_are_explained() {
    assert!(error(&["--game", "chess"]).contains("tictactoe, connect4-7x6, othello"));
    assert!(error(&["--only", "gorp"]).contains("board-game"));
    assert!(error(&["--sims", "10", "0"]).contains("--sims 0: expected a number from 1"));
    assert!(error(&["--rounds", "many"]).contains("--rounds many"));
    assert!(error(&["--fast"]).contains("--fast"));
    assert!(error(&["chess"]).contains("chess"));
}

#[test]
fn arguments_choose_games_sizes_and_libraries() {
    let line = ["--game", "othello", "--sims", "10", "1_000", "--rounds", "3", "--only", "tesuji"];
    let Ok(Command::Run(args)) = args::parse(lexopt::Parser::from_args(line)) else {
        panic!("{line:?} is not accepted");
    };
    assert_eq!((args.games, args.simulations, args.rounds), (vec!["othello"], vec![10, 1_000], 3));
    assert_eq!(args.libraries, [Library::TesujiPlain, Library::TesujiUct]);
}
