//! What all bots that play NoGo share.

/// How they play when nobody says.
pub const DEFAULT_STRATEGY: &str = "champion";
