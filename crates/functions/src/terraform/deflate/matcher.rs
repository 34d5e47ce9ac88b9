//! Matches: which parts of the input repeat earlier ones.

use super::Bits;
use super::tokens::{Token, write_block};

/// Size of the window in bytes. Two of them are kept, and moved by one when the second is nearly used up.
const WINDOW: usize = 1 << 15;
const WINDOW_MASK: usize = WINDOW - 1;
/// Shortest match in bytes.
const MIN_MATCH: usize = 4;
/// Longest match in bytes.
const MAX_MATCH: usize = 258;
/// How far back a match of the shortest length may be.
const NEAR: usize = 4096;
/// Length from which on no longer match is looked for.
const NICE: usize = 128;
/// Length from which on a match is taken without looking at the next position.
const LAZY: usize = 16;
/// Number of earlier positions that are compared.
const CHAIN: usize = 128;
/// Number of tokens of a block.
const BLOCK: usize = 1 << 14;

const HASH_BITS: u32 = 17;

/// A search for matches. Positions are those of the text; what the reference's window no longer holds is out of reach.
pub(super) struct Matcher<'t> {
    text: &'t [u8],
    bits: &'t mut Bits,
    /// The last position with each hash plus 1, or 0.
    heads: Vec<u32>,
    /// The position before each position of the window with the same hash, plus 1, or 0.
    before: Vec<u32>,
    /// The position found for the last hash, plus 1.
    candidate: usize,
    /// The start of the window.
    start: usize,
    /// The end of what was read of the text.
    end: usize,
    at: usize,
    /// The start of the block, unless the window no longer holds it.
    block: Option<usize>,
    tokens: Vec<Token>,
    /// The length and the distance of the match at the previous position.
    length: usize,
    distance: usize,
    /// Whether the byte before the current position waits for its token.
    is_pending: bool,
}

impl<'t> Matcher<'t> {
    pub(super) fn new(text: &'t [u8], bits: &'t mut Bits) -> Self {
        Self {
            text,
            bits,
            heads: vec![0; 1 << HASH_BITS],
            before: vec![0; WINDOW],
            candidate: 0,
            start: 0,
            end: 0,
            at: 0,
            block: Some(0),
            tokens: Vec::new(),
            length: MIN_MATCH - 1,
            distance: 0,
            is_pending: false,
        }
    }

    /// Writes the text in blocks.
    pub(super) fn compress(mut self) {
        while self.end < self.text.len() {
            self.advance(MIN_MATCH + MAX_MATCH);
            self.fill();
        }
        self.advance(1);
        if self.is_pending {
            self.tokens.push(Token::literal(self.text[self.at - 1]));
        }
        if !self.tokens.is_empty() {
            self.finish_block(self.at);
        }
    }

    /// Reads on, up to the end of the window, which is moved before.
    fn fill(&mut self) {
        if self.at - self.start >= 2 * WINDOW - (MIN_MATCH + MAX_MATCH) {
            self.start += WINDOW;
            self.block = self.block.filter(|block| *block >= self.start);
        }
        self.end = self.text.len().min(self.start + 2 * WINDOW);
    }

    /// Finds matches while `needed` bytes are left of what was read.
    fn advance(&mut self, needed: usize) {
        // Behind this position, there are not enough bytes for a hash.
        let last = self.end.saturating_sub(MIN_MATCH - 1);
        while self.end - self.at >= needed {
            if self.at < last {
                self.candidate = self.insert(self.at);
            }
            let (length, distance) = (self.length, self.distance);
            (self.length, self.distance) = self.find(length).unwrap_or((MIN_MATCH - 1, 0));
            if length >= MIN_MATCH && self.length <= length {
                self.take_match(length, distance, last);
            } else {
                self.step();
            }
        }
    }

    /// Takes the match at the previous position.
    fn take_match(&mut self, length: usize, distance: usize, last: usize) {
        self.tokens.push(Token::copy(length, distance));
        let end = self.at + length - 1;
        for position in self.at + 1..end.min(last) {
            self.insert(position);
        }
        self.at = end;
        self.is_pending = false;
        self.length = MIN_MATCH - 1;
        if self.tokens.len() == BLOCK {
            self.finish_block(self.at);
        }
    }

    /// Moves to the next position. The byte at the previous one is a token of its own, if it still waits.
    fn step(&mut self) {
        if self.is_pending {
            self.tokens.push(Token::literal(self.text[self.at - 1]));
            if self.tokens.len() == BLOCK {
                self.finish_block(self.at);
            }
        }
        self.at += 1;
        self.is_pending = true;
    }

    /// Registers the bytes at a position. Returns the position before it with the same hash plus 1, or 0.
    fn insert(&mut self, position: usize) -> usize {
        let bytes = &self.text[position..position + MIN_MATCH];
        let word = bytes
            .iter()
            .fold(0, |word: u32, byte| word << 8 | u32::from(*byte));
        let hash = word.wrapping_mul(0x1e35_a7bd) >> (u32::BITS - HASH_BITS);
        let head = std::mem::replace(&mut self.heads[hash as usize], position as u32 + 1);
        self.before[position & WINDOW_MASK] = head;
        head as usize
    }

    /// Finds the length and distance of a match at the current position that is worth a look after one of `length` at the
    /// previous position.
    fn find(&self, length: usize) -> Option<(usize, usize)> {
        let left = self.end - self.at;
        let lowest = self.at.saturating_sub(WINDOW).max(self.start);
        let first = self.candidate.checked_sub(1)?;
        if first < lowest || left <= length || length >= LAZY {
            return None;
        }
        let most = left.min(MAX_MATCH);
        let nice = most.min(NICE);
        let here = &self.text[self.at..self.at + most];
        let (mut longest, mut found, mut position) = (MIN_MATCH - 1, None, first);
        for _ in 0..CHAIN {
            let there = &self.text[position..];
            if there[longest] == here[longest] {
                let same = here.iter().zip(there).take_while(|(a, b)| a == b).count();
                if same > longest && (same > MIN_MATCH || self.at - position <= NEAR) {
                    longest = same;
                    found = Some((same, self.at - position));
                    if same >= nice {
                        break;
                    }
                }
            }
            match (self.before[position & WINDOW_MASK] as usize).checked_sub(1) {
                Some(next) if next >= lowest && position + WINDOW != self.at => position = next,
                _ => break,
            }
        }
        found
    }

    /// Writes the tokens as a block that ends at a position.
    fn finish_block(&mut self, end: usize) {
        let source = self.block.map(|block| &self.text[block..end]);
        write_block(self.bits, &self.tokens, source);
        self.block = Some(end);
        self.tokens.clear();
    }
}
