//! Moves among the objects of a state.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl2_model::Name;
use hcl2_terraform::ResourceKind;

use super::super::prior::joined;
use super::Move;
use super::endpoint::{Endpoint, ResourceNames, address_of, names_of};
use crate::address::{ModuleAddress, ModuleStep, ResourceAddress};
use crate::state::StateObject;

/// The objects of a state by their keys, found by what a move names.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) by_key: BTreeMap<String, StateObject>,
    /// The keys by module without the keys of instances, type and name.
    by_resource: BTreeMap<(ModuleAddress, ResourceNames), BTreeSet<String>>,
}

impl Objects {
    pub(super) fn insert(&mut self, object: StateObject) {
        let key = object.key();
        let keys = self.by_resource.entry(resource_of(&object)).or_default();
        keys.insert(key.clone());
        self.by_key.insert(key, object);
    }

    fn remove(&mut self, key: &str) -> Option<StateObject> {
        let object = self.by_key.remove(key)?;
        let resource = resource_of(&object);
        if let Some(keys) = self.by_resource.get_mut(&resource) {
            keys.remove(key);
            if keys.is_empty() {
                self.by_resource.remove(&resource);
            }
        }
        Some(object)
    }

    /// Returns the keys of the objects of a resource, or of all resources in a module and in those that it calls.
    fn keys(&self, module: &ModuleAddress, names: Option<ResourceNames>) -> Vec<String> {
        if let Some(names) = names {
            let keys = self.by_resource.get(&(module.clone(), names)).into_iter();
            return keys.flatten().cloned().collect();
        }
        // The first name is the least.
        let first = (ResourceKind::Managed, Name::default(), Name::default());
        let keys = self.by_resource.range((module.clone(), first)..);
        keys.take_while(|((inner, _), _)| inner.steps().starts_with(module.steps()))
            .flat_map(|(_, keys)| keys.iter().cloned())
            .collect()
    }

    /// Returns whether an end has objects: directly in a module, not in those that it calls.
    fn has(&self, end: &Endpoint) -> bool {
        let names = end.names();
        let keys = self.keys(
            &end.module().without_keys(),
            names.map(|(names, _)| names.clone()),
        );
        let mut addresses = keys.iter().filter_map(|key| Some(&self.by_key.get(key)?.address));
        addresses.any(|address| {
            let has_key = |(_, key): (_, Option<&Option<_>>)| key.is_none_or(|key| *key == address.key);
            address.module == *end.module() && names.is_none_or(has_key)
        })
    }

    /// Takes the objects that a move names to their new addresses. A module, a resource or an instance stays where it is if
    /// its new address has objects. Returns the addresses of those that stay, with the new ones.
    pub(super) fn apply(&mut self, own: &Move) -> BTreeMap<String, Endpoint> {
        let names = own.from.names().map(|(names, _)| names.clone());
        let within = joined(&own.within, own.from.module()).without_keys();
        let mut is_taken: HashMap<Endpoint, bool> = HashMap::new();
        let mut moving = Vec::new();
        let mut staying = BTreeMap::new();
        for key in self.keys(&within, names) {
            let Some(object) = self.by_key.get(&key) else {
                continue;
            };
            let Some(next) = own.next(&object.address) else {
                continue;
            };
            let end = own.to.like(&next);
            if *is_taken.entry(end.clone()).or_insert_with(|| self.has(&end)) {
                staying.insert(own.from.like(&object.address).to_string(), end);
            } else {
                moving.push((key, next));
            }
        }
        let moving: Vec<StateObject> = moving
            .into_iter()
            .filter_map(|(key, next)| {
                let object = self.remove(&key)?;
                Some(StateObject {
                    previous: Some(object.previous.clone().unwrap_or_else(|| object.address.clone())),
                    address: next,
                    ..object
                })
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
        let (from, to) = (self.from.module(), self.to.module());
        let (module, names, key) = match (&self.from, &self.to) {
            (Endpoint::Resource(_, own), Endpoint::Resource(_, names)) => {
                let is_named = inner == from.steps() && names_of(address) == *own;
                is_named.then(|| (to.clone(), names.clone(), address.key.clone()))?
            }
            (Endpoint::Instance(_, Some((own, key))), Endpoint::Instance(_, Some((names, next)))) => {
                let is_named = inner == from.steps() && names_of(address) == *own && address.key == *key;
                is_named.then(|| (to.clone(), names.clone(), next.clone()))?
            }
            _ => (
                moved_module(inner, &self.from, to)?,
                names_of(address),
                address.key.clone(),
            ),
        };
        Some(address_of(joined(&outer, &module), &names, key))
    }
}

fn resource_of(object: &StateObject) -> (ModuleAddress, ResourceNames) {
    (object.address.module.without_keys(), names_of(&object.address))
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
    if matches!(from, Endpoint::Call(_)) {
        target.last_mut()?.key.clone_from(&last.key);
    } else if from_last.key != last.key {
        return None;
    }
    Some(target.into_iter().chain(rest.iter().cloned()).collect())
}
