//! Limits that a foreign program cannot evade, and verdicts that it cannot write: each
//! test is an attack that worked once, as root and as a normal user.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, contains_all, has_sandbox, nap, python, runs, script, users};

/// A move that is legal once.
const ANSWER: &str = r#"print('{"response":{"x":1,"y":1}}')"#;

/// 756 MiB in a file in memory that no process mapped passed a limit of 64 MiB.
#[test]
fn memory_that_no_process_maps_counts() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("memfd");
    let text = format!(
        "import os, time\n\
         files = [os.memfd_create('x') for _ in range(10)]\n\
         for file in files:\n\
         \x20   for _ in range(20): os.write(file, bytes(1 << 20))\n\
         time.sleep(1)\n{ANSWER}"
    );
    let Some(spec) = python(&folder, "hides", &text) else { return };
    for user in users(&folder) {
        for trust in [&[][..], &["--trust"]] {
            let table = user.plays(&spec, &[&["--memory-limit", "64"], trust].concat());
            contains_all(&table, &["game 1, B: memory: it used ", "game 2, B: memory: it used "]);
        }
        // With a larger limit it plays on and loses for another reason.
        let table = user.plays(&spec, &["--memory-limit", "1024"]);
        assert!(!table.contains("B: memory"), "as {}: {table}", user.name);
    }
}

/// Private folders had no size and did not count.
#[test]
fn private_folders_have_a_size_and_count_as_memory() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("tmpfs");
    let fill = "for place in /tmp /var/tmp /dev/shm; do for file in 1 2 3; do\n\
                dd if=/dev/zero of=$place/$file bs=1M count=COUNT 2>/dev/null; done; done\n";
    let fills = script(&folder, "fills", &(fill.replace("COUNT", "20") + "sleep 5"));
    let measures = fill.replace("COUNT", "60") + "echo MiB: $(du -sxm /tmp /var/tmp /dev/shm | cut -f1) end";
    let measures = script(&folder, "measures", &measures);
    for user in users(&folder) {
        let table = user.plays(&format!("botzone:{fills}"), &["--memory-limit", "64"]);
        contains_all(&table, &["game 1, B: memory: it used ", "game 2, B: memory: it used "]);
        let table = user.plays(&format!("botzone:{measures}"), &["--memory-limit", "1024"]);
        let sizes = table.split("MiB: ").nth(1).unwrap_or_default().split(" end").next().unwrap();
        let sizes: Vec<u32> = sizes.split(' ').map(|size| size.parse().unwrap_or(u32::MAX)).collect();
        assert!(
            sizes.len() == 3 && sizes.iter().all(|size| (60..=65).contains(size)),
            "{sizes:?} in {table}"
        );
    }
}

/// There was no limit: a fork bomb hit the host.
#[test]
fn processes_and_threads_are_limited() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("forks");
    // At most 1,500 that end by themselves: no harm if the limit fails.
    let text = "import os, time\n\
                made = 0\n\
                try:\n\
                \x20   while made < 1500:\n\
                \x20       if os.fork() == 0: time.sleep(15); os._exit(0)\n\
                \x20       made += 1\n\
                except OSError: made = str(made)\n\
                if made == 1500: time.sleep(10)\n\
                print('made', made, 'end')";
    let Some(spec) = python(&folder, "forks", text) else { return };
    for user in users(&folder) {
        let table = user.plays(&spec, &[]);
        let made = table.split("made ").nth(1).unwrap_or_default().split(' ').next().unwrap();
        let made: u32 = made.parse().unwrap_or_else(|_| panic!("as {}: {table}", user.name));
        assert!((200..=520).contains(&made), "as {}: {made}", user.name);
        // Without a sandbox and a control group the keeper counts.
        let table = user.plays(&spec, &["--trust"]);
        let counted = table.contains("crashed: it had ") && table.contains(" processes and threads");
        let made = table.split("made ").nth(1).and_then(|text| text.split(' ').next()?.parse().ok());
        assert!(counted || made.is_some_and(|made: u32| made <= 520), "as {}: {table}", user.name);
    }
}

/// A program took the channel of its keeper, wrote the keeper's report, and hid its exit
/// code.
#[test]
fn a_program_cannot_write_its_own_verdict() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("verdict");
    let text = "import ctypes, os\n\
                call = ctypes.CDLL(None, use_errno=True).syscall\n\
                PIDFD_OPEN, PIDFD_GETFD = 434, 438\n\
                for process in {os.getppid(), 1, 2, 3}:\n\
                \x20   handle = call(PIDFD_OPEN, process, 0)\n\
                \x20   names = range(3, 64)\n\
                \x20   for number in names if handle >= 0 else []:\n\
                \x20       taken = call(PIDFD_GETFD, handle, number, 0)\n\
                \x20       if taken < 0:\n\
                \x20           try: taken = os.open(f'/proc/{process}/fd/{number}', os.O_WRONLY)\n\
                \x20           except OSError: continue\n\
                \x20       try: os.write(taken, b'memory 123456789\\n')\n\
                \x20       except OSError: pass\n\
                os._exit(7)";
    let Some(spec) = python(&folder, "forges", text) else { return };
    for user in users(&folder) {
        let table = user.plays(&spec, &[]);
        contains_all(&table, &["game 1, B: crashed: it ended with exit code 7"]);
        // Without a sandbox root may look into every process.
        if user.name != "root" {
            let table = user.plays(&spec, &["--trust"]);
            contains_all(&table, &["game 1, B: crashed: it ended with exit code 7"]);
        }
    }
}

/// A program stopped its keeper, and its children lived on after the match; the same if
/// it kills the keeper.
#[test]
fn a_trusted_program_that_stops_or_kills_its_keeper_is_ended_with_its_children() {
    let folder = Folder::new("stops");
    let mut number = 20;
    for user in users(&folder) {
        for signal in ["STOP", "KILL"] {
            let naps = [nap(number), nap(number + 1), nap(number + 2)];
            number += 3;
            let [orphan, child, own] = &naps;
            let text = format!(
                "(setsid sleep {orphan} >/dev/null 2>&1 &)\nsleep {child} >/dev/null 2>&1 &\n\
                 kill -{signal} $PPID\nsleep {own}"
            );
            let spec = format!("botzone:{}", script(&folder, &format!("attacks-{number}"), &text));
            user.plays(&spec, &["--trust", "--time", "500ms"]);
            // The kernel may need a moment.
            let patience = Instant::now();
            for nap in &naps {
                while runs(nap) {
                    let waited = patience.elapsed();
                    assert!(waited < Duration::from_secs(5), "{signal} as {}: {nap} still sleeps", user.name);
                    thread::sleep(Duration::from_millis(20));
                }
            }
        }
    }
}

/// A bot that answered, closed its output and stayed took 2 s a turn and no fault.
#[test]
fn a_program_that_answers_and_stays_loses_with_and_without_a_sandbox() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("stays");
    let answer = "echo '{\"response\":{\"x\":1,\"y\":1}}'";
    let spec =
        format!("botzone:{}", script(&folder, "stays", &format!("{answer}; exec >&- 2>&-; sleep 1000")));
    for user in users(&folder) {
        for trust in [&[][..], &["--trust"]] {
            let table = user.plays(&spec, &[&["--openings", "0", "--time", "500ms"], trust].concat());
            contains_all(&table, &["game 1, B: silent: it closed its output and lives on"]);
            contains_all(&table, &["game 2, B: silent: it closed its output and lives on"]);
        }
    }
}
