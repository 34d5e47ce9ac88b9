//! The instances of the modules of a plan.

use std::collections::HashMap;
use std::ops::{Index, Range};

use hcl2_model::Name;
use hcl2_terraform::ModuleAddress;
use hcl2_terraform::eval::{InstanceVariable, Keys};

use crate::graph::ModuleId;

/// The position of a module instance.
pub(crate) type InstanceId = usize;

/// An instance of a module.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(super) module: ModuleId,
    pub(crate) parent: Option<InstanceId>,
    pub(crate) address: ModuleAddress,
    /// The variable `count` or `each` for the arguments of its call.
    pub(crate) own: Option<InstanceVariable>,
    /// The instances of called modules.
    children: HashMap<ModuleId, Children>,
}

/// The instances of a called module in one instance of its caller.
#[derive(Debug)]
pub(super) struct Children {
    pub(super) keys: Keys,
    pub(super) instances: Range<InstanceId>,
}

/// All module instances. Those of a module follow each other.
#[derive(Debug)]
pub(crate) struct Instances {
    all: Vec<Instance>,
    by_address: HashMap<ModuleAddress, InstanceId>,
    of_modules: Vec<Range<InstanceId>>,
}

impl Instances {
    /// Creates the table for a number of modules, none of which has instances.
    pub(super) fn new(modules: usize) -> Self {
        Self {
            all: Vec::new(),
            by_address: HashMap::new(),
            of_modules: vec![0..0; modules],
        }
    }

    /// Adds the instance of the root module.
    pub(super) fn add_root(&mut self, module: ModuleId) {
        self.add(module, None, ModuleAddress::default(), None);
    }

    /// Adds the instances of a called module in an instance of its caller, all of which are added one after the other.
    pub(super) fn add_called(&mut self, module: ModuleId, parent: InstanceId, call: &Name, keys: Keys) {
        let start = self.all.len();
        for (key, own) in keys.iter() {
            let address = self.all[parent].address.child(call, key);
            self.add(module, Some(parent), address, own);
        }
        let instances = start..self.all.len();
        self.all[parent]
            .children
            .insert(module, Children { keys, instances });
    }

    fn add(
        &mut self,
        module: ModuleId,
        parent: Option<InstanceId>,
        address: ModuleAddress,
        own: Option<InstanceVariable>,
    ) {
        let id = self.all.len();
        let of_module = &mut self.of_modules[module];
        if of_module.start == of_module.end {
            of_module.start = id;
        }
        of_module.end = id + 1;
        self.by_address.insert(address.clone(), id);
        self.all.push(Instance {
            module,
            parent,
            address,
            own,
            children: HashMap::new(),
        });
    }

    /// Returns the instances of a module.
    pub(crate) fn of(&self, module: ModuleId) -> Range<InstanceId> {
        self.of_modules[module].clone()
    }

    /// Returns the instance at an address.
    pub(crate) fn at(&self, address: &ModuleAddress) -> Option<InstanceId> {
        self.by_address.get(address).copied()
    }

    /// Returns the position of an instance among those of its module.
    pub(super) fn ordinal(&self, instance: InstanceId) -> usize {
        instance - self.of_modules[self.all[instance].module].start
    }

    /// Returns the instances of a called module in an instance of its caller, if they are known.
    pub(super) fn children(&self, parent: InstanceId, module: ModuleId) -> Option<&Children> {
        self.all[parent].children.get(&module)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Instance> {
        self.all.iter()
    }
}

impl Index<InstanceId> for Instances {
    type Output = Instance;

    fn index(&self, instance: InstanceId) -> &Instance {
        &self.all[instance]
    }
}
