//! What training leaves behind: a checkpoint to go on from, and the weights
//! that the bots carry.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use nogo::learned::SCALE;
use nogo::windows::weight_count;

use crate::learner::Learner;

/// The first bytes of a checkpoint; the number of games and the weights follow.
const MAGIC: &[u8; 8] = b"nogo-td1";

/// Writes where training stands. A checkpoint is replaced as a whole or not at
/// all.
pub fn save(path: &Path, learner: &Learner) -> Result<()> {
    let mut bytes = Vec::with_capacity(16 + 4 * learner.weights.len());
    bytes.extend(MAGIC);
    bytes.extend(learner.games.to_le_bytes());
    bytes.extend(learner.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    replace(path, &bytes)
}

/// Reads what [`save`] wrote.
pub fn load(path: &Path) -> Result<Learner> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let Some((head, weights)) = bytes.split_first_chunk::<16>() else {
        bail!("{name} is too short for a checkpoint");
    };
    ensure!(head.starts_with(MAGIC), "{name} is no checkpoint of this trainer");
    let (weights, rest) = weights.as_chunks::<4>();
    ensure!(
        weights.len() == weight_count() && rest.is_empty(),
        "{name} has {} weights instead of {}",
        weights.len(),
        weight_count()
    );
    let mut games = [0; 8];
    games.copy_from_slice(&head[8..]);
    Ok(Learner {
        weights: weights.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        games: u64::from_le_bytes(games),
    })
}

/// Writes the weights as the bots carry them: whole numbers of 16 bits.
pub fn export(path: &Path, learner: &Learner) -> Result<()> {
    let quantised = |weight: f32| (weight * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let bytes: Vec<u8> = learner.weights.iter().flat_map(|&w| quantised(w).to_le_bytes()).collect();
    replace(path, &bytes)
}

fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let new = path.with_extension("new");
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_written_and_what_is_none_is_refused() {
        let path = std::env::temp_dir().join(format!("nogo-trainer-{}.td", std::process::id()));
        let mut learner = Learner::new();
        learner.games = 12;
        learner.weights[3] = 0.25;
        save(&path, &learner).unwrap();
        let read = load(&path).unwrap();
        assert_eq!((read.games, read.weights), (12, learner.weights.clone()));
        export(&path, &learner).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!((bytes.len(), &bytes[6..8]), (2 * weight_count(), &512i16.to_le_bytes()[..]));
        let error = load(&path).err().unwrap().to_string();
        assert!(error.ends_with("is no checkpoint of this trainer"), "{error}");
        fs::write(&path, b"short").unwrap();
        assert!(load(&path).err().unwrap().to_string().ends_with("too short for a checkpoint"));
        fs::remove_file(&path).unwrap();
        assert!(load(&path).err().unwrap().to_string().starts_with("cannot read"));
    }
}
