//! Replacements that `replace_triggered_by` and [`Inputs::replaced`](crate::Inputs::replaced) ask for.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_model::{ExpressionRef, Traversal, TraversalStep};
use hcl2_terraform::table::{Version, roots};
use hcl2_terraform::{InstanceKey, ResourceAddress, ResourceKind, Target, parse_reference};
use hcl2_value::{TypeKind, Value};

use super::Engine;
use super::resources::Site;
use super::sweep::name_of;
use crate::model::ResourceInstance;
use crate::proposal::may_equal;

/// The maximum number of instances that a message lists.
const MAX_LISTED: usize = 3;

impl Engine<'_> {
    /// Warns of instances that should be replaced, but are not in the plan.
    pub(super) fn check_replaced(&mut self) {
        if self.prepared.inputs.replaced.is_empty() {
            return;
        }
        let resources = &self.plan.resources;
        let planned: HashSet<&ResourceAddress> = resources.iter().map(|resource| &resource.address).collect();
        let missing = self.prepared.inputs.replaced.iter();
        let mut missing: Vec<&ResourceAddress> =
            missing.filter(|address| !planned.contains(address)).collect();
        missing.sort_by_key(|address| address.order());
        let mut instances: HashMap<ResourceAddress, Vec<String>> = missing
            .iter()
            .map(|address| (address.without_key(), Vec::new()))
            .collect();
        for resource in resources {
            let listed = instances.get_mut(&resource.address.without_key());
            if let Some(listed) = listed.filter(|listed| listed.len() < MAX_LISTED) {
                listed.push(format!("`{}`", resource.address));
            }
        }
        let problems = missing.into_iter().map(|address| {
            let mut detail = format!("The plan has no instance `{address}`, so nothing is replaced for it.");
            let listed = &instances[&address.without_key()];
            if !listed.is_empty() {
                detail += &format!(" Instances of this resource: {}.", listed.join(", "));
            } else if let Some(near) = self.prepared.graph.near(&Target::of(address)) {
                detail += &format!(" Did you mean `{near}`?");
            }
            Diagnostic::warning(codes::UNDECLARED, "Unknown instance to replace").with_detail(detail)
        });
        self.plan.warnings.extend(problems);
    }

    /// Returns whether a reference in `replace_triggered_by` names something that changes, or may change. Reports one to no
    /// instance. A new object is created whatever happens to others.
    pub(super) fn is_triggered(&mut self, site: &Site<'_>, triggers: &[ExpressionRef], is_new: bool) -> bool {
        let own = &site.address;
        let version = self.prepared.graph.version();
        let mut is_triggered = false;
        for trigger in triggers {
            let Some(reference) = with_key(trigger, own.key.as_ref()) else {
                continue;
            };
            let mut steps = reference.steps();
            if steps.first().and_then(name_of) == Some(roots::RESOURCE) {
                steps = &steps[1..];
            }
            let [ty, name, rest @ ..] = steps else { continue };
            let (Some(ty), Some(name)) = (name_of(ty), name_of(name)) else {
                continue;
            };
            let (key, path) = InstanceKey::split(rest);
            let address = ResourceAddress {
                module: own.module.clone(),
                kind: ResourceKind::Managed,
                ty: ty.into(),
                name: name.into(),
                key,
            };
            let Some(node) = self.prepared.graph.declared_node(&address) else {
                continue;
            };
            if self.has_open_instances(node) || self.is_incomplete(node) {
                if !is_new {
                    self.record_unknown_trigger(own, &address.without_key(), trigger.span());
                    is_triggered = true;
                }
                continue;
            }
            let planned = self.planned.get(&(node, site.module)).cloned();
            let (range, has_changes) = planned.unwrap_or_default();
            let mut planned = &self.plan.resources[range];
            // A reference beyond the resource is to one instance; they are in the order of their keys.
            let is_one = !rest.is_empty();
            if is_one {
                let found = planned.binary_search_by(|other| other.address.key.cmp(&address.key));
                planned = found.map_or(&[], |index| &planned[index..=index]);
            }
            let is_in_state = || match is_one {
                true => self.objects.all_at(&address).next().is_some(),
                false => self.objects.of(&address).next().is_some(),
            };
            if planned.is_empty() && !is_in_state() {
                let problem = Diagnostic::error(codes::INVALID_TARGET, "Unknown trigger of a replacement")
                    .with_detail(format!(
                        "The plan has no instance of `{address}`. Refer to an instance that is declared."
                    ))
                    .with_subject(trigger.span());
                self.diagnostics.push(problem);
                continue;
            }
            let is_certain = !self.prepared.inputs.is_partial
                || planned.iter().any(|resource| {
                    !self.unknowns.is_uncertain(&resource.address) && !may_stay(resource, path)
                });
            let is_own = match is_one {
                true => planned.iter().any(|resource| is_changed(resource, path, version)),
                false => has_changes,
            };
            if is_own && !is_new && !is_certain && self.hangs_on_unknown(node) {
                self.record_unknown_trigger(own, &address, trigger.span());
            }
            is_triggered |= is_own;
        }
        is_triggered
    }
}

/// Returns a reference in which the key of an instance stands for `each.key` and `count.index`.
fn with_key(trigger: &ExpressionRef, key: Option<&InstanceKey>) -> Option<Traversal> {
    trigger.static_traversal().or_else(|| {
        let key = key.map(ToString::to_string)?;
        let is_key = |index: &str| match index.trim().split_once('.') {
            Some((root, name)) => {
                root == roots::EACH.0 && name == roots::EACH.1 || (root, name) == roots::COUNT
            }
            None => false,
        };
        let text = trigger.native_text()?;
        let mut parts = text.split('[');
        let mut with_key = parts.next()?.to_owned();
        for part in parts {
            match part.split_once(']').filter(|(index, _)| is_key(index)) {
                Some((_, rest)) => with_key.extend([&*key, rest]),
                None => with_key.extend(["[", part]),
            }
        }
        parse_reference(&with_key)
    })
}

/// Returns whether an instance, or a part of it, changes so that it triggers a replacement.
fn is_changed(resource: &ResourceInstance, path: &[TraversalStep], version: Version) -> bool {
    if !resource.action.triggers(version) {
        return false;
    }
    let parts = [&resource.before, &resource.after].map(|value| part(&value.unmark_deep().0, path));
    match parts {
        [None, None] => false,
        [Some(before), Some(after)] => path.is_empty() || !after.is_wholly_known() || before != after,
        _ => true,
    }
}

/// Returns whether a part of an instance may stay as it is, depending on what is unknown in it.
fn may_stay(resource: &ResourceInstance, path: &[TraversalStep]) -> bool {
    let parts = [&resource.before, &resource.after].map(|value| part(&value.unmark_deep().0, path));
    match parts {
        [Some(before), Some(after)] => !path.is_empty() && may_equal(&after, &before),
        _ => false,
    }
}

/// Returns the part of a value at a path: as in Terraform, names select in objects and string keys in maps only.
fn part(value: &Value, path: &[TraversalStep]) -> Option<Value> {
    let Some((step, rest)) = path.split_first() else {
        return Some(value.clone());
    };
    let is_selectable = match (step, value.ty().kind()) {
        (TraversalStep::Index { key, .. }, TypeKind::Map(_)) => key.as_str().is_some(),
        (TraversalStep::Index { key, .. }, TypeKind::List(_) | TypeKind::Tuple(_)) => {
            key.as_number().is_some()
        }
        (step, TypeKind::Object(_)) => name_of(step).is_some(),
        _ => false,
    };
    if !is_selectable || value.is_null() {
        return None;
    }
    if !value.is_known() {
        return Some(value.clone());
    }
    let selected = match step {
        TraversalStep::Index { key, .. } => match key.as_str() {
            Some(key) => value.get(key)?,
            None => value.elements()?.get(usize::try_from(key.as_number()?).ok()?)?,
        },
        step => value.get(name_of(step)?)?,
    };
    part(selected, rest)
}
