//! The files of the training: the checkpoint to continue from, and the weights that
//! the bots include.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use nogo::learned::SCALE;
use nogo::windows::weight_count;
use stdx::files::replace;

use super::learner::Learner;

/// First bytes of a checkpoint. The number of games and the weights follow.
const MAGIC: &[u8; 8] = b"nogo-td1";

/// Writes a checkpoint, whole or not at all.
pub fn save(path: &Path, learner: &Learner) -> Result<()> {
    let mut bytes = Vec::with_capacity(16 + 4 * learner.weights.len());
    bytes.extend(MAGIC);
    bytes.extend(learner.games.to_le_bytes());
    bytes.extend(learner.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    Ok(replace(path, &bytes)?)
}

/// Reads a checkpoint that [`save`] wrote.
pub fn load(path: &Path) -> Result<Learner> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let Some((head, weights)) = bytes.split_first_chunk::<16>() else {
        bail!("{name} has {} bytes; a checkpoint has at least 16", bytes.len());
    };
    ensure!(head.starts_with(MAGIC), "{name} is not a checkpoint of windows");
    let (weights, rest) = weights.as_chunks::<4>();
    ensure!(
        weights.len() == weight_count() && rest.is_empty(),
        "{name} has {} weights; a checkpoint has {}",
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

/// Writes the weights for the bots as 16-bit integers, whole or not at all.
pub fn export(path: &Path, learner: &Learner) -> Result<()> {
    let quantised = |weight: f32| (weight * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let bytes: Vec<u8> = learner.weights.iter().flat_map(|&w| quantised(w).to_le_bytes()).collect();
    Ok(replace(path, &bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_written_and_other_files_are_rejected() {
        let path = std::env::temp_dir().join(format!("learn-windows-{}.td", std::process::id()));
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
        assert!(error.ends_with("is not a checkpoint of windows"), "{error}");
        fs::write(&path, b"short").unwrap();
        assert!(
            load(&path).err().unwrap().to_string().ends_with("has 5 bytes; a checkpoint has at least 16")
        );
        fs::remove_file(&path).unwrap();
        assert!(load(&path).err().unwrap().to_string().starts_with("cannot read"));
    }
}
