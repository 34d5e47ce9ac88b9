//! Codes of symbols by their frequencies.

/// The code of a symbol, its first bit lowest, and its length in bits; 0 if the symbol does not occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) bits: u32,
    pub(super) length: u32,
}

impl Code {
    /// Creates a code from bits whose first one is highest.
    pub(super) fn new(bits: u32, length: u32) -> Self {
        Self {
            bits: bits.reverse_bits() >> (u32::BITS - length),
            length,
        }
    }
}

/// Returns the codes of symbols with these frequencies, of at most `max_length` bits each.
pub(super) fn codes(frequencies: &[u32], max_length: usize) -> Vec<Code> {
    let mut codes = vec![Code::default(); frequencies.len()];
    let mut symbols: Vec<usize> = (0..frequencies.len())
        .filter(|symbol| frequencies[*symbol] > 0)
        .collect();
    if symbols.len() <= 2 {
        for (bits, symbol) in symbols.into_iter().enumerate() {
            codes[symbol] = Code::new(bits as u32, 1);
        }
        return codes;
    }
    symbols.sort_by_key(|symbol| (frequencies[*symbol], *symbol));
    let sorted: Vec<u64> = symbols.iter().map(|symbol| frequencies[*symbol].into()).collect();
    let mut bits = 0;
    for (length, count) in (1..).zip(lengths(&sorted, max_length)) {
        bits <<= 1;
        // The most frequent symbols have the shortest codes, in their own order.
        let mut of_length = symbols.split_off(symbols.len() - count);
        of_length.sort_unstable();
        for symbol in of_length {
            codes[symbol] = Code::new(bits, length);
            bits += 1;
        }
    }
    codes
}

/// Returns how many of at least three symbols have codes of 1 bit, 2 bits and so on, by package merging: each level merges
/// the symbols, which are sorted by frequency, with the pairs of the level below. Of equal ones, pairs come first.
fn lengths(sorted: &[u64], max_length: usize) -> Vec<usize> {
    let count = sorted.len();
    let mut levels: Vec<Vec<(u64, bool)>> = Vec::new();
    for _ in 0..max_length.min(count - 1) {
        let below = levels.last().map_or(&[][..], Vec::as_slice);
        let mut pairs = below.chunks_exact(2).map(|pair| pair[0].0 + pair[1].0).peekable();
        let mut level = Vec::with_capacity(2 * count);
        for symbol in sorted {
            while let Some(pair) = pairs.next_if(|pair| pair <= symbol) {
                level.push((pair, false));
            }
            level.push((*symbol, true));
        }
        level.extend(pairs.map(|pair| (pair, false)));
        levels.push(level);
    }
    let mut taken = 2 * count - 2;
    // The number of symbols among those taken of each level, the highest level first.
    let mut symbols: Vec<usize> = Vec::new();
    for level in levels.iter().rev() {
        let found = level[..taken].iter().filter(|(_, is_symbol)| *is_symbol).count();
        symbols.push(found);
        taken = 2 * (taken - found);
    }
    let below = symbols.iter().skip(1).chain([&0]);
    symbols
        .iter()
        .zip(below)
        .map(|(level, below)| level - below)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_symbols_have_short_codes() {
        let found = codes(&[5, 0, 1, 1, 2], 15);
        let code = |bits, length| Code { bits, length };
        assert_eq!(
            found,
            [
                code(0, 1),
                code(0, 0),
                code(0b011, 3),
                code(0b111, 3),
                code(0b01, 2)
            ]
        );
    }

    #[test]
    fn lengths_are_limited() {
        let frequencies: Vec<u32> = (0..19).map(|power| 1 << power).collect();
        let lengths: Vec<u32> = codes(&frequencies, 7).iter().map(|code| code.length).collect();
        assert_eq!(lengths.iter().max(), Some(&7));
        let sum: f64 = lengths.iter().map(|length| 0.5_f64.powi(*length as i32)).sum();
        assert!((sum - 1.0).abs() < 1e-12, "the code is complete: {sum}");
    }
}
