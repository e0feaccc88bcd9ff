//! The address of the last server: its port and its secret, in a file that only the user
//! can read. A page that was open finds a server that was started again.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use studio::server::Token;

/// Port and secret of a server.
pub struct Kept {
    /// The port.
    pub port: u16,
    /// The secret.
    pub token: Token,
}

/// The file: `tesuji/studio` in the user's folder for the state of programs.
fn path() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local/state")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("tesuji").join("studio"))
}

/// The address of the last server, if it was kept and others cannot have read it.
pub fn read() -> Option<Kept> {
    read_file(&path()?)
}

/// Keeps an address. Without a place for it the next server gets another one.
pub fn keep(kept: &Kept) {
    if let Some(path) = path() {
        // The server works without it.
        let _ = write_file(&path, kept);
    }
}

fn read_file(path: &Path) -> Option<Kept> {
    let data = fs::symlink_metadata(path).ok()?;
    if !data.is_file() || !is_private(&data) || data.len() > 100 {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (port, token) = text.trim_end().split_once(' ')?;
    Some(Kept { port: port.parse().ok().filter(|port| *port > 0)?, token: Token::read(token)? })
}

fn write_file(path: &Path, kept: &Kept) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    // A new file: it has never been readable for others.
    let part = folder.join(format!("studio.{}", std::process::id()));
    let _ = fs::remove_file(&part);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&part).and_then(|mut file| {
        writeln!(file, "{} {}", kept.port, kept.token.text())?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(unix)]
fn is_private(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(_: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_for_the_user_alone() {
        let folder = env::temp_dir().join(format!("arena-address-{}", std::process::id()));
        let path = folder.join("tesuji/studio");
        let token = Token::random().unwrap();
        write_file(&path, &Kept { port: 8080, token: token.clone() }).unwrap();
        let kept = read_file(&path).unwrap();
        assert_eq!((kept.port, kept.token), (8080, token.clone()));
        for wrong in ["", "8080", "8080 x", "0 0123456789abcdef0123456789abcdef", &"9".repeat(200)] {
            fs::write(&path, wrong).unwrap();
            assert!(read_file(&path).is_none(), "{wrong}");
        }
        write_file(&path, &Kept { port: 8080, token }).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            assert!(read_file(&path).is_none(), "others may have read it");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
