//! Which nodes are evaluated: all, or those that the targets need.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::ResourceKind;
use hcl2_value::{Type, Value};

use super::Engine;
use super::prior::value_of;
use crate::address::ResourceAddress;
use crate::graph::{NodeId, NodeKind};
use crate::model::{Action, CheckedKind, CheckedName, CheckedObject, OutputChange, ResourceInstance};
use crate::state::StateObject;

impl<'t> Engine<'t> {
    /// Returns whether each node is evaluated: what the targets name, what they need, and the outputs of the root module
    /// that need nothing else.
    pub(super) fn selected(&self) -> Vec<bool> {
        let nodes = &self.graph.nodes;
        if self.inputs.targets.is_empty() {
            return vec![true; nodes.len()];
        }
        let mut is_selected = vec![false; nodes.len()];
        let targeted = (0..nodes.len()).filter(|node| self.is_target(*node));
        self.select(targeted.collect(), &mut is_selected);
        let outputs = (0..nodes.len()).filter(|node| {
            let is_output = nodes[*node].module == 0 && matches!(nodes[*node].kind, NodeKind::Output(_));
            let needed = if is_output {
                self.graph.ancestors(*node)
            } else {
                Vec::new()
            };
            !needed.is_empty() && needed.iter().all(|resource| is_selected[*resource])
        });
        let outputs: Vec<NodeId> = outputs.collect();
        self.select(outputs, &mut is_selected);
        is_selected
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
        for target in targets {
            let in_configuration = (0..self.graph.nodes.len())
                .filter_map(|node| self.resource_address(node))
                .any(|address| target.names(&address));
            let mut objects = self.objects.values();
            if !in_configuration && !objects.any(|object| target.contains(&object.address)) {
                self.plan.warnings.push(
                    Diagnostic::warning(codes::UNDECLARED, "Unknown target").with_detail(format!(
                        "Neither the configuration nor the state has `{target}`, so it adds nothing to the plan."
                    )),
                );
            }
        }
        let moved = self.objects.values().filter(|object| object.previous.is_some());
        let left_out = moved.filter(|object| {
            !targets.is_empty() && !targets.iter().any(|target| target.contains(&object.address))
        });
        for object in left_out {
            self.diagnostics.push(
                Diagnostic::error(codes::INVALID_TARGET, "Moved object outside the targets").with_detail(
                    format!(
                        "`{}` is the new address of an object, but no target contains it. Add it to the targets.",
                        object.address
                    ),
                ),
            );
        }
    }

    /// Returns whether a target names a resource.
    fn is_target(&self, node: NodeId) -> bool {
        let names =
            |address: ResourceAddress| self.inputs.targets.iter().any(|target| target.names(&address));
        self.resource_address(node).is_some_and(names)
    }

    /// Returns the address of the resource that a node stands for, without keys.
    pub(crate) fn resource_address(&self, node: NodeId) -> Option<ResourceAddress> {
        let NodeKind::Resource(resource, _) = self.graph.nodes[node].kind else {
            return None;
        };
        Some(ResourceAddress {
            module: self.static_address(self.graph.nodes[node].module),
            kind: resource.kind,
            ty: resource.ty.clone(),
            name: resource.name.clone(),
            key: None,
        })
    }

    /// Returns whether an instance of a resource is planned: one of the targets, or any if they only need its resource.
    pub(super) fn is_planned(&self, node: NodeId, address: &ResourceAddress) -> bool {
        let targets = &self.inputs.targets;
        targets.is_empty() || !self.is_target(node) || targets.iter().any(|target| target.contains(address))
    }

    /// Adds what is known without the evaluation of a node: that its conditions and the state before are as they were.
    pub(super) fn leave_out(&mut self, node: NodeId) {
        let (module, kind) = (self.graph.nodes[node].module, self.graph.nodes[node].kind);
        let checked = match kind {
            NodeKind::Resource(own, _)
                if !own.lifecycle.preconditions.is_empty() || !own.lifecycle.postconditions.is_empty() =>
            {
                let name = CheckedName::Resource(own.kind, own.ty.clone(), own.name.clone());
                Some((CheckedKind::Resource, name))
            }
            NodeKind::Output(own) if !own.preconditions.is_empty() => {
                Some((CheckedKind::Output, CheckedName::Plain(own.name.clone())))
            }
            NodeKind::Validation(own) => Some((CheckedKind::Variable, CheckedName::Plain(own.name.clone()))),
            NodeKind::Check(own) => Some((CheckedKind::Check, CheckedName::Plain(own.name.clone()))),
            _ => None,
        };
        if let Some((kind, name)) = checked {
            let module = self.static_address(module);
            self.plan.checks.push(CheckedObject {
                kind,
                module,
                name,
                instances: Vec::new(),
                is_left_out: true,
            });
        }
        let (NodeKind::Output(output), 0) = (kind, module) else {
            return;
        };
        let before = self
            .inputs
            .state
            .as_ref()
            .and_then(|state| state.outputs.get(output.name.as_str()));
        self.plan
            .left_out
            .outputs
            .extend(before.map(|before| OutputChange {
                name: output.name.clone(),
                sensitive: before.sensitive,
                action: Action::NoOp,
                before: before.value.clone(),
                was_sensitive: before.sensitive,
                after: before.value.clone(),
            }));
    }

    /// Returns an object of the state that no target contains as it was.
    pub(super) fn left_out(&self, object: &StateObject) -> ResourceInstance {
        let kind = object.address.kind;
        let schema = self
            .inputs
            .schemas
            .resource(&object.provider, kind, &object.address.ty);
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
            is_drifted: false,
        }
    }

    /// Returns whether the plan may change an object that the configuration does not have.
    pub(super) fn may_remove(&self, object: &StateObject) -> bool {
        let targets = &self.inputs.targets;
        let is_target = || targets.iter().any(|target| target.contains(&object.address));
        object.address.kind == ResourceKind::Managed && (targets.is_empty() || is_target())
    }

    pub(super) fn report_cycle(&mut self, node: NodeId) {
        let span = match self.graph.nodes[node].kind {
            NodeKind::Variable(variable) | NodeKind::Validation(variable) => Some(variable.span),
            NodeKind::Local(local) => Some(local.span),
            NodeKind::Output(output) => Some(output.span),
            NodeKind::Resource(resource, _) => Some(resource.span),
            NodeKind::Check(check) => Some(check.span),
            NodeKind::Expand | NodeKind::Close => {
                let caller = self.graph.modules[self.graph.nodes[node].module].caller;
                caller.map(|(_, call)| call.span)
            }
        };
        let problem = Diagnostic::error(codes::REFERENCE_CYCLE, "Reference cycle").with_detail(
            "The value of this object needs itself, through other objects. Remove one of the references.",
        );
        self.diagnostics.push(match span {
            Some(span) => problem.with_subject(span),
            None => problem,
        });
        self.failed[node] = true;
    }
}
