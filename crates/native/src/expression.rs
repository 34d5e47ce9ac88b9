//! Expressions of a file as the model's [`Expression`].

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_model::{
    EvalContext, Expression, ExpressionRef, FunctionReference, Name, StaticCall, Traversal, TraversalStep,
};
use hcl2_value::Value;

use crate::eval::Evaluator;
use crate::tree::{Expr, ExprId, File, List, Node, Part, Step, Steps, TextRange};

/// An expression of a file, which it shares with all others of that file.
#[derive(Clone)]
pub struct NativeExpression {
    file: Arc<File>,
    id: ExprId,
    /// Whether it is the key of an object item, where a lone name stands for itself.
    key: bool,
}

impl NativeExpression {
    /// The expression `id` of `file`.
    #[must_use]
    pub fn new(file: Arc<File>, id: ExprId) -> Self {
        Self { file, id, key: false }
    }

    /// The expression `id` of `file`, ready to be handed out.
    pub(crate) fn shared(file: &Arc<File>, id: ExprId) -> ExpressionRef {
        Arc::new(Self::new(Arc::clone(file), id))
    }

    /// The file that the expression is in.
    #[must_use]
    pub fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// The expression's id in its file.
    #[must_use]
    pub fn id(&self) -> ExprId {
        self.id
    }

    /// Whether it is a key that stands for itself.
    pub(crate) fn is_name(&self) -> bool {
        self.key && self.file.literal_key(self.id).is_some()
    }
}

impl std::fmt::Debug for NativeExpression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "NativeExpression({:?})",
            self.file.str(self.file.expr_range(self.id))
        )
    }
}

impl Expression for NativeExpression {
    fn evaluate(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let mut evaluator = Evaluator::new(&self.file, &mut diagnostics);
        let value = if self.key {
            evaluator.object_key(self.id, context)
        } else {
            evaluator.expression(self.id, context)
        };
        Outcome::new(value, diagnostics)
    }

    fn variables(&self) -> Vec<Traversal> {
        if self.is_name() {
            return Vec::new();
        }
        self.file.variables(Node::Expr(self.id))
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.file.functions(Node::Expr(self.id))
    }

    fn span(&self) -> Span {
        self.file.expr_span(self.id)
    }

    fn start_span(&self) -> Span {
        self.file.span(self.file.start_range(self.id))
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        match self.file.expr(self.id) {
            Expr::Tuple { items } => Some(
                self.file
                    .exprs(items)
                    .iter()
                    .map(|item| Self::shared(&self.file, *item))
                    .collect(),
            ),
            _ => None,
        }
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let Expr::Object { items } = self.file.expr(self.id) else {
            return None;
        };
        let pairs = self.file.object_items(items).iter().map(|item| {
            let key: ExpressionRef = Arc::new(Self {
                file: Arc::clone(&self.file),
                id: item.key,
                key: true,
            });
            (key, Self::shared(&self.file, item.value))
        });
        Some(pairs.collect())
    }

    fn static_call(&self) -> Option<StaticCall> {
        let Expr::Call(call) = self.file.expr(self.id) else {
            return None;
        };
        let call = self.file.call(call);
        let end = self.file.expr_range(self.id).end;
        Some(StaticCall {
            name: Name::from(self.file.text(call.name)),
            name_span: self.file.span(call.name_range),
            arguments: self
                .file
                .exprs(call.arguments)
                .iter()
                .map(|item| Self::shared(&self.file, *item))
                .collect(),
            arguments_span: self.file.span(TextRange::new(call.open, end)),
        })
    }

    fn static_traversal(&self) -> Option<Traversal> {
        self.file.static_traversal(self.id)
    }

    fn native_text(&self) -> Option<String> {
        Some(self.file.str(self.file.expr_range(self.id)).to_owned())
    }

    fn template_text(&self) -> Option<String> {
        Self::template_text(self)
    }
}

impl File {
    /// Whether a step selects a part that the text alone names.
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

    /// The traversal step for a constant step.
    fn traversal_step(&self, step: &Step) -> Option<TraversalStep> {
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
            _ => None,
        }
    }

    /// The root of a traversal expression and as many steps after it as are constant.
    pub(crate) fn leading_traversal(&self, id: ExprId, root_end: u32, steps: List<Step>) -> Traversal {
        let range = TextRange::new(self.expr_range(id).start, root_end);
        let root = TraversalStep::Root {
            name: Name::from(self.str(range)),
            span: self.span(range),
        };
        let rest = self
            .steps(steps)
            .iter()
            .map_while(|step| self.traversal_step(&step));
        Traversal::new(std::iter::once(root).chain(rest).collect())
    }

    /// The traversal that an expression is, if it is one.
    fn static_traversal(&self, id: ExprId) -> Option<Traversal> {
        match self.expr(id) {
            Expr::Traversal { root_end, steps } => {
                let traversal = self.leading_traversal(id, root_end, steps);
                (traversal.steps().len() == steps.len() + 1).then_some(traversal)
            }
            Expr::Postfix { source, steps } => {
                let mut all = self.static_traversal(source)?.steps().to_vec();
                for step in self.steps(steps).iter() {
                    all.push(self.traversal_step(&step)?);
                }
                Some(Traversal::new(all))
            }
            Expr::Bool(_) | Expr::Null => {
                let range = self.expr_range(id);
                let root = TraversalStep::Root {
                    name: Name::from(self.str(range)),
                    span: self.span(range),
                };
                Some(Traversal::new(vec![root]))
            }
            _ => None,
        }
    }

    /// The part at which an expression starts, for messages about it as a whole.
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

    /// What stands between the quotes of a string without interpolations, or in the lines of a heredoc, but for the
    /// indentation that is no part of it; where it ends if that is nothing. `value` is what the string stands for.
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

    /// The bracket or splat marker of the step that is applied last, where that is not a constant one.
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
