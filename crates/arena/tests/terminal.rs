//! Output in a terminal of 80 columns and 24 rows.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use common::{Folder, arena, contains_all, feed, script};

/// Everything that the program writes to a terminal of that size while the user
/// types this. (`script`, which every Linux has, makes the terminal.)
fn terminal(line: &str, typed: &str, no_colour: &str) -> String {
    let folder = Folder::new("terminal");
    let input = folder.file("typed");
    std::fs::write(&input, typed).unwrap();
    // The input comes from a file: a terminal would echo it at any time.
    let shell = format!("stty rows 24 cols 80; exec {} {line} < {input}", env!("CARGO_BIN_EXE_arena"));
    let output = Command::new("script")
        .args(["-qefc", &shell, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env("NO_COLOR", no_colour)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines on the screen after this output.
fn screen(written: &str) -> Vec<String> {
    let (mut rows, mut row, mut column, mut lowest) = (vec![Vec::new()], 0_usize, 0, 0);
    let mut chars = written.chars();
    while let Some(c) = chars.next() {
        match c {
            '\r' => column = 0,
            '\n' => {
                row += 1;
                lowest = lowest.max(row);
                if row == rows.len() {
                    rows.push(Vec::new());
                }
            }
            '\u{1b}' => {
                assert_eq!(chars.next(), Some('['), "an unknown kind of escape");
                let mut number = String::new();
                let command = chars.by_ref().find(|c| {
                    number.push(*c);
                    c.is_ascii_alphabetic()
                });
                match command {
                    Some('K') => rows[row].truncate(if number == "2K" { 0 } else { column }),
                    Some('J') => {
                        rows.truncate(row + 1);
                        rows[row].truncate(column);
                    }
                    Some('A') => {
                        row = row.saturating_sub(number.trim_end_matches('A').parse().unwrap_or(1));
                        assert!(row + 24 > lowest, "higher than the terminal: {written}");
                    }
                    Some('m' | 'h' | 'l') => (),
                    other => panic!("escape {number} {other:?}"),
                }
            }
            _ => {
                let line: &mut Vec<char> = &mut rows[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
                assert!(column <= 80, "wider than the terminal: {}", line.iter().collect::<String>());
            }
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_string()).collect()
}

#[test]
fn a_match_has_a_progress_line_that_fits_and_is_removed() {
    let line = "match tictactoe uct-plain uct-plain:c=0.3 --sims 8000 --games 80";
    let written = terminal(line, "", "1");
    contains_all(&written, &["/80 games  score ", "  Elo ", " left"]);
    assert!(!written.contains("\u{1b}[3") && !written.contains("\u{1b}[1"), "colours: {written:?}");
    let seen = screen(&written).join("\n");
    assert!(!seen.contains("/80 games"), "{seen}");
    contains_all(&seen, &["80 games in ", "\nfingerprint ", "\nforfeits "]);
}

#[test]
fn a_test_shows_its_log_likelihood_ratio() {
    let line = "sprt tictactoe uct-plain uct-plain --sims 8000 --elo1 5 --games 60";
    contains_all(&terminal(line, "", "1"), &[" games  LLR ", " (-2.94 to +2.94)  score "]);
}

#[test]
fn a_game_fits_on_the_screen_and_has_colours_only_if_wanted() {
    let line = "play othello --engine positional --seed 1";
    let typed = "d3\nh\nq\n";
    let coloured = terminal(line, typed, "");
    assert!(coloured.contains("\u{1b}[33m\u{1b}[1m["), "the last move is marked: {coloured:?}");
    let plain = terminal(line, typed, "1");
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    assert_eq!(screen(&coloured), screen(&plain));
    assert!(!terminal(&format!("{line} --color never"), typed, "").contains('\u{1b}'));
    let piped = feed(&["play", "tictactoe", "--color", "always"], b"b2\n");
    assert!(piped.stdout.contains("\u{1b}[36m\u{1b}[1mx\u{1b}[0m"), "the user's stone: {}", piped.stdout);
    // The answer, the board after it and the next question fit on the screen.
    let lines = screen(&plain);
    let answer = lines.iter().position(|line| line.starts_with("engine: ")).unwrap();
    let question = lines.iter().skip(answer).position(|line| line.starts_with("your move")).unwrap();
    assert!((10..24).contains(&question), "{question} lines: {plain}");
}

#[test]
fn a_hint_and_a_list_of_moves_fit_on_the_screen() {
    let seen = screen(&terminal("play nogo --engine uct --sims 100 --seed 1", "h\nm\nq\n", "1"));
    let questions: Vec<usize> =
        (0..seen.len()).filter(|&row| seen[row].starts_with("your move (or m h u q ?): ")).collect();
    let [first, second, third] = questions[..] else { panic!("{seen:?}") };
    assert!(seen[first..second].iter().any(|row| row == "and 74 more"), "{seen:?}");
    assert!(second - first < 16 && third - second == 5, "{seen:?}");
    assert!(seen[third - 1].ends_with("H1 J1"), "{seen:?}");
}

#[test]
fn a_game_against_a_foreign_program_fits_on_the_screen_and_can_be_taken_back() {
    let folder = Folder::new("guest");
    // The first free cell of Botzone's simple form.
    let text = "read n; taken=' '; turn=1\n\
                while [ $turn -lt $((2 * n)) ]; do read x y; taken=\"$taken$x,$y \"; turn=$((turn + 1)); done\n\
                for x in 0 1 2; do for y in 0 1 2; do case \"$taken\" in *\" $x,$y \"*) ;; \
                *) echo $x $y; exit ;; esac; done; done";
    let bot = script(&folder, "b", text);
    let line = format!("play tictactoe --engine botzone-simple:{bot} --time 10s --trust");
    let seen = screen(&terminal(&line, "b2\nu\na1\nh\nc3\nb1\nq\n", "1"));
    let answers: Vec<&str> = seen.iter().filter_map(|row| row.strip_prefix("engine: ")?.get(..2)).collect();
    assert_eq!(answers[0], "a1", "{seen:?}");
    assert!(answers.len() >= 2 && answers[1] != "a1", "{seen:?}");
    let bars = seen.iter().filter(|row| {
        row.starts_with("you [") && row.contains("] engine, ") && row.ends_with(" %, evaluated by minimax")
    });
    assert_eq!(bars.count(), answers.len(), "{seen:?}");
    assert!(seen.iter().any(|row| row.starts_with("move        win %")), "a hint: {seen:?}");
}

#[test]
fn an_analysis_changes_in_place_while_the_engine_searches() {
    // The whole table has 36 rows and does not fit.
    let line = "analyze nogo 6x6 --engine uct:solver=off --sims 60000 --seed 1";
    let written = terminal(line, "", "1");
    assert!(!written.contains("\u{1b}[?"), "the cursor is never hidden, so that Ctrl-C leaves it visible");
    let (live, end) = written.rsplit_once("\u{1b}[0J").unwrap();
    let tables: BTreeSet<_> =
        live.split("\u{1b}[0J").filter_map(|seen| seen.split("effort ").nth(1)).collect();
    assert!(tables.len() >= 2, "{written:?}");
    assert!(tables.iter().all(|table| table.contains("move        win %      visits")), "{tables:?}");
    assert!(screen(live).iter().any(|row| row.starts_with("effort ")));
    // The final screen is the output without a terminal.
    let above = screen(&format!("{live}\u{1b}[0J")).join("\n");
    let untimed = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("effort "));
        lines.map(|line| line.trim_end().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(untimed(&format!("{above}{end}")), untimed(&arena(line).text()));
}

/// A table stayed on the screen, wrapped, when the terminal became narrower.
#[test]
fn after_a_change_of_size_everything_is_written_again() {
    let resized = "analyze othello start --time 1500ms & sleep 0.5; stty rows 30 cols 40; wait; #";
    let shell = format!("stty rows 24 cols 80; {} {resized}", env!("CARGO_BIN_EXE_arena"));
    let output = Command::new("script")
        .args(["-qefc", &shell, "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let written = String::from_utf8(output.stdout).unwrap();
    let after: Vec<_> = written.split("\u{1b}[2J").collect();
    assert_eq!(after.len(), 2, "one change: {written:?}");
    let [_, last] = after[..] else { unreachable!() };
    assert_eq!(last.matches("position   ").count(), 1, "{last:?}");
}

#[test]
fn an_analysis_for_a_program_is_written_once() {
    let line = "analyze connect4 start --engine uct --sims 3000 --seed 1 --json";
    assert!(!terminal(line, "", "1").contains('\u{1b}'));
}

/// Everything that the program writes to a terminal on which the user presses keys: each
/// time when the terminal shows a text, the keys after it.
fn keyed(line: &str, steps: &[(&str, &str)]) -> String {
    let shell = format!("stty rows 24 cols 80; exec {} {line}", env!("CARGO_BIN_EXE_arena"));
    let mut child = Command::new("script")
        .args(["-qefc", &shell, "/dev/null"])
        .env("TERM", "xterm-256color")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keyboard, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, written) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            sender.send(bytes[..count].to_vec()).unwrap();
        }
    });
    let (mut seen, mut looked) = (Vec::new(), 0);
    for (text, keys) in steps {
        let place = |seen: &[u8]| seen.windows(text.len()).position(|part| part == text.as_bytes());
        while place(&seen[looked..]).is_none() {
            let more = written.recv_timeout(Duration::from_secs(60));
            seen.extend(more.unwrap_or_else(|_| panic!("no {text:?} in {}", String::from_utf8_lossy(&seen))));
        }
        looked += place(&seen[looked..]).unwrap() + text.len();
        keyboard.write_all(keys.as_bytes()).unwrap();
    }
    written.iter().for_each(|more| seen.extend(more));
    drop(keyboard);
    let seen = String::from_utf8(seen).unwrap();
    assert!(child.wait().unwrap().success(), "{seen}");
    seen
}

/// Arrow keys and F5 once became part of the move: '\u{1b}[15~'.
#[test]
fn keys_edit_the_line_and_bring_earlier_lines_back() {
    let seen = keyed(
        "play tictactoe --seed 1",
        &[
            // F5, and a move that is corrected with the left arrow and a backspace.
            ("your move", "\u{1b}[15~z2\u{1b}[D\u{7f}b\r"),
            ("engine: ", ""),
            ("your move", "z9\r"),
            ("move 'z9'", ""),
            ("your move", "\u{1b}[A\r"),
            ("move 'z9'", ""),
            ("your move", "q\r"),
        ],
    );
    assert_eq!(seen.matches("move 'z9': ").count(), 2, "{seen}");
    contains_all(&seen, &[" 2  . [x] .", "engine: "]);
    assert!(!seen.contains("15~"), "{seen:?}");
}

#[test]
fn a_game_that_is_over_can_be_reviewed_and_taken_back() {
    let seen = keyed(
        "play tictactoe --from xx./oo./...",
        &[
            ("your move", "c1\r"),
            ("game over", "review\r"),
            ("no mistakes", ""),
            ("game over", "u\r"),
            ("your move", "q\r"),
        ],
    );
    contains_all(&seen, &["you win\r\n", "game over (or review, save FILE, u, q, ?): ", "no mistakes\r\n"]);
    let end = seen.rsplit("no mistakes").next().unwrap();
    contains_all(end, &[" 1  x  x  .", "your move"]);
}

/// A replay is turned page by page: next, a jump to move 5, back, quit.
#[test]
fn a_replay_shows_one_position_at_a_time() {
    let file = format!("{}/../../fixtures/records/othello.ggf", env!("CARGO_MANIFEST_DIR"));
    let written = keyed(
        &format!("replay {file} 1"),
        &[("q quit", " "), ("[1/", "5"), ("go to 5", "\r"), ("[5/", "b"), ("[4/", "q")],
    );
    let pages = ["starting position", "\n1. f5", "go to 5", "\n5. g6", "\n4. f4"];
    let places: Vec<_> = pages.iter().map(|page| written.find(page).expect(page)).collect();
    assert!(places.is_sorted(), "{written}");
    assert!(!written.contains("\n6. "), "{written}");
}
