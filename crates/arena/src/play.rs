//! `arena play`: a person against an engine.
//!
//! It reads lines and writes text, through whatever it is given: a terminal,
//! a pipe, a test.

use std::io::{BufRead, IsTerminal, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::error::quote;
use game::{Engine, Game, History, Outcome, Side};

use crate::analyze::{ranking, spec_or_first};
use crate::cli::PlayArgs;
use crate::games::{Playable, Visitor};
use crate::position;
use crate::text::{bar, has_colours, line, marked, one_line};

/// Nobody types a longer line.
const LONGEST_LINE: u64 = 4096;

const HELP: &str = "\
  a move   as the legal moves are written
  m        the legal moves
  h        a hint: what the engine thinks of your moves
  u        undo: your last move and the answer to it
  q        quit
  ?        this help
";

/// `arena play`, for any game.
pub struct Play<'a> {
    /// What the user wants.
    pub args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let args = self.args;
        let spec = spec_or_first::<G>(args.engine.as_deref())?;
        let strategies = G::strategies();
        let seed = args.seed.unwrap_or_else(any_seed);
        let build = || strategies.build_seeded(&spec, Some(seed));
        let start: G = position::read(&args.from)?;
        ensure!(start.outcome().is_none(), "the game is over in {start}");
        let limits = args.limits.clone().or_default();
        let game = Session {
            history: History::new(start),
            person: if args.second { Side::Second } else { Side::First },
            engine: build()?,
            adviser: build()?,
            budget: limits.exhaustive(),
            echo: !std::io::stdin().is_terminal(),
            colours: has_colours(),
            input: std::io::stdin().lock(),
            output: std::io::stdout().lock(),
        };
        game.run(&format!("{} against {spec} ({limits}, seed {seed})", G::NAME))
    }
}

/// Another one in every game.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_micros()))
}

struct Session<G: Game, R, W> {
    history: History<G>,
    person: Side,
    engine: Box<dyn Engine<G, Budget>>,
    /// Gives the hints: another one, so that the opponent plays the same
    /// whether or not it was asked.
    adviser: Box<dyn Engine<G, Budget>>,
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

impl<G: Game, R: BufRead, W: Write> Session<G, R, W> {
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
            } else {
                self.engine_moves()?;
            }
            self.draw()?;
        }
    }

    fn draw(&mut self) -> Result<()> {
        let last = self.history.moves().last().copied();
        let board = self.history.state().draw(last);
        Ok(writeln!(self.output, "{}", if self.colours { marked(&board) } else { board })?)
    }

    fn engine_moves(&mut self) -> Result<()> {
        let decision = self.engine.decide(&self.history, &self.budget)?;
        let state = *self.history.state();
        self.history.play(decision.chosen).context("the engine's move")?;
        write!(self.output, "engine: {}  (value {:+.2}", state.move_text(decision.chosen), decision.value)?;
        if let Some(proof) = decision.proof {
            write!(self.output, ", {proof}")?;
        }
        writeln!(self.output, ", expects {})", line(&state, &decision.line).join(" "))?;
        self.say_standing(-decision.value)
    }

    /// How the person stands, as the engine sees it.
    fn say_standing(&mut self, value: f32) -> Result<()> {
        Ok(writeln!(self.output, "you [{}] engine", bar(value))?)
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
                    Err(error) => writeln!(self.output, "{error}")?,
                },
                Asked::Undo if self.undo() => return Ok(true),
                Asked::Undo => writeln!(self.output, "there is no move of yours to take back")?,
                Asked::Moves => writeln!(self.output, "{}", self.legal_moves().join(" "))?,
                Asked::Hint => self.hint()?,
                Asked::Help => write!(self.output, "{HELP}")?,
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
        write!(self.output, "{}", ranking(state, &decision))?;
        writeln!(self.output, "line: {}", line(state, &decision.line).join(" "))?;
        self.say_standing(decision.value)?;
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
mod tests {
    use tictactoe::State;

    use super::*;

    /// What a person sees who types these lines, against perfect play.
    fn play(from: &str, person: Side, typed: &[u8]) -> String {
        let mut output = Vec::new();
        let build = || tictactoe::strategies().build("minimax:seed=1").unwrap();
        let session = Session {
            history: History::new(position::read::<State>(from).unwrap()),
            person,
            engine: build(),
            adviser: build(),
            budget: Budget::default(),
            echo: false,
            colours: false,
            input: typed,
            output: &mut output,
        };
        session.run("test").unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_winning_move_wins() {
        let seen = play("xx./oo./...", Side::First, b"c1\n");
        assert!(seen.contains(" 1  x  x [x]"), "{seen}");
        assert!(seen.ends_with("you win\n"), "{seen}");
    }

    #[test]
    fn the_engine_answers_and_its_move_is_marked() {
        let seen = play("xx./oo./...", Side::Second, b"");
        assert!(seen.contains("engine: c1  (value +1.00, win in 1, expects c1)"), "{seen}");
        let standing = format!("you [{}] engine\n", "-".repeat(30));
        assert!(seen.contains(&standing), "all is the engine's: {seen}");
        assert!(seen.contains("[x]") && seen.ends_with("you lose\n"), "{seen}");
    }

    #[test]
    fn what_is_no_move_is_one_line_and_the_question_again() {
        let seen = play("xx./oo./...", Side::First, b"z9\na1\n\n\xff\xfe\nc1\n");
        assert!(seen.contains("move 'z9': a move is a column a-c and a row 1-3, as in b2; ? for help\n"));
        assert!(seen.contains("a1 is not a legal move in xx./oo./...\n"), "{seen}");
        assert_eq!(seen.matches("your move").count(), 5, "{seen}");
        assert!(seen.ends_with("you win\n"), "{seen}");
    }

    #[test]
    fn undo_takes_both_plies_back() {
        let seen = play("start", Side::First, b"u\na1\nu\nm\nq\n");
        assert!(seen.contains("there is no move of yours to take back"), "{seen}");
        assert!(seen.contains("a1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "all is free again: {seen}");
    }

    #[test]
    fn where_the_engine_began_its_first_move_stays() {
        let seen = play("start", Side::Second, b"u\nq\n");
        assert!(seen.contains("there is no move of yours to take back"), "{seen}");
    }

    #[test]
    fn a_hint_ranks_the_moves() {
        let seen = play("xx./oo./...", Side::First, b"h\n");
        let table = seen.split("proven\n").nth(1).unwrap();
        assert!(table.starts_with("c1 ") && table.lines().next().unwrap().ends_with("win in 1"), "{seen}");
    }

    #[test]
    fn the_end_of_the_input_is_a_clean_end() {
        assert!(play("start", Side::First, b"").ends_with(": \n"));
        assert!(play("start", Side::First, &[b'x'; 10_000]).ends_with(": \n"));
    }
}
