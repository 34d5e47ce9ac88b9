//! Repeatable random choices.

/// The generator *SplitMix64*: small, quick, and the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number less than `end`, or 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// Returns true with a probability of `percent`.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns one of the words.
    pub(crate) fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words.get(self.below(words.len())).copied().unwrap_or_default()
    }

    /// Returns a name of two words.
    pub(super) fn name(&mut self) -> String {
        format!("{}_{}", self.pick(super::WORDS), self.pick(super::WORDS))
    }

    /// Returns a sentence of this many words.
    pub(super) fn sentence(&mut self, words: usize) -> String {
        let words: Vec<&str> = (0..words).map(|_| self.pick(super::WORDS)).collect();
        format!("The {}.", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let found = [random.next(), random.next(), random.next()];
        assert_eq!(
            found,
            [6457827717110365317, 3203168211198807973, 9817491932198370423]
        );
    }
}
