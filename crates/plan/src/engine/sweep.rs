//! What the state has and the configuration no longer has: objects and outputs.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::TraversalStep;
use hcl2_terraform::{
    BlockSchema, InstanceKey, ModuleAddress, Repetition, Resource, ResourceKind, Target, Targets,
};
use hcl2_value::{Marks, Path, Type, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::Nesting;

use super::Engine;
use crate::graph::{NodeId, NodeKind};
use crate::model::{Action, OutputChange, Reason, ResourceInstance};
use crate::proposal::{has_same_marks, marked};
use crate::schema::has_secrets;
use crate::state::{StateObject, StateOutput, decode_shown, fitted};
use crate::unsupported::triggered_actions;

impl<'t> Engine<'t> {
    /// Adds what happens to the objects that the configuration no longer has.
    pub(super) fn add_orphans(&mut self) {
        let objects = std::mem::take(&mut self.objects);
        let removed = [false, true].map(|destroys| self.removed(destroys));
        for object in objects.into_values() {
            if self.is_left_out(&object) {
                self.plan.left_out.resources.push(self.left_out(&object));
                continue;
            }
            if object.address.kind != ResourceKind::Managed {
                self.plan.is_refreshed = true;
                continue;
            }
            let (kind, ty) = (object.address.kind, &object.address.ty);
            let version = self.prepared.graph.version();
            let schema = self
                .prepared
                .inputs
                .schemas
                .resource(version, &object.provider, kind, ty);
            if schema.is_none() && self.prepared.inputs.schemas.describes(&object.provider) {
                self.diagnostics.push(invalid_object(format!(
                    "The state has `{}`, but the schemas of its provider have no resource type `{}`.",
                    object.address, object.address.ty
                )));
                continue;
            }
            let before = schema.and_then(|schema| self.prior_value(schema, &object, None));
            let (before, drifted) = before.unwrap_or_else(|| (Value::null(Type::DYNAMIC), None));
            let is_deposed = object.deposed.is_some();
            let declared = self.prepared.graph.declared_node(&object.address);
            let declared = declared.and_then(|node| match self.prepared.graph.nodes[node].kind {
                NodeKind::Resource(resource, _) => Some((node, resource)),
                _ => None,
            });
            let resource = declared.map(|(_, resource)| resource);
            let is_forgotten = self.is_forgotten(&object, resource, &removed);
            if let Some((node, resource)) = declared.filter(|_| !is_forgotten && !is_deposed) {
                let has_problem = self.check_destroyed(node, resource, &object.address);
                if has_problem {
                    continue;
                }
            }
            let reason = self.reason_of(&object, resource, is_forgotten);
            let action = match is_forgotten {
                true => Action::Forget,
                false => Action::Delete,
            };
            let triggers = resource.map_or(&[][..], |resource| &resource.lifecycle.action_triggers);
            triggered_actions(triggers, action, &mut self.diagnostics);
            self.plan.resources.push(ResourceInstance {
                previous: object.previous.clone(),
                provider: Arc::from(object.provider.as_str()),
                schema_version: object.schema_version,
                action,
                reason: (!is_deposed || reason.is_forgetting()).then_some(reason),
                after: Value::null(before.ty().clone()),
                referred: None,
                before,
                replace_paths: Vec::new(),
                importing: None,
                depended_on: object.dependencies,
                deposed: object.deposed,
                is_tainted: object.is_tainted,
                drifted: drifted.filter(|_| !is_deposed),
                address: object.address,
            });
        }
    }

    /// Marks a resource as changed if the state has objects of it in module instances that the configuration no longer has.
    pub(super) fn mark_removed_instances(&mut self, node: NodeId) {
        let NodeKind::Resource(resource, _) = self.prepared.graph.nodes[node].kind else {
            return;
        };
        let stored = self.pending.stored.get_or_insert_with(|| {
            let mut modules: HashMap<NodeId, BTreeSet<ModuleAddress>> = HashMap::new();
            let objects = self.objects.values().map(|object| &object.address);
            let objects = objects.filter(|address| address.kind == ResourceKind::Managed);
            for address in objects.filter(|address| !address.module.is_root()) {
                if let Some(node) = self.prepared.graph.declared_node(address) {
                    modules.entry(node).or_default().insert(address.module.clone());
                }
            }
            modules
        });
        let modules = stored.get(&node).cloned().unwrap_or_default();
        let mut removed = modules
            .into_iter()
            .filter(|module| self.instances.at(module).is_none());
        let is_changed = removed.any(|module| {
            let address = resource.address(module);
            self.objects.of(&address).any(|object| !self.is_left_out(object))
        });
        if is_changed {
            self.pending.mark_removed(node);
        }
    }

    /// Returns the value of an object as [`value_of`] does. Reports one that does not fit the schema.
    pub(super) fn prior_value(
        &mut self,
        schema: &BlockSchema,
        object: &StateObject,
        place: Option<Span>,
    ) -> Option<(Value, Option<Value>)> {
        let is_newer = object.schema_version > schema.version();
        let value = value_of(schema, object).filter(|_| !is_newer);
        if value.is_none() {
            let detail = match is_newer {
                true => format!(
                    "The state has `{}` by version {} of its schema, which is newer than the given one. Pass the schemas of a \
                     newer version of the provider.",
                    object.address, object.schema_version
                ),
                false => format!(
                    "The attributes of `{}` in the state do not fit the schema of its provider.",
                    object.address
                ),
            };
            let problem = invalid_object(detail);
            self.diagnostics.push(match place {
                Some(place) => problem.with_subject(place),
                None => problem,
            });
        }
        value
    }

    /// Adds the outputs of the state that the configuration no longer has. A plan of targets leaves them as they were.
    pub(super) fn add_deleted_outputs(&mut self) {
        let Some(state) = &self.prepared.inputs.state else {
            return;
        };
        let declared = &self.prepared.graph.modules[0].outputs;
        for (name, output) in &state.outputs {
            if declared.contains_key(name.as_str()) {
                continue;
            }
            if self.plan.is_targeted {
                self.plan.left_out.outputs.push(left_out_output(name, output));
                continue;
            }
            self.plan.outputs.push(OutputChange {
                action: Action::Delete,
                after: Value::null(Type::DYNAMIC),
                ..left_out_output(name, output)
            });
        }
    }

    /// Returns whether an object that no instance has taken is forgotten rather than destroyed: `removed` has the objects
    /// that `removed` blocks keep, and those that they destroy, which only OpenTofu lets count more than the life cycle.
    fn is_forgotten(
        &self,
        object: &StateObject,
        declared: Option<&Resource>,
        removed: &[Targets; 2],
    ) -> bool {
        let [kept, destroyed] = removed;
        let is_kept = declared.is_some_and(|resource| resource.lifecycle.is_kept);
        if !self.is_opentofu() {
            return is_kept || kept.contain(&object.address);
        }
        let is_kept = is_kept || object.is_kept;
        kept.contain(&object.address) || is_kept && !destroyed.contain(&object.address)
    }

    /// Returns the objects that `removed` blocks destroy or keep.
    fn removed(&self, destroys: bool) -> Targets {
        let removed = (0..self.prepared.graph.modules.len()).flat_map(|module| {
            let removed = &self.prepared.graph.modules[module].tree.module.removed;
            let own = removed.iter().filter(move |removed| removed.destroys == destroys);
            own.filter_map(move |removed| Some((module, removed.from.as_ref()?)))
        });
        Targets::new(removed.filter_map(|(module, from)| {
            let from = Target::from_reference(from)?;
            Some(from.within(&self.prepared.graph.static_address(module)))
        }))
    }

    /// Returns why an object of the state is destroyed or forgotten.
    fn reason_of(&self, object: &StateObject, declared: Option<&Resource>, is_forgotten: bool) -> Reason {
        let address = &object.address;
        if is_forgotten && self.is_opentofu() {
            if declared.is_some_and(|resource| resource.lifecycle.is_kept) {
                return Reason::ForgotBecauseLifecycleDestroyInConfig;
            }
            if object.is_kept {
                return Reason::ForgotBecauseLifecycleDestroyInState;
            }
        }
        let Some(resource) = declared else {
            return match object.previous {
                Some(_) => Reason::DeleteBecauseNoMoveTarget,
                None => Reason::DeleteBecauseNoResourceConfig,
            };
        };
        if self.instances.at(&address.module).is_none() {
            return Reason::DeleteBecauseNoModule;
        }
        match (&address.key, resource.repetition()) {
            (None, Repetition::Enabled(_)) => Reason::DeleteBecauseEnabledFalse,
            (Some(InstanceKey::Index(_)), Repetition::Count(_)) => Reason::DeleteBecauseCountIndex,
            (Some(InstanceKey::Name(_)), Repetition::ForEach(_)) => Reason::DeleteBecauseEachKey,
            _ => Reason::DeleteBecauseWrongRepetition,
        }
    }
}

fn invalid_object(detail: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_STATE, "State of another type").with_detail(detail)
}

/// Returns an output of the state that stays as it was.
pub(super) fn left_out_output(name: &str, output: &StateOutput) -> OutputChange {
    OutputChange {
        name: name.into(),
        sensitive: output.sensitive,
        action: Action::NoOp,
        before: output.value.clone(),
        was_sensitive: output.sensitive,
        after: output.value.clone(),
    }
}

/// Returns the value of an object by its schema, with the marks of its sensitive parts, and the one in the state if it
/// differs; `None` if the object does not fit.
pub(super) fn value_of(schema: &BlockSchema, object: &StateObject) -> Option<(Value, Option<Value>)> {
    let ty = schema.value_type().clone();
    let stored = if let Some(value) = &object.value {
        value.clone()
    } else if object.is_shown {
        decode_shown(&object.attributes, &ty, &Value::DYNAMIC)?
    } else {
        RawValue::new(object.attributes.as_bytes())
            .decode_shared(&ty)
            .ok()?
    };
    let refreshed = with_empty_blocks(schema, &stored);
    let value = refreshed.as_ref().unwrap_or(&stored);
    let sensitive = Marks::from_iter([sensitive_mark()]);
    let fit = |path: &Path| {
        if object.is_shown {
            fitted(path, value)
        } else {
            path.clone()
        }
    };
    let paths = object.sensitive.iter().map(|path| (fit(path), sensitive.clone()));
    let paths: Vec<_> = paths.collect();
    let after = marked(schema.block(), value, &paths);
    let gains_marks =
        || has_secrets(schema.block()) && !has_same_marks(&value.with_path_marks(&paths), &after);
    let is_drifted = refreshed.is_some() || gains_marks();
    let before = is_drifted.then(|| marked(schema.block(), &stored, &paths));
    Some((after, before))
}

/// Returns an object in which blocks that an older version of its schema did not have are empty, as after a refresh; `None`
/// if it has all.
///
/// Terraform leaves alone blocks of maps and those with attributes of any type.
fn with_empty_blocks(schema: &BlockSchema, value: &Value) -> Option<Value> {
    let blocks = &schema.block().blocks;
    let is_missing = |name: &str, value: &Value| {
        let block = blocks.get(name).filter(|_| value.is_null());
        block.is_some_and(|block| {
            !matches!(block.nesting, Nesting::Single | Nesting::Map)
                && !block.block.implied_type().has_dynamic()
        })
    };
    let mut fields = value.fields().into_iter().flatten();
    if !fields.any(|(name, value)| is_missing(name, value)) {
        return None;
    }
    let empty = schema.block().empty_value();
    let fields = value.fields().into_iter().flatten();
    Some(Value::object(fields.map(|(name, value)| {
        let empty = empty.get(name).filter(|_| is_missing(name, value));
        (name.clone(), empty.unwrap_or(value).clone())
    })))
}

pub(super) fn name_of(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name),
        _ => None,
    }
}
