//! Ratings over several logs, the ladder, and contests that a file describes.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{Folder, arena, contains_all, reproducible};

#[test]
fn engines_of_several_logs_are_rated_together() {
    let folder = Folder::new("ratings");
    let [one, two, three] = ["one", "two", "three"].map(|name| folder.file(name));
    let play = |engines: &str, log: &str| {
        arena(&format!("match tictactoe {engines} --sims 20 --games 40 --log {log}")).text()
    };
    play("strong=uct@sims=300 weak=uct@sims=5", &one);
    play("weak=uct@sims=5 random", &two);
    let text = arena(&format!("ratings {one} {two} --anchor random=500")).text();
    contains_all(&text, &["tictactoe: 3 engines, 80 games of 2 logs\n", "Elo is such that random has 500;"]);
    let json = arena(&format!("ratings {one} {two} --anchor random=500 --json")).json();
    let names: Vec<_> = json["engines"].as_array().unwrap().iter().map(|row| row["engine"].clone()).collect();
    assert_eq!(names, ["strong", "weak", "random"]);
    assert!((json["engines"][2]["elo"].as_f64().unwrap() - 500.0).abs() < 1e-6);
    assert_eq!(json["engines"][1]["games"], 80);
    // One log gives the ratings of its tournament.
    let tournament =
        format!("tournament tictactoe uct random minimax --sims 20 --games 20 --log {three} --json");
    let rows = arena(&tournament).json()["engines"].clone();
    let rated = arena(&format!("ratings {three} --json")).json()["engines"].clone();
    for (row, rated) in rows.as_array().unwrap().iter().zip(rated.as_array().unwrap()) {
        assert_eq!(
            (&row["spec"], &row["elo"], &row["elo_error"]),
            (&rated["engine"], &rated["elo"], &rated["elo_error"])
        );
    }
    for (line, why) in [
        (format!("ratings {one} {three}"), "the games do not connect all engines"),
        (format!("ratings {one} --anchor stron=3"), "no engine has the name 'stron' (did you mean strong?)"),
        (format!("ratings {one} --anchor strong"), "an anchor is the name of an engine and its Elo"),
        ("ratings /nowhere".to_string(), "cannot read /nowhere"),
    ] {
        let said = arena(&line);
        assert_eq!((said.code, said.stderr.lines().count()), (Some(2), 1), "{}", said.stderr);
        contains_all(&said.stderr, &[why]);
    }
}

#[test]
fn an_engine_gets_a_number_on_the_ladder() {
    let rate = |engine: &str| {
        let json = arena(&format!("rate tictactoe {engine} --sims 5 --games 20 --json")).json();
        let (elo, error) =
            (json["rating"]["elo"].as_f64().unwrap(), json["rating"]["elo_error"].as_f64().unwrap());
        assert!(error > 0.0 && error < 1000.0, "{error}");
        elo
    };
    let [weak, strong] = [rate("random"), rate("uct@sims=500")];
    assert!(weak + 100.0 < strong, "{weak} and {strong}");
    let text = arena("rate tictactoe mine=random --sims 5 --games 4").text();
    contains_all(&text, &["\nmine has ", " on the ladder, on which uct (50 simulations a move) has 1000.\n"]);
}

#[test]
fn a_file_describes_a_contest() {
    let folder = Folder::new("run");
    let file = folder.file("match.toml");
    let text = "command = 'match'\ngame = 'tictactoe'\nengines = ['new=uct:c=0.9', 'random']\n\
                sims = 20\ngames = 6\nopenings = 1\njson = true\n";
    fs::write(&file, text).unwrap();
    let line = "match tictactoe new=uct:c=0.9 random --sims 20 --games 6 --openings 1 --json";
    assert_eq!(reproducible(arena(&format!("run {file}")).json()), reproducible(arena(line).json()));
    contains_all(&arena("run --example").text(), &["command = \"match\""]);
    fs::write(&file, text.replace("'tictactoe'", "'tictacto'")).unwrap();
    contains_all(&arena(&format!("run {file}")).stderr, &["did you mean tictactoe?"]);
    contains_all(&arena("run").stderr, &["a file is needed; --example prints one"]);
}
