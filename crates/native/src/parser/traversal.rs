//! Traversals by themselves.

use hcl2_diagnostics::codes;

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, Step, TextRange};

/// What a traversal may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraversalKind {
    /// A variable, then attributes and indices: `a.b[0]["c"]`.
    Absolute,
    /// As an absolute one, with full splats besides: `a[*].b`.
    Partial,
    /// Without the variable: `.b[0]`. The root of the result is empty.
    Relative,
}

impl Parser<'_> {
    /// A traversal that is the whole text.
    pub(super) fn traversal(&mut self, kind: TraversalKind) -> ExprId {
        let root = if kind == TraversalKind::Relative {
            TextRange::empty(self.range().start)
        } else {
            let first = self.read();
            if first.kind != TokenKind::Identifier {
                self.report_traversal(
                    first.range,
                    first.range,
                    "A traversal starts with the name of a variable.",
                );
                return self.error_expr(first.range);
            }
            first.range
        };
        let base = self.pending_steps.len();
        let errors = self.errors;
        while self.kind != TokenKind::End && !self.failed_since(errors) {
            match self.kind {
                TokenKind::Dot => self.traversal_attribute(root),
                TokenKind::OpenBracket => self.traversal_index(root, kind),
                _ => {
                    let here = self.range();
                    let detail = format!(
                        "A traversal goes on with `.name` or with an index in brackets, not with {}.",
                        self.written()
                    );
                    self.report_traversal(root, here, &detail);
                }
            }
        }
        let range = self.pending_steps[base..]
            .last()
            .map_or(root, |last| root.to(last.range()));
        let steps = self.nodes.steps.commit(&mut self.pending_steps, base);
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
            TokenKind::Identifier => self.pending_steps.push(Step::Attribute {
                dot: dot.start,
                name: name.range,
            }),
            TokenKind::Star => {
                self.report_traversal(
                    root,
                    name.range,
                    "A traversal names one value, so it has no splat.",
                );
            }
            _ => {
                self.pending_steps.push(Step::Missing {
                    dot: dot.start,
                    end: dot.end,
                });
                self.report_traversal(
                    root,
                    name.range,
                    "The name of an attribute is expected after a dot.",
                );
            }
        }
    }

    fn traversal_index(&mut self, root: TextRange, kind: TraversalKind) {
        let open = self.read().range;
        let key = match self.kind {
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
                let detail = if other == TokenKind::Star {
                    "A traversal names one value, so it has no splat."
                } else {
                    "The key of an index is a number or a quoted string here."
                };
                self.report_traversal(root, here, detail);
                return;
            }
        };
        let close = self.read();
        if close.kind != TokenKind::CloseBracket {
            let diagnostic = self
                .error(codes::syntax::UNCLOSED_INDEX, "Unclosed index", close.range)
                .with_context(self.span(open.to(close.range)))
                .with_detail("A `]` is expected after the key of an index.");
            self.report(diagnostic);
        }
        self.pending_steps.push(match key {
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
    fn report_traversal(&mut self, root: TextRange, subject: TextRange, detail: &str) {
        let diagnostic = self
            .error(codes::syntax::INVALID_TRAVERSAL, "Not a traversal", subject)
            .with_context(self.span(root.to(subject)))
            .with_detail(detail.to_owned());
        self.report(diagnostic);
    }
}
