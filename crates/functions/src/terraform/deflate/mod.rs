//! gzip as Terraform writes it: byte for byte what the compressor of Go's library makes at its default level.
//!
//! Every deflate stream can be decompressed, but a plan shows the bytes, and they are part of the state. So the
//! matches, the block boundaries and the code lengths are chosen as that compressor chooses them: hash chains over four
//! bytes with lazy matching, blocks of 2^14 tokens, and codes by package merging. The text is flushed before its end, so
//! that two empty stored blocks follow it.

mod huffman;
mod matcher;
mod tokens;

use flate2::Crc;

use matcher::Matcher;

/// Compresses bytes to a gzip file.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    // The identification, deflate, no flags, no time, no hint about the level, and an unknown system.
    const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let mut bits = Bits {
        bytes: HEADER.to_vec(),
        ..Bits::default()
    };
    Matcher::new(bytes, &mut bits).compress();
    bits.stored(&[], false);
    bits.stored(&[], true);
    let mut checksum = Crc::new();
    checksum.update(bytes);
    let mut file = bits.bytes;
    file.extend(checksum.sum().to_le_bytes());
    // The length is counted modulo 2^32.
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

/// A writer of bits, the lowest one of each byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet.
    open: u64,
    count: u32,
}

impl Bits {
    /// Writes the lowest `count` bits of `bits`.
    fn write(&mut self, bits: u32, count: u32) {
        self.open |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.open as u8);
            self.open >>= 8;
            self.count -= 8;
        }
    }

    /// Fills the last byte with zeros.
    fn align(&mut self) {
        let missing = self.count.wrapping_neg() % 8;
        self.write(0, missing);
    }

    /// Writes a stored block of at most 65,535 bytes.
    fn stored(&mut self, bytes: &[u8], is_last: bool) {
        self.write(u32::from(is_last), 3);
        self.align();
        let length = bytes.len() as u16;
        self.bytes.extend(length.to_le_bytes());
        self.bytes.extend((!length).to_le_bytes());
        self.bytes.extend(bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;

    use super::*;

    fn decompressed(file: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(file)
            .read_to_end(&mut bytes)
            .unwrap();
        bytes
    }

    /// Returns `length` bytes of words, which repeat the more the fewer `words` there are.
    fn text(seed: u64, words: u64, length: usize) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut text = Vec::new();
        while text.len() < length {
            text.extend((next() % words).to_string().bytes());
            text.push(if next() % 9 == 0 { b'\n' } else { b' ' });
        }
        text.truncate(length);
        text
    }

    #[test]
    fn files_are_those_of_the_reference() {
        let checksum = |bytes: &[u8]| {
            let mut checksum = Crc::new();
            checksum.update(&gzip(bytes));
            checksum.sum()
        };
        let found = [
            checksum(&[]),
            checksum(b"test"),
            checksum(&text(1, 3, 100)),
            checksum(&text(2, 1000, 70_000)),
            checksum(&text(3, 100_000, 200_000)),
            checksum(&[b'a'; 100_000]),
        ];
        assert_eq!(
            found,
            [
                3_750_090_677,
                3_766_726_217,
                33_397_427,
                2_539_744_053,
                758_858_699,
                3_429_679_958
            ]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn files_have_the_text(seed in any::<u64>(), words in 1_u64..5_000, length in 0_usize..150_000) {
            let text = text(seed, words, length);
            prop_assert_eq!(decompressed(&gzip(&text)), text);
        }

        #[test]
        fn files_of_any_bytes_have_them(bytes in proptest::collection::vec(any::<u8>(), 0..70_000)) {
            prop_assert_eq!(decompressed(&gzip(&bytes)), bytes);
        }
    }
}
