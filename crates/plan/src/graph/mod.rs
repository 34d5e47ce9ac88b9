//! The graph of the objects of all modules of a tree, by what their values need.

mod imports;
mod needs;
mod referenced;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Span, Suggestions, nearest_name};
use hcl2_model::{Name, Traversal};
use hcl2_terraform::table::Version;
use hcl2_terraform::{
    Address, Check, CycleLink, Local, Module, ModuleAddress, ModuleCall, ModuleStep, ModuleTree, Order,
    Output, ProviderConfiguration, Resource, ResourceAddress, ResourceKind, Target, Variable,
};

use self::imports::Imports;
use self::needs::keep_distinct;
pub(crate) use self::needs::{Need, Scoped, output_of};

/// A map of what a module declares, which is asked for each reference.
type Map<K, V> = HashMap<K, V, RandomState>;
/// The position of a module in the graph.
pub(crate) type ModuleId = usize;
/// The position of a node in the graph.
pub(crate) type NodeId = usize;

/// All modules and their objects.
#[derive(Debug, Default)]
pub(crate) struct Graph<'t> {
    pub(crate) modules: Vec<StaticModule<'t>>,
    pub(crate) nodes: Vec<Node<'t>>,
    /// The node of the workspace.
    pub(crate) run: NodeId,
    /// The validations of variables, without which nothing else uses these.
    validations: Map<NodeId, NodeId>,
    /// Bounds the search for the names that were meant by unknown ones.
    pub(crate) suggestions: Suggestions,
    /// The imports of all modules.
    pub(crate) imports: Imports<'t>,
    /// The attributes that expressions refer to of each object, once an answer needs them.
    referenced: OnceCell<HashMap<NodeId, BTreeSet<Name>>>,
}

/// A module before its instances are known.
#[derive(Debug)]
pub(crate) struct StaticModule<'t> {
    pub(crate) tree: &'t ModuleTree,
    /// The caller and its call; `None` for the root module.
    pub(crate) caller: Option<(ModuleId, &'t ModuleCall)>,
    pub(crate) expand: NodeId,
    pub(crate) close: NodeId,
    pub(crate) variables: Map<&'t str, NodeId>,
    pub(crate) locals: Map<&'t str, NodeId>,
    pub(crate) outputs: Map<&'t str, NodeId>,
    resources: Map<(ResourceKind, &'t str, &'t str), NodeId>,
    pub(crate) calls: Map<&'t str, ModuleId>,
    /// The calls whose modules were not read.
    pub(crate) unread: Map<&'t str, NodeId>,
    /// The configurations of providers, with their aliases.
    pub(crate) providers: HashMap<String, &'t ProviderConfiguration>,
}

/// An object of a module, or a step of its evaluation.
#[derive(Debug)]
pub(crate) struct Node<'t> {
    pub(crate) module: ModuleId,
    pub(crate) kind: NodeKind<'t>,
    /// The nodes that are evaluated before.
    pub(crate) after: Vec<NodeId>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeKind<'t> {
    /// The instances of a module.
    Expand,
    /// Everything in a module.
    Close,
    Variable(&'t Variable),
    Validation(&'t Variable),
    Local(&'t Local),
    Output(&'t Output),
    Resource(&'t Resource, Option<&'t Check>),
    Check(&'t Check),
    /// A call whose module was not read.
    Unread(&'t ModuleCall),
    /// The workspace, and what else is known of the run.
    Run,
}

impl<'t> Graph<'t> {
    /// Returns the objects of all modules, without what they need.
    pub(crate) fn declared(tree: &'t ModuleTree) -> Self {
        let mut graph = Self::default();
        graph.declare(tree, None);
        graph.run = graph.add(0, NodeKind::Run);
        graph
    }

    /// Returns the objects of all modules with what they need.
    pub(crate) fn of(tree: &'t ModuleTree) -> Self {
        let mut graph = Self::declared(tree);
        graph.imports = Imports::of(&graph);
        graph.connect();
        graph
    }

    /// Returns the version of the language that the modules are read in.
    pub(crate) fn version(&self) -> Version {
        self.modules[0].tree.module.version()
    }

    fn add(&mut self, module: ModuleId, kind: NodeKind<'t>) -> NodeId {
        self.nodes.push(Node {
            module,
            kind,
            after: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Adds the nodes of a module and of those that it calls.
    fn declare(&mut self, tree: &'t ModuleTree, caller: Option<(ModuleId, &'t ModuleCall)>) {
        let id = self.modules.len();
        let expand = self.add(id, NodeKind::Expand);
        let close = self.add(id, NodeKind::Close);
        let mut module = StaticModule {
            tree,
            caller,
            expand,
            close,
            variables: Map::default(),
            locals: Map::default(),
            outputs: Map::default(),
            resources: Map::default(),
            calls: Map::default(),
            unread: Map::default(),
            providers: HashMap::new(),
        };
        let own: &'t Module = &tree.module;
        for provider in &own.providers {
            let name = configuration_name(provider);
            module.providers.entry(name).or_insert(provider);
        }
        for variable in &own.variables {
            let node = self.add(id, NodeKind::Variable(variable));
            module.variables.insert(&variable.name, node);
            if !variable.validations.is_empty() {
                let validation = self.add(id, NodeKind::Validation(variable));
                self.validations.insert(node, validation);
            }
        }
        for local in &own.locals {
            let node = self.add(id, NodeKind::Local(local));
            module.locals.insert(&local.name, node);
        }
        let in_checks = own.checks.iter();
        let in_checks = in_checks.filter_map(|check| Some((check.data.as_ref()?, Some(check))));
        let resources = own.resources().iter().map(|resource| (resource, None));
        for (resource, check) in resources.chain(in_checks) {
            let node = self.add(id, NodeKind::Resource(resource, check));
            let key = (resource.kind, resource.ty.as_str(), resource.name.as_str());
            module.resources.entry(key).or_insert(node);
        }
        for output in &own.outputs {
            let node = self.add(id, NodeKind::Output(output));
            module.outputs.insert(&output.name, node);
        }
        for check in &own.checks {
            self.add(id, NodeKind::Check(check));
        }
        for call in own
            .calls
            .iter()
            .filter(|call| !tree.calls.contains_key(&call.name))
        {
            let node = self.add(id, NodeKind::Unread(call));
            module.unread.insert(&call.name, node);
        }
        self.modules.push(module);
        for (name, called) in &tree.calls {
            let Some(call) = own.calls.named(name) else {
                continue;
            };
            let child = self.modules.len();
            self.modules[id].calls.insert(name, child);
            self.declare(called, Some((id, call)));
        }
    }

    /// Adds the order in which nodes are evaluated.
    fn connect(&mut self) {
        for id in 0..self.nodes.len() {
            let mut after = self.needed_by(id);
            let needs_itself = self.needs_itself(id);
            after.retain(|other| *other != id || needs_itself);
            keep_distinct(&mut after);
            self.nodes[id].after = after;
        }
        for id in 0..self.nodes.len() {
            let node = &self.nodes[id];
            if let NodeKind::Close = node.kind {
                if let Some((caller, _)) = self.modules[node.module].caller {
                    let outer = self.modules[caller].close;
                    self.nodes[outer].after.push(id);
                }
                continue;
            }
            let close = self.modules[node.module].close;
            self.nodes[close].after.push(id);
        }
    }

    fn needed_by(&self, id: NodeId) -> Vec<NodeId> {
        let node = &self.nodes[id];
        let module = &self.modules[node.module];
        let mut after = match node.kind {
            NodeKind::Expand => module
                .caller
                .map(|(caller, _)| self.modules[caller].expand)
                .into_iter()
                .collect(),
            _ => vec![module.expand],
        };
        for (module, references) in self.references_of(id) {
            after.extend(self.nodes_of(module, &references));
        }
        match (node.kind, module.caller) {
            (NodeKind::Expand, Some((caller, call))) => {
                after.extend(self.explicit(caller, &call.depends_on));
            }
            (NodeKind::Output(output), _) => {
                after.extend(self.explicit(node.module, &output.depends_on));
            }
            (NodeKind::Resource(resource, _), _) => {
                for trigger in &resource.lifecycle.replace_triggered_by {
                    let reference = trigger.static_traversal();
                    after.extend(self.nodes_of(node.module, reference.as_slice()));
                }
                after.extend(self.explicit(node.module, &resource.depends_on));
                after.extend(self.nodes_of_imports(node.module, resource));
            }
            (NodeKind::Check(check), _) => {
                if let Some(data) = &check.data {
                    after.extend(self.resource(node.module, data.kind, &data.ty, &data.name));
                }
            }
            _ => {}
        }
        after
    }

    /// Returns the address of a module without keys.
    pub(crate) fn static_address(&self, module: ModuleId) -> ModuleAddress {
        let mut names: Vec<&Name> = Vec::new();
        let mut current = module;
        while let Some((caller, call)) = self.modules[current].caller {
            names.push(&call.name);
            current = caller;
        }
        let root = ModuleAddress::default();
        names
            .iter()
            .rev()
            .fold(root, |address, name| address.child(name, None))
    }

    /// Returns the address of the resource that a node stands for, without keys.
    pub(crate) fn resource_address(&self, node: NodeId) -> Option<ResourceAddress> {
        let NodeKind::Resource(resource, _) = self.nodes[node].kind else {
            return None;
        };
        Some(resource.address(self.static_address(self.nodes[node].module)))
    }

    /// Returns the module that the names of calls lead to from another one.
    pub(crate) fn called<'n>(
        &self,
        from: ModuleId,
        mut calls: impl Iterator<Item = &'n Name>,
    ) -> Option<ModuleId> {
        calls.try_fold(from, |module, name| {
            self.modules[module].calls.get(name.as_str()).copied()
        })
    }

    /// Returns the nodes that explicit dependencies name.
    pub(crate) fn explicit(&self, module: ModuleId, references: &[Traversal]) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for reference in references {
            match Address::from_traversal(reference) {
                Some(Address::Module(name)) if output_of(reference).is_none() => {
                    let own = &self.modules[module];
                    let called = own.calls.get(name.as_str());
                    nodes.extend(called.map(|called| self.modules[*called].close));
                    nodes.extend(own.unread.get(name.as_str()));
                }
                _ => nodes.extend(self.nodes_of(module, std::slice::from_ref(reference))),
            }
        }
        nodes
    }

    /// Returns the resources of a module that the arguments of one of them refer to.
    pub(crate) fn named_by(&self, module: ModuleId, resource: &'t Resource) -> Vec<NodeId> {
        let mut nodes = self.nodes_of(module, &self.references_of_body(module, resource));
        if let Some(expression) = resource.repetition().expression() {
            nodes.extend(self.nodes_of(module, &self.references(module, expression)));
        }
        nodes.retain(|node| {
            let node = &self.nodes[*node];
            node.module == module && matches!(node.kind, NodeKind::Resource(..))
        });
        nodes
    }

    /// Returns all resources that a node needs, directly or indirectly.
    pub(crate) fn ancestors(&self, node: NodeId) -> Vec<NodeId> {
        self.ancestors_of(vec![node])
    }

    /// Returns the resources whose replacements are created before the old objects are destroyed: those that say so, and
    /// those that they need.
    pub(crate) fn created_first(&self) -> HashSet<NodeId> {
        let creates_first = |node: &NodeId| match self.nodes[*node].kind {
            NodeKind::Resource(resource, _) => resource.lifecycle.create_before_destroy,
            _ => false,
        };
        let own: Vec<NodeId> = (0..self.nodes.len()).filter(creates_first).collect();
        let needed = self.ancestors_of(own.clone());
        own.into_iter().chain(needed).collect()
    }

    /// Returns the resources that calls of modules need that were not read: a resource there may say that it is created first.
    pub(crate) fn needed_by_unread(&self) -> HashSet<NodeId> {
        let mut needed = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let NodeKind::Unread(call) = node.kind else {
                continue;
            };
            let arguments = call.arguments.iter().map(|argument| &argument.expression);
            for expression in arguments.chain(call.repetition().expression()) {
                needed.extend(self.nodes_of(node.module, &self.references(node.module, expression)));
            }
            needed.extend(self.explicit(node.module, &call.depends_on));
            needed.push(id);
        }
        let is_resource = |node: &NodeId| matches!(self.nodes[*node].kind, NodeKind::Resource(..));
        let own = needed.iter().copied().filter(is_resource);
        own.chain(self.ancestors_of(needed.clone())).collect()
    }

    fn ancestors_of(&self, mut pending: Vec<NodeId>) -> Vec<NodeId> {
        let mut seen: HashSet<NodeId> = pending.iter().copied().collect();
        let mut resources = Vec::new();
        while let Some(node) = pending.pop() {
            for other in &self.nodes[node].after {
                if seen.insert(*other) {
                    pending.push(*other);
                    if let NodeKind::Resource(..) = self.nodes[*other].kind {
                        resources.push(*other);
                    }
                }
            }
        }
        resources
    }

    /// Returns whether all resources that each node needs, directly or indirectly, are among the selected ones; `None` for a
    /// node that needs no resource. `order` has each node after those that it needs.
    pub(crate) fn needed_resources(&self, order: &[NodeId], is_selected: &[bool]) -> Vec<Option<bool>> {
        let mut needs: Vec<Option<bool>> = vec![None; self.nodes.len()];
        for node in order {
            let after = self.nodes[*node].after.iter();
            let own = after.flat_map(|other| {
                let is_resource = matches!(self.nodes[*other].kind, NodeKind::Resource(..));
                [is_resource.then(|| is_selected[*other]), needs[*other]]
            });
            needs[*node] = own.flatten().reduce(|all, next| all && next);
        }
        needs
    }

    /// Returns whether each module, or one that it calls, has a resource.
    pub(crate) fn modules_with_resources(&self) -> Vec<bool> {
        let own = self.modules.iter().map(|module| !module.resources.is_empty());
        let mut has_resources: Vec<bool> = own.collect();
        // A module comes after its caller.
        for (id, module) in self.modules.iter().enumerate().rev() {
            if let Some((caller, _)) = module.caller {
                has_resources[caller] |= has_resources[id];
            }
        }
        has_resources
    }

    /// Returns whether the configuration has what a target names, whatever the instances are.
    /// [`Self::modules_with_resources`] returns `has_resources`.
    pub(crate) fn declares(&self, target: &Target, has_resources: &[bool]) -> bool {
        match &target.resource {
            Some(resource) => self.declared_node(resource).is_some(),
            None => self
                .module_at(&target.module)
                .is_some_and(|module| has_resources[module]),
        }
    }

    /// Returns the address that a target was probably meant for: of a resource in the same module, or of a module called by the
    /// same one.
    pub(crate) fn near(&self, target: &Target) -> Option<String> {
        let Some(resource) = &target.resource else {
            let (last, outer) = target.module.steps().split_last()?;
            let caller = self.called(0, outer.iter().map(|step| &step.name))?;
            let own = &self.modules[caller];
            let calls = own.tree.module.calls.iter().map(|call| call.name.as_str());
            let calls = calls.filter(|name| own.calls.contains_key(name));
            let name = nearest_name(&last.name, self.suggestions.among(calls))?.into();
            let meant = ModuleStep { name, ..last.clone() };
            let module: ModuleAddress = outer.iter().cloned().chain([meant]).collect();
            return Some(module.to_string());
        };
        let own = &self.modules[self.module_at(&target.module)?].tree.module;
        let in_checks = own.checks.iter().filter_map(|check| check.data.as_ref());
        let all = own.resources().iter().chain(in_checks);
        let is_near = |given: &str, name: &str| given == name || nearest_name(given, [name]).is_some();
        let mut alike = self
            .suggestions
            .among(all.filter(|other| other.kind == resource.kind));
        let found =
            alike.find(|other| is_near(&resource.ty, &other.ty) && is_near(&resource.name, &other.name))?;
        let near = ResourceAddress {
            ty: found.ty.clone(),
            name: found.name.clone(),
            ..resource.clone()
        };
        Some(near.to_string())
    }

    pub(crate) fn resource(
        &self,
        module: ModuleId,
        kind: ResourceKind,
        ty: &str,
        name: &str,
    ) -> Option<NodeId> {
        self.modules[module].resources.get(&(kind, ty, name)).copied()
    }

    /// Returns the resource that the configuration declares for an address, whatever the instances are.
    pub(crate) fn declared_resource(&self, address: &ResourceAddress) -> Option<&'t Resource> {
        let NodeKind::Resource(resource, _) = self.nodes[self.declared_node(address)?].kind else {
            return None;
        };
        Some(resource)
    }

    /// Returns the module at an address, whatever its keys are.
    pub(crate) fn module_at(&self, address: &ModuleAddress) -> Option<ModuleId> {
        self.called(0, address.steps().iter().map(|step| &step.name))
    }

    /// Returns the node of the resource at an address.
    pub(crate) fn declared_node(&self, address: &ResourceAddress) -> Option<NodeId> {
        let module = self.module_at(&address.module)?;
        self.resource(module, address.kind, &address.ty, &address.name)
    }

    /// Returns whether the arguments of a resource refer to the resource.
    fn needs_itself(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let NodeKind::Resource(own, _) = node.kind else {
            return false;
        };
        let references = self.references_of_body(node.module, own);
        references.iter().any(|reference| {
            let node = match Address::from_traversal(reference) {
                Some(Address::Resource(kind, ty, name)) => self.resource(node.module, kind, &ty, &name),
                _ => None,
            };
            node == Some(id)
        })
    }

    /// Returns the nodes that a node comes after; a resource also comes after what the configuration of its provider needs.
    pub(crate) fn before(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'_, 't> {
        let after = self.nodes[node].after.iter().copied();
        after.chain(self.needs_of_provider(node))
    }

    /// Returns the nodes in an order in which each comes after those that it needs.
    pub(crate) fn order(&self) -> Order {
        Order::of(self.nodes.len(), |node| self.before(node))
    }

    /// Returns the object that a node stands for, with its module and its place.
    pub(crate) fn object(&self, node: NodeId) -> Option<(ModuleId, Address, Span)> {
        let Node { module, kind, .. } = &self.nodes[node];
        let mut module = *module;
        let (address, span) = match kind {
            NodeKind::Expand | NodeKind::Close => {
                let (caller, call) = self.modules[module].caller?;
                module = caller;
                (Address::Module(call.name.clone()), call.span)
            }
            NodeKind::Unread(call) => (Address::Module(call.name.clone()), call.span),
            NodeKind::Run => return None,
            NodeKind::Variable(own) | NodeKind::Validation(own) => {
                (Address::Variable(own.name.clone()), own.span)
            }
            NodeKind::Local(own) => (Address::Local(own.name.clone()), own.span),
            NodeKind::Output(own) => (Address::Output(own.name.clone()), own.span),
            NodeKind::Resource(own, _) => {
                let address = Address::Resource(own.kind, own.ty.clone(), own.name.clone());
                (address, own.span)
            }
            NodeKind::Check(own) => (Address::Check(own.name.clone()), own.span),
        };
        Some((module, address, span))
    }

    /// Returns the object that a node stands for in a cycle.
    pub(crate) fn link(&self, node: NodeId) -> Option<CycleLink> {
        let (module, address, span) = self.object(node)?;
        let name = match self.modules[module].tree.path.as_str() {
            "" | "." => format!("`{address}`"),
            path => format!("`{address}` in `{path}`"),
        };
        let span = Some(span);
        Some(CycleLink { name, span })
    }
}

/// Returns the name of a configuration in its module, with its alias.
pub(crate) fn configuration_name(own: &ProviderConfiguration) -> String {
    match &own.alias {
        Some(alias) => format!("{}.{alias}", own.name),
        None => own.name.to_string(),
    }
}
