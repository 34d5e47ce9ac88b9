//! Bare traversals.

use super::Parser;
use super::problem::{ExpressionProblem, IndexFault, TraversalFault};
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, Step, TextRange};

/// What a traversal may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraversalKind {
    /// A variable, then attributes and indices: `a.b[0]["c"]`.
    Absolute,
    /// An absolute one that may contain full splats: `a[*].b`.
    Partial,
    /// Without the variable: `.b[0]`. The root of the result is empty.
    Relative,
}

impl Parser<'_> {
    /// Reads a traversal that is the whole source.
    pub(super) fn traversal(&mut self, kind: TraversalKind) -> ExprId {
        let root = if kind == TraversalKind::Relative {
            TextRange::empty(self.range().start)
        } else {
            let first = self.read();
            if first.kind != TokenKind::Identifier {
                self.report_traversal(first.range, first.range, TraversalFault::NoVariable);
                return self.error_expr(first.range);
            }
            first.range
        };
        let base = self.pending.steps.len();
        let errors = self.problems.found;
        while self.cursor.kind != TokenKind::End && !self.failed_since(errors) {
            match self.cursor.kind {
                TokenKind::Dot => self.traversal_attribute(root),
                TokenKind::OpenBracket => self.traversal_index(root, kind),
                _ => {
                    let found = self.peek();
                    self.report_traversal(root, found.range, TraversalFault::NoStep(found));
                }
            }
        }
        let range = self.pending.steps[base..]
            .last()
            .map_or(root, |last| root.to(last.range()));
        let steps = self.nodes.steps(&mut self.pending.steps, base);
        self.expr(
            Expr::Traversal {
                root_end: root.end,
                steps,
            },
            range,
        )
    }

    fn traversal_attribute(&mut self, root: TextRange) {
        let dot = self.read().range;
        let name = self.read();
        match name.kind {
            TokenKind::Identifier => self.pending.steps.push(Step::Attribute {
                dot: dot.start,
                name: name.range,
            }),
            TokenKind::Star => {
                self.report_traversal(root, name.range, TraversalFault::Splat);
            }
            _ => {
                self.pending.steps.push(Step::Missing {
                    dot: dot.start,
                    end: dot.end,
                });
                self.report_traversal(root, name.range, TraversalFault::NoAttributeName);
            }
        }
    }

    fn traversal_index(&mut self, root: TextRange, kind: TraversalKind) {
        let open = self.read().range;
        let key = match self.cursor.kind {
            TokenKind::Number => {
                let range = self.read().range;
                Some(self.number(range))
            }
            TokenKind::OpenQuote => {
                let (text, range) = self.literal_string();
                Some(self.expr(Expr::String { text }, range))
            }
            TokenKind::Star if kind == TraversalKind::Partial => {
                self.read();
                None
            }
            other => {
                let here = self.range();
                let fault = if other == TokenKind::Star {
                    TraversalFault::Splat
                } else {
                    TraversalFault::Key
                };
                self.report_traversal(root, here, fault);
                return;
            }
        };
        let close = self.read();
        if close.kind != TokenKind::CloseBracket {
            let problem = ExpressionProblem::UnclosedIndex {
                open,
                wrong: None,
                fault: IndexFault::Key,
            };
            self.report(close.range, problem);
        }
        self.pending.steps.push(match key {
            Some(key) => Step::Index {
                open: open.start,
                key,
                end: close.range.end,
            },
            None => Step::FullSplat {
                open: open.start,
                end: close.range.end,
            },
        });
    }

    #[cold]
    fn report_traversal(&mut self, root: TextRange, subject: TextRange, fault: TraversalFault) {
        self.report(subject, ExpressionProblem::InvalidTraversal { root, fault });
    }
}
