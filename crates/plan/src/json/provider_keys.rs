//! The keys of provider configurations, by which resources name theirs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl2_model::BodyRef;
use hcl2_terraform::{Resource, normal_constraint};

use crate::graph::{Graph, ModuleId};
use crate::providers::Providers;

/// The configurations of providers in all modules.
pub(super) struct ProviderKeys {
    entries: BTreeMap<String, Entry>,
}

/// The configuration of a provider in a module.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) full_name: String,
    pub(super) alias: Option<String>,
    pub(super) version: String,
    /// The address of the module; empty for the root module.
    pub(super) module: String,
    pub(super) body: Option<BodyRef>,
    /// The key of the configuration in a calling module that it is.
    parent: Option<String>,
}

impl ProviderKeys {
    pub(super) fn of(graph: &Graph<'_>, providers: &Providers) -> Self {
        let mut keys = Self {
            entries: BTreeMap::new(),
        };
        for module in 0..graph.modules.len() {
            keys.add_module(graph, providers, module);
            keys.add_implied(graph, providers, module);
        }
        keys
    }

    /// Returns the configurations that are not those of a calling module.
    pub(super) fn own(&self) -> impl Iterator<Item = (&String, &Entry)> {
        self.entries.iter().filter(|(_, entry)| entry.parent.is_none())
    }

    /// Returns the key of the configuration of a resource.
    pub(super) fn of_resource(&self, graph: &Graph<'_>, module: ModuleId, resource: &Resource) -> String {
        let name = resource
            .provider
            .as_deref()
            .unwrap_or_else(|| resource.provider_name());
        let key = key(name, &path(graph, module));
        match self.entries.get(&key).and_then(|entry| entry.parent.clone()) {
            Some(parent) => parent,
            None => key,
        }
    }

    fn add_module(&mut self, graph: &Graph<'_>, providers: &Providers, id: ModuleId) {
        let module = &graph.modules[id].tree.module;
        let path = path(graph, id);
        let caller = graph.modules[id].caller;
        for (inner, outer) in caller.into_iter().flat_map(|(_, call)| &call.providers) {
            let local = inner.split('.').next().unwrap_or_default();
            let full_name = providers.named(id, local).to_string();
            let outer_path = caller.map_or_else(String::new, |(caller, _)| self::path(graph, caller));
            let parent = self.source(&key(outer, &outer_path), &full_name);
            self.entries.insert(
                key(inner, &path),
                Entry {
                    name: inner.clone(),
                    full_name,
                    alias: None,
                    version: String::new(),
                    module: path.clone(),
                    body: None,
                    parent,
                },
            );
        }
        let required = module.requirements.iter();
        let required = required.map(|required| (&required.name, &required.version));
        let configured = module.providers.iter();
        let configured = configured.map(|configured| (&configured.name, &configured.version));
        let mut versions: HashMap<String, Vec<&str>> = HashMap::new();
        for (name, version) in required.chain(configured) {
            if let Some(version) = version {
                let full_name = providers.named(id, name).to_string();
                versions.entry(full_name).or_default().push(version);
            }
        }
        let version = |full_name: &str| {
            let versions = versions.get(full_name);
            versions.map_or_else(String::new, |versions| normal_constraint(&versions.join(",")))
        };
        for configuration in &module.providers {
            let full_name = providers.named(id, &configuration.name).to_string();
            let name = match &configuration.alias {
                Some(alias) => format!("{}.{alias}", configuration.name),
                None => configuration.name.to_string(),
            };
            self.entries.insert(
                key(&name, &path),
                Entry {
                    name: configuration.name.to_string(),
                    version: version(&full_name),
                    full_name,
                    alias: configuration.alias.clone(),
                    module: path.clone(),
                    body: Some(configuration.body.clone()),
                    parent: None,
                },
            );
        }
        let required: BTreeSet<String> = module
            .requirements
            .iter()
            .map(|required| required.name.to_string())
            .collect();
        let aliases = module.requirements.iter().flat_map(|required| {
            let name = required.name.to_string();
            required
                .aliases
                .iter()
                .map(move |alias| (alias.clone(), name.clone()))
        });
        let plain = required.into_iter().map(|name| (name.clone(), name));
        for (shown, local) in aliases.chain(plain) {
            let own = key(&shown, &path);
            if self.entries.contains_key(&own) {
                continue;
            }
            let full_name = providers.named(id, &local).to_string();
            let parent = caller
                .filter(|_| shown == local)
                .and_then(|(caller, _)| self.source(&key(&local, &self::path(graph, caller)), &full_name));
            self.entries.insert(
                own,
                Entry {
                    name: local,
                    version: version(&full_name),
                    full_name,
                    alias: None,
                    module: path.clone(),
                    body: None,
                    parent,
                },
            );
        }
    }

    /// Adds the providers that a module needs without requiring them, by the names of their types.
    fn add_implied(&mut self, graph: &Graph<'_>, providers: &Providers, id: ModuleId) {
        let path = path(graph, id);
        let names: BTreeSet<&str> = providers.all(id).collect();
        for full_name in names {
            let name = full_name.rsplit('/').next().unwrap_or_default();
            let own = key(name, &path);
            if self.entries.contains_key(&own) {
                continue;
            }
            let caller = graph.modules[id].caller;
            let outer = caller.map(|(caller, _)| key(name, &self::path(graph, caller)));
            let parent = outer.and_then(|outer| self.source(&outer, full_name));
            self.entries.insert(
                own,
                Entry {
                    name: name.to_owned(),
                    full_name: full_name.to_owned(),
                    alias: None,
                    version: String::new(),
                    module: path.clone(),
                    body: None,
                    parent,
                },
            );
        }
    }

    /// Returns the key of the outermost configuration that a key stands for.
    fn source(&self, start: &str, full_name: &str) -> Option<String> {
        let entry = self
            .entries
            .get(start)
            .filter(|entry| entry.full_name == full_name)?;
        Some(entry.parent.clone().unwrap_or_else(|| start.to_owned()))
    }
}

/// Returns the address of a module without keys of instances.
fn path(graph: &Graph<'_>, module: ModuleId) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut current = module;
    while let Some((caller, call)) = graph.modules[current].caller {
        names.push(format!("module.{}", call.name));
        current = caller;
    }
    names.reverse();
    names.join(".")
}

fn key(name: &str, module: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}:{name}")
    }
}
