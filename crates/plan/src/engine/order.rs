//! Which nodes are evaluated: all, or those that the targets need.

use std::collections::{BTreeMap, HashSet};

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::eval::Keys;
use hcl2_terraform::{
    Address, CycleLink, InstanceKey, Resource, ResourceAddress, Targets, reference_cycle, shortest_cycle,
};
use hcl2_value::{Type, Value};

use super::Engine;
use super::prior::{left_out_output, value_of};
use crate::graph::{NodeId, NodeKind};
use crate::model::{Action, CheckedObject, ResourceInstance};
use crate::state::StateObject;

/// What a plan is limited to by its targets.
#[derive(Debug)]
pub(super) struct Limit {
    targets: Targets,
    /// Whether a target names each node, if it stands for a resource.
    is_target: Vec<bool>,
    /// Whether each node is evaluated.
    is_selected: Vec<bool>,
}

impl<'t> Engine<'t> {
    /// Returns which nodes are evaluated, if not all: what the targets name, what they need, and the outputs of the root
    /// module that need nothing else. `order` has each node after those that it needs.
    pub(super) fn limit(&self, order: &[NodeId]) -> Option<Limit> {
        let (nodes, targets) = (&self.graph.nodes, &self.inputs.targets);
        if targets.is_empty() {
            return None;
        }
        let named = Targets::without_keys(targets);
        let is_target: Vec<bool> = (0..nodes.len())
            .map(|node| {
                self.resource_address(node)
                    .is_some_and(|address| named.contain(&address))
            })
            .collect();
        let mut is_selected = vec![false; nodes.len()];
        let targeted = (0..nodes.len()).filter(|node| is_target[*node]);
        self.select(targeted.collect(), &mut is_selected);
        let needs = self.graph.needed_resources(order, &is_selected);
        let is_shown = |node: &NodeId| {
            let is_output = nodes[*node].module == 0 && matches!(nodes[*node].kind, NodeKind::Output(_));
            is_output && needs[*node] == Some(true)
        };
        let outputs = (0..nodes.len()).filter(is_shown);
        self.select(outputs.collect(), &mut is_selected);
        Some(Limit {
            targets: Targets::new(targets.iter().cloned()),
            is_target,
            is_selected,
        })
    }

    /// Returns whether a node is evaluated.
    pub(super) fn is_selected(&self, node: NodeId) -> bool {
        self.limit.as_ref().is_none_or(|limit| limit.is_selected[node])
    }

    fn select(&self, mut pending: Vec<NodeId>, is_selected: &mut [bool]) {
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut is_selected[node], true) {
                pending.extend(&self.graph.nodes[node].after);
                pending.extend(self.graph.needs_of_provider(node));
            }
        }
    }

    /// Warns of targets that name neither a resource nor an object of the state, and reports moved objects without one.
    pub(super) fn check_targets(&mut self) {
        let targets = &self.inputs.targets;
        if targets.is_empty() {
            return;
        }
        let all = Targets::new(targets.iter().cloned());
        let of_state: HashSet<usize> = self
            .objects
            .values()
            .flat_map(|object| all.of(&object.address))
            .collect();
        let has_resources = self.graph.modules_with_resources();
        for target in targets {
            let is_in_state = all
                .first_of(target)
                .is_some_and(|first| of_state.contains(&first));
            if !is_in_state && !self.graph.declares(target, &has_resources) {
                let near = self.graph.near(target);
                let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
                self.plan.warnings.push(
                    Diagnostic::warning(codes::UNDECLARED, "Unknown target").with_detail(format!(
                        "Neither the configuration nor the state has `{target}`, so it adds nothing to the plan.{near}"
                    )),
                );
            }
        }
        for object in self.objects.values() {
            let Some(previous) = &object.previous else {
                continue;
            };
            let ends = [(previous, "previous"), (&object.address, "new")];
            let left_out = ends.into_iter().filter(|(address, _)| !all.contain(address));
            self.diagnostics.extend(left_out.map(|(address, which)| {
                Diagnostic::error(codes::INVALID_TARGET, "Moved object outside the targets").with_detail(format!(
                    "`{address}` is the {which} address of an object that moves, but no target contains it. Add it to the \
                     targets."
                ))
            }));
        }
    }

    /// Returns whether a target names a resource.
    pub(super) fn is_target(&self, node: NodeId) -> bool {
        self.limit.as_ref().is_some_and(|limit| limit.is_target[node])
    }

    /// Returns the address of the resource that a node stands for, without keys.
    pub(crate) fn resource_address(&self, node: NodeId) -> Option<ResourceAddress> {
        let NodeKind::Resource(resource, _) = self.graph.nodes[node].kind else {
            return None;
        };
        Some(resource.address_in(self.static_address(self.graph.nodes[node].module)))
    }

    /// Returns whether an instance of a resource is planned: one of the targets, or any if they only need its resource.
    pub(super) fn is_planned(&self, node: NodeId, address: &ResourceAddress) -> bool {
        let limit = self.limit.as_ref();
        limit.is_none_or(|limit| !limit.is_target[node] || limit.targets.contain(address))
    }

    /// Records a node that the plan skips: its conditions are unknown, and its state is unchanged.
    pub(super) fn leave_out(&mut self, node: NodeId) {
        let (module, kind) = (self.graph.nodes[node].module, self.graph.nodes[node].kind);
        let checked = match kind {
            NodeKind::Resource(own, _)
                if !own.lifecycle.preconditions.is_empty() || !own.lifecycle.postconditions.is_empty() =>
            {
                Some(Address::Resource(own.kind, own.ty.clone(), own.name.clone()))
            }
            NodeKind::Output(own) if !own.preconditions.is_empty() => Some(Address::Output(own.name.clone())),
            NodeKind::Validation(own) => Some(Address::Variable(own.name.clone())),
            NodeKind::Check(own) => Some(Address::Check(own.name.clone())),
            _ => None,
        };
        if let Some(object) = checked {
            let module = self.static_address(module);
            self.plan.checks.push(CheckedObject {
                module,
                object,
                instances: Vec::new(),
                is_left_out: true,
            });
        }
        let (NodeKind::Output(output), 0) = (kind, module) else {
            return;
        };
        let state = self.inputs.state.as_ref();
        if let Some(before) = state.and_then(|state| state.outputs.get(output.name.as_str())) {
            let left_out = left_out_output(&output.name, before);
            self.plan.left_out.outputs.push(left_out);
        }
    }

    /// Returns an object of the state that no target contains as it was.
    pub(super) fn left_out(&self, object: &StateObject) -> ResourceInstance {
        let kind = object.address.kind;
        let schema =
            self.inputs
                .schemas
                .resource(self.graph.version(), &object.provider, kind, &object.address.ty);
        let before = schema.and_then(|schema| value_of(schema, object));
        let before = before.map_or_else(|| Value::null(Type::DYNAMIC), |(value, _)| value);
        ResourceInstance {
            address: object.address.clone(),
            previous: object.previous.clone(),
            provider: object.provider.as_str().into(),
            schema_version: object.schema_version,
            action: Action::NoOp,
            reason: None,
            after: before.clone(),
            referred: None,
            before,
            replace_paths: Vec::new(),
            importing: None,
            depended_on: object.dependencies.clone(),
            deposed: object.deposed.clone(),
            is_tainted: object.is_tainted,
            drifted: None,
        }
    }

    /// Returns whether an object of the state that no instance has taken stays as it was, because no target needs it or it is
    /// not known whether there is such an instance.
    ///
    /// A resource that a target only needs is planned with all its instances, and one that is planned at all with the objects
    /// of module instances that no longer exist.
    pub(super) fn is_left_out(&self, object: &StateObject) -> bool {
        if self.has_unknown_instances(&object.address) {
            return true;
        }
        let (Some(limit), address) = (&self.limit, &object.address) else {
            return false;
        };
        if limit.targets.contain(address) {
            return false;
        }
        let node = self.graph.declared_node(address);
        let Some(node) = node.filter(|node| object.deposed.is_none() && limit.is_selected[*node]) else {
            return true;
        };
        limit.is_target[node] && self.instance_at(&address.module).is_some()
    }

    /// Returns the value of a resource of which only some instances are planned; the others are as they are in the state.
    pub(super) fn partial_value(
        &mut self,
        resource: &'t Resource,
        address: &ResourceAddress,
        keys: &Keys,
        planned: Vec<(Option<InstanceKey>, Value)>,
    ) -> Value {
        let left_out = self.objects.of(address).filter(|object| self.is_left_out(object));
        let left_out = left_out.map(|object| (object.address.key.clone(), self.left_out(object).before));
        let mut instances: BTreeMap<Option<InstanceKey>, Value> = left_out.collect();
        instances.extend(planned);
        match keys {
            Keys::One => instances.remove(&None).unwrap_or(Value::DYNAMIC),
            Keys::Disabled | Keys::Unknown(_) => keys.collect([]),
            Keys::Count(_) => {
                let last = instances.keys().rev().find_map(|key| match key {
                    Some(InstanceKey::Index(index)) => Some(*index),
                    _ => None,
                });
                let count = last.map_or(0, |last| last.saturating_add(1));
                if let Err(problem) = self.take(count) {
                    self.diagnostics.push((*problem).with_subject(resource.span));
                    return Value::DYNAMIC;
                }
                Value::tuple((0..count).map(|index| {
                    let instance = instances.remove(&Some(InstanceKey::Index(index)));
                    instance.unwrap_or(Value::DYNAMIC)
                }))
            }
            Keys::Each(_) => Value::object(instances.into_iter().filter_map(|(key, value)| match key {
                Some(InstanceKey::Name(name)) => Some((name, value)),
                _ => None,
            })),
        }
    }

    /// Reports a cycle among nodes that need each other.
    pub(super) fn report_cycle(&mut self, members: &[NodeId]) {
        let cycle = shortest_cycle(members, |node| self.graph.before(node)).into_iter();
        let mut links: Vec<CycleLink> = cycle.filter_map(|node| self.graph.link(node)).collect();
        links.dedup_by(|one, other| one.name == other.name);
        self.diagnostics.push(reference_cycle(&links));
        for node in members {
            self.failed[*node] = true;
        }
    }
}
