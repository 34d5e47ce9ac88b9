//! Templates: reading their parts.

use memchr::memchr;

use super::Parser;
use super::for_expr::Variables;
use super::problem::{DirectiveFault, Ending, InterpolationEnd, StringEnd, TemplateProblem};
use crate::lexer::{Token, TokenKind};
use crate::tree::{Expr, ExprId, Text, TextRange};

/// A part of a template before directives are matched with each other.
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

impl Parser<'_> {
    /// Reads a template that is the whole source.
    pub(super) fn bare_template(&mut self) -> ExprId {
        let first = self.range();
        let (expr, close) = self.template(TokenKind::End, first, false);
        self.expr(expr, first.to(close))
    }

    /// Reads `"..."`.
    pub(super) fn quoted_template(&mut self) -> ExprId {
        self.cursor.quotes += 1;
        let open = self.read().range;
        if let Some(expr) = self.plain_string(open) {
            self.leave_quote();
            return expr;
        }
        let (expr, _) = self.template(TokenKind::CloseQuote, open, false);
        self.leave_quote();
        self.expr(expr, open.to(self.last_range()))
    }

    /// Reads a quoted template that is a single literal, as most are. Reads nothing and returns `None` for any other.
    fn plain_string(&mut self, open: TextRange) -> Option<ExprId> {
        let next = self.cursor.kinds().get(self.cursor.index + 1);
        if self.cursor.kind != TokenKind::QuotedLiteral || next != Some(&TokenKind::CloseQuote) {
            return None;
        }
        let part = self.read().range;
        let text = self.literal(part, true);
        let close = self.read().range;
        Some(self.expr(Expr::String { text }, open.to(close)))
    }

    /// Reads `<<MARKER ... MARKER`, or `<<-MARKER`, which removes the indentation.
    pub(super) fn heredoc_template(&mut self) -> ExprId {
        let open = self.read().range;
        let flush = self.bytes[open.start as usize..].starts_with(b"<<-");
        let quotes = std::mem::take(&mut self.cursor.quotes);
        let (expr, _) = self.template(TokenKind::CloseHeredoc, open, flush);
        self.cursor.quotes = quotes;
        if quotes > 0 {
            self.seek();
        }
        self.expr(expr, open.to(self.last_range()))
    }

    /// Reads the parts up to and including `closer`, and returns the template and the range of the closer. `open` opened
    /// the template.
    fn template(&mut self, closer: TokenKind, open: TextRange, flush: bool) -> (Expr, TextRange) {
        let base = self.pending.raw.len();
        let first = self.range();
        let close = self.raw_parts(closer, open);
        if flush {
            self.take_indentation(base);
        }
        self.meld_literals(base);
        let expr = match self.pending.raw[base..] {
            [] => Expr::String {
                text: Text::source(TextRange::empty(first.start)),
            },
            [RawPart::Literal { text, .. }] => Expr::String { text },
            [RawPart::Interpolation { expr, .. }] => Expr::TemplateWrap { inner: expr },
            _ => {
                // If the closer is missing, so may be the end of a directive, which is not reported in addition.
                let closed = closer == TokenKind::End || !close.is_empty();
                let parts = self.template_parts(base, close, closed);
                Expr::Template { parts }
            }
        };
        self.pending.raw.truncate(base);
        (expr, close)
    }

    /// Reads the parts up to and including `closer`, and returns the range of the closer.
    fn raw_parts(&mut self, closer: TokenKind, open: TextRange) -> TextRange {
        let depth = self.nesting.depth;
        let close = self.raw_parts_at_depth(closer, open);
        self.nesting.depth = depth;
        close
    }

    /// Reads the parts like `raw_parts`, but leaves the depth at that of the unclosed directives.
    fn raw_parts_at_depth(&mut self, closer: TokenKind, open: TextRange) -> TextRange {
        let outside = self.nesting.depth;
        let base = self.pending.raw.len();
        let first = self.range();
        // Whether a strip marker trims the start of the next literal.
        let mut trim_next = false;
        // Whether the last token was a literal, whose end a strip marker may trim.
        let mut after_literal = false;
        loop {
            if self.cursor.kind == TokenKind::BrokenQuote {
                let here = self.range();
                self.report_unclosed_template(self.peek(), open, first);
                self.recovery.active = true;
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
                    self.pending.raw.push(RawPart::Literal {
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
                    self.report_unclosed_template(part, open, first);
                    return self.recover(closer).range;
                }
            }
        }
    }

    /// Trims the end of the literal before an opener with a strip marker.
    fn strip_before(&mut self, base: usize, opener: TextRange) {
        if opener.len() < 3 || self.pending.raw.len() == base {
            return;
        }
        if let Some(RawPart::Literal { range, text }) = self.pending.raw.last().copied() {
            let text = self.trim_text_end(text);
            self.pending.raw.pop();
            self.pending.raw.push(RawPart::Literal { range, text });
        }
    }

    /// Reports `found`, which ends a template without closing it.
    #[cold]
    fn report_unclosed_template(&mut self, found: Token, open: TextRange, first: TextRange) {
        if self.recovery.active {
            return;
        }
        let context = first.to(found.range);
        let end = match found.kind {
            TokenKind::QuotedNewline => {
                self.report(found.range, TemplateProblem::MultiLineString { open });
                return;
            }
            TokenKind::End if self.bytes[open.start as usize..].starts_with(b"<<") => {
                let problem = TemplateProblem::UnclosedHeredoc {
                    open,
                    context,
                    marker: self.heredoc_marker(open),
                    near: self.near_marker(open, found.range),
                };
                self.report(found.range, problem);
                return;
            }
            TokenKind::BrokenQuote => StringEnd::Line,
            TokenKind::End => StringEnd::Source,
            _ => StringEnd::Token,
        };
        let problem = TemplateProblem::UnclosedString {
            open,
            context,
            end,
            quote: self.missing_quote(false),
        };
        self.report(found.range, problem);
    }

    /// Reads `${ expression }`, whose opener was read. Returns whether the closer has a strip marker.
    fn interpolation(&mut self, opener: TextRange, first: TextRange, closer: TokenKind) -> bool {
        let newlines = self.set_newlines(false);
        let expr = self.expression();
        let mut close = self.range_inside();
        let is_closed = self.cursor.kind == TokenKind::CloseSequence;
        if is_closed {
            self.read();
        } else {
            self.report_unclosed_interpolation(opener, first, closer);
            self.recover(TokenKind::CloseSequence);
            if close.end > self.last_range().end {
                // The token that is not `}` belongs to what follows.
                close = TextRange::empty(self.expr_range(expr).end.max(opener.end));
            }
        }
        self.set_newlines(newlines);
        self.pending.raw.push(RawPart::Interpolation {
            range: opener.to(close),
            expr,
        });
        is_closed && close.len() == 2
    }

    /// Reports the current token, which ends an interpolation without closing it.
    #[cold]
    fn report_unclosed_interpolation(&mut self, open: TextRange, first: TextRange, closer: TokenKind) {
        if self.recovery.active {
            return;
        }
        if self.is_balanced() {
            self.report_no_end(Ending::Interpolation);
            return;
        }
        let found = self.peek();
        let is_quote = matches!(found.kind, TokenKind::OpenQuote | TokenKind::CloseQuote);
        let (subject, end) = match found.kind {
            TokenKind::End => (first, InterpolationEnd::Source),
            _ if is_quote && closer == TokenKind::CloseQuote => (first, InterpolationEnd::String),
            _ => (found.range, InterpolationEnd::Token(found)),
        };
        // With a further quote on the line, this one need not be that of the string.
        let is_last_quote = is_quote && memchr(b'"', self.rest_of_line(found.range.end)).is_none();
        let problem = TemplateProblem::UnclosedInterpolation {
            open,
            context: first.to(subject),
            end,
            brace: is_last_quote.then(|| self.last_range().end),
        };
        self.report(subject, problem);
    }

    /// Reads `%{ keyword ... }`, whose opener was read. Returns whether the closer has a strip marker. An invalid one adds
    /// no part. The content of a directive is one level deeper; `outside` is the depth outside of all of them.
    fn directive(&mut self, opener: TextRange, first: TextRange, outside: u32) -> bool {
        let newlines = self.set_newlines(false);
        let strips = match self.directive_part(opener) {
            Some(part) => {
                self.pending.raw.push(part);
                match part {
                    RawPart::If { .. } | RawPart::For { .. } => {
                        self.descend();
                    }
                    RawPart::EndIf(_) | RawPart::EndFor(_) if self.nesting.depth > outside => self.ascend(),
                    _ => {}
                }
                let close = self.peek();
                if close.kind == TokenKind::CloseSequence {
                    self.read();
                    close.range.len() == 2
                } else {
                    if !self.recovery.active {
                        let fault = if self.is_balanced() {
                            DirectiveFault::Trailing(close)
                        } else {
                            DirectiveFault::Unclosed(close)
                        };
                        self.report_directive(opener, first, fault);
                    }
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

    /// Reads the keyword of a directive and what follows it up to its closer.
    fn directive_part(&mut self, opener: TextRange) -> Option<RawPart> {
        if self.cursor.kind != TokenKind::Identifier {
            self.report_keyword(opener);
            return None;
        }
        let keyword = self.range();
        match &self.bytes[keyword.as_range()] {
            b"if" => {
                self.read();
                let condition = self.expression();
                let range = self.to_closer(opener, self.expr_range(condition).end);
                Some(RawPart::If { range, condition })
            }
            b"for" => {
                self.read();
                let (variables, expected) = self.for_variables();
                if let Some(expected) = expected {
                    if !self.recovery.active {
                        self.report_for_token(opener, expected);
                    }
                    return None;
                }
                let collection = self.expression();
                Some(RawPart::For {
                    range: self.to_closer(opener, self.expr_range(collection).end),
                    variables,
                    collection,
                })
            }
            b"else" => {
                self.read();
                Some(RawPart::Else(self.to_closer(opener, keyword.end)))
            }
            b"endif" => {
                self.read();
                Some(RawPart::EndIf(self.to_closer(opener, keyword.end)))
            }
            b"endfor" => {
                self.read();
                Some(RawPart::EndFor(self.to_closer(opener, keyword.end)))
            }
            _ => {
                self.report_keyword(opener);
                self.read();
                None
            }
        }
    }

    /// Returns the range from an opener to its closer, the current token. If another one follows, the range ends with
    /// the last token, but not before `content_end`.
    fn to_closer(&self, opener: TextRange, content_end: u32) -> TextRange {
        let end = if self.cursor.kind == TokenKind::CloseSequence {
            self.range().end
        } else {
            self.last_range().end
        };
        opener.to(TextRange::empty(end.max(content_end)))
    }

    /// Reports the current token, which is not the keyword of a directive.
    #[cold]
    fn report_keyword(&mut self, opener: TextRange) {
        if self.recovery.active {
            return;
        }
        let found = self.peek();
        self.report_directive(opener, opener, DirectiveFault::Keyword(found));
    }

    #[cold]
    fn report_directive(&mut self, open: TextRange, first: TextRange, fault: DirectiveFault) {
        let (DirectiveFault::Keyword(found)
        | DirectiveFault::Unclosed(found)
        | DirectiveFault::Trailing(found)) = fault;
        let context = first.to(found.range);
        let problem = TemplateProblem::InvalidDirective { open, context, fault };
        self.report(found.range, problem);
    }
}
