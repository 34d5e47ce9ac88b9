//! Templates: directives matched with each other.

use hcl2_diagnostics::codes;

use super::template::RawPart;
use super::{Parser, commit};
use crate::tree::{
    ElseClause, ExprId, ForDirective, ForDirectiveId, IfDirective, IfDirectiveId, List, Part, TextRange,
};

use super::for_expr::Variables;

/// A directive whose end was not reached yet.
struct Open {
    range: TextRange,
    /// Where its parts start among the pending ones.
    base: usize,
    kind: OpenKind,
}

enum OpenKind {
    If {
        condition: ExprId,
        /// The parts for true and the `else`, once that was reached.
        clause: Option<(List<Part>, TextRange)>,
    },
    For {
        variables: Variables,
        collection: ExprId,
    },
}

/// What ends or divides a directive.
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
    /// Makes parts of the raw ones from `base` on; the template ends with `close`, and reports directives without an
    /// end where it is `closed`.
    pub(super) fn template_parts(&mut self, base: usize, close: TextRange, closed: bool) -> List<Part> {
        let parts_base = self.pending_parts.len();
        let mut open: Vec<Open> = Vec::new();
        for index in base..self.pending_raw.len() {
            match self.pending_raw[index] {
                RawPart::Literal { range, text } => {
                    let part = self.literal_part(range, text);
                    self.pending_parts.push(part);
                }
                RawPart::Interpolation { range, expr } => {
                    self.pending_parts.push(Part::Interpolation { range, expr });
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
                self.report_no_end(&directive, close);
            }
            self.close_directive(directive, TextRange::empty(close.start));
        }
        commit(&mut self.pending_parts, parts_base, &mut self.nodes.parts)
    }

    fn open_directive(&mut self, open: &mut Vec<Open>, range: TextRange, kind: OpenKind) {
        if self.depth as usize + open.len() >= self.max_depth as usize {
            self.report_too_deep();
            self.pending_parts.push(Part::Error(range));
            return;
        }
        open.push(Open {
            range,
            base: self.pending_parts.len(),
            kind,
        });
    }

    /// An `else`, `endif` or `endfor`.
    fn marker(&mut self, open: &mut Vec<Open>, marker: Marker, range: TextRange) {
        let Some(mut directive) = open.pop() else {
            if !self.too_deep {
                self.report_stray_marker(marker, range);
            }
            self.pending_parts.push(Part::Error(range));
            return;
        };
        match (marker, &mut directive.kind) {
            (Marker::Else, OpenKind::If { clause, .. }) if clause.is_none() => {
                let parts = commit(&mut self.pending_parts, directive.base, &mut self.nodes.parts);
                *clause = Some((parts, range));
                open.push(directive);
            }
            (Marker::EndIf, OpenKind::If { .. }) | (Marker::EndFor, OpenKind::For { .. }) => {
                self.close_directive(directive, range);
            }
            _ => {
                self.report_wrong_marker(&directive, marker, range);
                self.close_directive(directive, range);
            }
        }
    }

    /// Makes a node of a directive whose parts are the pending ones since its base.
    fn close_directive(&mut self, directive: Open, close: TextRange) {
        let parts = commit(&mut self.pending_parts, directive.base, &mut self.nodes.parts);
        let part = match directive.kind {
            OpenKind::If { condition, clause } => {
                let (if_true, if_false) = match clause {
                    Some((if_true, range)) => (if_true, Some(ElseClause { range, parts })),
                    None => (parts, None),
                };
                let id = IfDirectiveId::new(self.nodes.if_directives.len());
                self.nodes.if_directives.push(IfDirective {
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
                let id = ForDirectiveId::new(self.nodes.for_directives.len());
                self.nodes.for_directives.push(ForDirective {
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
        self.pending_parts.push(part);
    }

    #[cold]
    fn report_no_end(&mut self, directive: &Open, close: TextRange) {
        let (keyword, end) = directive.keywords();
        let diagnostic = self
            .error(
                codes::syntax::UNBALANCED_DIRECTIVE,
                "Directive without an end",
                close,
            )
            .with_label(self.span(directive.range), format!("the `{keyword}` starts here"))
            .with_detail(format!(
                "The template ends before the `%{{ {end} }}` of a `%{{ {keyword} }}`."
            ));
        self.report(diagnostic);
    }

    #[cold]
    fn report_stray_marker(&mut self, marker: Marker, range: TextRange) {
        let keyword = marker.keyword();
        let opener = if marker == Marker::EndFor { "for" } else { "if" };
        let diagnostic = self
            .error(
                codes::syntax::UNBALANCED_DIRECTIVE,
                "Directive without a start",
                range,
            )
            .with_detail(format!(
                "This `%{{ {keyword} }}` belongs to no `%{{ {opener} }}` of this template."
            ));
        self.report(diagnostic);
    }

    #[cold]
    fn report_wrong_marker(&mut self, directive: &Open, marker: Marker, range: TextRange) {
        let (keyword, end) = directive.keywords();
        let found = marker.keyword();
        let detail = match (marker, &directive.kind) {
            (Marker::Else, OpenKind::If { .. }) => {
                "An `if` has one `else` only, and this is the second one.".to_owned()
            }
            (Marker::Else, OpenKind::For { .. }) => "A `for` has no `else`.".to_owned(),
            _ => format!(
                "The `%{{ {end} }}` of a `%{{ {keyword} }}` is expected before this `%{{ {found} }}`."
            ),
        };
        let diagnostic = self
            .error(
                codes::syntax::UNBALANCED_DIRECTIVE,
                "Directive out of place",
                range,
            )
            .with_label(self.span(directive.range), format!("the `{keyword}` starts here"))
            .with_detail(detail);
        self.report(diagnostic);
    }
}

impl Open {
    /// The word that starts the directive and the one that ends it.
    fn keywords(&self) -> (&'static str, &'static str) {
        match self.kind {
            OpenKind::If { .. } => ("if", "endif"),
            OpenKind::For { .. } => ("for", "endfor"),
        }
    }
}
