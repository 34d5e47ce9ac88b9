//! Expressions: conditionals, operations and terms.

use super::literal::small_whole_number;
use super::problem::{Ending, ExpressionProblem, ForeignOperator, TemplateProblem};
use super::{Arm, Parser};
use crate::lexer::TokenKind;
use crate::tree::{BinaryOperator, Conditional, Expr, ExprId, TextRange, UnaryOperator};

impl Parser<'_> {
    /// Reads an expression. If none starts here, reads nothing and adds an error node.
    pub(super) fn expression(&mut self) -> ExprId {
        if !self.descend() {
            return self.unread_expr();
        }
        let expr = self.conditional();
        self.ascend();
        expr
    }

    /// Reads `condition ? if_true : if_false`, or what binds more tightly. Conditionals in the place of `if_false` wait on a
    /// stack for theirs, so that their number does not add to the depth of recursion.
    fn conditional(&mut self) -> ExprId {
        let base = self.pending.arms.len();
        let mut if_false = self.arm();
        while self.pending.arms.len() > base
            && let Some(arm) = self.pending.arms.pop()
        {
            if_false = self.finish_conditional(arm, if_false);
        }
        if_false
    }

    /// Reads an operation and the conditionals that start with it, up to the last result for false. Leaves each conditional
    /// without that result on the stack.
    fn arm(&mut self) -> ExprId {
        loop {
            let errors = self.problems.found;
            let condition = self.operation();
            if self.lost_since(errors) || self.cursor.kind != TokenKind::Question {
                return condition;
            }
            let question = self.read().range.start;
            let errors = self.problems.found;
            let if_true = self.expression();
            let mut arm = Arm {
                condition,
                question,
                if_true,
                colon: question,
            };
            let if_false = if self.lost_since(errors) {
                Some(self.error_expr(TextRange::empty(self.expr_range(if_true).end)))
            } else if self.cursor.kind != TokenKind::Colon {
                let problem = ExpressionProblem::MissingColon {
                    condition: self.expr_range(condition),
                    found: self.peek(),
                };
                self.report(self.range(), problem);
                Some(self.missing_expr(self.expr_range(if_true).end))
            } else {
                arm.colon = self.read().range.start;
                None
            };
            self.pending.arms.push(arm);
            if let Some(missing) = if_false {
                return missing;
            }
        }
    }

    fn finish_conditional(&mut self, arm: Arm, if_false: ExprId) -> ExprId {
        let Arm {
            condition,
            question,
            if_true,
            colon,
        } = arm;
        let range = self.expr_range(condition).to(self.expr_range(if_false));
        let id = self.nodes.conditional(Conditional {
            condition,
            question,
            if_true,
            colon,
            if_false,
        });
        self.expr(Expr::Conditional(id), range)
    }

    /// Reads terms with binary operators between them. Operators wait on a stack for their right operand, so that their
    /// number does not add to the depth of recursion.
    fn operation(&mut self) -> ExprId {
        let errors = self.problems.found;
        let mut right = self.term_with_steps();
        let base = self.pending.operators.len();
        while !self.lost_since(errors)
            && let Some(operator) = binary_operator(self.cursor.kind)
        {
            right = self.reduce(base, operator.precedence(), right);
            let at = self.read().range.start;
            self.pending.exprs.push(right);
            self.pending.operators.push((operator, at));
            right = self.term_with_steps();
        }
        if self.pending.operators.len() == base {
            // As most operands, it is not part of an operation.
            return right;
        }
        self.reduce(base, 0, right)
    }

    /// Adds nodes for the operators waiting from `base` on that bind at least as tightly as `precedence`. `right` is the
    /// right operand of the last one.
    fn reduce(&mut self, base: usize, precedence: u8, mut right: ExprId) -> ExprId {
        while self.pending.operators.len() > base
            && let Some((operator, at)) = self
                .pending
                .operators
                .pop_if(|top| top.0.precedence() >= precedence)
            && let Some(left) = self.pending.exprs.pop()
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

    /// Reads a term and what is selected from it.
    fn term_with_steps(&mut self) -> ExprId {
        let term = self.term();
        if matches!(self.cursor.kind, TokenKind::Dot | TokenKind::OpenBracket) {
            return self.postfix(term);
        }
        term
    }

    /// Reads a term without selections.
    fn term(&mut self) -> ExprId {
        match self.cursor.kind {
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
                self.report_no_expression();
                self.recovery.active = true;
                if self.cursor.kind == TokenKind::Less {
                    let start = self.range();
                    self.skip_malformed_heredoc();
                    return self.error_expr(start);
                }
                self.unread_expr()
            }
        }
    }

    /// Reports the current token, which starts no expression.
    #[cold]
    fn report_no_expression(&mut self) {
        if self.recovery.active {
            return;
        }
        let found = self.peek();
        let operator = match found.kind {
            TokenKind::Equal if self.follows(TokenKind::EqualEqual) || self.follows(TokenKind::NotEqual) => {
                Some(ForeignOperator::StrictEqual)
            }
            TokenKind::Question if self.follows(TokenKind::Question) => Some(ForeignOperator::Coalesce),
            TokenKind::Dot if self.follows(TokenKind::Question) => Some(ForeignOperator::OptionalAttribute),
            TokenKind::Colon if self.follows(TokenKind::Question) => Some(ForeignOperator::Elvis),
            TokenKind::Star if self.follows(TokenKind::Star) => Some(ForeignOperator::Power),
            _ => None,
        };
        let problem = match (operator, found.kind) {
            (Some(operator), _) => ExpressionProblem::ForeignOperator(operator),
            (None, TokenKind::Star) if self.follows(TokenKind::Slash) => ExpressionProblem::UnclosedComment,
            (None, TokenKind::Less) if self.continues_with(b"<<") => {
                self.report_heredoc();
                return;
            }
            _ => ExpressionProblem::MissingValue { found },
        };
        self.report(found.range, problem);
    }

    /// Reports the current token, which looks like the start of a heredoc.
    fn report_heredoc(&mut self) {
        let start = self.introduction().filter(|_| !self.input.is_decoded());
        let fix = match start {
            Some(start) if start.complete => {
                let problem = TemplateProblem::HeredocAtEnd {
                    open: start.range,
                    marker: start.marker,
                };
                self.report(TextRange::empty(start.range.end), problem);
                return;
            }
            Some(start) => {
                let sign = if start.flush { "<<-" } else { "<<" };
                Some((start.range, format!("{sign}{}", self.text(start.marker))))
            }
            None => None,
        };
        self.report(self.range(), ExpressionProblem::InvalidHeredoc { fix });
    }

    /// Adds a number literal, whose token was read.
    pub(super) fn number(&mut self, range: TextRange) -> ExprId {
        let whole = small_whole_number(&self.bytes[range.as_range()]);
        if whole.is_none() && !self.check_number(range) {
            return self.error_expr(range);
        }
        self.nodes.number(range, whole)
    }

    /// Reads a variable, a keyword or a call.
    fn identifier_term(&mut self) -> ExprId {
        let range = self.read().range;
        if matches!(self.cursor.kind, TokenKind::OpenParen | TokenKind::DoubleColon) {
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

    /// Reads `( expression )`; line endings in it are spaces.
    fn parens(&mut self) -> ExprId {
        let open = self.read().range;
        let newlines = self.set_newlines(false);
        let errors = self.problems.found;
        let inner = self.expression();
        if self.failed_since(errors) {
            let close = self.recover(TokenKind::CloseParen);
            self.set_newlines(newlines);
            return self.expr(Expr::Parens { inner }, open.to(close.range));
        }
        let close = if self.cursor.kind == TokenKind::CloseParen {
            self.read().range
        } else {
            self.parens_end(open)
        };
        self.set_newlines(newlines);
        self.expr(Expr::Parens { inner }, open.to(close))
    }

    /// Reports the current token, which ends the expression in the parenthesis opened at `open` without closing it, and
    /// returns the range of what ends the parenthesis.
    #[cold]
    fn parens_end(&mut self, open: TextRange) -> TextRange {
        if self.is_balanced() {
            self.report_no_end(Ending::Parenthesis);
            return self.recover(TokenKind::CloseParen).range;
        }
        let found = self.peek();
        self.report(
            found.range,
            ExpressionProblem::UnclosedParenthesis { open, found },
        );
        self.recovery.active = true;
        self.read().range
    }

    /// Reads `-operand` or `!operand`.
    fn unary(&mut self, operator: UnaryOperator) -> ExprId {
        let symbol = self.read().range;
        let operand = if self.descend() {
            let operand = self.term_with_steps();
            self.ascend();
            operand
        } else {
            self.unread_expr()
        };
        let range = symbol.to(self.expr_range(operand));
        self.expr(Expr::Unary { operator, operand }, range)
    }
}

/// Returns the operator that a token of `kind` between two operands is.
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
