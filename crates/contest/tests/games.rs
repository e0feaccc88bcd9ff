//! Whole contests between strategies.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use contest::error::GameError;
use contest::{
    Contest, ContestKind, ContestReport, Entrant, Error, GameRecord, MoveLimits, RecordError, RunOptions,
    Shard, StrategyPlayers, Tally, Terms, Winner, run,
};
use game::Playable;
use tictactoe::State;

type StrategyContest<G> = Contest<G, StrategyPlayers<G>>;

fn terms<G: Playable>(engines: &[&str], games: u64) -> Terms {
    let limits = MoveLimits { sims: Some(20), ..MoveLimits::default() };
    let entrant = |spec: &&str| Entrant::new(*spec, limits.clone());
    Terms::new::<G>(ContestKind::Match, engines.iter().map(entrant).collect(), games)
}

fn contest<G: Playable>(terms: Terms) -> Result<StrategyContest<G>, Error> {
    Contest::new(terms, StrategyPlayers::new())
}

fn play(terms: Terms, jobs: usize, stop: bool) -> ContestReport {
    let stop = AtomicBool::new(stop);
    let contest = contest::<State>(terms).unwrap();
    run::play_all(&contest, Shard::WHOLE, RunOptions::new(&stop).jobs(jobs), |_| ()).unwrap()
}

fn tally(terms: Terms) -> Tally {
    play(terms, 1, false).tallies.remove(0)
}

#[test]
fn a_pair_has_one_opening_and_four_seeds() {
    let contest = contest::<State>(terms::<State>(&["random", "random"], 2)).unwrap();
    let [first, second] = [0, 1].map(|number| contest.play(&contest.terms().fixture(number)).unwrap());
    assert_eq!(first.history.moves()[..2], second.history.moves()[..2]);
    assert_ne!(first.history, second.history, "the engines have other seeds");
}

#[test]
fn perfect_players_draw_and_beat_random_moves() {
    let without_opening =
        |engines: &[&str], games| Terms { opening_plies: 0, ..terms::<State>(engines, games) };
    let drawn = tally(without_opening(&["minimax", "minimax"], 10));
    assert_eq!((drawn.results(), drawn.pairs), ([0, 10, 0], [0, 0, 5, 0, 0]));
    let won = tally(without_opening(&["minimax", "random"], 20));
    assert!(won.results()[0] == 0 && won.results()[2] > 10, "{:?}", won.results());
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let terms = terms::<State>(&["uct:solver=off", "random"], 40);
    let usage =
        |report: &ContestReport| report.tallies[0].usage.map(|usage| (usage.moves, usage.simulations));
    let one = play(terms.clone(), 1, false);
    for jobs in [2, 5] {
        let report = play(terms.clone(), jobs, false);
        assert_eq!(report.fingerprint(), one.fingerprint());
        assert_eq!((report.tallies[0].pairs, usage(&report)), (one.tallies[0].pairs, usage(&one)));
    }
}

#[test]
fn a_contest_that_is_stopped_begins_no_game() {
    let report = play(terms::<State>(&["random", "random"], 20), 2, true);
    assert!(report.games() == 0 && report.is_interrupted());
}

#[test]
fn a_test_ends_after_the_same_game_on_any_number_of_threads() {
    let kind = ContestKind::Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let terms = Terms { kind, ..terms::<State>(&["uct", "random"], 1000) };
    let games = [1, 3].map(|jobs| play(terms.clone(), jobs, false).games());
    assert!(games[0] == games[1] && (10..1000).contains(&games[0]), "{games:?}");
}

#[test]
fn each_pair_has_a_board_of_its_own_if_boards_are_random() {
    let random = |terms| Terms { start: None, ..terms };
    let contest =
        contest::<connect4::State>(random(terms::<connect4::State>(&["random", "random"], 6))).unwrap();
    let board = |number| contest.play(&contest.terms().fixture(number)).unwrap().history.start().shape();
    let boards = [0, 1, 2, 3, 4].map(board);
    assert_eq!((boards[0], boards[2]), (boards[1], boards[3]), "a pair has one board");
    assert!(boards[0] != boards[2] && boards[2] != boards[4], "{boards:?}");
    assert!(boards.iter().all(|board| board.forbidden.is_some()));
    let error = self::contest::<State>(random(terms::<State>(&["random", "random"], 2))).err().unwrap();
    assert_eq!(error.to_string(), "tictactoe has only one board; boards cannot be chosen at random");
}

#[test]
fn terms_that_cannot_be_played_are_refused() {
    let error = |terms| contest::<State>(terms).err().unwrap().to_string();
    let usual = terms::<State>(&["random", "random"], 2);
    let long = Terms { opening_plies: 9, ..usual.clone() };
    assert_eq!(error(long), "no game from .../.../... goes on after 9 random plies");
    let over = Terms { start: Some("xxx/oo./...".into()), ..usual.clone() };
    assert_eq!(error(over), "the game is over in xxx/oo./...");
    assert!(error(Terms { games: 3, ..usual.clone() }).starts_with("3 games of 2 engines are not a contest"));
    assert!(error(Terms { games: 1 << 40, ..usual }).contains(" are too many"));
    assert!(error(terms::<State>(&["random", "genius"], 2)).contains("no strategy 'genius'"));
    let nodes = terms::<connect4::State>(&["alphabeta", "random"], 2);
    let error = contest::<connect4::State>(nodes).err().unwrap().to_string();
    assert_eq!(error, "alphabeta makes no simulations; limit its time or its nodes");
}

/// A record restores its game, and everything that breaks the rules or the
/// terms is found.
#[test]
fn a_record_is_restored_or_refused() {
    let contest = contest::<State>(terms::<State>(&["random", "uct:solver=off"], 4)).unwrap();
    let fixture = contest.terms().fixture(3);
    let finished = contest.play(&fixture).unwrap();
    let record = contest.schedule.record(&fixture, &finished);
    assert_eq!((record.game, record.opening.len(), record.first.as_str()), (4, 2, "uct:solver=off"));
    assert_eq!(contest.schedule.restore(&fixture, &record).unwrap().result(), finished.result());
    let refused = |change: &dyn Fn(&mut GameRecord)| {
        let mut record = record.clone();
        change(&mut record);
        match contest.schedule.restore(&fixture, &record).unwrap_err() {
            RecordError::Game { game: 4, why } => why,
            other => panic!("{other}"),
        }
    };
    let twice = refused(&|record| record.moves[1] = record.moves[0].clone());
    assert!(twice.to_string().contains(" is not a legal move in "), "{twice}");
    let unreadable = refused(&|record| record.moves[0] = "z9".into());
    assert!(unreadable.to_string().starts_with("move 3: move 'z9'"), "{unreadable}");
    assert_eq!(refused(&|record| drop(record.moves.pop())), GameError::NotOver);
    let longer = refused(&|record| record.moves.push("a1".into()));
    assert!(longer.to_string().contains("a1 comes after the end of the game"), "{longer}");
    assert_eq!(refused(&|record| record.opening.swap(0, 1)), GameError::Opening);
    assert_eq!(refused(&|record| record.seeds[0] ^= 1), GameError::Opening);
    let other = refused(&|record| record.second = "uct".into());
    assert_eq!(other.to_string(), "uct:solver=off against uct is another game");
    assert_eq!(refused(&|record| record.nodes.truncate(1)), GameError::Lists);
    let loser = |winner| if winner == Winner::First { Winner::Second } else { Winner::First };
    assert_eq!(refused(&|record| record.winner = loser(record.winner)), GameError::Result);
    let longer_lists = refused(&|record| {
        for list in [&mut record.nanoseconds, &mut record.simulations, &mut record.nodes] {
            list.push(0);
        }
        record.values.push(0.0);
    });
    assert!(longer_lists.to_string().ends_with(" times"), "{longer_lists}");
}
