//! Openings of contests: made, read from files, named in logs.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{Folder, arena, contains_all, reproducible};
use serde_json::Value;

/// Openings of the games of a log, in the order of the games.
fn openings(log: &str) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap();
    let mut games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games.iter().map(|game| format!("{} {}", game["start"], game["opening"])).collect()
}

#[test]
fn pairs_begin_with_the_openings_of_a_file() {
    let folder = Folder::new("book");
    let [book, log] = ["book.txt", "log.jsonl"].map(|name| folder.file(name));
    fs::write(&book, "# three\nb2 a1\n\nb2 b1  # a comment\nxo./.../...\n").unwrap();
    let line = format!("match tictactoe random random --sims 1 --games 8 --openings {book} --log {log}");
    let text = arena(&line).text();
    contains_all(&text, &[", 3 openings of book.txt, used more than once, seed 1\n"]);
    let played = openings(&log);
    assert!(played.chunks(2).all(|pair| pair[0] == pair[1]), "{played:?}");
    assert_eq!(played[0], played[6], "the list begins again");
    let mut different = [&played[0], &played[2], &played[4]].map(String::clone);
    different.sort();
    assert_eq!(
        different,
        ["\".../.../...\" [\"b2\",\"a1\"]", "\".../.../...\" [\"b2\",\"b1\"]", "\"xo./.../...\" []"]
    );
    let seeded = arena(&format!("{line}2 --seed 5")).text();
    contains_all(&seeded, &["3 openings of book.txt, used more than once, seed 5"]);
    assert_ne!(openings(&format!("{log}2")), played, "the seed shuffles");
    let json = arena(&line.replace("--games 8", "--games 6").replace("log.jsonl", "x --json")).json();
    assert_eq!((&json["openings"]["count"], &json["openings_used_up"]), (&3.into(), &false.into()));
    // The log alone is enough to add up and to show its games.
    contains_all(&arena(&format!("merge {log}")).text(), &["8 games, 3 openings of book.txt"]);
    contains_all(&arena(&format!("replay {log} 1")).text(), &["game 1 of "]);
}

#[test]
fn a_log_is_continued_with_the_same_openings_only() {
    let folder = Folder::new("other-book");
    let [book, other, log] = ["book.txt", "other.txt", "log.jsonl"].map(|name| folder.file(name));
    fs::write(&book, "b2 a1\n").unwrap();
    fs::write(&other, "b2 b1\n").unwrap();
    let line = "match tictactoe random random --sims 1 --games 4 --resume --log";
    let whole = arena(&format!("{line} {log} --openings {book} --json")).json();
    let again = arena(&format!("{line} {log} --openings {book} --json")).json();
    assert_eq!(reproducible(whole), reproducible(again));
    for (openings, why) in [
        (other.as_str(), "openings file is \"book.txt\" there and \"other.txt\" here"),
        ("2", "opening_plies is 0 there and 2 here"),
    ] {
        let said = arena(&format!("{line} {log} --openings {openings}"));
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{}", said.stderr);
        contains_all(&said.stderr, &["is the log of another contest: ", why]);
    }
    fs::write(&book, "b2 a1\nb2 b1\n").unwrap();
    let changed = arena(&format!("{line} {log} --openings {book}"));
    contains_all(&changed.stderr, &["openings count is 1 there and 2 here"]);
}

/// A log of random openings, as versions without built-in openings wrote them.
#[test]
fn a_log_with_random_openings_is_continued_with_them() {
    let folder = Folder::new("old-openings");
    let log = folder.file("log.jsonl");
    let line = format!("match othello random random --sims 1 --games 4 --log {log}");
    contains_all(&arena(&format!("{line} --openings 8")).text(), &["8 random plies from start"]);
    contains_all(&arena(&format!("{line} --resume")).text(), &["8 random plies from start"]);
}

#[test]
fn games_from_the_usual_start_have_the_built_in_openings() {
    let line = "--sims 1 --games 2";
    for (game, heading) in [
        ("othello", "500 built-in openings"),
        ("nogo", "400 built-in openings"),
        ("connect4", "300 built-in openings"),
        ("connect4-7x6", "300 built-in openings"),
        ("tictactoe", "2 random plies from start"),
        ("connect4 --boards random", "0 random plies from random boards"),
        ("othello --openings 3", "3 random plies from start"),
    ] {
        let (game, options) = game.split_once(' ').unwrap_or((game, ""));
        let text = arena(&format!("match {game} random random {line} {options}")).text();
        contains_all(&text, &[heading]);
    }
    contains_all(&arena(&format!("tournament nogo random random {line}")).text(), &["built-in openings"]);
    contains_all(
        &arena("tune othello uct --param c=0.2..2 --sims 50 --steps 1 --pairs 1").text(),
        &["500 built-in openings"],
    );
}

#[test]
fn a_file_that_is_no_book_is_refused_in_one_line() {
    let folder = Folder::new("no-book");
    let book = folder.file("book.txt");
    let line = format!("match tictactoe random random --sims 1 --games 2 --openings {book}");
    let refused = |text: &str, options: &str| {
        fs::write(&book, text).unwrap();
        let said = arena(&format!("{line}{options}"));
        assert_eq!((said.code, said.stdout.as_str(), said.stderr.lines().count()), (Some(2), "", 1));
        said.stderr
    };
    contains_all(&refused("b2 a1\nb2 b2\n", ""), &["book.txt: game 2, move 2: b2 is not a legal move"]);
    contains_all(
        &refused("b2\na1 b1 a2 b2 a3\n", ""),
        &["game 2 is over", "book.txt@8 takes the first 8 plies"],
    );
    contains_all(&refused("# nothing\n", ""), &["book.txt"]);
    contains_all(&refused("b2 a1\nb2\n", "@2"), &["game 2: ply 2 does not exist; the game has 1"]);
    contains_all(&refused("b2 a1\n", " --from b2"), &["has its own starting positions"]);
    fs::remove_file(&book).unwrap();
    contains_all(&arena(&line).stderr, &["cannot read "]);
}

#[test]
fn made_openings_are_balanced_different_and_the_same_for_any_jobs() {
    let folder = Folder::new("make");
    let file = folder.file("t.txt");
    let line = "openings tictactoe --plies 2 --window 0 --engine minimax --nodes 100k --count 100";
    let text = arena(line).text();
    assert_eq!(text, arena(&format!("{line} --jobs 3")).text());
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "# arena openings tictactoe --plies 2 --count 100 --window 0 --engine minimax --nodes 100000 --seed 1"
        )
    );
    // Of the twelve openings of two plies five are drawn with best play.
    assert_eq!(lines.count(), 5, "{text}");
    let said = arena(&format!("{line} --out {file}")).text();
    contains_all(&said, &["5 openings of 12 different ones in ", ", and there seem to be no more\n"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    contains_all(
        &arena(&format!("sprt tictactoe random random --sims 1 --games 20 --openings {file}")).text(),
        &["5 openings of t.txt"],
    );
    let transcript = arena("openings othello --plies 3 --window 1 --count 4 --nodes 10").text();
    assert_eq!(transcript.lines().skip(1).map(str::len).collect::<Vec<_>>(), [6; 4], "{transcript}");
}

#[test]
fn openings_that_cannot_be_made_are_an_error() {
    for (line, why) in [
        ("openings chess", "there is no game 'chess'"),
        ("openings othello --window 2", "a window is a number from 0 to 1"),
        ("openings othello --plies 0", "--plies"),
        (
            "openings tictactoe --plies 9 --engine random --sims 1",
            "no game of tictactoe goes on after 9 plies",
        ),
        ("openings othello --engine nothing", "nothing"),
        ("openings othello --nodes 10 --out /nowhere/o.txt", "/nowhere/o.txt"),
    ] {
        let said = arena(line);
        assert!(said.code == Some(2) || said.code == Some(1), "{line}: {:?}", said.code);
        assert_eq!((said.stdout.as_str(), said.stderr.lines().count()), ("", 1), "{line}: {}", said.stderr);
        contains_all(&said.stderr, &[why]);
    }
}
