//! Requests and replies of every game.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use serde_json::{Value, json};
use studio::Studio;

fn ask(studio: &mut Studio, request: Value) -> Value {
    serde_json::from_str(&studio.ask(&request.to_string(), None, &mut |_| ())).unwrap()
}

fn ok(studio: &mut Studio, request: Value) -> Value {
    let reply = ask(studio, request.clone());
    assert!(reply["error"].is_null(), "{request}: {reply}");
    reply["ok"].clone()
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in games::NAMES {
        let mut studio = Studio::new(game).unwrap();
        let mut moves: Vec<String> = Vec::new();
        loop {
            let at = json!({ "start": "start", "moves": moves });
            let view = ok(&mut studio, json!({ "do": "view", "at": at }));
            let cells = view["rows"].as_u64().unwrap() * view["columns"].as_u64().unwrap();
            assert_eq!(view["cells"].as_str().unwrap().len() as u64, cells);
            assert_eq!(view["labels"].as_array().unwrap().len() as u64, cells);
            if !view["outcome"].is_null() {
                assert!(view["legal"].as_array().unwrap().is_empty());
                break;
            }
            let think = json!({ "do": "think", "at": at, "spec": "uct", "limit": { "count": 20 } });
            let decision = ok(&mut studio, think);
            moves.push(decision["chosen"]["move"].as_str().unwrap().to_string());
        }
        assert!(moves.len() >= 5, "{game}: {moves:?}");
        let at = json!({ "start": "start", "moves": moves });
        let error = ask(&mut studio, json!({ "do": "think", "at": at, "spec": "uct" }));
        assert_eq!(error["error"], "the game is over in this position");
    }
}

/// The page shows the line of a move before the analysis has found one.
#[test]
fn every_strategy_has_a_line_after_every_move() {
    let mut lines = 0;
    for game in games::NAMES {
        let mut studio = Studio::new(game).unwrap();
        let described = ok(&mut studio, json!({ "do": "describe" }));
        let view = ok(&mut studio, json!({ "do": "view", "at": { "start": "start" } }));
        let first = &view["legal"][0]["move"];
        for strategy in described["strategies"].as_array().unwrap() {
            let at = json!({ "start": "start", "moves": [first] });
            let request = json!({ "do": "line", "at": at, "spec": strategy["name"], "ms": 20 });
            let line = ok(&mut studio, request);
            assert_eq!(line[0]["side"], 1, "{game} {}: the reply comes first", strategy["name"]);
            lines += 1;
        }
    }
    assert!(lines > 10, "{lines}");
    let mut studio = Studio::new("tictactoe").unwrap();
    let over = json!({ "start": "start", "moves": ["a1", "b1", "a2", "b2", "a3"] });
    assert_eq!(ok(&mut studio, json!({ "do": "line", "at": over, "spec": "uct", "ms": 20 })), json!([]));
    let wrong = json!({ "do": "line", "at": { "start": "start" }, "spec": "none", "ms": 20 });
    assert!(ask(&mut studio, wrong)["error"].is_string());
}

#[test]
fn an_analysis_lists_every_legal_move() {
    for game in games::NAMES {
        let mut studio = Studio::new(game).unwrap();
        let described = ok(&mut studio, json!({ "do": "describe" }));
        let spec = described["strategies"][0]["name"].clone();
        let at = json!({ "start": "start" });
        let request =
            json!({ "do": "think", "at": at, "spec": spec, "limit": { "ms": 30 }, "purpose": "analyse" });
        let decision = ok(&mut studio, request);
        let view = ok(&mut studio, json!({ "do": "view", "at": at }));
        let count = |value: &Value| value.as_array().unwrap().len();
        assert_eq!(count(&decision["moves"]), count(&view["legal"]), "{game}");
    }
}

#[test]
fn the_boards_of_games_that_have_several_are_described() {
    let sizes =
        |game: &str| ok(&mut Studio::new(game).unwrap(), json!({ "do": "describe" }))["sizes"].clone();
    assert_eq!(sizes("nogo"), json!({ "rows": [1, 9], "columns": [1, 9] }));
    assert_eq!(sizes("connect4"), json!({ "rows": [4, 12], "columns": [4, 12] }));
    assert_eq!(sizes("othello"), Value::Null);
    let mut studio = Studio::new("connect4").unwrap();
    let board = ok(&mut studio, json!({ "do": "random-board", "seed": 5 }));
    let view = ok(&mut studio, json!({ "do": "view", "at": { "start": board["start"] } }));
    assert!(view["cells"].as_str().unwrap().contains('#'));
    let view = ok(&mut studio, json!({ "do": "view", "at": { "start": "6x5-2,3" } }));
    assert_eq!(view["cells"].as_str().unwrap().find('#'), Some(2 * 5 + 3));
}

#[test]
fn games_of_judges_are_read_and_written() {
    for (game, file, format) in [
        ("othello", "botzone-reversi.json", "ggf"),
        ("othello", "othello.ggf", "transcript"),
        ("nogo", "nogo.sgf", "sgf"),
        ("connect4", "saiblo.json", "columns"),
        ("tictactoe", "arena-tictactoe.jsonl", "moves"),
    ] {
        let path = format!("{}/../../fixtures/records/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).unwrap();
        let mut studio = Studio::new(game).unwrap();
        let read = ok(&mut studio, json!({ "do": "read", "text": text }));
        let first = &read["games"][0];
        let moves: Vec<&Value> = first["moves"].as_array().unwrap().iter().map(|m| &m["move"]).collect();
        assert!(moves.len() >= 4, "{file}: {first}");
        let at = json!({ "start": first["start"], "moves": moves });
        let written = ok(&mut studio, json!({ "do": "write", "at": at, "format": format }));
        let again = ok(&mut studio, json!({ "do": "read", "text": written["text"] }));
        assert_eq!(again["games"][0]["moves"], first["moves"], "{file}");
    }
    let mut studio = Studio::new("nogo").unwrap();
    let text = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
    let error = ask(&mut studio, json!({ "do": "read", "text": text }))["error"].clone();
    assert_eq!(error, "the record is of othello, not of nogo");
}

#[test]
fn a_review_finds_the_blunder() {
    let mut studio = Studio::new("tictactoe").unwrap();
    let at = json!({ "start": "start", "moves": ["b2", "a2", "a1", "c3", "c1", "b1"] });
    let review = ok(&mut studio, json!({ "do": "review", "at": at, "spec": "minimax", "limit": {} }));
    let classes: Vec<&Value> = review["moves"].as_array().unwrap().iter().map(|m| &m["class"]).collect();
    assert_eq!(classes[1], "blunder", "the side of the board loses: {classes:?}");
    assert_eq!(review["values"].as_array().unwrap().len(), 7);
}

/// Whatever comes in, one line of text comes out.
#[test]
fn hostile_requests_get_a_sentence() {
    let long = "a".repeat(100_000);
    for game in games::NAMES {
        let mut studio = Studio::new(game).unwrap();
        for request in [
            json!({ "do": "view", "at": { "start": "", "moves": [] } }),
            json!({ "do": "view", "at": { "start": long, "moves": [] } }),
            json!({ "do": "view", "at": { "start": "99999999999x99999999", "moves": [] } }),
            json!({ "do": "view", "at": { "start": "start", "moves": ["<script>"] } }),
            json!({ "do": "view", "at": { "start": "start", "moves": vec!["a1"; 2000] } }),
            json!({ "do": "set-up", "rows": 0, "columns": 0, "cells": "" }),
            json!({ "do": "set-up", "rows": 4_000_000_000u64, "columns": 4_000_000_000u64, "cells": "x" }),
            json!({ "do": "set-up", "rows": 8, "columns": 8, "cells": "é".repeat(64), "side": 77 }),
            json!({ "do": "think", "at": { "start": "start" }, "spec": "champion:memory=-1" }),
            json!({ "do": "think", "at": { "start": "start" }, "spec": "nothing" }),
            json!({ "do": "simulate", "id": 9, "count": 1 }),
            json!({ "do": "read", "text": "" }),
            json!({ "do": "read", "text": "{\"log\":[[[[[[" }),
            json!({ "do": "write", "at": { "start": "start" }, "format": "exe" }),
            json!({ "do": "fly" }),
            json!(17),
        ] {
            let reply = ask(&mut studio, request.clone());
            let error = reply["error"].as_str().unwrap_or_else(|| panic!("{game}: {request} gave {reply}"));
            assert!(!error.is_empty() && error.len() < 1000 && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn a_watched_simulation_is_described() {
    for game in games::NAMES {
        let mut studio = Studio::new(game).unwrap();
        for options in [
            json!({}),
            json!({ "rule": "puct", "playout": "mast" }),
            json!({ "rule": "rave", "solver": false }),
            json!({ "rule": "tuned", "bugs": { "noFlips": true, "drawsLose": true } }),
        ] {
            let at = json!({ "start": "start" });
            ok(&mut studio, json!({ "do": "watch", "id": 1, "at": at, "options": options }));
            let step = ok(&mut studio, json!({ "do": "simulate", "id": 1, "count": 200 }));
            assert_eq!(step["simulations"], 200, "{game} {options}");
            let last = &step["last"];
            assert!(!last["levels"].as_array().unwrap().is_empty());
            assert!(step["tree"]["children"].as_array().unwrap().len() > 1);
        }
    }
}
