//! What a foreign program cannot do in its sandbox: each test is an attack that worked
//! once, as root and as a normal user. docs/security.md has the list.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use common::{Folder, Removed, Said, contains_all, has_sandbox, nap, python, script, users};

/// A folder outside of the temporary one.
fn elsewhere(name: &str) -> Folder {
    Folder::at(Path::new(env!("CARGO_TARGET_TMPDIR")), name)
}

/// bubblewrap kept root's capabilities: a program made the host writable again.
#[test]
fn a_program_has_no_privileges_and_cannot_write_to_the_host() {
    if !has_sandbox() {
        return;
    }
    let (folder, other) = (Folder::new("privileges"), elsewhere("privileges"));
    let text = format!(
        "for place in {0} {1}; do\n\
           mount -o remount,bind,rw / 2>/dev/null; mount -o remount,bind,rw $place 2>/dev/null\n\
           touch $place/escaped 2>/dev/null\n\
         done\n\
         [ -w /proc/sys/kernel/core_pattern ] && touch=writable\n\
         echo user $(id -u) group $(id -G) caps $(sed -n 's/^Cap...:.//p' /proc/self/status | tr -d '0\\n') \
         sys ${{touch:-read-only}} nnp $(sed -n 's/^NoNewPrivs:.//p' /proc/self/status) end",
        folder.path().display(),
        other.path().display()
    );
    let spec = format!("botzone:{}", script(&folder, "mounts", &text));
    for user in users(&folder) {
        let table = user.plays(&spec, &[]);
        contains_all(&table, &["user 65534 group 65534 caps sys read-only nnp 1 end"]);
        for place in [&folder, &other] {
            assert!(!Path::new(&place.file("escaped")).exists(), "as {}", user.name);
        }
    }
}

/// A read-only mount does not stop `connect`: a listener of the host got the program's
/// environment.
#[test]
fn a_program_cannot_reach_sockets_and_fifos_of_the_host() {
    if !has_sandbox() {
        return;
    }
    let (folder, other) = (Folder::new("sockets"), elsewhere("sockets"));
    let fifo = other.file("fifo");
    assert!(Command::new("mkfifo").args(["-m", "666", &fifo]).status().unwrap().success());
    let abstract_name = format!("arena-test-{}", std::process::id());
    let shared = std::env::temp_dir().join(format!("arena-test-{}.sock", std::process::id()));
    // A second program lies directly in the temporary folder, which it must not see.
    let beside = std::env::temp_dir().join(format!("arena-test-{}-bot", std::process::id()));
    let _removed = [&shared, &beside].map(|path| Removed(path.clone()));
    let reached = Arc::new(AtomicBool::new(false));
    let mut listeners = vec![
        UnixListener::bind(other.file("socket")).unwrap(),
        UnixListener::bind(&shared).unwrap(),
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_name).unwrap()).unwrap(),
    ];
    for path in [&other.file("socket"), shared.to_str().unwrap()] {
        assert!(Command::new("chmod").args(["777", path]).status().unwrap().success());
    }
    for listener in listeners.drain(..) {
        let reached = reached.clone();
        thread::spawn(move || {
            while let Ok((mut stream, _)) = listener.accept() {
                reached.store(true, Ordering::SeqCst);
                let _ = stream.read(&mut [0]);
            }
        });
    }
    let text = format!(
        "import os, socket\n\
         found = []\n\
         for name in {:?}, {:?}, '\\0{abstract_name}':\n\
         \x20   try: socket.socket(socket.AF_UNIX).connect(name); found.append(name)\n\
         \x20   except OSError: pass\n\
         if os.path.exists({fifo:?}): found.append('fifo')\n\
         print('reached', found)",
        other.file("socket"),
        shared.display(),
    );
    let Some(spec) = python(&folder, "connects", &text) else { return };
    fs::copy(folder.file("connects"), &beside).unwrap();
    for user in users(&folder) {
        for spec in [&spec, &format!("botzone:{}", beside.display())] {
            contains_all(&user.plays(spec, &[]), &["'reached []"]);
            assert!(!reached.load(Ordering::SeqCst), "as {}", user.name);
        }
    }
    // Without a sandbox it reaches them: the test would see it.
    let table = users(&folder)[0].plays(&spec, &["--trust"]);
    contains_all(&table, &["socket", "fifo", ".sock", &abstract_name]);
    assert!(reached.load(Ordering::SeqCst));
}

/// Without bubblewrap root's programs had all devices and saw the command lines of the
/// host.
#[test]
fn a_program_sees_no_devices_and_no_processes_of_the_host() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("devices");
    let text = "cd /dev; for f in * */*; do [ -b $f ] || [ -c $f ] && devices=\"$devices $f\"; done\n\
                echo devices:$devices\n\
                [ $(ls -d /proc/[0-9]* | wc -l) -lt 10 ] && echo few processes\n\
                touch /dev/new 2>/dev/null || echo no new device\n\
                (exec </dev/tty) 2>/dev/null || echo own session";
    let spec = format!("botzone:{}", script(&folder, "looks", text));
    for user in users(&folder) {
        let table = user.plays(&spec, &[]);
        let devices = table.split("devices:").nth(1).unwrap().split("\\n").next().unwrap().trim();
        let known = "full null ptmx random stderr stdin stdout tty urandom zero pts/ptmx";
        let new: Vec<&str> =
            devices.split(' ').filter(|name| !known.split(' ').any(|k| k == *name)).collect();
        assert!(devices.contains("zero") && new.is_empty(), "as {}: {devices}", user.name);
        contains_all(&table, &["few processes\\nno new device\\nown session"]);
    }
}

#[test]
fn a_program_has_no_network_and_writes_only_to_private_folders() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("network");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let own = format!("arena-test-{}", nap(0));
    let text = format!(
        "import socket\n\
         def did(action):\n\
         \x20   try: action(); return 'yes'\n\
         \x20   except OSError: return 'no'\n\
         write = lambda path: lambda: open(path, 'w').write('x')\n\
         print('tcp', did(lambda: socket.create_connection(('127.0.0.1', {port}), 2)), 'beside', did(write({:?})), \
         *[did(write(f + '/{own}')) for f in ('/tmp', '/var/tmp', '/dev/shm')], \
         *[did(write(f + '/{own}')) for f in ('/', '/run', '/home', '/root', '/usr', '/etc', '/dev')], 'end')",
        folder.file("beside"),
    );
    let Some(spec) = python(&folder, "breaks-out", &text) else { return };
    let outside = ["/tmp", "/var/tmp", "/dev/shm"].map(|folder| Path::new(folder).join(&own));
    let _removed = outside.clone().map(Removed);
    for user in users(&folder) {
        let table = user.plays(&spec, &[]);
        contains_all(&table, &["tcp no beside no yes yes yes no no no no no no no end"]);
        assert!(!Path::new(&folder.file("beside")).exists(), "as {}", user.name);
        assert!(!outside.iter().any(|path| path.exists()), "as {}", user.name);
    }
    // With --trust it can do what the user may: the test would see it.
    let text = text.replace("'/', '/run', '/home', '/root', '/usr', '/etc', '/dev'", "");
    let trusted = python(&folder, "breaks-out", &text).unwrap();
    let user = &users(&folder)[0];
    let said = user.run(&trusted, &["--trust"]);
    assert_eq!(said.stderr, "foreign programs: no sandbox (--trust); 1024 MiB each\n");
    contains_all(&said.stdout, &["tcp yes beside yes yes yes yes end"]);
    assert!(outside.iter().all(|path| path.exists()));
}

/// The whole environment was inherited, and a secret of it ended in a log; so were
/// descriptors, and homes could be read.
#[test]
fn a_program_gets_no_secrets() {
    if !has_sandbox() {
        return;
    }
    let (folder, home) = (Folder::new("secrets"), elsewhere("home"));
    fs::write(home.file("key"), "hunter2").unwrap();
    let text = "echo $(env) $(cat $HOME/key $KEY <&9 2>/dev/null) $(ls $HOME) home $HOME end";
    let spec = format!("botzone:{}", script(&folder, "spies", text));
    for user in users(&folder) {
        let play = |options: &[&str]| {
            let inner = user.command(
                &[&["match", "tictactoe", "random", &spec, "--games", "2", "--time", "20s"], options]
                    .concat(),
            );
            // A shell leaves the descriptor open for what it starts.
            let mut command = Command::new("sh");
            let script = format!("exec 9<{}; exec \"$@\"", home.file("key"));
            command.args(["-c", &script, "sh"]).arg(inner.get_program()).args(inner.get_args());
            command.env("BOTZONE_SECRET", "hunter2").env("HOME", home.path()).env("LANG", "C");
            command.env("PATH", "/usr/bin:/bin").env("LD_LIBRARY_PATH", "/no-such-folder");
            Said::of(command.output().unwrap())
        };
        let said = play(&[]);
        contains_all(&said.stdout, &["HOME=/tmp", "LANG=C", "PATH=/usr/bin:/bin", "home /tmp end"]);
        for secret in ["hunter2", "BOTZONE", "LD_LIBRARY_PATH", "key"] {
            assert!(!said.stdout.contains(secret), "as {}: {}", user.name, said.stdout);
        }
        // What the user names is passed.
        let said = play(&["--env", "BOTZONE_SECRET", "--env", "LD_LIBRARY_PATH=/x", "--env", "LANG=de"]);
        contains_all(&said.stdout, &["BOTZONE_SECRET=hunter2", "LD_LIBRARY_PATH=/x", "LANG=de"]);
        // Without a sandbox the environment is the same, except the home.
        let said = play(&["--trust"]);
        contains_all(&said.stdout, &["HOME=/", "home /"]);
        assert!(!said.stdout.contains("BOTZONE"), "as {}: {}", user.name, said.stdout);
    }
}

/// The match went on without any sandbox.
#[test]
fn without_bubblewrap_a_program_is_refused_unless_it_is_trusted() {
    let folder = Folder::new("refused");
    let spec = format!("botzone:{}", script(&folder, "bot", "touch $0.ran; exit 1"));
    let ran = folder.file("bot.ran");
    let line = ["match", "tictactoe", "random", &spec, "--games", "2", "--time", "20s"];
    let run = |path: &Path, options: &[&str]| {
        let user = users(&folder).remove(0);
        Said::of(user.command(&[&line, options].concat()).env("PATH", path).output().unwrap())
    };
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let said = run(&empty, &[]);
    let line_of_help = "arena: foreign programs need bubblewrap, which is not installed \
                        (apt install bubblewrap); --trust runs them without a sandbox\n";
    assert_eq!((said.stdout.as_str(), said.stderr.as_str(), said.code), ("", line_of_help, Some(1)));
    // Where it is installed and does not work.
    let fake = Folder::new("refused-fake");
    script(&fake, "bwrap", "echo 'bwrap: no permission for a new namespace' >&2; exit 1");
    std::os::unix::fs::symlink("/bin/echo", fake.file("echo")).unwrap();
    let said = run(fake.path(), &[]);
    assert_eq!((said.stdout.as_str(), said.code), ("", Some(1)), "{}", said.stderr);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    contains_all(
        &said.stderr,
        &[
            "bubblewrap 0.8 or newer, which does not work here (it ended with exit code 1;",
            "no permission",
            "--trust",
        ],
    );
    assert!(!Path::new(&ran).exists());
    let said = run(&empty, &["--trust"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    contains_all(&said.stdout, &["crashed"]);
}

/// Namespaces of its own would let a program mount file systems and look like root.
#[test]
fn a_program_cannot_make_namespaces() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("namespaces");
    let text = "for kind in --user --mount --pid; do unshare $kind true 2>/dev/null && made=$made$kind; done\n\
                unshare --user --map-root-user true 2>/dev/null && made=$made--root\n\
                echo made: ${made:-nothing}";
    let spec = format!("botzone:{}", script(&folder, "unshares", text));
    for user in users(&folder) {
        contains_all(&user.plays(&spec, &[]), &["made: nothing"]);
    }
}

/// Root's programs run as another user, who cannot read a private folder of root.
#[test]
fn a_program_of_root_that_another_user_cannot_open_is_refused_with_the_way_to_open_it() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("private");
    let spec = format!("botzone:{}", script(&folder, "bot", "exit 3"));
    let user = users(&folder).remove(0);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let said = user.run(&spec, &[]);
    if user.name == "root" {
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
        contains_all(
            &said.stderr,
            &["may not open", &format!("chmod a+rx {} allows it", folder.path().display())],
        );
    } else {
        contains_all(&said.stdout, &["it ended with exit code 3"]);
    }
}
