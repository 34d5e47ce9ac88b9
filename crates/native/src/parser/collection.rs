//! Tuples, objects and calls.

use super::Parser;
use super::problem::{CollectionProblem, Constructor};
use crate::lexer::{Token, TokenKind};
use crate::tree::{BinaryOperator, Call, Expr, ExprId, ObjectItem, Text, TextRange};

impl Parser<'_> {
    /// Reads `[ ... ]`; line endings in it are spaces.
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
        let base = self.pending.exprs.len();
        let close = loop {
            if self.cursor.kind == TokenKind::CloseBracket {
                break self.read();
            }
            let errors = self.problems.found;
            let item = self.expression();
            self.pending.exprs.push(item);
            if self.lost_since(errors) {
                break self.recover(TokenKind::CloseBracket);
            }
            match self.cursor.kind {
                TokenKind::CloseBracket => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                _ => {
                    self.report_separator(open, Constructor::Tuple);
                    break self.recover(TokenKind::CloseBracket);
                }
            }
        };
        let items = self.nodes.exprs(&mut self.pending.exprs, base);
        self.expr(Expr::Tuple { items }, open.to(close.range))
    }

    /// Reports that an element of a tuple or object is followed by neither a separator nor the closing bracket.
    #[cold]
    fn report_separator(&mut self, open: TextRange, constructor: Constructor) {
        if self.recovery.active {
            return;
        }
        let junction = self.junction();
        if junction.found.kind == TokenKind::End {
            self.report(open, CollectionProblem::Unclosed(constructor));
            return;
        }
        let problem = CollectionProblem::MissingSeparator {
            constructor,
            open,
            junction,
        };
        self.report(junction.found.range, problem);
    }

    /// Reads `{ ... }`; items end with a comma or with their line.
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
        let base = self.pending.objects.len();
        let close = loop {
            match self.cursor.kind {
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
        let items = self.nodes.object_items(&mut self.pending.objects, base);
        self.expr(Expr::Object { items }, open.to(close.range))
    }

    /// Reads `key = value` and the separator after it. If the object ends there, returns the token that ends it.
    fn object_item(&mut self, open: TextRange) -> Option<Token> {
        let errors = self.problems.found;
        let key = self.expression();
        if self.lost_since(errors) {
            return Some(self.recover(TokenKind::CloseBrace));
        }
        if !matches!(self.cursor.kind, TokenKind::Equal | TokenKind::Colon) {
            self.report_object_value(open, key);
            let separator = self.expr_range(key).end;
            let value = self.error_expr(TextRange::empty(separator));
            self.pending.objects.push(ObjectItem {
                key,
                separator,
                value,
            });
            return Some(self.recover(TokenKind::CloseBrace));
        }
        let separator = self.read().range.start;
        let errors = self.problems.found;
        let value = self.expression();
        self.pending.objects.push(ObjectItem {
            key,
            separator,
            value,
        });
        if self.lost_since(errors) {
            return Some(self.recover(TokenKind::CloseBrace));
        }
        match self.cursor.kind {
            TokenKind::CloseBrace => Some(self.read()),
            TokenKind::Comma | TokenKind::Newline => {
                self.read();
                None
            }
            _ => {
                self.report_separator(open, Constructor::Object);
                Some(self.recover(TokenKind::CloseBrace))
            }
        }
    }

    /// Reports that `key` is not followed by a value.
    #[cold]
    fn report_object_value(&mut self, open: TextRange, key: ExprId) {
        if self.recovery.active {
            return;
        }
        let found = self.peek();
        if found.kind == TokenKind::End {
            self.report(open, CollectionProblem::Unclosed(Constructor::Object));
            return;
        }
        let compared = match self.nodes.get_expr(key) {
            Expr::Binary {
                operator: BinaryOperator::Equal,
                at,
                ..
            } => Some(TextRange::new(at, at + 2)),
            _ => None,
        };
        let problem = CollectionProblem::MissingItemValue {
            open,
            end: self.last_range().end,
            compared,
            found,
        };
        self.report(found.range, problem);
    }

    /// Reads a call of the function whose name starts with `first`, which was read; a `(` or `::` follows.
    pub(super) fn call(&mut self, first: TextRange) -> ExprId {
        let mut name_range = first;
        let mut contiguous = true;
        let decoded_start = self.nodes.decoded.len();
        while self.cursor.kind == TokenKind::DoubleColon {
            let colons = self.read();
            contiguous &= colons.range.start == name_range.end && self.range().start == colons.range.end;
            if self.cursor.kind != TokenKind::Identifier {
                return self.wrong_call(first, CollectionProblem::MissingFunctionName { first });
            }
            let next = self.read().range;
            if self.nodes.decoded.len() == decoded_start {
                self.push_decoded(name_range);
            }
            self.nodes.decoded.push_str("::");
            self.push_decoded(next);
            name_range = name_range.to(next);
        }
        if self.cursor.kind != TokenKind::OpenParen {
            return self.wrong_call(first, CollectionProblem::MissingCall { first });
        }
        let open = self.read();
        let name = if contiguous {
            self.nodes.decoded.truncate(decoded_start);
            Text::source(name_range)
        } else {
            let end = self.nodes.decoded.len() as u32;
            Text::decoded(TextRange::new(decoded_start as u32, end))
        };
        self.arguments(name_range, name, open.range)
    }

    /// Reports the current token, which is not part of a call whose name starts with `first`, and skips the call.
    #[cold]
    fn wrong_call(&mut self, first: TextRange, problem: CollectionProblem) -> ExprId {
        let found = self.peek();
        self.report(found.range, problem);
        let stays = self.is_balanced();
        if !stays {
            self.read();
        }
        self.recover_over_parens();
        let end = if stays { self.last_range() } else { found.range };
        self.error_expr(first.to(end))
    }

    /// Reads the arguments of a call, whose `(` was read; line endings between them are spaces.
    fn arguments(&mut self, name_range: TextRange, name: Text, open: TextRange) -> ExprId {
        let newlines = self.set_newlines(false);
        let base = self.pending.exprs.len();
        let mut ellipsis = None;
        let close = loop {
            if self.cursor.kind == TokenKind::CloseParen {
                break self.read();
            }
            let errors = self.problems.found;
            let argument = self.expression();
            self.pending.exprs.push(argument);
            if self.lost_since(errors) {
                break self.recover(TokenKind::CloseParen);
            }
            let separator = self.peek();
            match separator.kind {
                TokenKind::CloseParen => break self.read(),
                TokenKind::Comma => {
                    self.read();
                }
                TokenKind::Ellipsis => {
                    self.read();
                    ellipsis = Some(separator.range.start);
                    if self.cursor.kind == TokenKind::CloseParen {
                        break self.read();
                    }
                    if !self.recovery.active {
                        let problem = CollectionProblem::MisplacedExpansion {
                            name: name_range,
                            found: self.peek(),
                        };
                        self.report(separator.range, problem);
                    }
                    break self.recover(TokenKind::CloseParen);
                }
                _ => {
                    self.report_argument_separator(name_range, open, separator, argument);
                    if !self.is_balanced() {
                        self.read();
                    }
                    break self.recover(TokenKind::CloseParen);
                }
            }
        };
        self.set_newlines(newlines);
        let arguments = self.nodes.exprs(&mut self.pending.exprs, base);
        let id = self.nodes.call(Call {
            name_range,
            name,
            open: open.start,
            arguments,
            ellipsis,
            close: (close.kind == TokenKind::CloseParen).then_some(close.range.start),
        });
        self.expr(Expr::Call(id), name_range.to(close.range))
    }

    /// Reports that `argument` is followed by neither a comma nor the closing parenthesis.
    #[cold]
    fn report_argument_separator(
        &mut self,
        name: TextRange,
        open: TextRange,
        found: Token,
        argument: ExprId,
    ) {
        if found.kind == TokenKind::End {
            self.report(name.to(open), CollectionProblem::Unclosed(Constructor::Call));
            return;
        }
        let end = self.expr_range(argument).end;
        let problem = CollectionProblem::MissingArgumentSeparator { name, found, end };
        self.report(found.range, problem);
    }
}
