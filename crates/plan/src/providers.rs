//! The providers of resources, by their full names.

use std::collections::HashMap;
use std::sync::Arc;

use hcl2_terraform::{ProviderConfiguration, ProviderSchemas, Resource};

use crate::graph::{Graph, ModuleId, NodeId, NodeKind, configuration_name};

/// The full names of the providers of each module, by their local names.
#[derive(Debug)]
pub(crate) struct Providers {
    /// Those that the module uses, and those that its call passes.
    modules: Vec<[HashMap<String, Arc<str>>; 2]>,
}

impl Providers {
    pub(crate) fn of(graph: &Graph<'_>, schemas: &ProviderSchemas) -> Self {
        let modules = graph.modules.iter().map(|module| {
            let (module, caller) = (&module.tree.module, module.caller);
            let in_checks = module.checks.iter().filter_map(|check| check.data.as_ref());
            let names = module
                .resources()
                .iter()
                .chain(in_checks)
                .map(Resource::provider_name);
            let names = names.chain(module.providers.iter().map(|provider| provider.name.as_str()));
            let names = names.chain(module.requirements.iter().map(|required| required.name.as_str()));
            let passed = caller.into_iter().flat_map(|(_, call)| call.providers.keys());
            let passed = passed.filter_map(|name| name.split('.').next());
            let full = |name: &str| (name.to_owned(), schemas.full_name(module, name).into());
            [names.map(full).collect(), passed.map(full).collect()]
        });
        Self {
            modules: modules.collect(),
        }
    }

    /// Returns the full name of the provider of a resource.
    pub(crate) fn name(&self, module: ModuleId, resource: &Resource) -> Arc<str> {
        self.named(module, resource.provider_name())
    }

    /// Returns the full names of the providers of a module.
    pub(crate) fn all(&self, module: ModuleId) -> impl Iterator<Item = &str> {
        let [used, _] = &self.modules[module];
        used.values().map(|name| &**name)
    }

    /// Returns the full name of the provider with a local name.
    pub(crate) fn named(&self, module: ModuleId, name: &str) -> Arc<str> {
        let mut known = self.modules[module].iter();
        let known = known.find_map(|names| names.get(name)).cloned();
        known.unwrap_or_else(|| name.into())
    }
}

impl<'t> Graph<'t> {
    /// Returns what the configuration of a resource's provider needs.
    pub(crate) fn needs_of_provider(&self, node: NodeId) -> Vec<NodeId> {
        let configuration = self.provider_of(node);
        configuration.map_or_else(Vec::new, |(module, own)| {
            self.nodes_of(module, &own.body.variables())
        })
    }

    /// Returns the configurations of providers with their modules.
    pub(crate) fn configurations(&self) -> impl Iterator<Item = (ModuleId, &'t ProviderConfiguration)> {
        let modules = self.modules.iter().enumerate();
        modules.flat_map(|(id, module)| module.providers.values().map(move |own| (id, *own)))
    }

    /// Returns the configuration of a resource's provider: that of the module, or of the nearest caller.
    pub(crate) fn provider_of(&self, node: NodeId) -> Option<(ModuleId, &'t ProviderConfiguration)> {
        self.resolved_provider(node)?.ok()
    }

    /// Returns the name in the root module of a resource's provider, with its alias: `None` if a called module configures it.
    pub(crate) fn root_provider(&self, node: NodeId) -> Option<String> {
        match self.resolved_provider(node)? {
            Ok((0, own)) => Some(configuration_name(own)),
            Ok(_) => None,
            Err(name) => Some(name),
        }
    }

    /// Returns the configuration of a resource's provider, or else its name in the root module.
    fn resolved_provider(
        &self,
        node: NodeId,
    ) -> Option<Result<(ModuleId, &'t ProviderConfiguration), String>> {
        let NodeKind::Resource(resource, _) = self.nodes[node].kind else {
            return None;
        };
        let explicit = resource.provider.as_deref();
        let mut name = explicit.unwrap_or_else(|| resource.provider_name()).to_owned();
        let mut module = self.nodes[node].module;
        loop {
            if let Some(own) = self.modules[module].providers.get(name.as_str()) {
                return Some(Ok((module, own)));
            }
            let Some((caller, call)) = self.modules[module].caller else {
                return Some(Err(name));
            };
            name = call.providers.get(&name).cloned().unwrap_or(name);
            module = caller;
        }
    }
}
