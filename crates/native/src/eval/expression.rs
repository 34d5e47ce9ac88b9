//! Expressions of a file as the model's [`Expression`].

use std::ops::Deref;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_model::{
    Branches, Comparison, EvalContext, Expression, ExpressionRef, FunctionReference, LoopVariable, Name,
    StaticCall, Traversal, TraversalStep, state_facts,
};
use hcl2_value::Value;

use super::Evaluator;
use crate::tree::{BinaryOperator, Expr, ExprId, File, Node, TextRange};

/// An expression of a file. Shares the file with other expressions and bodies.
#[derive(Clone)]
pub struct NativeExpression {
    file: Arc<File>,
    id: ExprId,
    /// Whether the expression is the key of an object item, where a bare name stands for itself.
    key: bool,
}

impl NativeExpression {
    /// Creates the expression `id` of `file`.
    #[must_use]
    pub fn new(file: Arc<File>, id: ExprId) -> Self {
        Self { file, id, key: false }
    }

    /// Creates a shared expression `id` of `file`.
    pub(crate) fn shared(file: &Arc<File>, id: ExprId) -> ExpressionRef {
        Arc::new(Self::new(Arc::clone(file), id))
    }

    /// Returns the file of the expression.
    #[must_use]
    pub fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Returns the id of the expression in its file.
    #[must_use]
    pub fn id(&self) -> ExprId {
        self.id
    }

    /// Evaluates the expression in a context: `&context`, or `None` for literal-only mode.
    #[inline]
    pub fn evaluate<'c>(&self, context: impl Into<Option<&'c EvalContext<'c>>>) -> Outcome<Value> {
        self.evaluate_in(context.into())
    }

    /// Returns the source text.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "a = 1 + 2\nb = f(1 + 2)\n".parse()?;
    /// editor.rewrite("", |expression| (expression.text() == "1 + 2").then_some(3))?;
    /// assert_eq!(editor.text(), "a = 3\nb = f(3)\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.str(self.file.expr_range(self.id))
    }

    /// Returns the variable that a reference starts from, and the source of what is selected from it; `None` for any other
    /// expression.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment};
    ///
    /// let mut editor: Editor = "a = old.b[x.c]\n".parse()?;
    /// editor.rewrite("", |expression| match expression.variable()? {
    ///     ("old", rest) => Fragment::expression(&format!("local{rest}")).ok(),
    ///     _ => None,
    /// })?;
    /// assert_eq!(editor.text(), "a = local.b[x.c]\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn variable(&self) -> Option<(&str, &str)> {
        match self.file.expr(self.id) {
            Expr::Traversal { root_end, .. } => {
                let range = self.file.expr_range(self.id);
                let root = TextRange::new(range.start, root_end);
                Some((
                    self.file.str(root),
                    self.file.str(TextRange::new(root_end, range.end)),
                ))
            }
            _ => None,
        }
    }

    /// Returns whether the expression is a key that stands for itself.
    pub(crate) fn is_name(&self) -> bool {
        self.key && self.file.literal_key(self.id).is_some()
    }
}

impl std::fmt::Debug for NativeExpression {
    /// Writes the source text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

/// The methods of [`Expression`] need no import.
impl Deref for NativeExpression {
    type Target = dyn Expression;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl Expression for NativeExpression {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let mut evaluator = Evaluator::new(
            &self.file,
            &mut diagnostics,
            || self.file.expr_range(self.id),
            context,
        );
        let value = if self.key {
            evaluator.object_key(self.id, context)
        } else {
            evaluator.expression(self.id, context)
        };
        evaluator.finish();
        match context {
            Some(context) if !diagnostics.is_empty() => {
                Outcome::new(value, state_facts(context, diagnostics, || self.variables()))
            }
            _ => Outcome::new(value, diagnostics),
        }
    }

    fn variables(&self) -> Vec<Traversal> {
        if self.is_name() {
            return Vec::new();
        }
        self.file.variables(Node::Expr(self.id))
    }

    fn paths(&self) -> Vec<Traversal> {
        if self.is_name() {
            return Vec::new();
        }
        self.file.paths(Node::Expr(self.id))
    }

    fn loop_variables(&self) -> Vec<LoopVariable> {
        self.file.loop_variables(Node::Expr(self.id))
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.file.functions(Node::Expr(self.id))
    }

    fn conditionals(&self) -> Vec<Branches> {
        self.file.conditionals(Node::Expr(self.id))
    }

    fn comparisons(&self) -> Vec<Comparison> {
        let comparisons = self.file.exprs_in(self.id).filter_map(|id| {
            let (left, is_equality, right) = match self.file.expr(id) {
                Expr::Binary {
                    left,
                    operator: BinaryOperator::Equal,
                    right,
                    ..
                } => (left, true, right),
                Expr::Binary {
                    left,
                    operator: BinaryOperator::NotEqual,
                    right,
                    ..
                } => (left, false, right),
                _ => return None,
            };
            Some(Comparison {
                span: self.file.expr_span(id),
                is_equality,
                operands: [left, right].map(|operand| Self::shared(&self.file, operand)),
            })
        });
        comparisons.collect()
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

    fn static_conditional(&self) -> Option<[ExpressionRef; 3]> {
        let mut id = self.id;
        while let Expr::Parens { inner } = self.file.expr(id) {
            id = inner;
        }
        let Expr::Conditional(conditional) = self.file.expr(id) else {
            return None;
        };
        let conditional = self.file.conditional(conditional);
        let parts = [conditional.condition, conditional.if_true, conditional.if_false];
        Some(parts.map(|part| Self::shared(&self.file, part)))
    }

    fn static_for(&self, is_object: bool) -> Option<ExpressionRef> {
        let Expr::For(id) = self.file.expr(self.id) else {
            return None;
        };
        let expression = self.file.for_expr(id);
        (expression.object == is_object).then(|| Self::shared(&self.file, expression.value))
    }

    fn static_traversal(&self) -> Option<Traversal> {
        let traversal = self.static_partial_traversal()?;
        let is_splat = |step: &TraversalStep| matches!(step, TraversalStep::Splat { .. });
        (!traversal.steps().iter().any(is_splat)).then_some(traversal)
    }

    fn static_partial_traversal(&self) -> Option<Traversal> {
        self.file.partial_traversal(self.id)
    }

    fn keyword(&self) -> Option<Name> {
        self.file.literal_key(self.id).map(Name::from)
    }

    fn native_text(&self) -> Option<String> {
        Some(self.file.lossy(self.file.expr_range(self.id)).into_owned())
    }

    fn template_text(&self) -> Option<String> {
        Self::template_text(self)
    }
}
