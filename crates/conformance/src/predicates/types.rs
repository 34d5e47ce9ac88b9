//! Unification of types, as the specification and the reference define it.

use serde_json::{Map, Value as Json};

use crate::case::Case;
use crate::compare::Difference;

/// Returns whether the case expects what the reference makes of maps and objects, or lists and tuples, in two steps, and
/// not all of the types convert to that in one step. What is found instead, if anything, all of them convert to.
pub(super) fn unconvertible_result(case: &Case, difference: &Difference) -> Option<bool> {
    let is_safe = match difference.what.as_str() {
        "safe" => true,
        "unsafe" => false,
        _ => return None,
    };
    let types = case.given["types"].as_array()?;
    let all_convert = |to: &Json| types.iter().all(|ty| converts(ty, to, is_safe));
    let (have, want) = (&difference.have, &difference.want);
    let is_of_reference = in_two_steps(types, is_safe).as_ref() == Some(want);
    Some(is_of_reference && !all_convert(want) && (have.is_null() || all_convert(have)))
}

/// Returns the type that the reference unifies maps and objects to, or lists and tuples: it first unifies the objects to a
/// map, then that with the maps.
fn in_two_steps(types: &[Json], is_safe: bool) -> Option<Json> {
    let (collection, structure) = match types.iter().find_map(|ty| ty[0].as_str())? {
        "map" | "object" => ("map", "object"),
        "list" | "tuple" => ("list", "tuple"),
        _ => return None,
    };
    let mut parts = Vec::new();
    let mut elements = Vec::new();
    for ty in types {
        match (ty[0].as_str()?, &ty[1]) {
            (kind, element) if kind == collection => elements.push(element.clone()),
            (kind, Json::Object(attributes)) if kind == structure => {
                parts.extend(attributes.values().cloned())
            }
            (kind, Json::Array(items)) if kind == structure => parts.extend(items.iter().cloned()),
            _ => return None,
        }
    }
    elements.push(most_general(&parts, is_safe)?);
    Some(serde_json::json!([collection, most_general(&elements, is_safe)?]))
}

/// Returns the type among `types` to which all convert: a string if there is one, and the dynamic pseudo-type last, or if
/// all others are collections or structures of one kind.
fn most_general(types: &[Json], is_safe: bool) -> Option<Json> {
    let others = || types.iter().filter(|ty| *ty != "dynamic");
    let kind = others().find_map(|ty| ty[0].as_str());
    if others().count() < types.len() && kind.is_some() && others().all(|ty| ty[0].as_str() == kind) {
        return Some("dynamic".into());
    }
    let rank = |ty: &&Json| match ty.as_str() {
        Some("string") => 0,
        Some("dynamic") => 2,
        _ => 1,
    };
    let mut candidates: Vec<&Json> = types.iter().collect();
    candidates.sort_by_key(rank);
    let found = candidates
        .into_iter()
        .find(|candidate| types.iter().all(|ty| converts(ty, candidate, is_safe)));
    found.map(without_optional)
}

/// Returns whether one type converts to another, only by safe conversions if `is_safe`, or also by those that may fail.
fn converts(from: &Json, to: &Json, is_safe: bool) -> bool {
    if to == "dynamic" || without_optional(from) == without_optional(to) {
        return true;
    }
    if from == "dynamic" {
        return !is_safe;
    }
    let inner = |from: &Json, to: &Json| converts(from, to, is_safe);
    let kind = |ty: &Json| {
        ty.as_str()
            .or_else(|| ty[0].as_str())
            .unwrap_or_default()
            .to_owned()
    };
    let (a, b) = (&from[1], &to[1]);
    match (kind(from).as_str(), kind(to).as_str()) {
        ("bool" | "number", "string") => true,
        ("string", "bool" | "number") => !is_safe,
        ("list" | "set", "list") | ("set", "set") | ("map", "map") => inner(a, b),
        ("list", "set") => !is_safe && inner(a, b),
        ("tuple", "list" | "set") => a
            .as_array()
            .is_some_and(|types| types.iter().all(|ty| inner(ty, b))),
        ("tuple", "tuple") => match (a.as_array(), b.as_array()) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| inner(a, b)),
            _ => false,
        },
        ("object", "map") => a
            .as_object()
            .is_some_and(|types| types.values().all(|ty| inner(ty, b))),
        ("map", "object") => {
            !is_safe
                && b.as_object()
                    .is_some_and(|types| types.values().all(|ty| inner(a, ty)))
        }
        ("object", "object") => {
            let optional = |name: &str| {
                to[2]
                    .as_array()
                    .is_some_and(|names| names.iter().any(|other| other == name))
            };
            let found = |(name, ty): (&String, &Json)| match a.get(name) {
                Some(from) => inner(from, ty),
                None => optional(name),
            };
            b.as_object().is_some_and(|types| types.iter().all(found))
        }
        _ => false,
    }
}

/// Returns a type without its optional attributes, which values do not have.
fn without_optional(ty: &Json) -> Json {
    match ty {
        Json::Array(parts) if parts.first().is_some_and(|kind| kind == "object") => {
            parts.iter().take(2).map(without_optional).collect()
        }
        Json::Array(parts) => parts.iter().map(without_optional).collect(),
        Json::Object(attributes) => {
            let attributes = attributes
                .iter()
                .map(|(name, ty)| (name.clone(), without_optional(ty)));
            attributes.collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// Returns whether the case expects a value whose type has optional attributes, which types of values do not have.
pub(super) fn type_with_optional_attributes(difference: &Difference) -> Option<bool> {
    let (have, want) = (&difference.have, &difference.want);
    let (have_type, want_type) = (have.get("type")?, want.get("type")?);
    let of_value = without_optional(want_type);
    Some(have["value"] == want["value"] && of_value != *want_type && *have_type == of_value)
}
