//! Modules, resources and instances that an address names, and how an address finds those that have it.

use std::collections::HashMap;
use std::fmt;

use hcl2_model::Name;

use super::{InstanceKey, ModuleAddress, ModuleStep, ResourceAddress, ResourceKind};

/// What an address names of a tree of modules: a resource, an instance, or all in a module. Parsed from an address.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::Target;
///
/// let target: Target = "module.net[\"a\"].acme_disk.d".parse()?;
/// assert_eq!(target.to_string(), "module.net[\"a\"].acme_disk.d");
/// assert_eq!("acme_disk".parse::<Target>().unwrap_err().to_string(), "expected the address of a module or of a resource, such as `module.NAME` or `TYPE.NAME[0]`");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The module.
    pub module: ModuleAddress,
    /// The resource or the instance in it; `None` for all in the module.
    pub resource: Option<ResourceAddress>,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.resource {
            Some(resource) => resource.fmt(f),
            None => self.module.fmt(f),
        }
    }
}

impl Target {
    /// Returns the target that is all in a module.
    #[must_use]
    pub fn of_module(module: ModuleAddress) -> Self {
        Self {
            module,
            resource: None,
        }
    }

    /// Returns the target that is a resource or an instance.
    #[must_use]
    pub fn of(resource: &ResourceAddress) -> Self {
        Self {
            module: resource.module.clone(),
            resource: Some(resource.clone()),
        }
    }

    /// Returns what contains all instances that this target may be one of.
    #[must_use]
    pub fn without_keys(&self) -> Self {
        let module = self.module.without_keys();
        let resource = self.resource.as_ref().map(|resource| ResourceAddress {
            module: module.clone(),
            key: None,
            ..resource.clone()
        });
        Self { module, resource }
    }

    /// Returns the target that this one is in an instance of the module that it starts from.
    #[must_use]
    pub fn within(&self, outer: &ModuleAddress) -> Self {
        self.in_module(outer.join(&self.module))
    }

    /// Returns the same in another module.
    #[must_use]
    pub fn in_module(&self, module: ModuleAddress) -> Self {
        let resource = self.resource.as_ref().map(|resource| ResourceAddress {
            module: module.clone(),
            ..resource.clone()
        });
        Self { module, resource }
    }
}

/// Many targets, as a tree of the steps of their addresses: an address asks only for its own prefixes, however many targets
/// there are.
#[derive(Debug)]
pub struct Targets {
    /// The targets of whole modules, by the node of the module's address; node 0 is the root module.
    modules: Vec<Option<usize>>,
    /// The nodes behind a step, by the node before it.
    steps: HashMap<(usize, ModuleStep), usize>,
    /// The targets of resources and their instances, by the node of their module.
    resources: HashMap<(usize, ResourceStep), usize>,
}

/// A resource or an instance in its module.
type ResourceStep = (ResourceKind, Name, Name, Option<InstanceKey>);

impl Targets {
    /// Returns targets that contain the instances that `targets` contain.
    #[must_use]
    pub fn new(targets: impl IntoIterator<Item = Target>) -> Self {
        let mut all = Self {
            modules: vec![None],
            steps: HashMap::new(),
            resources: HashMap::new(),
        };
        for (position, target) in targets.into_iter().enumerate() {
            all.add(target, position);
        }
        all
    }

    /// Returns targets that contain all instances of each resource of which `targets` contain one.
    #[must_use]
    pub fn without_keys(targets: &[Target]) -> Self {
        Self::new(targets.iter().map(Target::without_keys))
    }

    fn add(&mut self, target: Target, position: usize) {
        let mut node = 0;
        for step in target.module.steps() {
            let next = self.modules.len();
            node = *self.steps.entry((node, step.clone())).or_insert(next);
            if node == next {
                self.modules.push(None);
            }
        }
        match target.resource {
            Some(resource) => {
                self.resources
                    .entry((node, resource_step(&resource)))
                    .or_insert(position);
            }
            None => {
                self.modules[node].get_or_insert(position);
            }
        }
    }

    /// Returns the positions of targets that contain an instance, the first of equal targets only.
    #[must_use]
    pub fn of(&self, address: &ResourceAddress) -> Vec<usize> {
        let mut found: Vec<usize> = self.modules[0].into_iter().collect();
        // A target without a key contains all instances, so each key leads to two nodes at most.
        let mut nodes = vec![0];
        for step in address.module.steps() {
            let mut next = Vec::new();
            for key in with_absent(step.key.as_ref()) {
                let step = ModuleStep {
                    name: step.name.clone(),
                    key,
                };
                next.extend(
                    nodes
                        .iter()
                        .filter_map(|node| self.steps.get(&(*node, step.clone()))),
                );
            }
            found.extend(next.iter().filter_map(|node| self.modules[*node]));
            nodes = next;
        }
        for key in with_absent(address.key.as_ref()) {
            let step = (address.kind, address.ty.clone(), address.name.clone(), key);
            let resources = nodes
                .iter()
                .filter_map(|node| self.resources.get(&(*node, step.clone())));
            found.extend(resources);
        }
        found
    }

    /// Returns the position of the first target that equals another.
    #[must_use]
    pub fn first_of(&self, target: &Target) -> Option<usize> {
        let mut steps = target.module.steps().iter();
        let node = steps.try_fold(0, |node, step| self.steps.get(&(node, step.clone())).copied())?;
        match &target.resource {
            Some(resource) => self.resources.get(&(node, resource_step(resource))).copied(),
            None => self.modules[node],
        }
    }

    /// Returns whether a target contains an instance.
    #[must_use]
    pub fn contain(&self, address: &ResourceAddress) -> bool {
        !self.of(address).is_empty()
    }
}

fn resource_step(resource: &ResourceAddress) -> ResourceStep {
    let key = resource.key.clone();
    (resource.kind, resource.ty.clone(), resource.name.clone(), key)
}

/// Returns no key, and a key if there is one.
fn with_absent(key: Option<&InstanceKey>) -> impl Iterator<Item = Option<InstanceKey>> {
    [None].into_iter().chain(key.cloned().map(Some))
}
