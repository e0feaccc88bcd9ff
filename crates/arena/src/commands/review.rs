//! `arena review`: the mistakes of a recorded game.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clock::{Budget, Stop};
use game::error::quote;
use game::{Bound, Playable};
use games::Visitor;
use indicatif::HumanDuration;
use records::review::{Review, review_move};
use records::{Error as RecordError, Record};
use stdx::interrupt;

use super::output::print_either;
use super::prepare;
use super::replay::{player, title};
use crate::cli::ReviewArgs;
use crate::error::{Error, Result, Status, require};
use crate::foreign::is_foreign;
use crate::position::{named_file, read_text};
use crate::render::progress::Progress;
use crate::render::review::{self, Game};

/// Writes the review. After Ctrl-C it is that of the moves until then.
pub fn run(args: &ReviewArgs) -> Result<Status> {
    let interrupted = interrupt::flag().context("cannot start")?;
    games::visit(&args.game, &Reviewer { args, interrupted })?
}

struct Reviewer<'a> {
    args: &'a ReviewArgs,
    interrupted: &'static AtomicBool,
}

impl Visitor for Reviewer<'_> {
    type Output = Result<Status>;

    fn visit<G: Playable>(&self) -> Result<Status> {
        let args = self.args;
        let spec = prepare::spec_or_first::<G>(args.engine.as_deref());
        require!(!is_foreign(&spec), "{} reports only its move; review needs a strategy", quote(&spec));
        let limits = args.limits.limits();
        let record = self.record::<G>()?;
        let plies = self.plies(record.history.moves().len())?;
        prepare::check_writable(args.svg.as_deref())?;
        let review = self.review(&record, plies.clone(), &spec)?;
        let game = Game {
            record: &record,
            title: title(&record, &args.file.display().to_string()),
            players: [game::Side::First, game::Side::Second].map(|side| player(&record, side)),
            engine: spec,
            limits,
            review: &review,
            missing: plies.count() - review.moves.len(),
        };
        if let Some(path) = &args.svg {
            prepare::write_file(path, &review::svg(&game)?)?;
        }
        print_either(args.json, || review::json(&game), || review::text(&game))?;
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        Ok(if interrupted { Status::Interrupted } else { Status::Success })
    }
}

impl Reviewer<'_> {
    fn record<G: Playable>(&self) -> Result<Record<G>> {
        let ReviewArgs { file, number, .. } = self.args;
        records::read_one(&read_text(file)?, *number).map_err(|error| match error {
            RecordError::ManyGames(count) => {
                let file = file.display();
                Error::Usage(format!("{file} has {count} games; write the number of one behind the file"))
            }
            other => named_file(file, other),
        })
    }

    /// Numbers of the moves to review.
    fn plies(&self, last: usize) -> Result<RangeInclusive<usize>> {
        let file = self.args.file.display();
        let ply = |number: Option<u64>, default| {
            number.map_or(default, |number| usize::try_from(number).unwrap_or(usize::MAX))
        };
        let (from, to) = (ply(self.args.from, 1), ply(self.args.to, last).min(last));
        require!(last > 0, "{file}: the game has no moves to review");
        require!(from <= last, "--from {from}: the game has {last} moves");
        require!(from <= to, "--from {from} is greater than --to {to}");
        Ok(from..=to)
    }

    fn review<G: Playable>(
        &self,
        record: &Record<G>,
        plies: RangeInclusive<usize>,
        spec: &str,
    ) -> Result<Review<G::Move>> {
        let args = self.args;
        let (mut engine, budget) = prepare::engine::<G>(spec, args.seed, &args.limits.limits())?;
        let budget = Budget { stop: Some(Stop::from(self.interrupted)), ..budget };
        let best = args.best.map_or(usize::MAX, |best| usize::try_from(best).unwrap_or(usize::MAX));
        let mut review = Review::default();
        let (mut progress, started, last) = (Progress::new(), Instant::now(), *plies.end());
        for ply in plies {
            let before = record.at(ply - 1)?;
            let state = *before.state();
            let played = record.history.moves()[ply - 1];
            let done = review.moves.len();
            let left = match started.elapsed().checked_div(done as u32) {
                Some(each) => format!("  {:#} left", HumanDuration(each * (last + 1 - ply) as u32)),
                None => String::new(),
            };
            let text = state.move_text(played);
            let threshold = args.threshold;
            let reviewed =
                review_move(&mut *engine, &before, played, &budget, best, threshold, &mut |so_far| {
                    progress.show_text(|| {
                        let decision = so_far();
                        let best = decision.moves.first().map(review::value_text).unwrap_or_default();
                        format!("move {ply}/{last}: {text}, best so far {best}{left}")
                    });
                })?;
            if self.interrupted.load(Ordering::Relaxed) {
                // The analysis of this move was cut off.
                break;
            }
            if reviewed.best.bound == Bound::Unknown && reviewed.choices > 1 {
                progress.finish();
                return Err(Error::usage(format!(
                    "{} has no value for move {ply}; choose another --engine or a larger limit",
                    quote(spec)
                )));
            }
            review.moves.push(reviewed);
        }
        progress.finish();
        Ok(review)
    }
}
