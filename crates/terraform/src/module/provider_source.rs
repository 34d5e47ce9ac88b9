//! Source addresses of providers.

use std::fmt;

use super::Module;
use crate::table::{BUILT_IN_SOURCE, Language};

/// The source address of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SourceAddress {
    host: String,
    namespace: String,
    name: String,
}

/// The registry of sources without a hostname, that of OpenTofu, and the namespace of sources that are only a name.
const DEFAULT_HOST: &str = "registry.terraform.io";
const OPENTOFU_HOST: &str = "registry.opentofu.org";
const DEFAULT_NAMESPACE: &str = "hashicorp";
/// The prefixes of the names of repositories of providers, and of modules, which names of providers cannot have.
const REPOSITORY_PREFIXES: &[&str] = &["terraform-provider-", "terraform-"];

impl SourceAddress {
    /// Returns the source of a provider in a module.
    pub(crate) fn in_module(module: &Module, name: &str) -> Self {
        let required = module.requirements.named(name);
        let source = required.and_then(|required| required.source.as_deref());
        source
            .and_then(|source| Self::parse(source).ok())
            .unwrap_or_else(|| Self::of_name(name))
    }

    /// Returns the address of a provider that no requirement gives a source.
    pub(crate) fn of_name(name: &str) -> Self {
        Self {
            host: DEFAULT_HOST.to_owned(),
            namespace: DEFAULT_NAMESPACE.to_owned(),
            name: name.to_lowercase(),
        }
    }

    /// Returns the address of a source without a hostname in the registry of a product.
    pub(crate) fn in_registry_of(self, language: Language) -> Self {
        match language {
            Language::Terraform => self,
            Language::OpenTofu => Self {
                host: OPENTOFU_HOST.to_owned(),
                ..self
            },
        }
    }

    /// Returns whether the provider is published by HashiCorp in the public registry.
    pub(crate) fn is_default(&self) -> bool {
        self.host == DEFAULT_HOST && self.namespace == DEFAULT_NAMESPACE
    }

    /// Returns what is wrong with the address of a provider that should be built into the product.
    pub(super) fn not_built_in(&self) -> Option<String> {
        let is_missing = self.is_built_in() && self.in_full() != BUILT_IN_SOURCE;
        is_missing.then(|| {
            format!(
                "No provider `{}` is built in, only `{BUILT_IN_SOURCE}`.",
                self.name
            )
        })
    }

    /// Returns whether the provider is built into the product, or should be.
    pub(crate) fn is_built_in(&self) -> bool {
        let place = format!("{}/{}/", self.host, self.namespace);
        BUILT_IN_SOURCE.starts_with(&place)
    }

    /// Returns the name of the provider.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the namespace and name.
    pub(crate) fn without_host(&self) -> String {
        format!("{}/{}", self.namespace, self.name)
    }

    /// Returns the address with its hostname and namespace.
    pub(crate) fn in_full(&self) -> String {
        format!("{}/{}/{}", self.host, self.namespace, self.name)
    }

    /// Parses an address; the error is a message.
    pub(crate) fn parse(source: &str) -> Result<Self, String> {
        let parts: Vec<&str> = source.split('/').collect();
        let (host, namespace, name) = match parts.as_slice() {
            [name] => (DEFAULT_HOST, DEFAULT_NAMESPACE, *name),
            [namespace, name] => (DEFAULT_HOST, *namespace, *name),
            [host, namespace, name] => (*host, *namespace, *name),
            _ => {
                return Err(
                    "Expected a name after an optional namespace and hostname, as in `hashicorp/aws`."
                        .to_owned(),
                );
            }
        };
        // Older versions have no underscores in namespaces, which is reported with them.
        for part in [namespace.replace('_', "0").as_str(), name] {
            if !is_provider_part(part) {
                return Err(format!(
                    "Expected letters, digits and dashes, without a dash at either end, found {part:?}."
                ));
            }
        }
        if parts.len() == 3 && !is_hostname(host) {
            return Err(format!("Expected a hostname, found {host:?}."));
        }
        if let Some(prefix) = REPOSITORY_PREFIXES
            .iter()
            .find(|prefix| name.starts_with(**prefix))
        {
            return Err(format!(
                "The prefix `{prefix}` is part of the name of the repository, not of the provider. Remove it."
            ));
        }
        Ok(Self {
            host: host.to_lowercase(),
            namespace: namespace.to_lowercase(),
            name: name.to_lowercase(),
        })
    }
}

impl fmt::Display for SourceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host != DEFAULT_HOST {
            write!(f, "{}/", self.host)?;
        }
        write!(f, "{}/{}", self.namespace, self.name)
    }
}

/// Returns whether a string can be part of the source address of a provider.
pub(super) fn is_provider_part(part: &str) -> bool {
    let is_allowed = |character: char| character.is_alphanumeric() || character == '-';
    !part.is_empty() && part.chars().all(is_allowed) && !part.starts_with('-') && !part.ends_with('-')
}

/// Returns whether text is the name of a host of a registry, possibly with a port.
pub(super) fn is_hostname(text: &str) -> bool {
    let (host, port) = text
        .split_once(':')
        .map_or((text, None), |(host, port)| (host, Some(port)));
    let is_label = |label: &str| {
        // International names are encoded with `xn--` only where they are looked up.
        let is_encoded = label.get(2..4) == Some("--");
        let is_allowed =
            |character: char| !character.is_ascii() || character.is_ascii_alphanumeric() || character == '-';
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && !is_encoded
            && label.chars().all(is_allowed)
    };
    let labels = host.strip_suffix('.').unwrap_or(host);
    labels.split('.').all(is_label) && port.is_none_or(|port| port.parse::<u16>().is_ok())
}
