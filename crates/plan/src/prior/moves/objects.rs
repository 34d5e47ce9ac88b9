//! Moves among the objects of a state.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Name;
use hcl2_terraform::table::Version;
use hcl2_terraform::{ModuleAddress, ModuleStep, ResourceAddress, ResourceKind, Target};

use super::Move;
use super::endpoint::{Endpoint, has_same_names};
use crate::state::{ObjectKey, Objects, StateObject};

/// The objects of a state, found by what a move names.
#[derive(Default)]
pub(super) struct Moving {
    pub(super) all: Objects,
    /// The keys of the objects by the addresses of their resources without any key.
    by_resource: BTreeMap<ResourceAddress, BTreeSet<ObjectKey>>,
}

impl Moving {
    pub(super) fn insert(&mut self, object: StateObject) {
        let keys = self.by_resource.entry(resource_of(&object.address)).or_default();
        keys.insert(object.key());
        self.all.insert(object);
    }

    fn remove(&mut self, key: &ObjectKey) -> Option<StateObject> {
        let object = self.all.remove(key)?;
        let resource = resource_of(&object.address);
        if let Some(keys) = self.by_resource.get_mut(&resource) {
            keys.remove(key);
            if keys.is_empty() {
                self.by_resource.remove(&resource);
            }
        }
        Some(object)
    }

    /// Returns the keys of the objects of a resource, or of all resources in a module and in those that it calls. The target
    /// has no keys.
    fn keys(&self, target: &Target) -> Vec<ObjectKey> {
        if let Some(resource) = &target.resource {
            let keys = self.by_resource.get(resource).into_iter();
            return keys.flatten().cloned().collect();
        }
        let first = ResourceAddress {
            module: target.module.clone(),
            kind: ResourceKind::Managed,
            // The first name is the least.
            ty: Name::default(),
            name: Name::default(),
            key: None,
        };
        let steps = target.module.steps();
        let keys = self.by_resource.range(first..);
        keys.take_while(|(resource, _)| resource.module.steps().starts_with(steps))
            .flat_map(|(_, keys)| keys.iter().cloned())
            .collect()
    }

    /// Returns whether an end has objects: directly in a module, not in those that it calls.
    fn has(&self, end: &Endpoint) -> bool {
        let keys = self.keys(&end.target.without_keys());
        let is_named = |address: &ResourceAddress| match end.resource() {
            Some(resource) => end.is_whole || address.key == resource.key,
            None => true,
        };
        keys.iter()
            .any(|(address, _)| address.module == *end.module() && is_named(address))
    }

    /// Takes the objects that a move names to their new addresses. A module, a resource or an instance stays where it is if
    /// its new address has objects. Returns the addresses of those that stay, with the new ones. Reports objects that cannot
    /// have the type of their new address.
    pub(super) fn apply(
        &mut self,
        own: &Move,
        version: Version,
        problems: &mut Diagnostics,
    ) -> BTreeMap<String, Endpoint> {
        let from = own.from.within(&own.within).target.without_keys();
        let mut is_taken: HashMap<Endpoint, bool> = HashMap::new();
        let mut moving = Vec::new();
        let mut staying = BTreeMap::new();
        for key in self.keys(&from) {
            let Some(next) = own.next(&key.0) else {
                continue;
            };
            let end = own.to.like(&next);
            if *is_taken.entry(end.clone()).or_insert_with(|| self.has(&end)) {
                staying.insert(own.from.like(&key.0).to_string(), end);
            } else {
                moving.push((key, next));
            }
        }
        let moving: Vec<StateObject> = moving
            .into_iter()
            .filter_map(|(key, next)| {
                let moved = own.moved(self.remove(&key)?, next, version);
                moved.map_err(|problem| problems.push(*problem)).ok()
            })
            .collect();
        for object in moving {
            self.insert(object);
        }
        staying
    }
}

impl Move {
    /// Returns the address of a resource after the move, if it moves.
    fn next(&self, address: &ResourceAddress) -> Option<ResourceAddress> {
        let (outer, inner) = address
            .module
            .steps()
            .split_at_checked(self.within.steps().len())?;
        let outer: ModuleAddress = outer.iter().cloned().collect();
        if outer.without_keys() != self.within {
            return None;
        }
        let (from, to) = (&self.from, &self.to.target);
        let Some((own, next)) = from.resource().zip(to.resource.as_ref()) else {
            let module = outer.join(&moved_module(inner, from, &to.module)?);
            return Some(ResourceAddress {
                module,
                ..address.clone()
            });
        };
        let is_named = inner == from.module().steps()
            && has_same_names(address, own)
            && (from.is_whole || address.key == own.key);
        is_named.then(|| ResourceAddress {
            module: outer.join(&to.module),
            key: match from.is_whole {
                true => address.key.clone(),
                false => next.key.clone(),
            },
            ..next.clone()
        })
    }
}

/// Returns the address of a resource without the keys of instances.
fn resource_of(address: &ResourceAddress) -> ResourceAddress {
    ResourceAddress {
        module: address.module.without_keys(),
        ..address.without_key()
    }
}

/// Returns the steps to a module after a move, if it moves.
fn moved_module(inner: &[ModuleStep], from: &Endpoint, to: &ModuleAddress) -> Option<ModuleAddress> {
    let (own, rest) = inner.split_at_checked(from.module().steps().len())?;
    let (last, before) = own.split_last()?;
    let (from_last, from_before) = from.module().steps().split_last()?;
    if before != from_before || last.name != from_last.name {
        return None;
    }
    let mut target: Vec<_> = to.steps().to_vec();
    if from.is_call() {
        target.last_mut()?.key.clone_from(&last.key);
    } else if from_last.key != last.key {
        return None;
    }
    Some(target.into_iter().chain(rest.iter().cloned()).collect())
}
