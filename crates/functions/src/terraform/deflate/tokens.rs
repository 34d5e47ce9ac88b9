//! Tokens, and the blocks that they are written in.

use super::Bits;
use super::huffman::{Code, codes};

/// A byte, or a copy of earlier bytes.
#[derive(Clone, Copy)]
pub(super) struct Token {
    /// The byte, or the length of the copy.
    value: u16,
    /// How far back the copied bytes are; 0 for a byte.
    distance: u16,
}

/// Number of symbols for bytes, the end of a block, and lengths.
const SYMBOLS: usize = 286;
/// Number of symbols for distances.
const DISTANCES: usize = 30;
/// The symbol that ends a block.
const END: usize = 256;
/// The symbol of the shortest length.
const LENGTHS: usize = 257;
/// The length that has a symbol of its own.
const LONGEST: u32 = 258;
/// Maximum number of bytes in a stored block.
const MAX_STORED: usize = 65_535;

/// A symbol with bits after it.
struct Symbol {
    symbol: usize,
    extra: u32,
    extra_count: u32,
}

impl Token {
    pub(super) fn literal(byte: u8) -> Self {
        Self {
            value: byte.into(),
            distance: 0,
        }
    }

    /// Creates the token for `length` bytes, from 3 to 258, that equal those `distance` bytes back, from 1 to 2^15.
    pub(super) fn copy(length: usize, distance: usize) -> Self {
        Self {
            value: length as u16,
            distance: distance as u16,
        }
    }

    /// Returns the symbol of the byte or length.
    fn first(self) -> Symbol {
        if self.distance == 0 {
            return Symbol {
                symbol: self.value.into(),
                extra: 0,
                extra_count: 0,
            };
        }
        let above = u32::from(self.value) - 3;
        if u32::from(self.value) == LONGEST {
            return Symbol {
                symbol: SYMBOLS - 1,
                extra: 0,
                extra_count: 0,
            };
        }
        // Each power of two has four symbols.
        let (symbol, extra, extra_count) = grouped(above, 2);
        Symbol {
            symbol: LENGTHS + symbol,
            extra,
            extra_count,
        }
    }

    /// Returns the symbol of the distance of a copy.
    fn second(self) -> Option<Symbol> {
        let above = u32::from(self.distance).checked_sub(1)?;
        // Each power of two has two symbols.
        let (symbol, extra, extra_count) = grouped(above, 1);
        Some(Symbol {
            symbol,
            extra,
            extra_count,
        })
    }
}

/// Returns the symbol of a number, and its remaining bits, if each power of two has `1 << precision` symbols.
fn grouped(number: u32, precision: u32) -> (usize, u32, u32) {
    let extra_count = (u32::BITS - number.leading_zeros()).saturating_sub(precision + 1);
    let symbol = (extra_count << precision) + (number >> extra_count);
    (symbol as usize, number & ((1 << extra_count) - 1), extra_count)
}

/// The codes of a block.
struct Codes {
    symbols: Vec<Code>,
    distances: Vec<Code>,
}

impl Codes {
    /// Returns the codes that need no description.
    fn fixed() -> Self {
        let symbol = |symbol: u32| match symbol {
            0..144 => Code::new(symbol + 48, 8),
            144..256 => Code::new(symbol - 144 + 400, 9),
            256..280 => Code::new(symbol - 256, 7),
            _ => Code::new(symbol - 280 + 192, 8),
        };
        Self {
            symbols: (0..SYMBOLS as u32).map(symbol).collect(),
            distances: (0..DISTANCES as u32).map(|symbol| Code::new(symbol, 5)).collect(),
        }
    }
}

/// Writes a block of tokens in the shortest of three ways. It may be stored if the window holds its `source`.
pub(super) fn write_block(bits: &mut Bits, tokens: &[Token], source: Option<&[u8]>) {
    let mut symbols = [0_u32; SYMBOLS];
    let mut distances = [0_u32; DISTANCES];
    let mut extra = 0;
    for token in tokens {
        for (symbol, counts) in [
            (Some(token.first()), &mut symbols[..]),
            (token.second(), &mut distances[..]),
        ] {
            if let Some(symbol) = symbol {
                counts[symbol.symbol] += 1;
                extra += symbol.extra_count;
            }
        }
    }
    symbols[END] = 1;
    if distances.iter().all(|count| *count == 0) {
        distances[0] = 1;
    }
    let own = Codes {
        symbols: codes(&symbols, 15),
        distances: codes(&distances, 15),
    };
    let description = Description::new(&own);
    let size = |codes: &Codes| extra + cost(&symbols, &codes.symbols) + cost(&distances, &codes.distances);
    let fixed = Codes::fixed();
    let fixed_size = size(&fixed) + 3;
    let own_size = size(&own) + 3 + description.size();
    let source = source.filter(|source| source.len() <= MAX_STORED);
    if let Some(source) = source
        && (source.len() as u32 + 5) * 8 < own_size.min(fixed_size)
    {
        bits.stored(source, false);
    } else if own_size < fixed_size {
        bits.write(0b100, 3);
        description.write(bits);
        write_tokens(bits, tokens, &own);
    } else {
        bits.write(0b010, 3);
        write_tokens(bits, tokens, &fixed);
    }
}

/// Returns the number of bits that symbols take.
fn cost(counts: &[u32], codes: &[Code]) -> u32 {
    counts
        .iter()
        .zip(codes)
        .map(|(count, code)| count * code.length)
        .sum()
}

fn write_tokens(bits: &mut Bits, tokens: &[Token], codes: &Codes) {
    let mut write = |symbol: Symbol, codes: &[Code]| {
        let code = codes[symbol.symbol];
        bits.write(code.bits, code.length);
        bits.write(symbol.extra, symbol.extra_count);
    };
    for token in tokens {
        write(token.first(), &codes.symbols);
        if let Some(distance) = token.second() {
            write(distance, &codes.distances);
        }
    }
    let end = codes.symbols[END];
    bits.write(end.bits, end.length);
}

/// The order in which the lengths of the codes of lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// The description of codes: the lengths of all codes, in which runs are shortened, and codes for these lengths.
struct Description {
    symbols: usize,
    distances: usize,
    /// Lengths, and marks of runs with the bits after them.
    lengths: Vec<(usize, u32)>,
    codes: Vec<Code>,
    counts: [u32; 19],
}

/// Returns the number of bits after a length or a mark of a run.
fn bits_after(length: usize) -> u32 {
    match length {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    }
}

impl Description {
    fn new(codes_of_block: &Codes) -> Self {
        let used = |codes: &[Code]| {
            codes
                .iter()
                .rposition(|code| code.length > 0)
                .map_or(0, |last| last + 1)
        };
        let symbols = used(&codes_of_block.symbols);
        let distances = used(&codes_of_block.distances);
        let all: Vec<usize> = codes_of_block.symbols[..symbols]
            .iter()
            .chain(&codes_of_block.distances[..distances])
            .map(|code| code.length as usize)
            .collect();
        let mut lengths = Vec::new();
        for run in all.chunk_by(|a, b| a == b) {
            push_run(&mut lengths, run[0], run.len());
        }
        let mut counts = [0; 19];
        for (length, _) in &lengths {
            counts[*length] += 1;
        }
        Self {
            symbols,
            distances,
            lengths,
            codes: codes(&counts, 7),
            counts,
        }
    }

    /// Returns how many lengths of codes of lengths are written.
    fn written(&self) -> usize {
        let last = ORDER.iter().rposition(|length| self.counts[*length] > 0);
        last.map_or(0, |last| last + 1).max(4)
    }

    fn size(&self) -> u32 {
        let after: u32 = self.lengths.iter().map(|(length, _)| bits_after(*length)).sum();
        5 + 5 + 4 + 3 * self.written() as u32 + cost(&self.counts, &self.codes) + after
    }

    fn write(&self, bits: &mut Bits) {
        let written = self.written();
        bits.write((self.symbols - LENGTHS) as u32, 5);
        bits.write((self.distances - 1) as u32, 5);
        bits.write((written - 4) as u32, 4);
        for length in &ORDER[..written] {
            bits.write(self.codes[*length].length, 3);
        }
        for (length, after) in &self.lengths {
            let code = self.codes[*length];
            bits.write(code.bits, code.length);
            bits.write(*after, bits_after(*length));
        }
    }
}

/// Adds `count` equal lengths, shortened where three or more follow each other.
fn push_run(lengths: &mut Vec<(usize, u32)>, length: usize, count: usize) {
    let mut left = count;
    if length == 0 {
        while left >= 11 {
            let run = left.min(138);
            lengths.push((18, (run - 11) as u32));
            left -= run;
        }
        if left >= 3 {
            lengths.push((17, (left - 3) as u32));
            left = 0;
        }
    } else {
        lengths.push((length, 0));
        left -= 1;
        while left >= 3 {
            let run = left.min(6);
            lengths.push((16, (run - 3) as u32));
            left -= run;
        }
    }
    lengths.extend(std::iter::repeat_n((length, 0), left));
}
