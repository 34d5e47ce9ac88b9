//! Expressions, and the contexts, functions and traversals for evaluating them.

mod access;
mod branches;
mod context;
mod facts;
mod function;
mod loops;
mod resolver;
mod rules;
mod shared;
mod traversal;

pub use access::{attribute_of, element_of};
pub use branches::{Branches, Comparison, TakenBranches};
pub use context::EvalContext;
pub use facts::state_facts;
pub use function::{Argument, Callable, FunctionTable, LazyCall, LazyFunction};
pub use loops::LoopVariable;
pub use resolver::{ResolveError, Resolver};
pub use rules::Rules;
pub use traversal::{Traversal, TraversalStep};

use std::fmt::Debug;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::expr as codes};
use hcl2_value::{Str, Value};

use crate::Name;

/// A shared handle to an expression.
pub type ExpressionRef = Arc<dyn Expression>;

/// An expression, which can be evaluated, or analysed without evaluating it.
///
/// The provided methods return `None` or nothing, as for an expression that is not written in a source.
///
/// # Examples
///
/// ```
/// use hcl2_model::{EvalContext, Expression};
/// use hcl2_value::Value;
///
/// /// Returns the value of an expression if it refers to nothing.
/// fn constant(expression: &dyn Expression) -> Option<Value> {
///     if !expression.variables().is_empty() || !expression.functions().is_empty() {
///         return None;
///     }
///     expression.evaluate(Some(&EvalContext::new())).into_result().ok()
/// }
/// ```
pub trait Expression: Debug + Send + Sync {
    /// Evaluates the expression, in literal-only mode without a context. Callers use
    /// `evaluate`, which also takes a reference to a context.
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value>;

    /// Returns the variables that the expression refers to, in source order, but not those that it defines itself.
    fn variables(&self) -> Vec<Traversal>;

    /// Returns the variables as [`variables`](Self::variables) does, each with all its steps. A key that is not literal
    /// is an index with an unknown value, as in `servers[...].address`, and the variable of a `for` over a variable is
    /// such an element of it.
    ///
    /// The provided method ends each variable before such a key and before a splat.
    fn paths(&self) -> Vec<Traversal> {
        self.variables()
    }

    /// Returns the variables that each `for` in the expression defines, in source order.
    fn loop_variables(&self) -> Vec<LoopVariable> {
        Vec::new()
    }

    /// Returns the functions that the expression calls, in source order.
    fn functions(&self) -> Vec<FunctionReference>;

    /// Returns the conditionals in the expression, in source order.
    fn conditionals(&self) -> Vec<Branches> {
        Vec::new()
    }

    /// Returns the operations with `==` and `!=` in the expression.
    fn comparisons(&self) -> Vec<Comparison> {
        Vec::new()
    }

    /// Returns the span of the whole expression.
    fn span(&self) -> Span;

    /// Returns the span of the start of the expression, for diagnostics about the expression as a whole.
    fn start_span(&self) -> Span;

    /// Returns the elements of a list constructor: *static list* in the specification.
    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        None
    }

    /// Returns the keys and values of an object constructor: *static map* in the specification.
    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        None
    }

    /// Returns the name and arguments of a function call: *static call* in the specification.
    fn static_call(&self) -> Option<StaticCall> {
        None
    }

    /// Returns the condition of a conditional operation, and its results if the condition is true and if it is false.
    fn static_conditional(&self) -> Option<[ExpressionRef; 3]> {
        None
    }

    /// Returns the result expression of a `for` expression, without its key, if the expression creates an object or a
    /// tuple as requested.
    fn static_for(&self, _is_object: bool) -> Option<ExpressionRef> {
        None
    }

    /// Returns the traversal of a reference to a variable or a part of it: *static traversal* in the specification.
    fn static_traversal(&self) -> Option<Traversal> {
        None
    }

    /// Returns the traversal of a reference that may contain splats: *partial traversal* in the specification.
    fn static_partial_traversal(&self) -> Option<Traversal> {
        self.static_traversal()
    }

    /// Returns a string parsed as an expression in native syntax, which is how JSON writes references:
    /// `"a.b[each.key]"`.
    fn quoted_expression(&self) -> Option<ExpressionRef> {
        None
    }

    /// Returns the source text of an expression that is written in native syntax.
    fn native_text(&self) -> Option<String> {
        None
    }

    /// Returns the source text of a template, with the escapes of its string resolved, as in a template outside quotes.
    fn template_text(&self) -> Option<String> {
        None
    }

    /// Returns the name if the expression is a bare name, which can serve as a keyword.
    fn keyword(&self) -> Option<Name> {
        let traversal = self.static_traversal()?;
        let root = traversal.root_name()?.clone();
        (traversal.steps().len() == 1).then_some(root)
    }

    /// Returns the variables involved in a diagnostic of the expression, with their values: those inside its context or
    /// subject that have a value, in source order. The values may be unknown or marked, so look before showing them.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::{EvalContext, Expression};
    ///
    /// /// Returns a line for each variable behind the first problem of an expression, such as `name is a string`.
    /// fn explain(expression: &dyn Expression, context: &EvalContext<'_>) -> Vec<String> {
    ///     let problems = expression.evaluate(Some(context)).diagnostics;
    ///     let Some(problem) = problems.iter().next() else { return Vec::new() };
    ///     let about = expression.variables_of(problem, Some(context)).into_iter();
    ///     about
    ///         .filter_map(|(variable, value)| {
    ///             let name = variable.root_name()?;
    ///             Some(format!("{name} is a {}", value.ty().friendly_name()))
    ///         })
    ///         .collect()
    /// }
    /// ```
    fn variables_of(
        &self,
        diagnostic: &Diagnostic,
        context: Option<&EvalContext<'_>>,
    ) -> Vec<(Traversal, Value)> {
        let place = diagnostic.context.or(diagnostic.subject);
        let is_inside = |variable: &Traversal| match (place, variable.span()) {
            (Some(place), Some(span)) => place.encloses(span),
            _ => true,
        };
        let variables = self.variables().into_iter().filter(is_inside);
        variables
            .filter_map(|variable| {
                let Outcome { value, diagnostics } = variable.evaluate(context);
                diagnostics.is_empty().then_some((variable, value))
            })
            .collect()
    }

    /// Returns the elements as [`static_list`](Self::static_list) does.
    ///
    /// # Errors
    ///
    /// `hcl2::expr::static-form-required` for any other expression.
    fn required_list(&self) -> Result<Vec<ExpressionRef>, Diagnostics> {
        let form = "a list constructor, such as `[a, b]`";
        self.static_list().ok_or_else(|| required(form, self.span()))
    }

    /// Returns the keys and values as [`static_map`](Self::static_map) does.
    ///
    /// # Errors
    ///
    /// `hcl2::expr::static-form-required` for any other expression.
    fn required_map(&self) -> Result<Vec<(ExpressionRef, ExpressionRef)>, Diagnostics> {
        let form = "an object constructor, such as `{ a = b }`";
        self.static_map().ok_or_else(|| required(form, self.span()))
    }

    /// Returns the call as [`static_call`](Self::static_call) does.
    ///
    /// # Errors
    ///
    /// `hcl2::expr::static-form-required` for any other expression.
    fn required_call(&self) -> Result<StaticCall, Diagnostics> {
        let form = "a function call, such as `f(a)`";
        self.static_call().ok_or_else(|| required(form, self.span()))
    }

    /// Returns the traversal as [`static_traversal`](Self::static_traversal) does.
    ///
    /// # Errors
    ///
    /// `hcl2::expr::static-form-required` for any other expression.
    fn required_traversal(&self) -> Result<Traversal, Diagnostics> {
        let form = "a reference, such as `a.b[0]`";
        self.static_traversal().ok_or_else(|| required(form, self.span()))
    }

    /// Returns the name as [`keyword`](Self::keyword) does.
    ///
    /// # Errors
    ///
    /// `hcl2::expr::static-form-required` for any other expression.
    fn required_keyword(&self) -> Result<Name, Diagnostics> {
        let form = "a single name without quotes";
        self.keyword().ok_or_else(|| required(form, self.span()))
    }
}

impl<'e> dyn Expression + 'e {
    /// Evaluates the expression in a context: `&context`, or `None` for literal-only mode. If there are errors, the value is
    /// usually unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::{EvalContext, ExpressionRef};
    /// use hcl2_value::Value;
    ///
    /// fn value_for(user: &str, expression: &ExpressionRef) -> Value {
    ///     let context: EvalContext<'_> = [("user", user)].into_iter().collect();
    ///     expression.evaluate(&context).value
    /// }
    /// ```
    #[inline]
    pub fn evaluate<'c>(&self, context: impl Into<Option<&'c EvalContext<'c>>>) -> Outcome<Value> {
        self.evaluate_in(context.into())
    }
}

/// Reports that static analysis requires another form of the expression in `span`.
fn required(form: &str, span: Span) -> Diagnostics {
    let detail = format!("Expected {form}: the expression is read without evaluating it.");
    Diagnostic::error(codes::STATIC_FORM_REQUIRED, "Wrong form of expression")
        .with_detail(detail)
        .with_subject(span)
        .into()
}

/// An expression with a constant value, for bodies in formats without expressions.
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
    /// The place from which the value comes.
    pub span: Span,
}

impl Expression for ConstantExpression {
    fn evaluate_in(&self, _: Option<&EvalContext<'_>>) -> Outcome<Value> {
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

    /// Returns the elements of a list or tuple.
    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        let items = self.value.elements()?;
        Some(items.iter().map(|item| self.part(item)).collect())
    }

    /// Returns the attributes of an object, or the elements of a map.
    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let fields = self.value.fields()?;
        let part = |(key, field): (&Str, &Value)| (self.part(&Value::from(key.clone())), self.part(field));
        Some(fields.iter().map(part).collect())
    }
}

impl ConstantExpression {
    /// Returns the value.
    pub fn evaluate<'c>(&self, context: impl Into<Option<&'c EvalContext<'c>>>) -> Outcome<Value> {
        self.evaluate_in(context.into())
    }

    fn part(&self, value: &Value) -> ExpressionRef {
        Arc::new(Self {
            value: value.clone(),
            span: self.span,
        })
    }
}

/// A reference to a function in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionReference {
    /// The name with its namespaces.
    pub name: Name,
    /// The span of the name.
    pub span: Span,
    /// The span of the call.
    pub call: Span,
}

/// A function call that is not evaluated.
#[derive(Clone, Debug)]
pub struct StaticCall {
    /// The function's name with its namespaces.
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    /// The arguments in order.
    pub arguments: Vec<ExpressionRef>,
    /// The parentheses and everything between them.
    pub arguments_span: Span,
}
