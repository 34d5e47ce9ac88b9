//! Positions of the protocol: lines and columns from 0, with columns in units that both sides agree on.

use gen_lsp_types::{ClientCapabilities, Position, PositionEncodingKind, Range};
use hcl2::diagnostics::{Source, Span};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, the default of the protocol.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns UTF-8 if a client supports it.
    pub(super) fn from_client(client: &ClientCapabilities) -> Self {
        let offered = client
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_deref())
            .unwrap_or_default();
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// Returns the position of a byte offset; offsets past the end are the end.
    pub(super) fn position(self, source: &Source, offset: u32) -> Position {
        let index = source.line_index();
        let bytes = source.bytes();
        let offset = offset.min(bytes.len() as u32);
        let line = index.line_of(offset);
        let start = index.line_start(line).unwrap_or_default();
        let before = &bytes[start as usize..offset as usize];
        Position::new(line - 1, self.length(&String::from_utf8_lossy(before)))
    }

    /// Returns the byte offset of a position; a position past the end of a line is that end.
    pub(super) fn offset(self, source: &Source, position: Position) -> u32 {
        let index = source.line_index();
        let Some(start) = index.line_start(position.line.saturating_add(1)) else {
            return source.bytes().len() as u32;
        };
        let line = index
            .line(source.bytes(), position.line.saturating_add(1))
            .unwrap_or_default();
        let text = String::from_utf8_lossy(line);
        let mut left = position.character;
        let mut offset = start;
        for character in text.chars() {
            let width = self.width(character);
            if left < width {
                break;
            }
            left -= width;
            offset += character.len_utf8() as u32;
        }
        offset
    }

    pub(super) fn range(self, source: &Source, span: Span) -> Range {
        Range::new(self.position(source, span.start), self.position(source, span.end))
    }

    /// Returns the span of a range; it is empty if the range ends before it starts.
    pub(super) fn span(self, source: &Source, range: Range) -> Span {
        let start = self.offset(source, range.start);
        source.span_of(start, self.offset(source, range.end).max(start))
    }

    fn length(self, text: &str) -> u32 {
        text.chars().map(|character| self.width(character)).sum()
    }

    fn width(self, character: char) -> u32 {
        match self {
            Self::Utf8 => character.len_utf8() as u32,
            Self::Utf16 => character.len_utf16() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use hcl2::diagnostics::SourceMap;
    use proptest::prelude::*;

    use super::*;

    fn source(text: &str) -> Source {
        SourceMap::new().add("a.hcl", text).unwrap()
    }

    #[test]
    fn columns_count_code_units_of_the_encoding() {
        let source = source("a = 1\r\nb = \"é😀\"\n");
        let end = source.bytes().len() as u32 - 1;
        assert_eq!(Encoding::Utf8.position(&source, end), Position::new(1, 12));
        assert_eq!(Encoding::Utf16.position(&source, end), Position::new(1, 9));
        assert_eq!(Encoding::Utf16.offset(&source, Position::new(1, 9)), end);
        // Inside a surrogate pair.
        assert_eq!(Encoding::Utf16.offset(&source, Position::new(1, 7)), 14);
    }

    #[test]
    fn positions_outside_the_text_are_moved_to_its_edges() {
        let source = source("a = 1\r\nb");
        for (line, character, offset) in [(0, 99, 5), (1, 99, 8), (7, 0, 8), (u32::MAX, u32::MAX, 8)] {
            assert_eq!(
                Encoding::Utf16.offset(&source, Position::new(line, character)),
                offset
            );
        }
    }

    proptest! {
        #[test]
        fn offsets_survive_conversion_to_positions(text in "[a\u{e9}\u{1f600} \n]{0,30}", utf8 in any::<bool>()) {
            let encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
            let source = source(&text);
            for (offset, _) in text.char_indices() {
                let position = encoding.position(&source, offset as u32);
                prop_assert_eq!(encoding.offset(&source, position), offset as u32);
            }
        }
    }
}
