//! Expressions.

use std::fmt::Debug;
use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::{Str, Value};

use crate::{EvalContext, Name, Traversal};

/// A shared handle to an expression.
pub type ExpressionRef = Arc<dyn Expression>;

/// Something that can be evaluated to a value, or analysed without evaluating it.
///
/// What is not written in a source, such as one that stands for a value, has nothing to analyse; it needs none of the methods
/// that answer with `None`.
pub trait Expression: Debug + Send + Sync {
    /// Evaluates the expression, in literal-only mode without a context. If there are errors, the value is what can
    /// still be said about the result, usually that it is unknown.
    fn evaluate(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value>;

    /// The variables that the expression refers to, in the order of the source, without those that it defines
    /// itself.
    fn variables(&self) -> Vec<Traversal>;

    /// The functions that the expression calls, in the order of the source.
    fn functions(&self) -> Vec<FunctionReference>;

    /// The whole expression.
    fn span(&self) -> Span;

    /// The part at which the expression starts, for messages about it as a whole.
    fn start_span(&self) -> Span;

    /// The element expressions, where the expression is written as a list. *Static List* in the specification.
    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        None
    }

    /// The key and value expressions, where the expression is written as a map. *Static Map* in the
    /// specification.
    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        None
    }

    /// The function and arguments, where the expression is written as a call. *Static Call* in the
    /// specification.
    fn static_call(&self) -> Option<StaticCall> {
        None
    }

    /// The path, where the expression is a reference to a variable or a part of one. *Static Traversal* in the
    /// specification.
    fn static_traversal(&self) -> Option<Traversal> {
        None
    }

    /// The expression in native syntax, as it is written in its source; `None` where it is not written so anywhere, such
    /// as one that stands for a value.
    fn native_text(&self) -> Option<String> {
        None
    }

    /// Returns the source text of the template if the expression is one, with the escapes of its string resolved, as a
    /// template outside of quotes is written.
    fn template_text(&self) -> Option<String> {
        None
    }

    /// The name, where the expression is a single bare name that may be taken as a keyword.
    fn keyword(&self) -> Option<Name> {
        let traversal = self.static_traversal()?;
        let root = traversal.root_name()?.clone();
        (traversal.steps().len() == 1).then_some(root)
    }
}

/// A value in the place of an expression, for bodies that come from elsewhere than a syntax with expressions.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Diagnostics, SourceMap};
/// use hcl2_model::{ConstantExpression, Expression};
/// use hcl2_value::Value;
///
/// let source = SourceMap::new().add("app.ini", "name = web\n")?;
/// let expression = ConstantExpression {
///     value: Value::from("web"),
///     span: source.span_of(7, 10),
/// };
/// assert_eq!(expression.evaluate(None).value, Value::from("web"));
/// assert!(expression.variables().is_empty());
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConstantExpression {
    /// The value.
    pub value: Value,
    /// Where it comes from.
    pub span: Span,
}

impl Expression for ConstantExpression {
    fn evaluate(&self, _: Option<&EvalContext<'_>>) -> Outcome<Value> {
        self.value.clone().into()
    }

    fn variables(&self) -> Vec<Traversal> {
        Vec::new()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        Vec::new()
    }

    fn span(&self) -> Span {
        self.span
    }

    fn start_span(&self) -> Span {
        self.span
    }

    /// The elements of a list or tuple.
    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        let items = self.value.elements()?;
        Some(items.iter().map(|item| self.part(item)).collect())
    }

    /// The attributes of an object, or the elements of a map.
    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let fields = self.value.fields()?;
        let part = |(key, field): (&Str, &Value)| (self.part(&Value::from(key.clone())), self.part(field));
        Some(fields.iter().map(part).collect())
    }
}

impl ConstantExpression {
    fn part(&self, value: &Value) -> ExpressionRef {
        Arc::new(Self {
            value: value.clone(),
            span: self.span,
        })
    }
}

/// A function's name where an expression calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionReference {
    /// The name, with its namespaces.
    pub name: Name,
    /// The name as written.
    pub span: Span,
}

/// A function call, taken apart but not evaluated.
#[derive(Clone, Debug)]
pub struct StaticCall {
    /// The function's name, with its namespaces.
    pub name: Name,
    /// The name as written.
    pub name_span: Span,
    /// The arguments in order.
    pub arguments: Vec<ExpressionRef>,
    /// The parentheses and all between them.
    pub arguments_span: Span,
}
