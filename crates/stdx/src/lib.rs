//! Small helpers that the standard library lacks.
//!
//! | module | what it holds |
//! |---|---|
//! | [`interrupt`] | a flag that Ctrl-C sets |
//! | [`files`] | replaces a file in one step |
//! | [`jobs`] | numbered jobs on several threads, results in order |

pub mod files;
pub mod interrupt;
pub mod jobs;
