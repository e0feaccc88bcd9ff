//! Zip and tar.gz archives without times or owners, so that the same files always
//! give the same archive.

use miniz_oxide::deflate::compress_to_vec;

/// A file in an archive.
pub struct File<'a> {
    /// Name, without a folder.
    pub name: &'a str,
    /// Content.
    pub bytes: &'a [u8],
    /// Whether the file is executable.
    pub executable: bool,
}

impl File<'_> {
    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Compression level, 0 to 10.
const LEVEL: u8 = 9;

/// CRC-32, the checksum of both formats.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// Makes a zip archive.
pub fn zip(files: &[File]) -> Vec<u8> {
    /// Midnight of 1 January 1980, the earliest time of the format.
    const TIME: [u8; 4] = [0, 0, 0x21, 0];
    const DEFLATED: u16 = 8;
    const VERSION: u16 = 20;
    const UNIX: u16 = 3 << 8;
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let offset = archive.len() as u32;
        let packed = compress_to_vec(file.bytes, LEVEL);
        let mut common = Vec::new();
        common.extend(VERSION.to_le_bytes());
        common.extend(0u16.to_le_bytes());
        common.extend(DEFLATED.to_le_bytes());
        common.extend(TIME);
        for number in [crc32(file.bytes), packed.len() as u32, file.bytes.len() as u32] {
            common.extend(number.to_le_bytes());
        }
        common.extend((file.name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());

        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(file.name.as_bytes());
        archive.extend(packed);

        directory.extend(b"PK\x01\x02");
        directory.extend((UNIX | VERSION).to_le_bytes());
        directory.extend(common);
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | file.mode()) << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(file.name.as_bytes());
    }
    let (start, size, count) = (archive.len() as u32, directory.len() as u32, files.len() as u16);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    archive.extend(0u16.to_le_bytes());
    archive
}

/// Makes a tar archive, compressed by gzip.
pub fn tar_gz(files: &[File]) -> Vec<u8> {
    const BLOCK: usize = 512;
    let mut tar = Vec::new();
    for file in files {
        let mut header = [0; BLOCK];
        let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, file.name);
        put(100, &format!("{:07o}", file.mode()));
        put(108, "0000000");
        put(116, "0000000");
        put(124, &format!("{:011o}", file.bytes.len()));
        put(136, "00000000000");
        put(148, "        ");
        put(156, "0");
        put(257, "ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        tar.extend(header);
        tar.extend(file.bytes);
        tar.resize(tar.len().next_multiple_of(BLOCK), 0);
    }
    tar.resize(tar.len() + 2 * BLOCK, 0);

    let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    gzip.extend(compress_to_vec(&tar, LEVEL));
    gzip.extend(crc32(&tar).to_le_bytes());
    gzip.extend((tar.len() as u32).to_le_bytes());
    gzip
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_matches_the_known_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
