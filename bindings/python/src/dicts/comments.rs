//! The comments of a file, one stretch of it after another.

use hcl2::native::lexer::{Start, TokenKind, lex};
use hcl2::native::tree::{File, TextRange};

/// The comments from an offset on. Only what may contain a comment is split into tokens.
pub(super) struct Comments<'f> {
    file: &'f File,
    offset: u32,
}

impl<'f> Comments<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        Self {
            file,
            offset: file.range().start,
        }
    }

    /// Returns the comments up to `end`. Neither this offset nor the one before is inside a template or a comment.
    pub(super) fn until(&mut self, end: u32) -> impl Iterator<Item = TextRange> + use<> {
        let range = TextRange::new(self.offset, end.max(self.offset));
        self.offset = range.end;
        let is_start = |byte: &u8| matches!(byte, b'#' | b'/');
        let may_have_any = self.file.slice(range).iter().any(is_start);
        let tokens = may_have_any.then(|| lex(self.file.bytes(), range, Start::Code));
        let tokens = tokens
            .into_iter()
            .flat_map(|tokens| tokens.iter().collect::<Vec<_>>());
        tokens
            .filter(|token| token.kind == TokenKind::Comment)
            .map(|token| token.range)
    }
}
