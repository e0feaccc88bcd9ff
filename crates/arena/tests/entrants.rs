//! Names and limits of the engines of a contest, adjudication, and what a contest refuses
//! before its first game.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{Folder, arena, contains_all};

#[test]
fn names_and_limits_of_engines_are_in_tables_logs_and_json() {
    let folder = Folder::new("names");
    let log = folder.file("log.jsonl");
    let line = "match tictactoe new=uct:c=0.9@sims=30 old=uct --sims 20 --games 4";
    let text = arena(&format!("{line} --log {log}")).text();
    contains_all(
        &text,
        &[
            "tictactoe: A = new: uct:c=0.9 (30 simulations a move)\n",
            " B = old: uct (20 simulations a move)\n",
        ],
    );
    let logged = fs::read_to_string(&log).unwrap();
    contains_all(&logged, &["{\"name\":\"new\",\"spec\":\"uct:c=0.9\",\"simulations\":30}"]);
    contains_all(&logged, &["\"first\":\"new\",\"second\":\"old\"", "\"first\":\"old\",\"second\":\"new\""]);
    contains_all(&arena(&format!("replay {log} 1")).text(), &["new against old"]);
    let json = arena(&format!("{line} --json")).json();
    assert_eq!((&json["a"]["name"], &json["b"]["limits"]["simulations"]), (&"new".into(), &20.into()));
    let other = arena(&format!("{} --log {log} --resume", line.replace("new=", "newer=")));
    contains_all(&other.stderr, &["engines 1 name is \"new\" there and \"newer\" here"]);
}

#[test]
fn a_tournament_has_limits_for_each_engine() {
    let line = "tournament tictactoe strong=uct@sims=200 uct@sims=2 random --sims 5 --games 20";
    let text = arena(line).text();
    contains_all(
        &text,
        &[
            "round robin of 3 engines, each with its limits\n",
            " strong (200 simulations a move) ",
            " uct (2 simulations a move) ",
            " random (5 simulations a move) ",
            "\nstrong: uct (200 simulations a move)\n",
        ],
    );
    let json = arena(&format!("{line} --json")).json();
    assert_eq!(json["engines"][0]["name"], "strong", "{json}");
    assert_eq!(json["pairings"][0]["b"], "uct");
}

#[test]
fn wrong_names_and_limits_are_one_line() {
    for (line, why) in [
        ("match tictactoe a=uct a=random", "two engines have the name 'a'"),
        ("match tictactoe uct@sims=0 random", "limit 'sims=0' of 'uct': a whole number"),
        ("match tictactoe uct@depth random", "'depth' is not a limit"),
        ("match tictactoe a= random", "names no strategy"),
        ("tune tictactoe gtp:./bot --param c=0..1", "has no parameters to tune"),
        ("sweep tictactoe x=gtp:./bot --param c=0,1 --against uct", "has no parameters to compare"),
    ] {
        let said = arena(line);
        assert_eq!(
            (said.code, said.stdout.as_str(), said.stderr.lines().count()),
            (Some(2), "", 1),
            "{line}"
        );
        contains_all(&said.stderr, &[why]);
    }
}

#[test]
fn proven_games_are_ended_and_counted() {
    let line = "match tictactoe minimax minimax --nodes 100k --games 4 --openings 0";
    let whole = arena(line).text();
    assert!(!whole.contains("adjudicated"), "{whole}");
    let folder = Folder::new("adjudicate");
    let log = folder.file("log.jsonl");
    let short = arena(&format!("{line} --adjudicate --log {log}")).text();
    contains_all(
        &short,
        &["plies           2.0 per game\n", "adjudicated     4 games (100.0 %), with a proven result\n"],
    );
    let logged = fs::read_to_string(&log).unwrap();
    assert_eq!(logged.matches("\"adjudicated\":true").count(), 4);
    contains_all(logged.lines().next().unwrap(), &["\"adjudicate\":true"]);
    contains_all(&arena(&format!("replay {log} 1")).text(), &["adjudicated: the result was proven"]);
    let said = arena(&format!("{line} --log {log} --resume"));
    contains_all(&said.stderr, &["adjudicate is true there and null here"]);
    let json = arena(&format!("{line} --adjudicate --json")).json();
    assert_eq!((&json["adjudicated"], &json["adjudicate"]), (&4.into(), &true.into()));
}

#[test]
fn a_finished_match_is_made_longer() {
    let folder = Folder::new("longer");
    let log = folder.file("log.jsonl");
    let line = |games| format!("match tictactoe uct random --sims 20 --games {games} --log {log} --resume");
    arena(&line(4)).text();
    contains_all(&arena(&line(10)).text(), &["10 games in "]);
    let said = arena(&line(6));
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["is the log of a contest of 10 games and cannot be shortened to 6"]);
    contains_all(&arena(&format!("merge {log}")).text(), &["10 games, "]);
}

/// docs/arena.md tuned `urgency`, which does nothing with the default of `fpu`, and
/// plotted noise.
#[test]
fn a_parameter_without_effect_is_refused_before_the_first_game() {
    for line in [
        "tune tictactoe uct --param urgency=-1..1 --sims 30 --steps 1 --pairs 1",
        "sweep tictactoe uct --param urgency=-1,0,1 --against random --sims 30 --games 2",
    ] {
        let said = arena(line);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
        contains_all(&said.stderr, &["urgency has no effect on uct: ", "--force plays anyway"]);
        arena(&format!("{line} --force")).text();
        arena(&line.replace("uct --param", "uct:fpu=value --param")).text();
    }
}

#[test]
fn a_misspelled_word_is_answered_by_the_one_that_was_meant() {
    for (line, meant) in [
        ("mach tictactoe uct random", "unrecognized subcommand 'mach'; did you mean man or match?"),
        ("tournamnt tictactoe uct random", "did you mean tournament?"),
        ("match tictactoe uct random --smis 5", "did you mean --sims?"),
        ("match tictactoa uct random", "'tictactoa' (did you mean tictactoe?)"),
        ("match tictactoe uct ranodm", "'ranodm' (did you mean random?)"),
        ("match tictactoe uct:urgncy=1 random", "'urgncy' (did you mean urgency?)"),
    ] {
        let said = arena(line);
        assert_eq!(
            (said.code, said.stdout.as_str(), said.stderr.lines().count()),
            (Some(2), "", 1),
            "{line}"
        );
        contains_all(&said.stderr, &[meant]);
    }
    arena("match tictactoe uct random --sims 5 --games 2 --tolerance 0ms").text();
}
