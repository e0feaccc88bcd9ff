//! Runs a library for Compete, Saiblo's local judge, as a program with Saiblo's
//! protocol.
//!
//! A library can damage its process, so each has a process of its own, made like that of
//! Compete, which is a C++ program: with the C++ library loaded and a main thread's stack.
//! The protocol is version 2, in which the program says when it is ready: loading does
//! not count as the first move.

use std::ffi::{OsStr, OsString, c_int};
use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use libloading::Library;
use libloading::os::unix::{Library as UnixLibrary, RTLD_GLOBAL, RTLD_NOW};
use rustix::io::dup;
use rustix::stdio::dup2_stdout;

/// Row and column, in the library's layout.
#[repr(C)]
struct Point {
    x: c_int,
    y: c_int,
}

/// The C++ library. Some libraries use it without naming it, since Compete has loaded it.
const CPP: &str = "libstdc++.so.6";
/// Stack of a thread of Compete, in bytes.
const STACK: usize = 8 << 20;

type GetPoint =
    unsafe extern "C" fn(c_int, c_int, *const c_int, *const c_int, c_int, c_int, c_int, c_int) -> *mut Point;
type ClearPoint = unsafe extern "C" fn(*mut Point);

/// `LIBRARY`: answers with the library's moves until the input ends.
pub(crate) fn run(arguments: &[OsString]) -> Result<()> {
    let [path] = arguments else { anyhow::bail!("internal subcommand: it takes one library") };
    // Libraries may print to stdout, which is for answers.
    let mut answers = File::from(dup(io::stdout())?);
    dup2_stdout(io::stderr())?;
    let (_cpp, library) = load(path)?;
    // SAFETY: these are the types that Compete declares for the two names.
    let (get, clear) =
        unsafe { (*library.get::<GetPoint>(b"getPoint\0")?, *library.get::<ClearPoint>(b"clearPoint\0")?) };
    send(&mut answers, "ok")?;
    let mut input = Numbers(io::stdin().lock());
    let [rows, columns, no_x, no_y] = input.array()?.context("the shape of the board is missing")?;
    ensure!(
        (1..=100).contains(&rows) && (1..=100).contains(&columns),
        "board is {rows}x{columns}; rows and columns must be 1 to 100"
    );
    while let Some([last_x, last_y]) = input.array()? {
        let tops = input.list(columns)?;
        let board = input.list(rows * columns)?;
        // Compete calls on a new thread each time.
        let ask = move || {
            // SAFETY: both lists have the lengths that are passed, and live until
            // the call returns.
            let point =
                unsafe { get(rows, columns, tops.as_ptr(), board.as_ptr(), last_x, last_y, no_x, no_y) };
            ensure!(!point.is_null(), "getPoint returns null");
            // SAFETY: the point lives until it is cleared.
            let Point { x, y } = unsafe { point.read() };
            // SAFETY: it comes from this library and is not used afterwards.
            unsafe { clear(point) };
            Ok((x, y))
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(ask)?;
        let (x, y) = thread.join().map_err(|_| anyhow!("the library panicked"))??;
        send(&mut answers, &format!("{x} {y}"))?;
    }
    Ok(())
}

/// Loads the C++ library, if there is one, and the library itself.
fn load(path: &OsStr) -> Result<(Option<UnixLibrary>, Library)> {
    // SAFETY: the initialisers can damage only this process, which does nothing else.
    let cpp = unsafe { UnixLibrary::open(Some(CPP), RTLD_NOW | RTLD_GLOBAL) };
    // SAFETY: the same.
    let library = unsafe { Library::new(path) };
    let missing = if cpp.is_err() { format!(" (there is no {CPP})") } else { String::new() };
    let library = library.with_context(|| format!("{} cannot be loaded{missing}", path.display()))?;
    Ok((cpp.ok(), library))
}

/// Writes a frame: the length in four bytes, and the text.
fn send(answers: &mut File, text: &str) -> Result<()> {
    answers.write_all(&(text.len() as u32).to_be_bytes())?;
    Ok(answers.write_all(text.as_bytes())?)
}

/// Reads numbers separated by whitespace.
struct Numbers<R>(R);

impl<R: Read> Numbers<R> {
    fn next(&mut self) -> Result<Option<c_int>> {
        let mut word = String::new();
        let mut byte = [0];
        while self.0.read(&mut byte)? == 1 {
            match byte[0] {
                blank if blank.is_ascii_whitespace() && word.is_empty() => (),
                blank if blank.is_ascii_whitespace() => break,
                other => word.push(char::from(other)),
            }
        }
        if word.is_empty() { Ok(None) } else { Ok(Some(word.parse()?)) }
    }

    /// The next `N` numbers; `None` at the end of the input.
    fn array<const N: usize>(&mut self) -> Result<Option<[c_int; N]>> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            match self.next()? {
                Some(next) => *number = next,
                None => return Ok(None),
            }
        }
        Ok(Some(numbers))
    }

    /// A list of `count` numbers, after its length.
    fn list(&mut self, count: c_int) -> Result<Vec<c_int>> {
        let mut next = || self.next()?.context("the input ends too early");
        let length = next()?;
        ensure!(length == count, "a list of {length} numbers; there must be {count}");
        (0..count).map(|_| next()).collect()
    }
}
