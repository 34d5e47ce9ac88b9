//! Conditions: validations of variables, preconditions, postconditions and assertions.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::ExpressionRef;
use hcl2_value::{Type, Value};

use crate::address::Address;
use crate::module::Validation;

/// The result of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The condition holds.
    Pass,
    /// The condition is unknown.
    Unknown,
    /// The condition does not hold. Its error message follows, unless that cannot be shown.
    Fail(Option<String>),
    /// The condition cannot be evaluated, or is neither true nor false.
    Error,
}

impl Validation {
    /// Returns the result of the condition, which belongs to `object`.
    ///
    /// A condition that does not hold is `hcl2::terraform::refused-value` for variables and `failed-condition` for other
    /// objects, at `place` or else at the condition; one that is neither true nor false is `invalid-value`.
    pub fn verdict<'v>(
        &'v self,
        object: &Address,
        place: Option<Span>,
        mut evaluate: impl FnMut(&'v ExpressionRef) -> Outcome<Value>,
        diagnostics: &mut Diagnostics,
    ) -> Verdict {
        let Some(condition) = &self.condition else {
            return Verdict::Error;
        };
        let value = evaluate(condition);
        let has_errors = value.has_errors();
        let value = value.report_into(diagnostics);
        if has_errors {
            return Verdict::Error;
        }
        match holds(&value, condition.span()) {
            Ok(Some(true)) => Verdict::Pass,
            Ok(None) => Verdict::Unknown,
            Ok(Some(false)) => {
                let message = self.error_message.as_ref().map(evaluate);
                let message = message.and_then(|message| message_text(&message.value));
                let problem = match object {
                    Address::Variable(name) => {
                        Diagnostic::error(codes::REFUSED_VALUE, format!("Failed validation of `{name}`"))
                    }
                    _ => Diagnostic::error(codes::FAILED_CONDITION, "Failed condition"),
                };
                let problem = problem.with_detail(shown(message.clone()));
                let own = condition.span();
                diagnostics.push(match place {
                    Some(place) => problem.with_subject(place).with_label(own, "the condition"),
                    None => problem.with_subject(own),
                });
                Verdict::Fail(message)
            }
            Err(problem) => {
                diagnostics.push(*problem);
                Verdict::Error
            }
        }
    }
}

/// Returns whether a condition with a value holds, `None` if that is unknown; `place` is that of the condition.
///
/// # Errors
///
/// A value that is neither true nor false: `hcl2::terraform::invalid-value`.
pub fn holds(condition: &Value, place: Span) -> Result<Option<bool>, Box<Diagnostic>> {
    let (plain, _) = condition.unmark_deep();
    if !plain.is_known() {
        return Ok(None);
    }
    match wrong_type(&plain, &Type::BOOL, "true or false") {
        Some(problem) => Err(Box::new(problem.with_subject(place))),
        None => Ok(plain.convert(&Type::BOOL).ok().and_then(|holds| holds.as_bool())),
    }
}

/// Returns what is reported of an error message: its text, unless that cannot be shown.
#[must_use]
pub fn shown_message(message: &Value) -> String {
    shown(message_text(message))
}

fn shown(text: Option<String>) -> String {
    text.unwrap_or_else(|| "The condition does not hold, and its error message cannot be shown.".to_owned())
}

/// Returns the text of an error message; `None` if it cannot be shown.
pub(crate) fn message_text(message: &Value) -> Option<String> {
    if message.contains_marked() {
        return None;
    }
    let text = message.convert(&Type::STRING).ok()?;
    text.as_str().map(|text| text.trim().to_owned())
}

/// Reports a value of a condition or message that can never be of a type.
pub(crate) fn wrong_type(value: &Value, ty: &Type, expected: &str) -> Option<Diagnostic> {
    let (value, _) = value.unmark_deep();
    let found = if value.is_null() {
        "null".to_owned()
    } else if value.convert(ty).is_err() {
        value.ty().friendly_name()
    } else {
        return None;
    };
    Some(
        Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
            .with_detail(format!("Expected {expected}, found {found}.")),
    )
}
