//! `arena match`: many games between two engines.
//!
//! The games come in pairs from the same opening, with the colours swapped.
//! Each game has fresh engines with seeds of their own, so that no game
//! depends on another one: with counted budgets and engines of one thread the
//! same seed gives the same games, however many are played at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clock::Budget;
use game::{History, Side, Strategies};

use crate::budget::Limits;
use crate::cli::{Boards, MatchArgs};
use crate::duel::{self, Played, Player};
use crate::games::{Playable, Visitor};
use crate::opening;
use crate::position;
use crate::progress::Progress;
use crate::tally::{Name, Tally};

/// The exit code of a match that Ctrl-C has ended: what shells report for
/// that signal.
pub const INTERRUPTED: u8 = 130;

/// A match that was played, or the part of it before an interruption.
pub struct Report {
    /// The game's name.
    pub game: &'static str,
    /// The specs of A and B.
    pub specs: [String; 2],
    /// What a move of A and of B may cost.
    pub limits: [Limits; 2],
    /// Where the games began, before the opening.
    pub start: String,
    /// Random plies of the openings.
    pub opening_plies: usize,
    /// What chance followed from.
    pub seed: u64,
    /// How many games were to be played.
    pub games: u64,
    /// Games played at a time.
    pub jobs: u64,
    /// How late a move may be.
    pub tolerance: Duration,
    /// What came of it.
    pub tally: Tally,
    /// How long it took.
    pub elapsed: Duration,
}

impl Report {
    /// Was it ended before all games were played?
    pub fn is_interrupted(&self) -> bool {
        self.tally.games() < self.games
    }
}

/// `arena match`, for any game.
pub struct Match<'a> {
    /// What the user wants.
    pub args: &'a MatchArgs,
}

impl Visitor for Match<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let args = self.args;
        let table = Table::<G>::set_up(args)?;
        let started = Instant::now();
        let interrupted = listen_to_ctrl_c()?;
        let tally = table.play_all(args.games, args.jobs, &interrupted);
        Ok(Report {
            game: G::NAME,
            specs: table.specs,
            limits: args.side_limits.resolve(&args.limits),
            start: match args.boards {
                Boards::Usual => table.starts.of_pair(0, table.seed).to_string(),
                Boards::Random => "boards drawn by lot".to_string(),
            },
            opening_plies: table.opening_plies,
            seed: table.seed,
            games: args.games,
            jobs: args.jobs,
            tolerance: table.tolerance,
            tally,
            elapsed: started.elapsed(),
        })
    }
}

/// Becomes true with the first Ctrl-C; the second ends the program.
fn listen_to_ctrl_c() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler).context("cannot listen to Ctrl-C")?;
    Ok(flag)
}

/// All that a game of the match needs.
struct Table<G: Playable> {
    strategies: Strategies<G, Budget>,
    specs: [String; 2],
    budgets: [Budget; 2],
    starts: Starts<G>,
    opening_plies: usize,
    seed: u64,
    tolerance: Duration,
}

/// Where the games begin, before the opening.
enum Starts<G> {
    /// All in the same position.
    Same(G),
    /// Each pair on the board that its lot draws.
    Drawn(fn(u64) -> Option<G>),
}

impl<G: Playable> Starts<G> {
    fn set_up(args: &MatchArgs) -> Result<Self> {
        match args.boards {
            Boards::Usual => Ok(Starts::Same(position::read(&args.from)?)),
            Boards::Random if G::drawn_start(0).is_some() => Ok(Starts::Drawn(G::drawn_start)),
            Boards::Random => bail!("{} has one board, and none to draw", G::NAME),
        }
    }

    fn of_pair(&self, pair: u64, seed: u64) -> G {
        match self {
            Starts::Same(start) => *start,
            Starts::Drawn(draw) => draw(opening::lot(seed, pair)).expect("a game that draws boards has one"),
        }
    }
}

impl<G: Playable> Table<G> {
    /// Finds all mistakes of the user before the first game.
    fn set_up(args: &MatchArgs) -> Result<Self> {
        let table = Table {
            strategies: G::strategies(),
            specs: [args.a.clone(), args.b.clone()],
            budgets: args.side_limits.resolve(&args.limits).map(|limits| limits.for_match()),
            starts: Starts::set_up(args)?,
            opening_plies: args.openings.unwrap_or(G::OPENING_PLIES),
            seed: args.seed,
            tolerance: args.tolerance,
        };
        for spec in &table.specs {
            table.strategies.build(spec)?;
        }
        let start = table.starts.of_pair(0, table.seed);
        ensure!(start.outcome().is_none(), "the game is over in {start}");
        let plies = table.opening_plies;
        let opening = opening::draw(&start, plies, table.seed, 0);
        ensure!(opening.moves.len() == plies, "no game from {start} goes on after {plies} random plies");
        Ok(table)
    }

    /// Game number `number` of the match.
    fn play(&self, number: u64) -> Played {
        let pair = number / 2;
        let start = self.starts.of_pair(pair, self.seed);
        let opening = opening::draw(&start, self.opening_plies, self.seed, pair);
        let mut history = History::new(start);
        for m in opening.moves {
            history.play(m).expect("an opening is made of legal moves");
        }
        let seeds = opening.seeds[(number % 2) as usize];
        let seat = |side: Side| {
            let i = if side == Name::side_of_a(number) { Name::A } else { Name::B } as usize;
            let engine = self.strategies.build_seeded(&self.specs[i], Some(seeds[side.index()]));
            let engine = engine.expect("what was built once can be built again");
            Player { engine, budget: &self.budgets[i] }
        };
        duel::play(history, [Side::First, Side::Second].map(seat), self.tolerance)
    }

    /// All games, `jobs` at a time. After an interruption those that have
    /// begun are played to their end.
    fn play_all(&self, games: u64, jobs: u64, interrupted: &AtomicBool) -> Tally {
        let next = AtomicU64::new(0);
        let tally = Mutex::new((Tally::default(), Progress::new(games)));
        let work = || {
            while !interrupted.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    break;
                }
                let played = self.play(number);
                let (tally, progress) = &mut *tally.lock().unwrap_or_else(PoisonError::into_inner);
                tally.add(number, played);
                progress.show(tally);
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(work);
            }
            work();
        });
        let (tally, progress) = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        progress.finish();
        tally
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn table(arguments: &str) -> Result<(MatchArgs, Table<tictactoe::State>)> {
        let cli = Cli::try_parse_from(format!("arena match tictactoe {arguments}").split(' '))?;
        let Command::Match(args) = cli.command else { panic!("not a match") };
        let table = Table::set_up(&args)?;
        Ok((args, table))
    }

    fn play(arguments: &str) -> Tally {
        let (args, table) = table(arguments).unwrap();
        table.play_all(args.games, args.jobs, &AtomicBool::new(false))
    }

    #[test]
    fn a_pair_has_one_opening_and_four_seeds() {
        let (_, table) = table("random random").unwrap();
        let [first, second] = [0, 1].map(|number| table.play(number));
        assert_ne!(first.fingerprint, second.fingerprint, "the same opening, and then other lots");
    }

    #[test]
    fn perfect_players_draw_and_beat_random_moves() {
        let tally = play("minimax minimax --games 10 --openings 0");
        assert_eq!((tally.results(), tally.pairs), ([0, 10, 0], [0, 0, 5, 0, 0]));
        let tally = play("minimax random --games 20 --openings 0");
        assert!(tally.results()[0] == 0 && tally.results()[2] > 10, "{:?}", tally.results());
    }

    #[test]
    fn an_interrupted_match_starts_no_game() {
        let (args, table) = table("random random").unwrap();
        assert_eq!(table.play_all(args.games, 1, &AtomicBool::new(true)).games(), 0);
    }

    #[test]
    fn each_pair_has_a_board_of_its_own_where_boards_are_drawn() {
        let cli =
            Cli::try_parse_from("arena match connect4 random random --boards random".split(' ')).unwrap();
        let Command::Match(args) = cli.command else { panic!("not a match") };
        let drawn = Table::<connect4::State>::set_up(&args).unwrap();
        let boards: Vec<_> = (0..3).map(|pair| drawn.starts.of_pair(pair, drawn.seed).layout()).collect();
        assert!(boards[0] != boards[1] && boards[1] != boards[2], "{boards:?}");
        assert!(boards.iter().all(|board| board.forbidden.is_some()));
        assert_eq!(boards[1], drawn.starts.of_pair(1, drawn.seed).layout());
        let error = table("random random --boards random").err().unwrap().to_string();
        assert_eq!(error, "tictactoe has one board, and none to draw");
    }

    #[test]
    fn openings_that_leave_no_game_are_refused() {
        let error = table("random random --openings 9").err().unwrap().to_string();
        assert_eq!(error, "no game from .../.../... goes on after 9 random plies");
    }
}
