//! The names of types on pages.

use hcl2_value::{Type, TypeKind};

/// Returns the name of a type in lists of attributes, such as `List of String`.
pub(super) fn of_schema(ty: &Type) -> String {
    match ty.kind() {
        TypeKind::String => "String".to_owned(),
        TypeKind::Number => "Number".to_owned(),
        TypeKind::Bool => "Boolean".to_owned(),
        TypeKind::List(element) => format!("List of {}", of_schema(element)),
        TypeKind::Set(element) => format!("Set of {}", of_schema(element)),
        TypeKind::Map(element) => format!("Map of {}", of_schema(element)),
        TypeKind::Object(_) => "Object".to_owned(),
        TypeKind::Tuple(_) => "Tuple".to_owned(),
        _ => "Dynamic".to_owned(),
    }
}

/// Returns the name of a type in the signature of a function, such as `list of string`.
pub(super) fn of_signature(ty: &Type) -> String {
    match ty.kind() {
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::List(element) => format!("list of {}", of_signature(element)),
        TypeKind::Set(element) => format!("set of {}", of_signature(element)),
        TypeKind::Map(element) => format!("map of {}", of_signature(element)),
        _ => of_schema(ty).to_lowercase(),
    }
}

/// Returns the objects inside a type: itself, or the elements of its collections.
pub(super) fn object_in(ty: &Type) -> Option<&Type> {
    match ty.kind() {
        TypeKind::Object(_) => Some(ty),
        _ => object_in(ty.element_type()?),
    }
}

/// Returns a description without line breaks, as items of lists have them.
pub(super) fn on_one_line(description: &str) -> String {
    description.split_whitespace().collect::<Vec<_>>().join(" ")
}
