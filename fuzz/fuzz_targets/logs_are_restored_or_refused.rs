//! Law: whatever a log holds, its games are restored, and then recorded as they were,
//! or refused with one line. Checksums are made right, so that the fuzzer gets behind
//! them; the bytes as they are are read as well.

#![no_main]

use std::path::Path;

use contest::log::{Games, Header};
use contest::{Contender, ContestKind, Entrant, Fixture, GameRecord, Schedule, Terms, Winner, log};
use game::{Playable, Side};
use games::{Visitor, visit};
use libfuzzer_sys::fuzz_target;
use tesuji_fuzz::check_error;

/// Greatest number of random plies of an opening; longer ones take long to draw.
const MAX_PLIES: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        match log::parse(&bytes, Path::new("log")) {
            Err(error) => check_error(&error),
            Ok((header, games)) if header.terms.opening_plies <= MAX_PLIES => {
                let _ = visit(&header.terms.game, &Restore(&header, &games)).inspect_err(check_error);
            }
            Ok(_) => (),
        }
    }
});

/// The log with right checksums: FNV-1a over the header and the record.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let mut sealed = format!("{header}\n");
    for line in lines {
        let body = line.rsplit_once(",\"check\":").map_or(line, |(body, _)| body);
        let bytes = header.bytes().chain(body.bytes());
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let check = bytes.fold(0xcbf2_9ce4_8422_2325, hash);
        sealed += &format!("{body},\"check\":\"{check:016x}\"}}\n");
    }
    sealed.into_bytes()
}

struct Restore<'a>(&'a Header, &'a Games);

impl Visitor for Restore<'_> {
    type Output = ();

    fn visit<G: Playable>(&self) {
        let Restore(Header { terms, .. }, games) = self;
        let schedule = match Schedule::<G>::of_log(terms.clone(), None) {
            Ok(schedule) => schedule,
            Err(error) => return check_error(&error),
        };
        for (_, record) in games.values() {
            let fixture = fixture(terms, record);
            match schedule.restore(&fixture, record) {
                Ok(finished) => {
                    let written = schedule.record(&fixture, &finished);
                    let again = schedule.restore(&fixture, &written).expect("its own record");
                    assert_eq!(schedule.record(&fixture, &again), written);
                    // Moves may have been written in capitals.
                    assert_eq!(&GameRecord { moves: record.moves.clone(), ..written }, record);
                    // The winner of an adjudicated game follows from a proof that is not recorded.
                    let winners = [Winner::First, Winner::Second, Winner::Draw];
                    for winner in winners.into_iter().filter(|_| !record.adjudicated) {
                        let other = GameRecord { winner, ..record.clone() };
                        let taken = schedule.restore(&fixture, &other).is_ok();
                        assert_eq!(taken, winner == record.winner, "{winner:?} is taken as the winner");
                    }
                }
                Err(error) => check_error(&error),
            }
        }
    }
}

/// The engines of a tuning follow from the games before; here from the record.
fn fixture(terms: &Terms, record: &GameRecord) -> Fixture {
    let mut fixture = terms.fixture(record.game - 1);
    if let ContestKind::Tune(_) = terms.kind {
        let mut specs = [record.first.clone(), record.second.clone()];
        if Contender::side_of_a(fixture.game) == Side::Second {
            specs.swap(0, 1);
        }
        fixture.engines = specs.map(|spec| Entrant { spec, ..terms.engines[0].clone() });
    }
    fixture
}
