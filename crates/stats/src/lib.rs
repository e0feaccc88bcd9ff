//! Strength of players from the results of their games, with confidence
//! intervals.
//!
//! The unit is a *pair*: two games from the same opening with the colours
//! swapped. The two games depend on each other (an opening may favour a side), so
//! the variance is computed over pairs, not over games. A pair has five possible
//! results, from two losses to two wins. Their counts are called *pentanomial*.
//!
//! | question | answer |
//! |---|---|
//! | How strong is A against B? | [`Estimate`]: score, Elo, confidence intervals |
//! | Is A stronger than B by a given Elo difference? (tested after each pair) | [`Sprt`] |
//! | How strong is each of several players? | [`Ratings`] |
//!
//! ```
//! use stats::{Estimate, Sprt, Verdict};
//!
//! let pairs = [10, 40, 120, 60, 20];
//! let estimate = Estimate::from_counts(&pairs).unwrap();
//! assert_eq!(format!("{:+.1} ± {:.1}", estimate.elo, estimate.elo_error()), "+27.9 ± 20.3");
//!
//! let test = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };
//! assert_eq!(test.verdict(&pairs), None);
//! assert_eq!(test.verdict(&pairs.map(|count| 10 * count)), Some(Verdict::Stronger));
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

mod estimate;
pub mod linear;
mod ratings;
mod sprt;

pub use estimate::{Estimate, elo};
pub use ratings::{Pairing, Ratings};
pub use sprt::{Sprt, Verdict};

/// Expected score at an Elo difference: 0.5 at 0, towards 1 above.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Pairs of score and count: the scores are evenly spaced from 0 to 1, one per
/// count.
fn results<T: Copy>(counts: &[T]) -> impl Iterator<Item = (f64, T)> {
    let steps = (counts.len().max(2) - 1) as f64;
    counts.iter().enumerate().map(move |(i, &count)| (i as f64 / steps, count))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
