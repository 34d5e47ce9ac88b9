//! The objects of a state, by their addresses.

use std::collections::BTreeMap;

use hcl2_terraform::ResourceAddress;

use super::StateObject;

/// The key of an object: its address, with the key of a deposed object.
pub(crate) type ObjectKey = (ResourceAddress, Option<String>);

/// The objects of a state in the order of their addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objects(BTreeMap<ObjectKey, StateObject>);

impl Objects {
    /// Adds an object. Returns the one that it replaces.
    pub(crate) fn insert(&mut self, object: StateObject) -> Option<StateObject> {
        self.0.insert(object.key(), object)
    }

    /// Returns the object at an address, unless a replacement left it behind.
    pub(crate) fn at(&self, address: &ResourceAddress) -> Option<&StateObject> {
        self.0.get(&(address.clone(), None))
    }

    /// Removes the object at an address, unless a replacement left it behind.
    pub(crate) fn take(&mut self, address: &ResourceAddress) -> Option<StateObject> {
        // Most plans have no state.
        if self.0.is_empty() {
            return None;
        }
        self.remove(&(address.clone(), None))
    }

    pub(crate) fn remove(&mut self, key: &ObjectKey) -> Option<StateObject> {
        self.0.remove(key)
    }

    /// Returns the objects of all instances of a resource, whose address has no key.
    pub(crate) fn of<'o>(&'o self, resource: &'o ResourceAddress) -> impl Iterator<Item = &'o StateObject> {
        self.from(resource)
            .take_while(|object| object.address.is_instance_of(resource))
    }

    /// Returns the objects of an instance, also those that replacements left behind.
    pub(crate) fn all_at<'o>(
        &'o self,
        instance: &'o ResourceAddress,
    ) -> impl Iterator<Item = &'o StateObject> {
        self.from(instance)
            .take_while(|object| object.address == *instance)
    }

    fn from(&self, address: &ResourceAddress) -> impl Iterator<Item = &StateObject> {
        let first = (address.clone(), None);
        self.0.range(first..).map(|(_, object)| object)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &StateObject> {
        self.0.values()
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = StateObject> {
        self.0.into_values()
    }
}
