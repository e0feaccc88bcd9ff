//! Foreign programs that play by the rules: bots, engines and libraries in all
//! languages.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, arena, contains_all, contest, feed, has_sandbox, script};
use serde_json::Value;

/// A bot of this workspace. `cargo test --workspace` has built all bots;
/// `cargo test -p arena` builds them here.
fn bot(name: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_arena")).with_file_name(name);
    if !path.exists() {
        build(name);
    }
    path.to_str().unwrap().to_string()
}

/// The library for Compete, in the folder of the tests.
fn library() -> PathBuf {
    let path = std::env::current_exe().unwrap().with_file_name("libconnect4_compete.so");
    if !path.exists() {
        build("connect4-compete");
    }
    path
}

fn build(package: &str) {
    let built =
        Command::new(env!("CARGO")).args(["test", "--no-run", "--quiet", "-p", package]).status().unwrap();
    assert!(built.success(), "{package}");
}

/// Plays a match of two games without any forfeit.
#[track_caller]
fn plays_well(game: &str, a: &str, b: &str, options: &[&str]) {
    let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "10s"] };
    let quick = ["--env", "CONNECT4_TIME=0.01", "--json"];
    let said = feed(&[&["match", game, a, b, "--games", "2"], &quick[..], time, options].concat(), b"");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!((&report["faults"], &report["games"]), (&Value::Array(vec![]), &2.into()), "{report}");
    for engine in ["a", "b"] {
        assert!(report[engine]["moves"].as_u64().unwrap() > 2, "{report}");
    }
}

#[test]
fn bots_of_botzone_play_whole_games_in_all_three_ways() {
    if !has_sandbox() {
        return;
    }
    let bot = bot("tictactoe-botzone");
    let simple = format!("botzone-simple:{bot}");
    plays_well("tictactoe", &format!("botzone:{bot} --time 0.2"), &simple, &[]);
    let kept = format!("botzone-keep:'{bot}' --keep-running");
    plays_well("tictactoe", &kept, "minimax", &["--openings", "0"]);
}

/// Kept bots of other authors read one request at first: an opening with moves of
/// their own led to an illegal move.
#[test]
fn a_kept_program_is_not_asked_to_go_on_after_an_opening() {
    for command in ["match nogo", "sprt nogo", "tournament nogo", "match nogo --openings 1"] {
        let said = arena(&format!("{command} botzone-keep:/bin/cat random --time 1s"));
        assert_eq!(said.code, Some(2), "{}", said.stderr);
        contains_all(&said.stderr, &["'botzone-keep:/bin/cat': a kept program makes all its moves itself"]);
        assert!(said.stderr.ends_with(" plies; use --openings 0\n"), "{}", said.stderr);
    }
}

#[test]
fn engines_that_speak_gtp_and_nboard_play_whole_games() {
    if !has_sandbox() {
        return;
    }
    let [gtp, nboard, nogo] = ["othello-gtp", "othello-nboard", "nogo-gtp"].map(bot);
    let nboard = format!("nboard:{nboard} --time 0.01");
    plays_well("othello", &format!("gtp:{gtp} --strategy greedy"), &nboard, &[]);
    // NBoard's protocol can set up any position.
    let after_f5 = format!("{}OX{}XXX{} O", "-".repeat(27), "-".repeat(6), "-".repeat(26));
    plays_well("othello", "random", &nboard, &["--from", &after_f5]);
    plays_well("nogo", &format!("gtp:{nogo} --strategy random"), "random", &[]);
}

#[test]
fn bots_of_saiblo_and_libraries_of_compete_play_whole_games() {
    if !has_sandbox() {
        return;
    }
    let (saiblo, library) = (bot("connect4-saiblo"), library());
    let saiblo = format!("saiblo:{saiblo} --time 0.01");
    plays_well("connect4", &saiblo, &format!("so:{}", library.display()), &["--boards", "random"]);
}

/// A library in C that plays in the first column that is not full, and prints; with
/// `CRASH` it crashes.
const LIBRARY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
struct Point { int x, y; };
struct Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int lastY, int noX, int noY) {
    struct Point *point = malloc(sizeof *point);
    printf("thinking\n");
    fflush(stdout);
#ifdef CRASH
    *(volatile int *)0 = M;
#endif
    for (point->y = 0; top[point->y] == 0; point->y++);
    point->x = top[point->y] - 1;
    return point;
}
void clearPoint(struct Point *point) { free(point); }
"#;

#[test]
fn a_library_may_print_and_its_crash_loses_only_its_game() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("library");
    let source = folder.file("library.c");
    fs::write(&source, LIBRARY).unwrap();
    let compiled = ["-UCRASH", "-DCRASH"].map(|option| {
        let library = folder.file(&format!("library{option}.so"));
        let status = Command::new("gcc").args(["-shared", "-fPIC", option, "-o", &library, &source]).status();
        status.map(|status| (status.success(), format!("so:{library}")))
    });
    let [Ok((true, prints)), Ok((true, crashes))] = &compiled else {
        assert!(compiled.iter().all(Result::is_err), "{compiled:?}");
        return eprintln!("skipped: there is no gcc");
    };
    plays_well("connect4", prints, "random", &["--boards", "random"]);
    let (table, _) = contest(&["match", "connect4", crashes, prints, "--games", "2", "--time", "10s"]);
    contains_all(&table, &["crashed", "signal 11 ended it", "it complained 'thinking'"]);
}

/// Like the course's libraries: uses the C++ library without naming it, and needs more
/// stack than a thread of this program has; its loading takes time.
const COURSE: &str = r#"
#include <stdlib.h>
#include <unistd.h>
void _ZNSt8ios_base4InitC1Ev(void *);
static char stream[16];
__attribute__((constructor)) static void load(void) { _ZNSt8ios_base4InitC1Ev(stream); sleep(2); }
struct Point { int x, y; };
struct Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int lastY, int noX, int noY) {
    volatile char deep[6 << 20];
    for (int i = 0; i < sizeof deep; i += 4096) deep[i] = 1;
    struct Point *point = malloc(sizeof *point);
    for (point->y = 0; top[point->y] == 0; point->y++);
    point->x = top[point->y] - deep[4096];
    return point;
}
void clearPoint(struct Point *point) { free(point); }
"#;

/// The 50 libraries of the course did not load ("undefined symbol:
/// _ZNSt8ios_base4InitD1Ev"), and loading counted as the first move.
#[test]
fn a_library_gets_the_stack_and_the_cpp_library_of_compete_and_time_to_load() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("course");
    let [source, library] = ["course.c", "course.so"].map(|name| folder.file(name));
    fs::write(&source, COURSE).unwrap();
    let Ok(status) = Command::new("gcc").args(["-shared", "-fPIC", "-o", &library, &source]).status() else {
        return eprintln!("skipped: there is no gcc");
    };
    assert!(status.success());
    plays_well("connect4", &format!("so:{library}"), "random", &["--time", "1s"]);
}

/// 26 of the course's libraries need another `clock`. The environment was inherited, but
/// the file was not in the sandbox.
#[test]
fn a_library_gets_the_functions_of_a_library_that_env_names() {
    if !has_sandbox() {
        return;
    }
    let (folder, other) = (Folder::new("needs"), Folder::new("preload"));
    let compile = |folder: &Folder, name: &str, text: &str| {
        let [source, library] = ["c", "so"].map(|end| folder.file(&format!("{name}.{end}")));
        fs::write(&source, text).unwrap();
        let status = Command::new("gcc").args(["-shared", "-fPIC", "-o", &library, &source]).status().ok()?;
        assert!(status.success());
        Some(library)
    };
    let needs = LIBRARY.replace("printf(\"thinking\\n\");", "if (clock() != 12345) abort();");
    assert!(needs.contains("abort"));
    let clock = "#include <time.h>\nclock_t clock(void) { return 12345; }";
    let Some(library) = compile(&folder, "needs", &format!("#include <time.h>\n{needs}")) else {
        return eprintln!("skipped: there is no gcc");
    };
    let preload = format!("LD_PRELOAD={}", compile(&other, "clock", clock).unwrap());
    plays_well("connect4", &format!("so:{library}"), "random", &["--env", &preload]);
    let spec = format!("so:{library}");
    let (table, _) = contest(&["match", "connect4", &spec, "random", "--games", "2", "--time", "10s"]);
    contains_all(&table, &["signal 6 ended it"]);
}

/// NTest finds its tables only if it is started in its own folder.
#[test]
fn a_program_is_started_in_the_folder_of_cd_and_sees_it() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("two words");
    fs::create_dir(folder.path().join("tables")).unwrap();
    fs::write(folder.file("tables/answer"), "in its folder").unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    script(
        &folder,
        "bin/bot",
        "echo $(pwd): $(cat tables/answer) $(touch new 2>/dev/null && echo writable); exit 3",
    );
    let spec = format!("botzone:cd '{}'; bin/bot", folder.path().display());
    let expected = format!("{}: in its folder", folder.path().display());
    for trust in [&[][..], &["--trust"]] {
        let line = ["match", "tictactoe", "random", &spec, "--games", "2", "--time", "10s"];
        let (table, _) = contest(&[&line, trust].concat());
        contains_all(
            &table,
            &[&format!("{expected}{}", if trust.is_empty() { "\\n" } else { " writable\\n" })],
        );
    }
    // Without `cd` a program sees only its own folder.
    let spec = format!("botzone:'{}'", folder.file("bin/bot"));
    let (table, _) = contest(&["match", "tictactoe", "random", &spec, "--games", "2", "--time", "10s"]);
    assert!(!table.contains("in its folder"), "{table}");
    // Nor does it see what a link in its folder leads to, unless the user shows that.
    let other = Folder::new("tables");
    fs::write(other.file("answer"), "elsewhere").unwrap();
    fs::remove_dir_all(folder.path().join("tables")).unwrap();
    std::os::unix::fs::symlink(other.path(), folder.path().join("tables")).unwrap();
    let spec = format!("botzone:cd '{}'; bin/bot", folder.path().display());
    for show in [&[][..], &["--show", other.path().to_str().unwrap()]] {
        let line = ["match", "tictactoe", "random", &spec, "--games", "2", "--time", "10s"];
        let (table, _) = contest(&[&line, show].concat());
        assert_eq!(table.contains(": elsewhere"), !show.is_empty(), "{table}");
    }
    // A home or a shared folder is refused, since it is not shown.
    let said = feed(&["match", "tictactoe", "random", "botzone:cd /tmp; sh", "--games", "2"], b"");
    assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
    contains_all(&said.stderr, &["cd /tmp: /tmp is a home or a folder that others write to"]);
}

#[test]
fn an_engine_may_resign_or_answer_with_an_error() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("gtp");
    let engine = |name, answer: &str| {
        let text = format!(
            "while read command rest; do case $command in genmove) {answer};; \
             *) printf '=\\n\\n';; esac; done"
        );
        format!("gtp:{}", script(&folder, name, &text))
    };
    for (name, answer, parts) in [
        ("resigns", "printf '= resign\\n\\n'", ["resigned", "it resigns"]),
        ("refuses", "printf '? no mood\\n\\n'", ["engine error", "genmove black is answered by 'no mood'"]),
        ("babbles", "yes | head -n 3000", ["garbage", "genmove black is answered by: "]),
    ] {
        let (table, _) =
            contest(&["match", "nogo", &engine(name, answer), "random", "--games", "2", "--time", "10s"]);
        contains_all(&table, &parts);
    }
}

/// The output of a game of the user against a program; stderr has one line about
/// the sandbox.
#[track_caller]
fn play(game: &str, spec: &str, options: &[&str], typed: &str) -> String {
    let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "10s"] };
    let line = [&["play", game, "--engine", spec, "--trust"], time, options].concat();
    let said = feed(&line, typed.as_bytes());
    assert_eq!(
        (said.stderr.as_str(), said.code),
        ("foreign programs: no sandbox (--trust); 1024 MiB each\n", Some(0))
    );
    said.stdout
}

fn answers(seen: &str) -> Vec<&str> {
    let answers = seen.lines().filter_map(|line| line.strip_prefix("engine: "));
    answers.map(|answer| answer.split(' ').next().unwrap()).collect()
}

#[test]
fn the_user_plays_against_programs_in_all_languages() {
    let bot = bot("tictactoe-botzone");
    let seen =
        play("tictactoe", &format!("botzone-keep:{bot} --keep-running --time 0.05"), &[], "b2\nh\nq\n");
    contains_all(&seen, &["tictactoe against botzone-keep:/", "\n10s a move; you move first, ? for help\n"]);
    contains_all(
        &seen,
        &["] engine, 50 %, evaluated by minimax\n", "move        win %  proven (plies)\n", "\nline: "],
    );
    assert_eq!(answers(&seen).len(), 1, "{seen}");
    let second = play("tictactoe", &format!("botzone:{bot} --time 0.05"), &["--second"], "a1\nq\n");
    assert!(!answers(&second).is_empty(), "{second}");
    let [gtp, nboard, nogo, saiblo] =
        ["othello-gtp", "othello-nboard", "nogo-gtp", "connect4-saiblo"].map(self::bot);
    for (game, spec, typed) in [
        ("othello", format!("gtp:{gtp} --strategy greedy"), "d3\nq\n"),
        ("othello", format!("nboard:{nboard} --time 0.01"), "d3\nq\n"),
        ("nogo", format!("gtp:{nogo} --strategy random"), "d4\nq\n"),
        ("connect4", format!("saiblo:{saiblo} --time 0.01"), "5\nq\n"),
        ("connect4", format!("so:{}", library().display()), "5\nq\n"),
    ] {
        let seen = play(game, &spec, &[], typed);
        assert_eq!(answers(&seen).len(), 1, "{spec}: {seen}");
    }
}

/// Plays the first free point of its list; it keeps the moves of the game itself.
const STATEFUL: &str = r#"
taken=' '
while read command colour point; do
    case $command in
    play) taken="$taken$point "; answer= ;;
    genmove)
        for answer in A1 B1 C1 D1; do case "$taken" in *" $answer "*) ;; *) break ;; esac; done
        taken="$taken$answer " ;;
    *) answer= ;;
    esac
    printf '= %s\n\n' $answer
done"#;

#[test]
fn after_an_undo_a_program_gets_the_moves_that_are_left() {
    let folder = Folder::new("undo");
    let spec = format!("gtp:{}", script(&folder, "stateful", STATEFUL));
    let seen = play("nogo", &spec, &[], "d4\ng7\nu\nu\ng7\na1\nq\n");
    // Answers to d4 and g7; after both are taken back, to g7 again.
    assert_eq!(answers(&seen)[..3], ["A1", "B1", "A1"], "{seen}");
    contains_all(&seen, &["A1 is not a legal move here"]);
}

/// A game with moves of the program's side: it was sent to a kept program as if it had made
/// them.
#[test]
fn a_kept_program_is_not_given_a_game_in_progress() {
    let folder = Folder::new("kept");
    let [both, one] = [("both.txt", "b2 a1"), ("one.txt", "b2")].map(|(name, moves)| {
        fs::write(folder.file(name), format!("{moves}\n")).unwrap();
        folder.file(name)
    });
    let bot = bot("tictactoe-botzone");
    let spec = format!("botzone-keep:{bot} --keep-running");
    // The second game has no move of the program; after its answer it cannot change sides.
    let typed = format!("load {both}\nload {one}\nside\nq\n");
    let line = ["play", "tictactoe", "--engine", &spec, "--time", "10s", "--trust"];
    let seen = feed(&line, typed.as_bytes()).stdout;
    let refusal = "a kept program makes all its moves itself, and the game has 1 of its side\n";
    assert_eq!((seen.matches(refusal).count(), answers(&seen).len()), (2, 1), "{seen}");
    let said = feed(&["play", "tictactoe", "--engine", &spec, "--from", &format!("@{both}"), "--trust"], b"");
    assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
    assert!(said.stderr.ends_with(refusal) && said.stderr.lines().count() == 1, "{}", said.stderr);
    // A program that starts for each turn takes it.
    let line = ["play", "tictactoe", "--engine", &format!("botzone:{bot}"), "--time", "10s", "--trust"];
    let seen = feed(&line, format!("load {both}\nc1\nq\n").as_bytes()).stdout;
    assert_eq!(answers(&seen).len(), 1, "{seen}");
}

#[test]
fn a_forfeit_of_the_program_ends_the_game_and_is_shown_on_one_line() {
    let folder = Folder::new("guest");
    for (name, text, start) in [
        (
            "cheat",
            "echo '{\"response\":{\"x\":1,\"y\":1}}'",
            "engine: illegal move: b2 is not a legal move in ",
        ),
        (
            "quitter",
            "echo 'no idea' >&2; exit 3",
            "engine: crashed: it ended with exit code 3; it complained 'no idea'",
        ),
        ("babbler", "echo 'I like trains'", "engine: garbage: no answer"),
        ("sleeper", "sleep 1000", "engine: silent: no answer in "),
    ] {
        let spec = format!("botzone:{}", script(&folder, name, text));
        let time: &[&str] = if name == "sleeper" { &["--time", "300ms"] } else { &[] };
        let seen = play("tictactoe", &spec, time, "b2\na1\n");
        let forfeit = seen.lines().find(|line| line.starts_with("engine: ")).unwrap();
        assert!(forfeit.starts_with(start), "{name}: {seen}");
        assert!(seen.ends_with(&format!("{forfeit}\nyou win by forfeit\n")), "{name}: {seen}");
    }
    let late =
        format!("botzone:{}", script(&folder, "late", "sleep 2.5; echo '{\"response\":{\"x\":0,\"y\":0}}'"));
    let seen = play("tictactoe", &late, &["--time", "2s"], "b2\n");
    contains_all(&seen, &["engine: too late: ", " for a move instead of 2s (--time gives it more)\nyou win"]);
    // With a longer tolerance the game goes on.
    let seen = play("tictactoe", &late, &["--time", "2s", "--tolerance", "60s"], "b2\nq\n");
    assert_eq!(answers(&seen), ["a1"], "{seen}");
}
