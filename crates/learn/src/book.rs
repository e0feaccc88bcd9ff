//! Computes the opening book of the classic board.
//!
//! That takes most of an hour, so every entry is appended at once to a draft beside
//! the book. After an interruption the next run continues from the draft.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use connect4::book::{self, BookMove, STONES};
use connect4::safe_moves::SafeMoves;
use connect4::{Classic, Column, Solver};
use game::{Game, Outcome, Symmetric};
use indicatif::ProgressBar;

use crate::steps::Stopped;

/// Solver nodes between two tests of the stop flag: some seconds.
const NODES_PER_PIECE: u64 = 20_000_000;

/// Options of `learn book`.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Output file; until it is complete, its entries are in OUT.draft
    #[arg(long)]
    out: PathBuf,
    /// Size of the solver's transposition table in MiB
    #[arg(long, default_value_t = 512)]
    memory: usize,
}

/// Computes and writes the book.
pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let path = args.out.with_added_extension("draft");
    let (draft, drafted) = open(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut builder = Builder {
        draft,
        drafted,
        solver: Solver::new(args.memory << 20),
        entries: HashMap::new(),
        bar: ProgressBar::new_spinner(),
        stop,
    };
    // One entry may take minutes.
    builder.bar.enable_steady_tick(Duration::from_millis(200));
    let start = Classic::start();
    builder.add(&start).and_then(|()| builder.add_replies(&start)).with_context(|| {
        format!("{} has the entries so far; run the same command again to continue", path.display())
    })?;
    builder.bar.finish_and_clear();
    let count = builder.entries.len();
    let nodes: u64 = builder.entries.values().map(|(_, nodes)| nodes).sum();
    let most = builder.entries.values().map(|(_, nodes)| nodes).max().copied().unwrap_or(0);
    let entries = builder.entries.into_iter().map(|(state, (book_move, _))| (state, book_move));
    let bytes = book::encode(entries);
    stdx::files::replace(&args.out, &bytes)?;
    fs::remove_file(&path)?;
    println!("{count} positions, {} bytes, {nodes} nodes in total, at most {most} per position", bytes.len());
    Ok(())
}

/// Opens the draft for appending, and returns its complete entries as a book.
fn open(draft: &Path) -> Result<(File, Vec<u8>)> {
    let file = OpenOptions::new().create(true).append(true).open(draft)?;
    let mut entries = fs::read(draft)?;
    entries.truncate(entries.len() / 8 * 8);
    file.set_len(entries.len() as u64)?;
    Ok((file, book::sort(&entries)))
}

struct Builder<'a> {
    draft: File,
    /// The book of the entries of earlier runs.
    drafted: Vec<u8>,
    solver: Solver<u64>,
    /// Moves and solver nodes by position; of two mirror images the one with the
    /// smaller key.
    entries: HashMap<Classic, (BookMove, u64)>,
    bar: ProgressBar,
    stop: &'a AtomicBool,
}

impl Builder<'_> {
    /// Adds a position in which the book's side is to move, and all that follow.
    fn add(&mut self, state: &Classic) -> Result<()> {
        let image = state.transform(1);
        let state = if image.key() < state.key() { image } else { *state };
        if (state.own() | state.other()).count_ones() >= STONES || self.entries.contains_key(&state) {
            return Ok(());
        }
        let (book_move, nodes) = match book::lookup_in(&self.drafted, &state) {
            Some(book_move) => (book_move, 0),
            None => self.choose(&state)?,
        };
        self.entries.insert(state, (book_move, nodes));
        self.bar.set_message(format!("{} positions", self.entries.len()));
        self.add_replies(&state.play(book_move.column)?)
    }

    /// Chooses a move that keeps the result, and appends it to the draft.
    fn choose(&mut self, state: &Classic) -> Result<(BookMove, u64)> {
        let (mut book_move, mut nodes) = self.solve(state)?;
        if book_move.outcome != Outcome::Win {
            let (hardest, more) = self.hardest_move(state, book_move.outcome)?;
            book_move.column = hardest.unwrap_or(book_move.column);
            nodes += more;
        }
        self.draft.write_all(&book::encode([(*state, book_move)]))?;
        Ok((book_move, nodes))
    }

    /// Of the moves that keep this result, the one after which the largest share of
    /// the opponent's safe replies are mistakes; of equals the one nearest to the
    /// centre.
    fn hardest_move(&mut self, state: &Classic, result: Outcome) -> Result<(Option<Column>, u64)> {
        let (mut best, mut most, mut nodes) = (None, -1.0, 0);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.sort_by_key(|m| (2 * m.number() + 1).abs_diff(state.columns()));
        for m in moves {
            let next = SafeMoves::new(&state.play(m)?);
            let mut replies = Vec::new();
            next.legal_moves(&mut replies);
            let (mut mistakes, mut keeps) = (0, next.outcome().is_none());
            for &reply in &replies {
                let (answer, more) = self.solve(&next.position().play(reply)?)?;
                nodes += more;
                mistakes += usize::from(answer.outcome > result);
                keeps &= answer.outcome >= result;
            }
            let share = mistakes as f32 / replies.len() as f32;
            if keeps && share > most {
                (best, most) = (Some(m), share);
            }
        }
        Ok((best, nodes))
    }

    /// The solver's move, the result and the number of nodes.
    fn solve(&mut self, state: &Classic) -> Result<(BookMove, u64)> {
        // In pieces, to test the stop flag; the transposition table is kept.
        let mut nodes = 0;
        let solution = loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            let mut deadline = Deadline::start(&Budget::nodes(NODES_PER_PIECE));
            match self.solver.solve_outcome(state, &mut deadline) {
                Some(solution) => break solution,
                None => nodes += NODES_PER_PIECE,
            }
        };
        let book_move = BookMove { column: solution.best, outcome: solution.proof.outcome };
        Ok((book_move, nodes + solution.nodes))
    }

    /// Adds the positions after every move of the opponent.
    fn add_replies(&mut self, state: &Classic) -> Result<()> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        for m in moves {
            let next = state.play(m)?;
            if next.outcome().is_none() {
                self.add(&next)?;
            }
        }
        Ok(())
    }
}
