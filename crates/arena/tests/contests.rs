//! Tests, tournaments, sweeps, tunings, experiments.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, arena, contains_all, reproducible};
use serde_json::{Value, json};

/// Plays with a log, cuts the log within a game, and resumes: the result is the
/// same as that of an undisturbed run, which is returned.
fn survives_a_cut(name: &str, line: &str) -> Value {
    let folder = Folder::new(name);
    let log = folder.file("log.jsonl");
    let undisturbed = reproducible(arena(line).json());
    let logged = format!("{line} --log {log}");
    assert_eq!(reproducible(arena(&logged).json()), undisturbed, "a log changes nothing");
    let whole = fs::read(&log).unwrap();
    fs::write(&log, &whole[..whole.len() * 2 / 3]).unwrap();
    assert_eq!(reproducible(arena(&format!("{logged} --resume --jobs 3")).json()), undisturbed);
    undisturbed
}

#[test]
fn a_test_ends_after_the_same_game_with_and_without_a_cut() {
    let line = "sprt tictactoe uct-plain random --sims 30 --elo0 0 --elo1 100 --json";
    let report = survives_a_cut("sprt", line);
    assert_eq!(report["test"]["verdict"], "stronger");
    assert_eq!((&report["complete"], &report["interrupted"]), (&true.into(), &false.into()));
    let [llr, high] = ["llr", "high"].map(|key| report["test"][key].as_f64().unwrap());
    assert!(llr >= high && (high - 2.944439).abs() < 1e-6, "{report}");
    let games = report["games"].as_u64().unwrap();
    assert!((10..1000).contains(&games), "{games} games");
    // Not one pair earlier would it have ended.
    let shorter = arena(&format!("{line} --games {}", games - 2)).json();
    assert_eq!((&shorter["test"]["verdict"], &shorter["games"]), (&Value::Null, &(games - 2).into()));
    let text = arena(&line.replace("--json", "")).text();
    contains_all(&text, &["A is stronger: 100 Elo rather than 0; LLR +", "(-2.94 to +2.94)"]);
}

#[test]
fn a_test_between_equals_finds_no_strength() {
    let report = arena("sprt tictactoe random random --sims 1 --elo0 0 --elo1 80 --json").json();
    assert_eq!(report["test"]["verdict"], "not stronger");
    // Games of the log after the end of the test do not count.
    let folder = Folder::new("sprt-merge");
    let log = folder.file("log.jsonl");
    arena(&format!("sprt tictactoe random random --sims 1 --elo0 0 --elo1 80 --jobs 4 --log {log}")).text();
    assert_eq!(reproducible(arena(&format!("merge {log} --json")).json()), reproducible(report));
}

#[test]
fn a_test_in_parts_and_batches_ends_after_the_game_where_one_run_ends() {
    let line = "sprt tictactoe uct-plain:sims=60 uct-plain:sims=20 --sims 60 --elo0 0 --elo1 100 --json";
    let whole = reproducible(arena(line).json());
    assert_eq!(whole["test"]["verdict"], "stronger");
    let (folder, end) = (Folder::new("sprt-parts"), whole["games"].as_u64().unwrap());
    let parts: Vec<String> = (1..=3).map(|k| folder.file(&format!("{k}.jsonl"))).collect();
    let merged = || reproducible(arena(&format!("merge --json {}", parts.join(" "))).json());
    let mut batches = 0;
    loop {
        batches += 1;
        // A bit less than half, and even: the third batch goes on after the end.
        let games = batches * (end / 4 * 2 - 2);
        for (k, part) in parts.iter().enumerate() {
            let report =
                arena(&format!("{line} --games {games} --shard {}/3 --log {part} --resume", k + 1)).json();
            assert_eq!((&report["test"]["verdict"], &report["complete"]), (&Value::Null, &true.into()));
        }
        if merged()["test"]["verdict"] != Value::Null {
            break;
        }
        assert!(games < end, "{games} games, and one run ends after {end}");
    }
    assert_eq!(batches, 3);
    assert_eq!(merged(), whole);
}

#[test]
fn a_tournament_rates_all_engines_and_can_be_played_in_parts() {
    let line = "tournament tictactoe random uct-plain:sims=60 minimax --sims 200 --games 20 --json";
    let report = survives_a_cut("tournament", line);
    let specs: Vec<_> =
        report["engines"].as_array().unwrap().iter().map(|e| e["spec"].as_str().unwrap()).collect();
    assert_eq!(specs[2], "random", "the weakest comes last: {specs:?}");
    let elo: Vec<f64> =
        report["engines"].as_array().unwrap().iter().map(|e| e["elo"].as_f64().unwrap()).collect();
    assert!(elo[0] >= elo[1] && elo[1] > elo[2] + 100.0 && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    assert_eq!((report["games"].as_u64(), report["pairings"].as_array().map(Vec::len)), (Some(60), Some(3)));

    let folder = Folder::new("tournament-parts");
    let parts: Vec<String> = (1..=2).map(|k| folder.file(&format!("{k}.jsonl"))).collect();
    for (k, part) in parts.iter().enumerate() {
        arena(&format!("{line} --shard {}/2 --log {part}", k + 1)).json();
    }
    assert_eq!(reproducible(arena(&format!("merge --json {}", parts.join(" "))).json()), report);
    let text = arena(&format!("merge {}", parts.join(" "))).text();
    contains_all(&text, &["tictactoe: round robin of 3 engines, 200 simulations a move\n60 games, ", " ± "]);
    contains_all(&text, &["No game was lost by forfeit.", "\n  1  ", "\n  3  random "]);
}

#[test]
fn in_a_gauntlet_the_first_engine_plays_against_each_other() {
    let report = arena(
        "tournament tictactoe minimax random random:seed=3 --gauntlet --games 4 --tolerance 60s --json",
    )
    .json();
    let pairings = report["pairings"].as_array().unwrap();
    assert!(pairings.len() == 2 && pairings.iter().all(|p| p["a"] == "minimax"), "{pairings:?}");
    let text =
        arena("tournament tictactoe minimax random random:seed=3 --gauntlet --games 4 --tolerance 60s")
            .text();
    contains_all(&text, &["gauntlet of 3 engines, 100ms a move", "1  minimax "]);
}

#[test]
fn a_sweep_has_a_row_and_a_point_for_every_value() {
    let folder = Folder::new("sweep");
    let svg = folder.file("c.svg");
    let line = "sweep tictactoe uct-plain --param c=0.2..1.4/0.6 --against random --sims 20 --games 20";
    let report = survives_a_cut("sweep-log", &format!("{line} --json --svg {svg}"));
    let values: Vec<_> =
        report["values"].as_array().unwrap().iter().map(|row| row["value"].clone()).collect();
    assert_eq!(values, ["0.2", "0.8", "1.4"]);
    assert_eq!(report["values"][1]["spec"], "uct-plain:c=0.8");
    assert_eq!(report["values"][1]["games"], 20);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.matches("<circle").count() == 3, "{picture}");
    let text = arena(line).text();
    contains_all(
        &text,
        &["| c | games | wins |", "|---|", "\n| 0.2 | 20 | ", "\n| 1.4 | 20 | ", "\n\nBest is c = "],
    );
    assert_eq!(text.lines().filter(|line| line.starts_with('|')).count(), 5, "{text}");
}

#[test]
fn doublings_have_a_row_and_a_point_for_every_limit() {
    let folder = Folder::new("doublings");
    let svg = folder.file("growth.svg");
    let line = "doublings tictactoe uct-plain --sims 10 --steps 3 --games 40";
    let report = survives_a_cut("doublings-log", &format!("{line} --json --svg {svg}"));
    let rows = report["doublings"].as_array().unwrap();
    let limits: Vec<_> = rows.iter().map(|row| row["limits"]["simulations"].as_u64().unwrap()).collect();
    assert_eq!((limits, report["games"].as_u64()), (vec![20, 40, 80], Some(120)));
    let score = rows[0]["estimate"]["score"].as_f64().unwrap();
    assert!(score > 0.5, "twice the simulations are stronger: {report}");
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.matches("<circle").count() == 3 && picture.contains("Elo"), "{picture}");
    let text = arena(line).text();
    contains_all(
        &text,
        &["uct-plain against itself with half of the limit", "\n| 20 simulations a move | 40 | "],
    );
}

#[test]
fn a_tuning_is_resumed_and_its_path_is_reported() {
    let folder = Folder::new("tune");
    let svg = folder.file("c.svg");
    let line = "tune tictactoe uct-plain --param c=0..2 --steps 12 --pairs 2 --sims 15 --seed 3";
    let report = survives_a_cut("tune-log", &format!("{line} --json --svg {svg}"));
    assert_eq!((&report["steps"], &report["games"]), (&12.into(), &48.into()));
    let way: Vec<f64> =
        report["params"][0]["path"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert_eq!((way.len(), way[0]), (13, 1.4), "it begins at the default");
    assert!(way.iter().all(|c| (0.0..=2.0).contains(c)) && way[12] != way[0], "{way:?}");
    assert!(report["settled"].as_str().unwrap().starts_with("uct-plain:c="), "{report}");
    assert!(fs::read_to_string(&svg).unwrap().contains("tuning of uct-plain"));
    let text = arena(line).text();
    contains_all(
        &text,
        &["tuning of uct-plain (15 simulations a move)\n12 of 12 steps, 48 games in ", "settled"],
    );
    contains_all(&text, &["arena sprt tictactoe uct-plain:c=", " uct-plain --sims 15\n"]);
}

#[test]
fn the_games_of_a_tuning_are_in_its_log() {
    let folder = Folder::new("tune-replay");
    let log = folder.file("log.jsonl");
    arena(&format!("tune tictactoe uct-plain --param c=0..2 --steps 2 --pairs 1 --sims 15 --log {log}"))
        .text();
    contains_all(&arena(&format!("replay {log} 4")).text(), &["game 4 of ", ": uct-plain:c=", " plies and "]);
    let said = arena(&format!("merge {log}"));
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["is the log of a tuning; arena tune --resume continues it"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_reported_before_the_first_game() {
    let folder = Folder::new("no-picture");
    let log = folder.file("log.jsonl");
    for line in [
        "sweep tictactoe uct-plain --param c=1,2 --against random --sims 10 --games 2",
        "tune tictactoe uct-plain --param c=0..2 --sims 10 --steps 1",
    ] {
        let said = arena(&format!("{line} --svg {} --log {log}", folder.file("missing/c.svg")));
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(1)), "{line}: {}", said.stderr);
        assert!(
            said.stderr.starts_with("arena: cannot write ") && !Path::new(&log).exists(),
            "{}",
            said.stderr
        );
    }
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_code_2() {
    for (line, part) in [
        ("sprt tictactoe random random --elo0 5 --elo1 5", "--elo0 5 must be less than --elo1 5"),
        ("sprt tictactoe random random --alpha 0", "a share is a number between 0 and 0.5"),
        ("sprt tictactoe random random --elo1 much", "an Elo difference is a number"),
        ("sprt tictactoe random random --shard 3/2", "--shard"),
        ("tournament tictactoe random", "2 values required"),
        ("tournament tictactoe random genius", "tictactoe has no strategy 'genius'"),
        ("sweep tictactoe uct --against random", "--param"),
        ("sweep tictactoe uct --param c=1..2 --against random", "values are c=0.5..1.2/0.1"),
        (
            "sweep tictactoe uct --param c=2..1/0.1 --against random",
            "for '--param <VALUES>': the range is empty: 2 is greater than 1",
        ),
        (
            "sweep tictactoe uct --param x=1,2 --against random",
            "strategy uct has no parameter 'x'; there are: c=",
        ),
        ("sweep tictactoe uct --param c=1,-2 --against random", "c='-2' is not accepted; use 0.0..100.0"),
        ("tune tictactoe uct --param c=1", "a range is c=0.2..2"),
        ("tune tictactoe uct --param x=1..2", "strategy uct has no parameter 'x'; there are: c="),
        (
            "tune tictactoe uct --param c=2..3",
            "c starts at 1.4, outside of 2..3; set another start with uct:c=…",
        ),
        ("tune tictactoe uct --param c=1..200", "c='200.0000' is not accepted"),
        ("tune tictactoe uct --param c=1..2 --param c=1..2", "c is given twice"),
        ("tune tictactoe uct --param playout=1..2", "playout is a choice; only numbers can be tuned"),
        ("tune tictactoe uct --param c=1..2 --steps 0", "--steps"),
    ] {
        let said = arena(line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{line}: {}", said.stderr);
        assert!(said.stderr.starts_with("arena: ") && said.stderr.contains(part), "{line}: {}", said.stderr);
        assert_eq!(said.stderr.matches('\n').count(), 1, "{line}: {}", said.stderr);
    }
}

/// The score of an engine against itself is one half, within its interval.
#[test]
fn an_engine_against_itself_is_even() {
    for line in [
        "match tictactoe uct-plain uct-plain --sims 20 --games 1000 --jobs 2 --json",
        "match connect4-7x6 uct-pool uct-pool --sims 15 --games 400 --jobs 2 --json",
    ] {
        let report = arena(line).json();
        let [low, high] = ["score_low", "score_high"].map(|key| report["estimate"][key].as_f64().unwrap());
        assert!(low < 0.5 && high > 0.5 && high - low < 0.1, "{low} to {high}: {line}");
        assert_eq!(report["faults"], json!([]));
    }
}

#[test]
fn the_experiments_are_written_with_their_pictures() {
    let folder = Folder::new("experiments");
    let said = arena(&format!("experiments --quick --out {}", folder.path().display())).text();
    contains_all(&said, &["experiments.md and 7 pictures in "]);
    let page = fs::read_to_string(folder.file("experiments.md")).unwrap();
    contains_all(
        &page,
        &["This is a smoke run", "\narena sweep nogo uct-rights --param c=", "\n| 0.707 | 2 | "],
    );
    contains_all(
        &page,
        &["| uct-plain:sims=200 (5 simulations a move) |", "\nFound: Best is ", "per second | reported |"],
    );
    for line in page.lines().filter(|line| line.starts_with("![")) {
        let picture = line.split(['(', ')']).nth(1).unwrap();
        assert!(fs::read_to_string(folder.file(picture)).unwrap().contains("<circle"), "{picture}");
    }
    assert_eq!(page.matches("\nReported").count(), 7, "{page}");
}
