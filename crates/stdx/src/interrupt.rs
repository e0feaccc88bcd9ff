//! A flag that Ctrl-C sets.

use std::io;
use std::sync::atomic::AtomicBool;

/// Exit code of a program that Ctrl-C has ended: the one that shells report for
/// that signal.
pub const EXIT_CODE: u8 = 130;

/// Returns a flag that the first Ctrl-C sets; the second one ends the program
/// with [`EXIT_CODE`]. Every call returns the same flag.
#[cfg(not(target_family = "wasm"))]
pub fn flag() -> io::Result<&'static AtomicBool> {
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;

    static SEEN: AtomicBool = AtomicBool::new(false);
    static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
    let handler = || {
        if SEEN.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    };
    let installed = HANDLER.get_or_init(|| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    match installed {
        Ok(()) => Ok(&SEEN),
        Err(error) => Err(io::Error::other(format!("cannot handle Ctrl-C: {error}"))),
    }
}

/// Returns a flag that is never set: a browser has no Ctrl-C.
#[cfg(target_family = "wasm")]
pub fn flag() -> io::Result<&'static AtomicBool> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Ok(&NEVER)
}
