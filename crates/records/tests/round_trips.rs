//! Random games are read as they were written, in every format that holds them.

use std::time::Duration;

use game::{Game, History, Outcome, Playable, Rng};
use proptest::collection::vec;
use proptest::prelude::*;
use records::{Format, Note, Record, read, write};

/// A random game of at most `plies` plies.
fn random_game<G: Playable>(start: G, seed: u64, plies: usize) -> Record<G> {
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(start);
    while history.state().outcome().is_none() && history.moves().len() < plies {
        history.play(history.state().random_move(&mut rng)).expect("a legal move");
    }
    Record::new(history)
}

/// What is written beside the moves.
#[derive(Clone, Debug)]
struct Extras {
    players: [Option<String>; 2],
    notes: Vec<Note>,
    comment: Option<String>,
}

fn text() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[a-zA-Z0-9]([ -~äö棋]{0,12}[a-z])?")
}

fn extras() -> impl Strategy<Value = Extras> {
    // Sixty-fourths are exact in every reader of decimals.
    let value = proptest::option::of((-64..=64_i32).prop_map(|n| f64::from(n) / 64.0));
    let score = proptest::option::of((-640..=640_i32).prop_map(|n| f64::from(n) / 10.0));
    let time = proptest::option::of((0..1_000_000_u64).prop_map(Duration::from_millis));
    let left = time.clone();
    let note = (value, score, time, left, text()).prop_map(|(value, score, time, left, comment)| Note {
        value,
        score,
        time,
        left,
        comment,
    });
    ([text(), text()], vec(note, 0..90), text()).prop_map(|(players, notes, comment)| Extras {
        players,
        notes,
        comment,
    })
}

/// The record with these extras; an unfinished game gets a result and a reason or
/// neither.
fn decorated<G: Playable>(mut record: Record<G>, extras: Extras, end: usize) -> Record<G> {
    record.players = extras.players;
    record.comment = extras.comment;
    for (note, new) in record.notes.iter_mut().zip(extras.notes) {
        *note = new;
    }
    let other = "first player: verdict TLE";
    let ends = [
        None,
        Some((Outcome::Win, "too late")),
        Some((Outcome::Loss, "resigned")),
        Some((Outcome::Loss, other)),
    ];
    if let Some((outcome, reason)) = ends[end % ends.len()].filter(|_| record.outcome.is_none()) {
        (record.outcome, record.reason) = (Some(outcome), Some(reason.to_string()));
        // Two formats have one place for both.
        record.comment = record.comment.filter(|_| reason != other);
    }
    record
}

fn again<G: Playable>(records: &[Record<G>], format: Format) -> Vec<Record<G>> {
    let text = write(records, format).unwrap_or_else(|error| panic!("{error}"));
    read(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Two games, numbered as in a file.
fn pair<G: Playable>(first: Record<G>, second: Record<G>) -> [Record<G>; 2] {
    [first, Record { number: 2, ..second }]
}

/// JSON keeps everything, lists of moves keep the game.
fn check_json_and_moves<G: Playable>(records: &[Record<G>]) {
    assert!(again(records, Format::Json) == records, "{}", write(records, Format::Json).expect("json"));
    let read = again(records, Format::Moves);
    assert_eq!(read.len(), records.len());
    for (read, record) in read.iter().zip(records) {
        assert_eq!(read.move_texts(), record.move_texts());
        assert_eq!(read.history.start(), record.history.start());
    }
}

fn games<G: Playable>(start: G, seed: u64, plies: usize, extras: Extras) -> [Record<G>; 2] {
    let first = decorated(random_game(start, seed, plies), extras, seed as usize);
    pair(first, random_game(start, !seed, 200))
}

/// The GGF form of a text: brackets become round.
fn without_brackets(text: &Option<String>) -> Option<String> {
    text.as_ref().map(|text| text.replace('[', "(").replace(']', ")"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn othello(seed: u64, plies in 0..80_usize, from in 0..20_usize, extras in extras()) {
        let start = *random_game(othello::State::start(), seed ^ 1, from).history.state();
        let start = if start.outcome().is_some() { othello::State::start() } else { start };
        let mut records = games(start, seed, plies, extras);
        check_json_and_moves(&records);

        for record in &mut records {
            record.players = record.players.each_ref().map(without_brackets);
            record.comment = without_brackets(&record.comment);
            for note in &mut record.notes {
                (note.value, note.left, note.comment) = (None, None, None);
            }
        }
        prop_assert!(again(&records, Format::Ggf) == records, "{}", write(&records, Format::Ggf).expect("ggf"));

        let mut game = random_game(othello::State::start(), seed, plies);
        let pass = othello::State::CELLS.expect("cells").pass;
        if game.history.moves().last().copied() == pass {
            game.history.undo();
        }
        if !game.history.moves().is_empty() {
            let read = again(std::slice::from_ref(&game), Format::Transcript);
            prop_assert_eq!(&read[0].history, &game.history);
        }
    }

    #[test]
    fn nogo(seed: u64, rows in 1..=9_usize, columns in 1..=9_usize, plies in 0..80_usize, from in 0..9_usize, extras in extras()) {
        let empty = nogo::State::empty_board(rows, columns).expect("a board");
        let start = *random_game(empty, seed ^ 1, from).history.state();
        let start = if start.outcome().is_some() { empty } else { start };
        let mut records = games(start, seed, plies, extras);
        check_json_and_moves(&records);

        for record in &mut records {
            record.number = 1;
            for note in &mut record.notes {
                (note.score, note.time, note.left) = (None, None, None);
            }
            let read = again(std::slice::from_ref(record), Format::Sgf);
            prop_assert!(read[0] == *record, "{}", write(&read, Format::Sgf).expect("sgf"));
        }
    }

    #[test]
    fn connect4(seed: u64, plies in 0..150_usize, extras in extras()) {
        for start in [connect4::State::start(), connect4::State::random_start(seed).expect("a board"), "6x7".parse().expect("a board")] {
            let records = games(start, seed, plies, extras.clone());
            check_json_and_moves(&records);
            let read = again(&records, Format::Columns);
            prop_assert!(read.iter().zip(&records).all(|(read, record)| read.history == record.history));
        }
        let records = games(connect4::Classic::start(), seed, plies, extras);
        check_json_and_moves(&records);
        let read = again(&records, Format::Columns);
        prop_assert!(read.iter().zip(&records).all(|(read, record)| read.history == record.history));
    }

    #[test]
    fn tictactoe(seed: u64, plies in 0..10_usize, extras in extras()) {
        check_json_and_moves(&games(tictactoe::State::start(), seed, plies, extras));
    }

    /// No text makes the reader panic, and every error is one line.
    #[test]
    fn any_text(text in "[ -~\\n]{0,80}", format in 0..6_usize, seed: u64, cut in 0..400_usize) {
        let game = random_game(othello::State::start(), seed, 60);
        let beginnings = ["", "{\"log\":[", "(;GM[Othello]", "(;GM[1]SZ[9]", "{\"requests\":[", "{\"tesuji_record\":1,"];
        for text in [
            format!("{}{text}", beginnings[format]),
            write(std::slice::from_ref(&game), Format::Ggf).expect("ggf").chars().take(cut).collect(),
            write(&[game], Format::Json).expect("json").chars().take(cut).collect(),
        ] {
            for error in [
                read::<othello::State>(&text).err(),
                read::<nogo::State>(&text).err(),
                read::<connect4::State>(&text).err(),
            ].into_iter().flatten() {
                let line = error.to_string();
                prop_assert!(!line.contains('\n') && line.len() < 700, "{}", line);
            }
        }
    }
}
