//! Lines of a source with marks under spans.

use std::collections::BTreeMap;
use std::ops::Range;

use super::text::{Cell, cells, push_clean, push_fmt};
use crate::{Source, Span};

/// Maximum number of lines of a span that are all shown.
const MAX_LINES: u32 = 6;
/// Number of lines shown at the start of a longer span.
const HEAD_LINES: u32 = 3;
/// Number of lines shown at the end of a longer span.
const TAIL_LINES: u32 = 2;
/// The placeholder for omitted text or lines.
const ELLIPSIS: &str = "...";

/// A span to mark.
pub(super) struct Mark<'a> {
    /// The span.
    pub(super) span: Span,
    /// The character drawn under the span.
    pub(super) glyph: char,
    /// The text after these characters, possibly empty.
    pub(super) text: &'a str,
}

/// The lines of one source to show, with their marks.
#[derive(Default)]
pub(super) struct Excerpt<'a> {
    lines: BTreeMap<u32, Vec<LineMark<'a>>>,
}

/// The part of a mark in one line.
struct LineMark<'a> {
    /// Byte offsets from the start of the line.
    range: Range<usize>,
    glyph: char,
    text: &'a str,
}

impl<'a> Excerpt<'a> {
    /// Adds the lines of a mark, with its text at the last one.
    pub(super) fn mark(&mut self, source: &Source, mark: &Mark<'a>) {
        let (bytes, index) = (source.bytes(), source.line_index());
        let span = clip(source, mark.span);
        let (first, last) = line_range(source, span);
        for line in shown_lines(first, last) {
            let text = index.line(bytes, line).unwrap_or_default();
            let line_start = index.line_start(line).unwrap_or(0);
            let start = if line == first {
                span.start.saturating_sub(line_start) as usize
            } else {
                text.iter()
                    .position(|byte| !matches!(byte, b' ' | b'\t'))
                    .unwrap_or(text.len())
            };
            let end = text.len().min(span.end.saturating_sub(line_start) as usize);
            let marks = self.lines.entry(line).or_default();
            if line == first || start < end || line == last {
                marks.push(LineMark {
                    range: start..end.max(start),
                    glyph: mark.glyph,
                    text: if line == last { mark.text } else { "" },
                });
            }
        }
    }

    /// Adds the lines of a short span, or the first line of a long one, without marks.
    pub(super) fn surround(&mut self, source: &Source, span: Span) {
        let (first, last) = line_range(source, clip(source, span));
        let last = if last - first < MAX_LINES { last } else { first };
        for line in first..=last {
            self.lines.entry(line).or_default();
        }
    }

    /// Appends the lines, each with at most about `width` columns after the gutter.
    pub(super) fn push_to(mut self, out: &mut String, source: &Source, width: usize) {
        self.fill_single_gaps();
        let Some(last) = self.lines.last_key_value() else {
            return;
        };
        let gutter = last.0.ilog10() as usize + 1;
        let (bytes, index) = (source.bytes(), source.line_index());
        let mut previous = None;
        for (line, marks) in &self.lines {
            if previous.is_some_and(|previous: u32| previous + 1 < *line) {
                push_fmt(out, format_args!("  {ELLIPSIS}\n"));
            }
            previous = Some(*line);
            let text = index.line(bytes, *line).unwrap_or_default();
            push_line(out, *line, gutter, text, marks, width);
        }
    }

    /// Adds single omitted lines, since the placeholder for them takes a line as well.
    fn fill_single_gaps(&mut self) {
        let lines: Vec<u32> = self.lines.keys().copied().collect();
        for pair in lines.windows(2) {
            if pair[0] + 2 == pair[1] {
                self.lines.insert(pair[0] + 1, Vec::new());
            }
        }
    }
}

/// Appends a line that is in no source, with a mark.
pub(super) fn push_patch(
    out: &mut String,
    line: u32,
    text: &[u8],
    range: Range<usize>,
    glyph: char,
    width: usize,
) {
    let gutter = line.max(1).ilog10() as usize + 1;
    let mark = LineMark {
        range,
        glyph,
        text: "",
    };
    push_line(out, line, gutter, text, &[mark], width);
}

/// Appends a line with its marks. A long line is cut around the first mark, and appended again for marks too far from
/// it.
fn push_line(out: &mut String, line: u32, gutter: usize, text: &[u8], marks: &[LineMark<'_>], width: usize) {
    let mut waiting: Vec<&LineMark<'_>> = marks.iter().collect();
    loop {
        let focus = waiting.first().map_or(0..0, |mark| mark.range.clone());
        let view = View::new(text, &focus, width);
        push_fmt(out, format_args!("  {line:>gutter$} | "));
        view.push_to(out);
        end_line(out);
        let mut first = true;
        waiting.retain(|mark| {
            if !first && !view.shows(mark.range.start) {
                return true;
            }
            first = false;
            let columns = view.columns(&mark.range);
            push_fmt(out, format_args!("  {:gutter$} | ", ""));
            out.extend(std::iter::repeat_n(' ', columns.start));
            out.extend(std::iter::repeat_n(mark.glyph, columns.len()));
            if !mark.text.is_empty() {
                out.push(' ');
                push_clean(out, mark.text);
            }
            end_line(out);
            false
        });
        if waiting.is_empty() {
            return;
        }
    }
}

/// Ends a line of output without trailing spaces.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// The visible part of a line.
struct View<'a> {
    cells: Vec<Cell<'a>>,
    cut_left: bool,
    cut_right: bool,
}

impl<'a> View<'a> {
    fn new(line: &'a [u8], focus: &Range<usize>, width: usize) -> Self {
        // However long the line, only bytes that may be visible are read.
        let reach = 8 * width;
        let (mut low, mut high) = (0, line.len());
        if line.len() > reach {
            low = skip_to_char(line, focus.start.min(line.len()).saturating_sub(reach / 2));
            high = skip_to_char(line, (low + reach).min(line.len()));
        }
        let mut cells = cells(&line[low..high], low);
        let total = cells.last().map_or(0, |cell| cell.column + cell.width);
        let (mut cut_left, mut cut_right) = (low > 0, high < line.len());
        if total > width {
            let column_at = |offset: usize| {
                let index = cells.partition_point(|cell| cell.end <= offset);
                cells.get(index).map_or(total, |cell| cell.column)
            };
            let left = if low == 0 && column_at(focus.end) <= width {
                0
            } else {
                column_at(focus.start).saturating_sub(width / 3)
            };
            let first = cells.partition_point(|cell| cell.column < left);
            let last = cells.partition_point(|cell| cell.column + cell.width <= left + width);
            cut_left |= first > 0;
            cut_right |= last < cells.len();
            cells.truncate(last);
            cells.drain(..first.min(last));
        }
        Self {
            cells,
            cut_left,
            cut_right,
        }
    }

    fn push_to(&self, out: &mut String) {
        if self.cut_left {
            out.push_str(ELLIPSIS);
        }
        for cell in &self.cells {
            cell.push_to(out);
        }
        if self.cut_right {
            out.push_str(ELLIPSIS);
        }
    }

    /// Returns whether the byte at `offset` of the line is visible.
    fn shows(&self, offset: usize) -> bool {
        let from = self.cells.first().map_or(0, |cell| cell.start);
        let to = self.cells.last().map_or(0, |cell| cell.end);
        from <= offset && (offset < to || !self.cut_right)
    }

    /// Returns the columns, from 0, of the bytes in `range`, at least one column.
    fn columns(&self, range: &Range<usize>) -> Range<usize> {
        let indent = if self.cut_left { ELLIPSIS.len() } else { 0 };
        let base = self.cells.first().map_or(0, |cell| cell.column);
        let end = self.cells.last().map_or(0, |cell| cell.column + cell.width);
        let first = self.cells.partition_point(|cell| cell.end <= range.start);
        let after = self.cells.partition_point(|cell| cell.start < range.end);
        let start = self.cells.get(first).map_or(end, |cell| cell.column);
        let stop = after
            .checked_sub(1)
            .and_then(|index| self.cells.get(index))
            .map_or(start, |cell| cell.column + cell.width);
        let start = start - base + indent;
        start..(stop.saturating_sub(base) + indent).max(start + 1)
    }
}

/// Returns the first character boundary at or after `offset`.
fn skip_to_char(line: &[u8], offset: usize) -> usize {
    let inside = line[offset..]
        .iter()
        .take(3)
        .take_while(|byte| (0x80..0xc0).contains(*byte))
        .count();
    offset + inside
}

/// Returns the span, cut to its source.
pub(super) fn clip(source: &Source, span: Span) -> Span {
    let len = source.bytes().len() as u32;
    source.span_of(span.start.min(len), span.end.min(len))
}

/// Returns the first and last line of a clipped span.
pub(super) fn line_range(source: &Source, span: Span) -> (u32, u32) {
    let index = source.line_index();
    let last = if span.is_empty() { span.end } else { span.end - 1 };
    (index.line_of(span.start), index.line_of(last))
}

fn shown_lines(first: u32, last: u32) -> impl Iterator<Item = u32> {
    let whole = last - first < MAX_LINES;
    let head = if whole { last } else { first + HEAD_LINES - 1 };
    let tail = if whole { last + 1 } else { last + 1 - TAIL_LINES };
    (first..=head).chain(tail..=last)
}
