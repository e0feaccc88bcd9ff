//! Packs programs, then unpacks and runs them with the tools that judges use.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Creates an empty folder for a test.
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

/// Runs a command. If the tool is missing, prints a line and returns `None`.
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

/// Output of `cat`, run by a launcher that is compiled with `flags`; `None` if there
/// is no compiler.
fn run_by_launcher(name: &str, flags: &[&str], arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let folder = folder(name);
    let (source, program) = (folder.join("cat.cpp"), folder.join("cat"));
    pack(&[Path::new("launcher"), Path::new("/bin/cat"), &source]);
    let text = fs::read_to_string(&source).unwrap();
    let (code, _) = text.split_once("\nconst char PACKED[] =").unwrap();
    assert!(text.is_ascii() && !code.contains('@'), "a placeholder is not filled in");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++11", "-O2", "-Wall", "-Wextra", "-Werror"]).args(flags);
    run(compiler.arg("-o").args([&program, &source]), b"")?;
    let ran = run(Command::new(&program).args(arguments).env("TMPDIR", &folder), input)?;
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "temporary files are left: {left:?}");
    Some(ran.stdout)
}

/// Bytes of all values, as a test that nothing is changed on the way.
fn bytes() -> Vec<u8> {
    (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

#[test]
fn a_launcher_runs_its_program_with_the_same_input_and_output() {
    if let Some(output) = run_by_launcher("memory", &[], &[], &bytes()) {
        assert_eq!(output, bytes());
    }
}

#[test]
fn a_launcher_uses_a_temporary_file_if_memfd_create_fails() {
    // No kernel has a system call of this number.
    if let Some(output) = run_by_launcher("file", &["-DMEMFD_CREATE=99999"], &[], &bytes()) {
        assert_eq!(output, bytes());
    }
}

#[test]
fn given_arguments_follow_the_fixed_ones() {
    let fixed = ["-DARGUMENTS=\"--number\","];
    if let Some(output) = run_by_launcher("arguments", &fixed, &["--show-ends"], b"a\nb\n") {
        assert_eq!(String::from_utf8_lossy(&output), "     1\ta$\n     2\tb$\n");
    }
}

#[test]
fn the_makefile_in_a_zip_builds_main() {
    let folder = folder("zip");
    let (source, archive) = (folder.join("cat.cpp"), folder.join("cat.zip"));
    pack(&[Path::new("launcher"), Path::new("/bin/cat"), &source]);
    pack(&[Path::new("saiblo"), &source, &archive]);
    let again = folder.join("again.zip");
    pack(&[Path::new("saiblo"), &source, &again]);
    assert_eq!(
        fs::read(&archive).unwrap(),
        fs::read(&again).unwrap(),
        "the same files must give the same archive"
    );
    let unpacked = folder.join("unpacked");
    let mut unzip = Command::new("python3");
    if run(unzip.args(["-m", "zipfile", "-e"]).args([&archive, &unpacked]), b"").is_none() {
        return;
    }
    assert_eq!(fs::read(unpacked.join("main.cpp")).unwrap(), fs::read(&source).unwrap());
    if run(Command::new("make").arg("-s").arg("-C").arg(&unpacked), b"").is_some() {
        let output = run(&mut Command::new(unpacked.join("main")), b"hello").unwrap();
        assert_eq!(output.stdout, b"hello");
    }
}

#[test]
fn a_tar_contains_the_script_and_the_program() {
    let folder = folder("tar");
    let (script, archive) = (folder.join("script.py"), folder.join("cat.tar.gz"));
    fs::write(&script, "print(1)\n").unwrap();
    pack(&[Path::new("kaggle"), &script, Path::new("/bin/cat"), &archive]);
    let Some(listed) = run(Command::new("tar").arg("-tvzf").arg(&archive), b"") else {
        return;
    };
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("-rw-r--r--") && listed.contains(" main.py\n"), "{listed}");
    assert!(listed.contains("-rwxr-xr-x") && listed.contains(" cat\n"), "{listed}");
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder), b"").unwrap();
    assert_eq!(fs::read(folder.join("main.py")).unwrap(), b"print(1)\n");
    assert_eq!(fs::read(folder.join("cat")).unwrap(), fs::read("/bin/cat").unwrap());
}

#[test]
fn version_and_help_exit_with_0_and_a_wrong_command_with_2() {
    let code = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_packer")).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let version = format!("packer {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(code(&["--version"]), (Some(0), version));
    assert_eq!(code(&["--help"]).0, Some(0));
    assert_eq!(code(&["launcher", "only-one"]).0, Some(2));
}
