//! Schemas of providers.

use std::sync::{Arc, OnceLock};

use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_model::{BodyRef, BodySchema, EvalContext};
use hcl2_spec::Spec;
use hcl2_value::Type;
use hcl2_wire::schema::Block;

use crate::attributes_as_blocks::AttributesAsBlocks;

mod built_in;
mod document;
mod ignored;
mod mocked;
mod parts;
mod provider;
mod specification;

pub(crate) use built_in::{built_in, helper};
pub use built_in::{labels_of, settings_of};
pub(crate) use ignored::ignored_in;
pub(crate) use mocked::check_mocked;
pub(crate) use parts::{computed_in, deprecated_in, is_computed, missing_in, names_in, sets_computed};
pub use provider::{FunctionSchema, ProviderSchema, ProviderSchemas};
pub use specification::specification_of;

/// The schema of a resource type, a data source or the configuration of a provider.
///
/// What follows from its [`Block`] is derived when it is first needed, for all blocks of the schema. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct BlockSchema(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    version: u64,
    block: Block,
    specification: OnceLock<(Spec, BodySchema)>,
    value_type: OnceLock<Type>,
    as_blocks: OnceLock<Arc<AttributesAsBlocks>>,
}

impl BlockSchema {
    /// Creates a schema with a version, which a provider raises when it changes how it stores objects.
    #[must_use]
    pub fn new(version: u64, block: Block) -> Self {
        Self(Arc::new(Shared {
            version,
            block,
            ..Shared::default()
        }))
    }

    /// Returns the version.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.version
    }

    /// Returns the attributes and nested blocks.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.0.block
    }

    /// Returns the specification by which Terraform decodes a configuration. What only the provider sets is part of it, since
    /// a configuration may set it to null.
    #[must_use]
    pub fn specification(&self) -> &Spec {
        &self.decoding().0
    }

    /// Returns the schema of the bodies that the specification decodes.
    #[must_use]
    pub fn body_schema(&self) -> &BodySchema {
        &self.decoding().1
    }

    fn decoding(&self) -> &(Spec, BodySchema) {
        self.0.specification.get_or_init(|| {
            let specification = specification_of(self.block());
            let schema = specification.schema();
            (specification, schema)
        })
    }

    /// Returns the type of the values.
    #[must_use]
    pub fn value_type(&self) -> &Type {
        self.0.value_type.get_or_init(|| self.block().implied_type())
    }

    /// Returns a body as its configuration is decoded: with expanded dynamic blocks, and with the attributes that are
    /// written as blocks.
    #[must_use]
    pub fn body(&self, body: &BodyRef, context: &EvalContext<'_>) -> BodyRef {
        let expanded = expand_dynamic_blocks(Arc::clone(body), Some(context));
        self.as_blocks().read_expanded(expanded)
    }

    /// Returns a body with the attributes that are written as blocks, but not those in dynamic blocks.
    #[must_use]
    pub fn unexpanded(&self, body: &BodyRef) -> BodyRef {
        self.as_blocks().read(Arc::clone(body))
    }

    /// Returns the attributes that may be written as blocks.
    pub(crate) fn as_blocks(&self) -> &Arc<AttributesAsBlocks> {
        let as_blocks = &self.0.as_blocks;
        as_blocks.get_or_init(|| AttributesAsBlocks::of(self.block()).into())
    }
}
