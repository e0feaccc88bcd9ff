//! The referee: starts a foreign program, limits it, asks it for moves in a
//! judge's protocol, and reports what it does wrong. Linux only.
//!
//! | module | what it holds |
//! |---|---|
//! | [`fault`] | what a player can do wrong |
//! | [`program`], [`process`], [`end`] | a program; its running process; how it ended |
//! | [`keeper`], `launch` | the process that supervises a foreign program; how it starts the program |
//! | [`sandbox`], `view`, `inside`, `seccomp`, `environment` | bubblewrap; what a program sees of the host; its first process; system calls and variables that it does not get |
//! | `cgroup`, `held`, [`memory`] | what a program uses: counted by the kernel, or the sum of what can be seen; peaks |
//! | `throttle` | a share of the time, as a slower machine would give |
//! | [`record`] | what a program was sent and what came back |
//! | [`connection`] | [`Connection`]: asks for a move, in any language |
//! | [`botzone`], [`saiblo`], [`gtp`], [`nboard`], [`kaggle`] | the languages, one per protocol |
//! | [`compete`] | runs a library for Compete as a program with Saiblo's protocol |
//! | [`level`] | the depth limit of an engine that knows no clock |
//! | [`language`] | the languages of a game |
//!
//! The referee shares no code with the bots' own reading and writing
//! (`judge-protocol`), so that the two check each other.
//!
//! A program that uses a [`Keeper`] calls [`serve`] before anything else: the
//! keeper is the same program, started again with an internal subcommand.

pub mod botzone;
mod cgroup;
pub mod compete;
pub mod connection;
pub mod end;
mod environment;
pub mod fault;
pub mod gtp;
mod held;
mod inside;
pub mod kaggle;
pub mod keeper;
pub mod language;
mod launch;
pub mod level;
pub mod memory;
pub mod nboard;
pub mod process;
pub mod program;
pub mod record;
pub mod saiblo;
pub mod sandbox;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod seccomp;
#[cfg(test)]
mod tests;
mod throttle;
mod view;

pub use connection::{Answer, Connection};
pub use contest::{GameClock, TimeControl};
pub use end::Ended;
pub use fault::{Fault, FaultKind};
pub use keeper::{Keeper, ProcessLimits, serve};
pub use language::{Language, languages};
pub use process::Process;
pub use program::Program;
pub use record::Record;
pub use sandbox::Sandbox;
