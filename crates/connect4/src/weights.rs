//! none
use crate::eval::{COUNTS, KNOTS, Weights};
/// none
pub const LEARNED: Weights = [[0; COUNTS]; KNOTS];
