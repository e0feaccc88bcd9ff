//! Programs are packed, unpacked and run, by the tools that judges use.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn pack(arguments: &[&Path]) {
    let packed = Command::new(env!("CARGO_BIN_EXE_packer")).args(arguments).output().unwrap();
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
}

/// Runs a command; `None`, with a word, where there is no such tool.
fn run(command: &mut Command, input: &[u8]) -> Option<Output> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("skipped: {command:?} does not start ({error})");
            return None;
        }
    };
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output)
}

/// What `cat` has to say once it has been through a launcher that is compiled
/// so; `None` where there is no compiler.
fn through_launcher(name: &str, flags: &[&str], arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let folder = folder(name);
    let (source, program) = (folder.join("cat.cpp"), folder.join("cat"));
    pack(&[Path::new("launcher"), Path::new("/bin/cat"), &source]);
    let text = fs::read_to_string(&source).unwrap();
    let (code, _) = text.split_once("\nconst char PACKED[] =").unwrap();
    assert!(text.is_ascii() && !code.contains('@'), "all is filled in");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++11", "-O2", "-Wall", "-Wextra", "-Werror"]).args(flags);
    run(compiler.arg("-o").args([&program, &source]), b"")?;
    let ran = run(Command::new(&program).args(arguments).env("TMPDIR", &folder), input)?;
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing is left behind: {left:?}");
    Some(ran.stdout)
}

/// Bytes of all kinds, which a shell or a terminal would change.
fn bytes() -> Vec<u8> {
    (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

#[test]
fn a_launcher_becomes_its_program_with_the_same_input_and_output() {
    if let Some(said) = through_launcher("memory", &[], &[], &bytes()) {
        assert_eq!(said, bytes());
    }
}

#[test]
fn without_files_in_memory_a_launcher_uses_a_temporary_one() {
    // No kernel has this call.
    if let Some(said) = through_launcher("file", &["-DMEMFD_CREATE=99999"], &[], &bytes()) {
        assert_eq!(said, bytes());
    }
}

#[test]
fn arguments_are_handed_on_behind_the_fixed_ones() {
    let fixed = ["-DARGUMENTS=\"--number\","];
    if let Some(said) = through_launcher("arguments", &fixed, &["--show-ends"], b"a\nb\n") {
        assert_eq!(String::from_utf8_lossy(&said), "     1\ta$\n     2\tb$\n");
    }
}

#[test]
fn a_zip_holds_a_makefile_that_yields_main() {
    let folder = folder("zip");
    let (source, archive) = (folder.join("cat.cpp"), folder.join("cat.zip"));
    pack(&[Path::new("launcher"), Path::new("/bin/cat"), &source]);
    pack(&[Path::new("saiblo"), &source, &archive]);
    let again = folder.join("again.zip");
    pack(&[Path::new("saiblo"), &source, &again]);
    assert_eq!(fs::read(&archive).unwrap(), fs::read(&again).unwrap(), "the same bytes every time");
    let unpacked = folder.join("unpacked");
    let mut unzip = Command::new("python3");
    if run(unzip.args(["-m", "zipfile", "-e"]).args([&archive, &unpacked]), b"").is_none() {
        return;
    }
    assert_eq!(fs::read(unpacked.join("main.cpp")).unwrap(), fs::read(&source).unwrap());
    if run(Command::new("make").arg("-s").arg("-C").arg(&unpacked), b"").is_some() {
        let said = run(&mut Command::new(unpacked.join("main")), b"hello").unwrap();
        assert_eq!(said.stdout, b"hello");
    }
}

#[test]
fn a_tar_holds_the_script_and_the_program() {
    let folder = folder("tar");
    let (script, archive) = (folder.join("script.py"), folder.join("cat.tar.gz"));
    fs::write(&script, "print(1)\n").unwrap();
    pack(&[Path::new("kaggle"), &script, Path::new("/bin/cat"), &archive]);
    let list = ["tar", "-tvzf"];
    let Some(listed) = run(Command::new(list[0]).arg(list[1]).arg(&archive), b"") else {
        return;
    };
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("-rw-r--r--") && listed.contains(" main.py\n"), "{listed}");
    assert!(listed.contains("-rwxr-xr-x") && listed.contains(" cat\n"), "{listed}");
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder), b"").unwrap();
    assert_eq!(fs::read(folder.join("main.py")).unwrap(), b"print(1)\n");
    assert_eq!(fs::read(folder.join("cat")).unwrap(), fs::read("/bin/cat").unwrap());
}
