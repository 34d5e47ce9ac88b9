//! Splitting and joining the values of blocks of one kind.

use hcl2_value::{InconsistentTypes, Str, Type, Value};

use super::{NestedBlock, Nesting};

/// The key of a block in a map, and its value.
pub(super) type Item = (Option<Str>, Value);

/// Returns the values of the blocks in a known value; `None` if it is not a value of blocks.
pub(super) fn split(nesting: Nesting, value: &Value) -> Option<Vec<Item>> {
    match nesting {
        Nesting::Single | Nesting::Group => Some(vec![(None, value.clone())]),
        Nesting::List | Nesting::Set => {
            let elements = value.elements()?;
            Some(elements.iter().map(|value| (None, value.clone())).collect())
        }
        Nesting::Map => {
            let fields = value.fields()?.iter();
            Some(
                fields
                    .map(|(key, value)| (Some(key.clone()), value.clone()))
                    .collect(),
            )
        }
    }
}

/// Returns the value of all blocks of a kind of lists, sets or maps.
pub(super) fn collect(schema: &NestedBlock, items: Vec<Item>) -> Result<Value, InconsistentTypes> {
    collect_as(schema.nesting, &schema.block.implied_type(), items)
}

/// Collects as [`collect`] does, for objects of the type `object`.
pub(super) fn collect_as(
    nesting: Nesting,
    object: &Type,
    items: Vec<Item>,
) -> Result<Value, InconsistentTypes> {
    let keyed = |items: Vec<Item>| {
        items
            .into_iter()
            .map(|(key, value)| (key.unwrap_or_default(), value))
    };
    let values = |items: Vec<Item>| items.into_iter().map(|(_, value)| value);
    match nesting {
        Nesting::Map if object.has_dynamic() => Ok(Value::object(keyed(items))),
        Nesting::Map => Value::map(object.clone(), keyed(items)),
        Nesting::Set => Value::set(object.clone(), values(items)),
        _ if object.has_dynamic() => Ok(Value::tuple(values(items))),
        _ => Value::list(object.clone(), values(items)),
    }
}
