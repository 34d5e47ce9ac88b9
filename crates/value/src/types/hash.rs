//! A hash function with stable results.

use std::hash::Hasher;

/// A small hash function whose results are the same in every run and on every machine.
pub(crate) struct StableHasher(u64);

impl StableHasher {
    /// Creates a hasher with a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mut hash = self.0;
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ (hash >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        let mut word = [0; 8];
        let rest = chunks.remainder();
        word[..rest.len()].copy_from_slice(rest);
        self.write_u64(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed.rotate_left(29) ^ (mixed >> 33);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
