//! Replays the recorded dialogues in fixtures/ and compares every byte. Each
//! protocol has a folder; its README describes the format.

mod games;

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use game::{Cells, Decision, Drops, Game, GameOver, History};
use judge_protocol::botzone::{self, BotzoneSession, BotzoneTurn, Reply, Running};
use judge_protocol::gtp::{GtpBot, GtpSession};
use judge_protocol::kaggle::KaggleSession;
use judge_protocol::nboard::NBoardSession;
use judge_protocol::saiblo::{SaibloSession, SaibloTurn, Wire};

/// A recorded dialogue.
#[derive(Default)]
struct Record {
    game: String,
    /// How the judge runs the bot, or the version of its protocol.
    variant: String,
    script: Script,
    turns: Vec<Recorded>,
}

/// The engine's moves and its debug text.
#[derive(Default)]
struct Script {
    moves: VecDeque<String>,
    debug: String,
}

impl Script {
    fn next<G: Game>(&mut self, history: &History<G>) -> Result<G::Move, GameOver> {
        let text = self.moves.pop_front().expect("the script has a move");
        Ok(history.state().parse_move(&text).expect("the script has moves"))
    }
}

/// The result of a turn, before it is compared.
struct Happened<E> {
    output: Vec<u8>,
    reported: Option<String>,
    ran: Result<bool, E>,
}

/// One turn of a recorded dialogue.
#[derive(Default, PartialEq, Debug)]
struct Recorded {
    input: String,
    /// The error that the engine sees beside a position.
    reported: Option<String>,
    output: String,
    error: Option<String>,
    end: bool,
}

impl Record {
    /// Reads a record; with `by_line`, each line of the input is a turn.
    fn read(text: &str, by_line: bool) -> Record {
        let mut record = Record::default();
        let mut reading = false;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "end" || (word == ">" && !reading) {
                record.turns.push(Recorded { end: word == "end", ..Recorded::default() });
            }
            reading = word == ">" && !by_line;
            let turn = record.turns.last_mut();
            match (word, turn) {
                ("game", None) => record.game = rest.to_string(),
                ("running" | "wire", None) => record.variant = rest.to_string(),
                ("play", None) => record.script.moves = rest.split(' ').map(String::from).collect(),
                ("debug", None) => record.script.debug = rest.to_string(),
                ("end", Some(_)) => (),
                ("over", Some(turn)) => turn.end = true,
                (">", Some(turn)) => turn.input += &format!("{rest}\n"),
                ("<", Some(turn)) => turn.output += &format!("{rest}\n"),
                ("!", Some(turn)) => turn.reported = Some(rest.to_string()),
                ("x", Some(turn)) => turn.error = Some(rest.to_string()),
                _ => panic!("out of place: {line}"),
            }
        }
        assert!(!record.turns.is_empty(), "the record has no turns");
        record
    }

    /// Runs `turn` for every recorded turn. `show` formats its output.
    fn replay<E: ToString>(
        mut self,
        show: fn(&[u8]) -> String,
        mut turn: impl FnMut(&mut &[u8], &mut Script) -> Happened<E>,
    ) {
        for recorded in &self.turns {
            let Happened { output, reported, ran } = turn(&mut recorded.input.as_bytes(), &mut self.script);
            let happened = Recorded {
                input: recorded.input.clone(),
                reported,
                output: show(&output),
                error: ran.as_ref().err().map(ToString::to_string),
                end: matches!(ran, Ok(false)),
            };
            assert_eq!(&happened, recorded, "left: what happened; right: what is recorded");
        }
        assert!(self.script.moves.is_empty(), "unused: {:?}", self.script.moves);
    }

    fn on_botzone<G: Game>(self, cells: Cells<G>) {
        let running = if self.variant == "kept" { Running::Kept } else { Running::OncePerTurn };
        let mut kept = BotzoneSession::new(cells, running);
        self.replay(text, |input, script| {
            let (mut output, mut reported) = (Vec::new(), None);
            let mut engine = |turn: &BotzoneTurn<G>| {
                reported = turn.error.map(ToString::to_string);
                let debug = script.debug.clone();
                Ok(Reply { chosen: script.next(turn.history)?, debug })
            };
            let ran = match running {
                Running::Kept => kept.turn(input, &mut output, &mut engine),
                Running::OncePerTurn => {
                    botzone::serve(input, &mut output, cells, running, engine).map(|()| true)
                }
            };
            Happened { output, reported, ran }
        });
    }

    fn on_saiblo<G: Game>(self, drops: Drops<G>) {
        let wire = if self.variant == "v2" { Wire::V2 } else { Wire::V3 };
        let mut session = SaibloSession::new(drops, wire);
        // Unread input stays for the next turn, as in a pipe.
        let mut waiting = Vec::new();
        self.replay(escaped, |input, script| {
            waiting.extend_from_slice(input);
            let (mut output, mut reported) = (Vec::new(), None);
            let mut unread = waiting.as_slice();
            let ran = session.turn(&mut unread, &mut output, &mut |turn: &SaibloTurn<G>| {
                reported = turn.error.map(ToString::to_string);
                script.next(turn.history)
            });
            waiting = unread.to_vec();
            Happened { output, reported, ran }
        });
    }

    fn on_gtp<G: Game>(self, bot: GtpBot<G>) {
        let mut session = GtpSession::new(bot);
        self.replay(text, |input, script| {
            let mut output = Vec::new();
            let ran = session.turn(input, &mut output, &mut |turn| script.next(turn.history));
            Happened { output, reported: None, ran }
        });
    }

    fn on_nboard<G: Game>(self) {
        let mut session = NBoardSession::<G>::new("recorded");
        self.replay(text, |input, script| {
            let mut output = Vec::new();
            let ran = session.turn(input, &mut output, &mut |turn| {
                let depth = turn.depth.unwrap_or_default();
                Ok(Decision { depth, ..Decision::bare(script.next(turn.history)?) })
            });
            Happened { output, reported: None, ran }
        });
    }

    fn on_kaggle<G: Game>(self, drops: Drops<G>) {
        let mut session = KaggleSession::new(drops);
        self.replay(text, |input, script| {
            let mut output = Vec::new();
            let ran = session.turn(input, &mut output, &mut |turn| script.next(turn.history));
            Happened { output, reported: None, ran }
        });
    }
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("text")
}

fn escaped(output: &[u8]) -> String {
    match output.is_empty() {
        true => String::new(),
        false => format!("{}\n", output.escape_ascii()),
    }
}

/// Replays every record of a protocol and checks that there are at least `least`.
fn replay_all(protocol: &str, least: usize, by_line: bool, replay: impl Fn(Record)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(protocol);
    let mut replayed = 0;
    for file in fs::read_dir(folder).expect("a folder per protocol") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            println!("{}", path.display());
            replay(Record::read(&fs::read_to_string(&path).expect("text"), by_line));
            replayed += 1;
        }
    }
    assert!(replayed >= least, "only {replayed} dialogues of {protocol} were found");
}

#[test]
fn every_recorded_dialogue_is_replayed_byte_for_byte() {
    replay_all("botzone", 20, false, |record| match record.game.as_str() {
        "tictactoe" => record.on_botzone(games::tictactoe()),
        "nim" => record.on_botzone(games::nim()),
        other => panic!("no game {other}"),
    });
    replay_all("saiblo", 15, false, |record| record.on_saiblo(games::connect4()));
    replay_all("gtp", 5, true, |record| match record.game.as_str() {
        "nogo" => record.on_gtp(games::nogo("recorded")),
        "othello" => record.on_gtp(games::othello("recorded")),
        other => panic!("no game {other}"),
    });
    replay_all("nboard", 4, true, Record::on_nboard::<othello::State>);
    replay_all("kaggle", 2, true, |record| record.on_kaggle(games::classic()));
}
