//! Functions that receive expressions: `try`, `can` and `convert`, and functions that a configuration defines.

mod user;

use std::sync::Arc;

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Outcome, Span, codes::decode as decode_codes, codes::expr as codes,
};
use hcl2_model::{Argument, Callable, Expression, LazyCall, LazyFunction};
use hcl2_value::{FunctionError, Type, Value};

pub use user::{UserFunctions, user_function, user_functions};

use crate::types::{TypeConstraint, plain_type_constraint, type_constraint};

/// Returns the function `try(expression...)`: the value of the first argument without an error.
#[must_use]
pub fn try_function() -> Callable {
    Callable::Lazy(Arc::new(Try))
}

/// Returns the function `can(expression)`: whether its argument has no error.
#[must_use]
pub fn can_function() -> Callable {
    Callable::Lazy(Arc::new(Can))
}

/// Returns the function `convert(value, type)`: the value, converted to a type constraint.
#[must_use]
pub fn convert_function() -> Callable {
    Callable::Lazy(Arc::new(Convert { defaults: false }))
}

/// Returns the function `convert(value, type)` of OpenTofu: the type may have optional attributes with default values.
#[must_use]
pub fn convert_with_defaults_function() -> Callable {
    Callable::Lazy(Arc::new(Convert { defaults: true }))
}

#[derive(Debug)]
struct Try;

impl LazyFunction for Try {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let context = call.context.child_without_facts();
        let mut failures = Diagnostics::new();
        for argument in &call.arguments {
            let errors = failures.error_count();
            let value = argument.evaluate(&context).report_into(&mut failures);
            if failures.error_count() > errors {
                continue;
            }
            // An unknown part may still turn out to be an error, and then the result is another argument, with other marks.
            let result = if value.is_wholly_known() {
                value
            } else {
                Value::DYNAMIC
            };
            return Ok(result.into());
        }
        if call.arguments.is_empty() {
            return Err(FunctionError::new("at least one argument is required"));
        }
        let mut message = "each of the arguments has an error".to_owned();
        for failure in failures.iter().filter(|failure| failure.is_error()) {
            let text = if failure.detail.is_empty() {
                &failure.summary
            } else {
                &failure.detail
            };
            message.push_str("; ");
            message.push_str(text.trim_end_matches('.'));
        }
        Err(FunctionError::new(message))
    }
}

#[derive(Debug)]
struct Can;

impl LazyFunction for Can {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let mut diagnostics = Diagnostics::new();
        if !check_count(call, &["expression"], false, &mut diagnostics) {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        let context = call.context.child_without_facts();
        let Outcome {
            value,
            diagnostics: failures,
        } = call.arguments[0].evaluate(&context);
        let result = if failures.has_errors() {
            Value::from(false)
        } else if value.is_wholly_known() {
            Value::from(true)
        } else {
            Value::unknown(Type::BOOL)
        };
        Ok(result.into())
    }
}

#[derive(Debug)]
struct Convert {
    /// Whether the type may have default values.
    defaults: bool,
}

impl LazyFunction for Convert {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let mut diagnostics = Diagnostics::new();
        if !check_count(call, &["value", "type"], false, &mut diagnostics) {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        let value = call.arguments[0]
            .evaluate(call.context)
            .report_into(&mut diagnostics);
        let TypeConstraint { ty, defaults } = self.type_argument(&call.arguments[1], &mut diagnostics);
        if diagnostics.has_errors() {
            return Ok(Outcome::new(Value::DYNAMIC, diagnostics));
        }
        let (value, marks) = value.unmark_deep();
        let completed = defaults.map_or_else(|| value.clone(), |defaults| defaults.apply(&value));
        let converted = completed
            .convert(&ty)
            .map_err(|error| FunctionError::for_argument(0, error.to_string()))?;
        let result = if value.is_known() {
            converted
        } else {
            Value::unknown(converted.ty().clone())
        };
        Ok(Outcome::new(result.with_marks(&marks), diagnostics))
    }
}

impl Convert {
    fn type_argument(&self, argument: &Argument, diagnostics: &mut Diagnostics) -> TypeConstraint {
        let without_defaults = |ty| TypeConstraint { ty, defaults: None };
        let Some(expression) = argument.expression() else {
            diagnostics.push(
                Diagnostic::error(decode_codes::INVALID_TYPE, "Invalid type")
                    .with_detail("The type must be an argument of its own. It cannot come from `...`.")
                    .with_subject(argument.span()),
            );
            return without_defaults(Type::DYNAMIC);
        };
        let constraint = if self.defaults {
            type_constraint(expression)
        } else {
            plain_type_constraint(expression).map(without_defaults)
        };
        constraint.report_into(diagnostics)
    }
}

/// Reports too few or too many arguments.
fn check_count<N: AsRef<str>>(
    call: &LazyCall<'_>,
    parameters: &[N],
    variadic: bool,
    diagnostics: &mut Diagnostics,
) -> bool {
    let (given, expected) = (call.arguments.len(), parameters.len());
    let plural = if expected == 1 { "" } else { "s" };
    let diagnostic = if let Some(missing) = parameters.get(given) {
        let least = if variadic { "at least " } else { "" };
        let end = call.span.end;
        let close = Span::new(call.span.source, end.saturating_sub(1), end);
        Diagnostic::error(codes::MISSING_ARGUMENT, "Missing argument")
            .with_detail(format!(
                "The function takes {least}{expected} argument{plural}; the one for `{}` is missing.",
                missing.as_ref()
            ))
            .with_subject(close)
    } else if let Some(extra) = call.arguments.get(expected).filter(|_| !variadic) {
        let subject = extra.expression().map_or(extra.span(), Expression::start_span);
        Diagnostic::error(codes::EXTRA_ARGUMENT, "Too many arguments")
            .with_detail(format!(
                "The function takes {expected} argument{plural} only. Remove the rest."
            ))
            .with_subject(subject)
    } else {
        return true;
    };
    diagnostics.push(diagnostic.with_context(call.span));
    false
}
