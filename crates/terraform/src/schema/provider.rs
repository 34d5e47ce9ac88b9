//! The schemas of providers, by their full names.

use std::collections::BTreeMap;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Source};

use super::built_in::{built_in, built_into};
use super::{BlockSchema, document};
use crate::address::ResourceKind;
use crate::module::{Module, SourceAddress, first_word};
use crate::table::{BUILT_IN_SOURCE, Describes, Version, names};

/// The schemas of providers, as `terraform providers schema -json` prints them.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_terraform::{ProviderSchemas, ResourceKind};
///
/// let text = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/acme/acme": {
///   "resource_schemas": {"acme_disk": {"version": 2, "block": {
///     "attributes": {"size": {"type": "number", "optional": true}},
///     "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {}}}}}
///   }}}
/// }}}"#;
/// let source = SourceMap::new().add("schemas.json", text)?;
/// let schemas = ProviderSchemas::from_json(&source).unwrap();
/// let acme = schemas.provider("registry.terraform.io/acme/acme").unwrap();
/// let disk = acme.resource(ResourceKind::Managed, "acme_disk").unwrap();
/// assert_eq!(disk.version(), 2);
/// assert!(disk.block().attributes.contains_key("size"));
/// assert!(disk.block().blocks["label"].block.attributes.contains_key("text"));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProviderSchemas {
    /// The providers by their full names, shared by clones.
    providers: Arc<BTreeMap<String, ProviderSchema>>,
}

/// The schemas of one provider.
#[derive(Clone, Debug, Default)]
pub struct ProviderSchema {
    pub(super) configuration: Option<BlockSchema>,
    pub(super) managed: BTreeMap<String, BlockSchema>,
    pub(super) data: BTreeMap<String, BlockSchema>,
    pub(super) ephemeral: BTreeMap<String, BlockSchema>,
    pub(super) functions: BTreeMap<String, FunctionSchema>,
}

/// The parameters of a function of a provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionSchema {
    /// The number of parameters, without a variadic one.
    pub parameters: usize,
    /// Whether it accepts any number of arguments after them.
    pub is_variadic: bool,
}

impl ProviderSchemas {
    /// Reads the output of `terraform providers schema -json`.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-schema` if the JSON has another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        let providers = document::read(source)?.into();
        Ok(Self { providers })
    }

    /// Adds other schemas, which replace those of the same providers.
    pub fn extend(&mut self, others: Self) {
        let others = Arc::unwrap_or_clone(others.providers);
        Arc::make_mut(&mut self.providers).extend(others);
    }

    /// Returns the address of what clones share; `None` if there are no schemas.
    pub(crate) fn identity(&self) -> Option<*const ()> {
        (!self.providers.is_empty()).then(|| Arc::as_ptr(&self.providers).cast())
    }

    /// Returns the full names of the providers, sorted.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.providers.keys().map(String::as_str)
    }

    /// Returns the schemas of a provider by its full name, such as `registry.terraform.io/hashicorp/aws`.
    #[must_use]
    pub fn provider(&self, full_name: &str) -> Option<&ProviderSchema> {
        self.providers.get(full_name)
    }

    /// Returns the schema of a resource type of a provider, by its full name: that in a version of the language, if the
    /// provider is built into it.
    #[must_use]
    pub fn resource(
        &self,
        version: Version,
        provider: &str,
        kind: ResourceKind,
        ty: &str,
    ) -> Option<&BlockSchema> {
        let schemas = match provider {
            BUILT_IN_SOURCE => built_into(version),
            given => self.provider(given)?,
        };
        schemas.resource(kind, ty)
    }

    /// Returns whether there are schemas of a provider, by its full name: given ones, or those built into Terraform.
    #[must_use]
    pub fn describes(&self, provider: &str) -> bool {
        provider == BUILT_IN_SOURCE || self.providers.contains_key(provider)
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
            Some(source) if source.split('/').count() > 2 => return self.completed(&address, None),
            Some(_) => Some(address.without_host()),
        };
        self.completed(&address.in_registry_of(module.language), given.as_deref())
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
    /// Returns the schema of its configuration.
    #[must_use]
    pub fn configuration(&self) -> Option<&BlockSchema> {
        self.configuration.as_ref()
    }

    /// Returns the schema of a resource type.
    #[must_use]
    pub fn resource(&self, kind: ResourceKind, ty: &str) -> Option<&BlockSchema> {
        self.resources(kind).get(ty)
    }

    /// Returns the types of the resources of a kind, sorted.
    pub fn types(&self, kind: ResourceKind) -> impl Iterator<Item = &str> {
        self.resources(kind).keys().map(String::as_str)
    }

    fn resources(&self, kind: ResourceKind) -> &BTreeMap<String, BlockSchema> {
        match kind {
            ResourceKind::Managed => &self.managed,
            ResourceKind::Data => &self.data,
            ResourceKind::Ephemeral => &self.ephemeral,
        }
    }

    /// Returns the schema of the blocks with a first label, which is the type of resources.
    pub(crate) fn find(&self, what: Describes, label: &str) -> Option<&BlockSchema> {
        match what {
            Describes::Provider => self.configuration(),
            _ => self.resource(ResourceKind::described_by(what)?, label),
        }
    }

    /// Returns the functions by name.
    #[must_use]
    pub fn functions(&self) -> &BTreeMap<String, FunctionSchema> {
        &self.functions
    }
}

/// Returns the local name of a provider in a reference to its configuration, which may be in quotes.
fn local_name(reference: &str) -> &str {
    let name = reference.trim_matches('"').split('.').next();
    name.unwrap_or_default()
}
