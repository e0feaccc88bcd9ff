//! `arena match`: many games between two engines.

use anyhow::Result;

use crate::cli::MatchArgs;
use crate::contest::Contest;
use crate::games::{Playable, Visitor};
use crate::report::Report;
use crate::run;
use crate::terms::{Entrant, Kind};

/// `arena match`, for any game.
pub struct Match<'a> {
    /// What the user wants.
    pub args: &'a MatchArgs,
}

impl Visitor for Match<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let args = self.args;
        run::hold(&set_up::<G>(args)?, args.shard, &args.contest)
    }
}

fn set_up<G: Playable>(args: &MatchArgs) -> Result<Contest<G>> {
    let engines = Entrant::two([&args.a, &args.b], args.side_limits.resolve(&args.contest.limits));
    Contest::set_up(Kind::Match, engines, args.games, &args.contest)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use clap::Parser;
    use tictactoe::State;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::run::Run;
    use crate::tally::Tally;
    use crate::terms::Shard;

    fn args(line: &str) -> MatchArgs {
        let Command::Match(args) =
            Cli::try_parse_from(format!("arena match {line}").split(' ')).unwrap().command
        else {
            panic!("not a match")
        };
        args
    }

    fn contest<G: Playable>(line: &str) -> Result<Contest<G>> {
        set_up(&args(&format!("{} {line}", G::NAME)))
    }

    fn play_until(line: &str, interrupted: bool) -> Tally {
        let args = args(&format!("tictactoe {line}"));
        let contest = set_up::<State>(&args).unwrap();
        let interrupted = AtomicBool::new(interrupted);
        let run = Run::begin(&contest, Shard::WHOLE, &args.contest, &interrupted).unwrap();
        let mut tally = Tally::default();
        let numbers: Vec<u64> = (0..args.games).collect();
        let told = |fixture: &crate::terms::Fixture, played| {
            tally.add(fixture.game, played);
            ControlFlow::Continue(())
        };
        run.play(&numbers, |number| contest.terms.fixture(number), told).unwrap();
        tally
    }

    fn play(line: &str) -> Tally {
        play_until(line, false)
    }

    #[test]
    fn a_pair_has_one_opening_and_four_seeds() {
        let contest = contest::<State>("random random").unwrap();
        let [first, second] = [0, 1].map(|number| contest.play(&contest.terms.fixture(number)));
        assert_eq!(first.history.moves()[..2], second.history.moves()[..2]);
        assert_ne!(first.history, second.history, "the same opening, and then other lots");
    }

    #[test]
    fn perfect_players_draw_and_beat_random_moves() {
        let tally = play("minimax minimax --games 10 --openings 0 --tolerance 60s");
        assert_eq!((tally.results(), tally.pairs), ([0, 10, 0], [0, 0, 5, 0, 0]));
        let tally = play("minimax random --games 20 --openings 0 --tolerance 60s");
        assert!(tally.results()[0] == 0 && tally.results()[2] > 10, "{:?}", tally.results());
    }

    #[test]
    fn an_interrupted_match_starts_no_game() {
        assert_eq!(play_until("random random", true).games(), 0);
    }

    #[test]
    fn each_pair_has_a_board_of_its_own_where_boards_are_drawn() {
        let drawn = contest::<connect4::State>("random random --boards random").unwrap();
        let board = |number| drawn.play(&drawn.terms.fixture(number)).history.start().layout();
        let boards = [0, 1, 2, 3, 4].map(board);
        assert_eq!((boards[0], boards[2]), (boards[1], boards[3]), "a pair has one board");
        assert!(boards[0] != boards[2] && boards[2] != boards[4], "{boards:?}");
        assert!(boards.iter().all(|board| board.forbidden.is_some()));
        let error = contest::<State>("random random --boards random").err().unwrap().to_string();
        assert_eq!(error, "tictactoe has one board, and none to draw");
    }

    #[test]
    fn openings_that_leave_no_game_are_refused() {
        let error = contest::<State>("random random --openings 9").err().unwrap().to_string();
        assert_eq!(error, "no game from .../.../... goes on after 9 random plies");
    }

    /// What is written down is the game again, and whatever the rules or the
    /// terms forbid is found.
    #[test]
    fn a_game_that_was_written_down_is_read_again_or_refused() {
        let contest = contest::<State>("random uct:solver=off --sims 20").unwrap();
        let fixture = contest.terms.fixture(3);
        let finished = contest.play(&fixture);
        let line = contest.write(&fixture, &finished);
        assert_eq!((line.game, line.opening.len(), line.first.as_str()), (4, 2, "uct:solver=off"));
        assert_eq!(contest.read(&fixture, &line).unwrap().played(), finished.played());
        let refused = |change: &dyn Fn(&mut crate::log::Line), why: &str| {
            let mut line = line.clone();
            change(&mut line);
            let error = format!("{:#}", contest.read(&fixture, &line).unwrap_err());
            assert!(error.contains(why), "{error}");
        };
        refused(&|line| line.moves[1] = line.moves[0].clone(), " is not a legal move in ");
        refused(&|line| line.moves[0] = "z9".into(), "move 3: move 'z9'");
        refused(&|line| drop(line.moves.pop()), "it is not over after its last move");
        refused(&|line| line.moves.push("a1".into()), "a1 comes after the end of the game");
        refused(&|line| line.opening.swap(0, 1), "are not those of the match's seed");
        refused(&|line| line.seeds[0] ^= 1, "are not those of the match's seed");
        refused(&|line| line.second = "uct".into(), "uct:solver=off against uct is another game");
        refused(&|line| line.nodes.truncate(1), "its lists are not of one length");
        refused(
            &|line| {
                let other = [crate::log::Winner::First, crate::log::Winner::Second];
                line.winner = other[usize::from(line.winner == other[0])];
            },
            "its result is not that of its moves",
        );
        refused(
            &|line| {
                for list in [&mut line.nanoseconds, &mut line.simulations, &mut line.nodes] {
                    list.push(0);
                }
                line.values.push(0.0);
            },
            " times",
        );
    }
}
