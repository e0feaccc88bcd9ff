//! The files in fixtures/records, one for each format.

use std::time::Duration;

use game::{Game, Outcome, Playable, Side};
use records::{Error, Format, Record, read, read_one};

fn text(name: &str) -> String {
    let path = format!("{}/../../fixtures/records/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn games<G: Playable>(name: &str) -> Vec<Record<G>> {
    read(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn words<G: Playable>(record: &Record<G>) -> String {
    record.move_texts().join(" ")
}

#[test]
fn every_file_shows_its_format_and_some_their_game() {
    for (name, format, game) in [
        ("arena-tictactoe.jsonl", Format::Log, Some("tictactoe")),
        ("botzone-reversi.json", Format::Botzone, None),
        ("botzone-reversi-illegal.json", Format::Botzone, None),
        ("botzone-nogo-late.json", Format::Botzone, None),
        ("botzone-tictactoe.matches", Format::Botzone, None),
        ("botzone-request.json", Format::BotzoneRequest, None),
        ("botzone-request.txt", Format::BotzoneRequest, None),
        ("connect4-columns.txt", Format::Moves, None),
        ("nogo.sgf", Format::Sgf, Some("nogo")),
        ("othello.ggf", Format::Ggf, Some("othello")),
        ("othello.obf", Format::Moves, None),
        ("othello-transcripts.txt", Format::Moves, None),
        ("record.json", Format::Json, Some("nogo")),
        ("saiblo.json", Format::Saiblo, Some("connect4")),
    ] {
        assert_eq!(Format::of(&text(name)), Some(format), "{name}");
        assert_eq!(Format::game_of(&text(name)).as_deref(), game, "{name}");
    }
}

#[test]
fn a_whole_match_of_botzone() {
    let record = &games::<othello::State>("botzone-reversi.json")[0];
    assert_eq!((record.history.moves().len(), record.score()), (67, Some(60)));
    assert_eq!((record.outcome, &record.reason), (Some(Outcome::Win), &None));
    assert_eq!(record.players[0].as_deref(), Some("5f3a00000000000000000000"));
    assert_eq!(record.notes[3].time, Some(Duration::from_millis(15)));
    assert_eq!(record.notes[3].comment.as_deref(), Some("depth 9"));
    assert_eq!(words(record).split(' ').filter(|word| *word == "pass").count(), 7);
    // The list of the log alone, as the site's page shows it, and the page itself.
    let whole: serde_json::Value = serde_json::from_str(&text("botzone-reversi.json")).expect("JSON");
    let log = whole["log"].to_string();
    let page = format!("<script>var _rawLogJSON = {};</script>", serde_json::json!(log));
    for text in [log, page] {
        let bare = read_one::<othello::State>(&text, None).expect("a log");
        assert_eq!((bare.history, bare.outcome), (record.history.clone(), record.outcome));
    }
}

#[test]
fn matches_that_a_fault_ended_have_the_moves_before_it() {
    let late = &games::<nogo::State>("botzone-nogo-late.json")[0];
    assert_eq!((late.history.moves().len(), late.winner()), (10, Some(Side::Second)));
    assert_eq!(
        late.reason.as_deref(),
        Some("first player: verdict TLE; the judge: INVALID_INPUT_VERDICT_TLE")
    );
    let illegal = &games::<othello::State>("botzone-reversi-illegal.json")[0];
    assert_eq!((illegal.history.moves().len(), illegal.winner()), (10, Some(Side::Second)));
    let reason = illegal.reason.as_deref().expect("a reason");
    assert!(reason.starts_with("first player: d4 is not a legal move in "), "{reason}");
    assert!(reason.ends_with("; the judge: INVALID_MOVE"), "{reason}");
}

#[test]
fn an_archive_of_botzone_has_a_match_per_line() {
    let records = games::<tictactoe::State>("botzone-tictactoe.matches");
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.history.state().outcome().is_some()));
    assert_eq!(records[1].number, 2);
    assert!(words(&records[0]).starts_with("c2 a1 c1 b1 c3"), "{}", words(&records[0]));
}

#[test]
fn requests_of_botzone() {
    assert_eq!(words(&games::<othello::State>("botzone-request.json")[0]), "f5 d6");
    assert_eq!(words(&games::<nogo::State>("botzone-request.txt")[0]), "F5 D4 C7");
}

#[test]
fn the_log_of_a_match() {
    let records = games::<tictactoe::State>("arena-tictactoe.jsonl");
    assert_eq!(records.iter().map(|record| record.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let record = read_one::<tictactoe::State>(&text("arena-tictactoe.jsonl"), Some(3)).expect("game 3");
    assert_eq!(record, records[2]);
    assert_eq!(record.notes[0].comment.as_deref(), Some("opening"));
    assert!(record.notes.last().is_some_and(|note| note.value.is_some() && note.time.is_some()));
    assert_eq!(record.players, [Some("uct".to_string()), Some("random".to_string())]);
    let changed = text("arena-tictactoe.jsonl").replacen("\"moves\":[\"", "\"moves\":[\"a1\",\"", 1);
    assert!(matches!(read::<tictactoe::State>(&changed), Err(Error::Log(_))));
    // The last line of a match that was killed is left out.
    let whole = text("arena-tictactoe.jsonl");
    assert_eq!(read::<tictactoe::State>(&whole[..whole.len() - 20]).expect("a log").len(), 3);
}

#[test]
fn a_pair_of_games_in_ggf() {
    let records = games::<othello::State>("othello.ggf");
    let [whole, late] = &records[..] else { panic!("{} games", records.len()) };
    assert_eq!((whole.score(), whole.history.moves().len()), (Some(40), 63));
    assert_eq!(whole.players[0].as_deref(), Some("champion"));
    assert_eq!((whole.notes[6].score, whole.notes[6].time), (Some(-27.43), Some(Duration::from_millis(10))));
    assert_eq!((late.outcome, late.reason.as_deref()), (Some(Outcome::Loss), Some("too late")));
    assert_eq!(late.history.moves().len(), 20);
}

#[test]
fn transcripts_with_and_without_passes() {
    let records = games::<othello::State>("othello-transcripts.txt");
    let plies: Vec<_> = records.iter().map(|record| record.history.moves().len()).collect();
    assert_eq!(plies, [67, 60, 63]);
    assert_eq!(records.iter().map(Record::score).collect::<Vec<_>>(), [Some(60), Some(-28), Some(40)]);
    assert_eq!(records[2].history, games::<othello::State>("othello.ggf")[0].history);
    assert_eq!(records[2].comment.as_deref(), Some("passes written"));
}

#[test]
fn positions_with_scores() {
    let records = games::<othello::State>("othello.obf");
    assert_eq!(*records[0].history.state(), othello::State::start());
    assert_eq!(records[0].comment.as_deref(), Some("F5:+0; D3:+0"));
    assert_eq!(records[1].history.state().side(), Side::Second);
}

#[test]
fn a_game_of_nogo_in_sgf() {
    let record = &games::<nogo::State>("nogo.sgf")[0];
    assert_eq!(record.history.start().to_string(), "x.o../...../....x/...../.....");
    assert_eq!(words(record), "A1 E1 B1 A3");
    assert_eq!(record.players[1].as_deref(), Some("Right [old]"));
    assert_eq!(record.notes[0].value, Some(0.6), "values are for the side that moved");
    assert_eq!(record.notes[3].comment.as_deref(), Some("the main\nline: 3 \\ 4"));
    assert_eq!((record.winner(), record.reason.as_deref()), (Some(Side::First), Some("resigned")));
    assert_eq!(record.comment.as_deref(), Some("Two stones against one: white moves."));
}

#[test]
fn columns_of_connect_4() {
    let records = games::<connect4::State>("connect4-columns.txt");
    let size = |i: usize| {
        let state = records[i].history.start();
        (state.rows(), state.columns())
    };
    assert_eq!((size(0), size(1), size(2)), ((6, 7), (12, 11), (12, 11)));
    assert!(records.iter().all(|record| record.history.state().outcome().is_some()));
    assert!(words(&records[2]).ends_with("8 b 6"));
    // The word start is the usual board of the game, not one of six rows.
    let start = read_one::<connect4::State>("start", None).expect("a position");
    assert_eq!(*start.history.state(), connect4::State::start());
    let classic = read_one::<connect4::Classic>("4455", None).expect("columns");
    assert_eq!(words(&classic), "4 4 5 5");
}

#[test]
fn a_replay_in_the_form_that_we_guess_for_saiblo() {
    let record = &games::<connect4::State>("saiblo.json")[0];
    assert_eq!((words(record).as_str(), record.winner()), ("3 b 9 2", Some(Side::Second)));
}

#[test]
fn our_own_json() {
    let record = &games::<nogo::State>("record.json")[0];
    assert_eq!((words(record).as_str(), record.winner()), ("B2 A3", Some(Side::First)));
    assert_eq!(record.notes[0].time, Some(Duration::from_micros(1500)));
    assert_eq!(record.reason.as_deref(), Some("second player: verdict TLE"));
}
