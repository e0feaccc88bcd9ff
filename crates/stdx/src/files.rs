//! Replaces a file in one step.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: the bytes go to `PATH.part` first, which
/// then takes the place of `path`. After an error the old file is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&part, path));
    if replaced.is_err() {
        // The error to report is the first one.
        let _ = fs::remove_file(&part);
    }
    replaced
        .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())))
}

/// The name beside `path` that [`replace`] writes to.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_left_as_it_was() {
        let folder = std::env::temp_dir().join(format!("stdx-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("weights.bin");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(!part(&path).exists());
        let error = replace(&folder.join("missing").join("file"), b"x").unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.contains("missing"), "{error}");
        // A folder cannot be replaced by a file.
        replace(&folder, b"x").unwrap_err();
        assert!(!part(&folder).exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
