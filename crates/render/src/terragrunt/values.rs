//! Values that are merged.

use std::collections::BTreeMap;

use hcl2_value::{Type, Value, ValueKind};

use super::tables::Kind;
use super::unknown::{reason_of, unknown};

/// Values by name.
pub(super) type Named = BTreeMap<String, Value>;

/// Returns named values as an object.
pub(super) fn object_of(named: &Named) -> Value {
    Value::object(named.iter().map(|(name, value)| (name.as_str(), value.clone())))
}

/// Returns the attributes of two objects, where those of `over` win.
pub(super) fn shallow_merged(own: &Value, over: &Value) -> Value {
    match (fields_of(own), fields_of(over)) {
        (Some(mut all), Some(over)) => {
            all.extend(over);
            object_of(&all)
        }
        // Nobody knows which attributes there are.
        _ => not_merged(own, over),
    }
}

/// Returns two values merged: attributes of objects one by one, elements of lists one after the other if `appends`; of
/// anything else, `over` wins.
pub(super) fn deep_merged(own: &Value, over: &Value, appends: bool) -> Value {
    if let (Some(mut all), Some(over)) = (fields_of(own), fields_of(over)) {
        for (name, value) in over {
            let merged = match all.get(&name) {
                Some(own) => deep_merged(own, &value, appends),
                None => value,
            };
            all.insert(name, merged);
        }
        return object_of(&all);
    }
    let is_unknown = |value: &Value| !value.is_known();
    if is_unknown(own) && (fields_of(over).is_some() || elements_of(over).is_some()) {
        return not_merged(own, over);
    }
    if appends && elements_of(own).is_some() && elements_of(over).is_some() {
        return appended(own, over);
    }
    over.clone()
}

fn not_merged(own: &Value, over: &Value) -> Value {
    let reason = reason_of(own).or_else(|| reason_of(over));
    let (text, place) = match reason {
        Some(reason) => (reason.text, reason.place),
        None => ("it is merged with a value that is not an object".to_owned(), None),
    };
    unknown(Type::DYNAMIC, text, place)
}

/// Returns the elements of two lists, one after the other.
pub(super) fn appended(first: &Value, second: &Value) -> Value {
    let all = [first, second]
        .into_iter()
        .flat_map(|list| elements_of(list).unwrap_or_default());
    let all: Vec<Value> = all.collect();
    let texts = first.ty() == &Kind::Texts.ty() && second.ty() == &Kind::Texts.ty();
    let list = texts
        .then(|| Value::list(Type::STRING, all.clone()).ok())
        .flatten();
    list.unwrap_or_else(|| Value::tuple(all))
}

fn elements_of(value: &Value) -> Option<Vec<Value>> {
    match value.kind() {
        ValueKind::Marked(inner, marks) => {
            let elements = elements_of(inner)?.into_iter();
            Some(elements.map(|element| element.with_marks(marks)).collect())
        }
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => Some(items.to_vec()),
        _ => None,
    }
}

/// Returns the attributes of an object or the elements of a map.
pub(super) fn fields_of(value: &Value) -> Option<Named> {
    match value.kind() {
        ValueKind::Marked(inner, marks) => {
            let fields = fields_of(inner)?.into_iter();
            Some(
                fields
                    .map(|(name, field)| (name, field.with_marks(marks)))
                    .collect(),
            )
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => Some(
            fields
                .iter()
                .map(|(name, field)| (name.to_string(), field.clone()))
                .collect(),
        ),
        _ => None,
    }
}
