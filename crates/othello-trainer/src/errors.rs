//! How far shallow searches are from deep ones.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args as ClapArgs;

#[derive(ClapArgs)]
pub struct Args {
    /// Positions to search.
    #[arg(long, default_value_t = 2000)]
    positions: u64,
}

pub fn run(_args: &Args, _stop: &AtomicBool) -> Result<()> {
    Ok(())
}
