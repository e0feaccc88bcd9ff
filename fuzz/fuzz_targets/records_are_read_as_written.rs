//! Law: a text is read as legal games that are written and read again as the same, or
//! refused with one line.

#![no_main]

use game::Playable;
use libfuzzer_sys::fuzz_target;
use records::{Format, read_each, write};
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    check::<tictactoe::State>(text);
    check::<othello::State>(text);
    check::<connect4::State>(text);
    check::<nogo::State>(text);
});

fn check<G: Playable>(text: &str) {
    let games = match read_each::<G>(text) {
        Ok(games) => games,
        Err(error) => return check_error(&error),
    };
    for game in games {
        let record = match game {
            Ok(record) => record,
            Err(error) => {
                check_error(&error);
                continue;
            }
        };
        assert_eq!(record.notes.len(), record.history.moves().len());
        for format in [Format::Json, Format::Moves, Format::Ggf, Format::Sgf, Format::Columns] {
            if !format.writes(G::NAME) {
                continue;
            }
            match write(std::slice::from_ref(&record), format) {
                Ok(written) => {
                    let again = records::read_one::<G>(&written, None).expect("what was written is read");
                    assert_eq!(again.history, record.history, "{format}: {written}");
                }
                Err(error) => check_error(&error),
            }
        }
    }
}
