//! What the reader says about wrong files: one line, with the game and the move.

use game::Playable;
use records::{Error, Format, read, read_each, read_one, write};

fn error<G: Playable>(text: &str) -> String {
    match read::<G>(text) {
        Ok(records) => panic!("{text:?} was read as {} games", records.len()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn an_error_names_game_and_move() {
    let start = "---------------------------OX------XO--------------------------- X";
    for (text, why) in [
        (
            "f5 f5",
            format!(
                "move 2: f5 is not a legal move in {}",
                "-".repeat(27) + "OX------XXX-------------------------- O"
            ),
        ),
        ("F5D6C3\nF5A1", "game 2, move 2: a1 is not a legal move in ".to_string()),
        ("F5Z9", "move 2: move 'Z9': a move is a column a-h".to_string()),
        ("hello world", "moves: position 'hello world': 'h' at a1 is none of X, O and -".to_string()),
        ("(;GM[Othello]B[F5]W[D6]B[A1];)", "move 3: a1 is not a legal move in ".to_string()),
        ("(;GM[Othello]B[F5]B[D6];)", "move 2: black moves, but white is to move".to_string()),
        ("(;GM[Othello]B[F5/x];)", "move 1: 'x' is not a number".to_string()),
        ("(;GM[Othello]TY[8a]B[F5];)", "ggf: TY[8a] is not the usual game: the loser wins".to_string()),
        ("(;GM[Othello]BO[10 --- *];)", "ggf: the board BO[10 …] is not 8x8".to_string()),
        ("(;GM[Othello]B[F5]", "ggf: '(;GM[Othello]B[F5]' is no game in (; and ;)".to_string()),
        ("(;GM[1]SZ[9];B[ee])", "the record is of go or nogo, not of othello".to_string()),
        ("{\"log\":[", "json: EOF while parsing".to_string()),
        ("{\"a\":1}", "'{\\\"a\\\":1}' is not a record; accepted are a Botzone match".to_string()),
        ("[]", "'[]' is not a record; accepted are ".to_string()),
        ("  \n", "the file is empty; accepted are ".to_string()),
        ("\u{0}\u{1}", "'\\0\\u{1}' is not a record".to_string()),
        (
            "{\"requests\":[{\"x\":5,\"y\":4},{\"x\":0,\"y\":0}],\"responses\":[{\"x\":3,\"y\":5}]}",
            "move 3: a1 is not a legal move".to_string(),
        ),
        ("{\"requests\":[{\"x\":5,\"y\":4},{\"x\":0,\"y\":0}]}", "move 2: it is missing".to_string()),
        ("{\"requests\":[{\"x\":5,\"y\":99999999999999999999}],\"responses\":[]}", "move 1: ".to_string()),
        (
            "{\"tesuji_record\":2,\"game\":\"othello\",\"moves\":[]}",
            "json: form 2 is unknown; this program knows 1".to_string(),
        ),
        (
            "{\"tesuji_record\":1,\"game\":\"nogo\",\"moves\":[]}",
            "the record is of nogo, not of othello".to_string(),
        ),
        (
            "{\"tesuji_record\":1,\"game\":\"othello\",\"moves\":[\"f5\",\"f5\"]}",
            "move 2: f5 is not a legal".to_string(),
        ),
        (&format!("{start}: f5 d6 a1"), "move 3: a1 is not a legal move".to_string()),
    ] {
        let said = error::<othello::State>(text);
        assert!(said.starts_with(&why), "{text:?}: {said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

/// Parts of a file in an error are cut and stay on one line.
#[test]
fn an_error_is_one_line_whatever_the_file_holds() {
    let long = "x\n".repeat(1000);
    for text in [
        format!("(;GM[Othello]TY[a{long}];)"),
        format!("(;GM[Othello]BO[{long} *];)"),
        format!("{{\"tesuji_record\":1,\"game\":{:?},\"moves\":[]}}", long),
        format!("{{\"tesuji_record\":1,\"game\":\"othello\",\"moves\":[],\"result\":{:?}}}", long),
        format!("{{\"tesuji_record\":1,\"game\":\"othello\",\"moves\":[{:?}]}}", long),
        format!("{{{long}"),
    ] {
        let said = error::<othello::State>(&text);
        assert!(!said.contains('\n') && said.len() < 400, "{said}");
    }
    for text in [format!("(;GM[{long}])"), format!("(;SZ[{long}])"), format!("(;SZ[9]AB[aa]PL[{long}])")] {
        let said = error::<nogo::State>(&text);
        assert!(!said.contains('\n') && said.len() < 400, "{said}");
    }
}

#[test]
fn mistakes_in_sgf() {
    for (text, why) in [
        ("(;GM[1]SZ[19];B[ee])", "sgf: nogo has no board SZ[19]"),
        ("(;GM[1]SZ[99999999999999999999];B[ee])", "sgf: nogo has no board SZ[99999999999999999999]"),
        ("(;GM[2];B[ee])", "sgf: GM[2] is not go or nogo, GM[1]"),
        ("(;SZ[9];B[ee];W[ee])", "move 2: E5 is not a legal move in "),
        ("(;SZ[9];B[ee];B[ff])", "move 2: black moves, but white is to move"),
        ("(;SZ[9];B[ee];W[zz])", "move 2: 'zz' is not a point of the board"),
        ("(;SZ[9];B[ee];W[])", "move 2: nogo has no pass"),
        ("(;SZ[9]AB[zz];B[ee])", "sgf: a stone of AB is off the board"),
        ("(;SZ[9]AB[aa][bb];B[ee])", "sgf: position "),
        ("(;SZ[9]AB[aa]PL[B];B[ee])", "sgf: PL[B] contradicts the numbers of stones"),
        ("(;SZ[9];B[ee]V[x])", "move 1: 'x' is not a number"),
        ("(;SZ[9];B[ee]", "sgf: the file ends inside of a game"),
    ] {
        let said = error::<nogo::State>(text);
        assert!(said.starts_with(why), "{text:?}: {said}");
    }
}

#[test]
fn mistakes_in_matches_of_botzone() {
    let item = |player: &str, response: &str| {
        format!("{{\"{player}\":{{\"verdict\":\"OK\",\"response\":{response}}}}}")
    };
    let first = item("0", "{\"x\":5,\"y\":4}");
    // A judge never goes on after an illegal move: such a log is of another game.
    let on = format!("[{first},{},{}]", item("1", "{\"x\":0,\"y\":0}"), item("0", "{\"x\":2,\"y\":2}"));
    assert!(error::<othello::State>(&on).starts_with("move 2: a1 is not a legal move"), "{on}");
    let turn = format!("[{first},{first}]");
    assert_eq!(error::<othello::State>(&turn), "move 2: player 0 answers out of turn");
    // The last answer may be anything.
    for (response, why) in [
        ("{\"x\":0,\"y\":0}", "second player: a1 is not a legal move"),
        ("{\"x\":1e300,\"y\":0}", "second player: '{\\\"x\\\":1e+300"),
        ("\"pass\"", "second player: '\\\"pass\\\"' is not a move"),
        ("{\"x\":-7,\"y\":99}", "second player: (-7, 99) is not a move"),
        ("null", "second player: no answer"),
    ] {
        let record =
            read_one::<othello::State>(&format!("[{first},{}]", item("1", response)), None).expect("a log");
        let reason = record.reason.expect("a reason");
        assert!(reason.starts_with(why), "{reason}");
        assert_eq!((record.history.moves().len(), record.outcome), (1, Some(game::Outcome::Win)));
    }
}

#[test]
fn mistakes_in_replays_of_saiblo() {
    let replay = |steps: &str| format!("{{\"M\":9,\"N\":9,\"noX\":0,\"noY\":0,\"steps\":{steps}}}");
    for (steps, why) in [
        ("[[8,0],[8,0]]", "move 2: the stone is on row 8 of column 0, but it falls to row 7"),
        ("[[8,99]]", "move 1: there is no column 99"),
        ("[[-1,0]]", "move 1: a step has no row x and column y from 0"),
        ("[7]", "move 1: a step has no row x"),
    ] {
        let said = error::<connect4::State>(&replay(steps));
        assert!(said.starts_with(why), "{said}");
    }
    let said = error::<connect4::State>("{\"row\":99,\"col\":9,\"steps\":[]}");
    assert!(said.starts_with("saiblo: board is 99x9; rows must be 4 to 12"), "{said}");
}

#[test]
fn a_wrong_game_does_not_hide_the_others() {
    let games = read_each::<othello::State>(
        "(;GM[Othello]B[F5];)(;GM[Othello]B[F5](;GM[Othello]B[A1];)(;GM[Othello]B[D3];)",
    )
    .expect("games");
    let read: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [true, false, false, true]);
}

#[test]
fn games_and_plies_are_chosen_by_number() {
    let text = "f5 d6\nf5 f6 e6\n";
    assert!(matches!(read_one::<othello::State>(text, None), Err(Error::ManyGames(2))));
    assert!(matches!(read_one::<othello::State>(text, Some(3)), Err(Error::NoGame { number: 3, games: 2 })));
    let second = read_one::<othello::State>(text, Some(2)).expect("game 2");
    assert_eq!(second.at(1).expect("a ply").moves().len(), 1);
    let late = second.at(4).expect_err("it has three").to_string();
    assert_eq!(late, "game 2: ply 4 does not exist; the game has 3");
}

#[test]
fn a_format_that_cannot_hold_a_game_is_refused() {
    let games = read::<tictactoe::State>("b2 a1").expect("a game");
    let said = write(&games, Format::Ggf).expect_err("not Othello").to_string();
    assert_eq!(said, "ggf does not hold a game of tictactoe; accepted are moves, json");
    let start = "---------------------------OX------XO--------------------------- O";
    let games = read::<othello::State>(&format!("{start}: d6")).expect("a game");
    let said = write(&games, Format::Transcript).expect_err("another start").to_string();
    assert_eq!(said, "game 1 cannot be written as transcript: it begins in another position");
}
