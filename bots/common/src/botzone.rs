//! The run on Botzone.

use std::io;

use anyhow::{Context, Result, ensure};
use clock::{Budget, TimeRules};
use game::{Decision, Game, GameOver, History};
use judge_protocol::botzone::judge::{newest, read_answer, whole};
use judge_protocol::botzone::{Coordinates, Dialogue, Form, Reply, Running, Turn, Xy, serve};

use crate::bot::{Limits, Player, Protocol};
use crate::options::{Options, Switch};
use crate::report::report;

/// Botzone, for a game whose moves are written so.
pub struct Botzone<G: Game> {
    /// How the game's moves are written.
    pub coordinates: Coordinates<G>,
    /// Moves that the site may not take although they are legal, while there
    /// are others.
    pub avoid: fn(&G, G::Move) -> bool,
}

const KEEP_RUNNING: Switch =
    Switch { name: "keep-running", about: "one process for the whole game (switch it on at the site, too)" };

impl<G: Game> Protocol<G> for Botzone<G> {
    fn limits(&self) -> Limits {
        Limits { time: TimeRules::botzone(), memory: 256 }
    }

    fn about(&self) -> String {
        let Limits { time, memory } = Protocol::<G>::limits(self);
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

    fn play(&self, player: &mut Player<G>, options: &Options) -> Result<()> {
        let running = if options.has(&KEEP_RUNNING) { Running::Kept } else { Running::OncePerTurn };
        serve(&mut io::stdin().lock(), &mut io::stdout().lock(), self.coordinates, running, |turn| {
            if let Some(fault) = turn.fault {
                player.say(format_args!("{fault}; answering in {}", turn.history.state()));
            }
            let budget = budget(&player.time, running, turn);
            self.decide(player, turn, &budget)
        })?;
        Ok(())
    }

    /// A game in each form and each way of running.
    fn rehearse(&self, player: &mut Player<G>) -> Result<()> {
        for form in [Form::Json, Form::Simple] {
            for running in [Running::OncePerTurn, Running::Kept] {
                self.game(form, running, player).with_context(|| format!("{form:?}, {running:?}"))?;
            }
        }
        Ok(())
    }
}

/// A process per turn is on the clock from its start, one that is kept from
/// the moment a request is there.
fn budget<G: Game>(time: &TimeRules, running: Running, turn: &Turn<G>) -> Budget {
    match running {
        Running::OncePerTurn => time.budget_from_process_start(turn.first),
        Running::Kept => Budget { since: Some(turn.received), ..time.budget(turn.first) },
    }
}

impl<G: Game> Botzone<G> {
    /// The player's choice, with what it thought for the log.
    fn decide(
        &self,
        player: &mut Player<G>,
        turn: &Turn<G>,
        budget: &Budget,
    ) -> Result<Reply<G::Move>, GameOver> {
        let decision = player.decide(turn.history, budget)?;
        let thought = report(turn.history.state(), &decision);
        let debug = match turn.fault {
            Some(fault) => format!("{fault}; {thought}"),
            None => thought,
        };
        Ok(Reply { chosen: self.taken(turn.history.state(), &decision), debug })
    }

    /// The best move that the site takes for certain.
    fn taken(&self, state: &G, decision: &Decision<G::Move>) -> G::Move {
        let mut legal = Vec::with_capacity(G::MAX_MOVES);
        state.legal_moves(&mut legal);
        let ranked = decision.moves.iter().map(|report| report.played);
        let mut wishes = [decision.chosen].into_iter().chain(ranked).chain(legal);
        wishes.find(|&m| !(self.avoid)(state, m)).unwrap_or(decision.chosen)
    }

    fn game(&self, form: Form, running: Running, player: &mut Player<G>) -> Result<()> {
        let Botzone { coordinates, .. } = *self;
        let budget = player.time.budget(false);
        let mut seats = [(); 2].map(|()| Dialogue::new(coordinates, running));
        let mut game = History::new(G::start());
        // What has been said, "you begin" included: the second seat hears all
        // of it but that.
        let mut said = vec![Xy::NONE];
        while game.state().outcome().is_none() {
            let seat = game.moves().len() % 2;
            let request = match running {
                Running::Kept if game.moves().len() > 1 => newest(form, said[said.len() - 1]),
                _ => whole(form, &said[seat..]),
            };
            if running == Running::OncePerTurn {
                seats[seat] = Dialogue::new(coordinates, running);
            }
            let mut output = Vec::new();
            let mut player = |turn: &Turn<G>| self.decide(player, turn, &budget);
            seats[seat].turn(&mut request.as_bytes(), &mut output, &mut player)?;
            let answer = read_answer(form, running, &String::from_utf8(output)?)?;
            let played = (coordinates.read)(game.state(), answer);
            game.play(played.with_context(|| format!("{answer} is off the board"))?)?;
            said.push(answer);
        }
        ensure!(said.len() == game.moves().len() + 1, "a move was lost on the way");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use game::example::Nim;
    use game::{History, Move};
    use judge_protocol::botzone::{Fault, Problem};

    use super::*;

    const NIM: Botzone<Nim> =
        Botzone { coordinates: Coordinates { read: |_, _| None, write: |_| Xy::NONE }, avoid: |_, _| false };

    fn player() -> Player<Nim> {
        Player::new("nim", Box::new(game::RandomEngine::new(1)), TimeRules::botzone())
    }

    fn turn(history: &History<Nim>, first: bool) -> Turn<'_, Nim> {
        Turn { history, first, fault: None, received: Instant::now() }
    }

    #[test]
    fn the_first_turn_has_twice_the_time() {
        let (judge, history) = (TimeRules::botzone(), History::new(Nim::start()));
        for running in [Running::OncePerTurn, Running::Kept] {
            let wall = |first| budget(&judge, running, &turn(&history, first)).wall;
            assert_eq!(wall(true), Some(Duration::from_secs(2)));
            assert_eq!(wall(false), Some(Duration::from_secs(1)));
        }
    }

    #[test]
    fn a_process_per_turn_is_on_the_clock_from_its_start() {
        let (judge, history) = (TimeRules::botzone(), History::new(Nim::start()));
        let turn = turn(&history, false);
        let since = |running| budget(&judge, running, &turn).since;
        assert_eq!(since(Running::OncePerTurn), Some(clock::process::start()));
        assert_eq!(since(Running::Kept), Some(turn.received));
    }

    #[test]
    fn the_log_says_what_was_wrong_and_what_was_thought() {
        let history = History::new(Nim::start());
        let fault = Fault { entry: 2, problem: Problem::Missing };
        let broken = Turn { fault: Some(&fault), ..turn(&history, false) };
        let reply = NIM.decide(&mut player(), &broken, &Budget::default()).unwrap();
        assert!(reply.debug.starts_with("request 2 is missing; value +0.000, line "), "{}", reply.debug);
    }

    #[test]
    fn what_the_site_may_not_take_is_avoided_while_there_are_other_moves() {
        let history = History::new(Nim::start());
        let turn = turn(&history, true);
        let chosen = |botzone: Botzone<Nim>| {
            botzone.decide(&mut player(), &turn, &Budget::default()).unwrap().chosen.index()
        };
        let usual = chosen(NIM);
        assert!(usual > 0);
        assert_eq!(chosen(Botzone { avoid: |_, m| m.index() > 0, ..NIM }), 0);
        assert_eq!(chosen(Botzone { avoid: |_, _| true, ..NIM }), usual);
    }
}
