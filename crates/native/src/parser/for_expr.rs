//! `for` expressions.

use super::Parser;
use super::problem::{CollectionProblem, ForFault};
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, ForExpr, Key, TextRange, Variable};

/// The variables of a `for`: possibly one for keys, and one for values.
pub(super) type Variables = (Option<Variable>, Variable);

impl Parser<'_> {
    /// Reads a `for` whose bracket was read and whose `for` is the current token. Line endings are spaces already.
    pub(super) fn for_expr(&mut self, open: TextRange, object: bool) -> ExprId {
        let closer = if object {
            TokenKind::CloseBrace
        } else {
            TokenKind::CloseBracket
        };
        let (mut node, complete) = self.for_parts(open, object);
        if complete && self.cursor.kind == closer {
            node.close = self.read().range;
            self.check_for(open, &node);
        } else {
            if complete && !self.recovery.active {
                let expected = if object { "`}`" } else { "`]`" };
                self.report_for_token(open, expected);
            }
            node.close = self.recover(closer).range;
        }
        let range = open.to(node.close);
        let id = self.nodes.for_expr(node);
        self.expr(Expr::For(id), range)
    }

    /// Reads everything between the brackets, and returns whether that is complete.
    fn for_parts(&mut self, open: TextRange, object: bool) -> (ForExpr, bool) {
        self.read();
        let ((key_variable, value_variable), expected) = self.for_variables();
        let errors = self.problems.found;
        let collection = match expected {
            None => self.expression(),
            Some(expected) => {
                if !self.recovery.active {
                    self.report_for_token(open, expected);
                }
                self.recovery.active = true;
                self.missing_expr(0)
            }
        };
        let end = self.expr_range(collection).end;
        let mut node = ForExpr {
            object,
            key_variable,
            value_variable,
            collection,
            colon: end,
            key: None,
            value: collection,
            ellipsis: None,
            condition: None,
            close: TextRange::empty(end),
        };
        let lost = expected.is_some() || self.lost_since(errors);
        if lost || self.cursor.kind != TokenKind::Colon {
            if !lost && !self.recovery.active {
                self.report_for_token(open, "`:` after the collection");
            }
            node.value = if lost {
                self.error_expr(TextRange::empty(end))
            } else {
                self.missing_expr(end)
            };
            return (node, false);
        }
        node.colon = self.read().range.start;
        let errors = self.problems.found;
        node.value = self.expression();
        if self.cursor.kind == TokenKind::FatArrow {
            let arrow = self.read().range.start;
            node.key = Some(Key {
                expr: node.value,
                arrow,
            });
            node.value = self.expression();
        }
        if self.lost_since(errors) {
            return (node, false);
        }
        if self.cursor.kind == TokenKind::Ellipsis {
            node.ellipsis = Some(self.read().range.start);
        }
        if self.at_word("if") {
            self.read();
            let errors = self.problems.found;
            node.condition = Some(self.expression());
            if self.lost_since(errors) {
                return (node, false);
            }
        }
        (node, true)
    }

    /// Reads `name in` or `name, name in`. If it is something else, returns the names so far, of which the last may be
    /// empty, and what was expected instead of the current token.
    pub(super) fn for_variables(&mut self) -> (Variables, Option<&'static str>) {
        let first = self.for_variable();
        if first.name.is_empty() {
            return ((None, first), Some("a name for the elements after `for`"));
        }
        let mut names = (None, first);
        if self.cursor.kind == TokenKind::Comma {
            self.read();
            names = (Some(first), self.for_variable());
            if names.1.name.is_empty() {
                return (names, Some("a name for the elements after the name for the keys"));
            }
        }
        if !self.at_word("in") {
            return (names, Some("the word `in` after the names"));
        }
        self.read();
        (names, None)
    }

    /// Reads a name. If the current token is not one, reads nothing and returns an empty range behind the last token.
    fn for_variable(&mut self) -> Variable {
        let name = match self.cursor.kind {
            TokenKind::Identifier => self.read().range,
            _ => TextRange::empty(self.last_range().end),
        };
        Variable { name }
    }

    /// Reports parts that a tuple cannot have, or that an object requires.
    fn check_for(&mut self, open: TextRange, node: &ForExpr) {
        let whole = open.to(node.close);
        if node.object {
            if node.key.is_none() {
                self.report_for(whole, self.expr_range(node.value), ForFault::ObjectWithoutKey);
            }
            return;
        }
        if let Some(key) = node.key {
            self.report_for(whole, self.expr_range(key.expr), ForFault::TupleWithKey);
        }
        if let Some(ellipsis) = node.ellipsis {
            let subject = TextRange::new(ellipsis, ellipsis + 3);
            self.report_for(whole, subject, ForFault::TupleWithGrouping);
        }
    }

    /// Reports the current token, in whose place a part of a `for` was expected.
    #[cold]
    pub(super) fn report_for_token(&mut self, context: TextRange, expected: &'static str) {
        let found = self.peek();
        self.report_for(context, found.range, ForFault::Expected(expected, found));
    }

    #[cold]
    fn report_for(&mut self, context: TextRange, subject: TextRange, fault: ForFault) {
        self.report(subject, CollectionProblem::InvalidFor { context, fault });
    }
}
