//! The schemas that are built into Terraform.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hcl2_value::Type;
use hcl2_wire::notation;
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};

use super::{BlockSchema, ProviderSchema};
use crate::table::{
    BACKENDS, Backend, BuiltInArgument, BuiltInBlock, Describes, HELPERS, OBJECTS, STORE_OF_DATA, Set,
    Version, names,
};

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

/// Returns the schema of the arguments of a block of a module that the language describes by its label: of a backend, a
/// provisioner or a connection, in all versions.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::{labels_of, settings_of};
///
/// let s3 = settings_of("backend", Some("s3")).unwrap();
/// assert!(s3.attributes.contains_key("bucket"));
/// assert!(settings_of("connection", None).unwrap().attributes.contains_key("host"));
/// assert_eq!(labels_of("provisioner"), ["local-exec", "remote-exec", "file"]);
/// ```
#[must_use]
pub fn settings_of(block_type: &str, label: Option<&str>) -> Option<&'static Block> {
    static OF_BACKENDS: LazyLock<BTreeMap<&str, Block>> = LazyLock::new(|| {
        let all = BACKENDS.iter().map(|backend| (backend.name, of_backend(backend)));
        all.collect()
    });
    match block_type {
        names::BACKEND => OF_BACKENDS.get(label?),
        names::PROVISIONER => helper(names::PROVISIONER, label).map(BlockSchema::block),
        names::CONNECTION => helper(names::CONNECTION, None).map(BlockSchema::block),
        _ => None,
    }
}

/// Returns the labels that blocks of a type can have whose arguments [`settings_of`] describes.
#[must_use]
pub fn labels_of(block_type: &str) -> Vec<&'static str> {
    match block_type {
        names::BACKEND => BACKENDS.iter().map(|backend| backend.name).collect(),
        names::PROVISIONER => HELPERS.iter().filter_map(|(_, label, _)| *label).collect(),
        _ => Vec::new(),
    }
}

fn of_backend(backend: &Backend) -> Block {
    let attributes = backend.names().map(|name| {
        let presence = match backend.required.contains(&name) {
            true => Presence::Required,
            false => Presence::Optional,
        };
        let ty = backend.type_of(name).unwrap_or(Type::DYNAMIC);
        (name.to_owned(), Attribute::new(ty, presence))
    });
    Block {
        attributes: attributes.collect(),
        ..Block::default()
    }
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
