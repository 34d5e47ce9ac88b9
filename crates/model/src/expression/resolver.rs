//! Resolvers: names that an application supplies on demand.

use std::fmt;

use hcl2_value::Value;

use crate::{Callable, Traversal};

/// A supplier of variables and functions that no scope of a context defines.
///
/// [`EvalContext::set_resolver`](crate::EvalContext::set_resolver) sets it. It is called each time an expression uses
/// such a name, so it should cache expensive results. A closure that takes a name is a resolver of variables.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_diagnostics::{SourceId, Span};
/// use hcl2_model::{EvalContext, ResolveError, Traversal};
/// use hcl2_value::{Type, Value};
///
/// let mut context = EvalContext::new();
/// context.set_resolver(Arc::new(|name: &str| match name {
///     "region" => Ok(Some(Value::from("eu-1"))),
///     "address" => Ok(Some(Value::unknown(Type::STRING))),
///     "secret" => Err(ResolveError::new("the vault is locked")),
///     _ => Ok(None),
/// }));
///
/// let span = Span::empty(SourceId::default(), 0);
/// let region = Traversal::from_variable("region", span).evaluate(Some(&context));
/// assert_eq!(region.into_result(), Ok(Value::from("eu-1")));
///
/// let secret = Traversal::from_variable("secret", span).evaluate(Some(&context));
/// assert_eq!(secret.diagnostics[0].detail, "The variable `secret` has no value: the vault is locked.");
/// ```
pub trait Resolver: Send + Sync {
    /// Returns the value of a variable, possibly unknown, or `None` if the resolver has no such variable.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if the variable exists, but has no value. It is reported at the reference.
    fn variable(&self, _name: &str) -> Result<Option<Value>, ResolveError> {
        Ok(None)
    }

    /// Returns the value of a whole reference, such as `attr.kernel.name`, to a variable that no scope defines. `None` leaves
    /// it to [`variable`](Self::variable).
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if the reference has no value. It is reported at the reference.
    fn reference(&self, _reference: &Traversal) -> Result<Option<Value>, ResolveError> {
        Ok(None)
    }

    /// Returns a function, or `None` if the resolver has no such function. The name may have namespaces
    /// (`provider::aws::arn_parse`).
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if the function exists, but cannot be supplied. It is reported at the call.
    fn function(&self, _name: &str) -> Result<Option<Callable>, ResolveError> {
        Ok(None)
    }
}

impl<F> Resolver for F
where
    F: Fn(&str) -> Result<Option<Value>, ResolveError> + Send + Sync,
{
    fn variable(&self, name: &str) -> Result<Option<Value>, ResolveError> {
        self(name)
    }
}

/// The error of a [`Resolver`] that knows a name, but cannot supply its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    message: String,
}

impl ResolveError {
    /// Creates an error with a reason: a clause without a full stop.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ResolveError {}
