//! Conversion and unification of types, as the specification and the reference define them.

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

/// Returns whether a set with unknown parts, alone or in a tuple or object, was converted to a list of another element
/// type: both sides are unknown, ours of the requested type and the other a list of the set's own elements.
pub(super) fn partly_unknown_set(case: &Case, difference: &Difference) -> Option<bool> {
    let given = &case.given["value"];
    let (have, want) = (&difference.have, &difference.want);
    if have["type"] == want["type"] || have["type"] != without_optional(&case.given["to"]) {
        return None;
    }
    let mut found = false;
    let mut rest = vec![(Typed::of(given), Typed::of(have), Typed::of(want))];
    while let Some((given, have, want)) = rest.pop() {
        if have == want {
            continue;
        }
        match (given.ty[0].as_str()?, have.ty[0].as_str()?, want.ty[0].as_str()?) {
            ("set", "list", "list") => {
                let unknown = |side: &Typed<'_>| side.value.get("$unknown").is_some();
                let is_rule =
                    given.ty[1] == want.ty[1] && has_unknown(given.value) && unknown(&have) && unknown(&want);
                if !is_rule {
                    return None;
                }
                found = true;
            }
            ("tuple", "tuple", "tuple") => {
                for index in 0..have.value.as_array()?.len() {
                    rest.push((given.item(index)?, have.item(index)?, want.item(index)?));
                }
            }
            ("object", "object", "object") => {
                for name in have.value.as_object()?.keys() {
                    let part = (
                        given.attribute(name)?,
                        have.attribute(name)?,
                        want.attribute(name)?,
                    );
                    rest.push(part);
                }
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Returns whether the case expects a value that is not of the target type: one whose type has optional attributes, which
/// types of values do not have, or an unknown one of a type in which objects have lost their attributes.
pub(super) fn other_type_than_target(case: &Case, difference: &Difference) -> Option<bool> {
    let (have, want) = (&difference.have, &difference.want);
    let (have_type, want_type) = (have.get("type")?, want.get("type")?);
    if have["value"] != want["value"] {
        return None;
    }
    let of_value = without_optional(want_type);
    if of_value != *want_type {
        return Some(*have_type == of_value);
    }
    let target = without_optional(case.given.get("to")?);
    let is_unknown = want["value"].get("$unknown").is_some();
    Some(is_unknown && *have_type == target && has_lost_attributes(&target, want_type))
}

/// Returns whether a type is another one of which some objects have lost all attributes.
fn has_lost_attributes(target: &Json, found: &Json) -> bool {
    let is_empty = |ty: &Json| ty[1].as_object().is_some_and(Map::is_empty);
    match (target[0].as_str(), found[0].as_str()) {
        (Some("object"), Some("object")) if is_empty(found) => !is_empty(target),
        (Some("object"), Some("object")) => {
            let same = |(name, ty): (&String, &Json)| {
                let found = &found[1][name];
                ty == found || has_lost_attributes(ty, found)
            };
            target != found && target[1].as_object().is_some_and(|types| types.iter().all(same))
        }
        (Some("tuple"), Some("tuple")) => match (target[1].as_array(), found[1].as_array()) {
            (Some(a), Some(b)) => {
                let same = |(a, b): (&Json, &Json)| a == b || has_lost_attributes(a, b);
                target != found && a.len() == b.len() && a.iter().zip(b).all(same)
            }
            _ => false,
        },
        (Some(a), Some(b)) => a == b && has_lost_attributes(&target[1], &found[1]),
        _ => false,
    }
}

/// A value and its type, in the notation of cases.
#[derive(Clone, Copy, PartialEq)]
struct Typed<'a> {
    ty: &'a Json,
    value: &'a Json,
}

impl<'a> Typed<'a> {
    fn of(typed: &'a Json) -> Self {
        Self {
            ty: &typed["type"],
            value: &typed["value"],
        }
    }

    fn item(&self, index: usize) -> Option<Self> {
        Some(Self {
            ty: self.ty[1].get(index)?,
            value: self.value.get(index)?,
        })
    }

    fn attribute(&self, name: &str) -> Option<Self> {
        Some(Self {
            ty: self.ty[1].get(name)?,
            value: self.value.get(name)?,
        })
    }
}

/// Returns whether a value in the notation of cases has an unknown part.
fn has_unknown(value: &Json) -> bool {
    match value {
        Json::Object(fields) => fields.contains_key("$unknown") || fields.values().any(has_unknown),
        Json::Array(items) => items.iter().any(has_unknown),
        _ => false,
    }
}
