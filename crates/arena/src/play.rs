//! `arena play`: a person against an engine or a foreign program.
//!
//! It reads lines and writes text, through whatever it is given: a terminal,
//! a pipe, a test.

mod opponent;

use std::io::{BufRead, IsTerminal, Read, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::error::quote;
use game::{Engine, Game, History, Outcome, Side};

use self::opponent::{Guest, Opponent, Own};
use crate::analyze::{ranking, spec_or_first};
use crate::cli::PlayArgs;
use crate::duel;
use crate::foreign;
use crate::games::{Playable, Visitor};
use crate::player::{Fault, FaultKind};
use crate::position;
use crate::terms::Entrant;
use crate::text::{bar, cut, has_colours, line, marked, one_line, wrapped};

/// More of a spec does not fit on a terminal beside the name of a game.
const LONGEST_SPEC: usize = 55;

/// The moves are listed in so many columns.
const COLUMNS: usize = 78;

/// Lines of a hint's table: board, hint and question are seen at once.
const HINTS: usize = 9;

/// Nobody types a longer line.
const LONGEST_LINE: u64 = 4096;

/// How long an adviser looks at a position to tell who stands how well.
const GLANCE: Duration = Duration::from_millis(100);

/// `arena play`, for any game.
pub struct Play<'a> {
    /// What the user wants.
    pub args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let args = self.args;
        let start: G = position::read(&args.from)?;
        ensure!(start.outcome().is_none(), "the game is over in {start}");
        let spec = spec_or_first::<G>(args.engine.as_deref())?;
        let seed = args.seed.unwrap_or_else(any_seed);
        let limits = args.limits.clone().or_default();
        let is_guest = foreign::is_foreign(&spec);
        let entrant = Entrant { spec: spec.clone(), limits: limits.clone() };
        let build = |spec: &str| G::strategies().build_seeded(spec, Some(seed));
        // A foreign program gives no advice: the game's own first strategy does.
        let (opponent, advice): (Box<dyn Opponent<G>>, _) = match foreign::language(&entrant, Some(&start))? {
            Some(language) => {
                let mut programs = foreign::programs(&[entrant], args.tolerance, &args.foreign)?;
                let program = programs.remove(&spec).context("a foreign program is a program")?;
                (Box::new(Guest::new(language, program, args.tolerance)), spec_or_first::<G>(None)?)
            }
            None => (Box::new(Own(build(&spec)?)), spec.clone()),
        };
        let session = Session {
            history: History::new(start),
            person: if args.second { Side::Second } else { Side::First },
            opponent,
            adviser: build(&advice)?,
            advice: &advice,
            budget: limits.exhaustive(),
            echo: !std::io::stdin().is_terminal(),
            colours: has_colours(),
            input: std::io::stdin().lock(),
            output: std::io::stdout().lock(),
        };
        let chance = if is_guest { String::new() } else { format!(", seed {seed}") };
        session.run(&format!("{} against {}\n{limits}{chance}", G::NAME, cut(&one_line(&spec), LONGEST_SPEC)))
    }
}

/// Another one in every game.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_micros()))
}

/// What can be typed.
fn help(advice: &str) -> String {
    format!(
        "  a move   as the legal moves are written\n  \
         m        the legal moves\n  \
         h        a hint: what {advice} thinks of your moves\n  \
         u        undo: your last move and the answer to it\n  \
         q        quit\n  \
         ?        this help\n"
    )
}

/// What the opponent did wrong, and what can be done about it.
fn fault_text(fault: &Fault) -> String {
    let more_time = matches!(fault.kind, FaultKind::Late | FaultKind::Silent);
    format!("{}{}", one_line(&fault.to_string()), if more_time { " (--time gives it more)" } else { "" })
}

struct Session<'a, G: Game, R, W> {
    history: History<G>,
    person: Side,
    opponent: Box<dyn Opponent<G>>,
    /// Gives the hints: another one, so that the opponent plays the same
    /// whether or not it was asked.
    adviser: Box<dyn Engine<G>>,
    /// Its spec.
    advice: &'a str,
    budget: Budget,
    /// Repeat what was read: no terminal shows it.
    echo: bool,
    /// Mark the last move by its colour, too.
    colours: bool,
    input: R,
    output: W,
}

/// What a line asked for.
enum Asked<M> {
    Play(M),
    Moves,
    Hint,
    Undo,
    Quit,
    Help,
    Nothing,
    Nonsense(String),
}

impl<G: Game, R: BufRead, W: Write> Session<'_, G, R, W> {
    fn run(mut self, title: &str) -> Result<()> {
        let side = if self.person == Side::First { "first" } else { "second" };
        writeln!(self.output, "{title}; you move {side}, ? for help\n")?;
        self.draw()?;
        loop {
            if let Some(outcome) = self.history.state().outcome() {
                return self.say_result(outcome);
            }
            if self.history.state().side() == self.person {
                if !self.person_moves()? {
                    return Ok(());
                }
            } else if let Err(fault) = self.opponent_moves()? {
                return Ok(writeln!(self.output, "engine: {}\nyou win by its fault", fault_text(&fault))?);
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
        let reply = match self.opponent.reply(&self.history, &self.budget) {
            Ok(reply) => reply,
            Err(fault) => return Ok(Err(fault)),
        };
        if let Err(fault) = duel::make(&mut self.history, reply.played) {
            return Ok(Err(fault));
        }
        writeln!(self.output, "engine: {}  ({})", state.move_text(reply.played), reply.remark)?;
        match reply.value {
            Some(value) => self.say_standing(-value, "")?,
            None if self.history.state().outcome().is_some() => (),
            None => {
                let wall = self.budget.wall.map_or(GLANCE, |wall| wall.min(GLANCE));
                let decision = self.adviser.decide(&self.history, &Budget::wall(wall))?;
                self.say_standing(decision.value, &format!(", says {}", self.advice))?;
            }
        }
        Ok(Ok(()))
    }

    /// How the person stands, as somebody sees it.
    fn say_standing(&mut self, value: f32, seen_by: &str) -> Result<()> {
        Ok(writeln!(self.output, "you [{}] engine{seen_by}", bar(value))?)
    }

    /// Asks until the position has changed; false if the person has gone.
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
            match self.understand(text.trim()) {
                Asked::Play(m) => match self.history.play(m) {
                    Ok(()) => return Ok(true),
                    Err(_) => writeln!(
                        self.output,
                        "{} is not a legal move here",
                        self.history.state().move_text(m)
                    )?,
                },
                Asked::Undo if self.undo() => return Ok(true),
                Asked::Undo => writeln!(self.output, "there is no move of yours to take back")?,
                Asked::Moves => writeln!(self.output, "{}", wrapped(&self.legal_moves(), COLUMNS))?,
                Asked::Hint => self.hint()?,
                Asked::Help => write!(self.output, "{}", help(self.advice))?,
                Asked::Nonsense(why) => writeln!(self.output, "{why}; ? for help")?,
                Asked::Nothing => (),
                Asked::Quit => return Ok(false),
            }
        }
    }

    /// A line, whatever bytes are in it; `None` at the end.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn understand(&self, text: &str) -> Asked<G::Move> {
        match text {
            "" => Asked::Nothing,
            "m" => Asked::Moves,
            "h" => Asked::Hint,
            "u" => Asked::Undo,
            "q" => Asked::Quit,
            "?" => Asked::Help,
            _ if text.len() > 60 => Asked::Nonsense(format!("{} is no move", quote(text))),
            _ => match self.history.state().parse_move(text) {
                Ok(m) => Asked::Play(m),
                Err(error) => Asked::Nonsense(error.to_string()),
            },
        }
    }

    /// Back to the person's last turn, if there was one.
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
        let decision = self.adviser.decide(&self.history, &self.budget)?;
        let state = self.history.state();
        let ranking = ranking(state, &decision);
        ranking.lines().take(HINTS).try_for_each(|row| writeln!(self.output, "{row}"))?;
        match ranking.lines().count().saturating_sub(HINTS) {
            0 => (),
            more => writeln!(self.output, "and {more} more")?,
        }
        writeln!(self.output, "line: {}", line(state, &decision.line).join(" "))?;
        self.say_standing(decision.value, "")?;
        Ok(writeln!(self.output)?)
    }

    fn say_result(&mut self, outcome: Outcome) -> Result<()> {
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
