//! Heredocs that are not read as such, or are unclosed.

use hcl2_diagnostics::nearest_name;

use super::super::Parser;
use super::super::problem::{MarkerFault, NearMarker};
use crate::lexer;
use crate::tree::TextRange;

/// The start of something that looks like a heredoc but is not read as one.
pub(in crate::parser) struct Introduction {
    pub(in crate::parser) range: TextRange,
    pub(in crate::parser) marker: TextRange,
    /// Whether `<<-` starts it.
    pub(in crate::parser) flush: bool,
    /// Whether only the lines after it are missing.
    pub(in crate::parser) complete: bool,
}

impl Parser<'_> {
    /// Returns what looks like the start of a heredoc at the current token.
    pub(in crate::parser) fn introduction(&self) -> Option<Introduction> {
        let start = self.range().start;
        let bytes = self.rest_of_line(start);
        let line = std::str::from_utf8(bytes).ok()?;
        let flush = line.starts_with("<<-");
        let sign = if flush { 3 } else { 2 };
        let written = line.strip_prefix(if flush { "<<-" } else { "<<" })?;
        let quotes: &[char] = &['"', '\''];
        let marker = written.trim().trim_matches(quotes).trim();
        let at = start + sign + written.find(marker)? as u32;
        let last_line = start as usize + bytes.len() == self.input.range.end as usize;
        lexer::is_identifier(marker).then(|| Introduction {
            range: TextRange::new(start, start + line.trim_end().len() as u32),
            marker: TextRange::new(at, at + marker.len() as u32),
            flush,
            complete: written == marker && last_line,
        })
    }

    /// Skips what looks like a heredoc at the current token and was reported, up to its closing marker.
    pub(in crate::parser) fn skip_malformed_heredoc(&mut self) {
        let Some(start) = self
            .introduction()
            .filter(|_| self.cursor.quotes == 0 && !self.recovery.endless_heredoc)
        else {
            return;
        };
        let from = start.range.end as usize;
        let text = &self.bytes[from..self.input.range.end as usize];
        let mut end = from;
        let marker = &self.bytes[start.marker.as_range()];
        let found = text.split_inclusive(|byte| *byte == b'\n').any(|line| {
            end += line.len();
            line.trim_ascii() == marker
        });
        if !found {
            // The rest of the source is not searched again.
            self.recovery.endless_heredoc = true;
            return;
        }
        let before_newline = end - usize::from(self.bytes[end - 1] == b'\n');
        let next = self
            .cursor
            .starts()
            .partition_point(|start| (*start as usize) < before_newline);
        if self.cursor.index < next && next < self.cursor.end {
            self.cursor.last = Some(next - 1);
            self.cursor.next = next;
            self.seek();
        }
    }

    /// Returns the marker of the heredoc introduced at `open`.
    pub(in crate::parser) fn heredoc_marker(&self, open: TextRange) -> TextRange {
        let text = &self.bytes[open.as_range()];
        let sign = text.iter().take_while(|byte| matches!(byte, b'<' | b'-')).count();
        let end = open.start as usize + text.trim_ascii_end().len();
        TextRange::new(open.start + sign as u32, end as u32)
    }

    /// Returns the line of the heredoc introduced at `open`, which the source ends in at `end`, that was probably meant to
    /// close it.
    pub(in crate::parser) fn near_marker(&self, open: TextRange, end: TextRange) -> Option<NearMarker> {
        let marker = self.text(self.heredoc_marker(open));
        let lines = std::str::from_utf8(&self.bytes[open.end as usize..end.start as usize]).ok()?;
        let near = nearest_line(lines, &marker)?;
        let range = TextRange::new(open.end + near.range.start, open.end + near.range.end);
        let fault = match near.rest {
            None => MarkerFault::Spelling,
            Some("") => MarkerFault::NoLineEnding,
            Some(rest) => MarkerFault::More(rest.to_owned()),
        };
        Some(NearMarker { range, fault })
    }
}

/// A line that is nearly a closing marker.
#[derive(Debug, PartialEq, Eq)]
struct Near<'a> {
    /// The range of its content, without the spaces around, in the searched text.
    range: TextRange,
    /// What follows the marker, or `None` if the line is a word similar to the marker.
    rest: Option<&'a str>,
}

/// Returns the first line that starts with the marker and continues with something that is not part of a name, or else
/// the first that consists of one word similar to the marker.
fn nearest_line<'a>(lines: &'a str, marker: &str) -> Option<Near<'a>> {
    let mut similar = None;
    let mut start = 0;
    for line in lines.split_inclusive('\n') {
        let text = line.trim();
        let from = start + (line.len() - line.trim_start().len());
        start += line.len();
        let range = TextRange::new(from as u32, (from + text.len()) as u32);
        if let Some(rest) = text.strip_prefix(marker)
            && !rest.starts_with(is_of_word)
        {
            let rest = Some(rest.trim_start());
            return Some(Near { range, rest });
        }
        let is_similar = || {
            text.len().abs_diff(marker.len()) <= 2
                && text.chars().all(is_of_word)
                && (text.eq_ignore_ascii_case(marker) || nearest_name(text, [marker]).is_some())
        };
        if similar.is_none() && is_similar() {
            similar = Some(Near { range, rest: None });
        }
    }
    similar
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &str, found: Option<(&str, Option<&str>)>) {
        let near = nearest_line(lines, "EOT");
        let near = near.map(|near| (&lines[near.range.as_range()], near.rest));
        assert_eq!(near, found, "{lines:?}");
    }

    #[test]
    fn a_line_with_more_than_the_marker_is_near() {
        check("a\n  EOT;\nb = 1\n", Some(("EOT;", Some(";"))));
        check("a\nEOT )\n", Some(("EOT )", Some(")"))));
        check("a\nEOF\nEOT", Some(("EOT", Some(""))));
        check("EOT # end\n", Some(("EOT # end", Some("# end"))));
    }

    #[test]
    fn a_word_similar_to_the_marker_is_near() {
        check("a\nEOTT\nEOF\n", Some(("EOTT", None)));
        check("a\r\n\teot\r\n", Some(("eot", None)));
        check("a\nÉOT\n", Some(("ÉOT", None)));
    }

    #[test]
    fn a_word_may_have_few_letters_more_or_less_than_the_marker() {
        let near = |line: &str, marker| nearest_line(line, marker).map(|near| near.range.as_range());
        assert_eq!(near("Ea", "E"), Some(0..2));
        assert_eq!(near("Eab", "E"), None);
        assert_eq!(near("MARKERab", "MARKER"), Some(0..8));
        assert_eq!(near("MARKERabc", "MARKER"), None);
        assert_eq!(near("MARK", "MARKER"), Some(0..4));
        assert_eq!(near("MAR", "MARKER"), None);
    }

    #[test]
    fn other_lines_are_not_near() {
        check("", None);
        check("a\nb = EOT\nEOTIME to\n\n", None);
        check("if\nfi\n", None);
    }
}
