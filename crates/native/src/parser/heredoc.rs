//! What is said about a heredoc that is not closed.

use hcl2_diagnostics::{Diagnostic, codes, nearest_name};

use super::Parser;
use crate::tree::TextRange;

/// A line that nearly is a closing marker.
#[derive(Debug, PartialEq, Eq)]
struct Near<'a> {
    /// What stands on it, without the spaces around, counted in the text that was searched.
    range: TextRange,
    /// What stands on it after the marker; `None` where it is a word that is like the marker.
    rest: Option<&'a str>,
}

impl Parser<'_> {
    /// The problem of the heredoc whose introduction is at `open`, and which the end of the text, at `end`, cuts short.
    #[cold]
    pub(super) fn unclosed_heredoc(&self, open: TextRange, end: TextRange) -> Diagnostic {
        let diagnostic = self
            .error(codes::syntax::UNCLOSED_STRING, "Unclosed string", end)
            .with_label(self.span(open), "starts here");
        let introduction = String::from_utf8_lossy(&self.bytes[open.as_range()]);
        let marker = introduction.trim_start_matches(['<', '-']).trim_end();
        let rule = format!(
            "The text ends before the closing marker of this heredoc, `{marker}`, which stands alone on its line and is \
             followed by a line ending."
        );
        let lines = std::str::from_utf8(&self.bytes[open.end as usize..end.start as usize]).ok();
        let Some(near) = lines.and_then(|lines| nearest_line(lines, marker)) else {
            return diagnostic.with_detail(rule);
        };
        let there = TextRange::new(open.end + near.range.start, open.end + near.range.end);
        let (label, advice, replacement) = match near.rest {
            None => (
                "perhaps meant to close it",
                "write the marker as it was introduced",
                marker.to_owned(),
            ),
            Some("") => (
                "the line does not end",
                "end the line of the marker",
                format!("{marker}\n"),
            ),
            Some(rest) => (
                "more than the marker stands on this line",
                "put what follows the marker on a line of its own",
                format!("{marker}\n{rest}"),
            ),
        };
        let diagnostic = diagnostic.with_detail(rule).with_label(self.span(there), label);
        if self.input.is_decoded() {
            // What is written there would need the escapes of the string around.
            return diagnostic;
        }
        diagnostic.with_suggestion(self.span(there), replacement, advice)
    }
}

/// The start of a heredoc that is written in another way than it is read.
struct Introduction<'a> {
    range: TextRange,
    /// `<<` or `<<-`.
    sign: &'a str,
    marker: &'a str,
    /// Whether only the lines after it are missing.
    complete: bool,
}

impl Parser<'_> {
    /// What looks like the start of a heredoc at the current token and is none.
    fn introduction(&self) -> Option<Introduction<'_>> {
        let start = self.range().start;
        let rest = &self.bytes[start as usize..self.input.range.end as usize];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = std::str::from_utf8(line).ok()?;
        let sign = if line.starts_with("<<-") { "<<-" } else { "<<" };
        let written = line.strip_prefix(sign)?.trim();
        let quotes: &[char] = &['"', '\''];
        let marker = written.trim_matches(quotes).trim();
        crate::lexer::is_identifier(marker).then(|| Introduction {
            range: TextRange::new(start, start + line.trim_end().len() as u32),
            sign,
            marker,
            complete: line[sign.len()..] == *marker && line.len() == rest.len(),
        })
    }

    /// What is said of a heredoc whose start is malformed, in place of `diagnostic`, or ends the text.
    pub(super) fn malformed_heredoc(&self, diagnostic: Diagnostic) -> Diagnostic {
        let Some(start) = self.introduction() else {
            return diagnostic;
        };
        let (sign, marker) = (start.sign, start.marker);
        if self.input.is_decoded() {
            return diagnostic;
        }
        if !start.complete {
            return diagnostic.with_suggestion(
                self.span(start.range),
                format!("{sign}{marker}"),
                "put the marker alone right behind the sign",
            );
        }
        let end = self.span(TextRange::empty(start.range.end));
        Diagnostic::error(codes::syntax::UNCLOSED_STRING, "Unclosed string")
            .with_subject(end)
            .with_label(self.span(start.range), "starts here")
            .with_detail(format!(
                "The text ends right after the start of this heredoc. Its lines come next, and then `{marker}` alone on a line \
                 that is followed by a line ending."
            ))
            .with_suggestion(end, format!("\n{marker}\n"), "add the closing marker")
    }

    /// Skips what looks like a heredoc at the current token and was reported, up to its closing marker.
    pub(super) fn skip_malformed_heredoc(&mut self) {
        let Some(start) = self.introduction().filter(|_| self.quotes == 0 && !self.endless) else {
            return;
        };
        let from = start.range.end as usize;
        let text = &self.bytes[from..self.input.range.end as usize];
        let mut end = from;
        let marker = start.marker.as_bytes();
        let found = text.split_inclusive(|byte| *byte == b'\n').any(|line| {
            end += line.len();
            line.trim_ascii() == marker
        });
        if !found {
            // So that this is not looked for again and again.
            self.endless = true;
            return;
        }
        let before_newline = end - usize::from(self.bytes[end - 1] == b'\n');
        let starts = &self.lexer.tokens.starts;
        let next = starts.partition_point(|start| (*start as usize) < before_newline);
        if self.index < next && next < self.end {
            self.last = Some(next - 1);
            self.next = next;
            self.seek();
        }
    }
}

/// The first line that starts with the marker and goes on with what is no part of a name; else the first that holds one
/// word, like the marker.
fn nearest_line<'a>(lines: &'a str, marker: &str) -> Option<Near<'a>> {
    let mut like = None;
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
        let is_like = || {
            text.len() <= marker.len() + 2
                && text.chars().all(is_of_word)
                && (text.eq_ignore_ascii_case(marker) || nearest_name(text, [marker]).is_some())
        };
        if like.is_none() && is_like() {
            like = Some(Near { range, rest: None });
        }
    }
    like
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
    fn a_line_with_more_than_the_marker_is_meant() {
        check("a\n  EOT;\nb = 1\n", Some(("EOT;", Some(";"))));
        check("a\nEOT )\n", Some(("EOT )", Some(")"))));
        check("a\nEOF\nEOT", Some(("EOT", Some(""))));
        check("EOT # end\n", Some(("EOT # end", Some("# end"))));
    }

    #[test]
    fn a_word_like_the_marker_is_meant() {
        check("a\nEOTT\nEOF\n", Some(("EOTT", None)));
        check("a\r\n\teot\r\n", Some(("eot", None)));
        check("a\nÉOT\n", Some(("ÉOT", None)));
    }

    #[test]
    fn a_word_may_have_two_letters_more_than_the_marker() {
        let near = |line: &str| nearest_line(line, "E").map(|near| near.range.as_range());
        assert_eq!(near("Eab"), Some(0..3));
        assert_eq!(near("Eabc"), None);
    }

    #[test]
    fn other_lines_are_not() {
        check("", None);
        check("a\nb = EOT\nEOTIME to\n\n", None);
        check("if\nfi\n", None);
    }
}
