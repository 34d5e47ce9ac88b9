//! Schemas of providers: what their blocks hold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, codes::terraform as codes};
use hcl2_json::{Node, NodeKind, parse_tree};

use crate::table::{BUILT_IN, Describes};

/// The schemas of providers, as `terraform providers schema -json` prints them.
///
/// Only what tells arguments from blocks is kept.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_terraform::ProviderSchemas;
///
/// let text = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/acme/acme": {
///   "resource_schemas": {"acme_disk": {"version": 0, "block": {
///     "attributes": {"size": {"type": "number", "optional": true}},
///     "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {}}}}}
///   }}}
/// }}}"#;
/// let source = SourceMap::new().add("schemas.json", text)?;
/// let schemas = ProviderSchemas::from_json(&source).unwrap();
/// let disk = schemas.resource("acme_disk").unwrap();
/// assert!(disk.has_attribute("size"));
/// assert!(disk.block("label").unwrap().1.has_attribute("text"));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProviderSchemas {
    /// By the last part of their addresses.
    providers: BTreeMap<String, BlockSchema>,
    resources: BTreeMap<String, BlockSchema>,
    data: BTreeMap<String, BlockSchema>,
    ephemeral: BTreeMap<String, BlockSchema>,
}

/// What a block of a provider holds.
#[derive(Clone, Debug, Default)]
pub struct BlockSchema {
    attributes: BTreeSet<String>,
    blocks: BTreeMap<String, (Nesting, BlockSchema)>,
}

/// How nested blocks make a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One block.
    Single,
    /// Any number of blocks.
    Many,
    /// Any number of blocks, each with a label of its own.
    Map,
}

impl BlockSchema {
    /// Whether there is an attribute of this name.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.contains(name)
    }

    /// The nested blocks of this type.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<(Nesting, &Self)> {
        self.blocks.get(name).map(|(nesting, schema)| (*nesting, schema))
    }

    fn read(block: Node<'_>) -> Self {
        let mut schema = Self::default();
        for (name, value) in fields(block) {
            match name.as_str() {
                "attributes" => schema.attributes = fields(value).map(|(name, _)| name).collect(),
                "block_types" => schema.blocks = fields(value).map(Self::read_nested).collect(),
                _ => {}
            }
        }
        schema
    }

    fn read_nested((name, value): (String, Node<'_>)) -> (String, (Nesting, Self)) {
        let mode = field(value, "nesting_mode").and_then(|mode| mode.text().map(|text| text.into_owned()));
        let nesting = match mode.as_deref() {
            Some("single" | "group") => Nesting::Single,
            Some("map") => Nesting::Map,
            _ => Nesting::Many,
        };
        let block = field(value, "block").map(Self::read).unwrap_or_default();
        (name, (nesting, block))
    }
}

impl ProviderSchemas {
    /// Reads what `terraform providers schema -json` printed.
    ///
    /// # Errors
    ///
    /// The problems of a text that is no JSON, with the codes of `hcl2::json`; `hcl2::terraform::invalid-schema` where it
    /// is JSON of another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        let (tree, problems) = parse_tree(source);
        if problems.has_errors() {
            return Err(problems);
        }
        let Some(providers) =
            field(tree.root(), "provider_schemas").filter(|node| node.kind() == NodeKind::Object)
        else {
            let detail = "An object with a property `provider_schemas` is expected, as `terraform providers schema -json` \
                          prints it.";
            return Err(Diagnostic::error(codes::INVALID_SCHEMA, "Invalid schemas")
                .with_detail(detail)
                .with_subject(tree.root().open_span())
                .into());
        };
        let mut schemas = Self::default();
        for (address, provider) in fields(providers) {
            if let Some(block) = field(provider, "provider").and_then(|schema| field(schema, "block")) {
                let name = address.rsplit('/').next().unwrap_or_default().to_owned();
                schemas.providers.insert(name, BlockSchema::read(block));
            }
            for (kind, all) in [
                ("resource_schemas", &mut schemas.resources),
                ("data_source_schemas", &mut schemas.data),
                ("ephemeral_resource_schemas", &mut schemas.ephemeral),
            ] {
                for (name, schema) in field(provider, kind).into_iter().flat_map(fields) {
                    if let Some(block) = field(schema, "block") {
                        all.insert(name, BlockSchema::read(block));
                    }
                }
            }
        }
        Ok(schemas)
    }

    /// The configuration of the provider with this name.
    #[must_use]
    pub fn provider(&self, name: &str) -> Option<&BlockSchema> {
        self.providers.get(name)
    }

    /// The resources of this type.
    #[must_use]
    pub fn resource(&self, name: &str) -> Option<&BlockSchema> {
        self.resources.get(name)
    }

    /// The data source of this type.
    #[must_use]
    pub fn data(&self, name: &str) -> Option<&BlockSchema> {
        self.data.get(name)
    }

    /// The ephemeral resources of this type.
    #[must_use]
    pub fn ephemeral(&self, name: &str) -> Option<&BlockSchema> {
        self.ephemeral.get(name)
    }

    /// What describes the blocks with this first label.
    pub(crate) fn find(&self, what: Describes, label: &str) -> Option<&BlockSchema> {
        match what {
            Describes::Provider => self.provider(label),
            Describes::Resource => self.resource(label),
            Describes::Data => self.data(label),
            Describes::Ephemeral => self.ephemeral(label),
            Describes::Nothing | Describes::Labelled | Describes::Enclosing => None,
        }
    }

    /// What every Terraform has without a provider.
    pub(crate) fn built_in() -> &'static Self {
        static BUILT_IN_SCHEMAS: LazyLock<ProviderSchemas> = LazyLock::new(|| {
            let mut schemas = ProviderSchemas::default();
            for (what, name, attributes) in BUILT_IN {
                let block = BlockSchema {
                    attributes: attributes.iter().map(|name| (*name).to_owned()).collect(),
                    blocks: BTreeMap::new(),
                };
                match what {
                    Describes::Resource => schemas.resources.insert((*name).to_owned(), block),
                    _ => schemas.data.insert((*name).to_owned(), block),
                };
            }
            schemas
        });
        &BUILT_IN_SCHEMAS
    }
}

/// The properties of an object by their decoded names.
fn fields(object: Node<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    object
        .properties()
        .filter_map(|property| Some((property.name.text()?.into_owned(), property.value)))
}

fn field<'t>(object: Node<'t>, name: &str) -> Option<Node<'t>> {
    object
        .properties()
        .find(|property| property.name.text().is_some_and(|text| text == name))
        .map(|property| property.value)
}
