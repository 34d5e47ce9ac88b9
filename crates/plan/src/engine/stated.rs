//! Values of states and fixtures, which never stand in messages.

use super::Engine;
use crate::graph::NodeId;

impl Engine<'_> {
    /// Evaluates a node. If its values may come from a secret part of a state or a fixture, problems quote none of them.
    ///
    /// Terraform forgets that such values are sensitive once an expression refers to them, so they have no mark.
    pub(super) fn evaluate_discreetly(&mut self, node: NodeId) {
        let (errors, warnings) = (self.diagnostics.len(), self.plan.warnings.len());
        self.evaluate(node);
        let mut needed = self.prepared.graph.nodes[node].after.iter();
        if needed.any(|other| self.evaluated.has_secrets.contains(other)) {
            self.evaluated.has_secrets.insert(node);
        }
        if self.evaluated.has_secrets.contains(&node) {
            self.diagnostics.conceal_since(errors);
            self.plan.warnings.conceal_since(warnings);
        }
    }
}
