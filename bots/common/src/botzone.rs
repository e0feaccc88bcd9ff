//! The session on Botzone.

use std::io;

use anyhow::{Context, Result, ensure};
use clock::{Budget, Instant, TimeRules};
use game::{Decision, Game, GameOver, History, Playable};
use judge_protocol::botzone::judge_side::{newest, read_answer, whole};
use judge_protocol::botzone::{BotzoneSession, BotzoneTurn, Form, Reply, Running, Xy, serve};
use judge_protocol::limits::{self, JudgeLimits};

use crate::board::Board;
use crate::bot::{BotEngine, Protocol};
use crate::options::{Options, Switch};
use crate::report::report;

/// Botzone's protocol.
pub struct Botzone<G: Game> {
    avoid: fn(&G, G::Move) -> bool,
}

impl<G: Game> Botzone<G> {
    /// The protocol for a game whose legal moves the site all accepts.
    pub fn new() -> Self {
        Botzone { avoid: |_, _| false }
    }

    /// Avoids legal moves that the site may refuse, as long as there are others.
    pub fn avoiding(avoid: fn(&G, G::Move) -> bool) -> Self {
        Botzone { avoid }
    }
}

impl<G: Game> Default for Botzone<G> {
    fn default() -> Self {
        Botzone::new()
    }
}

const KEEP_RUNNING: Switch =
    Switch { name: "keep-running", about: "one process for the whole game (also set it on the site)" };

impl<G: Playable> Protocol<G> for Botzone<G> {
    fn limits(&self) -> JudgeLimits {
        limits::botzone()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = self.limits();
        format!(
            "on Botzone (botzone.org.cn): it reads a request on\n\
             stdin, JSON or simple, and answers on stdout, within {each} s per turn ({first} s for the\n\
             first), on one core and in {memory} MB.",
            each = time.each.as_secs_f64(),
            first = (time.each * time.first_factor).as_secs_f64(),
        )
    }

    fn switches(&self) -> &'static [Switch] {
        &[KEEP_RUNNING]
    }

    fn play(&self, engine: &mut BotEngine<G>, options: &Options) -> Result<()> {
        let running = if options.has(&KEEP_RUNNING) { Running::Kept } else { Running::OncePerTurn };
        serve(&mut io::stdin().lock(), &mut io::stdout().lock(), Board::<G>::CELLS, running, |turn| {
            if let Some(error) = turn.error {
                engine.log(format_args!("{error}; answering in {}", turn.history.state()));
            }
            let budget = budget(&engine.time, running, turn);
            self.decide(engine, turn, &budget)
        })?;
        Ok(())
    }

    /// Plays a game in each form and each way of running.
    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()> {
        for form in [Form::Json, Form::Simple] {
            for running in [Running::OncePerTurn, Running::Kept] {
                self.game(form, running, engine).with_context(|| format!("{form:?}, {running:?}"))?;
            }
        }
        Ok(())
    }
}

/// The judge's clock starts with the process if there is one per turn, and with
/// the request if the process is kept. For the first request of a kept process the
/// judge starts the process, and that is on its clock too.
fn budget<G: Game>(time: &TimeRules, running: Running, turn: &BotzoneTurn<G>) -> Budget {
    match running {
        Running::OncePerTurn => time.budget_from_process_start(turn.first),
        Running::Kept => {
            let since = kept_start(time, turn.first, clock::process::start(), turn.received);
            Budget { since: Some(since), ..time.budget(turn.first) }
        }
    }
}

/// When the clock of a kept process's turn starts. A first request that comes later
/// than a turn after the start of the process was not sent together with it: a person
/// started the program, or this is another game.
fn kept_start(time: &TimeRules, first: bool, started: Instant, received: Instant) -> Instant {
    let waited = received.saturating_duration_since(started);
    if first && waited < time.each { started } else { received }
}

impl<G: Playable> Botzone<G> {
    /// The engine's move, with a line for the match log.
    fn decide(
        &self,
        engine: &mut BotEngine<G>,
        turn: &BotzoneTurn<G>,
        budget: &Budget,
    ) -> Result<Reply<G::Move>, GameOver> {
        let decision = engine.decide(turn.history, budget)?;
        let report = report(turn.history.state(), &decision);
        let debug = match turn.error {
            Some(error) => format!("{error}; {report}"),
            None => report,
        };
        Ok(Reply { chosen: self.accepted(turn.history.state(), &decision), debug })
    }

    /// The best move that the site accepts.
    fn accepted(&self, state: &G, decision: &Decision<G::Move>) -> G::Move {
        let mut legal = Vec::with_capacity(G::MAX_MOVES);
        state.legal_moves(&mut legal);
        let ranked = decision.moves.iter().map(|report| report.played);
        let mut candidates = [decision.chosen].into_iter().chain(ranked).chain(legal);
        candidates.find(|&m| !(self.avoid)(state, m)).unwrap_or(decision.chosen)
    }

    fn game(&self, form: Form, running: Running, engine: &mut BotEngine<G>) -> Result<()> {
        let cells = Board::<G>::CELLS;
        let budget = engine.time.budget(false);
        let mut sessions = [(); 2].map(|()| BotzoneSession::new(cells, running));
        let mut game = History::new(G::start());
        // All entries, "you begin" included; the second player gets all but that.
        let mut entries = vec![Xy::NONE];
        while game.state().outcome().is_none() {
            let player = game.moves().len() % 2;
            let request = match running {
                Running::Kept if game.moves().len() > 1 => newest(form, entries[entries.len() - 1]),
                _ => whole(form, &entries[player..]),
            };
            if running == Running::OncePerTurn {
                sessions[player] = BotzoneSession::new(cells, running);
            }
            let mut output = Vec::new();
            let mut decide = |turn: &BotzoneTurn<G>| self.decide(engine, turn, &budget);
            sessions[player].turn(&mut request.as_bytes(), &mut output, &mut decide)?;
            let answer = read_answer(form, running, &String::from_utf8(output)?)?;
            let played = answer.to_move(&cells, game.state());
            game.play(played.with_context(|| format!("{answer} is off the board"))?)?;
            entries.push(answer);
        }
        ensure!(entries.len() == game.moves().len() + 1, "a move was lost");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::{History, Move};
    use judge_protocol::botzone::{HistoryError, Problem};
    use tictactoe::State;

    use super::*;

    fn engine() -> BotEngine<State> {
        BotEngine::new("bot", "TicTacToe", Box::new(game::RandomEngine::new(1)), limits::botzone().time)
    }

    fn turn(history: &History<State>, first: bool) -> BotzoneTurn<'_, State> {
        BotzoneTurn { history, first, error: None, received: Instant::now() }
    }

    #[test]
    fn the_first_turn_has_twice_the_time() {
        let (time, history) = (limits::botzone().time, History::new(State::start()));
        for running in [Running::OncePerTurn, Running::Kept] {
            let wall = |first| budget(&time, running, &turn(&history, first)).wall;
            assert_eq!(wall(true), Some(Duration::from_secs(2)));
            assert_eq!(wall(false), Some(Duration::from_secs(1)));
        }
    }

    #[test]
    fn with_one_process_per_turn_the_clock_starts_with_the_process() {
        let (time, history) = (limits::botzone().time, History::new(State::start()));
        let turn = turn(&history, false);
        let since = |running| budget(&time, running, &turn).since;
        assert_eq!(since(Running::OncePerTurn), Some(clock::process::start()));
        assert_eq!(since(Running::Kept), Some(turn.received));
    }

    /// A kept Othello bot needed 2.03 s for its first turn on a busy machine: the time
    /// before it read the request was not counted.
    #[test]
    fn the_first_turn_of_a_kept_process_starts_with_the_process() {
        let time = limits::botzone().time;
        let started = Instant::now();
        let after = |milliseconds| started + Duration::from_millis(milliseconds);
        assert_eq!(kept_start(&time, true, started, after(300)), started);
        assert_eq!(kept_start(&time, false, started, after(300)), after(300), "a later turn");
        assert_eq!(kept_start(&time, true, started, after(1000)), after(1000), "another game");
    }

    #[test]
    fn the_match_log_has_the_error_and_the_decision() {
        let history = History::new(State::start());
        let error = HistoryError { entry: 2, problem: Problem::Missing };
        let broken = BotzoneTurn { error: Some(&error), ..turn(&history, false) };
        let reply = Botzone::new().decide(&mut engine(), &broken, &Budget::default()).unwrap();
        assert!(reply.debug.starts_with("request 2 is missing; value +0.000, line "), "{}", reply.debug);
    }

    #[test]
    fn moves_that_the_site_may_refuse_are_avoided_as_long_as_there_are_others() {
        let history = History::new(State::start());
        let turn = turn(&history, true);
        let chosen = |botzone: Botzone<State>| {
            botzone.decide(&mut engine(), &turn, &Budget::default()).unwrap().chosen.index()
        };
        let usual = chosen(Botzone::new());
        assert!(usual > 0);
        assert_eq!(chosen(Botzone::avoiding(|_, m: tictactoe::Cell| m.index() > 0)), 0);
        assert_eq!(chosen(Botzone::avoiding(|_, _| true)), usual);
    }
}
