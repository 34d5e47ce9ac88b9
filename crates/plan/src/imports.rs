//! The imports of a configuration, by what is known of their targets before these are evaluated.

use std::collections::HashMap;

use hcl2_terraform::ModuleAddress;

use crate::graph::{Graph, NodeId};

/// The targets of the imports of a graph, which have their positions there.
#[derive(Debug)]
pub(crate) struct Imports {
    /// The resource that the target of each import names.
    nodes: Vec<Option<NodeId>>,
    by_target: HashMap<KnownTarget, Vec<usize>>,
}

/// What is known of the target of an import before its address is evaluated.
#[derive(Debug, PartialEq, Eq, Hash)]
enum KnownTarget {
    /// Instances of a resource in a module instance.
    Instances(NodeId, ModuleAddress),
    /// Instances of a resource in any instance of its module.
    Resource(NodeId),
    Unknown,
}

impl Imports {
    pub(crate) fn of(graph: &Graph<'_>) -> Self {
        let imports = graph.imports.all();
        let nodes = imports
            .iter()
            .map(|(module, import)| graph.import_target(*module, import.to.as_ref()?))
            .collect();
        let mut found = Self {
            nodes,
            by_target: HashMap::new(),
        };
        for (position, (module, import)) in imports.iter().enumerate() {
            let Some(to) = &import.to else { continue };
            let target = match (found.nodes[position], to.static_traversal()) {
                (None, _) => KnownTarget::Unknown,
                (Some(node), Some(address)) if *module == 0 => {
                    KnownTarget::Instances(node, ModuleAddress::split(&address).0)
                }
                (Some(node), _) => KnownTarget::Resource(node),
            };
            found.by_target.entry(target).or_default().push(position);
        }
        found
    }

    /// Returns the resource that the target of an import names.
    pub(crate) fn node(&self, position: usize) -> Option<NodeId> {
        self.nodes[position]
    }

    /// Returns the positions of the imports that may be to instances of a resource in a module instance.
    pub(crate) fn candidates(&self, node: NodeId, module: &ModuleAddress) -> Vec<usize> {
        if self.by_target.is_empty() {
            return Vec::new();
        }
        let targets = [
            KnownTarget::Instances(node, module.clone()),
            KnownTarget::Resource(node),
            KnownTarget::Unknown,
        ];
        let lists = targets.iter().filter_map(|target| self.by_target.get(target));
        let mut candidates: Vec<usize> = lists.flatten().copied().collect();
        candidates.sort_unstable();
        candidates
    }
}
