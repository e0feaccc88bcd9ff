//! A library for Compete, Saiblo's local judge, as a program that speaks
//! Saiblo's language.
//!
//! A library can do to its process what it likes: this one is for it alone.

use std::ffi::{OsString, c_int};
use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use libloading::Library;
use rustix::io::dup;
use rustix::stdio::dup2_stdout;

/// Row and column, as the library has them.
#[repr(C)]
struct Point {
    x: c_int,
    y: c_int,
}

type GetPoint =
    unsafe extern "C" fn(c_int, c_int, *const c_int, *const c_int, c_int, c_int, c_int, c_int) -> *mut Point;
type ClearPoint = unsafe extern "C" fn(*mut Point);

/// `LIBRARY`: plays by it until the input ends.
pub(crate) fn run(arguments: &[OsString]) -> Result<()> {
    let [path] = arguments else { anyhow::bail!("one library is loaded") };
    // Libraries print what they think; stdout is for answers.
    let mut answers = File::from(dup(io::stdout())?);
    dup2_stdout(io::stderr())?;
    // SAFETY: whatever its initialisers do, they do it to this process, which
    // has nothing else to do.
    let library =
        unsafe { Library::new(path) }.with_context(|| format!("{} cannot be loaded", path.display()))?;
    // SAFETY: these are the types that Compete declares for the two names.
    let (get, clear) =
        unsafe { (*library.get::<GetPoint>(b"getPoint\0")?, *library.get::<ClearPoint>(b"clearPoint\0")?) };
    let mut input = Numbers(io::stdin().lock());
    let [rows, columns, no_x, no_y] = input.some()?.context("no board")?;
    ensure!((1..=100).contains(&rows) && (1..=100).contains(&columns), "no board of {rows} by {columns}");
    while let Some([last_x, last_y]) = input.some()? {
        let tops = input.list(columns as usize)?;
        let board = input.list((rows * columns) as usize)?;
        // Compete asks on a fresh thread each time.
        let ask = move || {
            // SAFETY: both lists are as long as the library is told, and live
            // until it has answered.
            let point =
                unsafe { get(rows, columns, tops.as_ptr(), board.as_ptr(), last_x, last_y, no_x, no_y) };
            ensure!(!point.is_null(), "getPoint gives nothing");
            // SAFETY: the library gives a point that lives until it is cleared.
            let Point { x, y } = unsafe { point.read() };
            // SAFETY: it comes from this library, and nobody uses it any more.
            unsafe { clear(point) };
            Ok((x, y))
        };
        let (x, y) = thread::spawn(ask).join().map_err(|_| anyhow!("the library panicked"))??;
        let text = format!("{x} {y}");
        answers.write_all(&(text.len() as u32).to_be_bytes())?;
        answers.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Numbers between blanks.
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

    /// So many, or none where the input ends.
    fn some<const N: usize>(&mut self) -> Result<Option<[c_int; N]>> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            match self.next()? {
                Some(next) => *number = next,
                None => return Ok(None),
            }
        }
        Ok(Some(numbers))
    }

    fn list(&mut self, count: usize) -> Result<Vec<c_int>> {
        (0..count).map(|_| self.next()?.context("the input ends too early")).collect()
    }
}
