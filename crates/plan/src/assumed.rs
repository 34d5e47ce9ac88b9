//! Attributes that a provider may set although its schema does not say so.
//!
//! Terraform allows this to providers of the old kind: an optional attribute that the configuration omits may have a value.

use std::collections::BTreeMap;

use hcl2_terraform::table::Version;
use hcl2_terraform::table::behaviours::COMPUTES_BLOCKS;
use hcl2_value::{Str, Type, Value, ValueKind};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting, Presence};

/// Returns the number of such attributes in a planned value, which are null.
pub(crate) fn assumptions(block: &Block, value: &Value) -> usize {
    count(value, &|name, part| match block.blocks.get(name) {
        Some(nested) => sum_of_objects(nested.nesting, part, &|part| assumptions(&nested.block, part)),
        None => in_attribute(&block.attributes, name, part),
    })
}

/// Returns the sum of what each field of an object counts.
fn count(object: &Value, field: &dyn Fn(&str, &Value) -> usize) -> usize {
    let (object, _) = object.unmark();
    let fields = object.fields().into_iter().flat_map(|fields| fields.iter());
    fields.map(|(name, part)| field(name, part)).sum()
}

fn in_attribute(attributes: &BTreeMap<String, Attribute>, name: &str, value: &Value) -> usize {
    let Some(attribute) = attributes.get(name) else {
        return 0;
    };
    match &attribute.content {
        _ if value.is_null() => usize::from(is_assumed(attribute)),
        AttributeContent::Nested { attributes, nesting } => sum_of_objects(*nesting, value, &|part| {
            count(part, &|name, part| in_attribute(attributes, name, part))
        }),
        AttributeContent::Type(_) => 0,
    }
}

/// Returns the sum of what each object of a nested value counts.
fn sum_of_objects(nesting: Nesting, value: &Value, object: &dyn Fn(&Value) -> usize) -> usize {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return object(value);
    }
    let (value, _) = value.unmark();
    let parts = value.iter_elements().into_iter().flatten();
    parts.map(|(_, part)| object(&part)).sum()
}

/// Returns a planned value in which such attributes are unknown.
///
/// Providers of `version` may also compute blocks that the configuration omits; schemas in JSON do not say which.
pub(crate) fn without_assumptions(block: &Block, version: Version, value: &Value) -> Value {
    let of_attributes = without_assumed_attributes(&block.attributes, value);
    let Some(fields) = of_attributes.fields() else {
        return of_attributes;
    };
    Value::object(fields.iter().map(|(name, part)| {
        let nested = block.blocks.get(name.as_str());
        let part = match nested {
            None => part.clone(),
            Some(nested) if COMPUTES_BLOCKS.is_in(version) && is_omitted(nested, part) => {
                Value::unknown(part.ty().clone())
            }
            Some(nested) => each_object(nested.nesting, part, &|part| {
                without_assumptions(&nested.block, version, part)
            }),
        };
        (name.clone(), part)
    }))
}

fn without_assumed_attributes(attributes: &BTreeMap<String, Attribute>, value: &Value) -> Value {
    let Some(fields) = value.fields() else {
        return value.clone();
    };
    Value::object(fields.iter().map(|(name, part)| {
        let part = match attributes.get(name.as_str()) {
            Some(attribute) if part.is_null() && is_assumed(attribute) => {
                Value::unknown(attribute.implied_type())
            }
            Some(attribute) => match &attribute.content {
                AttributeContent::Nested { attributes, nesting } => each_object(*nesting, part, &|part| {
                    without_assumed_attributes(attributes, part)
                }),
                AttributeContent::Type(_) => part.clone(),
            },
            None => part.clone(),
        };
        (name.clone(), part)
    }))
}

fn is_assumed(attribute: &Attribute) -> bool {
    attribute.presence == Presence::Optional && !attribute.write_only
}

/// Returns whether the configuration has no block that a provider could compute instead.
fn is_omitted(nested: &NestedBlock, value: &Value) -> bool {
    let is_empty = || {
        let is_collection = nested.nesting != Nesting::Single && !nested.block.implied_type().has_dynamic();
        let elements = value.iter_elements().filter(|_| is_collection);
        elements.is_some_and(|elements| elements.len() == 0)
    };
    nested.min_items == 0 && nested.nesting != Nesting::Group && (value.is_null() || is_empty())
}

/// Replaces the objects of a nested value.
fn each_object(nesting: Nesting, value: &Value, make: &dyn Fn(&Value) -> Value) -> Value {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return make(value);
    }
    let same = || value.clone();
    match value.kind() {
        ValueKind::List(items) if !items.is_empty() => {
            let made: Vec<Value> = items.iter().map(make).collect();
            Value::list(Type::DYNAMIC, made).unwrap_or_else(|_| same())
        }
        ValueKind::Tuple(items) => Value::tuple(items.iter().map(make).collect::<Vec<_>>()),
        ValueKind::Set(items) if !items.is_empty() => {
            let made: Vec<Value> = items.iter().map(make).collect();
            Value::set(Type::DYNAMIC, made).unwrap_or_else(|_| same())
        }
        ValueKind::Map(fields) if !fields.is_empty() => {
            let made: Vec<(Str, Value)> = fields
                .iter()
                .map(|(key, part)| (key.clone(), make(part)))
                .collect();
            Value::map(Type::DYNAMIC, made).unwrap_or_else(|_| same())
        }
        ValueKind::Object(fields) => Value::object(
            fields
                .iter()
                .map(|(key, part)| (key.clone(), make(part)))
                .collect::<Vec<_>>(),
        ),
        _ => same(),
    }
}
