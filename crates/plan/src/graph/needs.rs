//! What references of a module need.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use hcl2_model::{Expression, ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_terraform::table::roots;
use hcl2_terraform::{Address, Resource, ResourceKind};

use super::{Graph, ModuleId, NodeId, NodeKind};

/// What an expression refers to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Need {
    /// A variable, local value or resource.
    Node(NodeId),
    /// All attributes of a resource or of a call, also those that no expression names.
    Whole(NodeId),
    /// Outputs of a called module, in their order; all without a list.
    Outputs(ModuleId, Option<Vec<NodeId>>),
    /// `path`.
    Path,
    /// `resource`, the root of the longer form of references to managed resources.
    LongForm,
    /// `terraform`.
    Run(&'static str),
}

/// An expression with what it needs.
#[derive(Clone, Debug)]
pub(crate) struct Scoped<'t> {
    pub(crate) expression: &'t dyn Expression,
    pub(crate) needs: Vec<Need>,
}

impl<'t> Graph<'t> {
    /// Returns the nodes whose values references need.
    pub(crate) fn nodes_of(&self, module: ModuleId, references: &[Traversal]) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for need in self.needs(module, references) {
            match need {
                Need::Node(node) => {
                    nodes.push(node);
                    nodes.extend(self.validations.get(&node));
                }
                Need::Outputs(called, outputs) => {
                    nodes.push(self.modules[called].expand);
                    // A reference to a call as a whole waits for everything in its module.
                    nodes.extend(outputs.unwrap_or_else(|| vec![self.modules[called].close]));
                }
                Need::Run(_) => nodes.push(self.run),
                Need::Whole(_) | Need::Path | Need::LongForm => {}
            }
        }
        nodes
    }

    /// Returns what references in a module need; those to other objects than that of a module need nothing.
    pub(crate) fn needs(&self, module: ModuleId, references: &[Traversal]) -> Vec<Need> {
        let own = &self.modules[module];
        let mut needs: Vec<Need> = Vec::new();
        let mut outputs: BTreeMap<ModuleId, Option<BTreeSet<NodeId>>> = BTreeMap::new();
        for reference in references {
            match reference.root_name().map(Name::as_str) {
                Some(roots::PATH) => needs.push(Need::Path),
                Some(root) if root == ResourceKind::Managed.block_type() => needs.push(Need::LongForm),
                Some(roots::TERRAFORM) => needs.push(Need::Run(roots::TERRAFORM)),
                Some(roots::TOFU) => needs.push(Need::Run(roots::TOFU)),
                _ => {}
            }
            let node = match Address::from_traversal(reference) {
                Some(Address::Variable(name)) => own.variables.get(name.as_str()).copied(),
                Some(Address::Local(name)) => own.locals.get(name.as_str()).copied(),
                Some(Address::Resource(kind, ty, name)) => self.resource(module, kind, &ty, &name),
                Some(Address::Module(name)) => {
                    if let Some(called) = own.calls.get(name.as_str()) {
                        let named = outputs.entry(*called).or_insert_with(|| Some(BTreeSet::new()));
                        match (output_of(reference), named.as_mut()) {
                            (Some(output), Some(named)) => {
                                named.extend(self.modules[*called].outputs.get(output.as_str()));
                            }
                            _ => *named = None,
                        }
                        None
                    } else {
                        own.unread.get(name.as_str()).copied()
                    }
                }
                _ => None,
            };
            if let Some(node) = node {
                let is_object = matches!(
                    self.nodes[node].kind,
                    NodeKind::Resource(..) | NodeKind::Unread(_)
                );
                if is_object && self.attribute_in(reference, node).is_none() {
                    needs.push(Need::Whole(node));
                }
                needs.push(Need::Node(node));
            }
        }
        let outputs = outputs.into_iter().map(|(called, named)| {
            let named = named.map(|named| named.into_iter().collect());
            Need::Outputs(called, named)
        });
        needs.extend(outputs);
        keep_distinct(&mut needs);
        needs
    }

    /// Returns the references of an expression of a module, with the names behind keys that are not literal.
    pub(super) fn references(&self, module: ModuleId, expression: &ExpressionRef) -> Arc<[Traversal]> {
        self.modules[module].tree.module.paths_of(expression)
    }

    /// Returns the references in the arguments of a resource of a module.
    pub(crate) fn references_of_body(&self, module: ModuleId, resource: &Resource) -> Arc<[Traversal]> {
        self.modules[module].tree.module.paths_of_body(&resource.body)
    }

    /// Returns an expression of a module with what it needs.
    pub(crate) fn scoped(&self, module: ModuleId, expression: &'t ExpressionRef) -> Scoped<'t> {
        Scoped {
            expression: &**expression,
            needs: self.needs(module, &self.references(module, expression)),
        }
    }
}

/// Returns the name of the output in a reference to a called module: `module.NAME.OUTPUT` or `module.NAME[KEY].OUTPUT` with a
/// literal key. With any other key, Terraform evaluates the whole module first.
pub(crate) fn output_of(reference: &Traversal) -> Option<&Name> {
    let rest = reference.steps().get(2..)?;
    let rest = match rest {
        [TraversalStep::Index { key, .. }, rest @ ..] if key.is_known() => rest,
        rest => rest,
    };
    match rest.first() {
        Some(TraversalStep::Attribute { name, .. }) => Some(name),
        _ => None,
    }
}

/// The length of lists up to which looking through them is faster than hashing their elements.
const FEW: usize = 16;

/// Keeps the first of equal elements, in their order.
pub(super) fn keep_distinct<T: Clone + Eq + Hash>(items: &mut Vec<T>) {
    if items.len() > FEW {
        let mut seen = HashSet::with_capacity(items.len());
        items.retain(|item| seen.insert(item.clone()));
        return;
    }
    let mut kept = 0;
    for index in 0..items.len() {
        if !items[..kept].contains(&items[index]) {
            items.swap(kept, index);
            kept += 1;
        }
    }
    items.truncate(kept);
}
