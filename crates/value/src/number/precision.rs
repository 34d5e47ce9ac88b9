//! The precision of a number: the bits of the mantissa to which results are rounded.

/// A number of bits. It is a whole word, like the other contents of numbers and values, so that moves copy words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Precision(u64);

impl Precision {
    /// The precision of an infinity that is not the result of an operation. Every other number has more.
    pub(super) const NONE: Self = Self(0);
    /// The precision of a double.
    pub(super) const DOUBLE: Self = Self(f64::MANTISSA_DIGITS as u64);
    /// The precision of a whole number that a program counts, if it fits.
    pub(super) const COUNTED: Self = Self(64);
    /// The precision of a parsed number, and the bits that a product keeps.
    pub(super) const PARSED: Self = Self(512);

    /// Returns the precision of a whole number of `bits` bits that was not parsed.
    pub(super) fn counted(bits: u64) -> Self {
        Self::COUNTED.at_least(bits)
    }

    /// Returns this precision, or `bits` if that is more.
    pub(super) fn at_least(self, bits: u64) -> Self {
        self.max(Self(bits))
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether every `i64` is its own shortest decimal, so that integers of this precision stay inline.
    #[inline]
    pub(super) fn holds_integers(self) -> bool {
        self >= Self::COUNTED
    }

    /// Returns whether an integer with this precision is inline: it is its own shortest decimal.
    pub(super) fn holds(self, value: i64) -> bool {
        self.holds_integers() || value.unsigned_abs() <= 1 << self.0
    }
}
