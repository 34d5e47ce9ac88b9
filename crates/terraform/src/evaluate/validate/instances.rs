//! Validation of `count` and `for_each`.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{Type, TypeKind, Value};

use crate::table::names;

/// Checks the known parts of the value of `count` or `for_each`, which may be a tuple or null in imports. The diagnostic
/// has no range yet; its code is `hcl2::terraform::invalid-instances` or `ephemeral-value`.
#[must_use]
pub fn problem(argument: &str, value: &Value, is_import: bool) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    // The values of a map may be sensitive, but not the map itself.
    let own = value.unmark().1;
    if marks.contains(&ephemeral_mark()) {
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral instances").with_detail(
                "The number and keys of instances are stored, so they cannot be derived from ephemeral values.",
            ),
        );
    }
    let (summary, found) = if argument == names::COUNT {
        ("Invalid number of instances", wrong_count(&plain)?)
    } else if own.contains(&sensitive_mark()) {
        (
            "Invalid collection of instances",
            "The keys of instances are shown, so they cannot be derived from sensitive values.".to_owned(),
        )
    } else {
        (
            "Invalid collection of instances",
            wrong_collection(&plain, is_import)?,
        )
    };
    Some(Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(found))
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
        TypeKind::Set(element) if element.is_dynamic() || *element == Type::STRING => {
            let elements = value.elements()?;
            let has_null = elements.iter().any(Value::is_null);
            has_null.then(|| format!("{wanted}, found a set that contains null."))
        }
        TypeKind::List(_) | TypeKind::Tuple(_) if is_import => None,
        TypeKind::List(_) | TypeKind::Tuple(_) => Some(format!(
            "{wanted}, found {}. If its elements are distinct strings, convert it with `toset(…)`.",
            ty.friendly_name()
        )),
        _ => Some(format!("{wanted}, found {}.", ty.friendly_name())),
    }
}
