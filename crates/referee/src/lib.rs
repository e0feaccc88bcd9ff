//! A judge's side: starts a program, limits it, talks to it in a judge's
//! language, and says what it did wrong.
//!
//! | module | what it holds |
//! |---|---|
//! | [`fault`] | what can go wrong with a player |
//! | [`program`], [`process`], [`end`] | a program; the program, running; how it ended |
//! | [`keep`], [`sandbox`], [`memory`] | the keeper between us and a foreign program; what the program cannot reach; what it uses |
//! | [`dialogue`] | asking for a move, whatever the language |
//! | [`botzone`], [`saiblo`], [`gtp`], [`nboard`], [`kaggle`] | the languages |
//! | [`compete`] | a library for Compete as a program that speaks Saiblo's |
//! | [`language`] | the languages of a game |
//!
//! It shares no line with the bots' own reading and writing, so that a mistake
//! there is not made here again.
//!
//! A program that uses a [`Keeper`] calls [`serve`] before anything else: the
//! keeper is that program once more, in another role.

pub mod botzone;
pub mod compete;
pub mod dialogue;
pub mod end;
pub mod fault;
pub mod gtp;
pub mod kaggle;
pub mod keep;
pub mod language;
pub mod memory;
pub mod nboard;
pub mod process;
pub mod program;
pub mod saiblo;
pub mod sandbox;

pub use dialogue::{Answer, Dialogue};
pub use end::Ended;
pub use fault::{Fault, FaultKind};
pub use keep::{Keeper, Limits, serve};
pub use language::{Language, languages};
pub use process::Process;
pub use program::Program;
pub use sandbox::Sandbox;
