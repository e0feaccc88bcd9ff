//! What the user types at the prompt.

use game::Game;
use game::error::quote;

/// The question at the prompt.
pub const PROMPT: &str = "your move (or m h u q ?): ";

/// The meaning of a line.
#[derive(PartialEq, Debug)]
pub enum Input<M> {
    /// A move; it need not be legal.
    Play(M),
    /// List the legal moves.
    Moves,
    /// Draw the board with the legal moves.
    Board,
    /// Rank the moves.
    Hint,
    /// Take back the user's last move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Change sides.
    Side,
    /// Show the mistakes so far.
    Review,
    /// Save the game into this file.
    Save(String),
    /// Go on from this position, or from `@FILE`.
    SetUp(String),
    /// Play against this engine.
    Engine(String),
    /// Change a limit of the engine: its name and its value.
    Limit(&'static str, String),
    /// End the session.
    Quit,
    /// Show the help.
    Help,
    /// An empty line.
    Nothing,
    /// Neither a command nor a move; why.
    Unknown(String),
}

/// The help text of the prompt.
pub fn help(advice: &str) -> String {
    format!(
        "  a move          in the notation of the legal moves\n  \
         m               list the legal moves\n  \
         l               mark the legal moves on the board\n  \
         h               hint: the moves as {advice} ranks them\n  \
         u               undo: take your last move and the answer back\n  \
         r               redo: play again what was taken back\n  \
         side            change sides\n  \
         engine SPEC     play against another engine\n  \
         time 1s         give the engine this time per move; also: sims N, nodes N\n  \
         setup POSITION  go on from a position, or from moves\n  \
         save FILE       save the game\n  \
         load FILE       go on from a saved game\n  \
         review          show the mistakes so far\n  \
         q               quit\n  \
         ?               show this help\n"
    )
}

/// Reads a line.
pub fn interpret<G: Game>(state: &G, text: &str) -> Input<G::Move> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim().to_string();
    let needs = |what: &str, example: &str| Input::Unknown(format!("{word} needs {what}, as in {example}"));
    match (word, rest.is_empty()) {
        ("", _) => Input::Nothing,
        ("m", true) => Input::Moves,
        ("l", true) => Input::Board,
        ("h", true) => Input::Hint,
        ("u", true) => Input::Undo,
        ("r", true) => Input::Redo,
        ("q", true) => Input::Quit,
        ("?", true) => Input::Help,
        ("side", true) => Input::Side,
        ("review", true) => Input::Review,
        ("save", false) => Input::Save(rest),
        ("load", false) => Input::SetUp(format!("@{rest}")),
        ("setup", false) => Input::SetUp(rest),
        ("engine", false) => Input::Engine(rest),
        ("time", false) => Input::Limit("time", rest),
        ("sims", false) => Input::Limit("sims", rest),
        ("nodes", false) => Input::Limit("nodes", rest),
        ("save" | "load", true) => needs("a file", &format!("{word} game.txt")),
        ("setup", true) => needs("a position", "setup start"),
        ("engine", true) => needs("a strategy", "engine random"),
        ("time", true) => needs("a time", "time 1s"),
        ("sims" | "nodes", true) => needs("a number", &format!("{word} 1000")),
        _ if text.len() > 60 => Input::Unknown(format!("{} is not a move", quote(text))),
        _ => match state.parse_move(text) {
            Ok(m) => Input::Play(m),
            Err(error) => Input::Unknown(error.to_string()),
        },
    }
}
