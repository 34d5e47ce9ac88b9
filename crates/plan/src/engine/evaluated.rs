//! What is known of the nodes that were evaluated.

use std::collections::HashSet;

use hcl2_value::Value;

use crate::graph::NodeId;

/// The values of nodes, and what else their evaluation found.
#[derive(Debug)]
pub(crate) struct Evaluated {
    /// By the instances of the module of each node.
    values: Vec<Vec<Value>>,
    failed: Vec<bool>,
    /// Resources with values that only a provider knows, although the real Terraform would have asked it.
    pub(crate) unanswered: HashSet<NodeId>,
    /// Resources without a schema of which some attributes are known, and no others but those that expressions refer to.
    pub(super) partly_known: HashSet<NodeId>,
    /// Nodes whose values may come from a secret part of a state or a fixture.
    pub(super) has_secrets: HashSet<NodeId>,
}

impl Evaluated {
    /// Creates the facts about a number of nodes, of which none was evaluated.
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            values: vec![Vec::new(); nodes],
            failed: vec![false; nodes],
            unanswered: HashSet::new(),
            partly_known: HashSet::new(),
            has_secrets: HashSet::new(),
        }
    }

    /// Sets the values of a node in all instances of its module.
    pub(super) fn set(&mut self, node: NodeId, values: Vec<Value>) {
        self.values[node] = values;
    }

    /// Returns the values of a node in all instances of its module.
    pub(crate) fn of(&self, node: NodeId) -> &[Value] {
        &self.values[node]
    }

    /// Records that a node has no value because of an error, in it or in one that it needs.
    pub(super) fn fail(&mut self, node: NodeId) {
        self.failed[node] = true;
    }

    /// Returns whether a node has no value because of an error.
    pub(super) fn has_failed(&self, node: NodeId) -> bool {
        self.failed[node]
    }
}
