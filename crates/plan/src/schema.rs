//! Schemas of what is written, and what schemas keep secret.

use hcl2_model::{Body, Name};
use hcl2_terraform::BlockSchema;
use hcl2_value::Type;
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting};

/// Returns a schema of everything in a configuration.
pub(crate) fn inferred(body: &dyn Body) -> BlockSchema {
    let mut block = Block::new();
    infer(body, &mut block);
    BlockSchema::new(0, block)
}

/// Adds everything in a body, with the blocks that its dynamic blocks make.
fn infer(body: &dyn Body, block: &mut Block) {
    let content = body.implied_content();
    for attribute in &content.attributes {
        let any = Attribute::optional(Type::DYNAMIC);
        block.attributes.insert(attribute.name.to_string(), any);
    }
    for nested in &content.blocks {
        let label = nested.labels.first().map(|label| &label.text);
        let mut add = |name: &Name, body: &dyn Body| {
            let known = block.blocks.entry(name.to_string());
            let known = known.or_insert_with(|| NestedBlock::new(Nesting::List, Block::new()));
            infer(body, &mut known.block);
        };
        match (nested.block_type.as_str(), label) {
            ("dynamic", Some(name)) => {
                let made = nested.body.implied_content();
                let bodies = made.blocks.iter().filter(|block| block.block_type == *"content");
                bodies.for_each(|content| add(name, &*content.body));
            }
            _ => add(&nested.block_type, &*nested.body),
        }
    }
}

/// Returns whether an attribute or any inside it is sensitive or write-only.
pub(crate) fn has_secrets(block: &Block) -> bool {
    block.attributes.values().any(is_secret) || block.blocks.values().any(|nested| has_secrets(&nested.block))
}

fn is_secret(attribute: &Attribute) -> bool {
    attribute.sensitive
        || attribute.write_only
        || match &attribute.content {
            AttributeContent::Type(_) => false,
            AttributeContent::Nested { attributes, .. } => attributes.values().any(is_secret),
        }
}
