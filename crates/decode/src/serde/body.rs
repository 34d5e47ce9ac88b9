//! A body as a value, without a schema.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::{Body, EvalContext, Name};
use hcl2_value::Value;

/// Makes an object of all that a body has in it, without a schema.
///
/// An attribute becomes an attribute. Blocks become an attribute of the name of their type: an object, with an object
/// around it for each label. Where several blocks have the same type and labels, a tuple of their objects stands in that
/// place, in the order of the source.
///
/// This reading has limits, which a schema has not. One block becomes an object and several become a tuple, so that a field
/// for any number of blocks has to accept both. In JSON, where only a schema tells blocks from attributes, everything is
/// an attribute, and what is written as an array stays one. The blocks of one type must have the same number of labels.
pub fn body_value(body: &dyn Body, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
    let mut diagnostics = Diagnostics::new();
    let value = read(body, context, &mut diagnostics);
    Outcome::new(value, diagnostics)
}

/// The recursion is as deep as blocks nest, which the parser bounds.
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

/// Objects in one another for blocks in the order of their labels, from the label at `level` on.
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
