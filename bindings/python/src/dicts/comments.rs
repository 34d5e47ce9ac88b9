//! The comments of a file, one stretch of it after another.

use hcl2::native::lexer::{Start, TokenKind, lex};
use hcl2::native::tree::{File, TextRange};

/// The comments from an offset on. Only what may contain a comment is split into tokens.
pub(super) struct Comments<'f> {
    file: &'f File,
    offset: u32,
    /// The first place that may start a comment, if it is behind the offset; the end of the file if there is none.
    next: u32,
}

impl<'f> Comments<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        let offset = file.range().start;
        let mut comments = Self {
            file,
            offset,
            next: offset,
        };
        comments.find_next();
        comments
    }

    /// Returns the comments up to `end`. Neither this offset nor the one before is inside a template or a comment.
    pub(super) fn until(&mut self, end: u32) -> Vec<TextRange> {
        let range = TextRange::new(self.offset, end.max(self.offset));
        self.offset = range.end;
        if self.next >= range.end {
            return Vec::new();
        }
        self.find_next();
        let tokens = lex(self.file.bytes(), range, Start::Code);
        let comments = tokens.iter().filter(|token| token.kind == TokenKind::Comment);
        comments.map(|token| token.range).collect()
    }

    fn find_next(&mut self) {
        let rest = TextRange::new(self.offset, self.file.range().end);
        let distance = start_of_comment(self.file.slice(rest)).map_or(rest.len(), to_offset);
        self.next = rest.start + distance;
    }
}

fn to_offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The bytes that are looked at together.
const CHUNK: usize = 32;

/// Returns the index of the first bytes that start a comment, unless they are in a string.
fn start_of_comment(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        // Without an end in the midst of a chunk, the compiler compares its bytes at once.
        let has_start = |chunk: &[u8]| {
            chunk
                .iter()
                .fold(false, |found, byte| found | (*byte == b'#') | (*byte == b'/'))
        };
        let clear = rest
            .chunks_exact(CHUNK)
            .take_while(|chunk| !has_start(chunk))
            .count();
        let clear = clear * CHUNK;
        let index = rest[clear..]
            .iter()
            .position(|byte| matches!(byte, b'#' | b'/'))?;
        let found = from + clear + index;
        match bytes[found..] {
            [b'#', ..] | [b'/', b'/' | b'*', ..] => return Some(found),
            _ => from = found + 1,
        }
    }
}
