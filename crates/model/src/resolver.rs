//! Names that a context does not define, but that an application can supply when they are asked for.

use std::fmt;

use hcl2_value::Value;

use crate::Callable;

/// Supplies variables and functions that no scope of a context defines.
///
/// It is set with [`EvalContext::set_resolver`](crate::EvalContext::set_resolver), and asked each time that an
/// expression uses such a name; so it should keep what is costly to make. A closure that takes a name is a resolver of
/// variables.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_diagnostics::{Diagnostics, SourceId, Span};
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
/// let mut diagnostics = Diagnostics::new();
/// let region = Traversal::from_variable("region", span).evaluate(Some(&context)).report_into(&mut diagnostics);
/// assert_eq!(region, Value::from("eu-1"));
/// assert!(diagnostics.is_empty());
///
/// Traversal::from_variable("secret", span).evaluate(Some(&context)).report_into(&mut diagnostics);
/// assert_eq!(diagnostics[0].detail, "The variable `secret` has no value: the vault is locked.");
/// ```
pub trait Resolver: Send + Sync {
    /// The value of a variable, which may be unknown; `None` where this resolver does not know the name.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] where there is such a variable, but no value for it; it is reported where the variable stands.
    fn variable(&self, _name: &str) -> Result<Option<Value>, ResolveError> {
        Ok(None)
    }

    /// The function with a name, which may have namespaces (`provider::aws::arn_parse`); `None` where this resolver does
    /// not know it.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] where there is such a function, but it cannot be had; it is reported where the name stands.
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

/// Why a [`Resolver`] cannot supply what it knows by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    message: String,
}

impl ResolveError {
    /// An error with a reason, which is a clause without a full stop.
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
