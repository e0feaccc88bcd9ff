//! `arena play`: the user against an engine or a foreign program.
//!
//! The session reads lines and writes text: to a terminal, a pipe or a test.

mod opponent;

use std::io::{BufRead, IsTerminal, Read, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clock::Budget;
use contest::position::line_texts;
use contest::{Entrant, Fault, FaultKind, one_game};
use game::error::quote;
use game::{Engine, Game, History, Outcome, Playable, Side, analysis};
use games::Visitor;

use self::opponent::{EngineOpponent, ForeignOpponent, Opponent};
use super::prepare;
use crate::cli::PlayArgs;
use crate::error::{Error, Result, require};
use crate::foreign;
use crate::position;
use crate::render::decision::ranking;
use crate::render::text::{bar, has_colours, marked, one_line, shorten, wrapped};

/// Number of characters of a spec that fit beside the name of the game.
const LONGEST_SPEC: usize = 55;

/// Width of the list of moves.
const COLUMNS: usize = 78;

/// Number of lines of a hint: board, hint and question fit on a screen.
const HINTS: usize = 9;

/// Number of moves of a hint that get values of their own; of the others a bound is enough.
const VALUED: usize = 3;

/// Longest line that is read at once, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Time of the adviser's search for the bar below a foreign program's move.
const GLANCE: Duration = Duration::from_millis(100);

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
        let start: G = position::read(&args.from)?;
        require!(start.outcome().is_none(), "the game is over in {start}");
        let spec = prepare::spec_or_first::<G>(args.engine.as_deref());
        let seed = args.seed.unwrap_or_else(seed_from_clock);
        let limits = args.limits.limits();
        let entrant = Entrant::new(&spec, limits.clone());
        // The hints against a foreign program are those of the first strategy.
        let (opponent, advice): (Box<dyn Opponent<G>>, _) = match foreign::language(&entrant, Some(&start))? {
            Some(language) => {
                let mut programs = foreign::programs(&[entrant], args.tolerance, &args.foreign)?;
                let program = programs.remove(&spec).ok_or_else(|| Error::usage("a program is needed"))?;
                let time = limits.time.unwrap_or_default();
                let opponent = ForeignOpponent::new(language, program, time, args.tolerance);
                (Box::new(opponent), prepare::spec_or_first::<G>(None))
            }
            None => {
                let (engine, budget) = prepare::engine(&spec, Some(seed), &limits)?;
                (Box::new(EngineOpponent { engine, budget }), spec.clone())
            }
        };
        let (adviser, budget) = prepare::engine(&advice, Some(seed), &limits)?;
        let session = Session {
            history: History::new(start),
            person: if args.second { Side::Second } else { Side::First },
            opponent,
            adviser,
            advice: &advice,
            budget,
            echo: !std::io::stdin().is_terminal(),
            colours: has_colours(),
            input: std::io::stdin().lock(),
            output: std::io::stdout().lock(),
        };
        let seed = if foreign::is_foreign(&spec) { String::new() } else { format!(", seed {seed}") };
        let spec = shorten(&one_line(&spec), LONGEST_SPEC);
        session.run(&format!("{} against {spec}\n{limits}{seed}", G::NAME))
    }
}

/// A different seed for every game.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_micros()))
}

/// The help text of the prompt.
fn help(advice: &str) -> String {
    format!(
        "  a move   in the notation of the legal moves\n  \
         m        show the legal moves\n  \
         h        hint: the moves as {advice} ranks them\n  \
         u        undo: take your last move and the answer back\n  \
         q        quit\n  \
         ?        show this help\n"
    )
}

/// The reason of the opponent's forfeit, and an option that may help.
fn forfeit_text(forfeit: &Fault) -> String {
    let more_time = matches!(forfeit.kind, FaultKind::Late | FaultKind::Silent);
    format!("{}{}", one_line(&forfeit.to_string()), if more_time { " (--time gives it more)" } else { "" })
}

struct Session<'a, G: Game, R, W> {
    history: History<G>,
    person: Side,
    opponent: Box<dyn Opponent<G>>,
    /// Engine of the hints. It is not the opponent's, so that hints do not
    /// change how the opponent plays.
    adviser: Box<dyn Engine<G>>,
    /// Spec of the adviser.
    advice: &'a str,
    /// Budget of a hint.
    budget: Budget,
    /// Write each line that was read: stdin is not a terminal that shows it.
    echo: bool,
    /// Show the last move in colour.
    colours: bool,
    input: R,
    output: W,
}

/// The meaning of a line that the user typed.
enum Input<M> {
    Play(M),
    Moves,
    Hint,
    Undo,
    Quit,
    Help,
    Nothing,
    Unknown(String),
}

impl<G: Game, R: BufRead, W: Write> Session<'_, G, R, W> {
    fn run(mut self, title: &str) -> Result<()> {
        let side = if self.person == Side::First { "first" } else { "second" };
        writeln!(self.output, "{title}; you move {side}, ? for help\n")?;
        self.draw()?;
        loop {
            if let Some(outcome) = self.history.state().outcome() {
                return self.write_result(outcome);
            }
            if self.history.state().side() == self.person {
                if !self.person_moves()? {
                    return Ok(());
                }
            } else if let Err(forfeit) = self.opponent_moves()? {
                return Ok(writeln!(self.output, "engine: {}\nyou win by forfeit", forfeit_text(&forfeit))?);
            }
            self.draw()?;
        }
    }

    fn draw(&mut self) -> Result<()> {
        let last = self.history.moves().last().copied();
        let board = self.history.state().draw(last);
        Ok(writeln!(self.output, "{}", if self.colours { marked(&board) } else { board })?)
    }

    fn opponent_moves(&mut self) -> Result<Result<(), Fault>> {
        let state = *self.history.state();
        let reply = match self.opponent.choose(&self.history) {
            Ok(reply) => reply,
            Err(forfeit) => return Ok(Err(forfeit)),
        };
        if let Err(forfeit) = one_game::make_move(&mut self.history, reply.played) {
            return Ok(Err(forfeit));
        }
        writeln!(self.output, "engine: {}  ({})", state.move_text(reply.played), reply.remark)?;
        match reply.value {
            Some(value) => self.write_bar(-value, "")?,
            None if self.history.state().outcome().is_some() => (),
            None => {
                let wall = self.budget.wall.map_or(GLANCE, |wall| wall.min(GLANCE));
                let decision = self.adviser.decide(&self.history, &Budget::wall(wall))?;
                self.write_bar(decision.value, &format!(", evaluated by {}", self.advice))?;
            }
        }
        Ok(Ok(()))
    }

    /// Writes a value for the user as a bar.
    fn write_bar(&mut self, value: f32, source: &str) -> Result<()> {
        Ok(writeln!(self.output, "you [{}] engine{source}", bar(value))?)
    }

    /// Asks until the position has changed; returns false if the user quits.
    fn person_moves(&mut self) -> Result<bool> {
        loop {
            write!(self.output, "your move (or m h u q ?): ")?;
            self.output.flush()?;
            let Some(text) = self.read_line()? else {
                writeln!(self.output)?;
                return Ok(false);
            };
            if self.echo {
                writeln!(self.output, "{}", one_line(text.trim()))?;
            }
            match self.interpret(text.trim()) {
                Input::Play(m) => match self.history.play(m) {
                    Ok(()) => return Ok(true),
                    Err(_) => writeln!(
                        self.output,
                        "{} is not a legal move here",
                        self.history.state().move_text(m)
                    )?,
                },
                Input::Undo if self.undo() => return Ok(true),
                Input::Undo => writeln!(self.output, "there is no move of yours to take back")?,
                Input::Moves => writeln!(self.output, "{}", wrapped(&self.legal_moves(), COLUMNS))?,
                Input::Hint => self.hint()?,
                Input::Help => write!(self.output, "{}", help(self.advice))?,
                Input::Unknown(why) => writeln!(self.output, "{why}; ? for help")?,
                Input::Nothing => (),
                Input::Quit => return Ok(false),
            }
        }
    }

    /// Reads a line of any bytes; `None` at the end.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn interpret(&self, text: &str) -> Input<G::Move> {
        match text {
            "" => Input::Nothing,
            "m" => Input::Moves,
            "h" => Input::Hint,
            "u" => Input::Undo,
            "q" => Input::Quit,
            "?" => Input::Help,
            _ if text.len() > 60 => Input::Unknown(format!("{} is not a move", quote(text))),
            _ => match self.history.state().parse_move(text) {
                Ok(m) => Input::Play(m),
                Err(error) => Input::Unknown(error.to_string()),
            },
        }
    }

    /// Returns to the user's last turn, if there was one.
    fn undo(&mut self) -> bool {
        let possible = self.history.moves().len() >= 2;
        if possible {
            self.history.undo();
            self.history.undo();
            self.opponent.take_back();
        }
        possible
    }

    fn legal_moves(&self) -> Vec<String> {
        let state = self.history.state();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.into_iter().map(|m| state.move_text(m)).collect()
    }

    fn hint(&mut self) -> Result<()> {
        let decision =
            analysis::analyze(&mut *self.adviser, &self.history, &self.budget, VALUED, &mut |_| ())?;
        let state = self.history.state();
        let ranking = ranking(state, &decision);
        ranking.lines().take(HINTS).try_for_each(|row| writeln!(self.output, "{row}"))?;
        match ranking.lines().count().saturating_sub(HINTS) {
            0 => (),
            more => writeln!(self.output, "and {more} more")?,
        }
        writeln!(self.output, "line: {}", line_texts(state, &decision.line).join(" "))?;
        self.write_bar(decision.value, "")?;
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

#[cfg(test)]
mod tests;
