//! Solves the first moves on the classic board.
//!
//! That takes most of an hour, so every page is written down at once, into a
//! draft beside the book: whoever was stopped goes on from there.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use connect4::book::{Advice, STONES, bind, look_up, rebind};
use connect4::sharp::Sharp;
use connect4::{Classic, Column, Solver};
use game::{Game, Outcome, Symmetric};
use indicatif::ProgressBar;

/// Positions that the solver visits between two looks whether to stop, some
/// seconds.
const PIECE: u64 = 20_000_000;

/// Options of `connect4-trainer book`.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Where the book goes; until it is whole, its pages are in OUT.part
    #[arg(long)]
    out: PathBuf,
    /// MiB for what the solver remembers
    #[arg(long, default_value_t = 512)]
    memory: usize,
}

/// Works out every position that can come up.
pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let draft = args.out.with_added_extension("part");
    let (pages, drafted) = open(&draft).with_context(|| format!("cannot write {}", draft.display()))?;
    let mut author = Author {
        draft: pages,
        drafted,
        solver: Solver::new(args.memory << 20),
        pages: HashMap::new(),
        bar: ProgressBar::new_spinner(),
        stop,
    };
    // One page may take minutes.
    author.bar.enable_steady_tick(Duration::from_millis(200));
    let start = Classic::start();
    author.write(&start).and_then(|()| author.reply(&start)).with_context(|| {
        format!("{} has the pages so far, and the next run goes on with it", draft.display())
    })?;
    author.bar.finish_and_clear();
    let count = author.pages.len();
    let nodes: u64 = author.pages.values().map(|(_, nodes)| nodes).sum();
    let most = author.pages.values().map(|(_, nodes)| nodes).max().copied().unwrap_or(0);
    let book = bind(author.pages.into_iter().map(|(state, (advice, _))| (state, advice)));
    fs::write(&args.out, &book).with_context(|| format!("cannot write {}", args.out.display()))?;
    fs::remove_file(&draft)?;
    println!("{count} positions, {} bytes, {nodes} nodes in all, {most} at most", book.len());
    Ok(())
}

/// The draft, to write on, and the book that its whole pages make.
fn open(draft: &Path) -> Result<(File, Vec<u8>)> {
    let file = OpenOptions::new().create(true).append(true).open(draft)?;
    let mut pages = fs::read(draft)?;
    pages.truncate(pages.len() / 8 * 8);
    file.set_len(pages.len() as u64)?;
    Ok((file, rebind(&pages)))
}

struct Author<'a> {
    draft: File,
    /// What an earlier run has worked out.
    drafted: Vec<u8>,
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
        let (advice, nodes) = match look_up(&self.drafted, &state) {
            Some(advice) => (advice, 0),
            None => self.solve(&state)?,
        };
        self.pages.insert(state, (advice, nodes));
        self.bar.set_message(format!("{} positions", self.pages.len()));
        self.reply(&state.play(advice.column)?)
    }

    /// A move that keeps the result, and what it is.
    fn solve(&mut self, state: &Classic) -> Result<(Advice, u64)> {
        let (mut advice, mut nodes) = self.ask(state)?;
        if advice.outcome != Outcome::Win {
            let (trap, more) = self.trap(state, advice.outcome)?;
            advice.column = trap.unwrap_or(advice.column);
            nodes += more;
        }
        self.draft.write_all(&bind([(*state, advice)]))?;
        Ok((advice, nodes))
    }

    /// Of the moves that keep this result the one after which most of the
    /// opponent's sensible replies are mistakes; of equals the first from the
    /// middle.
    fn trap(&mut self, state: &Classic, promised: Outcome) -> Result<(Option<Column>, u64)> {
        let (mut best, mut most, mut nodes) = (None, -1.0, 0);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.sort_by_key(|m| (2 * m.number() + 1).abs_diff(state.columns()));
        for m in moves {
            let seen = Sharp::new(&state.play(m)?);
            let mut replies = Vec::new();
            seen.legal_moves(&mut replies);
            let (mut mistakes, mut keeps) = (0, seen.outcome().is_none());
            for &reply in &replies {
                let (answer, more) = self.ask(&seen.position().play(reply)?)?;
                nodes += more;
                mistakes += usize::from(answer.outcome > promised);
                keeps &= answer.outcome >= promised;
            }
            let share = mistakes as f32 / replies.len() as f32;
            if keeps && share > most {
                (best, most) = (Some(m), share);
            }
        }
        Ok((best, nodes))
    }

    /// The solver's answer.
    fn ask(&mut self, state: &Classic) -> Result<(Advice, u64)> {
        // A piece at a time: what one has found out, the next one remembers.
        let mut nodes = 0;
        let solution = loop {
            if self.stop.load(Ordering::Relaxed) {
                bail!("stopped");
            }
            let mut deadline = Deadline::start(&Budget::nodes(PIECE));
            match self.solver.solve_outcome(state, &mut deadline) {
                Some(solution) => break solution,
                None => nodes += PIECE,
            }
        };
        let advice = Advice { column: solution.best, outcome: solution.proof.outcome };
        Ok((advice, nodes + solution.nodes))
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
