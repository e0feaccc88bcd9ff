//! Recorded games on the command line: convert, replay, and positions from files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Folder, arena, contains_all, feed};

/// A file of fixtures/records.
fn fixture(name: &str) -> String {
    format!("{}/../../fixtures/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn games_are_converted_and_read_again() {
    let folder = Folder::new("convert");
    let (match_file, ggf) = (fixture("botzone-reversi.json"), folder.file("match.ggf"));
    let said = arena(&format!("convert othello {match_file} --out {ggf}")).text();
    assert_eq!(said, format!("1 game as ggf in {ggf}\n"));
    let moves = arena(&format!("convert othello {ggf} --to moves")).text();
    assert_eq!(moves, arena(&format!("convert othello {match_file} --to moves")).text());
    let transcript = arena(&format!("convert othello {ggf} --to transcript")).text();
    let again = feed(&["convert", "othello", "-", "--to", "moves"], transcript.as_bytes()).text();
    assert_eq!(again, moves);
    let log = fixture("arena-tictactoe.jsonl");
    let all = arena(&format!("convert tictactoe {log} --to json")).text();
    assert_eq!(all.lines().count(), 4);
    let third = arena(&format!("convert tictactoe {log} --to json --game-number 3")).text();
    assert_eq!(all.lines().nth(2), third.lines().next());
}

#[test]
fn a_wrong_game_stops_the_conversion_or_is_left_out() {
    let folder = Folder::new("skip");
    let file = folder.file("games.txt");
    std::fs::write(&file, "F5D6\nF5F5\nD3C3\n").unwrap();
    let said = arena(&format!("convert othello {file}"));
    assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)));
    contains_all(&said.stderr, &["games.txt: game 2, move 2: f5 is not a legal move in "]);
    let said = arena(&format!("convert othello {file} --skip --to transcript"));
    assert_eq!((said.stdout.as_str(), said.code), ("F5D6\nD3C3\n", Some(0)));
    contains_all(&said.stderr, &["arena: left out: game 2, move 2: f5 "]);
    for (line, part) in [
        (
            format!("convert othello {file} --to pgn"),
            "'pgn' is not a format that is written; there are: ggf,",
        ),
        (
            format!("convert othello {file} --to sgf"),
            "sgf does not hold a game of othello; accepted are ggf,",
        ),
        (format!("convert othello {file} --game-number 9"), "games.txt has no game 9"),
        (format!("convert chess {file}"), "there is no game 'chess'"),
        ("convert othello no-such-file".to_string(), "cannot read no-such-file: "),
    ] {
        let said = arena(&line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{line}: {}", said.stderr);
        assert!(said.stderr.contains(part) && said.stderr.lines().count() == 1, "{line}: {}", said.stderr);
    }
}

/// Every command that takes a position takes a recorded game.
#[test]
fn positions_come_from_files() {
    let file = fixture("botzone-tictactoe.matches");
    let analyzed = arena(&format!("analyze tictactoe @{file}#1@2 --engine minimax --json")).json();
    assert_eq!(analyzed["position"], "o../..x/...");
    let counted = arena(&format!("perft tictactoe 1 @{file}#1@2 --json")).json();
    assert_eq!((&counted["position"], &counted["depths"][0]["leaves"]), (&"o../..x/...".into(), &7.into()));
    let played =
        feed(&["play", "tictactoe", "--from", &format!("@{file}#1@2"), "--engine", "minimax"], b"q\n");
    contains_all(&played.text(), &[" 1 [o] .  . ", "x to move"]);
    let folder = Folder::new("from-file");
    let log = folder.file("log.jsonl");
    arena(&format!("match tictactoe random random --games 2 --openings 0 --from @{file}#1@2 --log {log}"))
        .text();
    contains_all(&std::fs::read_to_string(log).unwrap(), &["\"start\":\"o../..x/...\""]);
    let ggf = fixture("othello.ggf");
    let solved = arena(&format!("solve othello @{ggf}#1@56 --json")).json();
    assert_eq!(solved["answers"].as_array().map(Vec::len), Some(1), "{solved}");
    let moved = arena("analyze tictactoe b2a1 --moves c3 --engine minimax --json").json();
    assert_eq!(moved["position"], "o../.x./..x");
    for (line, part) in [
        (format!("analyze tictactoe @{file}"), " has 2 games; choose one by its number, as in '@"),
        (format!("analyze tictactoe @{file}#1@99"), "ply 99 does not exist; the game has "),
        (format!("analyze tictactoe @{file}#7"), " has no game 7"),
        (format!("analyze othello @{file}#1@2"), "move 1: "),
        (format!("play nogo --from @{ggf}#1"), "the record is of othello, not of nogo"),
        ("solve othello @no-such-file".to_string(), "cannot read no-such-file: "),
    ] {
        let said = arena(&line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{line}: {}", said.stderr);
        assert!(said.stderr.contains(part) && said.stderr.lines().count() == 1, "{line}: {}", said.stderr);
    }
}

#[test]
fn any_record_is_shown() {
    let late = fixture("botzone-nogo-late.json");
    let said = arena(&format!("replay {late}"));
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["does not name its game; add --game, one of: tictactoe, "]);
    let said = feed(&["replay", "-"], b"\0\x01");
    contains_all(&said.stderr, &["-: '\\0\\u{1}' is not a record; accepted are "]);
    let shown = arena(&format!("replay {late} --game nogo --moves 9..")).text();
    contains_all(
        &shown,
        &["\n9. ", "\n10. ", "  (15.0ms, depth 9)\n", " wins: first player: verdict TLE; the judge: "],
    );
    assert!(!shown.contains("\n8. "), "{shown}");
    let ggf = fixture("othello.ggf");
    let list = arena(&format!("replay {ggf}")).text();
    contains_all(
        &list,
        &["     1     63  first: champion\n", "     2     20  second: champion (too late)\n"],
    );
    let shown = arena(&format!("replay {ggf} 1 --moves 7")).text();
    contains_all(&shown, &["game 1 of ", "champion against positional\n", "7. h5  (score -27.43, 10.0ms)\n"]);
    assert_eq!(arena(&format!("replay {ggf} 1 --json")).json()["players"][0], "champion");
    let whole = arena(&format!("replay {ggf} 1")).text();
    contains_all(&whole, &["champion wins by 40, after 63 plies and "]);
    let said = arena(&format!("replay {ggf} 1 --moves 64.."));
    contains_all(&said.stderr, &["the game has no move 64; it has 63"]);
    let obf = arena(&format!("replay {} 1 --game othello", fixture("othello.obf"))).text();
    contains_all(&obf, &["F5:+0; D3:+0\n", " X 2, O 2, X to move", "not finished, after 0 plies\n"]);
}
