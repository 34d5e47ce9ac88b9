//! What decides the configurations of providers, on which all of their resources depend.

use hcl2_terraform::Resource;

use super::{Decided, Search, hash_of, of_body};
use crate::graph::{NodeId, configuration_name};

impl Search<'_, '_> {
    /// Returns what decides the configuration of a resource's provider: its address, with a hash of its values.
    pub(super) fn provider(&mut self, node: NodeId, resource: &Resource) -> Decided {
        let prepared = &self.engine.prepared;
        let graph = &prepared.graph;
        let configured = graph.provider_of(node);
        let (module, name) = match configured {
            Some((module, own)) => (module, configuration_name(own)),
            None => (0, graph.root_provider(node).unwrap_or_default()),
        };
        let full_name = prepared.providers.name(graph.nodes[node].module, resource);
        let key = (module, name, full_name);
        if let Some(known) = self.providers.get(&key) {
            return known.clone();
        }
        let decided =
            configured.map(|(module, own)| of_body(&own.body, &|expression| self.value(module, expression)));
        let hash = hash_of((&key.2, decided.map(|decided| decided.hash())));
        let address = format!("{}provider.{}", graph.static_address(module).prefix(), key.1);
        let decided = Decided {
            own: 0,
            by: vec![(address, hash)],
        };
        self.providers.insert(key, decided.clone());
        decided
    }
}
