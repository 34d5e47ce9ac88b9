//! What decides the configurations of providers, on which all of their resources depend.

use hcl2_model::BodyRef;
use hcl2_terraform::Resource;

use super::{Decided, Search, hash_of};
use crate::graph::{ModuleId, NodeId, configuration_name};

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
        let decided = configured.map(|(module, own)| self.configuration(module, &own.body));
        let hash = hash_of((&key.2, decided.map(|decided| decided.hash())));
        let address = format!("{}provider.{}", graph.static_address(module).prefix(), key.1);
        let decided = Decided {
            own: 0,
            by: vec![(address, hash)],
        };
        self.providers.insert(key, decided.clone());
        decided
    }

    fn configuration(&self, module: ModuleId, body: &BodyRef) -> Decided {
        let mut decided = Decided::default();
        let content = body.implied_content();
        let mut attributes: Vec<_> = content.attributes.iter().collect();
        attributes.sort_by(|one, other| one.name.cmp(&other.name));
        for attribute in attributes {
            decided.add_text(&attribute.name);
            decided.add(self.value(module, &attribute.expression));
        }
        for block in &content.blocks {
            decided.add_text(&block.block_type);
            block
                .labels
                .iter()
                .for_each(|label| decided.add_text(&label.text));
            decided.add(self.configuration(module, &block.body));
        }
        decided
    }
}
