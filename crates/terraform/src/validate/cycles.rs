//! Objects that need each other.

use std::collections::HashMap;
use std::ops::Range;

use hcl2_diagnostics::Diagnostics;
use hcl2_model::{Name, Traversal, TraversalStep};

use super::Intact;
use crate::address::Address;
use crate::module::{Declaration, ModuleTree, Use};
use crate::order::{Needs, reference_cycles};
use crate::table::{Mode, PER_MODULE, names};

/// Reports the reference cycles of a module and the modules it calls.
pub(super) fn check(tree: &ModuleTree, intact: &Intact, diagnostics: &mut Diagnostics) {
    if !may_cycle(tree) {
        return;
    }
    let mut graph = Graph::default();
    graph.add_tree(tree);
    for (number, place) in graph.trees.clone().into_iter().enumerate() {
        graph.add_references(number, &place, intact);
    }
    let name = |position: usize| {
        let (tree, address) = graph.nodes[position];
        match graph.trees[tree].tree.path.as_str() {
            "" | "." => format!("`{address}`"),
            path => format!("`{address}` in `{path}`"),
        }
    };
    for problem in reference_cycles(&graph.needs, name) {
        diagnostics.push(problem);
    }
}

/// Returns whether a module and the modules it calls have a reference cycle.
pub(super) fn has_one(tree: &ModuleTree) -> bool {
    let mut found = Diagnostics::new();
    check(tree, &Intact::default(), &mut found);
    found.has_errors()
}

/// Returns whether the objects of one of the modules may need each other. A cycle through several modules is also one in
/// the module that calls the others.
fn may_cycle(tree: &ModuleTree) -> bool {
    tree.module.contents.references.may_cycle || tree.calls.iter().any(|(_, inner)| may_cycle(inner))
}

/// A module among others.
#[derive(Clone)]
struct Place<'m> {
    tree: &'m ModuleTree,
    /// The index of each called module that was read, by the name of the call.
    called: HashMap<&'m Name, usize>,
    /// The nodes of its objects, in the order of their numbers.
    own: Range<usize>,
    /// The nodes of its objects and of those in the modules it calls, directly or not.
    all: Range<usize>,
}

/// The objects of all modules; a call represents its `count` or `for_each`.
#[derive(Default)]
struct Graph<'m> {
    trees: Vec<Place<'m>>,
    /// The module of each object by its index, and its address.
    nodes: Vec<(usize, &'m Address)>,
    /// What each of them needs.
    needs: Vec<Needs>,
}

impl<'m> Graph<'m> {
    fn add_tree(&mut self, tree: &'m ModuleTree) -> usize {
        let number = self.trees.len();
        let start = self.nodes.len();
        let declared = tree.module.contents.declared.spans();
        for (address, span) in declared {
            self.nodes.push((number, address));
            self.needs.push(Needs::nothing(span));
        }
        let own = start..self.nodes.len();
        self.trees.push(Place {
            tree,
            called: HashMap::new(),
            all: own.clone(),
            own,
        });
        for (name, inner) in &tree.calls {
            let inner = self.add_tree(inner);
            self.trees[number].called.insert(name, inner);
        }
        self.trees[number].all.end = self.nodes.len();
        number
    }

    fn position(&self, tree: usize, address: &Address) -> Option<usize> {
        let Place { tree, own, .. } = &self.trees[tree];
        let number = tree.module.contents.declared.number(address)?;
        Some(own.start + number)
    }

    fn add_references(&mut self, number: usize, place: &Place<'m>, intact: &Intact) {
        let module = &place.tree.module;
        let declarations = module.contents.declarations.iter();
        for declaration in declarations.filter(|own| intact.has(own.span)) {
            let own = declaration.address();
            declaration.visit(module.language, &mut |used| {
                let Some((from, others)) = self.from(number, place, declaration, own.as_ref(), &used) else {
                    return;
                };
                for traversal in &used.references() {
                    let Some(span) = traversal.span() else { continue };
                    for to in self.to(number, place, traversal) {
                        if to != from || others {
                            self.needs[from].of.push((to, span));
                        }
                    }
                }
            });
        }
        // Whatever is in a called module needs its instances.
        for (name, inner) in &place.called {
            let Some(call) = self.position(number, &Address::Module((*name).clone())) else {
                continue;
            };
            let span = self.needs[call].span;
            for inner in &mut self.needs[self.trees[*inner].own.clone()] {
                inner.of.push((call, span));
            }
        }
    }

    /// Returns the object an argument belongs to, and whether the argument must not refer to that object.
    fn from(
        &self,
        number: usize,
        place: &Place<'m>,
        declaration: &Declaration,
        own: Option<&Address>,
        used: &Use<'_, '_>,
    ) -> Option<(usize, bool)> {
        let name = declaration.block_type.name;
        if name == names::LOCALS {
            let local = Address::Local(used.argument.name.clone());
            return Some((self.position(number, &local)?, true));
        }
        let Some(Address::Module(call)) = own else {
            let inner = used.block.address().filter(|_| used.scope.check.is_some());
            let address = inner.as_ref().or(own)?;
            // References of a resource to itself are warnings.
            return (!used.scope.is_after).then_some((self.position(number, address)?, false));
        };
        let is_of_call = PER_MODULE.contains(&used.argument.name.as_str())
            || used.block.block_type.name == names::LIFECYCLE
            || used.mode == Mode::References;
        let variable = Address::Variable(used.argument.name.clone());
        if is_of_call {
            return Some((self.position(number, own?)?, true));
        }
        // Nothing is known of a module that was not read, and an unknown argument is reported elsewhere.
        let inner = place.called.get(call)?;
        Some((self.position(*inner, &variable)?, true))
    }

    /// Returns the objects a traversal refers to.
    fn to(&self, number: usize, place: &Place<'m>, traversal: &Traversal) -> Vec<usize> {
        let Some(address) = Address::from_traversal(traversal) else {
            return Vec::new();
        };
        let mut found: Vec<usize> = self.position(number, &address).into_iter().collect();
        let Address::Module(name) = &address else {
            return found;
        };
        let Some(inner) = place.called.get(name).copied() else {
            return found;
        };
        let output = traversal.steps().iter().skip(2).find_map(|step| match step {
            TraversalStep::Attribute { name, .. } => Some(Address::Output(name.clone())),
            _ => None,
        });
        match output.and_then(|output| self.position(inner, &output)) {
            Some(output) => found.push(output),
            // The whole module is everything in it, and in the modules it calls.
            None => found.extend(self.trees[inner].all.clone()),
        }
        found
    }
}
