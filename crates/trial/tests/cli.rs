//! The command line of `trial`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

fn trial(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_trial")).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn help_has_examples_and_exits_with_0() {
    for option in ["--help", "-h"] {
        let (stdout, stderr, code) = trial(&[option]);
        assert_eq!((stderr.as_str(), code), ("", Some(0)));
        for word in
            ["Usage: trial", "--games", "--turns", "--time", "--busy", "--as", "[default: 20]", "Examples:"]
        {
            assert!(stdout.contains(word), "{word} is missing in {stdout}");
        }
    }
    assert_eq!(trial(&["--version"]).2, Some(0));
}

#[test]
fn a_wrong_command_line_exits_with_2() {
    for wrong in [&[][..], &["--games", "many", "x"], &["--fast"], &["--as"]] {
        let (stdout, stderr, code) = trial(wrong);
        assert_eq!((stdout.as_str(), code), ("", Some(2)), "{wrong:?}: {stderr}");
    }
}

#[test]
fn a_name_without_game_and_judge_is_an_error_that_says_what_exists() {
    let mut checks = 0;
    for (arguments, message) in [
        (&["/bin/sh"][..], "'sh' is not of the form GAME-JUDGE, as in othello-botzone; name them with --as"),
        (&["--as", "othello-chess", "/bin/sh"], "there is no judge 'chess'; there are: botzone, saiblo"),
        (
            &["--as", "chess-botzone", "/bin/sh"],
            "no game chess is played at botzone; games: tictactoe, othello",
        ),
        (&["--as", "othello-saiblo", "/bin/sh"], "no game othello is played at saiblo"),
    ] {
        let (stdout, stderr, code) = trial(arguments);
        assert_eq!((stdout.as_str(), code), ("", Some(1)), "{stderr}");
        assert!(stderr.starts_with("trial: ") && stderr.contains(message), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        checks += 1;
    }
    assert_eq!(checks, 4);
}

#[test]
fn a_program_of_another_name_is_tested_as_the_bot_that_the_user_names() {
    let (_, stderr, code) = trial(&["--as", "tictactoe-botzone", "/bin/echo"]);
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with("trial: tictactoe-botzone, game 0: in .../.../...: crashed: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
