//! Moves of objects to new addresses, by `moved` blocks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
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
        let moves = self.moves();
        let Ok(order) = in_order(&moves) else { return };
        if moves.is_empty() {
            self.objects = state.objects.clone();
            return;
        }
        let mut objects = Objects::default();
        for object in state.objects.values() {
            objects.insert(object.clone());
        }
        for index in order {
            let (within, moved) = &moves[index];
            move_some(&mut objects, within, moved);
        }
        self.objects = objects.by_key;
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

    /// Returns all moves with the address of their module.
    fn moves(&self) -> Vec<(ModuleAddress, &Moved)> {
        let moves_of = |module: ModuleId| {
            let within = self.static_address(module);
            let moved = self.graph.modules[module].tree.module.moved.iter();
            moved.map(move |moved| (within.clone(), moved))
        };
        (0..self.graph.modules.len()).flat_map(moves_of).collect()
    }

    /// Reports a move that needs others before it, which need it.
    fn cyclic_move(&self) -> Option<Diagnostic> {
        let moves = self.moves();
        let (within, moved) = &moves[in_order(&moves).err()?];
        let from = endpoints(moved)?.0.within(within);
        let detail =
            format!("The move of `{from}` depends on itself, through other moves. Remove one of them.");
        Some(invalid(moved.span, detail))
    }
}

/// A move with its ends in the root module.
struct Placed {
    /// The number of modules around the block, of which it is for all instances.
    depth: usize,
    from: Endpoint,
    to: Endpoint,
}

impl Placed {
    /// Returns whether another move happens before this one: it leads to where this one starts, or has an end inside one of
    /// this one, or the reverse. Of moves that start inside one another, the inner one is first.
    fn is_after(&self, other: &Self) -> bool {
        let (from, to) = ((&self.from, self.depth), (&self.to, self.depth));
        let (other_from, other_to) = ((&other.from, other.depth), (&other.to, other.depth));
        if is_same(from, other_to) {
            return true;
        }
        let is_related = is_inside(from, other_to)
            || is_inside(to, other_to)
            || is_inside(other_from, from)
            || is_inside(other_to, from);
        // What moves in a module whose instances get other keys is inside both of its ends.
        is_related && (self.depth >= other.depth || self.from.without_keys() != self.to.without_keys())
    }
}

/// Returns whether two ends, each with the number of its modules that stand for all instances, may be the same.
fn is_same((one, depth): (&Endpoint, usize), (other, other_depth): (&Endpoint, usize)) -> bool {
    let (steps, other_steps) = (one.module().steps(), other.module().steps());
    steps.len() == other_steps.len()
        && may_match((one, depth), (other, other_depth))
        && match (one.names(), other.names()) {
            (None, None) => true,
            // A resource and its instance are inside one another.
            (one, other) => one == other,
        }
}

/// Returns whether an end may be inside another one.
fn is_inside((inner, depth): (&Endpoint, usize), (outer, outer_depth): (&Endpoint, usize)) -> bool {
    let (steps, outer_steps) = (inner.module().steps(), outer.module().steps());
    if outer_steps.len() > steps.len() || !may_match((inner, depth), (outer, outer_depth)) {
        return false;
    }
    match (outer, inner) {
        (Endpoint::Call(_), Endpoint::Call(_))
        | (Endpoint::Instance(_, None), Endpoint::Call(_) | Endpoint::Instance(_, None)) => {
            steps.len() > outer_steps.len()
        }
        (Endpoint::Call(_) | Endpoint::Instance(_, None), _) => true,
        (Endpoint::Resource(_, outer), Endpoint::Instance(_, Some((inner, _)))) => {
            steps.len() == outer_steps.len() && outer == inner
        }
        _ => false,
    }
}

/// Returns whether the modules of two ends may be the same, as far as both have some.
fn may_match((one, depth): (&Endpoint, usize), (other, other_depth): (&Endpoint, usize)) -> bool {
    let any_key = |end: &Endpoint, depth: usize, index: usize| {
        index < depth || matches!(end, Endpoint::Call(module) if index + 1 == module.steps().len())
    };
    let (steps, other_steps) = (one.module().steps(), other.module().steps());
    steps
        .iter()
        .zip(other_steps)
        .enumerate()
        .all(|(index, (step, other_step))| {
            step.name == other_step.name
                && (any_key(one, depth, index)
                    || any_key(other, other_depth, index)
                    || step.key == other_step.key)
        })
}

/// Returns the positions of moves in the order in which they happen, which does not depend on that of their blocks.
///
/// # Errors
///
/// The position of a move that must happen before itself, because of others.
fn in_order(moves: &[(ModuleAddress, &Moved)]) -> Result<Vec<usize>, usize> {
    let placed: Vec<Option<Placed>> = moves
        .iter()
        .map(|(within, moved)| {
            let (from, to) = endpoints(moved)?;
            Some(Placed {
                depth: within.steps().len(),
                from: from.within(within),
                to: to.within(within),
            })
        })
        .collect();
    // The moves by their ends and what these are inside of, without keys.
    let mut leading_to: HashMap<Endpoint, Vec<usize>> = HashMap::new();
    let mut inside: HashMap<Endpoint, BTreeSet<usize>> = HashMap::new();
    for (position, ends) in placed.iter().enumerate() {
        let Some(ends) = ends else { continue };
        leading_to
            .entry(ends.to.without_keys())
            .or_default()
            .push(position);
        for end in [&ends.from, &ends.to] {
            for outer in end.around() {
                inside.entry(outer).or_default().insert(position);
            }
        }
    }
    let before = |then: usize| -> Vec<usize> {
        let Some(own) = &placed[then] else {
            return Vec::new();
        };
        let around = own.from.around().into_iter().chain(own.to.around());
        let mut found: BTreeSet<usize> = around
            .filter_map(|outer| leading_to.get(&outer))
            .flatten()
            .copied()
            .collect();
        found.extend(inside.get(&own.from.without_keys()).into_iter().flatten());
        found.remove(&then);
        let is_before = |other: &usize| placed[*other].as_ref().is_some_and(|other| own.is_after(other));
        found.into_iter().filter(is_before).collect()
    };
    let mut order = Vec::with_capacity(moves.len());
    let mut states = vec![Visit::New; moves.len()];
    for start in 0..moves.len() {
        if states[start] != Visit::New {
            continue;
        }
        states[start] = Visit::Open;
        let mut stack = vec![(start, before(start).into_iter())];
        while let Some((current, others)) = stack.last_mut() {
            match others.find(|other| states[*other] != Visit::Done) {
                Some(other) if states[other] == Visit::Open => return Err(other),
                Some(other) => {
                    states[other] = Visit::Open;
                    stack.push((other, before(other).into_iter()));
                }
                None => {
                    states[*current] = Visit::Done;
                    order.push(*current);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}

/// How far the moves before one are in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
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

    /// Returns the whole calls and the whole resource that the endpoint is or is inside of.
    fn around(&self) -> Vec<Self> {
        let whole = self.without_keys();
        let steps = whole.module().steps();
        let calls = (1..=steps.len()).map(|depth| Self::Call(steps[..depth].iter().cloned().collect()));
        let resource = whole.names().is_some().then(|| whole.clone());
        calls.chain(resource).collect()
    }

    fn module(&self) -> &ModuleAddress {
        let (Self::Call(module) | Self::Resource(module, _) | Self::Instance(module, _)) = self;
        module
    }

    /// Returns the type and name of the resource, with the key if it is an instance.
    fn names(&self) -> Option<(&ResourceNames, Option<&Option<InstanceKey>>)> {
        match self {
            Self::Call(_) | Self::Instance(_, None) => None,
            Self::Resource(_, names) => Some((names, None)),
            Self::Instance(_, Some((names, key))) => Some((names, Some(key))),
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

/// The objects of a state by their keys, found by what a move names.
#[derive(Default)]
struct Objects {
    by_key: BTreeMap<String, StateObject>,
    /// The keys by module without the keys of instances, type and name.
    by_resource: BTreeMap<(ModuleAddress, ResourceNames), BTreeSet<String>>,
}

impl Objects {
    fn insert(&mut self, object: StateObject) {
        let key = object.key();
        let keys = self.by_resource.entry(resource_of(&object)).or_default();
        keys.insert(key.clone());
        self.by_key.insert(key, object);
    }

    fn remove(&mut self, key: &str) -> Option<StateObject> {
        let object = self.by_key.remove(key)?;
        let resource = resource_of(&object);
        if let Some(keys) = self.by_resource.get_mut(&resource) {
            keys.remove(key);
            if keys.is_empty() {
                self.by_resource.remove(&resource);
            }
        }
        Some(object)
    }

    /// Returns the keys of the objects of a resource, or of all resources in a module and in those that it calls.
    fn keys(&self, module: &ModuleAddress, names: Option<ResourceNames>) -> Vec<String> {
        let keys = match names {
            Some(names) => {
                let keys = self.by_resource.get(&(module.clone(), names)).into_iter();
                return keys.flatten().cloned().collect();
            }
            None => self
                .by_resource
                .range((module.clone(), ResourceNames::default())..),
        };
        keys.take_while(|((inner, _), _)| inner.steps().starts_with(module.steps()))
            .flat_map(|(_, keys)| keys.iter().cloned())
            .collect()
    }
}

fn resource_of(object: &StateObject) -> (ModuleAddress, ResourceNames) {
    let address = &object.address;
    let names = (address.ty.to_string(), address.name.to_string());
    (address.module.without_keys(), names)
}

/// Takes the objects that a move in the module `within` names to their new addresses.
fn move_some(objects: &mut Objects, within: &ModuleAddress, moved: &Moved) {
    let (Some(from), Some(to)) = (&moved.from, &moved.to) else {
        return;
    };
    let (from_module, from_rest) = split_module(from);
    let (to_module, to_rest) = split_module(to);
    let depth = within.steps().len();
    let next = |own: &ResourceAddress| -> Option<ResourceAddress> {
        let (outer, inner) = own.module.steps().split_at_checked(depth)?;
        let outer: ModuleAddress = outer.iter().cloned().collect();
        if outer.without_keys() != *within {
            return None;
        }
        if from_rest.is_empty() {
            let inner = moved_module(inner, &from_module, &to_module)?;
            Some(ResourceAddress {
                module: joined(&outer, &inner),
                ..own.clone()
            })
        } else {
            let address = moved_resource(own, from_rest, to_rest)?;
            (inner == from_module.steps()).then(|| ResourceAddress {
                module: joined(&outer, &to_module),
                ..address
            })
        }
    };
    let names = resource_parts(from_rest).map(|(names, _)| names);
    let named = objects.keys(&joined(within, &from_module).without_keys(), names);
    let targets: Vec<(String, ResourceAddress)> = named
        .into_iter()
        .filter_map(|key| {
            let next = next(&objects.by_key.get(&key)?.address)?;
            (!objects.by_key.contains_key(&next.to_string())).then_some((key, next))
        })
        .collect();
    let moving: Vec<StateObject> = targets
        .into_iter()
        .filter_map(|(key, next)| {
            let object = objects.remove(&key)?;
            Some(StateObject {
                previous: Some(object.previous.clone().unwrap_or_else(|| object.address.clone())),
                address: next,
                ..object
            })
        })
        .collect();
    for object in moving {
        objects.insert(object);
    }
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
