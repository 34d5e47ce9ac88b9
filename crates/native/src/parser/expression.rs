//! Expressions: conditionals, operations and terms.

use hcl2_diagnostics::codes;

use super::Parser;
use super::literal::small_whole_number;
use crate::lexer::TokenKind;
use crate::tree::{BinaryOperator, Conditional, ConditionalId, Expr, ExprId, TextRange, UnaryOperator};

impl Parser<'_> {
    /// An expression; an error node, and nothing read, where none starts here.
    pub(super) fn expression(&mut self) -> ExprId {
        if !self.descend() {
            return self.error_expr(self.range());
        }
        let expr = self.conditional();
        self.ascend();
        expr
    }

    /// `condition ? if_true : if_false`, or what binds more tightly.
    fn conditional(&mut self) -> ExprId {
        let errors = self.errors;
        let condition = self.operation();
        if self.lost_since(errors) || self.kind != TokenKind::Question {
            return condition;
        }
        let question = self.read().range.start;
        let errors = self.errors;
        let if_true = self.expression();
        if self.lost_since(errors) {
            let if_false = self.error_expr(TextRange::empty(self.expr_range(if_true).end));
            return self.finish_conditional(condition, question, if_true, question, if_false);
        }
        if self.kind != TokenKind::Colon {
            self.report_missing_colon(condition);
            let if_false = self.missing_expr(self.expr_range(if_true).end);
            return self.finish_conditional(condition, question, if_true, question, if_false);
        }
        let colon = self.read().range.start;
        let if_false = self.expression();
        self.finish_conditional(condition, question, if_true, colon, if_false)
    }

    fn finish_conditional(
        &mut self,
        condition: ExprId,
        question: u32,
        if_true: ExprId,
        colon: u32,
        if_false: ExprId,
    ) -> ExprId {
        let range = self.expr_range(condition).to(self.expr_range(if_false));
        let id = ConditionalId::new(self.nodes.conditionals.len());
        self.nodes.conditionals.push(Conditional {
            condition,
            question,
            if_true,
            colon,
            if_false,
        });
        self.expr(Expr::Conditional(id), range)
    }

    #[cold]
    fn report_missing_colon(&mut self, condition: ExprId) {
        let here = self.range();
        let context = self.span(self.expr_range(condition).to(here));
        let diagnostic = self
            .error(codes::syntax::INCOMPLETE_CONDITIONAL, "Conditional without a second result", here)
            .with_context(context)
            .with_detail(format!(
                "A conditional is `condition ? if_true : if_false`; a `:` with the result for false is expected before {}.",
                self.written()
            ));
        self.report(diagnostic);
    }

    /// Terms with binary operators between them. Operators wait on a stack for their right operand, so that nothing
    /// recurses, however many there are.
    fn operation(&mut self) -> ExprId {
        let errors = self.errors;
        let mut right = self.term_with_steps();
        let base = self.pending_operators.len();
        while !self.lost_since(errors)
            && let Some(operator) = binary_operator(self.kind)
        {
            right = self.reduce(base, operator.precedence(), right);
            let at = self.read().range.start;
            self.pending_exprs.push(right);
            self.pending_operators.push((operator, at));
            right = self.term_with_steps();
        }
        self.reduce(base, 0, right)
    }

    /// Makes nodes of the operators waiting since `base` that bind at least as tightly as `precedence`, with `right`
    /// as the operand of the last one.
    fn reduce(&mut self, base: usize, precedence: u8, mut right: ExprId) -> ExprId {
        while self.pending_operators.len() > base
            && let Some((operator, at)) = self
                .pending_operators
                .pop_if(|top| top.0.precedence() >= precedence)
            && let Some(left) = self.pending_exprs.pop()
        {
            let range = self.expr_range(left).to(self.expr_range(right));
            right = self.expr(
                Expr::Binary {
                    operator,
                    at,
                    left,
                    right,
                },
                range,
            );
        }
        right
    }

    /// A term and what is selected from it.
    fn term_with_steps(&mut self) -> ExprId {
        let term = self.term();
        if matches!(self.kind, TokenKind::Dot | TokenKind::OpenBracket) {
            return self.postfix(term);
        }
        term
    }

    /// A term by itself.
    fn term(&mut self) -> ExprId {
        match self.kind {
            TokenKind::Identifier => self.identifier_term(),
            TokenKind::Number => {
                let range = self.read().range;
                self.number(range)
            }
            TokenKind::OpenQuote => self.quoted_template(),
            TokenKind::OpenHeredoc => self.heredoc_template(),
            TokenKind::OpenBracket => self.tuple(),
            TokenKind::OpenBrace => self.object(),
            TokenKind::OpenParen => self.parens(),
            TokenKind::Minus => self.unary(UnaryOperator::Negate),
            TokenKind::Not => self.unary(UnaryOperator::Not),
            _ => {
                if !self.recovery {
                    let diagnostic = self.expected_expression();
                    self.report(diagnostic);
                }
                self.recovery = true;
                if self.kind == TokenKind::Less {
                    let start = self.range();
                    self.skip_malformed_heredoc();
                    return self.error_expr(start);
                }
                match self.kind {
                    TokenKind::Newline | TokenKind::End | TokenKind::BrokenQuote => self.missing_expr(0),
                    _ => self.error_expr(self.range()),
                }
            }
        }
    }

    /// A number literal, whose token was read.
    pub(super) fn number(&mut self, range: TextRange) -> ExprId {
        let whole = small_whole_number(&self.bytes[range.as_range()]);
        if whole.is_none() && !self.check_number(range) {
            return self.error_expr(range);
        }
        self.nodes.exprs.push_number(range, whole)
    }

    /// A variable, a keyword, or a call.
    fn identifier_term(&mut self) -> ExprId {
        let range = self.read().range;
        if matches!(self.kind, TokenKind::OpenParen | TokenKind::DoubleColon) {
            return self.call(range);
        }
        let expr = match &self.bytes[range.as_range()] {
            b"true" => Expr::Bool(true),
            b"false" => Expr::Bool(false),
            b"null" => Expr::Null,
            _ => return self.variable(range),
        };
        self.expr(expr, range)
    }

    /// `( expression )`; line endings between are spaces.
    fn parens(&mut self) -> ExprId {
        let open = self.read().range;
        let newlines = self.set_newlines(false);
        let errors = self.errors;
        let inner = self.expression();
        if self.failed_since(errors) {
            let close = self.recover(TokenKind::CloseParen);
            self.set_newlines(newlines);
            return self.expr(Expr::Parens { inner }, open.to(close.range));
        }
        if self.kind != TokenKind::CloseParen {
            self.report_unclosed_parens(open);
            self.recovery = true;
        }
        let close = self.read().range;
        self.set_newlines(newlines);
        self.expr(Expr::Parens { inner }, open.to(close))
    }

    #[cold]
    fn report_unclosed_parens(&mut self, open: TextRange) {
        let here = self.range();
        let diagnostic = self
            .error(codes::syntax::UNCLOSED_PARENTHESIS, "Unclosed parenthesis", here)
            .with_context(self.span(open.to(here)))
            .with_label(self.span(open), "opened here")
            .with_detail(format!("A `)` is expected before {}.", self.written()));
        self.report(diagnostic);
    }

    /// `-operand` or `!operand`.
    fn unary(&mut self, operator: UnaryOperator) -> ExprId {
        let symbol = self.read().range;
        let operand = if self.descend() {
            let operand = self.term_with_steps();
            self.ascend();
            operand
        } else {
            self.error_expr(self.range())
        };
        let range = symbol.to(self.expr_range(operand));
        self.expr(Expr::Unary { operator, operand }, range)
    }
}

/// The operator that `kind` is between two operands.
fn binary_operator(kind: TokenKind) -> Option<BinaryOperator> {
    Some(match kind {
        TokenKind::Or => BinaryOperator::Or,
        TokenKind::And => BinaryOperator::And,
        TokenKind::EqualEqual => BinaryOperator::Equal,
        TokenKind::NotEqual => BinaryOperator::NotEqual,
        TokenKind::Less => BinaryOperator::Less,
        TokenKind::LessEqual => BinaryOperator::LessOrEqual,
        TokenKind::Greater => BinaryOperator::Greater,
        TokenKind::GreaterEqual => BinaryOperator::GreaterOrEqual,
        TokenKind::Plus => BinaryOperator::Add,
        TokenKind::Minus => BinaryOperator::Subtract,
        TokenKind::Star => BinaryOperator::Multiply,
        TokenKind::Slash => BinaryOperator::Divide,
        TokenKind::Percent => BinaryOperator::Modulo,
        _ => return None,
    })
}
