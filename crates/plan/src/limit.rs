//! What a plan with targets is limited to.

use hcl2_terraform::{ResourceAddress, Target, Targets};

use crate::graph::{Graph, NodeId, NodeKind};

/// What a plan is limited to by its targets.
#[derive(Debug)]
pub(crate) struct Limit {
    targets: Targets,
    /// Whether a target names each node, if it stands for a resource.
    is_target: Vec<bool>,
    /// Whether each node is evaluated.
    is_selected: Vec<bool>,
}

impl Limit {
    /// Returns which nodes are evaluated, if not all: what the targets name, what they need, and the outputs of the root
    /// module that need nothing else. `order` has each node after those that it needs.
    pub(crate) fn of(graph: &Graph<'_>, targets: &[Target], order: &[NodeId]) -> Option<Self> {
        let nodes = &graph.nodes;
        if targets.is_empty() {
            return None;
        }
        let named = Targets::without_keys(targets);
        let is_target: Vec<bool> = (0..nodes.len())
            .map(|node| {
                graph
                    .resource_address(node)
                    .is_some_and(|address| named.contain(&address))
            })
            .collect();
        let mut is_selected = vec![false; nodes.len()];
        let targeted = (0..nodes.len()).filter(|node| is_target[*node]);
        select(graph, targeted.collect(), &mut is_selected);
        let needs = graph.needed_resources(order, &is_selected);
        let is_shown = |node: &NodeId| {
            let is_output = nodes[*node].module == 0 && matches!(nodes[*node].kind, NodeKind::Output(_));
            is_output && needs[*node] == Some(true)
        };
        let outputs = (0..nodes.len()).filter(is_shown);
        select(graph, outputs.collect(), &mut is_selected);
        Some(Self {
            targets: Targets::new(targets.iter().cloned()),
            is_target,
            is_selected,
        })
    }

    /// Returns whether a node is evaluated.
    pub(crate) fn selects(&self, node: NodeId) -> bool {
        self.is_selected[node]
    }

    /// Returns whether a target names a resource.
    pub(crate) fn names(&self, node: NodeId) -> bool {
        self.is_target[node]
    }

    /// Returns whether a target contains an instance.
    pub(crate) fn contains(&self, address: &ResourceAddress) -> bool {
        self.targets.contain(address)
    }
}

fn select(graph: &Graph<'_>, mut pending: Vec<NodeId>, is_selected: &mut [bool]) {
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut is_selected[node], true) {
            pending.extend(&graph.nodes[node].after);
            pending.extend(graph.needs_of_provider(node));
        }
    }
}
