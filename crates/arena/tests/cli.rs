//! The program as users and scripts run it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, Said, arena, contains_all, feed, reproducible, start};

#[test]
fn the_games_are_listed_with_strategies_and_parameters() {
    let text = arena("games").text();
    contains_all(&text, &["tictactoe\n", "  minimax ", "  uct ", "  random ", "uniformly at random"]);
    contains_all(
        &text,
        &["c=1.4", "weight of exploration  [0.0..100.0]", "seed=0", "[ucb1|tuned|puct|rave]"],
    );
    assert!(text.starts_with(&arena("games tictactoe").text()), "the list of all games begins with it");
}

#[test]
fn the_games_as_json_have_ranges() {
    let games = arena("games --json").json();
    let game = &games[0];
    assert_eq!((&game["name"], &game["opening_plies"]), (&"tictactoe".into(), &2.into()));
    let strategies = game["strategies"].as_array().unwrap();
    let uct = strategies.iter().find(|s| s["name"] == "uct").unwrap();
    let c = uct["params"].as_array().unwrap().iter().find(|p| p["name"] == "c").unwrap();
    assert_eq!((c["kind"].as_str(), c["default"].as_str()), (Some("real"), Some("1.4")));
    assert_eq!(c["range"], serde_json::json!([0.0, 100.0]));
}

#[test]
fn the_same_seed_gives_the_same_match_for_any_number_of_jobs() {
    let play = |rest: &str| arena(&format!("match tictactoe uct uct:c=0.5 --games 60 --json {rest}")).json();
    let one = reproducible(play("--sims 50 --seed 7 --jobs 1"));
    assert_eq!(one, reproducible(play("--sims 50 --seed 7 --jobs 2")));
    assert_eq!(one, reproducible(play("--sims 50 --seed 7 --jobs 5")));
    let other = play("--sims 50 --seed 8");
    assert_ne!(one["fingerprint"], other["fingerprint"]);
    let nodes = |jobs| play(&format!("--nodes 300 --seed 7 --jobs {jobs}"))["fingerprint"].clone();
    assert_eq!(nodes(1), nodes(2));
}

/// Two of 40 are expected outside; the seeds are fixed, so that the result is
/// always the same.
#[test]
fn an_engine_against_itself_is_within_its_interval_of_half() {
    let mut outside = 0;
    for seed in 1..=40 {
        let line = format!("match tictactoe random random --sims 1 --games 1000 --json --seed {seed}");
        let estimate = arena(&line).json()["estimate"].clone();
        let [low, high] = ["score_low", "score_high"].map(|key| estimate[key].as_f64().unwrap());
        assert!((0.04..0.07).contains(&(high - low)), "{estimate}");
        outside += usize::from(low > 0.5 || high < 0.5);
    }
    assert!(outside <= 5, "{outside} of 40");
}

#[test]
fn two_hundred_simulations_beat_ten_within_40_games() {
    let report =
        arena("match tictactoe uct-plain uct-plain --sims-a 200 --sims-b 10 --games 40 --json").json();
    let estimate = &report["estimate"];
    assert!(estimate["score_low"].as_f64().unwrap() > 0.5, "{estimate}");
    assert!(estimate["elo_low"].as_f64().unwrap() > 0.0, "{estimate}");
    assert!(estimate["los"].as_f64().unwrap() > 0.99, "{estimate}");
    assert_eq!(report["a"]["limits"]["simulations"], 200);
    assert!(report["a"]["simulations"].as_u64() > report["b"]["simulations"].as_u64());
}

#[test]
fn a_match_is_printed_as_a_table() {
    let text = arena("match tictactoe minimax random --games 20 --time 20ms --from x../.../...").text();
    contains_all(
        &text,
        &["tictactoe: A = minimax (20ms a move)\n", " B = random (20ms a move)\n20 games in "],
    );
    contains_all(&text, &["2 random plies from x../.../..., seed 1", "wins", "moving first", "second"]);
    contains_all(&text, &["(95 %: ", "Elo ", "A is stronger", "pairs ", "plies ", "fingerprint "]);
    contains_all(&text, &["per move", "mean time", "worst time", "simulations/s", "forfeits"]);
}

#[test]
fn perfect_players_draw_every_game() {
    let report =
        arena("match tictactoe minimax minimax --openings 0 --games 10 --tolerance 60s --json").json();
    assert_eq!(report["results"], serde_json::json!({"wins": 0, "draws": 10, "losses": 0}));
    assert_eq!(report["pentanomial"], serde_json::json!([0, 0, 5, 0, 0]));
    assert_eq!(report["mean_plies"], 9.0);
}

#[test]
fn a_late_move_loses_the_game_and_is_reported() {
    // Perfect play takes more than two microseconds.
    let line = "match tictactoe minimax random --games 10 --time 1us --tolerance 1us";
    let report = arena(&format!("{line} --json")).json();
    let late = report["a"]["faults"]["too late"].as_u64().unwrap();
    assert!(late > 5 && report["results"]["losses"].as_u64().unwrap() >= late, "{report}");
    let fault = report["faults"].as_array().unwrap().iter().find(|f| f["engine"] == "A").unwrap();
    assert!(fault["text"].as_str().unwrap().ends_with(" for a move instead of 1µs"), "{fault}");
    contains_all(&arena(line).text(), &["too late", "a move may be 1µs late", ", A: too late: ", " more\n"]);
}

#[test]
fn an_interrupted_match_prints_the_table_of_the_games_played() {
    let folder = Folder::new("interrupted");
    let log = folder.file("log.jsonl");
    let line = format!("match tictactoe uct:solver=off uct:solver=off --time 20ms --games 10000 --log {log}");
    let child = start(&line.split(' ').collect::<Vec<_>>());
    // It handles Ctrl-C before the first game, and logs each game.
    let patience = Instant::now();
    while std::fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 2 {
        assert!(patience.elapsed() < Duration::from_secs(60), "no game ends");
        thread::sleep(Duration::from_millis(10));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let said = Said::of(child.wait_with_output().unwrap());
    assert_eq!((said.stderr.as_str(), said.code), ("", Some(130)));
    contains_all(&said.stdout, &["interrupted after ", " of 10000 games", "score "]);
}

fn play(arguments: &str, typed: &str) -> String {
    let line = format!("play tictactoe {arguments}");
    feed(&line.split_whitespace().collect::<Vec<_>>(), typed.as_bytes()).text()
}

#[test]
fn the_user_can_win_from_a_won_position() {
    let seen = play("--from xx./oo./... --sims 100 --engine uct", "c1\n");
    contains_all(
        &seen,
        &["tictactoe against uct\n100 simulations a move, seed ", "; you move first", " 1  x  x [x]"],
    );
    assert!(seen.ends_with("you win\n"), "{seen}");
}

#[test]
fn every_input_at_the_prompt_has_an_answer() {
    let seen = play("--engine uct --sims 200 --seed 1", "?\nm\nh\nu\nb2\nb2\nhello\nu\nm\nq\n");
    contains_all(&seen, &["undo: take your last move", "a1 b1 c1 a2 b2 c2 a3 b3 c3", "visits", "engine: "]);
    contains_all(&seen, &["there is no move of yours to take back", "b2 is not a legal move here\n"]);
    contains_all(&seen, &["move 'hello': a move is a column a-c"]);
    assert_eq!(seen.matches("a1 b1 c1 a2 b2 c2 a3 b3 c3\n").count(), 2, "undo frees all: {seen}");
}

#[test]
fn the_engine_begins_if_the_user_is_second_and_the_input_may_end() {
    let seen = play("--second", "");
    contains_all(
        &seen,
        &["against minimax\n100ms a move, seed ", "you move second", "engine: ", "o to move"],
    );
}

#[test]
fn a_hint_does_not_change_how_the_engine_plays() {
    let moves = |typed| {
        let seen = play("--engine uct --sims 50 --seed 3", typed);
        seen.lines().filter(|line| line.starts_with("engine: ")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(moves("b2\nq\n"), moves("h\nb2\nh\nq\n"));
}

#[test]
fn a_won_position_is_shown_as_won() {
    let text = arena("analyze tictactoe xx./oo./...").text();
    contains_all(
        &text,
        &["position   xx./oo./...", "value      100.0 % to win, proven: wins in 1", "line       c1\n"],
    );
    let ranked = text.lines().skip_while(|line| !line.starts_with("move ")).nth(1).unwrap();
    assert!(ranked.starts_with("c1 ") && ranked.ends_with("  wins in 1"), "{text}");
}

/// The table of Othello had a column of zero visits, and the bound of the best move as the
/// value of all others.
#[test]
fn an_analysis_of_othello_has_discs_and_no_empty_columns() {
    let line = "analyze othello start --moves f5,d6,c3 --nodes 200k";
    let text = arena(line).text();
    contains_all(&text, &[" discs\nline "]);
    assert!(!text.contains("visits") && !text.contains("proven") && !text.contains('≤'), "{text}");
    assert_eq!(text.split("\nmove        discs\n").nth(1).unwrap().lines().count(), 4, "{text}");
    let bounds = arena(&format!("{line} --best 1 --json")).json();
    let moves = bounds["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["bound"], &moves[0]["unit"]), (&"exact".into(), &"discs".into()));
    assert!(moves[1..].iter().any(|m| m["bound"] == "upper"), "{bounds}");
    for m in moves {
        assert!(m["score"].is_i64() && m["proof"].is_null() && m["value"].as_f64().unwrap().abs() < 1.0);
    }
}

#[test]
fn the_first_move_of_the_classic_board_is_ranked_and_proven() {
    let text = arena("analyze connect4-7x6 start --nodes 1000").text();
    contains_all(&text, &["proven: wins\n", "\n4            ≥ +1  wins\n", "  draw\n", "  loses\n"]);
    let moves = arena("analyze connect4-7x6 start --nodes 1000 --json").json();
    let outcomes = moves["moves"].as_array().unwrap().iter().map(|m| m["proof"]["outcome"].as_str().unwrap());
    assert_eq!(outcomes.collect::<Vec<_>>(), ["win", "draw", "draw", "loss", "loss", "loss", "loss"]);
}

#[test]
fn a_move_without_visits_has_no_value() {
    let value = arena("analyze tictactoe start --engine uct-plain --sims 3 --json").json();
    for m in value["moves"].as_array().unwrap() {
        assert_eq!(m["visits"] == 0, m["value"].is_null() && m["bound"].is_null(), "{m}");
    }
    let random = arena("analyze tictactoe start --engine random --json").json();
    assert!(random["value"].is_null() && random["moves"].as_array().unwrap().len() == 9, "{random}");
    contains_all(
        &arena("analyze tictactoe start --engine random").text(),
        &["no move has a value; chosen: "],
    );
}

/// Sends Ctrl-C to a program as soon as it handles it, and a moment later.
fn interrupt(program: u32) {
    let patience = Instant::now();
    let handles = || {
        let status = std::fs::read_to_string(format!("/proc/{program}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        // Signal 2 is bit 1.
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !handles() {
        assert!(patience.elapsed() < Duration::from_secs(60), "Ctrl-C is not handled");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &program.to_string()]).status().unwrap().success());
}

/// Ctrl-C discarded the table.
#[test]
fn an_interrupted_analysis_prints_the_table_so_far() {
    for line in ["analyze othello start --time 600s", "analyze nogo start --engine uct --time 600s"] {
        let child = start(&line.split(' ').collect::<Vec<_>>());
        interrupt(child.id());
        let said = Said::of(child.wait_with_output().unwrap());
        assert_eq!((said.stderr.as_str(), said.code), ("", Some(130)), "{}", said.stdout);
        contains_all(&said.stdout, &["value      ", "\nmove  "]);
    }
}

#[test]
fn a_solver_that_takes_too_long_can_be_interrupted() {
    let child = start(&["solve", "nogo", "start"]);
    interrupt(child.id());
    let said = Said::of(child.wait_with_output().unwrap());
    assert_eq!((said.stdout.as_str(), said.code), ("", Some(130)));
    contains_all(&said.stderr, &["arena: stopped after ", "; start is not solved (81 points are empty: "]);
}

#[test]
fn an_analysis_as_json_has_every_move() {
    let value =
        arena("analyze tictactoe start --moves b2,a1 --engine uct:solver=off --sims 1000 --json").json();
    assert_eq!((&value["position"], &value["simulations"]), (&"o../.x./...".into(), &1000.into()));
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves.iter().map(|m| m["visits"].as_u64().unwrap()).sum::<u64>(), 1000);
    assert_eq!(moves[0]["move"], value["chosen"]);
    assert_eq!(value["line"][0], value["chosen"]);
}

#[test]
fn a_tree_is_written_if_asked_for() {
    let text = arena("analyze tictactoe start --engine uct --sims 300 --tree text --depth 1").text();
    contains_all(&text, &["\n.../.../...  300 visits ", "\n  b2  "]);
    let dot = arena("analyze tictactoe start --engine uct --sims 300 --tree dot").text();
    assert!(dot.starts_with("digraph tree {") && dot.ends_with("}\n"), "{dot}");
}

#[test]
fn perft_counts_a_finished_game_once_at_every_depth() {
    let value = arena("perft tictactoe 10 --json").json();
    let leaves: Vec<_> =
        value["depths"].as_array().unwrap().iter().map(|row| row["leaves"].as_u64().unwrap()).collect();
    assert_eq!(leaves, [9, 72, 504, 3024, 15120, 56160, 154_944, 255_168, 255_168, 255_168]);
    let text = arena("perft tictactoe 2 xx./oo./...").text();
    let counts: Vec<_> = text.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(counts, ["5", "17"], "one of five moves wins");
}

/// Games whose signature must be in fixtures/signature.
const SIGNED: [&str; 5] = ["tictactoe", "othello", "connect4", "connect4-7x6", "nogo"];

/// The search is the same on every machine. A commit that changes it on purpose
/// updates the signature with `just signature` and says why. A game without a
/// file is not compared.
#[test]
fn the_signatures_are_those_of_the_fixtures() {
    let all = arena("bench --signature").text();
    let mut compared = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/signature")).unwrap()
    {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap().to_string();
        let start = format!("signature {game} (");
        let lines = all.lines().filter(|line| line.starts_with(&start));
        let found: String = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(found, std::fs::read_to_string(&path).unwrap(), "{game}");
        compared += usize::from(SIGNED.contains(&game.as_str()));
    }
    assert_eq!(compared, SIGNED.len(), "a signature is missing");
    let one = arena("bench tictactoe --signature").text();
    assert!(
        all.starts_with(&one) && one.lines().all(|line| line.starts_with("signature tictactoe (")),
        "{one}"
    );
}

#[test]
fn a_small_bench_shows_every_row() {
    let report = arena("bench tictactoe --simulations 10000 --rounds 1 --json").json();
    let row = &report[0];
    assert_eq!(row["game"], "tictactoe");
    assert_eq!(row["searches"].as_array().map(Vec::len), Some(2));
    assert!(row["bare"]["per_second"].as_f64() > Some(1000.0));
    let text = arena("bench tictactoe --simulations 1000 --rounds 1").stdout;
    assert!(text.contains("bare playouts") && text.contains("search of 1000 simulations"), "{text}");
}

/// A file of positions.
struct Questions(Folder);

impl Questions {
    fn new(name: &str, text: &str) -> Questions {
        let folder = Folder::new(name);
        std::fs::write(folder.file("positions"), text).unwrap();
        Questions(folder)
    }

    fn solve(&self, game: &str) -> Said {
        feed(&["solve", game, "--file", &self.0.file("positions")], b"")
    }
}

#[test]
fn the_exit_code_is_1_if_a_solver_gives_a_wrong_answer() {
    let text = Questions::new("right", "112233 18\n\n33445 -18\n").solve("connect4-7x6").text();
    contains_all(&text, &["2 positions, 2 right, 0 wrong; nodes: mean ", ", median ", " nodes/s\n"]);
    let said = Questions::new("wrong", "112233 18\n33445 17\n").solve("connect4");
    assert_eq!(said.code, Some(1));
    contains_all(&said.stdout, &["line     2", "WRONG: it is +17", "2 positions, 1 right, 1 wrong"]);
    let said = Questions::new("over", "112233 18\n1122334 -18\n").solve("connect4");
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["positions line 2: the game is over in "]);
    let said = Questions::new("chess", "").solve("chess");
    assert_eq!(said.code, Some(2));
    contains_all(
        &said.stderr,
        &[
            "there is no solver for 'chess'; there is one for: connect4, connect4-7x6, othello, nogo, tictactoe",
        ],
    );
    let missing = arena("solve connect4 --file no-such-file");
    assert_eq!(missing.code, Some(2));
    contains_all(&missing.stderr, &["cannot read no-such-file: "]);
}

/// Positions without scores, and games in any format: the answers are listed.
#[test]
fn games_of_any_format_are_solved() {
    let solve = |game: &str, file: &str| {
        let file = format!("{}/../../fixtures/records/{file}", env!("CARGO_MANIFEST_DIR"));
        arena(&format!("solve {game} --file {file}"))
    };
    for (game, file, part) in [
        ("othello", "othello.ggf#1@52", "othello.ggf#1@52: the side to move "),
        ("othello", "othello-transcripts.txt@52", "game     2 "),
        ("othello", "botzone-reversi.json@52", ": the side to move wins with "),
        ("nogo", "nogo.sgf", "nogo.sgf: the side to move loses (score -1); "),
        ("tictactoe", "botzone-tictactoe.matches@3", ": 2 positions, without known scores; nodes: mean "),
        ("tictactoe", "arena-tictactoe.jsonl@4", "game     4    +0 by "),
    ] {
        contains_all(&solve(game, file).text(), &[part]);
    }
    let mixed = "# a comment\nx../.../... 0\nb2 a1 c3\n.../.../...\n";
    let text = Questions::new("mixed", mixed).solve("tictactoe").text();
    contains_all(
        &text,
        &["line     3 ", "line     4 ", ": 3 positions, 1 right, 0 wrong, 2 without a known score; "],
    );
    let text = Questions::new("columns", "112233\n3344 \n").solve("connect4-7x6").text();
    contains_all(&text, &["line     1   +18 by ", "2 positions, without known scores"]);
    for (game, file, part) in [
        ("othello", "othello.ggf", "othello.ggf@20 is the position after 20 plies\n"),
        ("othello", "othello.ggf#9", "othello.ggf has no game 9\n"),
        ("othello", "othello.ggf#1@99", "othello.ggf: ply 99 does not exist; the game has 63\n"),
        ("connect4-7x6", "connect4-columns.txt", "connect4-columns.txt@20 is the position after 20 plies\n"),
        ("tictactoe", "nogo.sgf", "nogo.sgf: "),
    ] {
        let said = solve(game, file);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
        assert!(said.stderr.contains(part), "{}", said.stderr);
        assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    }
}

#[test]
fn a_position_is_solved() {
    contains_all(&arena("solve tictactoe start").text(), &["start: a draw, with ", " (score +0); "]);
    let text = arena("solve nogo 3x3").text();
    contains_all(
        &text,
        &["3x3: the side to move wins with ", " (score +1); ", " nodes in ", " of CPU time\n"],
    );
    contains_all(&arena("solve nogo 3x4").text(), &["3x4: the side to move loses (score -1); "]);
    contains_all(&arena("solve connect4 4x4:").text(), &["4x4:: a draw, with ", " (score +0); "]);
    let json = arena("solve nogo 2x3 --json").json();
    assert_eq!((json["source"].as_str(), json["answers"][0]["score"].as_i64()), (Some("2x3"), Some(-1)));
    contains_all(&Questions::new("nogo", "2x2 1\n4x4 -1\n").solve("nogo").text(), &["2 right, 0 wrong"]);
    for (command, why) in [
        ("solve nogo", "POSITION"),
        ("solve nogo 10x10", "10x10"),
        ("solve nogo 1x1", "the game is over in ."),
        ("solve nogo 3x3 --file positions", "cannot be used with"),
    ] {
        let said = arena(command);
        assert_eq!(said.code, Some(2), "{command}: {}", said.stderr);
        contains_all(&said.stderr, &[why]);
    }
}

/// The course project of uct-pool chose its c by 20 games per value, which is too
/// few for a significant result.
#[test]
fn twenty_games_between_equals_are_not_significant() {
    let said =
        arena("match connect4 uct-pool:c=0.9 uct-pool:c=0.7 --boards random --sims 20 --games 20 --json");
    let estimate = &said.json()["estimate"];
    let [low, high] = ["score_low", "score_high"].map(|key| estimate[key].as_f64().unwrap());
    assert!(high - low > 0.2 && low < 0.5 && high > 0.5, "{low} to {high}");
}
