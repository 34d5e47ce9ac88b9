//! Values that instances are made of.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{Type, TypeKind, Value};

use crate::table::names;

/// What is wrong with the value of `count` or `for_each`; an import may have a tuple, too.
pub(super) fn problem(argument: &str, value: &Value, takes_lists: bool) -> Option<Diagnostic> {
    let (plain, marks) = value.unmark_deep();
    if marks.contains(&ephemeral_mark()) {
        return Some(
            Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral instances").with_detail(
                "The number and the keys of instances are kept, and this is made of ephemeral values, which are gone after a run.",
            ),
        );
    }
    let (summary, found) = if argument == names::COUNT {
        ("Invalid number of instances", wrong_count(&plain)?)
    } else if marks.contains(&sensitive_mark()) {
        (
            "Invalid collection of instances",
            "The keys of instances are shown, and this collection is made of sensitive values.".to_owned(),
        )
    } else {
        (
            "Invalid collection of instances",
            wrong_collection(&plain, takes_lists)?,
        )
    };
    Some(Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(found))
}

fn wrong_count(value: &Value) -> Option<String> {
    let wanted = "A whole number of instances is expected, 0 or more";
    if value.is_null() {
        return Some(format!("{wanted}, and this is null."));
    }
    let Ok(number) = value.convert(&Type::NUMBER) else {
        return Some(format!("{wanted}, and this is {}.", value.ty().friendly_name()));
    };
    let number = number.as_number()?;
    u64::try_from(number)
        .is_err()
        .then(|| format!("{wanted}, and this is {number}."))
}

fn wrong_collection(value: &Value, takes_lists: bool) -> Option<String> {
    let wanted = "A map, an object or a set of strings is expected, with an instance for each element";
    let ty = value.ty();
    if value.is_null() {
        return Some(format!("{wanted}, and this is null."));
    }
    match ty.kind() {
        TypeKind::Dynamic | TypeKind::Map(_) | TypeKind::Object(_) => None,
        TypeKind::Set(element) if element.is_dynamic() || *element == Type::STRING => {
            let elements = value.elements()?;
            let has_null = elements.iter().any(Value::is_null);
            has_null.then(|| format!("{wanted}, and this set has null in it."))
        }
        TypeKind::List(_) | TypeKind::Tuple(_) if takes_lists => None,
        TypeKind::List(_) | TypeKind::Tuple(_) => Some(format!(
            "{wanted}, and this is {}. Where its elements are different strings, make it a set: `toset(…)`.",
            ty.friendly_name()
        )),
        _ => Some(format!("{wanted}, and this is {}.", ty.friendly_name())),
    }
}

/// What is wrong with the identity of what is imported.
pub(super) fn no_id(value: &Value) -> Option<Diagnostic> {
    let (plain, _) = value.unmark_deep();
    let found = if plain.is_null() {
        "null"
    } else if plain.as_str() == Some("") {
        "empty"
    } else {
        return None;
    };
    Some(
        Diagnostic::error(codes::INVALID_VALUE, "Nothing to import").with_detail(format!(
            "The identity of what is to be imported is expected, and this is {found}."
        )),
    )
}
