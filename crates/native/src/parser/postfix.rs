//! Selections from a term: attributes, indices and splats, as a flat list of steps.

use super::Parser;
use super::problem::{Ending, ExpressionProblem, IndexFault};
use crate::lexer::{Token, TokenKind};
use crate::tree::{Expr, ExprId, List, Step, TextRange};

impl Parser<'_> {
    /// Reads the steps after the variable `name`, which was read.
    pub(super) fn variable(&mut self, name: TextRange) -> ExprId {
        let (steps, range) = self.steps(name);
        let root_end = name.end;
        self.expr(Expr::Traversal { root_end, steps }, range)
    }

    /// Reads the steps after any other term.
    pub(super) fn postfix(&mut self, source: ExprId) -> ExprId {
        let (steps, range) = self.steps(self.expr_range(source));
        if steps.is_empty() {
            return source;
        }
        self.expr(Expr::Postfix { source, steps }, range)
    }

    /// Reads the steps after what is at `source`, and returns them with the range of both together.
    fn steps(&mut self, source: TextRange) -> (List<Step>, TextRange) {
        let base = self.pending.steps.len();
        let depth = self.nesting.depth;
        loop {
            match self.cursor.kind {
                TokenKind::Dot => self.dot_step(),
                TokenKind::OpenBracket => self.bracket_step(),
                _ => break,
            }
        }
        self.nesting.depth = depth;
        let Some(last) = self.pending.steps[base..].last() else {
            return (List::empty(), source);
        };
        let range = source.to(last.range());
        (self.nodes.steps(&mut self.pending.steps, base), range)
    }

    /// Reads `.name`, `.0`, or `.*` with the attributes that it selects from each element.
    fn dot_step(&mut self) {
        let dot = self.read().range;
        match self.cursor.kind {
            TokenKind::Identifier => {
                let name = self.read().range;
                self.pending.steps.push(Step::Attribute { dot: dot.start, name });
            }
            TokenKind::Number => {
                let number = self.range();
                self.legacy_index(dot, number);
            }
            TokenKind::Star => self.attribute_splat(dot),
            _ => {
                let found = self.peek();
                self.report(found.range, ExpressionProblem::MissingAttributeName { found });
                self.recovery.active = true;
                self.pending.steps.push(Step::Missing {
                    dot: dot.start,
                    end: dot.end,
                });
            }
        }
    }

    /// Reads the number after a dot. `subject` is reported if the number is not an index.
    fn legacy_index(&mut self, dot: TextRange, subject: TextRange) {
        let number = self.read().range;
        let key = if self.bytes[number.as_range()].contains(&b'.') {
            self.report(subject, ExpressionProblem::ChainedIndex { number });
            self.error_expr(number)
        } else {
            self.number(number)
        };
        self.pending.steps.push(Step::LegacyIndex {
            dot: dot.start,
            key,
            end: number.end,
        });
    }

    /// Reads `.*` and the attributes and legacy indices after it.
    fn attribute_splat(&mut self, dot: TextRange) {
        let star = self.read().range;
        self.pending.steps.push(Step::AttributeSplat {
            dot: dot.start,
            end: star.end,
        });
        while self.cursor.kind == TokenKind::Dot {
            let dot = self.read().range;
            match self.cursor.kind {
                TokenKind::Identifier => {
                    let name = self.read().range;
                    self.pending.steps.push(Step::Attribute { dot: dot.start, name });
                }
                TokenKind::Number => self.legacy_index(dot, star),
                _ => {
                    self.report_no_attribute(star);
                    self.recovery.active = true;
                    self.pending.steps.push(Step::Missing {
                        dot: dot.start,
                        end: dot.end,
                    });
                    return;
                }
            }
        }
    }

    /// Reports the token after a dot in the splat `star`.
    #[cold]
    fn report_no_attribute(&mut self, star: TextRange) {
        if self.recovery.active {
            return;
        }
        let found = self.peek();
        if found.kind == TokenKind::Star {
            self.report(found.range, ExpressionProblem::NestedSplat);
        } else {
            self.report(star, ExpressionProblem::MissingAttributeName { found });
        }
    }

    /// Reads `[key]` or `[*]`.
    fn bracket_step(&mut self) {
        let open = self.read().range;
        if self.cursor.kind == TokenKind::Star {
            self.full_splat(open);
            return;
        }
        let newlines = self.set_newlines(false);
        let errors = self.problems.found;
        let key = self.expression();
        let close = if self.lost_since(errors) {
            self.recover(TokenKind::CloseBracket)
        } else {
            let fault = if self.cursor.kind == TokenKind::Colon {
                IndexFault::Slice
            } else {
                IndexFault::Key
            };
            self.index_end(open, fault)
        };
        self.set_newlines(newlines);
        self.pending.steps.push(Step::Index {
            open: open.start,
            key,
            end: close.range.end,
        });
    }

    /// Reads the `*]` of a splat. What follows it is one level deeper, as it belongs to each element.
    fn full_splat(&mut self, open: TextRange) {
        self.read();
        let close = self.index_end(open, IndexFault::Splat);
        if self.descend() {
            self.pending.steps.push(Step::FullSplat {
                open: open.start,
                end: close.range.end,
            });
        }
    }

    /// Reads the `]` that ends the index opened at `open`. Reports anything else, with this `fault`.
    fn index_end(&mut self, open: TextRange, fault: IndexFault) -> Token {
        if self.cursor.kind == TokenKind::CloseBracket || self.recovery.active {
            return self.read();
        }
        self.wrong_index_end(open, fault)
    }

    /// Skips past the `]` that ends an index, and reports that it was expected at the current token.
    #[cold]
    fn wrong_index_end(&mut self, open: TextRange, fault: IndexFault) -> Token {
        if self.is_balanced() {
            self.report_no_end(if fault == IndexFault::Splat {
                Ending::Splat
            } else {
                Ending::Index
            });
            return self.recover(TokenKind::CloseBracket);
        }
        let wrong = self.read().range;
        let close = self.recover(TokenKind::CloseBracket);
        let problem = ExpressionProblem::UnclosedIndex {
            open,
            wrong: Some(wrong),
            fault,
        };
        self.report(close.range, problem);
        close
    }
}
