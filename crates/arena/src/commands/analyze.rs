//! `arena analyze`: an engine's evaluation of a position, live on a terminal.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clock::{Budget, Stop};
use game::error::quote;
use game::{Decision, Engine, Game, History, Playable, analysis};
use games::Visitor;
use stdx::interrupt;

use super::output::print;
use super::prepare;
use crate::cli::{AnalyzeArgs, Tree};
use crate::error::{Error, Result, Status, require};
use crate::foreign::is_foreign;
use crate::position;
use crate::render::decision;
use crate::render::live::Live;

/// Writes the analysis, without the part that a terminal already shows. After Ctrl-C it is
/// what the engine has found until then.
pub fn run(args: &AnalyzeArgs) -> Result<Status> {
    let interrupted = interrupt::flag().context("cannot start")?;
    print(&games::visit(&args.game, &Analyze { args, interrupted })??)?;
    Ok(if interrupted.load(Ordering::Relaxed) { Status::Interrupted } else { Status::Success })
}

struct Analyze<'a> {
    args: &'a AnalyzeArgs,
    interrupted: &'static AtomicBool,
}

impl Visitor for Analyze<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(&self) -> Result<String> {
        let args = self.args;
        let spec = prepare::spec_or_first::<G>(args.engine.as_deref());
        require!(!is_foreign(&spec), "{} reports only its move; analyze needs a strategy", quote(&spec));
        let limits = args.limits.limits();
        let (mut engine, budget) = prepare::engine::<G>(&spec, args.seed, &limits)?;
        let budget = Budget { stop: Some(Stop::from(self.interrupted)), ..budget };
        let best = args.best.map_or(usize::MAX, |best| best as usize);
        let history = position::read_game::<G>(&args.position, &args.moves)?;
        let state = history.state();
        require!(state.outcome().is_none(), "the game is over in {state}; there is nothing to analyze");
        let mut head = state.draw(history.moves().last().copied());
        let _ = writeln!(head, "\nposition   {state}\nengine     {spec} ({limits})");
        let live = if args.json || args.tree == Some(Tree::Dot) { None } else { Live::below(&head)? };
        let is_live = live.is_some();
        let decision = think(&mut *engine, &history, &budget, best, live)?;
        let tree = match args.tree {
            None => None,
            Some(form) => {
                let none = || {
                    Error::Usage(format!("{spec} made no tree for this position; choose another --engine"))
                };
                let tree = engine.tree(state, args.depth).ok_or_else(none)?;
                Some(if form == Tree::Dot { tree.dot(state) } else { tree.text(state) })
            }
        };
        if args.json {
            return Ok(format!("{:#}\n", decision::json(state, &spec, &decision, tree.as_deref())));
        }
        if let (Some(Tree::Dot), Some(tree)) = (args.tree, &tree) {
            return Ok(tree.clone());
        }
        let mut out = if is_live { String::new() } else { head };
        out.push_str(&decision::text(state, &decision));
        if let Some(tree) = tree {
            let _ = write!(out, "\n{tree}");
        }
        Ok(out)
    }
}

/// Lets the engine decide and shows its decision so far.
fn think<G: Game>(
    engine: &mut dyn Engine<G>,
    history: &History<G>,
    budget: &Budget,
    best: usize,
    live: Option<Live>,
) -> Result<Decision<G::Move>> {
    let Some(mut live) = live else {
        return Ok(analysis::analyze(engine, history, budget, best, &mut |_| ())?);
    };
    let mut shown = Ok(());
    let decision = analysis::analyze(engine, history, budget, best, &mut |so_far| {
        if shown.is_ok() {
            shown = live.show(|| decision::text(history.state(), &so_far()));
        }
    });
    shown?;
    live.clear()?;
    Ok(decision?)
}
