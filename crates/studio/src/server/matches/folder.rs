//! The files of a folder. A file is named without a path; folders, symbolic links, pipes
//! and devices are refused, so that nothing outside the folder is reached.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use game::error::quote;
use serde_json::{Value, json};

/// Most files that are listed.
const MOST_FILES: usize = 500;

/// Longest name of a file, in bytes.
const LONGEST_NAME: usize = 200;

/// Largest file that is read whole, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Number of bytes of a log in which its header is looked for when it is listed.
const HEADER_BYTES: u64 = 1 << 14;

/// An open folder.
pub struct Folder {
    root: PathBuf,
    title: String,
}

/// What a file may be, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A log, or a table with one JSON object per line.
    Lines,
    /// A table of numbers.
    Table,
    /// A picture.
    Picture,
    /// A program: a file that may be executed, or one of Python.
    Program,
}

impl Kind {
    fn of(name: &str, data: Option<&Metadata>) -> Option<Kind> {
        match name.rsplit_once('.').map(|(_, end)| end) {
            Some("jsonl") => Some(Kind::Lines),
            Some("csv" | "tsv") => Some(Kind::Table),
            Some("svg") => Some(Kind::Picture),
            Some("py") => data.map(|_| Kind::Program),
            _ => data.filter(|data| is_executable(data)).map(|_| Kind::Program),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Lines => "log",
            Kind::Table => "curve",
            Kind::Picture => "picture",
            Kind::Program => "program",
        }
    }
}

/// A file of the list.
pub struct Entry {
    name: String,
    kind: Kind,
    bytes: u64,
    modified: Option<SystemTime>,
    /// Why it cannot be shown.
    error: Option<String>,
}

impl Entry {
    /// The file as the page lists it.
    pub fn json(&self, folder: &Folder) -> Value {
        let age = self.modified.and_then(|time| time.elapsed().ok()).unwrap_or_default();
        let log =
            (self.kind == Kind::Lines && self.error.is_none()).then(|| folder.header(&self.name)).flatten();
        json!({
            "name": self.name,
            "kind": self.kind.name(),
            "bytes": self.bytes,
            "seconds": age.as_secs(),
            "game": log.as_ref().map(|log| &log["game"]),
            "contest": log.as_ref().map(|log| &log["contest"]),
            "error": self.error,
        })
    }
}

impl Folder {
    /// Opens a folder.
    pub fn open(path: &Path) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        match root.is_dir() {
            true => Ok(Folder { root, title: path.display().to_string() }),
            false => Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder")),
        }
    }

    /// The folder as the user has named it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The files that may be shown or played, the newest first. One that cannot be read is
    /// listed with the reason.
    pub fn list(&self) -> Result<Vec<Entry>, String> {
        let failed = |error: io::Error| format!("the folder cannot be read: {error}");
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.root).map_err(failed)? {
            let Ok(name) = entry.map_err(failed)?.file_name().into_string() else { continue };
            let checked = self.data(&name);
            let Some(kind) = Kind::of(&name, checked.as_ref().ok()) else { continue };
            if name.starts_with('.') || (checked.is_err() && kind == Kind::Program) {
                continue;
            }
            let (data, error) = match checked {
                Ok(data) => (Some(data), None),
                Err(error) => (None, Some(error)),
            };
            let modified = data.as_ref().and_then(|data| data.modified().ok());
            found.push(Entry { name, kind, bytes: data.map_or(0, |data| data.len()), modified, error });
        }
        found.sort_by(|a, b| (b.modified, &a.name).cmp(&(a.modified, &b.name)));
        found.truncate(MOST_FILES);
        Ok(found)
    }

    /// What a file is. It must be a file of this folder.
    pub fn kind(&self, name: &str) -> Result<Kind, String> {
        let data = self.data(name)?;
        Kind::of(name, Some(&data)).ok_or_else(|| format!("{} is neither a log nor a curve", quote(name)))
    }

    /// Path of a file with a valid name, which need not exist.
    pub fn path(&self, name: &str) -> Result<PathBuf, String> {
        let is_plain = |c: char| !c.is_control() && !['/', '\\', ':'].contains(&c);
        let is_name = !name.is_empty() && !name.starts_with('.') && name.len() <= LONGEST_NAME;
        match is_name && name.chars().all(is_plain) {
            true => Ok(self.root.join(name)),
            false => Err(format!("{} is not the name of a file in the folder", quote(name))),
        }
    }

    /// What the system says about a file, which is not followed if it is a link.
    fn data(&self, name: &str) -> Result<Metadata, String> {
        let data = fs::symlink_metadata(self.path(name)?).map_err(|error| unreadable(name, &error))?;
        match data.file_type() {
            kind if kind.is_symlink() => Err(format!("{name} is a symbolic link, which is not followed")),
            kind if kind.is_dir() => Err(format!("{name} is a folder; a log is a file")),
            kind if !kind.is_file() => Err(format!("{name} is a pipe or a device; a log is a file")),
            _ => Ok(data),
        }
    }

    /// Opens a file to read it.
    pub fn file(&self, name: &str) -> Result<(File, Metadata), String> {
        let listed = self.data(name)?;
        let failed = |error: io::Error| unreadable(name, &error);
        let file = File::open(self.path(name)?).map_err(failed)?;
        let opened = file.metadata().map_err(failed)?;
        // A link may have taken its place.
        match identity(&listed) == identity(&opened) {
            true => Ok((file, opened)),
            false => Err(format!("{name} was replaced while it was opened")),
        }
    }

    /// A text that changes when a file is written anew.
    pub fn revision(&self, name: &str) -> Result<String, String> {
        let data = self.data(name)?;
        let age = data.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        Ok(format!("{}.{}", data.len(), age.unwrap_or_default().as_nanos()))
    }

    /// Reads a whole file.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let (file, data) = self.file(name)?;
        if data.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(format!("{name} has {} MB; at most {most} MB are read", data.len() >> 20));
        }
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
        Ok(bytes)
    }

    /// The first line of a file as JSON, if it is short.
    pub fn header(&self, name: &str) -> Option<Value> {
        let (file, _) = self.file(name).ok()?;
        let mut bytes = Vec::new();
        file.take(HEADER_BYTES).read_to_end(&mut bytes).ok()?;
        let line = bytes.split(|&byte| byte == b'\n').next()?;
        serde_json::from_slice(line).ok()
    }
}

fn unreadable(name: &str, error: &io::Error) -> String {
    format!("cannot read {name}: {error}")
}

/// What distinguishes a file from another one of the same name.
#[cfg(unix)]
pub fn identity(data: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((data.dev(), data.ino()))
}

/// What distinguishes a file from another one of the same name.
#[cfg(not(unix))]
pub fn identity(data: &Metadata) -> Option<SystemTime> {
    data.created().ok()
}

#[cfg(unix)]
fn is_executable(data: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("studio-{name}-{}", std::process::id()));
            fs::create_dir_all(path.join("inside")).unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_name_is_not_a_path() {
        let scratch = Scratch::new("names");
        let folder = Folder::open(&scratch.0.join("inside")).unwrap();
        fs::write(scratch.0.join("outside.jsonl"), "secret").unwrap();
        fs::write(scratch.0.join("inside/log.jsonl"), "{}\n").unwrap();
        assert_eq!(folder.read("log.jsonl").unwrap(), b"{}\n");
        for name in
            ["", ".", "..", "../outside.jsonl", "/etc/passwd", "a/../log.jsonl", "..\\x", "a\0b", ".hidden"]
        {
            let error = folder.read(name).unwrap_err();
            assert!(error.contains("is not the name of a file"), "{name:?}: {error}");
        }
        assert!(folder.read(&"x".repeat(500)).unwrap_err().contains("is not the name"));
        assert!(folder.read("missing.jsonl").unwrap_err().starts_with("cannot read missing.jsonl"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_folders_are_listed_with_the_reason_and_never_read() {
        let scratch = Scratch::new("links");
        let (inside, outside) = (scratch.0.join("inside"), scratch.0.join("outside.jsonl"));
        fs::write(&outside, "secret").unwrap();
        std::os::unix::fs::symlink(&outside, inside.join("link.jsonl")).unwrap();
        std::os::unix::fs::symlink("/bin/sh", inside.join("shell")).unwrap();
        fs::create_dir(inside.join("folder.jsonl")).unwrap();
        fs::write(inside.join("notes.txt"), "mine").unwrap();
        fs::write(inside.join("good.jsonl"), "{}\n").unwrap();
        let folder = Folder::open(&inside).unwrap();
        let listed = folder.list().unwrap();
        let mut names: Vec<_> =
            listed.iter().map(|entry| (entry.name.as_str(), entry.error.is_some())).collect();
        names.sort_unstable();
        assert_eq!(names, [("folder.jsonl", true), ("good.jsonl", false), ("link.jsonl", true)]);
        assert!(folder.read("link.jsonl").unwrap_err().contains("symbolic link"));
        assert!(folder.read("shell").unwrap_err().contains("symbolic link"));
        assert!(folder.read("folder.jsonl").unwrap_err().contains("is a folder"));
    }

    #[test]
    fn a_large_file_is_not_read_whole() {
        let scratch = Scratch::new("large");
        File::create(scratch.0.join("large.csv")).unwrap().set_len(MOST_BYTES + 1).unwrap();
        let error = Folder::open(&scratch.0).unwrap().read("large.csv").unwrap_err();
        assert_eq!(error, "large.csv has 16 MB; at most 16 MB are read");
    }
}
