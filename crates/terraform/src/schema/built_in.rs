//! The schemas that are built into Terraform.

use std::sync::LazyLock;

use hcl2_value::Type;
use hcl2_wire::notation;
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};

use super::{BlockSchema, ProviderSchema};
use crate::table::{BuiltInArgument, BuiltInBlock, Describes, HELPERS, OBJECTS, STORE_OF_DATA, Set, Version};

/// Returns the schemas of the provider that is built into Terraform, with those of all versions.
pub(crate) fn built_in() -> &'static ProviderSchema {
    static ALL: LazyLock<ProviderSchema> = LazyLock::new(|| provider(true));
    &ALL
}

/// Returns the schemas of the provider that is built into a version.
pub(super) fn built_into(version: Version) -> &'static ProviderSchema {
    static WITHOUT_STORE: LazyLock<ProviderSchema> = LazyLock::new(|| provider(false));
    match STORE_OF_DATA.has(version) {
        true => built_in(),
        false => &WITHOUT_STORE,
    }
}

fn provider(has_store: bool) -> ProviderSchema {
    let mut provider = ProviderSchema {
        // It has no arguments.
        configuration: Some(BlockSchema::default()),
        ..ProviderSchema::default()
    };
    for (what, name, attributes, blocks) in OBJECTS {
        let all = match what {
            Describes::Resource => &mut provider.managed,
            _ => &mut provider.data,
        };
        // The only nested block is that of `terraform_data`.
        let blocks = if has_store { *blocks } else { &[] };
        all.insert((*name).to_owned(), BlockSchema::new(0, block(attributes, blocks)));
    }
    provider
}

/// The schema of a helper, with the type and label of its block.
type Helper = (&'static str, Option<&'static str>, BlockSchema);

/// Returns the schema of the provisioners with a label, or of connections.
pub(crate) fn helper(block_type: &'static str, label: Option<&str>) -> Option<&'static BlockSchema> {
    static ALL_HELPERS: LazyLock<Vec<Helper>> = LazyLock::new(|| {
        let all = HELPERS.iter();
        all.map(|(block_type, label, attributes)| {
            (*block_type, *label, BlockSchema::new(0, block(attributes, &[])))
        })
        .collect()
    });
    let mut helpers = ALL_HELPERS.iter();
    let found = helpers.find(|(own_type, own_label, _)| *own_type == block_type && *own_label == label)?;
    Some(&found.2)
}

fn block(attributes: &[BuiltInArgument], blocks: &[BuiltInBlock]) -> Block {
    let attributes = attributes.iter().map(|(name, ty, set)| {
        let presence = match set {
            Set::Required => Presence::Required,
            Set::Optional | Set::WriteOnly => Presence::Optional,
            Set::Computed | Set::Secret => Presence::Computed,
        };
        let mut attribute = Attribute::new(notation::read(ty.as_bytes()).unwrap_or(Type::DYNAMIC), presence);
        attribute.write_only = *set == Set::WriteOnly;
        attribute.sensitive = *set == Set::Secret;
        ((*name).to_owned(), attribute)
    });
    let blocks = blocks.iter().map(|(name, attributes)| {
        let nested = NestedBlock::new(Nesting::Single, block(attributes, &[]));
        ((*name).to_owned(), nested)
    });
    Block {
        attributes: attributes.collect(),
        blocks: blocks.collect(),
        ..Block::new()
    }
}
