//! Static analysis of expressions.

use hcl2_model::{Name, Traversal, TraversalStep};

use super::Evaluator;
use crate::tree::{Expr, ExprId, File, List, Part, Step, Steps, TextRange};

impl File {
    /// Returns whether a step is an attribute or an index by a literal.
    pub(crate) fn is_constant_step(&self, step: &Step) -> bool {
        match step {
            Step::Attribute { .. } => true,
            Step::LegacyIndex { key, .. } | Step::Index { key, .. } => matches!(
                self.expr(*key),
                Expr::Number | Expr::String { .. } | Expr::Bool(_) | Expr::Null
            ),
            Step::AttributeSplat { .. } | Step::FullSplat { .. } | Step::Missing { .. } => false,
        }
    }

    /// Returns the name that the key of an object item stands for if it is a bare name.
    pub(crate) fn literal_key(&self, key: ExprId) -> Option<&str> {
        match self.expr(key) {
            Expr::Traversal { root_end, steps } if steps.is_empty() => {
                Some(self.str(TextRange::new(self.expr_start(key), root_end)))
            }
            Expr::Bool(_) | Expr::Null => Some(self.str(self.expr_range(key))),
            _ => None,
        }
    }

    /// Returns the traversal step for a constant step, or for a splat.
    pub(super) fn traversal_step(&self, step: &Step) -> Option<TraversalStep> {
        let span = self.span(step.range());
        match *step {
            Step::Attribute { name, .. } => Some(TraversalStep::Attribute {
                name: Name::from(self.str(name)),
                span,
            }),
            Step::LegacyIndex { key, .. } | Step::Index { key, .. } if self.is_constant_step(step) => {
                Some(TraversalStep::Index {
                    key: Evaluator::literal(self, key),
                    span,
                })
            }
            Step::AttributeSplat { .. } | Step::FullSplat { .. } => Some(TraversalStep::Splat { span }),
            _ => None,
        }
    }

    /// Returns the root of a traversal expression and the constant steps right after it.
    pub(crate) fn leading_traversal(&self, id: ExprId, root_end: u32, steps: List<Step>) -> Traversal {
        let range = TextRange::new(self.expr_range(id).start, root_end);
        self.traversal_from(range, steps)
    }

    /// Returns a root and the constant steps right after it.
    pub(super) fn traversal_from(&self, root: TextRange, steps: List<Step>) -> Traversal {
        let steps = self.steps(steps);
        // Modules keep thousands of these, most of which have two steps.
        let mut all = Vec::with_capacity(1 + steps.len());
        all.push(self.traversal_root(root));
        let rest = steps.iter().take_while(|step| self.is_constant_step(step));
        all.extend(rest.map_while(|step| self.traversal_step(&step)));
        Traversal::new(all)
    }

    /// Returns an expression as a traversal, which may contain splats, if it is one.
    pub(super) fn partial_traversal(&self, id: ExprId) -> Option<Traversal> {
        let (mut all, steps) = match self.expr(id) {
            Expr::Traversal { root_end, steps } => {
                let range = TextRange::new(self.expr_range(id).start, root_end);
                (vec![self.traversal_root(range)], self.steps(steps))
            }
            Expr::Postfix { source, steps } => (
                self.partial_traversal(source)?.steps().to_vec(),
                self.steps(steps),
            ),
            Expr::Bool(_) | Expr::Null => {
                let root = self.traversal_root(self.expr_range(id));
                return Some(Traversal::new(vec![root]));
            }
            _ => return None,
        };
        for step in steps.iter() {
            all.push(self.traversal_step(&step)?);
        }
        Some(Traversal::new(all))
    }

    pub(super) fn traversal_root(&self, range: TextRange) -> TraversalStep {
        TraversalStep::Root {
            name: Name::from(self.str(range)),
            span: self.span(range),
        }
    }

    /// Returns the part where an expression starts, for messages about all of it.
    pub(crate) fn start_range(&self, id: ExprId) -> TextRange {
        let mut id = id;
        loop {
            let range = self.expr_range(id);
            let first = TextRange::new(range.start, (range.start + 1).min(range.end));
            match self.expr(id) {
                Expr::Binary { left, .. } => id = left,
                Expr::Conditional(conditional) => id = self.conditional(conditional).condition,
                Expr::Unary { .. } | Expr::Tuple { .. } | Expr::Object { .. } | Expr::For(_) => return first,
                Expr::Call(call) => return TextRange::new(range.start, self.call(call).open + 1),
                Expr::Parens { inner } => id = inner,
                Expr::String { text } => return self.content_range(range, self.text(text)),
                Expr::Template { parts } => match self.parts(parts).first() {
                    Some(Part::Literal { range: literal, .. }) => return *literal,
                    Some(Part::Interpolation { expr, .. }) => id = *expr,
                    Some(Part::If(directive)) => id = self.if_directive(*directive).condition,
                    Some(Part::For(directive)) => return self.for_directive(*directive).open,
                    _ => return range,
                },
                Expr::Traversal { steps, .. } | Expr::Postfix { steps, .. } => {
                    return self.outermost_marker(self.steps(steps)).unwrap_or(range);
                }
                _ => return range,
            }
        }
    }

    /// Returns the range of the content of a string or heredoc without interpolations and without removed indentation. The
    /// range is empty at the end of the string if it has no content. `value` is the decoded content.
    fn content_range(&self, string: TextRange, value: &str) -> TextRange {
        let text = self.slice(string);
        let (start, end) = match text.first() {
            Some(b'"') => (1, text.len() - 1),
            Some(b'<') => {
                let line_after = |line_feed: Option<usize>| line_feed.map_or(text.len(), |at| at + 1);
                let start = line_after(memchr::memchr(b'\n', text));
                let spaces = |text: &[u8]| {
                    text.iter()
                        .take_while(|byte| matches!(byte, b' ' | b'\t'))
                        .count()
                };
                let removed = spaces(&text[start..]).saturating_sub(spaces(value.as_bytes()));
                (start + removed, line_after(memchr::memrchr(b'\n', text)))
            }
            _ => return string,
        };
        if start < end {
            TextRange::new(string.start + start as u32, string.start + end as u32)
        } else {
            TextRange::empty(string.end)
        }
    }

    /// Returns the bracket or splat marker of the last applied step, unless that step is constant.
    fn outermost_marker(&self, steps: Steps<'_>) -> Option<TextRange> {
        let mut marker = None;
        let mut index = 0;
        while let Some(step) = steps.get(index) {
            index += 1;
            marker = match step {
                Step::FullSplat { .. } => return Some(step.range()),
                Step::AttributeSplat { .. } => {
                    let is_each =
                        |step: &Step| matches!(step, Step::Attribute { .. } | Step::LegacyIndex { .. });
                    index += steps.from(index).iter().take_while(is_each).count();
                    Some(step.range())
                }
                Step::Index { open, .. } if !self.is_constant_step(&step) => {
                    Some(TextRange::new(open, open + 1))
                }
                _ => None,
            };
        }
        marker
    }
}
