//! Templates: matching directives with each other.

use super::Parser;
use super::for_expr::Variables;
use super::problem::TemplateProblem;
use super::template::RawPart;
use crate::tree::{ElseClause, ExprId, ForDirective, IfDirective, List, Part, TextRange};

/// A directive whose end was not read yet.
struct Open {
    range: TextRange,
    /// The index of its first part among the pending ones.
    base: usize,
    kind: OpenKind,
}

enum OpenKind {
    If {
        condition: ExprId,
        /// The parts for true and the `else`, after that was read.
        clause: Option<(List<Part>, TextRange)>,
    },
    For {
        variables: Variables,
        collection: ExprId,
    },
}

/// A directive that ends or divides another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    Else,
    EndIf,
    EndFor,
}

impl Marker {
    fn keyword(self) -> &'static str {
        match self {
            Self::Else => "else",
            Self::EndIf => "endif",
            Self::EndFor => "endfor",
        }
    }
}

impl Parser<'_> {
    /// Makes parts of the raw ones from `base` on. The template ends with `close`; if it is `closed`, directives without an
    /// end are reported.
    pub(super) fn template_parts(&mut self, base: usize, close: TextRange, closed: bool) -> List<Part> {
        let parts_base = self.pending.parts.len();
        let mut open: Vec<Open> = Vec::new();
        for index in base..self.pending.raw.len() {
            match self.pending.raw[index] {
                RawPart::Literal { range, text } => {
                    self.pending.parts.push(Part::Literal { range, text });
                }
                RawPart::Interpolation { range, expr } => {
                    self.pending.parts.push(Part::Interpolation { range, expr });
                }
                RawPart::If { range, condition } => {
                    let kind = OpenKind::If {
                        condition,
                        clause: None,
                    };
                    self.open_directive(&mut open, range, kind);
                }
                RawPart::For {
                    range,
                    variables,
                    collection,
                } => {
                    let kind = OpenKind::For {
                        variables,
                        collection,
                    };
                    self.open_directive(&mut open, range, kind);
                }
                RawPart::Else(range) => self.marker(&mut open, Marker::Else, range),
                RawPart::EndIf(range) => self.marker(&mut open, Marker::EndIf, range),
                RawPart::EndFor(range) => self.marker(&mut open, Marker::EndFor, range),
            }
        }
        while let Some(directive) = open.pop() {
            if closed {
                let problem = TemplateProblem::NoEnd {
                    open: directive.range,
                    keyword: directive.keyword(),
                };
                self.report(close, problem);
            }
            self.close_directive(directive, TextRange::empty(close.start));
        }
        self.nodes.parts(&mut self.pending.parts, parts_base)
    }

    fn open_directive(&mut self, open: &mut Vec<Open>, range: TextRange, kind: OpenKind) {
        if self.nesting.depth as usize + open.len() >= self.nesting.max_depth as usize {
            self.report_too_deep();
            self.pending.parts.push(Part::Error(range));
            return;
        }
        open.push(Open {
            range,
            base: self.pending.parts.len(),
            kind,
        });
    }

    /// Adds an `else`, `endif` or `endfor`.
    fn marker(&mut self, open: &mut Vec<Open>, marker: Marker, range: TextRange) {
        let Some(mut directive) = open.pop() else {
            if !self.nesting.exceeded {
                let keyword = marker.keyword();
                self.report(range, TemplateProblem::NoStart { keyword });
            }
            self.pending.parts.push(Part::Error(range));
            return;
        };
        match (marker, &mut directive.kind) {
            (Marker::Else, OpenKind::If { clause, .. }) if clause.is_none() => {
                let parts = self.nodes.parts(&mut self.pending.parts, directive.base);
                *clause = Some((parts, range));
                open.push(directive);
            }
            (Marker::EndIf, OpenKind::If { .. }) | (Marker::EndFor, OpenKind::For { .. }) => {
                self.close_directive(directive, range);
            }
            _ => {
                let problem = TemplateProblem::Misplaced {
                    open: directive.range,
                    outer: directive.keyword(),
                    keyword: marker.keyword(),
                };
                self.report(range, problem);
                self.close_directive(directive, range);
            }
        }
    }

    /// Adds a directive, whose parts are the pending ones from its base on.
    fn close_directive(&mut self, directive: Open, close: TextRange) {
        let parts = self.nodes.parts(&mut self.pending.parts, directive.base);
        let part = match directive.kind {
            OpenKind::If { condition, clause } => {
                let (if_true, if_false) = match clause {
                    Some((if_true, range)) => (if_true, Some(ElseClause { range, parts })),
                    None => (parts, None),
                };
                let id = self.nodes.if_directive(IfDirective {
                    open: directive.range,
                    condition,
                    if_true,
                    if_false,
                    close,
                });
                Part::If(id)
            }
            OpenKind::For {
                variables: (key_variable, value_variable),
                collection,
            } => {
                let id = self.nodes.for_directive(ForDirective {
                    open: directive.range,
                    key_variable,
                    value_variable,
                    collection,
                    parts,
                    close,
                });
                Part::For(id)
            }
        };
        self.pending.parts.push(part);
    }
}

impl Open {
    /// Returns the keyword that starts the directive.
    fn keyword(&self) -> &'static str {
        match self.kind {
            OpenKind::If { .. } => "if",
            OpenKind::For { .. } => "for",
        }
    }
}
