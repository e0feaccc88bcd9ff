//! Law: a position of any game that can be read from text keeps all laws of its game:
//! it is printed and read again as the same, legal moves agree with `is_legal`, and
//! random play goes on to the end. A second line is a move.

#![no_main]

use game::Playable;
use game::conformance::Conformance;
use games::{Visitor, visit_all};
use libfuzzer_sys::fuzz_target;
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    let (position, played) = text.split_once('\n').unwrap_or((text, ""));
    visit_all(&Check { position, played });
});

struct Check<'a> {
    position: &'a str,
    played: &'a str,
}

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<G: Playable>(&self) {
        let state: G = match self.position.parse() {
            Ok(state) => state,
            Err(error) => return check_error(&error),
        };
        let seed = self.position.len() as u64;
        let suite = Conformance { games: 1, uniformity_samples: 0, seed };
        suite.check(state);
        if let Some(cells) = G::CELLS {
            suite.check_cells(state, &cells);
        }
        match state.parse_move(self.played) {
            Ok(m) => match state.play(m) {
                Ok(next) => assert!(state.is_legal(m) && next.side() != state.side()),
                Err(error) => check_error(&error),
            },
            Err(error) => check_error(&error),
        }
        assert!(!state.draw(None).is_empty());
    }
}
