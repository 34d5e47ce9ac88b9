//! Hashes that are computed on demand.

use std::sync::atomic::{AtomicU64, Ordering};

/// The hash of a compound value, once it has been computed.
///
/// Threads may compute it at the same time, with the same result.
#[derive(Default)]
pub(super) struct LazyHash(AtomicU64);

impl LazyHash {
    /// The hash of a value whose hash would be the mark of a missing one.
    const INSTEAD_OF_ZERO: u64 = 1;

    /// Returns the hash if it has been computed.
    #[inline]
    pub(super) fn get(&self) -> Option<u64> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            hash => Some(hash),
        }
    }

    /// Stores the hash and returns it.
    #[inline]
    pub(super) fn set(&self, hash: u64) -> u64 {
        let hash = if hash == 0 { Self::INSTEAD_OF_ZERO } else { hash };
        self.0.store(hash, Ordering::Relaxed);
        hash
    }
}
