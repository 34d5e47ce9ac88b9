//! Text for a terminal: widths, wrapping, and replacements for control characters.

use std::fmt::Write;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::printable::{self, is_harmful, printable};

/// Number of columns between two tab stops.
const TAB_STOP: usize = 4;

/// A grapheme cluster or run of invalid bytes of a line, and how a terminal shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    /// Offset of the first byte in the line, from 0.
    pub(super) start: usize,
    /// Offset after the last byte in the line.
    pub(super) end: usize,
    /// Number of terminal columns before the cell, from the first cell on.
    pub(super) column: usize,
    /// Number of terminal columns of the cell.
    pub(super) width: usize,
    shown: Shown<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Shown<'a> {
    Text(&'a str),
    Char(char),
    Spaces,
}

impl Cell<'_> {
    /// Appends the text of the cell.
    pub(super) fn push_to(&self, out: &mut String) {
        match self.shown {
            Shown::Text(text) => out.push_str(&printable(text)),
            Shown::Char(char) => out.push(char),
            Shown::Spaces => out.extend(std::iter::repeat_n(' ', self.width)),
        }
    }
}

/// Splits part of a line into cells; `base` is the offset of `bytes` in the line.
pub(super) fn cells(bytes: &[u8], base: usize) -> Vec<Cell<'_>> {
    let mut cells = Vec::with_capacity(bytes.len());
    let (mut start, mut column) = (base, 0);
    let mut push = |len: usize, shown, width| {
        cells.push(Cell {
            start,
            end: start + len,
            column,
            width,
            shown,
        });
        start += len;
        column += width;
        column
    };
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for grapheme in chunk.valid().graphemes(true) {
            let (shown, width) = if grapheme == "\t" {
                (Shown::Spaces, TAB_STOP - at % TAB_STOP)
            } else if let Some(picture) = picture(grapheme) {
                (Shown::Char(picture), 1)
            } else {
                (Shown::Text(grapheme), grapheme.width())
            };
            at = push(grapheme.len(), shown, width);
        }
        if !chunk.invalid().is_empty() {
            at = push(chunk.invalid().len(), Shown::Char(char::REPLACEMENT_CHARACTER), 1);
        }
    }
    cells
}

/// Returns the replacement for a grapheme cluster that is a control character or invisible.
fn picture(grapheme: &str) -> Option<char> {
    let first = grapheme.chars().next()?;
    match first {
        ' '..='~' => None,
        _ if first < ' ' || is_harmful(first) => Some(printable::picture(first)),
        _ if grapheme.width() == 0 => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}

/// Appends `text` as one line without harmful characters: line feeds and tabs become spaces, others become pictures.
pub(super) fn push_clean(out: &mut String, text: &str) {
    for grapheme in text.graphemes(true) {
        match grapheme {
            "\t" | "\n" | "\r\n" => out.push(' '),
            _ => match picture(grapheme) {
                Some(picture) => out.push(picture),
                None => out.push_str(&printable(grapheme)),
            },
        }
    }
}

/// Appends `text`, wrapped between words at `width` columns, and a line feed.
///
/// All lines but the first are indented by `indent` spaces. Line feeds in the text are kept, blank lines at its end are
/// dropped.
pub(super) fn push_wrapped(out: &mut String, text: &str, width: usize, indent: usize) {
    let mut clean = String::new();
    for (number, line) in text.trim_end().lines().enumerate() {
        let mut column = 0;
        if number > 0 {
            out.push('\n');
        }
        for (index, word) in line.split(' ').enumerate() {
            clean.clear();
            push_clean(&mut clean, word);
            let needed = clean.width();
            if index > 0 {
                if column + 1 + needed > width && column > 0 && needed > 0 {
                    out.push('\n');
                    column = 0;
                } else if column > 0 {
                    out.push(' ');
                    column += 1;
                }
            }
            if column == 0 && !clean.is_empty() && (number > 0 || index > 0) && out.ends_with('\n') {
                out.extend(std::iter::repeat_n(' ', indent));
            }
            out.push_str(&clean);
            column += needed;
        }
    }
    out.push('\n');
}

/// Appends formatted text.
pub(super) fn push_fmt(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a `String` never fails.
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> String {
        let mut out = String::from("  ");
        push_wrapped(&mut out, text, width, 2);
        out
    }

    #[test]
    fn text_wraps_between_words_and_keeps_its_paragraphs() {
        assert_eq!(wrapped("one two three", 7), "  one two\n  three\n");
        assert_eq!(wrapped("a\n\nb\n", 7), "  a\n\n  b\n");
        assert_eq!(wrapped("unbreakable x", 4), "  unbreakable\n  x\n");
        assert_eq!(wrapped("", 4), "  \n");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(wrapped("漢字 漢字", 8), "  漢字\n  漢字\n");
        assert_eq!(wrapped("漢字 漢字", 9), "  漢字 漢字\n");
    }

    #[test]
    fn what_would_drive_a_terminal_is_shown_as_a_picture() {
        let mut out = String::new();
        push_clean(&mut out, "a\x1b[31m\u{202e}b\n\x7f");
        assert_eq!(out, "a\u{241b}[31m\u{fffd}b \u{2421}");
    }

    #[test]
    fn cells_know_their_bytes_and_columns() {
        let found: Vec<_> = cells("a\t漢\u{301}".as_bytes(), 10)
            .iter()
            .map(|cell| (cell.start, cell.end, cell.column, cell.width))
            .collect();
        assert_eq!(found, [(10, 11, 0, 1), (11, 12, 1, 3), (12, 17, 4, 2)]);
        let found: Vec<_> = cells(b"\xe6\xbcx", 0)
            .iter()
            .map(|cell| (cell.start, cell.end, cell.column, cell.width))
            .collect();
        assert_eq!(found, [(0, 2, 0, 1), (2, 3, 1, 1)]);
    }
}
