//! Strings: names and values.

use hcl2_json_text::Escape;

use super::Parser;
use super::output::Output;
use crate::lexer::Quoted;
use crate::options::Profile;
use crate::problems::{self, Problem};

impl<O: Output> Parser<'_, O> {
    /// A string as a name, which is no template by the rules of the legacy profile; says whether a colon followed it, past
    /// which it goes then.
    #[inline]
    pub(super) fn name(&mut self, quoted: Quoted) -> bool {
        let closed = self.string(match self.options.profile {
            Profile::Standard => quoted,
            Profile::Legacy => quoted.without_template(),
        });
        closed && self.advance_past(b':')
    }

    /// A string, past which it only goes where its end is missing; says whether it is there.
    #[inline]
    pub(super) fn string(&mut self, quoted: Quoted) -> bool {
        self.output.string(self.start, self.end, quoted);
        quoted.is_plain() || self.special_string(quoted)
    }

    /// What is to be said of the string here, which the output has, as of [`string`](Self::string).
    fn special_string(&mut self, quoted: Quoted) -> bool {
        if quoted.doubtful() {
            self.check_escapes(quoted.unclosed());
        }
        if quoted.controls() {
            self.check_controls();
        }
        if quoted.unclosed() {
            self.report(Problem::UnclosedString);
            // What the string was to end before may have been a bracket.
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
            // A backslash at the end of the line is part of the problem that the string does not end.
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
