//! What schemas keep secret.

use hcl2_wire::schema::{Attribute, AttributeContent, Block};

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
