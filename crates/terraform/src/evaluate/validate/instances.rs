//! Validation of `count` and `for_each`.

use hcl2_diagnostics::{Diagnostic, Severity, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{Type, TypeKind, Value};

use crate::module::if_planned;
use crate::table::names;

/// Checks the known parts of the value of `count`, `for_each` or `enabled`. In imports, it may be a tuple, null, a set of any type or
/// sensitive, and only a plan refuses ephemeral values. The diagnostic
/// has no range yet; its code is `hcl2::terraform::invalid-instances` or `ephemeral-value`. It is a warning for an unknown
/// set whose elements are no strings, which is valid if it is empty.
#[must_use]
pub fn problem(argument: &str, value: &Value, is_import: bool) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    // The values of a map may be sensitive, but not the map itself.
    let own = value.unmark().1;
    if marks.contains(&ephemeral_mark()) {
        let problem = Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral instances").with_detail(
            "The number and keys of instances are stored, so they cannot be derived from ephemeral values.",
        );
        return Some(if_planned(problem, is_import));
    }
    if argument == names::ENABLED {
        if own.contains(&sensitive_mark()) {
            let found = "Whether an object exists is shown, so it cannot be derived from sensitive values.";
            return Some(invalid("Invalid condition of an instance", found.to_owned()));
        }
        return Some(invalid(
            "Invalid condition of an instance",
            wrong_condition(&plain)?,
        ));
    }
    if argument == names::COUNT {
        let found = wrong_count(&plain)?;
        return Some(invalid("Invalid number of instances", found));
    }
    let summary = "Invalid collection of instances";
    if own.contains(&sensitive_mark()) && !is_import {
        let found = "The keys of instances are shown, so they cannot be derived from sensitive values.";
        return Some(invalid(summary, found.to_owned()));
    }
    let mut problem = invalid(summary, wrong_collection(&plain, is_import)?);
    // A set of another type may turn out to be empty.
    if matches!(plain.ty().kind(), TypeKind::Set(_)) && !plain.is_known() {
        problem.severity = Severity::Warning;
    }
    Some(problem)
}

/// Checks the known parts of the value of `prevent_destroy`. The diagnostic has no range yet; its code is
/// `hcl2::terraform::invalid-value` or `ephemeral-value`.
#[must_use]
pub fn prevention_problem(value: &Value) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    if marks.contains(&ephemeral_mark()) {
        let detail = "Whether an object may be destroyed must be the same when a plan is applied, so it cannot be derived \
                      from ephemeral values.";
        return Some(Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral prevention").with_detail(detail));
    }
    let detail = if marks.contains(&sensitive_mark()) {
        "Whether an object may be destroyed is shown, so it cannot be derived from sensitive values."
            .to_owned()
    } else if plain.convert(&Type::BOOL).is_err() {
        format!(
            "Expected whether to prevent that objects are destroyed, true or false, found {}.",
            plain.ty().friendly_name()
        )
    } else {
        return None;
    };
    Some(Diagnostic::error(codes::INVALID_VALUE, "Invalid prevention").with_detail(detail))
}

fn invalid(summary: &'static str, found: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(found)
}

fn wrong_condition(value: &Value) -> Option<String> {
    let found = match (value.is_null(), value.convert(&Type::BOOL)) {
        (true, _) => "null".to_owned(),
        (false, Err(_)) => value.ty().friendly_name(),
        (false, Ok(_)) => return None,
    };
    Some(format!(
        "Expected whether the object exists, true or false, found {found}."
    ))
}

fn wrong_count(value: &Value) -> Option<String> {
    let wanted = "Expected a whole number of instances, 0 or more";
    if value.is_null() {
        return Some(format!("{wanted}, found null."));
    }
    let Ok(number) = value.convert(&Type::NUMBER) else {
        return Some(format!("{wanted}, found {}.", value.ty().friendly_name()));
    };
    let number = number.as_number()?;
    u64::try_from(number)
        .is_err()
        .then(|| format!("{wanted}, found {number}."))
}

fn wrong_collection(value: &Value, is_import: bool) -> Option<String> {
    let wanted = "Expected a map, an object or a set of strings, with an instance for each element";
    let ty = value.ty();
    if value.is_null() {
        return (!is_import).then(|| format!("{wanted}, found null."));
    }
    match ty.kind() {
        TypeKind::Dynamic | TypeKind::Map(_) | TypeKind::Object(_) => None,
        TypeKind::Set(_) | TypeKind::List(_) | TypeKind::Tuple(_) if is_import => None,
        TypeKind::Set(element) if element.is_dynamic() || *element == Type::STRING => {
            let elements = value.elements()?;
            let has_null = elements.iter().any(Value::is_null);
            has_null.then(|| format!("{wanted}, found a set that contains null."))
        }
        // Without elements, their type does not matter.
        TypeKind::Set(_) if value.elements().is_some_and(|elements| elements.is_empty()) => None,
        TypeKind::List(_) | TypeKind::Tuple(_) => Some(format!(
            "{wanted}, found {}. If its elements are distinct strings, convert it with `toset(…)`.",
            ty.friendly_name()
        )),
        _ => Some(format!("{wanted}, found {}.", ty.friendly_name())),
    }
}
