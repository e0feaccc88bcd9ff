//! A network as bytes.
//!
//! The file is the magic number, the shape, the layers and the heads, all little-endian,
//! and a checksum of everything before it.

use std::error::Error;
use std::fmt;

use crate::layer::Layer;
use crate::network::{Block, Heads, Network, Shape};

const MAGIC: &[u8; 8] = b"tesunet1";

/// Error: bytes that are no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// The first bytes are not those of a network.
    NoNetwork,
    /// The checksum is wrong: the file was cut off or changed.
    Damaged,
    /// The checksum is right, but sizes or weights are out of range.
    Invalid,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FileError::NoNetwork => "not a network of this program",
            FileError::Damaged => "the network is damaged: its checksum is wrong",
            FileError::Invalid => "the network has sizes or weights that are out of range",
        })
    }
}

impl Error for FileError {}

impl Network {
    /// The network as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { planes, channels, blocks, hidden } = self.shape;
        let mut bytes = MAGIC.to_vec();
        for size in [planes, channels, blocks, hidden] {
            bytes.extend((size as u16).to_le_bytes());
        }
        let floats =
            |bytes: &mut Vec<u8>, numbers: &[f32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        self.stem.write(&mut bytes);
        for Block { first, pool, second } in &self.blocks {
            first.write(&mut bytes);
            floats(&mut bytes, pool);
            second.write(&mut bytes);
        }
        for numbers in [&self.heads.policy, &self.heads.hidden, &self.heads.output] {
            floats(&mut bytes, numbers);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`Network::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::NoNetwork);
        }
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(FileError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(FileError::Damaged);
        }
        read(&content[MAGIC.len()..]).ok_or(FileError::Invalid)
    }
}

fn read(mut bytes: &[u8]) -> Option<Network> {
    let bytes = &mut bytes;
    let mut size = || Some(usize::from(u16::from_le_bytes(*bytes.split_off(..2)?.as_array()?)));
    let shape = Shape { planes: size()?, channels: size()?, blocks: size()?, hidden: size()? };
    if !shape.is_valid() {
        return None;
    }
    let Shape { channels, blocks, hidden, .. } = shape;
    let floats = |bytes: &mut &[u8], count: usize| {
        let (numbers, _) = bytes.split_off(..4 * count)?.as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|&n| f32::from_le_bytes(n)).collect();
        numbers.iter().all(|n| n.is_finite()).then_some(numbers)
    };
    let stem = Layer::read(bytes, shape.depth(), channels)?;
    let block = |_| {
        let first = Layer::read(bytes, channels, channels)?;
        let pool = floats(bytes, channels * channels)?;
        Some(Block { first, pool, second: Layer::read(bytes, channels, channels)? })
    };
    let blocks = (0..blocks).map(block).collect::<Option<_>>()?;
    let heads = Heads {
        policy: floats(bytes, channels + 1)?,
        hidden: floats(bytes, (channels + 1) * hidden)?,
        output: floats(bytes, hidden + 1)?,
    };
    bytes.is_empty().then(|| Network::new(shape, stem, blocks, heads))
}

/// Checksum of bytes: FNV-1a with 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
