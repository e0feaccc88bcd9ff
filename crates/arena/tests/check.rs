//! `arena check` finds planted faults and names them, and finds nothing in a good bot.
//!
//! Time limits are far above the need of the bots, and late bots are late by far.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Folder, Said, contains_all, feed, has_sandbox, python};
use serde_json::Value;

/// A bot for tic-tac-toe in all forms: the first free cell, row by row. The text of a
/// test goes into the places with a name: `start`, `think`, `write`, `after`.
const BOT: &str = r#"
import json, os, sys, time
keep = "--keep" in sys.argv
requests, responses = [], []
#start#
def number(value):
    return (value["x"], value["y"])
def read():
    line = sys.stdin.readline()
    if not line.strip():
        return None
    if line[0] == "{":
        value = json.loads(line)
        if "requests" in value:
            requests[:] = [number(v) for v in value["requests"]]
            responses[:] = [number(v) for v in value["responses"]]
        else:
            requests.append(number(value))
        return "json"
    if requests:
        requests.append(tuple(map(int, line.split())))
        return "simple"
    for turn in range(2 * int(line) - 1):
        (requests, responses)[turn % 2].append(tuple(map(int, sys.stdin.readline().split())))
    return "simple"
def write(form, x, y):
    if form == "json":
        print(json.dumps({"response": {"x": x, "y": y}}))
    else:
        print(x, y)
while True:
    form = read()
    if form is None:
        break
    taken = requests + responses
    free = [(x, y) for y in range(3) for x in range(3) if (x, y) not in taken]
    x, y = free[0] if free else (0, 0)
    #think#
    #write#
    responses.append((x, y))
    if keep:
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
    #flush#
    #after#
    if not keep:
        break
"#;

/// Parts of [`BOT`] that a test replaces.
#[derive(Default)]
struct Parts {
    start: &'static str,
    think: &'static str,
    write: Option<&'static str>,
    flush: Option<&'static str>,
    after: &'static str,
}

/// The bot with these parts; `None`, and the test is skipped, without Python or sandbox.
fn bot(folder: &Folder, parts: &Parts) -> Option<String> {
    if !has_sandbox() {
        return None;
    }
    let text = BOT
        .replace("#start#", parts.start)
        .replace("#think#", parts.think)
        .replace("#write#", parts.write.unwrap_or("write(form, x, y)"))
        .replace("#flush#", parts.flush.unwrap_or("sys.stdout.flush()"))
        .replace("#after#", parts.after);
    let spec = python(folder, "bot.py", &text)?;
    Some(spec.strip_prefix("botzone:").unwrap().to_string())
}

/// Checks a bot of tic-tac-toe; generous limits unless the options set others.
fn check(spec: &str, options: &[&str]) -> Said {
    let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "30s"] };
    feed(&[&["check", "tictactoe", spec], time, options].concat(), b"")
}

/// Asserts the rows that fail, all of them, and the sentence of the first failure.
#[track_caller]
fn fails(said: &Said, rows: &[&str], sentence: &str) {
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    let failed: Vec<&str> = said.stdout.lines().filter_map(|line| line.strip_prefix("FAIL  ")).collect();
    let is_row = |(line, row): (&&str, &&str)| line.starts_with(*row);
    assert!(failed.len() == rows.len() && failed.iter().zip(rows).all(is_row), "{}", said.stdout);
    let advice = said.stdout.lines().find_map(|line| line.strip_prefix("What to do: ")).unwrap();
    assert!(advice.contains(sentence), "{advice}");
    contains_all(&said.stdout, &["The first failure: ", "\n  sent    ", "\n  back    "]);
}

/// A bot with these parts in one form fails in these rows with this sentence.
#[track_caller]
fn planted(parts: &Parts, form: &str, options: &[&str], rows: &[&str], sentence: &str) {
    let folder = Folder::new("planted");
    let Some(command) = bot(&folder, parts) else { return };
    let keep = if form.contains("keep") { " --keep" } else { "" };
    let said = check(&format!("{form}:{command}{keep}"), &[&["--form", form], options].concat());
    fails(&said, rows, sentence);
}

#[test]
fn a_good_bot_passes_in_all_forms_that_it_speaks() {
    let folder = Folder::new("good");
    let Some(command) = bot(&folder, &Parts::default()) else { return };
    let said = check(&format!("botzone:{command}"), &[]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    contains_all(
        &said.stdout,
        &[
            "30s a move (60s for the first), 256 MiB",
            "ok    speaks         botzone, JSON, a process per turn: ",
            "ok    speaks         botzone-simple, simple, a process per turn: ",
            "note  speaks         botzone-keep, JSON, kept running: not spoken: ",
            "ok    legal",
            "ok    odd positions  one legal move ",
            "ok    end of game",
            "ok    exit code      always 0\n",
            "\nAll is well: ",
        ],
    );
    assert!(!said.stdout.contains("What to do"), "{}", said.stdout);
    let said =
        check(&format!("botzone-simple-keep:{command} --keep"), &["--form", "botzone-keep", "--games", "2"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    contains_all(
        &said.stdout,
        &["ok    speaks         botzone-keep, ", "ok    restart        2 games continued"],
    );
    assert!(!said.stdout.contains("botzone-simple, "), "{}", said.stdout);
}

#[test]
fn fault_1_a_late_first_turn() {
    let parts = Parts { think: "time.sleep(100 if not responses else 0)", ..Parts::default() };
    planted(&parts, "botzone", &["--time", "2s"], &["time "], "Answer the first turn within 4s");
}

#[test]
fn fault_2_late_on_a_slower_machine() {
    let burn = "while time.process_time() < 0.25: pass";
    let parts = Parts { think: burn, ..Parts::default() };
    let folder = Folder::new("slow");
    let Some(command) = bot(&folder, &parts) else { return };
    let spec = format!("botzone:{command}");
    let options = ["--form", "botzone", "--quick", "--time", "6s"];
    let said = check(&spec, &options);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let said = check(&spec, &[&options[..], &["--slower", "100"]].concat());
    fails(&said, &["time "], "Answer the first turn within 12s");
    contains_all(&said.stdout, &["the program runs in 1 % of the time, 100 times slower"]);
}

#[test]
fn fault_3_an_illegal_pass() {
    let folder = Folder::new("pass");
    let Some(command) = bot(&folder, &Parts { think: "x, y = -1, -1", ..Parts::default() }) else { return };
    let line = |game| {
        ["check", game, &format!("botzone:{command}"), "--form", "botzone", "--time", "30s"].map(String::from)
    };
    let check = |game| feed(&line(game).each_ref().map(String::as_str), b"");
    fails(
        &check("othello"),
        &["legal "],
        "Pass (-1 -1) only when there is no legal move: here there are 4, as in ",
    );
    fails(&check("tictactoe"), &["legal "], "Always play a cell: this game has no pass.");
}

#[test]
fn fault_4_swapped_coordinates() {
    let parts = Parts { write: Some("write(form, y, x)"), ..Parts::default() };
    planted(&parts, "botzone", &[], &["legal "], "Swap x and y: x is the column from the left");
}

#[test]
fn fault_5_a_stray_print() {
    let parts = Parts { think: "print('depth 4')", ..Parts::default() };
    let sentence = "Print nothing but the answer on stdout";
    planted(&parts, "botzone", &[], &["stray output "], sentence);
    let parts = Parts { after: "print('done')", ..parts };
    planted(&parts, "botzone-keep", &[], &["stray output "], sentence);
}

#[test]
fn fault_6_memory() {
    let parts = Parts { think: "table = b'x' * (300 << 20)", ..Parts::default() };
    planted(&parts, "botzone", &["--memory-limit", "64"], &["memory "], "Use less than 64 MiB");
}

#[test]
fn fault_7_a_crash_at_the_end_of_the_game() {
    let parts = Parts { think: "if len(free) <= 2: os._exit(3)", ..Parts::default() };
    let sentence = "Look for a crash when the board is nearly full";
    planted(&parts, "botzone", &[], &["end of game "], sentence);
    planted(&parts, "botzone-keep", &[], &["end of game "], sentence);
}

#[test]
fn fault_8_no_flush() {
    let parts = Parts { flush: Some("pass"), ..Parts::default() };
    let sentence = "Flush stdout after each answer (fflush(stdout), cout << endl, print(…, flush=True))";
    planted(&parts, "botzone-keep", &["--time", "2s"], &["speaks "], sentence);
}

#[test]
fn fault_9_strings_instead_of_integers() {
    let parts = Parts { write: Some("write(form, str(x), str(y))"), ..Parts::default() };
    planted(&parts, "botzone", &[], &["speaks "], "Write x and y as integers");
}

#[test]
fn fault_10_a_program_that_does_not_keep_running() {
    let sentence =
        "Keep the process alive: print the line >>>BOTZONE_REQUEST_KEEP_RUNNING<<< after each answer";
    let parts = Parts { after: "break", ..Parts::default() };
    planted(&parts, "botzone-keep", &[], &["speaks "], sentence);
    planted(
        &Parts { after: "raise ValueError", ..parts },
        "botzone-simple-keep",
        &[],
        &["speaks "],
        sentence,
    );
}

#[test]
fn other_faults_have_their_rows() {
    let exit = Parts { after: "sys.exit(2)", ..Parts::default() };
    planted(&exit, "botzone", &["--quick"], &["exit code "], "End with exit code 0 after the answer");
    let start = Parts { start: "import no_such_module", ..Parts::default() };
    planted(&start, "botzone", &[], &["starts "], "Run the command in a terminal with the input above");
    let stays = Parts { after: "time.sleep(100)", ..Parts::default() };
    planted(&stays, "botzone", &["--time", "2s"], &["exit code "], "End the process after its answer");
}

/// The named form is not spoken, another one is.
#[test]
fn the_form_that_a_bot_speaks_is_named() {
    let folder = Folder::new("other");
    let parts = Parts { think: "form = 'simple'", ..Parts::default() };
    let Some(command) = bot(&folder, &parts) else { return };
    let said = check(&format!("botzone:{command}"), &["--quick"]);
    let sentence = "It speaks botzone-simple: check it as botzone-simple:COMMAND";
    fails(&said, &["speaks "], sentence);
    // A program that crashes when it reads the named form starts nevertheless.
    let parts = Parts { think: "if form == 'json': sys.exit('I read numbers')", ..Parts::default() };
    let Some(command) = bot(&folder, &parts) else { return };
    fails(&check(&format!("botzone:{command}"), &["--quick"]), &["speaks "], sentence);
}

#[test]
fn the_peak_memory_is_that_of_the_bot() {
    let folder = Folder::new("peak");
    let parts = Parts { think: "table = b'x' * (100 << 20)", ..Parts::default() };
    let Some(command) = bot(&folder, &parts) else { return };
    let said = check(&format!("botzone:{command}"), &["--form", "botzone", "--quick", "--json"]);
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    let peak = report["peak_memory_mib"].as_u64().unwrap();
    assert!((100..200).contains(&peak), "{peak} MiB");
    assert_eq!((&report["well"], &report["limits"]["memory_mib"]), (&true.into(), &256.into()));
    assert!(report["turns"].as_array().unwrap().len() > 8);
}

#[test]
fn a_failure_is_in_the_json_with_the_whole_exchange() {
    let folder = Folder::new("json");
    let parts = Parts { think: "print('depth 4')", ..Parts::default() };
    let Some(command) = bot(&folder, &parts) else { return };
    let said = check(&format!("botzone:{command}"), &["--form", "botzone", "--json"]);
    assert_eq!(said.code, Some(1));
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    let failure = &report["failures"][0];
    assert_eq!((&failure["row"], &failure["form"]), (&"stray output".into(), &"botzone".into()));
    let exchange = &failure["exchanges"][0];
    assert_eq!(exchange["sent"], "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n");
    assert_eq!(exchange["received"], "depth 4\n{\"response\": {\"x\": 0, \"y\": 0}}\n");
}

/// Saiblo's pipe for stderr holds 64 KB.
#[test]
fn a_flood_on_stderr_fails_on_saiblo() {
    const BOT: &str = r#"
import struct, sys
numbers = []
def take(count):
    while len(numbers) < count:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        numbers.extend(map(int, line.split()))
    part = numbers[:count]
    del numbers[:count]
    return part
rows, columns, no_row, no_column = take(4)
while True:
    take(2)
    tops = take(columns)
    take(rows * columns)
    column = next(c for c in range(columns) if tops[c] > 0)
    text = f"{tops[column] - 1} {column}".encode()
    sys.stderr.write("x" * 40000)
    sys.stdout.buffer.write(struct.pack(">I", len(text)) + text)
    sys.stdout.buffer.flush()
"#;
    let folder = Folder::new("saiblo");
    if !has_sandbox() {
        return;
    }
    let Some(spec) = python(&folder, "bot.py", BOT) else { return };
    let spec = spec.replace("botzone:", "saiblo:");
    let said = feed(&["check", "connect4", &spec, "--time", "30s", "--quick"], b"");
    fails(&said, &["stderr, debug "], "Write less to stderr");
    contains_all(
        &said.stdout,
        &["bytes on stderr in a game; Saiblo takes 65536", "forbidden cell in the bottom row"],
    );
}

#[test]
fn a_mistake_in_the_command_line_is_one_line_and_code_2() {
    for (line, part) in [
        (&["check", "chess", "botzone:true"][..], "there is no game 'chess'"),
        (
            &["check", "othello", "uct"],
            "'uct' is not a foreign program; for othello it is one of: botzone:COMMAND",
        ),
        (&["check", "othello", "saiblo:true"], "saiblo is not a language for othello"),
        (&["check", "othello", "botzone:"], "a program must follow botzone:"),
        (&["check", "othello", "botzone:./no-such-bot"], "there is no program './no-such-bot'"),
        (
            &["check", "othello", "botzone:true", "--form", "gtp"],
            "--form 'gtp' is not a form of botzone; there are: botzone, ",
        ),
        (&["check", "othello", "botzone:true", "--slower", "0.5"], "a factor is a number from 1 to 100"),
        (
            &["check", "othello", "botzone:true", "--cpu-share", "0%"],
            "a share is a number of percent from 1 to 100",
        ),
        (&["check", "othello", "botzone:true", "--slower", "2", "--cpu-share", "50%"], "cannot be used with"),
        (&["check", "othello"], "SPEC"),
    ] {
        let said = feed(line, b"");
        assert_eq!((said.code, said.stderr.lines().count()), (Some(2), 1), "{line:?}: {}", said.stderr);
        contains_all(&said.stderr, &[part]);
        assert_eq!(said.stdout, "");
    }
}
