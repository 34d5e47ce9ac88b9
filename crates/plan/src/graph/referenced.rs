//! What expressions take of objects.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hcl2_model::{ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_terraform::{Address, Repetition, Validation};

use super::{Graph, ModuleId, NodeId, NodeKind};

impl<'t> Graph<'t> {
    /// Returns the attributes that expressions refer to of a resource, or of a call whose module was not read.
    pub(crate) fn referenced(&self, node: NodeId) -> Option<&BTreeSet<Name>> {
        self.referenced.get_or_init(|| self.all_referenced()).get(&node)
    }

    fn all_referenced(&self) -> HashMap<NodeId, BTreeSet<Name>> {
        let mut all: HashMap<NodeId, BTreeSet<Name>> = HashMap::new();
        for (module, import) in self.imports.all() {
            let arguments = import.id.iter().chain(&import.identity).chain(&import.for_each);
            for reference in arguments.flat_map(|expression| expression.paths()) {
                self.add_referenced(*module, &reference, &mut all);
            }
        }
        for id in 0..self.nodes.len() {
            for (module, references) in self.references_of(id) {
                for reference in references.iter() {
                    self.add_referenced(module, reference, &mut all);
                }
            }
        }
        all
    }

    fn add_referenced(
        &self,
        module: ModuleId,
        reference: &Traversal,
        all: &mut HashMap<NodeId, BTreeSet<Name>>,
    ) {
        let node = match Address::from_traversal(reference) {
            Some(Address::Resource(kind, ty, name)) => self.resource(module, kind, &ty, &name),
            Some(Address::Module(name)) => self.modules[module].unread.get(name.as_str()).copied(),
            _ => None,
        };
        if let Some(node) = node {
            let own = all.entry(node).or_default();
            own.extend(self.attribute_in(reference, node));
        }
    }

    /// Returns the attribute that a reference to an object selects, of one of its instances or of all; `None` for a reference
    /// to the object or an instance as a whole, or with a key that is not literal in place of the attribute.
    pub(crate) fn attribute_in(&self, reference: &Traversal, node: NodeId) -> Option<Name> {
        let is_short = || match self.nodes[node].kind {
            NodeKind::Resource(resource, _) => {
                reference.root_name().is_some_and(|root| *root == *resource.ty)
            }
            _ => true,
        };
        let used = if is_short() { 2 } else { 3 };
        let mut rest = reference.steps().get(used..)?.iter();
        let mut next = rest.next();
        let selects_instances = match next {
            Some(TraversalStep::Index { .. }) => self.repetition(node).has_keys(),
            // Of a map, a splat makes a list with one element: the map.
            Some(TraversalStep::Splat { .. }) => !matches!(self.repetition(node), Repetition::ForEach(_)),
            _ => false,
        };
        if selects_instances {
            next = rest.next();
        }
        match next? {
            TraversalStep::Attribute { name, .. } => Some(name.clone()),
            TraversalStep::Index { key, .. } => key.as_str().map(Name::from),
            _ => None,
        }
    }

    /// Returns what the instances of a resource or call need.
    pub(crate) fn needed_by_instances(&self, node: NodeId) -> Vec<NodeId> {
        let module = self.nodes[node].module;
        let (module, repetition) = match (self.nodes[node].kind, self.modules[module].caller) {
            (NodeKind::Resource(resource, _), _) => (module, resource.repetition()),
            (NodeKind::Expand, Some((caller, call))) => (caller, call.repetition()),
            _ => return Vec::new(),
        };
        let references = repetition
            .expression()
            .map(|expression| self.references(module, expression));
        references.map_or_else(Vec::new, |references| self.nodes_of(module, &references))
    }

    /// Returns what decides the instances of a resource, or of a call whose module was not read.
    pub(crate) fn repetition(&self, node: NodeId) -> Repetition<'t> {
        match self.nodes[node].kind {
            NodeKind::Resource(resource, _) => resource.repetition(),
            NodeKind::Unread(call) => call.repetition(),
            _ => Repetition::One,
        }
    }

    /// Returns the references in all expressions of a node, with the modules that they are written in.
    pub(crate) fn references_of(&self, id: NodeId) -> Vec<(ModuleId, Arc<[Traversal]>)> {
        let node = &self.nodes[id];
        let own = node.module;
        let mut found: Vec<(ModuleId, Arc<[Traversal]>)> = Vec::new();
        let mut add = |module: ModuleId, expression: &'t ExpressionRef| {
            found.push((module, self.references(module, expression)));
        };
        let parts = |conditions: &'t [Validation]| {
            conditions
                .iter()
                .flat_map(|condition| condition.condition.iter().chain(&condition.error_message))
        };
        match (node.kind, self.modules[own].caller) {
            (NodeKind::Expand, Some((caller, call))) => {
                let repetition = call.repetition().expression().into_iter();
                repetition.for_each(|expression| add(caller, expression));
            }
            (NodeKind::Variable(variable), Some((caller, call))) => {
                let argument = call.arguments.get(&variable.name).into_iter();
                argument.for_each(|argument| add(caller, &argument.expression));
            }
            (NodeKind::Validation(variable), _) => {
                parts(&variable.validations).for_each(|part| add(own, part));
            }
            (NodeKind::Local(local), _) => add(own, &local.value),
            (NodeKind::Output(output), _) => {
                let parts = output.value.iter().chain(parts(&output.preconditions));
                parts.for_each(|part| add(own, part));
            }
            (NodeKind::Check(check), _) => parts(&check.asserts).for_each(|part| add(own, part)),
            (NodeKind::Resource(resource, _), _) => {
                let lifecycle = &resource.lifecycle;
                let arguments = resource.repetition().expression().into_iter();
                let parts = arguments
                    .chain(&lifecycle.prevent_destroy)
                    .chain(&lifecycle.replace_triggered_by)
                    .chain(parts(&lifecycle.preconditions))
                    .chain(parts(&lifecycle.postconditions));
                parts.for_each(|part| add(own, part));
                found.insert(0, (own, self.references_of_body(own, resource)));
            }
            _ => {}
        }
        found
    }
}
