//! Objects that need each other.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Name, Traversal, TraversalStep};

use crate::module::{Address, Declaration, ModuleTree, Use, declaration_address, references_in};
use crate::table::{Mode, PER_MODULE, names};

/// Reports the reference cycles of a module and the modules it calls.
pub(super) fn check(tree: &ModuleTree, diagnostics: &mut Diagnostics) {
    let mut graph = Graph::default();
    graph.add_tree(tree);
    for (number, place) in graph.trees.clone().into_iter().enumerate() {
        graph.add_references(number, &place);
    }
    for circle in graph.circles() {
        diagnostics.push(graph.described(&circle));
    }
}

/// A module among others.
#[derive(Clone)]
struct Place<'m> {
    tree: &'m ModuleTree,
    /// The index of each called module that was read, by the name of the call.
    called: HashMap<&'m Name, usize>,
}

/// The objects of all modules; a call represents its `count` or `for_each`.
#[derive(Default)]
struct Graph<'m> {
    trees: Vec<Place<'m>>,
    nodes: Vec<Node>,
    positions: HashMap<(usize, Address), usize>,
}

struct Node {
    tree: usize,
    address: Address,
    span: Span,
    /// The objects it needs, with the ranges of the references.
    needs: Vec<(usize, Span)>,
}

impl<'m> Graph<'m> {
    fn add_tree(&mut self, tree: &'m ModuleTree) -> usize {
        let number = self.trees.len();
        self.trees.push(Place {
            tree,
            called: HashMap::new(),
        });
        for node in &tree.module.nodes {
            self.positions
                .insert((number, node.address.clone()), self.nodes.len());
            self.nodes.push(Node {
                tree: number,
                address: node.address.clone(),
                span: node.span,
                needs: Vec::new(),
            });
        }
        for (name, inner) in &tree.calls {
            let inner = self.add_tree(inner);
            self.trees[number].called.insert(name, inner);
        }
        number
    }

    fn position(&self, tree: usize, address: &Address) -> Option<usize> {
        self.positions.get(&(tree, address.clone())).copied()
    }

    fn add_references(&mut self, number: usize, place: &Place<'m>) {
        let module = &place.tree.module;
        for declaration in &module.declarations {
            let own = declaration_address(declaration);
            declaration.visit(module.language, &mut |used| {
                let Some((from, others)) = self.from(number, place, declaration, own.as_ref(), &used) else {
                    return;
                };
                for traversal in references_in(used.argument, used.mode) {
                    let Some(span) = traversal.span() else { continue };
                    for to in self.to(number, place, &traversal) {
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
            for node in self.nodes.iter_mut().filter(|node| node.tree == *inner) {
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
            // What is run for an object can refer to it, and a validation to its variable.
            let is_own = !used.scope.has_self
                && name != names::VARIABLE
                && !matches!(used.mode, Mode::References | Mode::ComputedReferences);
            let inner = declaration_address(used.block).filter(|_| used.scope.check.is_some());
            let address = inner.as_ref().or(own)?;
            return (!used.scope.is_after).then_some((self.position(number, address)?, is_own));
        };
        let is_of_call = PER_MODULE.contains(&used.argument.name.as_str()) || used.mode == Mode::References;
        let variable = Address::Variable(used.argument.name.clone());
        let inner = place.called.get(call).filter(|_| !is_of_call);
        match inner.map(|inner| self.position(*inner, &variable)) {
            // An argument that the called module does not have is reported elsewhere.
            Some(variable) => Some((variable?, true)),
            None => Some((self.position(number, own?)?, true)),
        }
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
            None => found.extend(self.outputs_of(inner)),
        }
        found
    }

    fn outputs_of(&self, tree: usize) -> impl Iterator<Item = usize> {
        self.nodes
            .iter()
            .enumerate()
            .filter(move |(_, node)| node.tree == tree && matches!(node.address, Address::Output(_)))
            .map(|(position, _)| position)
    }

    /// Returns the cycles, each starting with the object declared first.
    fn circles(&self) -> Vec<Vec<usize>> {
        let mut circles = Vec::new();
        let mut needs = vec![Vec::new(); self.nodes.len()];
        let mut needed_by = needs.clone();
        for (from, node) in self.nodes.iter().enumerate() {
            for (to, _) in &node.needs {
                needs[from].push(*to);
                needed_by[*to].push(from);
            }
        }
        let mut is_left = vec![true; self.nodes.len()];
        peel(&needs, &needed_by, &mut is_left);
        peel(&needed_by, &needs, &mut is_left);
        let mut is_done = vec![false; self.nodes.len()];
        for start in 0..self.nodes.len() {
            if !is_left[start] || is_done[start] {
                continue;
            }
            if let Some(circle) = self.way_back(start, &is_left) {
                circle.iter().for_each(|position| is_done[*position] = true);
                circles.push(circle);
            }
        }
        circles
    }

    /// Returns a shortest path from an object back to itself.
    fn way_back(&self, start: usize, is_left: &[bool]) -> Option<Vec<usize>> {
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
                if is_left[*to] && !came_from.contains_key(to) {
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
            let names: Vec<String> = circle
                .iter()
                .chain([start])
                .map(|position| name(*position))
                .collect();
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
        for (position, from) in rest.iter().enumerate() {
            let to = rest.get(position + 1).unwrap_or(start);
            diagnostic = diagnostic.with_label(
                reference(*from, *to),
                format!("{} needs {}", name(*from), name(*to)),
            );
        }
        diagnostic
    }
}

/// Removes, repeatedly, objects without edges to remaining objects.
fn peel(edges: &[Vec<usize>], reverse: &[Vec<usize>], is_left: &mut [bool]) {
    let is_counted = |is_left: &[bool], from: usize| edges[from].iter().filter(|to| is_left[**to]).count();
    let mut left: Vec<usize> = (0..edges.len()).map(|from| is_counted(is_left, from)).collect();
    let mut bare: Vec<usize> = (0..edges.len())
        .filter(|node| is_left[*node] && left[*node] == 0)
        .collect();
    while let Some(node) = bare.pop() {
        is_left[node] = false;
        for from in &reverse[node] {
            left[*from] = left[*from].saturating_sub(1);
            if is_left[*from] && left[*from] == 0 {
                bare.push(*from);
            }
        }
    }
}

const SUMMARY: &str = "Reference cycle";
