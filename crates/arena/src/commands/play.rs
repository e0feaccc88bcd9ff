//! `arena play`: the user against an engine or a foreign program.
//!
//! The session reads lines and writes text: to a terminal, a pipe or a test.

mod command;
mod lines;
mod opponent;
mod seat;
mod store;

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clock::Budget;
use contest::position::line_texts;
use contest::{Fault, FaultKind, MoveLimits, one_game};
use game::error::quote;
use game::{Bound, Decision, History, Outcome, Playable, Side, analysis};
use games::Visitor;

use self::command::{Input, PROMPT, help, interpret};
use self::lines::{Edited, Lines, Piped};
use self::seat::Seat;
use super::prepare;
use crate::cli::{PlayArgs, parse_count, parse_time};
use crate::error::{Error, Result, require};
use crate::position;
use crate::render::board::{is_interactive, painted, with_legal_moves};
use crate::render::decision::ranking;
use crate::render::progress::{Progress, Waiting};
use crate::render::text::{bar, one_line, shorten, time, wrapped};

/// Number of characters of a spec that fit beside the name of the game.
const LONGEST_SPEC: usize = 55;

/// Width of the list of moves.
const COLUMNS: usize = 78;

/// Number of lines of a hint: board, hint and question fit on a screen.
const HINTS: usize = 9;

/// Number of moves of a hint that get values of their own; of the others a bound is enough.
const VALUED: usize = 3;

/// Time of the adviser's search for the bar below a foreign program's move, and for each
/// move of a review.
const GLANCE: Duration = Duration::from_millis(100);

/// The question when the game is over.
const PROMPT_OVER: &str = "game over (or review, save FILE, u, q, ?): ";

/// Plays the game.
pub fn run(args: &PlayArgs) -> Result<()> {
    games::visit(&args.game, &Play { args })?
}

struct Play<'a> {
    args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let args = self.args;
        let history = position::read_game::<G>(&args.from, "")?;
        let state = history.state();
        require!(state.outcome().is_none(), "the game is over in {state}");
        let seed = args.seed.unwrap_or_else(seed_from_clock);
        let seats = |spec: &str, limits: &MoveLimits, start: &G| Seat::new(args, seed, spec, limits, start);
        let spec = prepare::spec_or_first::<G>(args.engine.as_deref());
        let person = if args.second { Side::Second } else { Side::First };
        check_kept(&spec, &history, person.other())?;
        let seat = seats(&spec, &args.limits.limits(), history.start())?;
        let title = seat.title(seed);
        let input: Box<dyn Lines> = match is_interactive() {
            true => Box::new(Edited::new()?),
            false => {
                let echo = !std::io::stdin().is_terminal();
                Box::new(Piped { input: std::io::stdin().lock(), echo })
            }
        };
        let session = Session {
            history,
            undone: Vec::new(),
            person,
            seat,
            seats: &seats,
            colours: args.color.are_written(),
            saved: None,
            input,
            output: std::io::stdout().lock(),
        };
        session.run(&title)
    }
}

/// A different seed for every game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_micros()))
}

/// The reason of the opponent's forfeit, and an option that may help.
fn forfeit_text(forfeit: &Fault) -> String {
    let more_time = matches!(forfeit.kind, FaultKind::Late | FaultKind::Silent);
    format!("{}{}", one_line(&forfeit.to_string()), if more_time { " (--time gives it more)" } else { "" })
}

/// Checks that a kept program need not go on after moves of its side that it has not made:
/// real ones do not read them.
fn check_kept<G: Playable>(spec: &str, history: &History<G>, side: Side) -> Result<()> {
    let skipped = usize::from(history.start().side() != side);
    let moves = history.moves().iter().skip(skipped).step_by(2).count();
    require!(
        moves == 0 || !prepare::is_kept(spec),
        "{}: a kept program makes all its moves itself, and the game has {moves} of its side",
        quote(&shorten(spec, LONGEST_SPEC))
    );
    Ok(())
}

/// Makes an opponent: its spec, its limits, the start of the game.
type Seats<'a, G> = dyn Fn(&str, &MoveLimits, &G) -> Result<Seat<G>> + 'a;

struct Session<'a, G: Playable, W> {
    history: History<G>,
    /// Moves that were taken back, the last one of the game first.
    undone: Vec<G::Move>,
    person: Side,
    seat: Seat<G>,
    seats: &'a Seats<'a, G>,
    /// Show the stones in colours.
    colours: bool,
    /// The file that holds the game.
    saved: Option<String>,
    input: Box<dyn Lines + 'a>,
    output: W,
}

/// What happens after a line of the user.
enum Next {
    /// The same question again.
    Ask,
    /// The position or the side has changed.
    Continue,
    /// The session ends.
    Quit,
}

impl<G: Playable, W: Write> Session<'_, G, W> {
    fn run(mut self, title: &str) -> Result<()> {
        let side = if self.person == Side::First { "first" } else { "second" };
        writeln!(self.output, "{title}; you move {side}, ? for help\n")?;
        self.draw()?;
        loop {
            let state = self.history.state();
            let mut prompt = PROMPT;
            if let Some(outcome) = state.outcome() {
                self.write_result(outcome)?;
                if !self.input.is_interactive() {
                    return Ok(());
                }
                prompt = PROMPT_OVER;
            } else if state.side() != self.person {
                match self.opponent_moves()? {
                    Ok(()) => {
                        self.draw()?;
                        continue;
                    }
                    Err(forfeit) => {
                        let forfeit = forfeit_text(&forfeit);
                        return Ok(writeln!(self.output, "engine: {forfeit}\nyou win by forfeit")?);
                    }
                }
            }
            if !self.person_moves(prompt)? {
                return Ok(());
            }
            self.draw()?;
        }
    }

    fn draw(&mut self) -> Result<()> {
        let last = self.history.moves().last().copied();
        let board = self.history.state().draw(last);
        self.write_board(board)
    }

    fn write_board(&mut self, board: String) -> Result<()> {
        Ok(writeln!(self.output, "{}", if self.colours { painted(&board) } else { board })?)
    }

    fn opponent_moves(&mut self) -> Result<Result<(), Fault>> {
        let state = *self.history.state();
        self.output.flush()?;
        let waiting = (self.input.is_interactive() && self.seat.is_foreign()).then(Waiting::new);
        let mut live = self.input.is_interactive().then(Progress::new);
        let started = Instant::now();
        let chosen = self.seat.opponent.choose(&self.history, &mut |so_far| {
            if let Some(live) = &mut live {
                live.show_text(|| {
                    let decision = so_far();
                    let (_, number) = standing(&decision, true);
                    let best = state.move_text(decision.chosen);
                    format!("engine thinks, {}: {best}, {number} for you", time(started.elapsed()))
                });
            }
        });
        drop(waiting);
        if let Some(live) = live {
            live.finish();
        }
        let reply = match chosen {
            Ok(reply) => reply,
            Err(forfeit) => return Ok(Err(forfeit)),
        };
        if let Err(forfeit) = one_game::make_move(&mut self.history, reply.played) {
            return Ok(Err(forfeit));
        }
        self.undone.clear();
        writeln!(self.output, "engine: {}  ({})", state.move_text(reply.played), reply.remark)?;
        match reply.decision {
            Some(decision) => self.write_bar(&decision, true, "")?,
            None if self.history.state().outcome().is_some() => (),
            None => {
                let wall = self.seat.budget.wall.map_or(GLANCE, |wall| wall.min(GLANCE));
                let decision = self.seat.adviser.decide(&self.history, &Budget::wall(wall))?;
                let source = format!(", evaluated by {}", self.seat.advice);
                self.write_bar(&decision, false, &source)?;
            }
        }
        Ok(Ok(()))
    }

    /// Writes the value for the user as a bar and as a number. `theirs`: the decision is the
    /// opponent's.
    fn write_bar(&mut self, decision: &Decision<G::Move>, theirs: bool, source: &str) -> Result<()> {
        let (value, number) = standing(decision, theirs);
        Ok(writeln!(self.output, "you [{}] engine, {number}{source}", bar(value))?)
    }

    /// Asks until the position has changed; returns false if the user quits.
    fn person_moves(&mut self, prompt: &str) -> Result<bool> {
        loop {
            let Some(text) = self.input.read(prompt, &mut self.output)? else { return Ok(false) };
            let next = match self.obey(interpret(self.history.state(), text.trim())) {
                Err(Error::Usage(why)) => {
                    writeln!(self.output, "{}", one_line(&why))?;
                    Next::Ask
                }
                next => next?,
            };
            match next {
                Next::Ask => (),
                Next::Continue => return Ok(true),
                Next::Quit => return Ok(false),
            }
        }
    }

    fn obey(&mut self, input: Input<G::Move>) -> Result<Next> {
        match input {
            Input::Play(m) => {
                let text = self.history.state().move_text(m);
                require!(self.history.state().outcome().is_none(), "the game is over; u takes moves back");
                require!(self.history.play(m).is_ok(), "{text} is not a legal move here");
                self.undone.clear();
                return Ok(Next::Continue);
            }
            Input::Undo => {
                require!(self.undo(), "there is no move of yours to take back");
                return Ok(Next::Continue);
            }
            Input::Redo => {
                require!(self.redo(), "there is no move to play again");
                return Ok(Next::Continue);
            }
            Input::Side => {
                check_kept(&self.seat.spec, &self.history, self.person)?;
                self.person = self.person.other();
                // A foreign program that runs plays the other side.
                self.seat.opponent.take_back();
                let side = if self.person == Side::First { "first" } else { "second" };
                writeln!(self.output, "you are the {side} player now\n")?;
                return Ok(Next::Continue);
            }
            Input::SetUp(text) => {
                let history = position::read_game::<G>(&text, "")?;
                check_kept(&self.seat.spec, &history, self.person.other())?;
                self.seat = (self.seats)(&self.seat.spec, &self.seat.limits, history.start())?;
                self.history = history;
                self.undone.clear();
                return Ok(Next::Continue);
            }
            Input::Engine(spec) => {
                check_kept(&spec, &self.history, self.person.other())?;
                self.take_seat(&spec, self.seat.limits.clone())?;
            }
            Input::Limit(name, text) => {
                let wrong = |why: &str| Error::usage(format!("{name} {}: {why}", one_line(&text)));
                let limits = match name {
                    "time" => MoveLimits::per_move(parse_time(&text).map_err(wrong)?),
                    "sims" => {
                        MoveLimits { sims: Some(parse_count(&text).map_err(wrong)?), ..Default::default() }
                    }
                    _ => MoveLimits { nodes: Some(parse_count(&text).map_err(wrong)?), ..Default::default() },
                };
                self.take_seat(&self.seat.spec.clone(), limits)?;
            }
            Input::Save(file) => self.save(&file)?,
            Input::Review => self.review()?,
            Input::Moves => writeln!(self.output, "{}", wrapped(&self.legal_moves(), COLUMNS))?,
            Input::Board => self.write_board(with_legal_moves(self.history.state()))?,
            Input::Hint => self.hint()?,
            Input::Help => write!(self.output, "{}", help(&self.seat.advice))?,
            Input::Unknown(why) => writeln!(self.output, "{why}; ? for help")?,
            Input::Nothing => (),
            Input::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Ask)
    }

    /// Changes the engine or its limits.
    fn take_seat(&mut self, spec: &str, limits: MoveLimits) -> Result<()> {
        self.seat = (self.seats)(spec, &limits, self.history.start())?;
        let spec = shorten(&one_line(&self.seat.spec), LONGEST_SPEC);
        Ok(writeln!(self.output, "you play against {spec}, {}", self.seat.limits)?)
    }

    /// Returns to the user's last turn, if there was one.
    fn undo(&mut self) -> bool {
        let mut before = self.history.clone();
        let mut undone = Vec::new();
        while let Some(m) = before.undo() {
            undone.push(m);
            if before.state().side() == self.person {
                self.history = before;
                self.undone.extend(undone);
                self.seat.opponent.take_back();
                return true;
            }
        }
        false
    }

    /// Plays moves again that were taken back, up to the user's next turn.
    fn redo(&mut self) -> bool {
        let mut played = false;
        while let Some(m) = self.undone.pop() {
            if self.history.play(m).is_err() {
                self.undone.clear();
                break;
            }
            played = true;
            if self.history.state().side() == self.person {
                break;
            }
        }
        if played {
            self.seat.opponent.take_back();
        }
        played
    }

    fn legal_moves(&self) -> Vec<String> {
        let state = self.history.state();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.into_iter().map(|m| state.move_text(m)).collect()
    }

    fn hint(&mut self) -> Result<()> {
        require!(self.history.state().outcome().is_none(), "the game is over; u takes moves back");
        let Seat { adviser, budget, .. } = &mut self.seat;
        let decision = analysis::analyze(&mut **adviser, &self.history, budget, VALUED, &mut |_| ())?;
        let state = self.history.state();
        let ranking = ranking(state, &decision);
        ranking.lines().take(HINTS).try_for_each(|row| writeln!(self.output, "{row}"))?;
        match ranking.lines().count().saturating_sub(HINTS) {
            0 => (),
            more => writeln!(self.output, "and {more} more")?,
        }
        writeln!(self.output, "line: {}", line_texts(state, &decision.line).join(" "))?;
        self.write_bar(&decision, false, "")?;
        Ok(writeln!(self.output)?)
    }

    fn write_result(&mut self, outcome: Outcome) -> Result<()> {
        let mine = self.history.state().side() == self.person;
        let text = match if mine { outcome } else { -outcome } {
            Outcome::Win => "you win",
            Outcome::Draw => "a draw",
            Outcome::Loss => "you lose",
        };
        match self.history.state().score() {
            Some(score) => writeln!(self.output, "{text}, by {}", score.abs())?,
            None => writeln!(self.output, "{text}")?,
        }
        Ok(())
    }
}

/// The value of a decision for the user: from -1 to 1, and in the unit that a player knows.
/// `theirs`: the decision is the opponent's.
fn standing<M: PartialEq>(decision: &Decision<M>, theirs: bool) -> (f32, String) {
    let sign = if theirs { -1 } else { 1 };
    let value = decision.value * sign as f32;
    let chosen = decision.moves.iter().find(|m| m.played == decision.chosen && m.bound == Bound::Exact);
    let margin = chosen.and_then(|m| m.score).filter(|score| score.unit.is_margin);
    let number = match margin {
        Some(score) => format!("{:+} {}", sign * score.points, score.unit.name),
        None => format!("{:.0} %", 50.0 * (value + 1.0)),
    };
    (value, number)
}

#[cfg(test)]
mod tests;
