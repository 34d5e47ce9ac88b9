//! What is selected from a term: attributes, indices and splats, as a flat list of steps.

use hcl2_diagnostics::codes;

use super::{Parser, Seen};
use crate::lexer::TokenKind;
use crate::tree::{Expr, ExprId, List, Step, TextRange};

impl Parser<'_> {
    /// The variable `name`, which was read, and the steps after it.
    pub(super) fn variable(&mut self, name: TextRange) -> ExprId {
        let (steps, range) = self.steps(name);
        let root_end = name.end;
        self.expr(Expr::Traversal { root_end, steps }, range)
    }

    /// Any other term and the steps after it.
    pub(super) fn postfix(&mut self, source: ExprId) -> ExprId {
        let (steps, range) = self.steps(self.expr_range(source));
        if steps.is_empty() {
            return source;
        }
        self.expr(Expr::Postfix { source, steps }, range)
    }

    /// The steps after what stands at `source`, and the range of both together.
    fn steps(&mut self, source: TextRange) -> (List<Step>, TextRange) {
        let base = self.pending_steps.len();
        let depth = self.depth;
        loop {
            match self.kind {
                TokenKind::Dot => self.dot_step(),
                TokenKind::OpenBracket => self.bracket_step(),
                _ => break,
            }
        }
        self.depth = depth;
        let Some(last) = self.pending_steps[base..].last() else {
            return (List::empty(), source);
        };
        let range = source.to(last.range());
        (self.nodes.steps.commit(&mut self.pending_steps, base), range)
    }

    /// `.name`, `.0`, or `.*` with the attributes that it goes on to select.
    fn dot_step(&mut self) {
        let dot = self.read().range;
        match self.kind {
            TokenKind::Identifier => {
                let name = self.read().range;
                self.pending_steps.push(Step::Attribute { dot: dot.start, name });
            }
            TokenKind::Number => {
                let number = self.range();
                self.legacy_index(dot, number);
            }
            TokenKind::Star => self.attribute_splat(dot),
            _ => {
                self.report_attribute_name(self.range());
                self.recovery = true;
                self.pending_steps.push(Step::Missing {
                    dot: dot.start,
                    end: dot.end,
                });
            }
        }
    }

    /// The number after a dot; `subject` is what to report where it is no index.
    fn legacy_index(&mut self, dot: TextRange, subject: TextRange) {
        let number = self.read().range;
        let text = String::from_utf8_lossy(&self.bytes[number.as_range()]).into_owned();
        let key =
            match text.split_once('.') {
                Some((first, second)) => {
                    let diagnostic = self
                    .error(codes::syntax::CHAINED_LEGACY_INDEX, "Two indices read as one fraction", subject)
                    .with_detail(format!(
                        "After a dot `{text}` is a fraction, not two indices. Write `[{first}][{second}]`."
                    ));
                    self.report(diagnostic);
                    self.error_expr(number)
                }
                None => self.number(number),
            };
        self.pending_steps.push(Step::LegacyIndex {
            dot: dot.start,
            key,
            end: number.end,
        });
    }

    /// `.*` and the attributes and legacy indices after it.
    fn attribute_splat(&mut self, dot: TextRange) {
        let star = self.read().range;
        self.pending_steps.push(Step::AttributeSplat {
            dot: dot.start,
            end: star.end,
        });
        while self.kind == TokenKind::Dot {
            let dot = self.read().range;
            match self.kind {
                TokenKind::Identifier => {
                    let name = self.read().range;
                    self.pending_steps.push(Step::Attribute { dot: dot.start, name });
                }
                TokenKind::Number => self.legacy_index(dot, star),
                _ => {
                    self.report_in_splat(star);
                    self.recovery = true;
                    self.pending_steps.push(Step::Missing {
                        dot: dot.start,
                        end: dot.end,
                    });
                    return;
                }
            }
        }
    }

    #[cold]
    fn report_in_splat(&mut self, star: TextRange) {
        if self.recovery {
            return;
        }
        if self.kind == TokenKind::Star {
            let diagnostic = self
                .error(codes::syntax::NESTED_SPLAT, "Splat in a splat", self.range())
                .with_detail("What follows `.*` may not hold another `.*`. Write the first one as `[*]`.");
            self.report(diagnostic);
        } else {
            self.report_attribute_name(star);
        }
    }

    #[cold]
    fn report_attribute_name(&mut self, subject: TextRange) {
        let diagnostic = self
            .error(codes::syntax::EXPECTED_ATTRIBUTE_NAME, "Missing attribute name", subject)
            .with_detail(match self.kind {
                TokenKind::OpenQuote => {
                    "After a dot the name of an attribute stands without quotes; for a key in quotes write an index, \
                     `[\"...\"]`, without the dot."
                        .to_owned()
                }
                TokenKind::OpenBracket => "An index needs no dot before it. Remove the dot, or name an attribute.".to_owned(),
                _ => format!("The name of an attribute is expected after the dot, before {}.", self.written()),
            });
        self.report(diagnostic);
    }

    /// `[key]` or `[*]`.
    fn bracket_step(&mut self) {
        let open = self.read().range;
        if self.kind == TokenKind::Star {
            self.full_splat(open);
            return;
        }
        let newlines = self.set_newlines(false);
        let errors = self.errors;
        let key = self.expression();
        let close = if self.lost_since(errors) {
            self.recover(TokenKind::CloseBracket)
        } else {
            let close = self.read();
            if close.kind != TokenKind::CloseBracket && !self.recovery {
                let detail = if close.kind == TokenKind::Colon {
                    "A `]` is expected after the key of an index. HCL has no slices; a function such as `slice` takes a part of \
                     a list."
                } else {
                    "A `]` is expected after the key of an index."
                };
                self.unclosed_index(open, close.range, detail)
            } else {
                close
            }
        };
        self.set_newlines(newlines);
        self.pending_steps.push(Step::Index {
            open: open.start,
            key,
            end: close.range.end,
        });
    }

    /// The `*]` of a splat; what follows it is one level deeper, as it belongs to each element.
    fn full_splat(&mut self, open: TextRange) {
        self.read();
        let mut close = self.read();
        if close.kind != TokenKind::CloseBracket && !self.recovery {
            close = self.unclosed_index(
                open,
                close.range,
                "A `]` is expected right after the `*` of a splat.",
            );
        }
        if self.descend() {
            self.pending_steps.push(Step::FullSplat {
                open: open.start,
                end: close.range.end,
            });
        }
    }

    /// Skips past the `]` that ends an index after `wrong`, and reports that it, or the end of the text, is too late.
    #[cold]
    fn unclosed_index(&mut self, open: TextRange, wrong: TextRange, detail: &'static str) -> Seen {
        let close = self.recover(TokenKind::CloseBracket);
        let diagnostic = self
            .error(codes::syntax::UNCLOSED_INDEX, "Unclosed index", close.range)
            .with_context(self.span(open.to(close.range)))
            .with_label(self.span(open), "opened here")
            .with_label(self.span(wrong), "expected before this")
            .with_detail(detail);
        self.report(diagnostic);
        close
    }
}
