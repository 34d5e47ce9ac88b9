//! What schemas say of the parts of blocks.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostics, codes::body::MISSING_ATTRIBUTE};
use hcl2_model::{BodyRef, BodySchema};
use hcl2_value::{Fields, Value};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting, Presence};

/// Returns the attribute names of the value of a block.
pub(crate) fn names_in(block: &Block) -> impl Iterator<Item = &str> {
    let blocks = block.blocks.keys();
    block.attributes.keys().chain(blocks).map(String::as_str)
}

/// Returns the attributes of the objects of an attribute, if their schemas are given.
pub(super) fn nested(attribute: &Attribute) -> Option<&BTreeMap<String, Attribute>> {
    match &attribute.content {
        AttributeContent::Type(_) => None,
        AttributeContent::Nested { attributes, .. } => Some(attributes),
    }
}

/// Returns how many of the names on a path to a part of a block lead to the first deprecated attribute or nested block.
pub(crate) fn deprecated_in(block: &Block, path: &[&str]) -> Option<usize> {
    let (first, rest) = path.split_first()?;
    if let Some(nested) = block.blocks.get(*first) {
        return match nested.block.deprecated {
            true => Some(1),
            false => deprecated_in(&nested.block, rest).map(|names| names + 1),
        };
    }
    let mut attribute = block.attributes.get(*first)?;
    let mut names = 1;
    for name in rest {
        if attribute.deprecated {
            break;
        }
        let Some(inner) = nested(attribute).and_then(|attributes| attributes.get(*name)) else {
            break;
        };
        attribute = inner;
        names += 1;
    }
    attribute.deprecated.then_some(names)
}

/// Returns whether a block has an attribute with a name that only the provider sets.
pub(crate) fn is_computed(block: &Block, name: &str) -> bool {
    let attribute = block.attributes.get(name);
    attribute.is_some_and(|attribute| attribute.presence == Presence::Computed)
}

/// Returns the name of what only the provider sets, if the value of an argument sets it: its own, or that of an attribute in
/// its value.
pub(crate) fn computed_in<'s>(block: &'s Block, name: &'s str, value: &Value) -> Option<&'s str> {
    computed_of(block.attributes.get(name)?, name, value)
}

fn computed_of<'s>(attribute: &'s Attribute, name: &'s str, value: &Value) -> Option<&'s str> {
    if attribute.presence == Presence::Computed {
        return (!value.is_null()).then_some(name);
    }
    let AttributeContent::Nested { attributes, nesting } = &attribute.content else {
        return None;
    };
    objects_in(value, *nesting).into_iter().find_map(|object| {
        let mut attributes = attributes.iter();
        attributes.find_map(|(name, attribute)| computed_of(attribute, name, object.get(name)?))
    })
}

/// Returns whether an unmarked value of a block sets what only the provider sets.
pub(crate) fn sets_computed(block: &Block, value: &Value) -> bool {
    let is_set = |(name, attribute): (&String, &Attribute)| {
        let value = value.get(name);
        value.is_some_and(|value| computed_of(attribute, name, value).is_some())
    };
    let is_set_in = |(name, nested): (&String, &NestedBlock)| {
        let blocks = value.get(name).map(|value| objects_in(value, nested.nesting));
        let mut blocks = blocks.into_iter().flatten();
        blocks.any(|own| sets_computed(&nested.block, own))
    };
    block.attributes.iter().any(is_set) || block.blocks.iter().any(is_set_in)
}

/// Returns the objects in an unmarked value: itself if it is one, or else its elements.
fn objects_in(value: &Value, nesting: Nesting) -> Vec<&Value> {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return vec![value];
    }
    let fields = value.fields().into_iter().flat_map(Fields::iter);
    let fields = fields.map(|(_, value)| value);
    value.elements().into_iter().flatten().chain(fields).collect()
}

/// Returns a problem for each required attribute that a body does not set.
pub(crate) fn missing_in(block: &Block, body: &BodyRef) -> Diagnostics {
    let attributes = block.attributes.iter();
    let required = attributes.filter(|(_, attribute)| attribute.presence == Presence::Required);
    let schema = required.fold(BodySchema::new(), |schema, (name, _)| {
        schema.required(name.as_str())
    });
    let mut problems = body.partial_content(&schema).diagnostics;
    problems.retain(|problem| problem.code == MISSING_ATTRIBUTE);
    problems
}
