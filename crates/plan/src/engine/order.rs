//! Which nodes are evaluated: all, or those that the targets need.

use std::collections::BTreeMap;

use hcl2_terraform::eval::Keys;
use hcl2_terraform::{
    Address, CycleLink, InstanceKey, Resource, ResourceAddress, reference_cycle, shortest_cycle,
};
use hcl2_value::{Type, Value};

use super::Engine;
use super::sweep::{left_out_output, value_of};
use crate::graph::{NodeId, NodeKind};
use crate::model::{Action, CheckedObject, ResourceInstance};
use crate::state::StateObject;

impl<'t> Engine<'t> {
    /// Returns whether a node is evaluated.
    pub(super) fn is_selected(&self, node: NodeId) -> bool {
        self.prepared
            .limit
            .as_ref()
            .is_none_or(|limit| limit.selects(node))
    }

    /// Returns whether a target names a resource.
    pub(super) fn is_target(&self, node: NodeId) -> bool {
        self.prepared
            .limit
            .as_ref()
            .is_some_and(|limit| limit.names(node))
    }

    /// Returns whether an instance of a resource is planned: one of the targets, or any if they only need its resource.
    pub(super) fn is_planned(&self, node: NodeId, address: &ResourceAddress) -> bool {
        let limit = self.prepared.limit.as_ref();
        limit.is_none_or(|limit| {
            !limit.names(node) || limit.contains(address) || address.is_of_unknown_instances()
        })
    }

    /// Records a node that the plan skips: its conditions are unknown, and its state is unchanged.
    pub(super) fn leave_out(&mut self, node: NodeId) {
        let (module, kind) = (
            self.prepared.graph.nodes[node].module,
            self.prepared.graph.nodes[node].kind,
        );
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
            let module = self.prepared.graph.static_address(module);
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
        let state = self.prepared.inputs.state.as_ref();
        if let Some(before) = state.and_then(|state| state.outputs.get(output.name.as_str())) {
            let left_out = left_out_output(&output.name, before);
            self.plan.left_out.outputs.push(left_out);
        }
    }

    /// Returns an object of the state that no target contains as it was.
    pub(super) fn left_out(&self, object: &StateObject) -> ResourceInstance {
        let kind = object.address.kind;
        let schema = self.prepared.inputs.schemas.resource(
            self.prepared.graph.version(),
            &object.provider,
            kind,
            &object.address.ty,
        );
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
        let (Some(limit), address) = (&self.prepared.limit, &object.address) else {
            return false;
        };
        if limit.contains(address) {
            return false;
        }
        let node = self.prepared.graph.declared_node(address);
        let Some(node) = node.filter(|node| object.deposed.is_none() && limit.selects(*node)) else {
            return true;
        };
        limit.names(node) && self.instances.at(&address.module).is_some()
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
        let cycle = shortest_cycle(members, |node| self.prepared.graph.before(node)).into_iter();
        let mut links: Vec<CycleLink> = cycle.filter_map(|node| self.prepared.graph.link(node)).collect();
        links.dedup_by(|one, other| one.name == other.name);
        self.diagnostics.push(reference_cycle(&links));
        for node in members {
            self.evaluated.fail(*node);
        }
    }
}
