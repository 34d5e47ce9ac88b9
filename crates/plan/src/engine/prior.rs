//! Objects of the state: those that move, those that the configuration changes, and those that it no longer has.

use std::collections::BTreeMap;
use std::sync::Arc;

use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::{ExpressionRef, TraversalStep};
use hcl2_terraform::{Moved, ResourceKind};
use hcl2_value::{Marks, Type, Value};
use hcl2_wire::json::RawValue;

use super::Engine;
use crate::address::{InstanceKey, ModuleAddress, ResourceAddress};
use crate::graph::NodeKind;
use crate::model::{Action, OutputChange, Reason, ResourceInstance};
use crate::proposal::marked;
use crate::schema::ResourceSchema;
use crate::state::{StateObject, key_of, split_module};

impl Engine<'_> {
    /// Takes the objects of the state to their new addresses.
    pub(super) fn move_objects(&mut self) {
        let Some(state) = &self.inputs.state else { return };
        let mut objects = state.objects.clone();
        for instance in 0..self.graph.modules.len() {
            let within = self.static_address(instance);
            for moved in &self.graph.modules[instance].tree.module.moved {
                objects = moved_objects(objects, &within, moved);
            }
        }
        self.objects = objects;
    }

    /// Takes the object at an address from the state. An object without a key also has the index 0, and the reverse.
    pub(super) fn take_object(&mut self, address: &ResourceAddress) -> Option<StateObject> {
        if let Some(object) = self.objects.remove(&address.to_string()) {
            return Some(object);
        }
        let key = match &address.key {
            None => Some(InstanceKey::Index(0)),
            Some(InstanceKey::Index(0)) => None,
            Some(_) => return None,
        };
        let other = ResourceAddress {
            key,
            ..address.clone()
        };
        let mut object = self.objects.remove(&other.to_string())?;
        object.previous.get_or_insert(other);
        Some(object)
    }

    /// Adds what happens to the objects that the configuration no longer has.
    pub(super) fn add_orphans(&mut self) {
        for object in std::mem::take(&mut self.objects).into_values() {
            if object.address.kind != ResourceKind::Managed {
                continue;
            }
            let schema =
                self.inputs
                    .schemas
                    .resource(&object.provider, object.address.kind, &object.address.ty);
            let before = schema.and_then(|schema| value_of(schema, &object));
            let before = before.unwrap_or_else(|| Value::null(Type::DYNAMIC));
            let is_forgotten = self.is_forgotten(&object.address);
            self.plan.resources.push(ResourceInstance {
                previous: object.previous.clone(),
                provider: Arc::from(object.provider.as_str()),
                schema_version: object.schema_version,
                action: if is_forgotten {
                    Action::Forget
                } else {
                    Action::Delete
                },
                reason: Some(self.reason_of(&object.address)),
                after: Value::null(before.ty().clone()),
                before,
                replace_paths: Vec::new(),
                importing: None,
                depended_on: object.dependencies,
                address: object.address,
            });
        }
    }

    /// Adds the outputs of the state that the configuration no longer has.
    pub(super) fn add_deleted_outputs(&mut self) {
        let Some(state) = &self.inputs.state else { return };
        let declared = &self.graph.modules[0].tree.module.outputs;
        for (name, output) in &state.outputs {
            if declared.iter().all(|own| own.name != *name.as_str()) {
                self.plan.outputs.push(OutputChange {
                    name: name.as_str().into(),
                    sensitive: output.sensitive,
                    action: Action::Delete,
                    before: output.value.clone(),
                    was_sensitive: output.sensitive,
                    after: Value::null(Type::DYNAMIC),
                });
            }
        }
    }

    /// Returns whether a reference in `replace_triggered_by` names something that changes.
    pub(super) fn is_triggered(&self, own: &ResourceAddress, triggers: &[ExpressionRef]) -> bool {
        triggers.iter().any(|trigger| {
            let variables = trigger.variables();
            let reference = trigger.static_traversal();
            let is_computed = reference.is_none();
            let Some(reference) = reference.or_else(|| variables.first().cloned()) else {
                return false;
            };
            let names: Vec<&str> = reference.steps().iter().map_while(name_of).collect();
            let [ty, name, ..] = names.as_slice() else {
                return false;
            };
            let (key, rest) = key_of(&reference.steps()[2..]);
            let key = if is_computed { own.key.clone() } else { key };
            self.plan.resources.iter().any(|resource| {
                let address = &resource.address;
                address.module == own.module
                    && address.ty == **ty
                    && address.name == **name
                    && (key.is_none() || address.key == key)
                    && is_changed(resource, rest)
            })
        })
    }

    /// Returns whether a `removed` block keeps the object.
    fn is_forgotten(&self, address: &ResourceAddress) -> bool {
        let without_keys = ResourceAddress {
            module: address.module.without_keys(),
            key: None,
            ..address.clone()
        };
        let text = without_keys.to_string();
        (0..self.graph.modules.len()).any(|module| {
            let within = self.static_address(module);
            let removed = self.graph.modules[module].tree.module.removed.iter();
            removed.filter(|removed| !removed.destroys).any(|removed| {
                removed.from.as_ref().is_some_and(|from| {
                    let (inner, rest) = split_module(from);
                    let names: Vec<&str> = rest.iter().filter_map(name_of).collect();
                    let prefix = format!("{}{}", within.prefix(), inner);
                    match names.as_slice() {
                        [] => text.starts_with(&format!("{prefix}.")),
                        _ => text == format!("{}{}", joined(&within, &inner).prefix(), names.join(".")),
                    }
                })
            })
        })
    }

    fn reason_of(&self, address: &ResourceAddress) -> Reason {
        let mut module = 0;
        for step in address.module.steps() {
            match self.graph.modules[module].calls.get(step.name.as_str()) {
                Some(called) => module = *called,
                None => return Reason::DeleteBecauseNoModule,
            }
        }
        let own = &self.of_module[module];
        if !own
            .iter()
            .any(|instance| self.instances[*instance].address == address.module)
        {
            return Reason::DeleteBecauseNoModule;
        }
        let node = self
            .graph
            .resource(module, address.kind, &address.ty, &address.name);
        let Some(NodeKind::Resource(resource, _)) = node.map(|node| self.graph.nodes[node].kind) else {
            return Reason::DeleteBecauseNoResourceConfig;
        };
        match (&address.key, &resource.count, &resource.for_each) {
            (Some(InstanceKey::Index(_)), Some(_), _) => Reason::DeleteBecauseCountIndex,
            (Some(InstanceKey::Name(_)), _, Some(_)) => Reason::DeleteBecauseEachKey,
            _ => Reason::DeleteBecauseWrongRepetition,
        }
    }
}

/// Returns the value of an object by its schema, with the marks of its sensitive parts.
pub(super) fn value_of(schema: &ResourceSchema, object: &StateObject) -> Option<Value> {
    let ty = schema.block.implied_type();
    let value = RawValue::new(object.attributes.as_bytes())
        .decode_shared(&ty)
        .ok()?;
    let sensitive = Marks::from_iter([sensitive_mark()]);
    let paths: Vec<_> = object
        .sensitive
        .iter()
        .map(|path| (path.clone(), sensitive.clone()))
        .collect();
    Some(marked(&schema.block, &value, &paths))
}

/// Returns whether a resource, or an attribute of it, changes.
fn is_changed(resource: &ResourceInstance, rest: &[TraversalStep]) -> bool {
    if !matches!(resource.action, Action::Update) && !resource.action.is_replace() {
        return false;
    }
    match rest.first().and_then(name_of) {
        Some(name) => {
            let part = |value: &Value| value.unmark_deep().0.get(name).cloned();
            let after = part(&resource.after);
            after.as_ref().is_none_or(|after| !after.is_wholly_known()) || part(&resource.before) != after
        }
        None => true,
    }
}

fn name_of(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name),
        _ => None,
    }
}

fn joined(outer: &ModuleAddress, inner: &ModuleAddress) -> ModuleAddress {
    outer.steps().iter().chain(inner.steps()).cloned().collect()
}

/// Returns objects at their addresses after a move in the module `within`.
fn moved_objects(
    objects: BTreeMap<String, StateObject>,
    within: &ModuleAddress,
    moved: &Moved,
) -> BTreeMap<String, StateObject> {
    let (Some(from), Some(to)) = (&moved.from, &moved.to) else {
        return objects;
    };
    let (from_module, from_rest) = split_module(from);
    let (to_module, to_rest) = split_module(to);
    let taken: Vec<String> = objects.keys().cloned().collect();
    let all = objects.into_values().map(|object| {
        let own = &object.address;
        let depth = within.steps().len();
        let Some((outer, inner)) = own.module.steps().split_at_checked(depth) else {
            return object;
        };
        let outer: ModuleAddress = outer.iter().cloned().collect();
        if outer.without_keys() != *within {
            return object;
        }
        let next = if from_rest.is_empty() {
            moved_module(inner, &from_module, &to_module).map(|inner| ResourceAddress {
                module: joined(&outer, &inner),
                ..own.clone()
            })
        } else {
            let is_module = inner == from_module.steps();
            moved_resource(own, from_rest, to_rest)
                .filter(|_| is_module)
                .map(|address| ResourceAddress {
                    module: joined(&outer, &to_module),
                    ..address
                })
        };
        match next {
            Some(next) if !taken.contains(&next.to_string()) => StateObject {
                previous: Some(object.previous.clone().unwrap_or_else(|| own.clone())),
                address: next,
                ..object
            },
            _ => object,
        }
    });
    all.map(|object| (object.address.to_string(), object)).collect()
}

/// Returns the steps to a module after a move, if it moves.
fn moved_module(
    inner: &[crate::address::ModuleStep],
    from: &ModuleAddress,
    to: &ModuleAddress,
) -> Option<ModuleAddress> {
    let (own, rest) = inner.split_at_checked(from.steps().len())?;
    let (last, before) = own.split_last()?;
    let (from_last, from_before) = from.steps().split_last()?;
    if before != from_before || last.name != from_last.name {
        return None;
    }
    let mut target: Vec<_> = to.steps().to_vec();
    match &from_last.key {
        None if last.key.is_some() => target.last_mut()?.key.clone_from(&last.key),
        key if *key != last.key => return None,
        _ => {}
    }
    Some(target.into_iter().chain(rest.iter().cloned()).collect())
}

/// Returns the address of a resource after a move, if it moves.
fn moved_resource(
    own: &ResourceAddress,
    from: &[TraversalStep],
    to: &[TraversalStep],
) -> Option<ResourceAddress> {
    let parts = |steps: &[TraversalStep]| {
        let mut steps = steps;
        if steps.first().and_then(name_of) == Some(ResourceKind::Managed.block_type()) {
            steps = steps.get(1..)?;
        }
        let ty = name_of(steps.first()?)?.to_owned();
        let name = name_of(steps.get(1)?)?.to_owned();
        Some((ty, name, key_of(&steps[2..]).0))
    };
    let (ty, name, key) = parts(from)?;
    let (new_type, new_name, new_key) = parts(to)?;
    if own.ty != *ty.as_str() || own.name != *name.as_str() {
        return None;
    }
    let key = match (key, new_key) {
        (None, None) => own.key.clone(),
        (key, new_key) if key == own.key => new_key,
        _ => return None,
    };
    Some(ResourceAddress {
        ty: new_type.as_str().into(),
        name: new_name.as_str().into(),
        key,
        ..own.clone()
    })
}
