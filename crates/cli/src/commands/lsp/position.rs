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
    /// Characters.
    Utf32,
}

/// A byte order mark, which is part of a document if an editor sends it.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl Encoding {
    /// Returns the cheapest unit that a client supports.
    pub(super) fn from_client(client: &ClientCapabilities) -> Self {
        let offered = client
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_deref())
            .unwrap_or_default();
        let is_offered = |encoding: &Self| offered.contains(&encoding.kind());
        let known = [Self::Utf8, Self::Utf16, Self::Utf32];
        known.into_iter().find(is_offered).unwrap_or_default()
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the position of a byte offset; offsets past the end are the end.
    pub(super) fn position(self, source: &Source, offset: u32) -> Position {
        let (index, bytes) = (source.line_index(), source.bytes());
        let offset = offset.min(bytes.len() as u32);
        let line = index.line_of(offset);
        let start = index.line_start(line).unwrap_or_default();
        let column = match self {
            Self::Utf8 => offset - start,
            Self::Utf16 => {
                let is_behind_mark = line == 1 && bytes[..offset as usize].starts_with(MARK);
                index.utf16_column(bytes, offset) + u32::from(is_behind_mark)
            }
            Self::Utf32 => {
                let before = bytes.get(start as usize..offset as usize).unwrap_or_default();
                String::from_utf8_lossy(before).chars().count() as u32
            }
        };
        Position::new(line - 1, column)
    }

    /// Returns the byte offset of a position; a position past the end of a line is that end.
    pub(super) fn offset(self, source: &Source, position: Position) -> u32 {
        let (index, bytes) = (source.line_index(), source.bytes());
        let line = position.line.saturating_add(1);
        let (Some(start), Some(text)) = (index.line_start(line), index.line(bytes, line)) else {
            return bytes.len() as u32;
        };
        match self {
            Self::Utf16 if line == 1 && bytes.starts_with(MARK) => {
                let behind = position.character.checked_sub(1);
                behind.map_or(0, |column| index.utf16_offset(bytes, line, column))
            }
            Self::Utf16 => index.utf16_offset(bytes, line, position.character),
            Self::Utf32 => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                let at = text.char_indices().nth(position.character as usize);
                start + at.map_or(text.len(), |(at, _)| at) as u32
            }
            Self::Utf8 => {
                let column = (position.character as usize).min(text.len());
                let is_inside = |byte: &u8| (0x80..0xc0).contains(byte) && source.text().is_some();
                let inside = text.get(column..).and_then(<[u8]>::first).is_some_and(is_inside);
                let back = text[..column]
                    .iter()
                    .rev()
                    .take_while(|byte| is_inside(byte))
                    .count();
                start + (column - if inside { back + 1 } else { 0 }) as u32
            }
        }
    }

    pub(super) fn range(self, source: &Source, span: Span) -> Range {
        Range::new(self.position(source, span.start), self.position(source, span.end))
    }

    /// Returns the span of a range; it is empty if the range ends before it starts.
    pub(super) fn span(self, source: &Source, range: Range) -> Span {
        let start = self.offset(source, range.start);
        source.span_of(start, self.offset(source, range.end).max(start))
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
        assert_eq!(Encoding::Utf32.position(&source, end), Position::new(1, 8));
        assert_eq!(Encoding::Utf16.offset(&source, Position::new(1, 9)), end);
        // Inside a surrogate pair.
        assert_eq!(Encoding::Utf16.offset(&source, Position::new(1, 7)), 14);
    }

    #[test]
    fn byte_order_mark_of_a_document_takes_a_column() {
        let source = source("\u{feff}a = 1\n\u{feff}b");
        for (encoding, width) in [(Encoding::Utf8, 3), (Encoding::Utf16, 1), (Encoding::Utf32, 1)] {
            for (line, character, offset) in [(0, 0, 0), (0, width, 3), (0, width + 2, 5), (1, width, 12)] {
                let position = Position::new(line, character);
                assert_eq!(encoding.offset(&source, position), offset, "{encoding:?}");
                assert_eq!(encoding.position(&source, offset), position, "{encoding:?}");
            }
        }
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
        fn offsets_survive_conversion_to_positions(
            text in "\u{feff}?[a\u{e9}\u{1f600} \n]{0,30}",
            encoding in prop::sample::select(&[Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][..]),
        ) {
            let source = source(&text);
            for (offset, _) in text.char_indices() {
                let position = encoding.position(&source, offset as u32);
                prop_assert_eq!(encoding.offset(&source, position), offset as u32);
            }
        }
    }
}
