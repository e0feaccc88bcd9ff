//! Errors of the arena, and the exit codes of the program.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | success; also if the reader of stdout has closed it |
//! | 1 | failure: a file cannot be written, no sandbox, a solver gave a wrong answer, a checked program fails, … |
//! | 2 | mistake of the user: a wrong option, an unknown game or strategy, a malformed position, an input file that cannot be read, a log that does not fit, … |
//! | 130 | Ctrl-C |
//!
//! An error is one line on stderr.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use contest::{EntrantError, LogError};
use game::error::quote;
use game::{GameOver, IllegalMove, ParseError, SpecError};
use games::UnknownGame;
use stdx::interrupt;

/// Why a command ended without its result.
#[derive(Debug)]
pub enum Error {
    /// A mistake of the user.
    Usage(String),
    /// Anything else that went wrong.
    Failure(anyhow::Error),
    /// Ctrl-C ended the command and no result can be shown.
    Interrupted(String),
    /// The reader of stdout has closed it.
    PipeClosed,
}

/// Result of a command or a part of it.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// How a command with a result ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All was done.
    Success,
    /// A solver gave a wrong answer.
    WrongAnswers,
    /// A checked program fails.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "programs are checked on Linux"))]
    FailedCheck,
    /// Ctrl-C ended the games; the result is that of the games before.
    Interrupted,
}

const FAILURE: u8 = 1;
const USAGE: u8 = 2;

impl Status {
    /// Exit code of the program.
    pub fn code(self) -> ExitCode {
        match self {
            Status::Success => ExitCode::SUCCESS,
            Status::WrongAnswers | Status::FailedCheck => ExitCode::from(FAILURE),
            Status::Interrupted => ExitCode::from(interrupt::EXIT_CODE),
        }
    }
}

impl Error {
    /// A mistake of the user.
    pub fn usage(message: impl fmt::Display) -> Error {
        Error::Usage(message.to_string())
    }

    /// The user named an input file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Error {
        Error::Usage(format!("cannot read {}: {error}", path.display()))
    }

    /// A file cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Error {
        Error::Failure(anyhow::anyhow!("cannot write {}: {error}", path.display()))
    }

    /// The same error, with the place in front of it.
    pub fn at(self, place: impl fmt::Display) -> Error {
        match self {
            Error::Usage(message) => Error::Usage(format!("{place}: {message}")),
            Error::Failure(error) => Error::Failure(error.context(place.to_string())),
            Error::Interrupted(_) | Error::PipeClosed => self,
        }
    }

    /// The same mistake of the user, with what to do behind it.
    pub fn hint(self, hint: impl fmt::Display) -> Error {
        match self {
            Error::Usage(message) => Error::Usage(format!("{message}; {hint}")),
            other => other,
        }
    }

    /// Exit code of the program.
    pub fn code(&self) -> ExitCode {
        match self {
            Error::Usage(_) => ExitCode::from(USAGE),
            Error::Failure(_) => ExitCode::from(FAILURE),
            Error::Interrupted(_) => ExitCode::from(interrupt::EXIT_CODE),
            Error::PipeClosed => ExitCode::SUCCESS,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Usage(message) | Error::Interrupted(message) => f.write_str(message),
            Error::Failure(error) => write!(f, "{error:#}"),
            Error::PipeClosed => f.write_str("stdout is closed"),
        }
    }
}

/// Returns a mistake of the user unless the condition holds.
macro_rules! require {
    ($condition:expr, $($message:tt)+) => {
        let holds: bool = $condition;
        if !holds {
            return Err($crate::error::Error::Usage(format!($($message)+)));
        }
    };
}
pub(crate) use require;

/// Errors that are always mistakes of the user.
macro_rules! usage_errors {
    ($($error:ty),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::usage(error)
            }
        }
    )+};
}
usage_errors!(SpecError, ParseError, IllegalMove, UnknownGame, contest::TermsError, records::Error);

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Error {
        Error::Failure(error)
    }
}

impl From<GameOver> for Error {
    fn from(error: GameOver) -> Error {
        Error::Failure(error.into())
    }
}

/// Errors of writing to stdout; other files are named by [`Error::unwritable`].
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::PipeClosed,
            _ => Error::Failure(error.into()),
        }
    }
}

impl From<EntrantError> for Error {
    fn from(error: EntrantError) -> Error {
        match error {
            EntrantError::NoSimulations(name) => Error::Usage(format!(
                "{name} makes no simulations; limit it with --time or --nodes (one side: --time-a, --nodes-b)"
            )),
            other => Error::usage(other),
        }
    }
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Error {
        match error {
            LogError::Io { .. } => Error::Failure(error.into()),
            LogError::Exists(path) => {
                Error::Usage(format!("{} exists; --resume continues it", path.display()))
            }
            other => Error::usage(other),
        }
    }
}

impl From<contest::Error> for Error {
    fn from(error: contest::Error) -> Error {
        match error {
            contest::Error::Terms(error) => error.into(),
            contest::Error::Entrant(error) => error.into(),
            contest::Error::Log(error) => error.into(),
        }
    }
}

/// Reads a number; `what` names it in the error, as in "a score".
pub fn number<T: std::str::FromStr<Err: fmt::Display>>(text: &str, what: &str) -> Result<T> {
    text.parse().map_err(|error| Error::Usage(format!("{} is not {what}: {error}", quote(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_follows_from_the_type_of_the_error() {
        let io = |kind| io::Error::new(kind, "why");
        let path = Path::new("file");
        for (error, code) in [
            (Error::from(io(io::ErrorKind::BrokenPipe)), 0),
            (Error::from(io(io::ErrorKind::StorageFull)), 1),
            (Error::unwritable(path, &io(io::ErrorKind::NotFound)), 1),
            (Error::unreadable(path, &io(io::ErrorKind::NotFound)), 2),
            (Error::from(SpecError::new("no such strategy")), 2),
            (Error::from(LogError::Exists(path.into())), 2),
            (Error::from(LogError::Locked(path.into())), 2),
            (LogError::Unreadable { path: path.into(), source: io(io::ErrorKind::NotFound) }.into(), 2),
            (LogError::Io { action: "write", path: path.into(), source: io(io::ErrorKind::Other) }.into(), 1),
            (Error::from(anyhow::anyhow!("no sandbox")), 1),
            (Error::Interrupted(String::new()), 130),
        ] {
            assert_eq!(error.code(), ExitCode::from(code), "{error}");
        }
        assert_eq!(Status::Interrupted.code(), ExitCode::from(130));
    }

    #[test]
    fn a_place_does_not_change_the_kind_of_an_error() {
        let usage = Error::usage("'x' is not a move").at("move 2");
        assert_eq!(
            (usage.to_string().as_str(), usage.code()),
            ("move 2: 'x' is not a move", ExitCode::from(2))
        );
        let failure = Error::from(anyhow::anyhow!("no memory")).at("game 1");
        assert_eq!((failure.to_string().as_str(), failure.code()), ("game 1: no memory", ExitCode::from(1)));
    }
}
