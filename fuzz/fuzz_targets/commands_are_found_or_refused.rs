//! Law: the command line of a foreign program names a program that exists, or is
//! refused with one line. Nothing is started.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::Program;
use referee::program::split_folder;
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    if let Err(error) = Program::of_command(text) {
        check_error(&format!("{error:#}"));
    }
    match split_folder(text) {
        Ok((folder, command)) => {
            assert!(text.ends_with(command), "{command:?} is not the end of {text:?}");
            assert!(folder.is_none_or(|folder| folder.is_dir()), "{text:?}");
        }
        Err(error) => check_error(&format!("{error:#}")),
    }
});
