//! Solves the first moves on the classic board.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use connect4::book::{Advice, STONES, bind};
use connect4::{Classic, Solver};
use game::{Game, Symmetric};
use indicatif::ProgressBar;

/// Options of `connect4-trainer book`.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Where the book goes
    #[arg(long)]
    out: PathBuf,
    /// MiB for what the solver remembers
    #[arg(long, default_value_t = 512)]
    memory: usize,
}

/// Works out every position that can come up.
pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let mut author = Author {
        solver: Solver::new(args.memory << 20),
        pages: HashMap::new(),
        bar: ProgressBar::new_spinner(),
        stop,
    };
    let start = Classic::start();
    author.write(&start)?;
    author.reply(&start)?;
    author.bar.finish_and_clear();
    let count = author.pages.len();
    let nodes: u64 = author.pages.values().map(|(_, nodes)| nodes).sum();
    let most = author.pages.values().map(|(_, nodes)| nodes).max().copied().unwrap_or(0);
    let book = bind(author.pages.into_iter().map(|(state, (advice, _))| (state, advice)));
    std::fs::write(&args.out, &book).with_context(|| format!("cannot write {}", args.out.display()))?;
    println!("{count} positions, {} bytes, {nodes} nodes in all, {most} at most", book.len());
    Ok(())
}

struct Author<'a> {
    solver: Solver<u64>,
    /// By position, of two mirror images the first.
    pages: HashMap<Classic, (Advice, u64)>,
    bar: ProgressBar,
    stop: &'a AtomicBool,
}

impl Author<'_> {
    /// Our side is to move: what to play, and what may follow.
    fn write(&mut self, state: &Classic) -> Result<()> {
        let image = state.transform(1);
        let state = if image.key() < state.key() { image } else { *state };
        if (state.own() | state.other()).count_ones() >= STONES || self.pages.contains_key(&state) {
            return Ok(());
        }
        if self.stop.load(Ordering::Relaxed) {
            bail!("stopped; a book is only written when it is whole");
        }
        let mut deadline = Deadline::start(&Budget::default());
        let solution = self.solver.solve_outcome(&state, &mut deadline).context("a game that goes on")?;
        let advice = Advice { column: solution.best, outcome: solution.proof.outcome };
        self.pages.insert(state, (advice, solution.nodes));
        self.bar.set_message(format!("{} positions", self.pages.len()));
        self.bar.tick();
        self.reply(&state.play(advice.column)?)
    }

    /// The opponent may play anything.
    fn reply(&mut self, state: &Classic) -> Result<()> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        for m in moves {
            let next = state.play(m)?;
            if next.outcome().is_none() {
                self.write(&next)?;
            }
        }
        Ok(())
    }
}
