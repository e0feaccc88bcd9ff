//! Games of the champion against itself.
//!
//! A game begins with some random moves; then both sides search a few plies,
//! and from a number of empty squares on they play perfectly. A file of games
//! has one record of fixed size for each: the moves, where the random ones
//! end, and the score. Game number `i` of a file depends only on the seed,
//! `i` and the weights, so a file that was cut short is simply continued.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result, ensure};
use clock::{Budget, Deadline};
use game::{Game, Move, Rng};
use indicatif::ProgressBar;
use othello::eval::Weights;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Square, State};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the random moves are drawn from.
    pub seed: u64,
    /// Plies that are searched; 0 plays at random.
    pub depth: u8,
    /// From so many empty squares on, play is perfect.
    pub exact: u8,
}

/// A game begins with so many random moves at least, and so many more at
/// most: a few in most games, which then look like those of good players, and
/// many in others, since a search meets all kinds of positions.
const RANDOM: u8 = 4;
const MORE: [u8; 4] = [10, 10, 10, 20];

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// All moves, without passes, which are no choice.
    pub moves: Vec<u8>,
    /// What the search said before each move, for the side to move; before
    /// a random one [`UNKNOWN`].
    pub found: Vec<i8>,
    /// So many of them were random.
    pub random: u8,
    /// Black's discs less white's; empty squares are the winner's.
    pub score: i8,
}

/// Bytes of a record: the random moves, the score, the number of moves, and
/// room for 60 of them and what was found.
const RECORD: usize = 128;

/// No game has more moves than this.
const MOVES: usize = 60;

/// What stands for a score where nothing was searched.
const UNKNOWN: i8 = i8::MIN;

/// Bytes before the first record.
const HEADER: usize = 64;

impl Rules {
    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..16].copy_from_slice(b"tesuji othello 3");
        header[16..24].copy_from_slice(&self.seed.to_le_bytes());
        header[24] = self.depth;
        header[25] = self.exact;
        header
    }

    /// Plays game number `i`.
    fn play(&self, i: u64, solver: &mut Solver) -> Played {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i);
        let random = RANDOM + rng.u8(0..=MORE[i as usize % MORE.len()]);
        let mut state = State::start();
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        while state.outcome().is_none() {
            let empties = state.empty().count_ones();
            let at_random = moves.len() < random.into() || (self.depth == 0 && empties > self.exact.into());
            let (m, score) = if at_random || state.is_legal(Square::PASS) {
                (state.random_move(&mut rng), UNKNOWN)
            } else {
                let limits = SearchLimits {
                    depth: self.depth.into(),
                    solve_from: self.exact.into(),
                    ..SearchLimits::NONE
                };
                let deadline = Deadline::start(&Budget::nodes(u64::MAX));
                let report = solver.search(&state, &limits, deadline);
                report.map_or((Square::PASS, UNKNOWN), |report| (report.best, report.score as i8))
            };
            state.play_unchecked(m);
            if m != Square::PASS {
                moves.push(m.index() as u8);
                found.push(score);
            }
        }
        let [black, white] = [game::Side::First, game::Side::Second].map(|side| state.discs(side) as i8);
        let empty = (64 - black - white) * (black - white).signum();
        // With depth 0 the random moves end where the perfect ones begin, but
        // what comes of them is what there is to learn from.
        Played { moves, found, random, score: black - white + empty }
    }
}

impl Played {
    fn to_record(&self) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        record[0] = self.random;
        record[1] = self.score as u8;
        record[2] = self.moves.len() as u8;
        for (i, (&m, &score)) in self.moves.iter().zip(&self.found).enumerate() {
            record[3 + i] = m;
            record[3 + MOVES + i] = score as u8;
        }
        record
    }

    fn from_record(record: &[u8]) -> Option<Played> {
        let count = Some(usize::from(record[2])).filter(|&count| count <= MOVES)?;
        let moves = record[3..3 + count].to_vec();
        let found = record[3 + MOVES..3 + MOVES + count].iter().map(|&score| score as i8).collect();
        Some(Played { random: record[0], score: record[1] as i8, moves, found })
    }

    /// The positions after the random moves, each with a score for the side
    /// to move: that of the game (as much as `trust` says) and for the rest
    /// what the search found here and before the next move. Who moves last in
    /// a search looks better, so one of the two is too high and one too low.
    pub fn positions(&self, trust: f32) -> Vec<(State, f32)> {
        let mut state = State::start();
        let mut states = Vec::new();
        for &m in &self.moves {
            if state.is_legal(Square::PASS) {
                state.play_unchecked(Square::PASS);
            }
            let Some(m) = Square::from_index(m.into()).filter(|&m| state.is_legal(m)) else { break };
            states.push(state);
            state.play_unchecked(m);
        }
        let sign = |i: usize| if states[i].side() == game::Side::First { 1.0 } else { -1.0 };
        // For black.
        let found = |i: usize| sign(i) * f32::from(self.found[i]);
        let searched = |i: usize| match states.get(i + 1) {
            Some(_) if !self.found[i..=i + 1].contains(&UNKNOWN) => (found(i) + found(i + 1)) / 2.0,
            _ => f32::from(self.score),
        };
        let score = |i: usize| sign(i) * (trust * f32::from(self.score) + (1.0 - trust) * searched(i));
        (self.random.into()..states.len()).map(|i| (states[i], score(i))).collect()
    }
}

/// How many whole games a file has; none if there is no such file. A file of
/// other games is an error.
fn count(path: &Path, rules: &Rules) -> Result<Option<u64>> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    let mut header = [0; HEADER];
    let whole = file.read_exact(&mut header).is_ok();
    ensure!(
        whole && header == rules.header(),
        "{} holds games that were played by other rules; choose another folder",
        path.display()
    );
    Ok(Some((file.metadata()?.len() - HEADER as u64) / RECORD as u64))
}

/// Reads all games of a file.
pub fn read(path: &Path) -> Result<Vec<Played>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(bytes.starts_with(b"tesuji othello 3"), "{} is not a file of games", path.display());
    let records = bytes[HEADER.min(bytes.len())..].chunks_exact(RECORD);
    let games: Option<Vec<Played>> = records.map(Played::from_record).collect();
    games.with_context(|| format!("{} has a broken record", path.display()))
}

/// Plays until the file has so many games, with so many threads. Tells
/// whether it has: `stop` ends it early.
pub fn generate(
    path: &Path,
    rules: &Rules,
    games: u64,
    weights: &Weights,
    jobs: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<bool> {
    let there = count(path, rules)?;
    let first = there.unwrap_or(0);
    let mut file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    if there.is_none() {
        file.write_all(&rules.header())?;
    }
    // A record that was cut short is written again.
    file.seek(SeekFrom::Start(HEADER as u64 + first * RECORD as u64))?;
    bar.set_length(games);
    bar.set_position(first);
    const CHUNK: u64 = 100;
    let next = AtomicU64::new(first);
    let (sender, receiver) = mpsc::channel::<(u64, Vec<Played>)>();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                let mut solver = Solver::new(Options { table_bytes: 4 << 20, ..Options::default() }, weights);
                loop {
                    let begin = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if begin >= games || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut chunk = Vec::new();
                    for i in begin..games.min(begin + CHUNK) {
                        solver.clear();
                        chunk.push(rules.play(i, &mut solver));
                        bar.inc(1);
                    }
                    if sender.send((begin, chunk)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Chunks are written in order, so that a file is always the beginning
        // of the whole.
        let mut waiting = std::collections::BTreeMap::new();
        let mut written = first;
        for (begin, chunk) in receiver {
            waiting.insert(begin, chunk);
            while let Some(chunk) = waiting.remove(&written) {
                let bytes: Vec<u8> = chunk.iter().flat_map(Played::to_record).collect();
                file.write_all(&bytes).with_context(|| format!("cannot write {}", path.display()))?;
                written += chunk.len() as u64;
            }
        }
        Ok(written >= games)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use std::fs;
    use std::path::PathBuf;

    const RULES: Rules = Rules { seed: 7, depth: 2, exact: 8 };

    /// A file that is gone when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            Scratch(std::env::temp_dir().join(format!("othello-trainer-{}-{name}", std::process::id())))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn play(path: &Path, rules: &Rules, games: u64, jobs: usize) -> Result<bool> {
        let never = AtomicBool::new(false);
        generate(path, rules, games, Weights::shipped(), jobs, &never, &ProgressBar::hidden())
    }

    #[test]
    fn a_file_that_was_cut_short_is_continued_to_the_same_end() {
        let (whole, cut) = (Scratch::new("whole"), Scratch::new("cut"));
        assert!(play(&whole.0, &RULES, 230, 2).unwrap());
        assert!(play(&cut.0, &RULES, 120, 1).unwrap());
        // A record is half written when the power fails.
        let bytes = fs::read(&cut.0).unwrap();
        fs::write(&cut.0, &bytes[..bytes.len() - 50]).unwrap();
        assert!(play(&cut.0, &RULES, 230, 1).unwrap());
        assert!(fs::read(&whole.0).unwrap() == fs::read(&cut.0).unwrap(), "the same games");
        assert_eq!(read(&whole.0).unwrap().len(), 230);
    }

    #[test]
    fn games_of_other_rules_are_not_mixed() {
        let file = Scratch::new("rules");
        play(&file.0, &RULES, 2, 1).unwrap();
        let error = play(&file.0, &Rules { depth: 3, ..RULES }, 4, 1).unwrap_err().to_string();
        assert!(error.contains("other rules"), "{error}");
        fs::write(&file.0, "no games").unwrap();
        assert!(read(&file.0).unwrap_err().to_string().contains("is not a file of games"));
        let broken = [&RULES.header()[..], &[0, 0, 99], &[0; 125]].concat();
        fs::write(&file.0, broken).unwrap();
        assert!(read(&file.0).unwrap_err().to_string().contains("broken record"));
    }

    /// Where play is perfect, every position has the score of the game; a
    /// random opening is no lesson.
    #[test]
    fn positions_come_with_their_scores() {
        let file = Scratch::new("scores");
        play(&file.0, &RULES, 40, 2).unwrap();
        let mut seen = 0;
        for game in read(&file.0).unwrap() {
            let (by_result, by_search) = (game.positions(1.0), game.positions(0.0));
            assert_eq!(by_result.len(), by_search.len());
            assert_eq!(by_result.len(), game.moves.len() - usize::from(game.random));
            for (one, other) in by_result.iter().zip(&by_search) {
                if one.0.empty().count_ones() <= RULES.exact.into() {
                    assert_eq!(one, other);
                    seen += 1;
                }
            }
        }
        assert!(seen > 200, "{seen}");
    }
}
