//! What moves start from and lead to.

use std::fmt;

use hcl2_terraform::{ModuleAddress, Moved, ResourceAddress, ResourceKind, Target};

/// What a move starts from or leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Endpoint {
    /// A module, a resource or an instance of one.
    pub(super) target: Target,
    /// Whether it is all instances of the call or of the resource.
    pub(super) is_whole: bool,
}

impl Endpoint {
    /// Returns the end that is all instances of a call or of a resource.
    pub(super) fn whole(target: Target) -> Self {
        Self {
            target,
            is_whole: true,
        }
    }

    /// Returns the end that is an instance of a module, or of a resource in it.
    pub(super) fn instance(target: Target) -> Self {
        Self {
            target,
            is_whole: false,
        }
    }

    pub(super) fn module(&self) -> &ModuleAddress {
        &self.target.module
    }

    pub(super) fn resource(&self) -> Option<&ResourceAddress> {
        self.target.resource.as_ref()
    }

    /// Returns whether it is all instances of a call.
    pub(super) fn is_call(&self) -> bool {
        self.is_whole && self.target.resource.is_none()
    }

    /// Returns the endpoint as a whole call or resource.
    pub(super) fn without_keys(&self) -> Self {
        Self::whole(self.target.without_keys())
    }

    /// Returns the whole calls and the whole resource that the endpoint is or is inside of.
    pub(super) fn around(&self) -> Vec<Self> {
        let whole = self.without_keys();
        let steps = whole.module().steps();
        let modules = (1..=steps.len()).map(|depth| steps[..depth].iter().cloned().collect());
        let calls = modules.map(|module| Self::whole(Target::of_module(module)));
        let resource = whole.resource().is_some().then(|| whole.clone());
        calls.chain(resource).collect()
    }

    /// Returns the endpoint of this kind that an address is, or is inside of.
    pub(super) fn like(&self, address: &ResourceAddress) -> Self {
        match (self.resource(), self.is_whole) {
            (None, _) => Self::instance(Target::of_module(address.module.clone())),
            (Some(_), true) => Self::whole(Target::of(&address.without_key())),
            (Some(_), false) => Self::instance(Target::of(address)),
        }
    }

    /// Returns whether the module of an endpoint may be one of the same names, if its first modules, in a number, stand for
    /// all of their instances, as does the call.
    pub(super) fn may_be_in(&self, module: &ModuleAddress, depth: usize) -> bool {
        let steps = self.module().steps();
        let is_any = |index: usize| index < depth || self.is_call() && index + 1 == steps.len();
        let mut both = steps.iter().zip(module.steps()).enumerate();
        both.all(|(index, (own, other))| is_any(index) || own.key == other.key)
    }

    /// Returns the endpoint of a move in a module instance.
    pub(super) fn within(&self, outer: &ModuleAddress) -> Self {
        Self {
            target: self.target.within(outer),
            is_whole: self.is_whole,
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.target.fmt(f)
    }
}

/// Returns both ends of a move, relative to its module: of whole calls or resources unless one of them has a key.
pub(super) fn endpoints(moved: &Moved) -> Option<(Endpoint, Endpoint)> {
    let end = |reference: &Option<_>| {
        let target = Target::from_reference(reference.as_ref()?)?;
        let resource = target.resource.as_ref();
        resource
            .is_none_or(|resource| resource.kind == ResourceKind::Managed)
            .then_some(target)
    };
    let (from, to) = (end(&moved.from)?, end(&moved.to)?);
    if from.resource.is_some() != to.resource.is_some() {
        return None;
    }
    let is_whole = !has_key(&from) && !has_key(&to);
    let end = |target| Endpoint { target, is_whole };
    Some((end(from), end(to)))
}

/// Returns whether a target is one of several instances of a call or of a resource.
fn has_key(target: &Target) -> bool {
    let last = target.module.steps().last().and_then(|step| step.key.as_ref());
    let key = match &target.resource {
        Some(resource) => resource.key.as_ref(),
        None => last,
    };
    key.is_some()
}

/// Returns whether two addresses have the same kind, type and name of a resource.
pub(super) fn has_same_names(one: &ResourceAddress, other: &ResourceAddress) -> bool {
    (one.kind, &one.ty, &one.name) == (other.kind, &other.ty, &other.name)
}
