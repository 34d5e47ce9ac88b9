//! Attributes that a provider may set although its schema does not say so.
//!
//! Terraform allows this to providers of the old kind: an optional attribute that the configuration omits may have a value.

use std::collections::BTreeMap;

use hcl2_value::{Str, Type, Value, ValueKind};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, Nesting, Presence};

/// Returns a planned value in which such attributes are unknown.
pub(crate) fn without_assumptions(block: &Block, value: &Value) -> Value {
    replaced(block, value, &mut |attribute| {
        Value::unknown(attribute.implied_type())
    })
}

/// Returns the number of such attributes in a planned value, which are null.
pub(crate) fn assumptions(block: &Block, value: &Value) -> usize {
    let mut count = 0;
    replaced(block, value, &mut |attribute| {
        count += 1;
        Value::null(attribute.implied_type())
    });
    count
}

/// Replaces the attributes of a block that are null, optional and not computed.
fn replaced(block: &Block, value: &Value, make: &mut dyn FnMut(&Attribute) -> Value) -> Value {
    let of_attributes = replaced_attributes(&block.attributes, value, make);
    let Some(fields) = of_attributes.fields() else {
        return of_attributes;
    };
    Value::object(fields.iter().map(|(name, part)| {
        let nested = block.blocks.get(name.as_str());
        let part = nested.map_or_else(
            || part.clone(),
            |nested| {
                each_object(nested.nesting, part, &mut |part| {
                    replaced(&nested.block, part, make)
                })
            },
        );
        (name.clone(), part)
    }))
}

fn replaced_attributes(
    attributes: &BTreeMap<String, Attribute>,
    value: &Value,
    make: &mut dyn FnMut(&Attribute) -> Value,
) -> Value {
    let Some(fields) = value.fields() else {
        return value.clone();
    };
    Value::object(fields.iter().map(|(name, part)| {
        let part = match attributes.get(name.as_str()) {
            Some(attribute) if part.is_null() && is_assumed(attribute) => make(attribute),
            Some(attribute) => match &attribute.content {
                AttributeContent::Nested { attributes, nesting } => {
                    each_object(*nesting, part, &mut |part| {
                        replaced_attributes(attributes, part, make)
                    })
                }
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

/// Replaces the objects of a nested value.
fn each_object(nesting: Nesting, value: &Value, make: &mut dyn FnMut(&Value) -> Value) -> Value {
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
