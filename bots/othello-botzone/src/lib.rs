//! What all bots that play Othello share.

/// How they play when nobody says.
pub const DEFAULT_STRATEGY: &str = "champion";
