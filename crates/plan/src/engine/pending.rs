//! Changes that data sources wait for.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use hcl2_terraform::{ModuleAddress, Resource};

use super::InstanceId;
use crate::graph::{Graph, ModuleId, NodeId, NodeKind};

/// Where resources have changes.
#[derive(Clone, Debug, Default)]
pub(super) enum Changes {
    #[default]
    Nowhere,
    /// In these instances of a module, in their order.
    InModule(ModuleId, Rc<Vec<InstanceId>>),
    /// In more than one module.
    InModules,
}

impl Changes {
    fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (_, Self::Nowhere) | (Self::InModules, _) => {}
            (Self::Nowhere, _) => *self = other.clone(),
            (Self::InModule(own, instances), Self::InModule(module, added)) if own == module => {
                if !Rc::ptr_eq(instances, added) {
                    let instances = Rc::make_mut(instances);
                    instances.extend(added.iter());
                    // Both parts are sorted, and such a sort is linear.
                    instances.sort();
                    instances.dedup();
                }
            }
            _ => *self = Self::InModules,
        }
    }

    /// Returns whether a module instance waits for the changes: any in other modules, and those in itself, but not those in
    /// other instances of its module.
    pub(super) fn concern(&self, module: ModuleId, instance: InstanceId) -> bool {
        match self {
            Self::Nowhere => false,
            Self::InModule(own, instances) => *own != module || instances.binary_search(&instance).is_ok(),
            Self::InModules => true,
        }
    }
}

/// The changes so far. Those before a node are collected once a data source asks for any, from the nodes that it needs.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// The module instances in which resources have changes.
    changed: HashMap<NodeId, Rc<Vec<InstanceId>>>,
    /// The nodes that were evaluated since changes were last collected, in their order.
    evaluated: Vec<NodeId>,
    /// The changes of what each node needs, directly or indirectly.
    before: HashMap<NodeId, Changes>,
    /// The changes of what the calls of each module and of its callers depend on explicitly.
    before_calls: HashMap<ModuleId, Changes>,
    /// The instances of called modules in which the state has objects of each resource, once the first one was evaluated.
    pub(super) stored: Option<HashMap<NodeId, BTreeSet<ModuleAddress>>>,
}

/// Any module instance of the state that the configuration no longer has.
const REMOVED: InstanceId = InstanceId::MAX;

impl Pending {
    /// Adds a change of a resource in module instances that the configuration no longer has, after all others.
    pub(super) fn mark_removed(&mut self, node: NodeId) {
        self.mark(node, REMOVED);
    }

    /// Adds a change of a resource. Module instances come in their order.
    pub(super) fn mark(&mut self, node: NodeId, instance: InstanceId) {
        let instances = Rc::make_mut(self.changed.entry(node).or_default());
        if instances.last() != Some(&instance) {
            instances.push(instance);
        }
    }

    /// Adds changes of a resource in these module instances, in place of others.
    pub(super) fn mark_all(&mut self, node: NodeId, instances: Range<InstanceId>) {
        self.changed.insert(node, Rc::new(instances.collect()));
    }

    /// Adds an evaluated node. It comes after those that it needs.
    pub(super) fn add(&mut self, node: NodeId) {
        self.evaluated.push(node);
    }

    /// Returns the changes that a data source waits for: those of resources that it names, and of those that the calls of
    /// its module depend on explicitly.
    pub(super) fn of_named<'t>(
        &mut self,
        graph: &Graph<'t>,
        node: NodeId,
        resource: &'t Resource,
    ) -> Changes {
        let module = graph.nodes[node].module;
        let mut all = self.of_calls(graph, module);
        for named in graph.explicit(module, &resource.depends_on) {
            all.add(&match graph.nodes[named].kind {
                NodeKind::Resource(..) | NodeKind::Unread(_) => self.of(graph, named),
                _ => self.of_needed(graph, named),
            });
        }
        for named in graph.named_by(module, resource) {
            all.add(&self.of(graph, named));
        }
        all
    }

    /// Returns the changes of everything that a node needs, directly or indirectly.
    pub(super) fn of_needed(&mut self, graph: &Graph<'_>, node: NodeId) -> Changes {
        for next in std::mem::take(&mut self.evaluated) {
            let changes = self.collected(graph, next);
            self.before.insert(next, changes);
        }
        let known = self.before.get(&node).cloned();
        known.unwrap_or_else(|| self.collected(graph, node))
    }

    fn collected(&self, graph: &Graph<'_>, node: NodeId) -> Changes {
        let mut all = Changes::default();
        for other in &graph.nodes[node].after {
            all.add(&self.of(graph, *other));
            all.add(self.before.get(other).unwrap_or(&Changes::Nowhere));
        }
        all
    }

    fn of_calls(&mut self, graph: &Graph<'_>, module: ModuleId) -> Changes {
        let Some((caller, call)) = graph.modules[module].caller else {
            return Changes::default();
        };
        if let Some(known) = self.before_calls.get(&module) {
            return known.clone();
        }
        let mut all = self.of_calls(graph, caller);
        for node in graph.explicit(caller, &call.depends_on) {
            all.add(&self.of(graph, node));
            all.add(&self.of_needed(graph, node));
        }
        self.before_calls.insert(module, all.clone());
        all
    }

    fn of(&self, graph: &Graph<'_>, node: NodeId) -> Changes {
        // A module that was not read may have any.
        if let NodeKind::Unread(_) = graph.nodes[node].kind {
            return Changes::InModules;
        }
        self.changed.get(&node).map_or(Changes::Nowhere, |instances| {
            Changes::InModule(graph.nodes[node].module, Rc::clone(instances))
        })
    }
}
