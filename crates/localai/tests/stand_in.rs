//! The real program with a local server in place of the site.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread;

const SECRET: &str = "53cr3t";

/// Starts a server that gives these answers in turn. Returns its address and, when
/// joined, the request line and headers of each request.
fn stand_in(answers: Vec<(u16, String)>) -> (String, thread::JoinHandle<Vec<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/api", listener.local_addr().unwrap());
    let site = thread::spawn(move || {
        let mut asked = Vec::new();
        for (status, body) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            asked.push(lines.by_ref().map(Result::unwrap).take_while(|line| !line.is_empty()).collect());
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
        asked
    });
    (address, site)
}

/// A bot that plays the corners in turn, in the form of the request.
fn bot() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("corners.sh");
    let script = r#"
        turn=0
        while read -r line; do
            case $line in
                1) read -r line; answer="$turn 0" ;;
                {*) answer="{\"response\":{\"x\":$turn,\"y\":0},\"debug\":\"{}\"}" ;;
                gone) exit 1 ;;
                silent) exec sleep 100 ;;
                bell) answer="$(printf '\033[31m0 0')" ;;
                secret) answer="${BOTZONE_SECRET:-none}" ;;
                *) answer="$turn 0" ;;
            esac
            turn=$((turn + 2))
            printf '%s\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n' "$answer"
        done"#;
    std::fs::write(&path, script).unwrap();
    path
}

fn play(address: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_localai"));
    command.args(["--site", address, "--user", "42", "--wait", "0.05"]).args(arguments);
    command.arg("sh").arg(bot()).env("BOTZONE_SECRET", SECRET).env_remove("http_proxy");
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn ok(body: &str) -> (u16, String) {
    (200, body.to_string())
}

/// The headers of a request that hold answers, sorted.
fn answers(asked: &[String]) -> Vec<String> {
    let mut headers: Vec<String> =
        asked.iter().filter(|line| line.to_lowercase().starts_with("x-match-")).cloned().collect();
    headers.sort();
    headers
}

#[test]
fn several_matches_are_played_in_parallel_each_by_its_own_process() {
    let (address, site) = stand_in(vec![
        ok("2 0\na1\n-1 -1\nb2\n{\"x\":1,\"y\":1}\n"),
        (502, String::new()),
        (504, String::new()),
        ok("1 0\na1\n1 1\n"),
        ok("1 1\nb2\n{\"x\":2,\"y\":2}\na1 0 2 2 0\n"),
        ok("0 1\nb2 1 0\n"),
    ]);
    let output = play(&address, &["--matches", "2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "match a1 is over: 2 to 0\nmatch b2 was aborted\n");
    let asked = site.join().unwrap();
    assert!(asked.iter().all(|lines| lines[0] == "GET /api/42/53cr3t/localai HTTP/1.1"), "{asked:?}");
    let received: Vec<_> = asked.iter().map(|lines| answers(lines)).collect();
    let both = ["x-match-a1: 0 0".to_string(), "x-match-b2: {\"x\":0,\"y\":0}".to_string()];
    let lower = |lines: &[String]| lines.iter().map(|line| line.to_lowercase()).collect::<Vec<_>>();
    assert_eq!(lower(&received[0]), [""; 0]);
    // Answers are sent again until the site accepts them.
    assert_eq!([1, 2, 3].map(|poll| lower(&received[poll])), [(); 3].map(|()| both.to_vec()));
    assert_eq!(lower(&received[4]), ["x-match-a1: 2 0"]);
    assert_eq!(lower(&received[5]), ["x-match-b2: {\"x\":2,\"y\":0}"]);
    let stderr = text(&output.stderr);
    assert!(stderr.contains("502; trying again") && stderr.contains("504; trying again"), "{stderr}");
}

#[test]
fn a_match_can_be_started() {
    let (address, site) = stand_in(vec![ok("5f3a\n"), ok("0 1\n5f3a 1 2 0 2\n")]);
    let output = play(&address, &["--matches", "1", "--start", "NoGo", "--against", "b0t", "--slot", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "match 5f3a has begun\nmatch 5f3a is over: 2 to 0\n");
    let asked = site.join().unwrap();
    assert_eq!(asked[0][0], "GET /api/42/53cr3t/runmatch HTTP/1.1");
    let lower: Vec<String> = asked[0].iter().map(|line| line.to_lowercase()).collect();
    for header in ["x-game: nogo", "x-player-0: b0t", "x-player-1: me"] {
        assert!(lower.iter().any(|line| line == header), "{lower:?}");
    }
}

#[test]
fn a_wrong_secret_is_reported_and_never_printed() {
    let (address, site) = stand_in(vec![(401, String::new())]);
    let output = play(&address, &[]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.contains("401: the user or the secret is wrong"), "{stderr}");
    assert!(!stderr.contains(SECRET), "{stderr}");
    site.join().unwrap();
}

#[test]
fn a_broken_connection_and_a_bot_that_ends_are_survived_and_the_secret_is_not_printed() {
    // The server closes two connections without an answer, then works again.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/api", listener.local_addr().unwrap());
    let site = thread::spawn(move || {
        for _ in 0..2 {
            drop(listener.accept().unwrap());
        }
        for body in ["nonsense", "2 0\na1\n-1 -1\nb2\ngone\n", "1 0\nb2\ngone\n", "0 1\na1 0 2 1 1\n"] {
            let (mut stream, _) = listener.accept().unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            for line in lines.map(Result::unwrap) {
                if line.is_empty() {
                    break;
                }
            }
            let length = body.len();
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
                .unwrap();
        }
    });
    let output = play(&address, &["--matches", "1"]);
    let stderr = text(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(text(&output.stdout), "match a1 is over: 1 to 1\n");
    assert!(stderr.contains("'nonsense' is not two numbers from 0 to 1000; trying again"), "{stderr}");
    assert!(stderr.contains("match b2: crashed: it ended with exit code 1"), "{stderr}");
    assert!(!stderr.contains(SECRET), "{stderr}");
    site.join().unwrap();
}

#[test]
fn without_a_secret_the_program_does_not_start() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_localai"));
    command.args(["--user", "42", "some-bot"]).env_remove("BOTZONE_SECRET");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no secret"), "{}", text(&output.stderr));
}

/// Everything that a hostile or broken site can send in the place of an answer.
#[test]
fn no_answer_of_the_site_blocks_it_prints_the_secret_or_escape_sequences() {
    let (address, site) = stand_in(vec![
        (429, String::new()),
        (500, String::new()),
        (503, String::new()),
        ok("<html>\x1b]0;title\x07 /api/42/53cr3t/localai\n"),
        ok("4 0\na1\n-1 -1\nb2\n-1 -1\nc3\n-1 -1\nd4\n-1 -1\n"),
        ok("1 0\na1\n\n"),
        ok("1 0\nb2\nsilent\n"),
        ok("1 0\nb2\n1 1\n"),
        ok("1 0\nc3\nbell\n"),
        ok("1 0\nd4\nsecret\n"),
        ok("0 1\nd4 0 2 2 0\n"),
    ]);
    let output = play(&address, &["--matches", "1", "--limit", "2"]);
    let stderr = text(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(text(&output.stdout), "match d4 is over: 2 to 0\n");
    for part in [
        "429; trying again in 0.05 s",
        "500; trying again in 0.1 s",
        "503; trying again in 0.2 s",
        "match a1: the site sends an empty request",
        "match b2: silent: ",
        "match c3: the bot answers '\\u{1b}[31m0 0'; an answer is one line of ASCII",
    ] {
        assert!(stderr.contains(part), "{part} in {stderr}");
    }
    assert!(!stderr.contains(SECRET) && !stderr.contains('\x1b') && !stderr.contains('\x07'), "{stderr}");
    let asked = site.join().unwrap();
    assert!(answers(&asked[10]).iter().any(|line| line.to_lowercase() == "x-match-d4: none"), "{asked:?}");
    assert_eq!(answers(&asked[8]), [""; 0], "a match whose bot has failed is not answered");
}

#[test]
fn a_redirection_is_not_followed() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    other.set_nonblocking(true).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/api", listener.local_addr().unwrap());
    let target = format!("http://{}/api/42/{SECRET}/localai", other.local_addr().unwrap());
    let site = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap()).lines();
        lines.map(Result::unwrap).take_while(|line| !line.is_empty()).for_each(drop);
        write!(
            stream,
            "HTTP/1.1 302 X\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
    });
    let output = play(&address, &[]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("302, a redirection, which is not followed"), "{stderr}");
    assert!(!stderr.contains(SECRET), "{stderr}");
    assert!(other.accept().is_err(), "the other host was asked");
    site.join().unwrap();
}

/// One reply started 300 bots.
#[test]
fn no_more_bots_run_than_the_limit_allows() {
    let requests: String = (0..300).map(|i| format!("m{i}\n-1 -1\n")).collect();
    let (address, site) = stand_in(vec![ok(&format!("300 0\n{requests}")), ok("0 1\nm0 0 2 1 1\n")]);
    let output = play(&address, &["--matches", "1", "--most", "2"]);
    let stderr = text(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr.matches("waits: 2 bots are running").count(), 298, "{stderr}");
    assert_eq!(answers(&site.join().unwrap()[1]).len(), 2);
}

#[test]
fn http_to_another_machine_is_refused() {
    let output = play("http://192.0.2.1/api", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("without encryption; use https"), "{}", text(&output.stderr));
}

/// It panicked when the reader had gone.
#[test]
fn help_into_a_closed_pipe_is_no_panic() {
    let script = "\"$0\" --help 2>&1 >&3 | cat";
    let mut command = Command::new("sh");
    let output = command
        .args(["-c", &format!("exec 3>/dev/full; {script}")])
        .arg(env!("CARGO_BIN_EXE_localai"))
        .output()
        .unwrap();
    assert!(!text(&output.stdout).contains("panicked"), "{}", text(&output.stdout));
}
