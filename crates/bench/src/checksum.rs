//! Checksums of the results of contestants.

use std::fmt;

/// A checksum of bytes in order; the Go program computes it the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksum(u64);

impl Checksum {
    /// Returns the checksum of `bytes`.
    pub(crate) fn of(bytes: impl AsRef<[u8]>) -> Self {
        let mut checksum = Self::default();
        checksum.add(bytes);
        checksum
    }

    /// Adds bytes after those added before.
    pub(crate) fn add(&mut self, bytes: impl AsRef<[u8]>) {
        for byte in bytes.as_ref() {
            self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(*byte));
        }
    }

    /// Adds the checksum of an unordered part.
    pub(crate) fn add_unordered(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_counts_unless_it_is_left_out() {
        let mut parts = Checksum::of("ab");
        parts.add("c");
        assert_eq!(parts, Checksum::of("abc"));
        assert_ne!(parts, Checksum::of("acb"));
        let unordered = |texts: [&str; 2]| {
            let mut sum = Checksum::default();
            texts
                .iter()
                .for_each(|text| sum.add_unordered(Checksum::of(text)));
            sum
        };
        assert_eq!(unordered(["a", "bc"]), unordered(["bc", "a"]));
        assert_ne!(unordered(["a", "bc"]), unordered(["ab", "c"]));
        assert_eq!(Checksum::of("ab").to_string(), "0000000000000c21");
    }
}
