//! Moves of objects to new addresses, by `moved` blocks.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::TraversalStep;
use hcl2_terraform::table::roots;
use hcl2_terraform::{Moved, ResourceKind};

use super::Engine;
use super::prior::{joined, name_of};
use crate::address::{InstanceKey, ModuleAddress, ModuleStep, ResourceAddress};
use crate::graph::ModuleId;
use crate::state::{StateObject, key_of, split_module};

impl Engine<'_> {
    /// Takes the objects of the state to their new addresses.
    pub(super) fn move_objects(&mut self) {
        let Some(state) = &self.inputs.state else { return };
        let moves: Vec<(ModuleAddress, &Moved)> = (0..self.graph.modules.len())
            .flat_map(|module| {
                let within = self.static_address(module);
                let moved = self.graph.modules[module].tree.module.moved.iter();
                moved.map(move |moved| (within.clone(), moved))
            })
            .collect();
        self.objects = in_order(&moves)
            .into_iter()
            .fold(state.objects.clone(), |objects, index| {
                let (within, moved) = &moves[index];
                moved_objects(objects, within, moved)
            });
    }

    /// Returns the problems of moves: objects that are still declared, and addresses with several moves.
    ///
    /// These can be known only after the instances, and hide what else the plan reports.
    pub(super) fn check_moves(&self) -> Diagnostics {
        let mut problems = Diagnostics::new();
        let mut seen = Seen::default();
        let declared = self.declared();
        for module in 0..self.graph.modules.len() {
            for moved in &self.graph.modules[module].tree.module.moved {
                let Some((from, to)) = endpoints(moved) else {
                    continue;
                };
                for instance in &self.of_module[module] {
                    let within = &self.instances[*instance].address;
                    let (from, to) = (from.within(within), to.within(within));
                    let problem = if from == to {
                        Some(format!("`{from}` moves to its own address. Remove the block."))
                    } else if declared.contains(&from) {
                        Some(format!(
                            "`{from}` moves to `{to}`, but it is still declared. Rename its declaration."
                        ))
                    } else {
                        seen.conflict(&from, &to)
                    };
                    problems.extend(problem.map(|detail| invalid(moved.span, detail)));
                }
            }
        }
        if !problems.has_errors() {
            problems.extend(self.cyclic_move());
        }
        problems
    }

    /// Returns everything that a move can name and that is declared.
    fn declared(&self) -> HashSet<Endpoint> {
        let has_moves = |module: ModuleId| !self.graph.modules[module].tree.module.moved.is_empty();
        if !(0..self.graph.modules.len()).any(has_moves) {
            return HashSet::new();
        }
        let mut declared = HashSet::new();
        for (module, of_module) in self.of_module.iter().enumerate() {
            let tree = &self.graph.modules[module].tree.module;
            for instance in of_module {
                let address = &self.instances[*instance].address;
                declared.insert(Endpoint::Instance(address.clone(), None));
                declared.extend(
                    tree.calls
                        .iter()
                        .map(|call| Endpoint::Call(address.child(&call.name, None))),
                );
                let managed = tree.resources().iter();
                let managed = managed.filter(|resource| resource.kind == ResourceKind::Managed);
                declared.extend(managed.map(|resource| {
                    let names = (resource.ty.to_string(), resource.name.to_string());
                    Endpoint::Resource(address.clone(), names)
                }));
            }
        }
        let planned = self.plan.resources.iter();
        let planned = planned.filter(|resource| !resource.after.is_null());
        declared.extend(planned.map(|resource| {
            let address = &resource.address;
            let names = (address.ty.to_string(), address.name.to_string());
            Endpoint::Instance(address.module.clone(), Some((names, address.key.clone())))
        }));
        declared
    }

    /// Reports a move that leads back to its start, through others.
    fn cyclic_move(&self) -> Option<Diagnostic> {
        let mut moves: HashMap<Endpoint, (Endpoint, Span)> = HashMap::new();
        for module in 0..self.graph.modules.len() {
            let within = self.static_address(module);
            for moved in &self.graph.modules[module].tree.module.moved {
                if let Some((from, to)) = endpoints(moved) {
                    moves.insert(from.within(&within), (to.within(&within), moved.span));
                }
            }
        }
        let mut done: HashSet<&Endpoint> = HashSet::new();
        for start in moves.keys() {
            let mut path: HashSet<&Endpoint> = HashSet::new();
            let mut current = start;
            while let Some((next, span)) = moves.get(current) {
                if done.contains(current) {
                    break;
                }
                if !path.insert(current) {
                    let detail =
                        format!("`{current}` moves back to itself, through other moves. Remove one of them.");
                    return Some(invalid(*span, detail));
                }
                current = next;
            }
            done.extend(path);
        }
        None
    }
}

/// Returns the positions of moves in the order in which they happen: each after those that lead to where it starts.
fn in_order(moves: &[(ModuleAddress, &Moved)]) -> Vec<usize> {
    let ends: Vec<Option<(Endpoint, Endpoint)>> = moves
        .iter()
        .map(|(within, moved)| {
            let (from, to) = endpoints(moved)?;
            Some((
                from.within(within).without_keys(),
                to.within(within).without_keys(),
            ))
        })
        .collect();
    let leads = |first: usize, then: usize| {
        let ends = ends[first].as_ref().zip(ends[then].as_ref());
        ends.is_some_and(|((_, to), (from, _))| to.contains(from))
    };
    let mut order = Vec::with_capacity(moves.len());
    let mut is_open = vec![false; moves.len()];
    for start in 0..moves.len() {
        let mut stack = vec![(start, 0)];
        while let Some((current, next)) = stack.pop() {
            if next == 0 && std::mem::replace(&mut is_open[current], true) {
                continue;
            }
            match (next..moves.len()).find(|other| *other != current && leads(*other, current)) {
                Some(other) => {
                    stack.push((current, other + 1));
                    stack.push((other, 0));
                }
                None => order.push(current),
            }
        }
    }
    order
}

/// The moves so far.
#[derive(Default)]
struct Seen {
    by_from: HashMap<Endpoint, Endpoint>,
    by_to: HashMap<Endpoint, Endpoint>,
}

impl Seen {
    /// Adds a move. Returns the problem if another one has the same start and another end, or the reverse.
    fn conflict(&mut self, from: &Endpoint, to: &Endpoint) -> Option<String> {
        let other_end = self.by_from.entry(from.clone()).or_insert_with(|| to.clone());
        if other_end != to {
            return Some(format!(
                "`{from}` moves to `{to}`, but it also moves to `{other_end}`. Remove one of the moves."
            ));
        }
        let other_start = self.by_to.entry(to.clone()).or_insert_with(|| from.clone());
        (other_start != from).then(|| {
            format!("`{from}` moves to `{to}`, but so does `{other_start}`. Remove one of the moves.")
        })
    }
}

/// The type and name of a resource.
type ResourceNames = (String, String);

/// What a move starts from or leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Endpoint {
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
    fn without_keys(&self) -> Self {
        match self {
            Self::Call(module) | Self::Instance(module, None) => Self::Call(module.without_keys()),
            Self::Resource(module, names) | Self::Instance(module, Some((names, _))) => {
                Self::Resource(module.without_keys(), names.clone())
            }
        }
    }

    /// Returns whether a whole call or resource is another one, or contains it.
    fn contains(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Call(module), Self::Call(inner) | Self::Resource(inner, _)) => {
                inner.steps().starts_with(module.steps())
            }
            _ => self == other,
        }
    }

    /// Returns the endpoint of a move in a module instance.
    fn within(&self, outer: &ModuleAddress) -> Self {
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
            Self::Resource(module, (ty, name)) => write!(f, "{}{ty}.{name}", module.prefix()),
            Self::Instance(module, Some(((ty, name), key))) => {
                write!(f, "{}{ty}.{name}", module.prefix())?;
                key.as_ref().map_or(Ok(()), |key| write!(f, "{key}"))
            }
        }
    }
}

/// Returns both ends of a move, relative to its module: of whole calls or resources unless one of them has a key.
fn endpoints(moved: &Moved) -> Option<(Endpoint, Endpoint)> {
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
        name_of(steps.first()?)?.to_owned(),
        name_of(steps.get(1)?)?.to_owned(),
    );
    Some((names, key_of(&steps[2..]).0))
}

fn invalid(span: Span, detail: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_TARGET, "Invalid move")
        .with_detail(detail)
        .with_subject(span)
}

/// Returns objects at their addresses after a move in the module `within`.
fn moved_objects(
    objects: BTreeMap<String, StateObject>,
    within: &ModuleAddress,
    moved: &Moved,
) -> BTreeMap<String, StateObject> {
    let (Some(from), Some(to)) = (&moved.from, &moved.to) else {
        return objects;
    };
    let (from_module, from_rest) = split_module(from);
    let (to_module, to_rest) = split_module(to);
    let taken: HashSet<String> = objects.keys().cloned().collect();
    let all = objects.into_values().map(|object| {
        let own = &object.address;
        let depth = within.steps().len();
        let Some((outer, inner)) = own.module.steps().split_at_checked(depth) else {
            return object;
        };
        let outer: ModuleAddress = outer.iter().cloned().collect();
        if outer.without_keys() != *within {
            return object;
        }
        let next = if from_rest.is_empty() {
            moved_module(inner, &from_module, &to_module).map(|inner| ResourceAddress {
                module: joined(&outer, &inner),
                ..own.clone()
            })
        } else {
            let is_module = inner == from_module.steps();
            moved_resource(own, from_rest, to_rest)
                .filter(|_| is_module)
                .map(|address| ResourceAddress {
                    module: joined(&outer, &to_module),
                    ..address
                })
        };
        match next {
            Some(next) if !taken.contains(&next.to_string()) => StateObject {
                previous: Some(object.previous.clone().unwrap_or_else(|| own.clone())),
                address: next,
                ..object
            },
            _ => object,
        }
    });
    all.map(|object| (object.key(), object)).collect()
}

/// Returns the steps to a module after a move, if it moves.
fn moved_module(inner: &[ModuleStep], from: &ModuleAddress, to: &ModuleAddress) -> Option<ModuleAddress> {
    let (own, rest) = inner.split_at_checked(from.steps().len())?;
    let (last, before) = own.split_last()?;
    let (from_last, from_before) = from.steps().split_last()?;
    if before != from_before || last.name != from_last.name {
        return None;
    }
    let mut target: Vec<_> = to.steps().to_vec();
    match &from_last.key {
        None if last.key.is_some() => target.last_mut()?.key.clone_from(&last.key),
        key if *key != last.key => return None,
        _ => {}
    }
    Some(target.into_iter().chain(rest.iter().cloned()).collect())
}

/// Returns the address of a resource after a move, if it moves.
fn moved_resource(
    own: &ResourceAddress,
    from: &[TraversalStep],
    to: &[TraversalStep],
) -> Option<ResourceAddress> {
    let ((ty, name), key) = resource_parts(from)?;
    let ((new_type, new_name), new_key) = resource_parts(to)?;
    if own.ty != *ty.as_str() || own.name != *name.as_str() {
        return None;
    }
    let key = match (key, new_key) {
        (None, None) => own.key.clone(),
        (key, new_key) if key == own.key => new_key,
        _ => return None,
    };
    Some(ResourceAddress {
        ty: new_type.as_str().into(),
        name: new_name.as_str().into(),
        key,
        ..own.clone()
    })
}
