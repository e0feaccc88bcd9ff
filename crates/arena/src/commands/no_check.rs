//! Stand-in for `arena check` on systems without the referee.

use crate::cli::CheckArgs;
use crate::error::{Error, Result, Status};

/// Refuses: foreign programs need Linux.
pub fn run(args: &CheckArgs) -> Result<Status> {
    let share = args.share();
    Err(Error::Usage(format!("{} {} ({share}): foreign programs need Linux", args.game, args.spec)))
}
