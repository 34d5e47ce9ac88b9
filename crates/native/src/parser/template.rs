//! Templates: their parts as they stand in the text.

use hcl2_diagnostics::{codes, nearest_name};
use memchr::memchr;

use super::for_expr::Variables;
use super::{Parser, Seen};
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, Part, Text, TextRange};

/// One part of a template before directives are matched with each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum RawPart {
    Literal {
        range: TextRange,
        text: Text,
    },
    Interpolation {
        range: TextRange,
        expr: ExprId,
    },
    If {
        range: TextRange,
        condition: ExprId,
    },
    For {
        range: TextRange,
        variables: Variables,
        collection: ExprId,
    },
    Else(TextRange),
    EndIf(TextRange),
    EndFor(TextRange),
}

/// The directives there are.
const DIRECTIVES: [&str; 5] = ["if", "else", "endif", "for", "endfor"];

impl Parser<'_> {
    /// A template that is the whole text.
    pub(super) fn bare_template(&mut self) -> ExprId {
        let first = self.range();
        let (expr, close) = self.template(TokenKind::End, first, false);
        self.expr(expr, first.to(close))
    }

    /// `"..."`.
    pub(super) fn quoted_template(&mut self) -> ExprId {
        self.quotes += 1;
        let open = self.read().range;
        if let Some(expr) = self.plain_string(open) {
            self.leave_quote();
            return expr;
        }
        let (expr, _) = self.template(TokenKind::CloseQuote, open, false);
        self.leave_quote();
        self.expr(expr, open.to(self.last_range()))
    }

    /// What most quoted templates are, one literal between quotes; `None`, and nothing read, for another one.
    fn plain_string(&mut self, open: TextRange) -> Option<ExprId> {
        let next = self.lexer.tokens.kinds.get(self.index + 1);
        if self.kind != TokenKind::QuotedLiteral || next != Some(&TokenKind::CloseQuote) {
            return None;
        }
        let part = self.read().range;
        let text = self.literal(part, true);
        let close = self.read().range;
        Some(self.expr(Expr::String { text }, open.to(close)))
    }

    /// `<<MARKER ... MARKER`, or `<<-MARKER`, which takes the indentation away.
    pub(super) fn heredoc_template(&mut self) -> ExprId {
        let open = self.read().range;
        let flush = self.bytes[open.start as usize..].starts_with(b"<<-");
        let quotes = std::mem::take(&mut self.quotes);
        let (expr, _) = self.template(TokenKind::CloseHeredoc, open, flush);
        self.quotes = quotes;
        if quotes > 0 {
            self.seek();
        }
        self.expr(expr, open.to(self.last_range()))
    }

    /// The parts up to `closer`, which is read, and its range; `open` is what opened the template.
    fn template(&mut self, closer: TokenKind, open: TextRange, flush: bool) -> (Expr, TextRange) {
        let base = self.pending_raw.len();
        let first = self.range();
        let close = self.raw_parts(closer, open);
        if flush {
            self.take_indentation(base);
        }
        self.meld_literals(base);
        let expr = match self.pending_raw[base..] {
            [] => self.literal_template(Text::source(TextRange::empty(first.start))),
            [RawPart::Literal { text, .. }] => self.literal_template(text),
            [RawPart::Interpolation { expr, .. }] => Expr::TemplateWrap { inner: expr },
            _ => {
                // Where the closer is missing, so may be the end of a directive, which is not said besides.
                let closed = closer == TokenKind::End || !close.is_empty();
                let parts = self.template_parts(base, close, closed);
                Expr::Template { parts }
            }
        };
        self.pending_raw.truncate(base);
        (expr, close)
    }

    fn literal_template(&mut self, text: Text) -> Expr {
        Expr::String { text }
    }

    /// Pushes the parts up to `closer`, which is read, and returns its range.
    fn raw_parts(&mut self, closer: TokenKind, open: TextRange) -> TextRange {
        let depth = self.depth;
        let close = self.raw_parts_at_depth(closer, open);
        self.depth = depth;
        close
    }

    /// As `raw_parts`; leaves the depth at that of the directives that are not closed.
    fn raw_parts_at_depth(&mut self, closer: TokenKind, open: TextRange) -> TextRange {
        let outside = self.depth;
        let base = self.pending_raw.len();
        let first = self.range();
        // Whether a strip marker trims the start of the next literal.
        let mut trim_next = false;
        // Whether the last token was a literal, which a strip marker may trim the end of.
        let mut after_literal = false;
        loop {
            if self.kind == TokenKind::BrokenQuote {
                let here = self.range();
                self.report_unclosed_template(self.kind, here, open, first);
                self.recovery = true;
                return TextRange::empty(here.start);
            }
            let part = self.read();
            if part.kind == closer {
                return part.range;
            }
            let trim_start = std::mem::take(&mut trim_next);
            let trim_end = std::mem::take(&mut after_literal);
            match part.kind {
                TokenKind::StringLiteral | TokenKind::QuotedLiteral => {
                    let mut text = self.literal(part.range, part.kind == TokenKind::QuotedLiteral);
                    if trim_start {
                        text = self.trim_text_start(text);
                    }
                    self.pending_raw.push(RawPart::Literal {
                        range: part.range,
                        text,
                    });
                    after_literal = true;
                }
                TokenKind::OpenInterpolation => {
                    if trim_end {
                        self.strip_before(base, part.range);
                    }
                    trim_next = self.interpolation(part.range, first, closer);
                }
                TokenKind::OpenDirective => {
                    if trim_end {
                        self.strip_before(base, part.range);
                    }
                    trim_next = self.directive(part.range, first, outside);
                }
                _ => {
                    self.report_unclosed_template(part.kind, part.range, open, first);
                    return self.recover(closer).range;
                }
            }
        }
    }

    /// Trims the end of the literal before an opener that bears a strip marker.
    fn strip_before(&mut self, base: usize, opener: TextRange) {
        if opener.len() < 3 || self.pending_raw.len() == base {
            return;
        }
        if let Some(RawPart::Literal { range, text }) = self.pending_raw.last().copied() {
            let text = self.trim_text_end(text);
            self.pending_raw.pop();
            self.pending_raw.push(RawPart::Literal { range, text });
        }
    }

    #[cold]
    fn report_unclosed_template(
        &mut self,
        kind: TokenKind,
        subject: TextRange,
        open: TextRange,
        first: TextRange,
    ) {
        if self.recovery {
            return;
        }
        if kind == TokenKind::QuotedNewline {
            self.report_multi_line(subject, open);
            return;
        }
        if kind == TokenKind::End && self.bytes[open.start as usize..].starts_with(b"<<") {
            let diagnostic = self
                .unclosed_heredoc(open, subject)
                .with_context(self.span(first.to(subject)));
            self.report(diagnostic);
            return;
        }
        let detail = match kind {
            TokenKind::BrokenQuote => {
                "The string is not closed on its line. Add the closing quote, or use a heredoc for several lines."
            }
            TokenKind::End => "The text ends before the closing quote of this string.",
            _ => "The string cannot be read on from here.",
        };
        let diagnostic = self
            .error(codes::syntax::UNCLOSED_STRING, "Unclosed string", subject)
            .with_context(self.span(first.to(subject)))
            .with_label(self.span(open), "starts here")
            .with_detail(detail);
        self.report(self.with_quote(diagnostic, false));
    }

    /// Reports the line ending `subject` in the string that `open` starts and a later line closes.
    #[cold]
    pub(super) fn report_multi_line(&mut self, subject: TextRange, open: TextRange) {
        let diagnostic = self
            .error(codes::syntax::MULTI_LINE_STRING, "Line ending in a quoted string", subject)
            .with_context(self.span(open.to(subject)))
            .with_label(self.span(open), "starts here")
            .with_detail(
                "A quoted string must end on the line it starts on. Add the closing quote, write `\\n` for a line ending, \
                 or use a heredoc: `<<EOT`, the lines of text, and `EOT` on a line of its own.",
            );
        self.report(diagnostic);
    }

    /// `${ expression }`, whose opener was read; says whether the closer bears a strip marker.
    fn interpolation(&mut self, opener: TextRange, first: TextRange, closer: TokenKind) -> bool {
        let newlines = self.set_newlines(false);
        let expr = self.expression();
        let close = Seen {
            kind: self.kind,
            range: self.range_inside(),
        };
        let strips = if close.kind == TokenKind::CloseSequence {
            self.read();
            close.range.len() == 2
        } else {
            self.report_unclosed_interpolation(opener, first, closer);
            self.recover(TokenKind::CloseSequence);
            false
        };
        self.set_newlines(newlines);
        self.pending_raw.push(RawPart::Interpolation {
            range: opener.to(close.range),
            expr,
        });
        strips
    }

    #[cold]
    fn report_unclosed_interpolation(&mut self, opener: TextRange, first: TextRange, closer: TokenKind) {
        if self.recovery {
            return;
        }
        let here = self.range();
        let (subject, detail) = match self.kind {
            TokenKind::End => (first, "The text ends before the `}` of this interpolation.".to_owned()),
            TokenKind::OpenQuote | TokenKind::CloseQuote if closer == TokenKind::CloseQuote => (
                first,
                "The string ends before the `}` of this interpolation. Add it, or write `$${` for a literal `${`.".to_owned(),
            ),
            _ => (
                here,
                format!(
                    "The `}}` of the interpolation is expected before {}. To write `${{` literally, as for a shell script, \
                     double the sign: `$${{`.",
                    self.written()
                ),
            ),
        };
        let mut diagnostic = self
            .error(
                codes::syntax::UNCLOSED_INTERPOLATION,
                "Unclosed interpolation",
                subject,
            )
            .with_context(self.span(first.to(subject)))
            .with_label(self.span(opener), "opened here")
            .with_detail(detail);
        let rest = &self.bytes[here.end as usize..self.input.range.end as usize];
        let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        // With a further quote on the line, this one need not be the string's own.
        if matches!(self.kind, TokenKind::OpenQuote | TokenKind::CloseQuote) && memchr(b'"', line).is_none() {
            let end = self.span(TextRange::empty(self.last_range().end));
            diagnostic = diagnostic.with_suggestion(end, "}", "close the interpolation");
        }
        self.report(diagnostic);
    }

    /// `%{ keyword ... }`, whose opener was read; says whether the closer bears a strip marker. A malformed one leaves
    /// no part. What a directive holds is one level deeper; `outside` is the depth outside of all of them.
    fn directive(&mut self, opener: TextRange, first: TextRange, outside: u32) -> bool {
        let newlines = self.set_newlines(false);
        let strips = match self.directive_part(opener) {
            Some(part) => {
                self.pending_raw.push(part);
                match part {
                    RawPart::If { .. } | RawPart::For { .. } => {
                        self.descend();
                    }
                    RawPart::EndIf(_) | RawPart::EndFor(_) if self.depth > outside => self.ascend(),
                    _ => {}
                }
                let close = self.peek();
                if close.kind == TokenKind::CloseSequence {
                    self.read();
                    close.range.len() == 2
                } else {
                    self.report_unclosed_directive(opener, first);
                    self.recover(TokenKind::CloseSequence);
                    false
                }
            }
            None => {
                self.recover(TokenKind::CloseSequence);
                false
            }
        };
        self.set_newlines(newlines);
        strips
    }

    /// The keyword of a directive and what follows it up to its closer.
    fn directive_part(&mut self, opener: TextRange) -> Option<RawPart> {
        if self.kind != TokenKind::Identifier {
            self.report_keyword(opener);
            return None;
        }
        let keyword = self.range();
        match &self.bytes[keyword.as_range()] {
            b"if" => {
                self.read();
                let condition = self.expression();
                let range = opener.to(self.range_inside());
                Some(RawPart::If { range, condition })
            }
            b"for" => {
                self.read();
                let (variables, expected) = self.for_variables();
                if let Some(expected) = expected {
                    self.report_for_directive(opener, expected);
                    return None;
                }
                let collection = self.expression();
                Some(RawPart::For {
                    range: opener.to(self.range_inside()),
                    variables,
                    collection,
                })
            }
            b"else" => {
                self.read();
                Some(RawPart::Else(opener.to(self.range_inside())))
            }
            b"endif" => {
                self.read();
                Some(RawPart::EndIf(opener.to(self.range_inside())))
            }
            b"endfor" => {
                self.read();
                Some(RawPart::EndFor(opener.to(self.range_inside())))
            }
            _ => {
                self.report_keyword(opener);
                self.read();
                None
            }
        }
    }

    #[cold]
    fn report_keyword(&mut self, opener: TextRange) {
        if self.recovery {
            return;
        }
        let here = self.range();
        let written = self.written();
        let name = String::from_utf8_lossy(&self.bytes[here.as_range()]).into_owned();
        let known = "`if`, `else`, `endif`, `for` and `endfor`";
        let other = matches!(name.as_str(), "elseif" | "elif" | "end");
        let meant = nearest_name(&name, DIRECTIVES).filter(|_| !other);
        let detail = match name.as_str() {
            "elseif" | "elif" => {
                format!("There is no `{name}`: put an `if` directive inside the `else` of the other one.")
            }
            "end" => "A directive is closed by `endif` or `endfor`.".to_owned(),
            _ => match meant {
                Some(meant) => format!("The directives are {known}; perhaps `{meant}` is meant."),
                None => format!(
                    "The directives are {known}; {written} is none. To write `%{{` literally, double the sign."
                ),
            },
        };
        let diagnostic = self
            .error(codes::syntax::INVALID_DIRECTIVE, "No such directive", here)
            .with_context(self.span(opener.to(here)))
            .with_detail(detail);
        self.report(match meant {
            Some(meant) => diagnostic.with_suggestion(self.span(here), meant, format!("write `{meant}`")),
            None => diagnostic,
        });
    }

    #[cold]
    fn report_for_directive(&mut self, opener: TextRange, expected: &str) {
        if self.recovery {
            return;
        }
        let here = self.range();
        let diagnostic = self
            .error(codes::syntax::INVALID_FOR, "Malformed `for`", here)
            .with_context(self.span(opener.to(here)))
            .with_detail(format!("{expected}, and {} stands there.", self.written()));
        self.report(diagnostic);
    }

    #[cold]
    fn report_unclosed_directive(&mut self, opener: TextRange, first: TextRange) {
        if self.recovery {
            return;
        }
        let here = self.range();
        let diagnostic = self
            .error(codes::syntax::INVALID_DIRECTIVE, "Unclosed directive", here)
            .with_context(self.span(first.to(here)))
            .with_label(self.span(opener), "opened here")
            .with_detail(format!(
                "The `}}` of the directive is expected before {}.",
                self.written()
            ));
        self.report(diagnostic);
    }

    /// Numbers a literal part.
    pub(super) fn literal_part(&mut self, range: TextRange, text: Text) -> Part {
        Part::Literal { range, text }
    }
}
