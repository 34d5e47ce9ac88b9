//! Objects that need each other.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Name, Traversal, TraversalStep};

use crate::module::{Address, Declaration, ModuleTree, Use, declaration_address};
use crate::table::{Mode, PER_MODULE, names};

/// Reports the reference cycles of a module and the modules it calls.
pub(super) fn check(tree: &ModuleTree, diagnostics: &mut Diagnostics) {
    if !may_cycle(tree) {
        return;
    }
    let mut graph = Graph::default();
    graph.add_tree(tree);
    for (number, place) in graph.trees.clone().into_iter().enumerate() {
        graph.add_references(number, &place);
    }
    for circle in graph.circles() {
        diagnostics.push(graph.described(&circle));
    }
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
    nodes: Vec<Node<'m>>,
}

struct Node<'m> {
    tree: usize,
    address: &'m Address,
    span: Span,
    /// The objects it needs, with the ranges of the references.
    needs: Vec<(usize, Span)>,
}

impl<'m> Graph<'m> {
    fn add_tree(&mut self, tree: &'m ModuleTree) -> usize {
        let number = self.trees.len();
        let start = self.nodes.len();
        let declared = tree.module.contents.declared.spans();
        self.nodes.extend(declared.map(|(address, span)| Node {
            tree: number,
            address,
            span,
            needs: Vec::new(),
        }));
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

    fn add_references(&mut self, number: usize, place: &Place<'m>) {
        let module = &place.tree.module;
        for declaration in &module.contents.declarations {
            let own = declaration_address(declaration);
            declaration.visit(module.language, &mut |used| {
                let Some((from, others)) = self.from(number, place, declaration, own.as_ref(), &used) else {
                    return;
                };
                for traversal in module.contents.references.of(&*used.argument.expression) {
                    let Some(span) = traversal.span() else { continue };
                    for to in self.to(number, place, traversal) {
                        if to != from || others {
                            self.nodes[from].needs.push((to, span));
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
            let span = self.nodes[call].span;
            for node in &mut self.nodes[self.trees[*inner].own.clone()] {
                node.needs.push((call, span));
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
            let inner = declaration_address(used.block).filter(|_| used.scope.check.is_some());
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

    /// Returns the first cycles, each starting with the object declared first: one of all objects that need each other.
    fn circles(&self) -> Vec<Vec<usize>> {
        let knots = self.knots();
        let mut circles = Vec::new();
        let mut done = HashSet::new();
        for start in 0..self.nodes.len() {
            if circles.len() == MAX_CYCLES {
                break;
            }
            if !done.contains(&knots[start])
                && let Some(circle) = self.way_back(start, &knots)
            {
                done.insert(knots[start]);
                circles.push(circle);
            }
        }
        circles
    }

    /// Returns the number of the strongly connected component of each object: of those that need each other, directly or
    /// not.
    fn knots(&self) -> Vec<usize> {
        const NONE: usize = usize::MAX;
        let count = self.nodes.len();
        let (mut order, mut lowest, mut knots) = (vec![NONE; count], vec![NONE; count], vec![NONE; count]);
        // Objects without a number yet, and the path to the current one with the next of its needs.
        let (mut waiting, mut path): (Vec<usize>, Vec<(usize, usize)>) = Default::default();
        let (mut visited, mut found) = (0, 0);
        for start in 0..count {
            if order[start] == NONE {
                path.push((start, 0));
            }
            while let Some((position, next)) = path.pop() {
                if next == 0 {
                    (order[position], lowest[position]) = (visited, visited);
                    visited += 1;
                    waiting.push(position);
                }
                match self.nodes[position].needs.get(next) {
                    Some((to, _)) => {
                        path.push((position, next + 1));
                        if order[*to] == NONE {
                            path.push((*to, 0));
                        } else if knots[*to] == NONE {
                            lowest[position] = lowest[position].min(order[*to]);
                        }
                    }
                    None => {
                        if lowest[position] == order[position] {
                            while let Some(member) = waiting.pop() {
                                knots[member] = found;
                                if member == position {
                                    break;
                                }
                            }
                            found += 1;
                        }
                        if let Some((parent, _)) = path.last() {
                            lowest[*parent] = lowest[*parent].min(lowest[position]);
                        }
                    }
                }
            }
        }
        knots
    }

    /// Returns a shortest path from an object back to itself.
    fn way_back(&self, start: usize, knots: &[usize]) -> Option<Vec<usize>> {
        let mut came_from: HashMap<usize, usize> = HashMap::new();
        let mut next = std::collections::VecDeque::from([start]);
        while let Some(position) = next.pop_front() {
            for (to, _) in &self.nodes[position].needs {
                if *to == start {
                    let mut way = vec![position];
                    while let Some(before) = way.last().and_then(|last| came_from.get(last)) {
                        way.push(*before);
                    }
                    way.reverse();
                    return Some(way);
                }
                if knots[*to] == knots[start] && !came_from.contains_key(to) {
                    came_from.insert(*to, position);
                    next.push_back(*to);
                }
            }
        }
        None
    }

    fn described(&self, circle: &[usize]) -> Diagnostic {
        let name = |position: usize| {
            let node = &self.nodes[position];
            match self.trees[node.tree].tree.path.as_str() {
                "" | "." => format!("`{}`", node.address),
                path => format!("`{}` in `{path}`", node.address),
            }
        };
        let [start, rest @ ..] = circle else {
            return Diagnostic::error(codes::REFERENCE_CYCLE, SUMMARY);
        };
        let detail = if rest.is_empty() {
            format!("{} needs its own value. Remove the reference.", name(*start))
        } else {
            let named = circle.iter().take(MAX_NAMED).map(|position| name(*position));
            let left_out = circle.len().checked_sub(MAX_NAMED).filter(|more| *more > 0);
            let left_out = left_out.map(|more| format!("and {more} more"));
            let names: Vec<String> = named.chain(left_out).chain([name(*start)]).collect();
            format!(
                "Each of these needs the next: {}. Remove one of the references.",
                names.join(", ")
            )
        };
        let reference = |from: usize, to: usize| {
            let found = self.nodes[from].needs.iter().find(|(other, _)| *other == to);
            found.map_or(self.nodes[from].span, |(_, span)| *span)
        };
        let second = rest.first().unwrap_or(start);
        let mut diagnostic = Diagnostic::error(codes::REFERENCE_CYCLE, SUMMARY)
            .with_detail(detail)
            .with_subject(reference(*start, *second));
        for (position, from) in rest.iter().take(MAX_NAMED).enumerate() {
            let to = rest.get(position + 1).unwrap_or(start);
            diagnostic = diagnostic.with_label(
                reference(*from, *to),
                format!("{} needs {}", name(*from), name(*to)),
            );
        }
        diagnostic
    }
}

const SUMMARY: &str = "Reference cycle";

/// How many cycles are reported.
const MAX_CYCLES: usize = 100;

/// How many objects of a cycle are named, at its start.
const MAX_NAMED: usize = 16;
