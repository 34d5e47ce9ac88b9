//! Strings: names and values.

use hcl2_json_text::Escape;

use super::Parser;
use super::output::Output;
use crate::lexer::Quoted;
use crate::options::Profile;
use crate::problems::{self, Problem};

impl<O: Output> Parser<'_, O> {
    /// Parses a string as a name, which is not a template in the legacy profile, and a colon that directly follows;
    /// returns whether one did.
    #[inline]
    pub(super) fn name(&mut self, quoted: Quoted) -> bool {
        let closed = self.string(match self.options.profile {
            Profile::Standard | Profile::Strict => quoted,
            Profile::Legacy => quoted.without_template(),
        });
        closed && self.advance_past(b':')
    }

    /// Adds the current string, and returns whether it is closed; only an unclosed one is advanced past.
    #[inline]
    pub(super) fn string(&mut self, quoted: Quoted) -> bool {
        self.output.string(self.start, self.end, quoted);
        quoted.is_plain() || self.special_string(quoted)
    }

    /// Reports the problems of the current string, which the output has; returns as [`string`](Self::string) does.
    fn special_string(&mut self, quoted: Quoted) -> bool {
        if quoted.doubtful() {
            self.check_escapes(quoted.unclosed());
        }
        if quoted.controls() {
            self.check_controls();
        }
        if quoted.unclosed() {
            self.report(Problem::UnclosedString);
            // A bracket may have been intended behind the missing quote.
            self.brackets_lost = true;
            self.advance_past_fault();
        }
        !quoted.unclosed()
    }

    #[cold]
    fn check_escapes(&mut self, unclosed: bool) {
        let bytes = self.bytes();
        let content = &bytes[1..bytes.len() - usize::from(!unclosed)];
        let mut from = 0;
        while let Some(escape) = Escape::find(content, from) {
            from = escape.offset + escape.len;
            // A backslash at the end of the line belongs to the problem of the unclosed string.
            if let Err(fault) = escape.character
                && from > escape.offset + 1
            {
                let start = self.start + 1 + escape.offset as u32;
                let span = self.source.span_of(start, start + escape.len as u32);
                self.push(problems::escape(span, &content[escape.offset..from], fault));
            }
        }
    }

    fn check_controls(&mut self) {
        for (offset, byte) in self.bytes().iter().enumerate() {
            if *byte < b' ' {
                let start = self.start + offset as u32;
                let span = self.source.span_of(start, start + 1);
                self.push(problems::control_character(span, *byte));
            }
        }
    }
}
