//! Records what a program was sent and what came back.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of exchanges that are kept, the newest.
const EXCHANGES: usize = 8;
/// Number of bytes of each side of an exchange that are kept, the first.
const BYTES: usize = 1 << 16;
/// Number of bytes of the input of a process that are kept, the first.
const INPUT: usize = 1 << 20;

/// What was sent, and what came back before more was sent.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Exchange {
    /// Input of the program.
    pub sent: Vec<u8>,
    /// Its output.
    pub received: Vec<u8>,
}

/// The record of a program's newest process; clones share it.
#[derive(Clone, Default, Debug)]
pub struct Record(Arc<Mutex<Recorded>>);

/// What a [`Record`] holds.
#[derive(Clone, Default, Debug)]
pub struct Recorded {
    /// The newest exchanges.
    pub exchanges: Vec<Exchange>,
    /// The whole input.
    pub input: Vec<u8>,
    /// Number of bytes on stderr.
    pub stderr: usize,
}

impl Record {
    /// A copy of what was recorded.
    pub fn get(&self) -> Recorded {
        self.lock().clone()
    }

    /// A new process has started.
    pub(crate) fn begin(&self) {
        *self.lock() = Recorded::default();
    }

    pub(crate) fn sent(&self, bytes: &[u8]) {
        let mut record = self.lock();
        if record.exchanges.last().is_none_or(|last| !last.received.is_empty()) {
            record.exchanges.push(Exchange::default());
            let excess = record.exchanges.len().saturating_sub(EXCHANGES);
            record.exchanges.drain(..excess);
        }
        if let Some(last) = record.exchanges.last_mut() {
            append(&mut last.sent, bytes, BYTES);
        }
        append(&mut record.input, bytes, INPUT);
    }

    pub(crate) fn received(&self, bytes: &[u8]) {
        let mut record = self.lock();
        // A program may speak first.
        if record.exchanges.is_empty() {
            record.exchanges.push(Exchange::default());
        }
        if let Some(last) = record.exchanges.last_mut() {
            append(&mut last.received, bytes, BYTES);
        }
    }

    pub(crate) fn stderr(&self, bytes: usize) {
        self.lock().stderr += bytes;
    }

    fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn append(to: &mut Vec<u8>, bytes: &[u8], most: usize) {
    let count = bytes.len().min(most.saturating_sub(to.len()));
    to.extend_from_slice(&bytes[..count]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_ends_when_more_is_sent_and_old_ones_are_dropped() {
        let record = Record::default();
        record.received(b"ok");
        record.sent(b"9 9\n");
        record.sent(b"-1 -1\n");
        record.received(b"1 ");
        record.received(b"1");
        let exchange = |sent: &str, received: &str| Exchange { sent: sent.into(), received: received.into() };
        assert_eq!(record.get().exchanges, [exchange("", "ok"), exchange("9 9\n-1 -1\n", "1 1")]);
        for number in 0..20 {
            record.sent(format!("{number}\n").as_bytes());
            record.received(&[b'x'; BYTES + 1]);
        }
        let all = record.get();
        assert_eq!((all.exchanges.len(), all.exchanges[EXCHANGES - 1].sent.as_slice()), (8, &b"19\n"[..]));
        assert_eq!(all.exchanges[0].received.len(), BYTES);
        assert!(all.input.starts_with(b"9 9\n-1 -1\n0\n1\n"));
        record.begin();
        assert!(record.get().exchanges.is_empty());
    }
}
