//! The imports of all modules, and the resources that they name.

use std::collections::{BTreeSet, HashMap};

use hcl2_model::{ExpressionRef, Name, TraversalStep};
use hcl2_terraform::table::{IMPORTS_WHEN_CALLED, roots};
use hcl2_terraform::{Import, Resource, ResourceKind, Target};

use super::{Graph, ModuleId, NodeId};

/// The imports that count, each with its module.
#[derive(Debug, Default)]
pub(crate) struct Imports<'t> {
    all: Vec<(ModuleId, &'t Import)>,
    /// The positions by the names in the targets, and by `None` where a target may have other names: those behind the key of
    /// a module instance.
    by_name: HashMap<Option<Name>, Vec<usize>>,
}

impl<'t> Imports<'t> {
    /// Returns the imports of the root module, and of called ones in the versions that have these. Those of a caller replace
    /// the ones to the same resource in the modules that it calls.
    pub(super) fn of(graph: &Graph<'t>) -> Self {
        let mut imports = Self::default();
        let last = match IMPORTS_WHEN_CALLED.has(graph.version()) {
            true => graph.modules.len(),
            false => 1,
        };
        let mut targets: HashMap<NodeId, ModuleId> = HashMap::new();
        // Modules come after their callers.
        for module in 0..last {
            for import in &graph.modules[module].tree.module.imports {
                let target = import.to.as_ref().and_then(|to| graph.import_target(module, to));
                let first = target.map(|target| *targets.entry(target).or_insert(module));
                if first.is_none_or(|first| first == module) {
                    imports.add(module, import);
                }
            }
        }
        imports
    }

    fn add(&mut self, module: ModuleId, import: &'t Import) {
        let position = self.all.len();
        self.all.push((module, import));
        let Some(to) = &import.to else { return };
        let whole = to.static_traversal();
        let is_whole = whole.is_some();
        let mut names: BTreeSet<Option<Name>> = BTreeSet::new();
        for reference in whole.into_iter().chain(to.variables()) {
            for step in reference.steps() {
                if let TraversalStep::Attribute { name, .. } | TraversalStep::Root { name, .. } = step {
                    let is_open = !is_whole && *name == *roots::MODULE;
                    names.insert((!is_open).then(|| name.clone()));
                }
            }
        }
        for name in names {
            self.by_name.entry(name).or_default().push(position);
        }
    }

    /// Returns whether no module has imports.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the imports by their positions.
    pub(crate) fn all(&self) -> &[(ModuleId, &'t Import)] {
        &self.all
    }
}

impl<'t> Graph<'t> {
    /// Returns the resource that the address of an import in a module names.
    pub(crate) fn import_target(&self, module: ModuleId, to: &ExpressionRef) -> Option<NodeId> {
        let reference = to
            .static_traversal()
            .or_else(|| to.variables().into_iter().next())?;
        let target = Target::from_reference(&reference)?;
        let calls = target.module.steps().iter().map(|step| &step.name);
        let module = self.called(module, calls)?;
        let resource = target.resource?;
        self.resource(module, ResourceKind::Managed, &resource.ty, &resource.name)
    }

    /// Returns how many modules call each other down to a module.
    pub(crate) fn depth(&self, module: ModuleId) -> usize {
        let caller = self.modules[module].caller.as_ref();
        caller.map_or(0, |(caller, _)| self.depth(*caller) + 1)
    }

    /// Returns whether a module is another one or calls it, possibly by others.
    pub(crate) fn leads_to(&self, module: ModuleId, called: ModuleId) -> bool {
        let mut current = called;
        while current > module {
            match self.modules[current].caller {
                Some((caller, _)) => current = caller,
                None => return false,
            }
        }
        current == module
    }

    /// Returns the nodes that the imports of a resource need.
    pub(super) fn nodes_of_imports(&self, module: ModuleId, resource: &Resource) -> Vec<NodeId> {
        if self.imports.is_empty() {
            return Vec::new();
        }
        let names = [Some(resource.name.clone()), None];
        let positions: BTreeSet<usize> = names
            .iter()
            .filter_map(|name| self.imports.by_name.get(name))
            .flatten()
            .copied()
            .collect();
        let own = positions.into_iter().map(|position| self.imports.all[position]);
        let own = own.filter(|(outer, _)| self.leads_to(*outer, module));
        own.flat_map(|(outer, import)| {
            let parts = import.id.iter().chain(&import.identity).chain(&import.for_each);
            parts.map(move |expression| (outer, expression))
        })
        .flat_map(|(outer, expression)| self.nodes_of(outer, &self.references(outer, expression)))
        .collect()
    }
}
