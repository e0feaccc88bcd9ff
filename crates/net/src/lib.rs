//! Small policy and value networks for boards of up to 12×12 cells, evaluated on a CPU.
//!
//! A [`Network`] takes [`Planes`] of cells and answers with a value for the side to move
//! and one number per cell, from which priors are made. Convolutions use 16-bit integers
//! and the best instructions of the CPU ([`Cpu`]): plain code, SSE2, AVX2, AVX-512 VNNI,
//! or simd128 in a browser. The result has the same bits with all of them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`grid`] | the cells of a board with a border |
//! | [`planes`], [`input`] | the input, and the trait of a game's positions |
//! | [`network`] | the network and its evaluation |
//! | [`PolicyValue`] | value and priors of a position, as a tree search asks for them |
//! | [`layer`] | a convolution with integer weights |
//! | `lanes` | convolutions with vector instructions |
//! | [`file`](mod@file) | networks as bytes |
//! | [`math`] | exponential functions that are the same on every machine |
//!
//! The crate knows no game and does not train; `learn` makes the networks.

pub mod file;
pub mod grid;
pub mod input;
mod lanes;
pub mod layer;
pub mod math;
pub mod network;
pub mod planes;
mod policy_value;

pub use file::{FileError, checksum};
pub use grid::{Grid, MAX_SIDE};
pub use input::Input;
pub use lanes::Cpu;
pub use layer::Layer;
pub use network::{Answer, Block, Heads, Network, Scratch, Shape};
pub use planes::Planes;
pub use policy_value::PolicyValue;
