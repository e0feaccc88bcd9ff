//! Self-play games of the champion, and their file format.
//!
//! A game begins with some random moves. Then both sides search a few plies, and
//! play perfectly from a number of empty squares on. A file has one record of
//! fixed size for each game: the moves, the number of random moves, the scores of
//! the searches and the result. Game number `i` of a file depends only on the
//! settings, `i` and the weights, so an unfinished file can be continued.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use clock::{Budget, Deadline};
use game::{Game, Move, Rng};
use indicatif::ProgressBar;
use othello::eval::Weights;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Square, State};

/// Settings of the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of the random moves.
    pub seed: u64,
    /// Search depth in plies; 0 plays at random.
    pub depth: u8,
    /// Number of empty squares from which play is perfect.
    pub exact: u8,
}

/// Smallest number of random moves at the beginning of a game.
const MIN_RANDOM_MOVES: u8 = 4;

/// Largest number of additional random moves, by game number modulo 4. Most games
/// have few, so that they resemble games of good players. Others have many, since
/// a search visits positions of all kinds.
const MAX_EXTRA_RANDOM_MOVES: [u8; 4] = [10, 10, 10, 20];

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// All moves except passes, which are forced.
    pub moves: Vec<u8>,
    /// Score of the search before each move, for the side to move; [`UNKNOWN`]
    /// before a random move.
    pub search_scores: Vec<i8>,
    /// Number of random moves at the beginning.
    pub random_moves: u8,
    /// Black's discs minus white's; empty squares count for the winner.
    pub score: i8,
}

/// Size of a record in bytes: the number of random moves, the result, the number
/// of moves, up to 60 moves and up to 60 scores.
const RECORD: usize = 128;

/// Largest number of moves of a game.
const MOVES: usize = 60;

/// Score of a position that was not searched.
const UNKNOWN: i8 = i8::MIN;

/// Size of the header in bytes.
const HEADER: usize = 64;

impl Settings {
    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..16].copy_from_slice(b"tesuji othello 3");
        header[16..24].copy_from_slice(&self.seed.to_le_bytes());
        header[24] = self.depth;
        header[25] = self.exact;
        header
    }

    /// Plays game number `i`.
    fn play(&self, i: u64, solver: &mut Solver) -> GameRecord {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i);
        let random_moves =
            MIN_RANDOM_MOVES + rng.u8(0..=MAX_EXTRA_RANDOM_MOVES[i as usize % MAX_EXTRA_RANDOM_MOVES.len()]);
        let mut state = State::start();
        let (mut moves, mut search_scores) = (Vec::new(), Vec::new());
        while state.outcome().is_none() {
            let empties = state.empty().count_ones();
            let at_random =
                moves.len() < random_moves.into() || (self.depth == 0 && empties > self.exact.into());
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
                search_scores.push(score);
            }
        }
        let [black, white] = [game::Side::First, game::Side::Second].map(|side| state.discs(side) as i8);
        let empty = (64 - black - white) * (black - white).signum();
        // With depth 0 all moves before the perfect ones are random, but
        // `random_moves` is not raised: the first round learns from their positions.
        GameRecord { moves, search_scores, random_moves, score: black - white + empty }
    }
}

impl GameRecord {
    fn to_record(&self) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        record[0] = self.random_moves;
        record[1] = self.score as u8;
        record[2] = self.moves.len() as u8;
        for (i, (&m, &score)) in self.moves.iter().zip(&self.search_scores).enumerate() {
            record[3 + i] = m;
            record[3 + MOVES + i] = score as u8;
        }
        record
    }

    fn from_record(record: &[u8]) -> Option<GameRecord> {
        let count = Some(usize::from(record[2])).filter(|&count| count <= MOVES)?;
        let moves = record[3..3 + count].to_vec();
        let search_scores = record[3 + MOVES..3 + MOVES + count].iter().map(|&score| score as i8).collect();
        Some(GameRecord { random_moves: record[0], score: record[1] as i8, moves, search_scores })
    }

    /// The positions after the random moves, each with a score for the side to
    /// move: the weighted mean of the game's result (weight `trust`) and the
    /// search's score. The latter is the mean of the searches before this move and
    /// before the next one: evaluations favour the side that made the last move,
    /// so one of the two is too high and the other too low.
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
        // Both scores are for black.
        let score_here = |i: usize| sign(i) * f32::from(self.search_scores[i]);
        let searched = |i: usize| match states.get(i + 1) {
            Some(_) if !self.search_scores[i..=i + 1].contains(&UNKNOWN) => {
                (score_here(i) + score_here(i + 1)) / 2.0
            }
            _ => f32::from(self.score),
        };
        let score = |i: usize| sign(i) * (trust * f32::from(self.score) + (1.0 - trust) * searched(i));
        (self.random_moves.into()..states.len()).map(|i| (states[i], score(i))).collect()
    }
}

/// Number of whole games in a file; `None` if there is no such file. A file of
/// games with other settings is an error.
fn count(path: &Path, settings: &Settings) -> Result<Option<u64>> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    let mut header = [0; HEADER];
    let whole = file.read_exact(&mut header).is_ok();
    ensure!(
        whole && header == settings.header(),
        "{} has games of other settings; use the same arguments again or choose another folder",
        path.display()
    );
    Ok(Some((file.metadata()?.len() - HEADER as u64) / RECORD as u64))
}

/// Reads all games of a file.
pub fn read(path: &Path) -> Result<Vec<GameRecord>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(bytes.starts_with(b"tesuji othello 3"), "{} is not a file of games", path.display());
    let records = bytes[HEADER.min(bytes.len())..].chunks_exact(RECORD);
    let games: Option<Vec<GameRecord>> = records.map(GameRecord::from_record).collect();
    games.with_context(|| format!("{} has an invalid record", path.display()))
}

/// Plays until the file has this number of games, on `jobs` threads. Returns false
/// if `stop` ended it early.
pub fn generate(
    path: &Path,
    settings: &Settings,
    games: u64,
    weights: &Weights,
    jobs: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<bool> {
    let there = count(path, settings)?;
    let first = there.unwrap_or(0);
    let mut file = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    if there.is_none() {
        file.write_all(&settings.header())?;
    }
    // An incomplete record at the end is overwritten.
    file.seek(SeekFrom::Start(HEADER as u64 + first * RECORD as u64))?;
    bar.set_length(games);
    bar.set_position(first);
    const CHUNK: u64 = 100;
    let missing = games.saturating_sub(first);
    let mut written = first;
    let mut failed = None;
    // Chunks are written in order, so an unfinished file is always a prefix of the
    // finished one.
    stdx::jobs::ordered(
        jobs,
        missing.div_ceil(CHUNK),
        stop,
        || Solver::new(Options { table_bytes: 4 << 20, ..Options::default() }, weights),
        |solver, chunk| {
            let begin = first + chunk * CHUNK;
            let play = |i| {
                solver.clear();
                let game = settings.play(i, solver);
                bar.inc(1);
                game
            };
            (begin..games.min(begin + CHUNK)).map(play).collect::<Vec<_>>()
        },
        |_, chunk| {
            let bytes: Vec<u8> = chunk.iter().flat_map(GameRecord::to_record).collect();
            match file.write_all(&bytes) {
                Ok(()) => {
                    written += chunk.len() as u64;
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    match failed {
        Some(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(written >= games),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use std::fs;
    use std::path::PathBuf;

    const SETTINGS: Settings = Settings { seed: 7, depth: 2, exact: 8 };

    /// A file that is deleted at the end of the test.
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

    fn play(path: &Path, settings: &Settings, games: u64, jobs: usize) -> Result<bool> {
        let never = AtomicBool::new(false);
        generate(path, settings, games, Weights::shipped(), jobs, &never, &ProgressBar::hidden())
    }

    #[test]
    fn an_unfinished_file_is_continued_to_the_same_bytes() {
        let (whole, cut) = (Scratch::new("whole"), Scratch::new("cut"));
        assert!(play(&whole.0, &SETTINGS, 230, 2).unwrap());
        assert!(play(&cut.0, &SETTINGS, 120, 1).unwrap());
        // The last record is incomplete, as after a power failure.
        let bytes = fs::read(&cut.0).unwrap();
        fs::write(&cut.0, &bytes[..bytes.len() - 50]).unwrap();
        assert!(play(&cut.0, &SETTINGS, 230, 1).unwrap());
        assert!(fs::read(&whole.0).unwrap() == fs::read(&cut.0).unwrap(), "the same games");
        assert_eq!(read(&whole.0).unwrap().len(), 230);
    }

    #[test]
    fn games_of_other_settings_are_not_mixed() {
        let file = Scratch::new("settings");
        play(&file.0, &SETTINGS, 2, 1).unwrap();
        let error = play(&file.0, &Settings { depth: 3, ..SETTINGS }, 4, 1).unwrap_err().to_string();
        assert!(error.contains("other settings"), "{error}");
        fs::write(&file.0, "no games").unwrap();
        assert!(read(&file.0).unwrap_err().to_string().contains("is not a file of games"));
        let broken = [&SETTINGS.header()[..], &[0, 0, 99], &[0; 125]].concat();
        fs::write(&file.0, broken).unwrap();
        assert!(read(&file.0).unwrap_err().to_string().contains("invalid record"));
    }

    /// Where play is perfect, every position has the game's score. The positions
    /// of the random opening are left out.
    #[test]
    fn positions_have_the_scores_of_their_games() {
        let file = Scratch::new("scores");
        play(&file.0, &SETTINGS, 40, 2).unwrap();
        let mut seen = 0;
        for game in read(&file.0).unwrap() {
            let (by_result, by_search) = (game.positions(1.0), game.positions(0.0));
            assert_eq!(by_result.len(), by_search.len());
            assert_eq!(by_result.len(), game.moves.len() - usize::from(game.random_moves));
            for (one, other) in by_result.iter().zip(&by_search) {
                if one.0.empty().count_ones() <= SETTINGS.exact.into() {
                    assert_eq!(one, other);
                    seen += 1;
                }
            }
        }
        assert!(seen > 200, "{seen}");
    }
}
