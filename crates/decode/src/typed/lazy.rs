//! Attributes that are evaluated after decoding.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use hcl2_diagnostics::codes::decode as codes;
use hcl2_diagnostics::{Error, Outcome, SourceId, SourceMap, Span};
use hcl2_model::{ConstantExpression, EvalContext, ExpressionRef};
use hcl2_value::{Allowance, Budget, Type, Value};

use super::declared::Declared;
use super::{DecodeAttribute, Decoder, Definitions, Place, Reading};
use crate::schema::AttributeKind;

/// An attribute that the program evaluates later, as often as it needs, such as a condition on a request.
///
/// It keeps the variables and functions that the file was loaded with, and the source for its errors. A clone is cheap,
/// and threads can share it. Each evaluation has a budget of its own, with the limits of the loader.
///
/// The expression is checked when it is decoded, if the loader defines variables: unknown names, and a result that cannot
/// be a `T`, are errors then. A loader declares a variable whose value comes later as
/// [unknown](hcl2_value::Value::unknown) of a type, and its value is converted to that type: a Rust value that becomes an
/// object may be declared as a map, and an attribute that it leaves out, such as `None`, is null. If the loader defines no
/// variables, references are only checked on evaluation.
///
/// The option `default` of such a field is a [constant](Self::constant), not an expression.
///
/// A field of the type [`ExpressionRef`] holds an expression without a type and scope, for analysis.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Lazy;
/// use hcl2_diagnostics::Error;
/// use hcl2_model::EvalContext;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Rule {
///     allow: Lazy<bool>,
/// }
///
/// fn is_allowed(rule: &Rule, user: &str) -> Result<bool, Error> {
///     let context: EvalContext<'_> = [("user", user)].into_iter().collect();
///     rule.allow.evaluate(&context)
/// }
/// ```
pub struct Lazy<T = Value> {
    expression: ExpressionRef,
    scope: Arc<Scope>,
    declared: Declared,
    target: PhantomData<fn() -> T>,
}

impl<T: DecodeAttribute> Lazy<T> {
    /// Creates a lazy value of an expression in a scope.
    #[must_use]
    pub fn new(expression: ExpressionRef, scope: Arc<Scope>) -> Self {
        Self {
            declared: Declared::of(&*expression, scope.context()),
            expression,
            scope,
            target: PhantomData,
        }
    }

    /// Creates a lazy value of a constant, as the option `default` of a field does. A string is itself, not a template.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_decode::Lazy;
    ///
    /// let limit: Lazy<u32> = Lazy::constant(10);
    /// assert_eq!(limit.evaluate(None)?, 10);
    /// # Ok::<(), hcl2_diagnostics::Error>(())
    /// ```
    #[must_use]
    pub fn constant(value: impl Into<Value>) -> Self {
        let expression = ConstantExpression {
            value: value.into(),
            span: Span::empty(SourceId::default(), 0),
        };
        Self::new(Arc::new(expression), Arc::new(Scope::new(None, None)))
    }

    /// Evaluates the expression, with the variables and functions of a context before those that the file was loaded with.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem and the lines concerned; codes are those of `hcl2::expr` and `hcl2::decode`.
    pub fn evaluate<'c>(&self, context: impl Into<Option<&'c EvalContext<'c>>>) -> Result<T, Error> {
        let outer = &self.scope.context;
        let context = context.into();
        let mut scope = context.map_or_else(|| outer.child(), |inner| inner.within(outer));
        if !context.is_some_and(EvalContext::has_budget) {
            scope.set_budget(Budget::new(self.scope.allowance));
        }
        if let Some(context) = context
            && let Err(problem) = self.declared.convert(context, &mut scope)
        {
            return Err(Error::new(problem.with_subject(self.span())).with_sources(&self.scope.sources));
        }
        let decoder = Decoder::new(&scope).with_sources(&self.scope.sources);
        match decoder.decode_attribute(&self.expression) {
            Outcome {
                value: Some(value), ..
            } => Ok(value),
            Outcome { diagnostics, .. } => Err(Error::new(diagnostics).with_sources(&self.scope.sources)),
        }
    }
}

impl<T> Lazy<T> {
    /// Returns the expression, for analysis.
    #[must_use]
    pub fn expression(&self) -> &ExpressionRef {
        &self.expression
    }

    /// Returns the range of the expression in its source.
    #[must_use]
    pub fn span(&self) -> Span {
        self.expression.span()
    }

    /// Creates an error with a message about the expression, as [`Spanned::error`](crate::Spanned::error) does.
    #[must_use]
    pub fn error(&self, message: impl fmt::Display) -> Error {
        Error::at(&self.scope.sources, self.span(), message)
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self {
            expression: Arc::clone(&self.expression),
            scope: Arc::clone(&self.scope),
            declared: self.declared.clone(),
            target: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lazy").field(&self.expression).finish()
    }
}

/// What values that are decoded keep for later: the context of their expressions, and the sources.
#[derive(Debug)]
pub struct Scope {
    context: EvalContext<'static>,
    sources: SourceMap,
    allowance: Allowance,
}

impl Scope {
    /// Creates a scope of a context and of sources.
    #[must_use]
    pub fn new(context: Option<&EvalContext<'_>>, sources: Option<&SourceMap>) -> Self {
        Self {
            context: context.map_or_else(EvalContext::new, EvalContext::flattened),
            sources: sources.cloned().unwrap_or_default(),
            allowance: context.map_or_else(Allowance::default, |context| context.budget().left()),
        }
    }

    /// Returns the context of expressions.
    #[must_use]
    pub fn context(&self) -> &EvalContext<'static> {
        &self.context
    }

    /// Returns the sources that spans point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }
}

impl<T: DecodeAttribute> DecodeAttribute for Lazy<T> {
    fn kind(_definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Expression
    }

    fn reading() -> Reading {
        Reading::Expression
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        check::<T>(expression, decoder)?;
        Some(Self::new(Arc::clone(expression), Arc::clone(decoder.scope())))
    }

    fn decode_value(_value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        super::statics::not_static(&AttributeKind::Expression, place, decoder)
    }
}

/// Evaluates an expression as far as it is known, and checks that the result can be a `T`. Returns `None` after reporting
/// an error.
fn check<T: DecodeAttribute>(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<()> {
    let context = decoder.context();
    let is_open = !context.is_some_and(EvalContext::has_variables) && !expression.variables().is_empty()
        || !context.is_some_and(EvalContext::has_functions) && !expression.functions().is_empty();
    if is_open {
        return Some(());
    }
    let value = decoder.evaluate(&**expression)?;
    let place = Place::whole(&**expression);
    if value.is_wholly_known() {
        return T::decode_value(&value, &place, decoder).map(|_| ());
    }
    let kind = T::kind(&mut Definitions::new());
    if type_of(&kind).is_none_or(|ty| value.convert(&ty).is_ok()) {
        return Some(());
    }
    let found = super::decoder::found(&value);
    decoder.error(
        codes::WRONG_TYPE,
        "Wrong type",
        format!("Expected {kind}, found {found}."),
        place.span(),
    );
    None
}

/// Returns the type that values of a kind convert to; `None` if values of several types are accepted.
fn type_of(kind: &AttributeKind) -> Option<Type> {
    match kind {
        AttributeKind::Value(ty) => Some(ty.clone()),
        AttributeKind::Integer { .. } => Some(Type::NUMBER),
        AttributeKind::OneOf(_) => Some(Type::STRING),
        AttributeKind::List(element) => Some(Type::list(type_of(element)?)),
        AttributeKind::Set(element) => Some(Type::set(type_of(element)?)),
        AttributeKind::Map(element) => Some(Type::map(type_of(element)?)),
        _ => None,
    }
}
