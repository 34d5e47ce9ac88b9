//! What moves start from and lead to.

use std::fmt;

use hcl2_model::{Name, TraversalStep};
use hcl2_terraform::table::roots;
use hcl2_terraform::{Moved, ResourceKind};

use super::super::prior::{joined, name_of};
use crate::address::{InstanceKey, ModuleAddress, ResourceAddress};
use crate::state::{key_of, split_module};

/// The kind, type and name of a resource.
pub(super) type ResourceNames = (ResourceKind, Name, Name);

/// What a move starts from or leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Endpoint {
    /// All instances of a call.
    Call(ModuleAddress),
    /// All instances of a resource.
    Resource(ModuleAddress, ResourceNames),
    /// An instance of a module, or of a resource in it.
    Instance(ModuleAddress, Option<(ResourceNames, Option<InstanceKey>)>),
}

impl Endpoint {
    fn module_mut(&mut self) -> &mut ModuleAddress {
        match self {
            Self::Call(module) | Self::Resource(module, _) | Self::Instance(module, _) => module,
        }
    }

    /// Returns the endpoint as a whole call or resource.
    pub(super) fn without_keys(&self) -> Self {
        match self {
            Self::Call(module) | Self::Instance(module, None) => Self::Call(module.without_keys()),
            Self::Resource(module, names) | Self::Instance(module, Some((names, _))) => {
                Self::Resource(module.without_keys(), names.clone())
            }
        }
    }

    /// Returns the whole calls and the whole resource that the endpoint is or is inside of.
    pub(super) fn around(&self) -> Vec<Self> {
        let whole = self.without_keys();
        let steps = whole.module().steps();
        let calls = (1..=steps.len()).map(|depth| Self::Call(steps[..depth].iter().cloned().collect()));
        let resource = whole.names().is_some().then(|| whole.clone());
        calls.chain(resource).collect()
    }

    pub(super) fn module(&self) -> &ModuleAddress {
        let (Self::Call(module) | Self::Resource(module, _) | Self::Instance(module, _)) = self;
        module
    }

    /// Returns the type and name of the resource, with the key if it is an instance.
    pub(super) fn names(&self) -> Option<(&ResourceNames, Option<&Option<InstanceKey>>)> {
        match self {
            Self::Call(_) | Self::Instance(_, None) => None,
            Self::Resource(_, names) => Some((names, None)),
            Self::Instance(_, Some((names, key))) => Some((names, Some(key))),
        }
    }

    /// Returns the endpoint of this kind that an address is, or is inside of.
    pub(super) fn like(&self, address: &ResourceAddress) -> Self {
        let module = address.module.clone();
        match self {
            Self::Call(_) | Self::Instance(_, None) => Self::Instance(module, None),
            Self::Resource(..) => Self::Resource(module, names_of(address)),
            Self::Instance(_, Some(_)) => {
                Self::Instance(module, Some((names_of(address), address.key.clone())))
            }
        }
    }

    /// Returns whether the module of an endpoint may be one of the same names, if its first modules, in a number, stand for
    /// all of their instances, as does the call.
    pub(super) fn may_be_in(&self, module: &ModuleAddress, depth: usize) -> bool {
        let steps = self.module().steps();
        let any_last = matches!(self, Self::Call(_));
        let is_any = |index: usize| index < depth || any_last && index + 1 == steps.len();
        let mut both = steps.iter().zip(module.steps()).enumerate();
        both.all(|(index, (own, other))| is_any(index) || own.key == other.key)
    }

    /// Returns the endpoint of a move in a module instance.
    pub(super) fn within(&self, outer: &ModuleAddress) -> Self {
        let mut absolute = self.clone();
        let module = absolute.module_mut();
        *module = joined(outer, module);
        absolute
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(module) | Self::Instance(module, None) => write!(f, "{module}"),
            Self::Resource(module, names) => address_of(module.clone(), names, None).fmt(f),
            Self::Instance(module, Some((names, key))) => {
                address_of(module.clone(), names, key.clone()).fmt(f)
            }
        }
    }
}

/// Returns both ends of a move, relative to its module: of whole calls or resources unless one of them has a key.
pub(super) fn endpoints(moved: &Moved) -> Option<(Endpoint, Endpoint)> {
    let (from_module, from) = split_module(moved.from.as_ref()?);
    let (to_module, to) = split_module(moved.to.as_ref()?);
    if from.is_empty() && to.is_empty() {
        let last_key = |module: &ModuleAddress| module.steps().last().is_some_and(|step| step.key.is_some());
        return Some(if last_key(&from_module) || last_key(&to_module) {
            (
                Endpoint::Instance(from_module, None),
                Endpoint::Instance(to_module, None),
            )
        } else {
            (Endpoint::Call(from_module), Endpoint::Call(to_module))
        });
    }
    let ((from_names, from_key), (to_names, to_key)) = (resource_parts(from)?, resource_parts(to)?);
    Some(if from_key.is_some() || to_key.is_some() {
        (
            Endpoint::Instance(from_module, Some((from_names, from_key))),
            Endpoint::Instance(to_module, Some((to_names, to_key))),
        )
    } else {
        (
            Endpoint::Resource(from_module, from_names),
            Endpoint::Resource(to_module, to_names),
        )
    })
}

/// Returns the type, name and key of a reference to a managed resource.
fn resource_parts(steps: &[TraversalStep]) -> Option<(ResourceNames, Option<InstanceKey>)> {
    let steps = match steps {
        [first, rest @ ..] if name_of(first) == Some(roots::RESOURCE) => rest,
        steps => steps,
    };
    let names = (
        ResourceKind::Managed,
        Name::from(name_of(steps.first()?)?),
        Name::from(name_of(steps.get(1)?)?),
    );
    Some((names, key_of(&steps[2..]).0))
}

/// Returns the kind, type and name of the resource at an address.
pub(super) fn names_of(address: &ResourceAddress) -> ResourceNames {
    (address.kind, address.ty.clone(), address.name.clone())
}

/// Returns the address of an instance of a resource.
pub(super) fn address_of(
    module: ModuleAddress,
    (kind, ty, name): &ResourceNames,
    key: Option<InstanceKey>,
) -> ResourceAddress {
    ResourceAddress {
        module,
        kind: *kind,
        ty: ty.clone(),
        name: name.clone(),
        key,
    }
}
