//! Tuples, objects and calls.

use hcl2_diagnostics::{Code, codes};

use super::{Parser, Seen, commit};
use crate::lexer::TokenKind;
use crate::tree::{BinaryOperator, Call, CallId, Expr, ExprId, ObjectItem, Text, TextRange};

/// How a constructor of a collection is spoken of.
struct Constructor {
    unclosed: Code,
    unclosed_summary: &'static str,
    closer: &'static str,
    /// The summary where a separator is missing.
    summary: &'static str,
    /// What may stand after an item.
    expected: &'static str,
}

const TUPLE: Constructor = Constructor {
    unclosed: codes::syntax::UNCLOSED_TUPLE,
    unclosed_summary: "Unclosed list",
    closer: "]",
    summary: "Missing comma",
    expected: "A comma, or the `]` of the list,",
};

const OBJECT: Constructor = Constructor {
    unclosed: codes::syntax::UNCLOSED_OBJECT,
    unclosed_summary: "Unclosed object",
    closer: "}",
    summary: "Missing separator",
    expected: "A comma, a new line, or the `}` of the object",
};

impl Parser<'_> {
    /// `[ ... ]`; line endings between are spaces.
    pub(super) fn tuple(&mut self) -> ExprId {
        let open = self.read().range;
        let newlines = self.set_newlines(false);
        let expr = if self.at_word("for") {
            self.for_expr(open, false)
        } else {
            self.finish_tuple(open)
        };
        self.set_newlines(newlines);
        expr
    }

    fn finish_tuple(&mut self, open: TextRange) -> ExprId {
        let base = self.pending_exprs.len();
        let close = loop {
            if self.kind == TokenKind::CloseBracket {
                break self.read();
            }
            let errors = self.errors;
            let item = self.expression();
            self.pending_exprs.push(item);
            if self.lost_since(errors) {
                break self.recover(TokenKind::CloseBracket);
            }
            match self.kind {
                TokenKind::CloseBracket => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                _ => {
                    self.report_separator(open, &TUPLE);
                    break self.recover(TokenKind::CloseBracket);
                }
            }
        };
        let items = commit(&mut self.pending_exprs, base, &mut self.nodes.expr_lists);
        self.expr(Expr::Tuple { items }, open.to(close.range))
    }

    /// Reports that neither a separator nor the closing bracket stands where an item of a constructor is complete.
    #[cold]
    fn report_separator(&mut self, open: TextRange, constructor: &Constructor) {
        if self.recovery {
            return;
        }
        if self.kind == TokenKind::End {
            let Constructor {
                unclosed,
                unclosed_summary,
                closer,
                ..
            } = *constructor;
            self.report_unclosed(unclosed, unclosed_summary, open, closer);
            return;
        }
        let here = self.range();
        let diagnostic = self
            .error(codes::syntax::EXPECTED_SEPARATOR, constructor.summary, here)
            .with_context(self.span(open.to(here)))
            .with_detail(self.advice().unwrap_or_else(|| {
                format!("{} is expected before {}.", constructor.expected, self.written())
            }));
        let diagnostic = self.with_operator(self.with_comma(diagnostic));
        self.report(diagnostic);
    }

    /// Reports that the text ends in brackets.
    fn report_unclosed(
        &mut self,
        code: Code,
        summary: &'static str,
        subject: TextRange,
        closer: &'static str,
    ) {
        let diagnostic = self.error(code, summary, subject).with_detail(format!(
            "The text ends before the `{closer}` that belongs here. Add it, or look for one that is missing further in."
        ));
        self.report(diagnostic);
    }

    /// `{ ... }`; items end with a comma or with their line.
    pub(super) fn object(&mut self) -> ExprId {
        let open = self.read().range;
        let newlines = self.set_newlines(false);
        let expr = if self.at_word("for") {
            self.for_expr(open, true)
        } else {
            self.set_newlines(true);
            self.finish_object(open)
        };
        self.set_newlines(newlines);
        expr
    }

    fn finish_object(&mut self, open: TextRange) -> ExprId {
        let base = self.pending_objects.len();
        let close = loop {
            match self.kind {
                TokenKind::Newline => {
                    self.read();
                    continue;
                }
                TokenKind::CloseBrace => break self.read(),
                _ => {}
            }
            if let Some(close) = self.object_item(open) {
                break close;
            }
        };
        let items = commit(&mut self.pending_objects, base, &mut self.nodes.object_items);
        self.expr(Expr::Object { items }, open.to(close.range))
    }

    /// `key = value` and the separator after it, or the end of the object, which is returned.
    fn object_item(&mut self, open: TextRange) -> Option<Seen> {
        let errors = self.errors;
        let key = self.expression();
        if self.lost_since(errors) {
            return Some(self.recover(TokenKind::CloseBrace));
        }
        if !matches!(self.kind, TokenKind::Equal | TokenKind::Colon) {
            self.report_object_value(open, key);
            let separator = self.expr_range(key).end;
            let value = self.error_expr(TextRange::empty(separator));
            self.pending_objects.push(ObjectItem {
                key,
                separator,
                value,
            });
            return Some(self.recover(TokenKind::CloseBrace));
        }
        let separator = self.read().range.start;
        let errors = self.errors;
        let value = self.expression();
        self.pending_objects.push(ObjectItem {
            key,
            separator,
            value,
        });
        if self.lost_since(errors) {
            return Some(self.recover(TokenKind::CloseBrace));
        }
        match self.kind {
            TokenKind::CloseBrace => Some(self.read()),
            TokenKind::Comma | TokenKind::Newline => {
                self.read();
                None
            }
            _ => {
                self.report_separator(open, &OBJECT);
                Some(self.recover(TokenKind::CloseBrace))
            }
        }
    }

    #[cold]
    fn report_object_value(&mut self, open: TextRange, key: ExprId) {
        if self.recovery {
            return;
        }
        if self.kind == TokenKind::End {
            self.report_unclosed(OBJECT.unclosed, OBJECT.unclosed_summary, open, OBJECT.closer);
            return;
        }
        let here = self.range();
        let single = "A single `=` stands between a key and its value.";
        let compared = match self.nodes.exprs.get(key) {
            Expr::Binary {
                operator: BinaryOperator::Equal,
                at,
                ..
            } => Some(TextRange::new(at, at + 2)),
            _ => None,
        };
        let detail = match self.kind {
            _ if compared.is_some() => single.to_owned(),
            TokenKind::Newline | TokenKind::Comma => {
                "An item of an object needs a value: write `=` and the value after the key.".to_owned()
            }
            TokenKind::EqualEqual | TokenKind::FatArrow => {
                "A single `=` stands between a key and its value.".to_owned()
            }
            TokenKind::OpenBrace => {
                "An object has no blocks: write `=` between the key and the `{` of its value.".to_owned()
            }
            TokenKind::Identifier | TokenKind::Number => format!(
                "A `=` is expected between the key and its value, before {}. Put the key in quotes if it holds dots, \
                 digits first, or spaces.",
                self.written()
            ),
            _ => format!("A `=` is expected after the key, before {}.", self.written()),
        };
        let diagnostic = self
            .error(
                codes::syntax::EXPECTED_VALUE,
                "Missing value of an object item",
                here,
            )
            .with_context(self.span(open.to(here)))
            .with_detail(detail);
        let end = self.last_range().end;
        let change = match (compared, self.kind) {
            (Some(compared), _) => (compared, "="),
            (_, TokenKind::FatArrow) => (TextRange::new(end, here.end), " ="),
            (_, TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenQuote | TokenKind::Number) => {
                (TextRange::empty(end), " =")
            }
            _ => {
                self.report(diagnostic);
                return;
            }
        };
        let (place, sign) = (self.span(change.0), change.1);
        self.report(diagnostic.with_suggestion(place, sign, "put `=` after the key"));
    }

    /// A call of the function whose name starts with `first`, which was read; a `(` or `::` follows.
    pub(super) fn call(&mut self, first: TextRange) -> ExprId {
        let mut name_range = first;
        let mut contiguous = true;
        let mut open = self.read();
        let decoded_start = self.nodes.decoded.len();
        while open.kind == TokenKind::DoubleColon {
            contiguous &= open.range.start == name_range.end && self.range().start == open.range.end;
            let next = self.read();
            if next.kind != TokenKind::Identifier {
                self.report_name_missing(first, next);
                return self.error_expr(first.to(next.range));
            }
            if self.nodes.decoded.len() == decoded_start {
                self.push_decoded(name_range);
            }
            self.nodes.decoded.push_str("::");
            self.push_decoded(next.range);
            name_range = name_range.to(next.range);
            open = self.read();
        }
        if open.kind != TokenKind::OpenParen {
            self.report_call_missing(first, open);
            return self.error_expr(first.to(open.range));
        }
        let name = if contiguous {
            self.nodes.decoded.truncate(decoded_start);
            Text::source(name_range)
        } else {
            let end = self.nodes.decoded.len() as u32;
            Text::decoded(TextRange::new(decoded_start as u32, end))
        };
        self.arguments(name_range, name, open.range)
    }

    #[cold]
    fn report_name_missing(&mut self, first: TextRange, next: Seen) {
        let diagnostic = self
            .error(
                codes::syntax::EXPECTED_FUNCTION_NAME,
                "Missing function name",
                next.range,
            )
            .with_context(self.span(first.to(next.range)))
            .with_detail("After `::` the name of a function, or of a further namespace, is expected.");
        self.report(diagnostic);
        self.recover_over_parens();
    }

    #[cold]
    fn report_call_missing(&mut self, first: TextRange, open: Seen) {
        let diagnostic = self
            .error(codes::syntax::EXPECTED_CALL, "Missing call", open.range)
            .with_context(self.span(first.to(open.range)))
            .with_detail(
                "A name with `::` is that of a function, so the `(` of a call is expected after it.",
            );
        self.report(diagnostic);
        self.recover_over_parens();
    }

    /// The arguments of a call, whose `(` was read; line endings between are spaces.
    fn arguments(&mut self, name_range: TextRange, name: Text, open: TextRange) -> ExprId {
        let newlines = self.set_newlines(false);
        let base = self.pending_exprs.len();
        let mut ellipsis = None;
        let close = loop {
            if self.kind == TokenKind::CloseParen {
                break self.read();
            }
            let errors = self.errors;
            let argument = self.expression();
            self.pending_exprs.push(argument);
            if self.lost_since(errors) {
                break self.recover(TokenKind::CloseParen);
            }
            let separator = self.read();
            match separator.kind {
                TokenKind::CloseParen => break separator,
                TokenKind::Comma => {}
                TokenKind::Ellipsis => {
                    ellipsis = Some(separator.range.start);
                    if self.kind == TokenKind::CloseParen {
                        break self.read();
                    }
                    self.report_expansion(name_range, separator.range);
                    break self.recover(TokenKind::CloseParen);
                }
                _ => {
                    let end = self.expr_range(argument).end;
                    self.report_argument_separator(name_range, open, separator, end);
                    break self.recover(TokenKind::CloseParen);
                }
            }
        };
        self.set_newlines(newlines);
        let arguments = commit(&mut self.pending_exprs, base, &mut self.nodes.expr_lists);
        let id = CallId::new(self.nodes.calls.len());
        self.nodes.calls.push(Call {
            name_range,
            name,
            open: open.start,
            arguments,
            ellipsis,
            close: (close.kind == TokenKind::CloseParen).then_some(close.range.start),
        });
        self.expr(Expr::Call(id), name_range.to(close.range))
    }

    #[cold]
    fn report_expansion(&mut self, name: TextRange, ellipsis: TextRange) {
        if self.recovery {
            return;
        }
        let diagnostic = self
            .error(
                codes::syntax::MISPLACED_EXPANSION,
                "Expansion before the last argument",
                ellipsis,
            )
            .with_context(self.span(name.to(ellipsis)))
            .with_detail(format!(
                "The `...` expands the last argument of a call, so `)` is expected after it, not {}.",
                self.written()
            ));
        self.report(diagnostic);
    }

    #[cold]
    fn report_argument_separator(&mut self, name: TextRange, open: TextRange, separator: Seen, end: u32) {
        if separator.kind == TokenKind::End {
            let call = name.to(open);
            self.report_unclosed(codes::syntax::UNCLOSED_CALL, "Unclosed call", call, ")");
            return;
        }
        let diagnostic = self
            .error(
                codes::syntax::EXPECTED_SEPARATOR,
                "Missing comma",
                separator.range,
            )
            .with_context(self.span(name.to(separator.range)))
            .with_detail("A comma is expected between the arguments of a call, or a `)` after the last one.");
        let diagnostic = self.with_comma_before(diagnostic, separator.kind, end);
        self.report(diagnostic);
    }
}
