//! The schemas of providers, with all that planning needs.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_model::{Body, BodyRef, BodySchema, EvalContext, Name};
use hcl2_spec::{Sequence, Spec};
use hcl2_terraform::table::{STORE_OF_DATA, Version};
use hcl2_terraform::{
    AttributesAsBlocks, DescribedProvider, ProviderSchemas, ResourceKind, SchemaDocument, VersionedBlock,
};
use hcl2_value::Type;
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting, Presence};

/// The resource type that keeps data, and its block that keeps them across plan and apply.
const DATA: &str = "terraform_data";
pub(crate) const STORE: &str = "store";

/// The full name of the provider that is built into Terraform.
pub(crate) const BUILT_IN: &str = "terraform.io/builtin/terraform";

/// The schema of a resource type or of a provider configuration.
#[derive(Clone, Debug)]
pub struct ResourceSchema {
    /// The version.
    pub version: u64,
    /// The attributes and nested blocks.
    pub block: Block,
    /// How a configuration is decoded.
    pub(crate) spec: Spec,
    /// What that reads of a body: made once, for all instances.
    pub(crate) top: BodySchema,
    /// The attributes that a configuration may write as blocks.
    as_blocks: Arc<AttributesAsBlocks>,
}

/// The schemas of providers, as `terraform providers schema -json` prints them, and those built into Terraform.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_plan::Schemas;
/// use hcl2_terraform::{ProviderSchemas, ResourceKind};
///
/// let text = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/acme/acme": {
///   "resource_schemas": {"acme_disk": {"version": 2, "block": {
///     "attributes": {"size": {"type": "number", "optional": true}}
///   }}}
/// }}}"#;
/// let schemas = Schemas::from_json(&SourceMap::new().add("schemas.json", text)?).unwrap();
/// let disk = schemas.resource("registry.terraform.io/acme/acme", ResourceKind::Managed, "acme_disk").unwrap();
/// assert_eq!(disk.version, 2);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schemas {
    providers: BTreeMap<String, Provider>,
    /// The same schemas for validation.
    checked: Arc<ProviderSchemas>,
}

/// The schemas of one provider.
#[derive(Clone, Debug, Default)]
struct Provider {
    configuration: Option<Arc<ResourceSchema>>,
    managed: BTreeMap<String, Arc<ResourceSchema>>,
    data: BTreeMap<String, Arc<ResourceSchema>>,
    ephemeral: BTreeMap<String, Arc<ResourceSchema>>,
}

impl From<DescribedProvider> for Provider {
    fn from(described: DescribedProvider) -> Self {
        let one = |schema: VersionedBlock| Arc::new(ResourceSchema::new(schema.version, schema.block));
        let all = |schemas: BTreeMap<String, VersionedBlock>| {
            let schemas = schemas.into_iter();
            schemas.map(|(name, schema)| (name, one(schema))).collect()
        };
        Self {
            configuration: described.configuration.map(one),
            managed: all(described.managed),
            data: all(described.data),
            ephemeral: all(described.ephemeral),
        }
    }
}

/// Adds the schemas built into Terraform.
impl From<SchemaDocument> for Schemas {
    fn from(document: SchemaDocument) -> Self {
        let mut schemas = Self {
            checked: ProviderSchemas::from(&document).into(),
            ..Self::default()
        };
        for (address, provider) in document.providers {
            if address != BUILT_IN {
                schemas.providers.insert(address, Provider::from(provider));
            }
        }
        schemas
    }
}

impl Default for Schemas {
    fn default() -> Self {
        static BUILT_IN_PROVIDER: LazyLock<Provider> = LazyLock::new(built_in);
        Self {
            providers: BTreeMap::from([(BUILT_IN.to_owned(), BUILT_IN_PROVIDER.clone())]),
            checked: Arc::default(),
        }
    }
}

impl Schemas {
    /// Reads the output of `terraform providers schema -json`, and adds the schemas built into Terraform.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-schema` if the JSON has another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        Ok(Self::from(SchemaDocument::from_json(source)?))
    }

    /// Returns the schema of a resource type of a provider, by its full name.
    #[must_use]
    pub fn resource(&self, provider: &str, kind: ResourceKind, ty: &str) -> Option<&Arc<ResourceSchema>> {
        let provider = self.providers.get(provider)?;
        match kind {
            ResourceKind::Managed => provider.managed.get(ty),
            ResourceKind::Data => provider.data.get(ty),
            ResourceKind::Ephemeral => provider.ephemeral.get(ty),
        }
    }

    /// Returns the schema of a resource type in a version of the language: a built-in type may differ between them.
    pub(crate) fn resource_in(
        &self,
        version: Version,
        provider: &str,
        kind: ResourceKind,
        ty: &str,
    ) -> Option<&Arc<ResourceSchema>> {
        let is_data = provider == BUILT_IN && kind == ResourceKind::Managed && ty == DATA;
        match is_data && STORE_OF_DATA.has(version) {
            true => Some(data_with_store()),
            false => self.resource(provider, kind, ty),
        }
    }

    /// Returns the schema of the configuration of a provider, by its full name.
    #[must_use]
    pub fn provider(&self, provider: &str) -> Option<&Arc<ResourceSchema>> {
        self.providers.get(provider)?.configuration.as_ref()
    }

    /// Returns the names of the types of resources of a kind of a provider, sorted.
    pub fn types(&self, provider: &str, kind: ResourceKind) -> impl Iterator<Item = &str> {
        let provider = self.providers.get(provider);
        let all = provider.map(|provider| match kind {
            ResourceKind::Managed => &provider.managed,
            ResourceKind::Data => &provider.data,
            ResourceKind::Ephemeral => &provider.ephemeral,
        });
        all.into_iter().flatten().map(|(name, _)| name.as_str())
    }

    /// Returns the full names of the providers, sorted.
    pub fn provider_names(&self) -> impl Iterator<Item = &str> {
        self.providers.keys().map(String::as_str)
    }

    /// Returns the schemas for validation.
    pub(crate) fn checked(&self) -> &ProviderSchemas {
        &self.checked
    }

    /// Returns whether there are schemas of a provider, by its full name.
    pub(crate) fn has_provider(&self, provider: &str) -> bool {
        self.providers.contains_key(provider)
    }
}

impl ResourceSchema {
    fn new(version: u64, block: Block) -> Self {
        let spec = spec_of(&block);
        let as_blocks = Arc::new(attributes_as_blocks(&block));
        Self {
            version,
            block,
            top: spec.schema(),
            spec,
            as_blocks,
        }
    }

    /// Returns a body as its configuration is decoded: with expanded dynamic blocks, and with the attributes that are
    /// written as blocks.
    pub(crate) fn body(&self, body: &BodyRef, context: &EvalContext<'_>) -> BodyRef {
        self.as_blocks
            .read_expanded(expand_dynamic_blocks(Arc::clone(body), Some(context)))
    }

    /// Returns a body with the attributes that are written as blocks, but not those in dynamic blocks.
    pub(crate) fn unexpanded(&self, body: &BodyRef) -> BodyRef {
        self.as_blocks.read(Arc::clone(body))
    }

    /// Returns a schema of everything in a configuration.
    pub(crate) fn inferred(body: &dyn Body) -> Self {
        let mut block = Block::new();
        infer(body, &mut block);
        Self::new(0, block)
    }
}

/// Returns the schema of `terraform_data` with the block that keeps data across plan and apply.
fn data_with_store() -> &'static Arc<ResourceSchema> {
    static WITH_STORE: LazyLock<Arc<ResourceSchema>> = LazyLock::new(|| {
        let write_only = Attribute {
            write_only: true,
            ..Attribute::optional(Type::DYNAMIC)
        };
        let secret = Attribute {
            sensitive: true,
            ..Attribute::computed(Type::DYNAMIC)
        };
        let store = Block::new()
            .attribute("input", write_only)
            .attribute("output", Attribute::computed(Type::DYNAMIC))
            .attribute("replace", Attribute::optional(Type::BOOL))
            .attribute("sensitive", Attribute::optional(Type::BOOL))
            .attribute("sensitive_output", secret)
            .attribute("version", Attribute::optional(Type::DYNAMIC));
        let mut data = data_block();
        let store = NestedBlock::new(Nesting::Single, store);
        data.blocks.insert(STORE.to_owned(), store);
        Arc::new(ResourceSchema::new(0, data))
    });
    &WITH_STORE
}

fn data_block() -> Block {
    Block::new()
        .attribute("id", Attribute::computed(Type::STRING))
        .attribute("input", Attribute::optional(Type::DYNAMIC))
        .attribute("output", Attribute::computed(Type::DYNAMIC))
        .attribute("triggers_replace", Attribute::optional(Type::DYNAMIC))
}

fn built_in() -> Provider {
    let data = data_block();
    let remote_state = Block::new()
        .attribute("backend", Attribute::required(Type::STRING))
        .attribute("config", Attribute::optional(Type::DYNAMIC))
        .attribute("defaults", Attribute::optional(Type::DYNAMIC))
        .attribute("outputs", Attribute::computed(Type::DYNAMIC))
        .attribute("workspace", Attribute::optional(Type::STRING));
    let one =
        |name: &str, block| BTreeMap::from([(name.to_owned(), Arc::new(ResourceSchema::new(0, block)))]);
    Provider {
        managed: one(DATA, data),
        data: one("terraform_remote_state", remote_state),
        ..Provider::default()
    }
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

/// Returns the specification by which Terraform decodes a block.
pub(crate) fn spec_of(block: &Block) -> Spec {
    described(block).0
}

/// Returns the specification of a block, and whether some value in the block may have any type.
fn described(block: &Block) -> (Spec, bool) {
    let mut has_dynamic = false;
    let mut specs = Vec::new();
    for (name, attribute) in &block.attributes {
        let ty = attribute.constraint();
        has_dynamic |= ty.has_dynamic();
        let spec = match attribute.presence {
            Presence::Required => Spec::required(name.as_str(), ty),
            _ => Spec::optional(name.as_str(), ty),
        };
        specs.push((name.as_str(), spec));
    }
    for (name, nested) in &block.blocks {
        let (inner, is_dynamic) = described(&nested.block);
        has_dynamic |= is_dynamic;
        specs.push((name.as_str(), spec_of_blocks(name, nested, inner, is_dynamic)));
    }
    (Spec::object(specs), has_dynamic)
}

fn attributes_as_blocks(block: &Block) -> AttributesAsBlocks {
    let attributes = block.attributes.iter().map(|(name, attribute)| {
        let ty = match &attribute.content {
            AttributeContent::Type(ty) => Some(ty),
            AttributeContent::Nested { .. } => None,
        };
        (name.as_str(), ty)
    });
    let nested = block.blocks.iter();
    AttributesAsBlocks::new(
        attributes,
        nested.map(|(name, nested)| (name.as_str(), attributes_as_blocks(&nested.block))),
    )
}

fn spec_of_blocks(name: &str, nested: &NestedBlock, inner: Spec, is_dynamic: bool) -> Spec {
    let counted = |spec: Spec| {
        let spec = spec.at_least(usize::try_from(nested.min_items).unwrap_or(usize::MAX));
        match nested.max_items {
            0 => spec,
            most => spec.at_most(usize::try_from(most).unwrap_or(usize::MAX)),
        }
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            let spec = Spec::block(name, inner);
            let spec = if nested.min_items == 1 {
                spec.make_required()
            } else {
                spec
            };
            match nested.nesting {
                Nesting::Group => spec.or(Spec::Literal(nested.block.empty_value())),
                _ => spec,
            }
        }
        Nesting::List if is_dynamic => counted(Spec::blocks(name, Sequence::Tuple, inner)),
        Nesting::List => counted(Spec::blocks(name, Sequence::List, inner)),
        Nesting::Set => counted(Spec::blocks(name, Sequence::Set, inner)),
        Nesting::Map if is_dynamic => Spec::block_object(name, ["key"], inner),
        Nesting::Map => Spec::block_map(name, ["key"], inner),
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
