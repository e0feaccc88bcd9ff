//! The game and the commands.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use game::error::quote;
use game::{Cells, Game, GameOver, History, Outcome, Side};

use crate::gtp::clock::TimeLeft;
use crate::gtp::command::Command;
use crate::gtp::vertex::{self, read_move, write_move};
use crate::line::{LineError, read_line};

/// A bot and its game, as a GTP session needs them.
pub struct GtpBot<G: Game> {
    /// The bot's name.
    pub name: &'static str,
    /// The game's name, as in GoGui.
    pub game: &'static str,
    /// The game's cells.
    pub cells: Cells<G>,
    /// Do rows count from the other end than [`Cells::rows`] says?
    pub reversed: bool,
}

impl<G: Game> Clone for GtpBot<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for GtpBot<G> {}

/// A request for a move.
pub struct GtpTurn<'a, G: Game> {
    /// The game so far; the engine moves in its state.
    pub history: &'a History<G>,
    /// Clock of the side to move, if there is one.
    pub time: Option<TimeLeft>,
    /// Time at which the command had been read.
    pub received: Instant,
}

/// A bot's session with a controller, game after game.
pub struct GtpSession<G: Game> {
    bot: GtpBot<G>,
    size: usize,
    history: History<G>,
    /// Clock of each side at the start of a game.
    settings: Option<TimeLeft>,
    clocks: [Option<TimeLeft>; 2],
    /// Number of passes after the end of the game.
    late_passes: usize,
    over: bool,
}

const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "final_status_list",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Result of a command, or the error message.
type Answered = Result<String, String>;

impl<G: Game> GtpSession<G> {
    /// A session before its first command, on the board of the usual size.
    pub fn new(mut bot: GtpBot<G>) -> Self {
        if bot.reversed {
            bot.cells.rows = bot.cells.rows.reversed();
        }
        let start = G::start();
        let (size, _) = (bot.cells.size)(&start);
        GtpSession {
            bot,
            size,
            history: History::new(start),
            settings: None,
            clocks: [None; 2],
            late_passes: 0,
            over: false,
        }
    }

    /// Reads a command, executes it, writes the answer and flushes it. `false`
    /// if the input has ended or the controller has sent `quit`.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        engine: &mut impl FnMut(&GtpTurn<G>) -> Result<G::Move, GameOver>,
    ) -> Result<bool, LineError> {
        let Some(line) = read_line(input)? else {
            return Ok(false);
        };
        if let Some(command) = Command::parse(&line) {
            let result = self.execute(&command, engine);
            output.write_all(command.answer(&result).as_bytes())?;
            output.flush()?;
        }
        Ok(!self.over)
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    fn execute(
        &mut self,
        command: &Command,
        engine: &mut impl FnMut(&GtpTurn<G>) -> Result<G::Move, GameOver>,
    ) -> Answered {
        let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        match (command.name.as_str(), arguments.as_slice()) {
            ("protocol_version", _) => Ok("2".to_string()),
            ("name", _) => Ok(self.bot.name.to_string()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_string()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit", _) => {
                self.over = true;
                done()
            }
            ("boardsize", [size, ..]) => self.resize(size),
            ("clear_board", _) => self.resize(&self.size.to_string()),
            // Accepted and ignored: these games have no komi.
            ("komi", [komi, ..]) => komi.parse::<f64>().map_err(|_| syntax()).and_then(|_| done()),
            ("play", [colour, vertex, ..]) => self.play(colour, vertex),
            ("genmove", [colour, ..]) => self.genmove(colour, engine),
            ("undo", _) => self.undo(),
            ("showboard", _) => Ok(format!("\n{}", self.picture())),
            ("final_status_list", [status, ..]) => self.stones_that_are(status),
            ("final_score", _) => self.score().ok_or_else(|| "the game is not over".to_string()),
            ("time_settings", [main, byoyomi, stones, ..]) => self.set_clocks(main, byoyomi, stones),
            ("time_left", [colour, time, stones, ..]) => self.set_clock(colour, time, stones),
            ("cputime", _) => Ok(format!("{:.3}", clock::process::cpu_time().as_secs_f64())),
            ("gogui-rules_game_id", _) => Ok(self.bot.game.to_string()),
            ("gogui-rules_board_size", _) => Ok(self.size.to_string()),
            ("gogui-rules_board", _) => Ok(self.board()),
            ("gogui-rules_legal_moves", _) => Ok(self.legal_moves().join(" ")),
            ("gogui-rules_side_to_move", _) => Ok(colour(self.state().side()).to_string()),
            ("gogui-rules_final_result", _) => Ok(self.result()),
            (name, _) if COMMANDS.contains(&name) => Err(syntax()),
            _ => Err("unknown command".to_string()),
        }
    }

    fn state(&self) -> &G {
        self.history.state()
    }

    fn resize(&mut self, size: &str) -> Answered {
        let size = size.parse().map_err(|_| syntax())?;
        let board = (self.bot.cells.start)(size, size).ok_or_else(|| "unacceptable size".to_string())?;
        self.size = size;
        self.history = History::new(board);
        self.late_passes = 0;
        self.clocks = [self.settings; 2];
        done()
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Answered {
        let side = side(colour)?;
        let over = self.state().outcome().is_some();
        let m = read_move(&self.bot.cells, self.state(), vertex);
        if over && m.is_some() && m == self.bot.cells.pass {
            self.late_passes += 1;
            return done();
        }
        self.give_turn_to(side).map_err(|why| format!("illegal move: {why}"))?;
        let m = m.ok_or_else(|| format!("no move: {}", quote(vertex)))?;
        let why = if over { "the game is over" } else { "the rules do not allow it" };
        self.history.play(m).map_err(|_| format!("illegal move: {}: {why}", quote(vertex)))?;
        done()
    }

    /// Checks whose turn it is. Controllers may leave out a pass that is the only
    /// move.
    fn give_turn_to(&mut self, side: Side) -> Result<(), String> {
        if self.state().outcome().is_some() || side == self.state().side() {
            return Ok(());
        }
        match self.bot.cells.pass {
            Some(pass) if self.state().is_legal(pass) => {
                self.history.play(pass).map_err(|illegal| illegal.to_string())
            }
            _ => Err("it is the other side's turn".to_string()),
        }
    }

    fn undo(&mut self) -> Answered {
        match self.late_passes.checked_sub(1) {
            Some(left) => self.late_passes = left,
            None => drop(self.history.undo().ok_or_else(|| "cannot undo".to_string())?),
        }
        done()
    }

    /// The board, with rows counted as the vertices are.
    fn picture(&self) -> String {
        match self.bot.reversed {
            true => vertex::draw(&self.bot.cells, self.state()),
            false => self.state().draw(self.history.moves().last().copied()),
        }
    }

    /// All stones live: these games have no dead ones.
    fn stones_that_are(&self, status: &str) -> Answered {
        let (rows, columns) = (self.bot.cells.size)(self.state());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let stones = places.filter(|&place| (self.bot.cells.stone)(self.state(), place).is_some());
        match status {
            "alive" => {
                let names = stones.filter_map(|place| vertex::write(place, rows, self.bot.cells.rows));
                Ok(names.collect::<Vec<_>>().join(" "))
            }
            "dead" | "seki" => done(),
            _ => Err(syntax()),
        }
    }

    fn genmove(
        &mut self,
        colour: &str,
        engine: &mut impl FnMut(&GtpTurn<G>) -> Result<G::Move, GameOver>,
    ) -> Answered {
        let received = Instant::now();
        let side = side(colour)?;
        if self.state().outcome().is_some() {
            // A side that has lost by having no move resigns; where passes exist,
            // the result is on the board.
            let passes = self.bot.cells.pass.is_some();
            self.late_passes += usize::from(passes);
            return Ok(if passes { "pass" } else { "resign" }.to_string());
        }
        self.give_turn_to(side)?;
        let time = self.clocks[side.index()];
        let chosen =
            engine(&GtpTurn { history: &self.history, time, received }).map_err(|over| over.to_string())?;
        let vertex = self.vertex(chosen);
        self.history.play(chosen).map_err(|illegal| illegal.to_string())?;
        if let Some(clock) = &mut self.clocks[side.index()] {
            *clock = clock.after(received.elapsed());
        }
        Ok(vertex)
    }

    fn set_clocks(&mut self, main: &str, byoyomi: &str, stones: &str) -> Answered {
        let (main, byoyomi, stones) = (seconds(main)?, seconds(byoyomi)?, count(stones)?);
        self.settings = TimeLeft::settings(main, byoyomi, stones);
        self.clocks = [self.settings; 2];
        done()
    }

    fn set_clock(&mut self, colour: &str, time: &str, stones: &str) -> Answered {
        let period = self.settings.and_then(|settings| settings.period);
        let left = TimeLeft { left: seconds(time)?, moves: count(stones)?, period };
        self.clocks[side(colour)?.index()] = Some(left);
        done()
    }

    fn vertex(&self, m: G::Move) -> String {
        write_move(&self.bot.cells, self.state(), m)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::with_capacity(G::MAX_MOVES);
        self.state().legal_moves(&mut moves);
        moves.into_iter().map(|m| self.vertex(m)).collect()
    }

    /// The board as GoGui draws it: the row with the highest number is the first.
    fn board(&self) -> String {
        let cell = |row, column| match (self.bot.cells.stone)(self.state(), (row, column)) {
            Some(Side::First) => "X",
            Some(Side::Second) => "O",
            None => ".",
        };
        let row = |row| (0..self.size).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
        let downwards = (1..=self.size).rev().filter_map(|number| self.bot.cells.rows.row(number, self.size));
        format!("\n{}", downwards.map(row).collect::<Vec<_>>().join("\n"))
    }

    /// The result of a finished game: the winner and the margin (1 in games
    /// without a score), or `Some(None)` for a draw.
    fn winner(&self) -> Option<Option<(Side, i32)>> {
        let margin = self.state().score().unwrap_or(1).abs();
        match self.state().outcome()? {
            Outcome::Win => Some(Some((self.state().side(), margin))),
            Outcome::Loss => Some(Some((self.state().side().other(), margin))),
            Outcome::Draw => Some(None),
        }
    }

    fn score(&self) -> Option<String> {
        Some(match self.winner()? {
            Some((side, margin)) => format!("{}+{margin}", ["B", "W"][side.index()]),
            None => "0".to_string(),
        })
    }

    fn result(&self) -> String {
        match self.winner() {
            Some(Some((side, _))) => format!("{} wins", ["Black", "White"][side.index()]),
            Some(None) => "Draw".to_string(),
            None => String::new(),
        }
    }
}

fn done() -> Answered {
    Ok(String::new())
}

fn syntax() -> String {
    "syntax error".to_string()
}

fn colour(side: Side) -> &'static str {
    ["black", "white"][side.index()]
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(syntax()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    /// A limit that no game needs and every clock can add: thirty years.
    const MAX_SECONDS: f64 = 1e9;
    let seconds = text.parse().ok().filter(|seconds: &f64| !seconds.is_nan()).map(|s| s.min(MAX_SECONDS));
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(syntax)
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| syntax())
}

/// Serves a controller until it sends `quit` or the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    bot: GtpBot<G>,
    mut engine: impl FnMut(&GtpTurn<G>) -> Result<G::Move, GameOver>,
) -> Result<(), LineError> {
    let mut session = GtpSession::new(bot);
    while session.turn(input, output, &mut engine)? {}
    Ok(())
}
