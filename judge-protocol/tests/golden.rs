//! Every recorded dialogue goes as it is recorded. The files and their format
//! are in fixtures/botzone.

mod games;

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use game::{Game, GameOver};
use judge_protocol::botzone::{Coordinates, Dialogue, Reply, Running, Turn, serve};

/// A recorded dialogue.
#[derive(Default)]
struct Record {
    game: String,
    kept: bool,
    moves: VecDeque<String>,
    debug: String,
    turns: Vec<Recorded>,
}

/// One turn of it.
#[derive(Default, PartialEq, Debug)]
struct Recorded {
    input: String,
    fault: Option<String>,
    output: String,
    error: Option<String>,
    end: bool,
}

impl Record {
    fn read(text: &str) -> Record {
        let mut record = Record::default();
        let mut reading = false;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "end" || (word == ">" && !reading) {
                record.turns.push(Recorded { end: word == "end", ..Recorded::default() });
            }
            reading = word == ">";
            let turn = record.turns.last_mut();
            match (word, turn) {
                ("game", None) => record.game = rest.to_string(),
                ("running", None) => record.kept = rest == "kept",
                ("play", None) => record.moves = rest.split(' ').map(String::from).collect(),
                ("debug", None) => record.debug = rest.to_string(),
                ("end", Some(_)) => (),
                (">", Some(turn)) => turn.input += &format!("{rest}\n"),
                ("<", Some(turn)) => turn.output += &format!("{rest}\n"),
                ("!", Some(turn)) => turn.fault = Some(rest.to_string()),
                ("x", Some(turn)) => turn.error = Some(rest.to_string()),
                _ => panic!("out of place: {line}"),
            }
        }
        assert!(!record.turns.is_empty(), "nothing is said");
        record
    }

    fn replay<G: Game>(mut self, coordinates: Coordinates<G>) {
        let running = if self.kept { Running::Kept } else { Running::OncePerTurn };
        let mut kept = Dialogue::new(coordinates, running);
        for recorded in &self.turns {
            let (mut output, mut fault) = (Vec::new(), None);
            let mut player = |turn: &Turn<G>| -> Result<Reply<G::Move>, GameOver> {
                fault = turn.fault.map(ToString::to_string);
                let text = self.moves.pop_front().expect("the script has a move");
                let chosen = turn.history.state().parse_move(&text).expect("the script has moves");
                Ok(Reply { chosen, debug: self.debug.clone() })
            };
            let input = &mut recorded.input.as_bytes();
            let ran = match running {
                Running::Kept => kept.turn(input, &mut output, &mut player),
                Running::OncePerTurn => {
                    serve(input, &mut output, coordinates, running, player).map(|()| true)
                }
            };
            let happened = Recorded {
                input: recorded.input.clone(),
                fault,
                output: String::from_utf8(output).expect("text"),
                error: ran.as_ref().err().map(ToString::to_string),
                end: matches!(ran, Ok(false)),
            };
            assert_eq!(&happened, recorded, "left: what happened; right: what is recorded");
        }
        assert!(self.moves.is_empty(), "unused: {:?}", self.moves);
    }
}

#[test]
fn every_recorded_dialogue_goes_as_it_is_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/botzone");
    let mut replayed = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        println!("{}", path.display());
        let record = Record::read(&fs::read_to_string(&path).unwrap());
        match record.game.as_str() {
            "tictactoe" => record.replay(games::TICTACTOE),
            "nim" => record.replay(games::NIM),
            other => panic!("no game {other}"),
        }
        replayed += 1;
    }
    assert!(replayed >= 20, "only {replayed} dialogues were found");
}
