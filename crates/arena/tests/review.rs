//! `arena review` as a user runs it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, Said, arena, contains_all, feed, start};

/// The second player loses by the answer at the edge.
const LOST: &[u8] = b"b2 b1 a1 c3 a3 c1 a2\n";

fn review(options: &str) -> Said {
    let line = format!("review tictactoe - {options}");
    feed(&line.split_whitespace().collect::<Vec<_>>(), LOST)
}

#[test]
fn a_review_names_the_blunder_and_counts_it() {
    let text = review("").text();
    contains_all(&text, &["   2 second b1     loses in 6     ", "50 %, blunder\n", "kept the draw ("]);
    contains_all(&text, &["  move 2, b1 (second): blunder, gave away the draw; "]);
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.split_whitespace().skip(1).take(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((row("first").as_str(), row("second").as_str()), ("4 0 0 0", "3 0 0 1"));
    assert!(review("--from 3").text().contains("no mistakes"));
    assert!(review("--threshold 60").text().contains("no mistakes"));
}

#[test]
fn the_json_and_the_graph_have_the_same_values() {
    let folder = Folder::new("review");
    let svg = folder.file("game.svg");
    let report = review(&format!("--json --to 4 --svg {svg}")).json();
    assert_eq!(report["values"].to_string(), "[[0,50.0],[1,50.0],[2,100.0],[3,100.0],[4,100.0]]");
    assert_eq!(report["moves"][1]["class"], "blunder");
    assert_eq!(report["moves"][1]["loss"]["amount"], 50.0);
    assert_eq!(report["players"][1]["largest_ply"], 2);
    let drawn = std::fs::read_to_string(svg).unwrap();
    contains_all(&drawn, &["<svg ", "% to win for first", "ply\n", "b1\n"]);
    assert_eq!(drawn.matches("<circle").count(), 1, "one mistake: {drawn}");
}

#[test]
fn mistakes_in_the_command_line_are_one_line() {
    let file = format!("{}/../../fixtures/records/connect4-columns.txt", env!("CARGO_MANIFEST_DIR"));
    let said = arena(&format!("review connect4-7x6 {file}"));
    assert_eq!(said.code, Some(2));
    assert!(
        said.stderr.ends_with(" has 3 games; write the number of one behind the file\n"),
        "{}",
        said.stderr
    );
    for (options, expected) in [
        ("--from 8", "--from 8: the game has 7 moves"),
        ("--from 3 --to 2", "--from 3 is greater than --to 2"),
        ("--engine random", "'random' has no value for move 1; choose another --engine"),
        ("--engine botzone:./bot", "reports only its move; review needs a strategy"),
        ("--threshold much", "'much' is not a loss from 0 to 100"),
        ("2", "- has no game 2"),
    ] {
        let said = review(options);
        assert!(
            said.stderr.contains(expected) && said.stderr.lines().count() == 1,
            "{options}: {}",
            said.stderr
        );
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{options}");
    }
    let empty = feed(&["review", "tictactoe", "-"], b"start\n");
    assert_eq!(empty.stderr, "arena: -: the game has no moves to review\n");
}

#[test]
fn an_interrupted_review_reports_what_is_missing() {
    let folder = Folder::new("stopped");
    let (game, svg) = (folder.file("game.txt"), folder.file("game.svg"));
    std::fs::write(&game, LOST).unwrap();
    let line = format!("review tictactoe {game} --engine uct:solver=off --time 3600s --svg {svg}");
    let child = start(&line.split(' ').collect::<Vec<_>>());
    // The file is made before the first search.
    let patience = Instant::now();
    while !std::path::Path::new(&svg).exists() {
        assert!(patience.elapsed() < Duration::from_secs(60), "the review does not begin");
        thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let said = Said::of(child.wait_with_output().unwrap());
    assert_eq!((said.stderr.as_str(), said.code), ("", Some(130)));
    assert!(said.stdout.ends_with("interrupted: 7 moves are not reviewed\n"), "{}", said.stdout);
    assert!(std::fs::read_to_string(svg).unwrap().contains("</svg>"));
}
