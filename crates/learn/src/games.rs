//! Games of self-play: playing them, and their bytes on disk.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use game::{Move, Rng};
use net::checksum;

use crate::gumbel::{Options, Searcher};
use crate::subject::Subject;

/// A move of a game, with what the search said before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// Number of the move.
    pub played: u16,
    /// Was the position searched? Random moves of the opening are not.
    pub searched: bool,
    /// Value for the side to move, −1 to 1 in steps of 1/30000.
    pub value: i16,
    /// Numbers of moves with their probabilities in steps of 1/65535; the rest is 0.
    pub policy: Vec<(u16, u16)>,
}

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Seed of the game; the starting position depends on it too.
    pub seed: u64,
    pub plies: Vec<Ply>,
    /// Exact value of the last position for its side to move.
    pub result: i8,
}

/// Factor of stored values.
pub const VALUE_STEPS: f32 = 30_000.0;
/// Factor of stored probabilities.
pub const SHARE_STEPS: f32 = 65_535.0;

/// Options of self-play.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    pub search: Options,
    /// Most random moves at the start of a game.
    pub opening: usize,
}

/// Plays a game. The same network, options and seed give the same game.
pub fn play<G: Subject>(searcher: &mut Searcher<G>, options: PlayOptions, seed: u64) -> Record {
    let mut rng = Rng::with_seed(seed);
    let mut plies = Vec::new();
    let mut state = start::<G>(seed);
    let opening = rng.usize(0..=options.opening);
    loop {
        if let Some(outcome) = searcher.exact(&state) {
            return Record { seed, plies, result: outcome.value() as i8 };
        }
        if plies.len() < opening {
            let played = state.random_move(&mut rng);
            plies.push(Ply { played: played.index() as u16, searched: false, value: 0, policy: Vec::new() });
            state.play_unchecked(played);
            continue;
        }
        let found = searcher.search(&state, options.search, &mut rng);
        let policy = found.policy.iter().map(|&(m, share)| (m.index() as u16, (share * SHARE_STEPS) as u16));
        plies.push(Ply {
            played: found.chosen.index() as u16,
            searched: true,
            value: (found.value.clamp(-1.0, 1.0) * VALUE_STEPS) as i16,
            policy: policy.filter(|&(_, share)| share >= 64).collect(),
        });
        state.play_unchecked(found.chosen);
    }
}

/// The starting position of the game with this seed.
pub fn start<G: Subject>(seed: u64) -> G {
    G::random_start(seed).unwrap_or_else(G::start)
}

/// Seed of a game: depends on the run, the round and the number of the game only.
pub fn seed_of(run: u64, round: u32, game: u64) -> u64 {
    let mut rng = Rng::with_seed(run ^ u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    rng.u64(..) ^ game.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95)
}

const MAGIC: &[u8; 8] = b"tesugam1";

/// Games as bytes, with a checksum.
pub fn to_bytes(name: &str, records: &[Record]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(name.len() as u8);
    bytes.extend(name.bytes());
    bytes.extend((records.len() as u32).to_le_bytes());
    for Record { seed, plies, result } in records {
        bytes.extend(seed.to_le_bytes());
        bytes.push(*result as u8);
        bytes.extend((plies.len() as u16).to_le_bytes());
        for Ply { played, searched, value, policy } in plies {
            bytes.extend(played.to_le_bytes());
            bytes.push(u8::from(*searched));
            bytes.extend(value.to_le_bytes());
            bytes.extend((policy.len() as u16).to_le_bytes());
            for (number, share) in policy {
                bytes.extend(number.to_le_bytes());
                bytes.extend(share.to_le_bytes());
            }
        }
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads what [`to_bytes`] wrote for the same game.
pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Vec<Record>> {
    ensure!(bytes.starts_with(MAGIC), "not a file of games of self-play");
    let (content, sum) = bytes.split_last_chunk::<8>().context("the file is too short")?;
    ensure!(checksum(content) == u64::from_le_bytes(*sum), "damaged: its checksum is wrong");
    let mut rest = &content[MAGIC.len()..];
    let records = read(name, &mut rest)?;
    ensure!(rest.is_empty(), "{} bytes too many", rest.len());
    Ok(records)
}

fn read(name: &str, bytes: &mut &[u8]) -> Result<Vec<Record>> {
    fn number<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N]> {
        let (head, tail) = bytes.split_first_chunk::<N>().context("the file ends inside a game")?;
        *bytes = tail;
        Ok(*head)
    }
    let [length] = number(bytes)?;
    let found = bytes.split_off(..usize::from(length)).context("the file ends inside its name")?;
    ensure!(found == name.as_bytes(), "games of {}, not of {name}", String::from_utf8_lossy(found));
    let count = u32::from_le_bytes(number(bytes)?);
    let mut records = Vec::new();
    for _ in 0..count {
        let seed = u64::from_le_bytes(number(bytes)?);
        let [result] = number(bytes)?;
        let mut plies = Vec::new();
        for _ in 0..u16::from_le_bytes(number(bytes)?) {
            let played = u16::from_le_bytes(number(bytes)?);
            let [searched] = number(bytes)?;
            let value = i16::from_le_bytes(number(bytes)?);
            let mut policy = Vec::new();
            for _ in 0..u16::from_le_bytes(number(bytes)?) {
                let number_of_move = u16::from_le_bytes(number(bytes)?);
                policy.push((number_of_move, u16::from_le_bytes(number(bytes)?)));
            }
            plies.push(Ply { played, searched: searched != 0, value, policy });
        }
        records.push(Record { seed, plies, result: result as i8 });
    }
    Ok(records)
}

/// Reads a file of games.
pub fn load(name: &str, path: &Path) -> Result<Vec<Record>> {
    let shown = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    from_bytes(name, &bytes).with_context(|| format!("cannot use {shown}"))
}

#[cfg(test)]
mod tests {
    use game::Game;
    use nogo::State;

    use super::*;
    use crate::folder::tests::SMALL;
    use crate::trainer::Model;

    fn some_games() -> Vec<Record> {
        let network = Model::new(SMALL.shape(<State as net::Input>::PLANES), 1).network();
        let mut searcher = Searcher::<State>::new(&network);
        (0..3).map(|seed| play(&mut searcher, SMALL.play(), seed)).collect()
    }

    #[test]
    fn games_follow_the_rules_and_end_with_their_result() {
        for record in some_games() {
            let mut state = start::<State>(record.seed);
            for ply in &record.plies {
                let played = nogo::Point::from_index(usize::from(ply.played)).unwrap();
                assert_eq!(ply.searched, !ply.policy.is_empty());
                state = state.play(played).unwrap();
            }
            let wins = nogo::Solver::new(1 << 22).solve(&state).wins;
            assert_eq!(record.result, if wins { 1 } else { -1 });
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        assert_eq!(some_games(), some_games());
    }

    #[test]
    fn files_are_read_as_written_and_others_are_refused() {
        let records = some_games();
        let bytes = to_bytes("nogo", &records);
        assert_eq!(from_bytes("nogo", &bytes).unwrap(), records);
        let error = |name: &str, bytes: &[u8]| from_bytes(name, bytes).unwrap_err().to_string();
        assert_eq!(error("othello", &bytes), "games of nogo, not of othello");
        assert_eq!(error("nogo", b"something else"), "not a file of games of self-play");
        let mut damaged = bytes.clone();
        damaged[40] ^= 1;
        assert_eq!(error("nogo", &damaged), "damaged: its checksum is wrong");
        for end in 0..bytes.len() {
            assert!(from_bytes("nogo", &bytes[..end]).is_err(), "{end} bytes");
        }
    }
}
