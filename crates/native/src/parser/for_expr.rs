//! `for` expressions.

use hcl2_diagnostics::codes;

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, ForExpr, ForExprId, Key, TextRange, Variable};

/// The variables of a `for`: perhaps one for keys, and one for values.
pub(super) type Variables = (Option<Variable>, Variable);

impl Parser<'_> {
    /// A `for` whose bracket was read and whose `for` is the current token; line endings are spaces already.
    pub(super) fn for_expr(&mut self, open: TextRange, object: bool) -> ExprId {
        let closer = if object {
            TokenKind::CloseBrace
        } else {
            TokenKind::CloseBracket
        };
        let (mut node, complete) = self.for_parts(open, object);
        if complete && self.kind == closer {
            node.close = self.read().range;
            self.check_for(open, &node);
        } else {
            if complete && !self.recovery {
                let expected = format!("A `{}` is expected", closing(closer));
                self.report_for(open, self.range(), &expected, true);
            }
            node.close = self.recover(closer).range;
        }
        let id = ForExprId::new(self.nodes.fors.len());
        let range = open.to(node.close);
        self.nodes.fors.push(node);
        self.expr(Expr::For(id), range)
    }

    /// All between the brackets, and whether that is complete.
    fn for_parts(&mut self, open: TextRange, object: bool) -> (ForExpr, bool) {
        self.read();
        let ((key_variable, value_variable), expected) = self.for_variables();
        let errors = self.errors;
        let collection = match expected {
            None => self.expression(),
            Some(expected) => {
                if !self.recovery {
                    self.report_for(open, self.range(), expected, true);
                }
                self.recovery = true;
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
        if lost || self.kind != TokenKind::Colon {
            if !lost && !self.recovery {
                self.report_for(open, self.range(), "A `:` is expected after the collection", true);
            }
            node.value = if lost {
                self.error_expr(TextRange::empty(end))
            } else {
                self.missing_expr(end)
            };
            return (node, false);
        }
        node.colon = self.read().range.start;
        let errors = self.errors;
        node.value = self.expression();
        if self.kind == TokenKind::FatArrow {
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
        if self.kind == TokenKind::Ellipsis {
            node.ellipsis = Some(self.read().range.start);
        }
        if self.at_word("if") {
            self.read();
            let errors = self.errors;
            node.condition = Some(self.expression());
            if self.lost_since(errors) {
                return (node, false);
            }
        }
        (node, true)
    }

    /// `name in` or `name, name in`; where it is something else, the names so far, the last of which may be empty, and what
    /// was expected of the current token.
    pub(super) fn for_variables(&mut self) -> (Variables, Option<&'static str>) {
        let first = self.for_variable();
        if first.name.is_empty() {
            return (
                (None, first),
                Some("A name for the elements is expected after `for`"),
            );
        }
        let mut names = (None, first);
        if self.kind == TokenKind::Comma {
            self.read();
            names = (Some(first), self.for_variable());
            if names.1.name.is_empty() {
                return (
                    names,
                    Some("A name for the elements is expected after that for the keys"),
                );
            }
        }
        if !self.at_word("in") {
            return (names, Some("The word `in` is expected after the names"));
        }
        self.read();
        (names, None)
    }

    /// A name; an empty one behind the last token, and nothing read, where none stands here.
    fn for_variable(&mut self) -> Variable {
        let name = match self.kind {
            TokenKind::Identifier => self.read().range,
            _ => TextRange::empty(self.last_range().end),
        };
        Variable { name }
    }

    /// Reports parts that a tuple cannot have or an object cannot lack.
    fn check_for(&mut self, open: TextRange, node: &ForExpr) {
        let whole = open.to(node.close);
        if node.object {
            if node.key.is_none() {
                let subject = self.expr_range(node.value);
                self.report_for(
                    whole,
                    subject,
                    "A `for` in braces makes an object, so each result needs a key: `key => value`.",
                    false,
                );
            }
            return;
        }
        if let Some(key) = node.key {
            let subject = self.expr_range(key.expr);
            self.report_for(
                whole,
                subject,
                "A `for` in brackets makes a list, so its results have no keys. Use braces to make an object.",
                false,
            );
        }
        if let Some(ellipsis) = node.ellipsis {
            self.report_for(
                whole,
                TextRange::new(ellipsis, ellipsis + 3),
                "The `...` groups the values of equal keys, and a list has none. Use braces to make an object.",
                false,
            );
        }
    }

    #[cold]
    fn report_for(&mut self, context: TextRange, subject: TextRange, what: &str, before: bool) {
        let detail = if before {
            format!("{what}, and {} stands there.", self.written())
        } else {
            what.to_owned()
        };
        let diagnostic = self
            .error(codes::syntax::INVALID_FOR, "Malformed `for`", subject)
            .with_context(self.span(context.to(subject)))
            .with_detail(detail);
        self.report(diagnostic);
    }
}

fn closing(closer: TokenKind) -> &'static str {
    if closer == TokenKind::CloseBrace { "}" } else { "]" }
}
