//! Help, and what the program says about a wrong command line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Folder, arena, contains_all, feed, start};

#[test]
fn every_help_shows_an_example() {
    let narrow = |help: &str| {
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "wider than a terminal");
    };
    let all = arena("--help").text();
    narrow(&all);
    contains_all(&all, &["games", "match", "play", "analyze", "perft", "Example: arena "]);
    for command in [
        "games",
        "match",
        "sprt",
        "tournament",
        "sweep",
        "tune",
        "experiments",
        "merge",
        "replay",
        "review",
        "convert",
        "play",
        "analyze",
        "perft",
        "solve",
        "bench",
        "completions",
        "man",
    ] {
        let help = arena(&format!("{command} --help")).text();
        contains_all(&help, &[&format!("Example: arena {command} "), "Usage: arena "]);
        narrow(&help);
        // One line for each option: -h and --help are the same.
        assert_eq!(help, arena(&format!("{command} -h")).text());
    }
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_code_2() {
    for (line, part) in [
        ("", "requires a subcommand"),
        ("fight", "unrecognized subcommand 'fight'"),
        ("games chess", "there is no game 'chess'; there are: tictactoe"),
        ("match chess random random", "there is no game 'chess'; there are: tictactoe"),
        ("match tictactoe random", "<B>"),
        (
            "match tictactoe genius random",
            "tictactoe has no strategy 'genius'; there are: minimax, uct, uct-plain, random",
        ),
        ("match tictactoe random uct:x=1", "strategy uct has no parameter 'x'; there are: c="),
        ("match tictactoe random uct:c=-1", "c='-1' is not accepted; use 0.0..100.0"),
        ("match tictactoe random uct:c", "'c' is not of the form key=value"),
        ("match tictactoe random random --games 7", "games come in pairs"),
        ("match tictactoe random random --games 0", "games come in pairs"),
        ("match tictactoe random random --time 5", "a time is 50ms (per move) or 10s+0.1s (per game"),
        ("match tictactoe random random --sims 0", "--sims"),
        ("match tictactoe random random --jobs 0", "--jobs"),
        ("match tictactoe random random --seed -1", "-1"),
        ("match tictactoe random random --openings 9", "goes on after 9 random plies"),
        ("match tictactoe random random --from xxx", "position 'xxx'"),
        ("match tictactoe random random --from xxx/oo./...", "the game is over in xxx/oo./..."),
        ("match tictactoe random random --fast", "unexpected argument '--fast'"),
        (
            "match tictactoe random random --games 18446744073709551614",
            " games are too many; a contest has at most 100000000",
        ),
        ("match tictactoe random random --shard 3/2", "a part is K/N"),
        ("match tictactoe random random --resume", "--log"),
        ("merge", "<LOGS>"),
        ("replay log 0", "0"),
        ("play chess", "there is no game 'chess'"),
        ("play tictactoe --engine genius", "no strategy 'genius'"),
        ("play tictactoe --from xxx/oo./...", "the game is over"),
        ("analyze tictactoe", "<POSITION>"),
        ("analyze tictactoe nowhere", "position 'nowhere'"),
        ("analyze tictactoe start --moves b2,b2", "move 2: b2 is not a legal move in .../.x./..."),
        ("analyze tictactoe start --moves z9", "move 1: move 'z9'"),
        ("analyze tictactoe xxx/oo./...", "there is nothing to analyze"),
        ("analyze tictactoe start --tree text", "minimax made no tree"),
        ("analyze tictactoe start --tree oak", "oak"),
        ("perft tictactoe deep", "deep"),
        ("perft tictactoe 0", "0"),
        ("perft tictactoe 3 xo", "position 'xo'"),
        ("perft chess 3", "there is no game 'chess'"),
    ] {
        let said = arena(line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{line}: {}", said.stderr);
        assert!(said.stderr.starts_with("arena: ") && said.stderr.contains(part), "{line}: {}", said.stderr);
        assert_eq!(said.stderr.matches('\n').count(), 1, "{line}: {}", said.stderr);
    }
}

#[test]
fn control_characters_in_arguments_are_escaped() {
    for arguments in [
        &["games", "a\u{1b}[31m\nb"][..],
        &["match", "tictactoe", "random", "r\n\u{7}"],
        &["match", "tictactoe", "random", "random", "--time", "\u{1b}[31m"],
        &["analyze", "tictactoe", "\n\n\n"],
    ] {
        let said = feed(arguments, b"");
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.stderr);
        assert!(!said.stderr.trim_end().contains(char::is_control), "{:?}", said.stderr);
    }
}

/// The reader of a pipe may stop reading.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = start(&["games"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stderr.as_slice(), output.status.code()), (&b""[..], Some(0)));
}

/// `--sims` counts simulations: an engine that makes none is not limited by it.
#[test]
fn an_engine_without_simulations_refuses_sims_alone() {
    for (line, name) in [
        ("match othello champion random --sims 100", "champion"),
        ("match othello uct champion --nodes-a 100 --sims-b 100", "champion"),
        ("sprt connect4 uct alphabeta:depth=2 --sims 100", "alphabeta"),
        ("tournament connect4 uct random alphabeta --sims 100", "alphabeta"),
        ("sweep connect4 alphabeta --param depth=1,2 --against uct --sims 100", "alphabeta"),
        ("tune othello champion --param memory=16..64 --sims 100", "champion"),
        ("analyze othello start --sims 100", "champion"),
        ("play othello --sims 100", "champion"),
    ] {
        let said = arena(line);
        let why = format!("arena: {name} makes no simulations; limit it with --time or --nodes");
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{line}: {}", said.stderr);
        assert!(said.stderr.starts_with(&why) && said.stderr.lines().count() == 1, "{line}: {}", said.stderr);
    }
    let report =
        arena("match connect4 alphabeta:depth=2 uct --nodes-a 1e2 --sims-b 0.02k --games 2 --json").json();
    assert_eq!(
        (&report["a"]["limits"]["nodes"], &report["b"]["limits"]["simulations"]),
        (&100.into(), &20.into())
    );
    // An engine that counts nothing takes any limit; one with nodes takes both.
    arena("match othello positional greedy --sims 10 --games 2").text();
    arena("match connect4 alphabeta:depth=2 uct --sims 20 --nodes 100 --games 2").text();
}

#[test]
fn mistakes_and_failures_have_different_exit_codes() {
    let folder = Folder::new("codes");
    let (file, missing) = (folder.file("file"), folder.file("missing/file"));
    std::fs::write(&file, "not a folder").unwrap();
    for (line, code) in [
        (format!("replay {missing}"), 2),
        (format!("merge {missing}"), 2),
        (format!("solve nogo --file {missing}"), 2),
        ("match tictactoe genius random".into(), 2),
        ("match tictactoe random random --log / --games 2".into(), 2),
        (format!("match tictactoe random random --games 2 --log {missing}"), 1),
        (format!("sweep tictactoe uct --param c=1,2 --against random --svg {missing}"), 1),
        (format!("experiments --quick --out {file}"), 1),
    ] {
        let said = arena(&line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(code)), "{line}: {}", said.stderr);
        assert_eq!(said.stderr.lines().count(), 1, "{line}: {}", said.stderr);
    }
}
