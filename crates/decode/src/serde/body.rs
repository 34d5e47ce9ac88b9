//! Bodies as values, without a schema.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::{Body, EvalContext, Name};
use hcl2_value::Value;

/// Evaluates a body to an object, without a schema.
///
/// Each attribute of the body becomes an attribute of the object. The blocks of a type become one attribute with the name
/// of the type: an object for the body, inside an object for each label. Several blocks with the same type and labels
/// become a tuple of objects, in source order.
///
/// Reading without a schema has limits. One block becomes an object and several become a tuple, so a field for any number
/// of blocks has to accept both. In JSON, where only a schema distinguishes blocks from attributes, everything is an
/// attribute, and an array stays a tuple. All blocks of a type must have the same number of labels.
pub fn body_value(body: &dyn Body, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
    let mut diagnostics = Diagnostics::new();
    let value = read(body, context, &mut diagnostics);
    Outcome::new(value, diagnostics)
}

/// Evaluates a body. The recursion is as deep as the blocks, which the parser limits.
fn read(body: &dyn Body, context: Option<&EvalContext<'_>>, diagnostics: &mut Diagnostics) -> Value {
    let content = body.content(&body.implied_schema()).report_into(diagnostics);
    let mut fields: BTreeMap<Name, Value> = BTreeMap::new();
    for attribute in content.attributes.iter() {
        let value = attribute.expression.evaluate(context).report_into(diagnostics);
        fields.insert(attribute.name.clone(), value);
    }
    let mut by_labels: BTreeMap<Name, BTreeMap<Vec<Name>, Vec<Value>>> = BTreeMap::new();
    for block in &content.blocks {
        let labels = block.labels.iter().map(|label| label.text.clone()).collect();
        let value = read(&*block.body, context, diagnostics);
        let of_type = by_labels.entry(block.block_type.clone()).or_default();
        of_type.entry(labels).or_default().push(value);
    }
    for (block_type, blocks) in by_labels {
        let blocks: Vec<(Vec<Name>, Value)> = blocks
            .into_iter()
            .map(|(labels, mut values)| match values.len() {
                1 => (labels, values.swap_remove(0)),
                _ => (labels, Value::tuple(values)),
            })
            .collect();
        fields.insert(block_type, nested(&blocks, 0));
    }
    Value::object(fields.iter().map(|(name, value)| (name.as_str(), value.clone())))
}

/// Makes nested objects of blocks, which are sorted by their labels, from the label at `level` on.
fn nested(blocks: &[(Vec<Name>, Value)], level: usize) -> Value {
    let Some((first, value)) = blocks.first() else {
        return Value::object::<&str>([]);
    };
    if first.len() <= level {
        return value.clone();
    }
    let mut fields = Vec::new();
    let mut rest = blocks;
    while let Some((labels, _)) = rest.first() {
        let same = rest
            .iter()
            .take_while(|(other, _)| other.get(level) == labels.get(level));
        let (group, later) = rest.split_at(same.count());
        let name = labels.get(level).cloned().unwrap_or_default();
        fields.push((name, nested(group, level + 1)));
        rest = later;
    }
    Value::object(fields.iter().map(|(name, value)| (name.as_str(), value.clone())))
}
