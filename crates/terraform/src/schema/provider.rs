//! The schemas of providers, by their full names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hcl2_diagnostics::{Diagnostics, Source};

use super::{BlockSchema, DescribedProvider, FunctionSchema, SchemaDocument, VersionedBlock};
use crate::module::{Module, SourceAddress, first_word};
use crate::table::{BUILT_IN_SOURCE, Describes, HELPERS, OBJECTS, names};

/// The schemas of providers, as `terraform providers schema -json` prints them.
///
/// They keep the names, types and numbers of arguments and blocks.
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
/// let acme = schemas.provider("registry.terraform.io/acme/acme").unwrap();
/// let disk = acme.resource("acme_disk").unwrap();
/// assert!(disk.has_attribute("size"));
/// assert!(disk.block("label").unwrap().1.has_attribute("text"));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProviderSchemas {
    providers: BTreeMap<String, ProviderSchema>,
}

/// The schemas of one provider.
#[derive(Clone, Debug, Default)]
pub struct ProviderSchema {
    configuration: Option<BlockSchema>,
    resources: BTreeMap<String, BlockSchema>,
    data: BTreeMap<String, BlockSchema>,
    ephemeral: BTreeMap<String, BlockSchema>,
    functions: BTreeMap<String, FunctionSchema>,
}

impl From<&SchemaDocument> for ProviderSchemas {
    fn from(document: &SchemaDocument) -> Self {
        let providers = document.providers.iter();
        let providers = providers.map(|(name, provider)| (name.clone(), ProviderSchema::of(provider)));
        Self {
            providers: providers.collect(),
        }
    }
}

impl ProviderSchemas {
    /// Reads the output of `terraform providers schema -json`.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-schema` if the JSON has another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        Ok(Self::from(&SchemaDocument::from_json(source)?))
    }

    /// Returns the schemas of a provider by its full name, such as `registry.terraform.io/hashicorp/aws`.
    #[must_use]
    pub fn provider(&self, full_name: &str) -> Option<&ProviderSchema> {
        self.providers.get(full_name)
    }

    /// Returns the schemas of the provider with a local name in a module.
    #[must_use]
    pub fn provider_in(&self, module: &Module, local_name: &str) -> Option<&ProviderSchema> {
        self.provider(&self.full_name(module, local_name))
    }

    /// Returns the schemas of the provider with a local name in a module, which may be the built-in one.
    pub(crate) fn any_provider_in(&self, module: &Module, local_name: &str) -> Option<&ProviderSchema> {
        let full_name = self.full_name(module, local_name);
        let built_in = || (full_name == BUILT_IN_SOURCE).then(built_in);
        self.provider(&full_name).or_else(built_in)
    }

    /// Returns the full name of the provider with a local name in a module, even if there is no schema of it.
    ///
    /// If the module gives only a part of the name, and there is no schema of the provider that the default registry or
    /// namespace has, it is that of the only provider whose name ends with this part.
    #[must_use]
    pub fn full_name(&self, module: &Module, local_name: &str) -> String {
        let required = module.requirements.named(local_name);
        let source = required.and_then(|required| required.source.as_deref());
        if source.is_none() && local_name == names::TERRAFORM {
            return BUILT_IN_SOURCE.to_owned();
        }
        let address = SourceAddress::in_module(module, local_name);
        let given = match source {
            None => Some(local_name.to_owned()),
            Some(source) if source.split('/').count() > 2 => None,
            Some(_) => Some(address.without_host()),
        };
        self.completed(&address, given.as_deref())
    }

    /// Returns the full name with an address, or of the only provider whose name ends with a part.
    fn completed(&self, address: &SourceAddress, part: Option<&str>) -> String {
        let full_name = address.in_full();
        if self.providers.contains_key(&full_name) {
            return full_name;
        }
        let has_part = |name: &&String| {
            let rest = part.and_then(|part| name.strip_suffix(part));
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut found = self.providers.keys().filter(has_part);
        match (found.next(), found.next()) {
            (Some(only), None) => only.clone(),
            _ => full_name,
        }
    }

    /// Returns the schema of the blocks with a first label in a module, whose argument may be a reference to a configuration
    /// of their provider, such as `aws.west`.
    ///
    /// In a file whose module is not known, it is that of the provider whose full name ends with the local name, or of any
    /// provider that has such blocks.
    #[must_use]
    pub fn schema(
        &self,
        module: Option<&Module>,
        what: Describes,
        configuration: Option<&str>,
        label: &str,
    ) -> Option<&BlockSchema> {
        let local_name = match configuration {
            Some(reference) => local_name(reference),
            None if what == Describes::Provider => label,
            None => first_word(label),
        };
        if let Some(module) = module {
            return self.provider_in(module, local_name)?.find(what, label);
        }
        let named = self.provider(&self.completed(&SourceAddress::of_name(local_name), Some(local_name)));
        let found = named.and_then(|provider| provider.find(what, label));
        let mut others = self.providers.values().filter(|_| what != Describes::Provider);
        found.or_else(|| others.find_map(|provider| provider.find(what, label)))
    }
}

impl ProviderSchema {
    fn of(described: &DescribedProvider) -> Self {
        let all = |given: &BTreeMap<String, VersionedBlock>| {
            let given = given.iter();
            given
                .map(|(name, schema)| (name.clone(), BlockSchema::of(&schema.block)))
                .collect()
        };
        Self {
            configuration: described
                .configuration
                .as_ref()
                .map(|schema| BlockSchema::of(&schema.block)),
            resources: all(&described.managed),
            data: all(&described.data),
            ephemeral: all(&described.ephemeral),
            functions: described.functions.clone(),
        }
    }

    /// Returns the schema of its configuration.
    #[must_use]
    pub fn configuration(&self) -> Option<&BlockSchema> {
        self.configuration.as_ref()
    }

    /// Returns the schema of a resource type.
    #[must_use]
    pub fn resource(&self, ty: &str) -> Option<&BlockSchema> {
        self.resources.get(ty)
    }

    /// Returns the schema of a data source type.
    #[must_use]
    pub fn data(&self, ty: &str) -> Option<&BlockSchema> {
        self.data.get(ty)
    }

    /// Returns the schema of an ephemeral resource type.
    #[must_use]
    pub fn ephemeral(&self, ty: &str) -> Option<&BlockSchema> {
        self.ephemeral.get(ty)
    }

    /// Returns the schema of the blocks with a first label, which is the type of resources.
    #[must_use]
    pub fn find(&self, what: Describes, label: &str) -> Option<&BlockSchema> {
        match what {
            Describes::Provider => self.configuration(),
            Describes::Resource => self.resource(label),
            Describes::Data => self.data(label),
            Describes::Ephemeral => self.ephemeral(label),
            Describes::Nothing | Describes::Labelled | Describes::Enclosing => None,
        }
    }

    /// Returns the functions.
    pub(crate) fn functions(&self) -> &BTreeMap<String, FunctionSchema> {
        &self.functions
    }

    /// Returns the types of the resources of a kind.
    pub(crate) fn types(&self, what: Describes) -> Vec<&str> {
        let all = match what {
            Describes::Resource => &self.resources,
            Describes::Data => &self.data,
            _ => &self.ephemeral,
        };
        all.keys().map(String::as_str).collect()
    }
}

/// Returns the local name of a provider in a reference to its configuration, which may be in quotes.
fn local_name(reference: &str) -> &str {
    let name = reference.trim_matches('"').split('.').next();
    name.unwrap_or_default()
}

/// Returns the schemas of the provider that is built into Terraform.
pub(crate) fn built_in() -> &'static ProviderSchema {
    static BUILT_IN_PROVIDER: LazyLock<ProviderSchema> = LazyLock::new(|| {
        let mut provider = ProviderSchema {
            // It has no arguments.
            configuration: Some(BlockSchema::default()),
            ..ProviderSchema::default()
        };
        for (what, name, attributes, blocks) in OBJECTS {
            let all = match what {
                Describes::Resource => &mut provider.resources,
                _ => &mut provider.data,
            };
            all.insert((*name).to_owned(), BlockSchema::built_in(attributes, blocks));
        }
        provider
    });
    &BUILT_IN_PROVIDER
}

/// The schema of a helper, with the type and label of its block.
type Helper = (&'static str, Option<&'static str>, BlockSchema);

/// Returns the schema of the provisioners with a label, or of connections.
pub(crate) fn helper(block_type: &'static str, label: Option<&str>) -> Option<&'static BlockSchema> {
    static ALL_HELPERS: LazyLock<Vec<Helper>> = LazyLock::new(|| {
        let all = HELPERS.iter();
        all.map(|(block_type, label, attributes)| {
            (*block_type, *label, BlockSchema::built_in(attributes, &[]))
        })
        .collect()
    });
    let mut helpers = ALL_HELPERS.iter();
    let found = helpers.find(|(own_type, own_label, _)| *own_type == block_type && *own_label == label)?;
    Some(&found.2)
}
