//! The order in which moves happen.

use std::collections::{BTreeSet, HashMap};

use super::Move;
use super::endpoint::{Endpoint, has_same_names};
use hcl2_terraform::Order;

/// A move with its ends in the root module.
struct Placed {
    /// The number of modules around the block, of which it is for all instances.
    depth: usize,
    from: Endpoint,
    to: Endpoint,
}

impl Placed {
    fn of(own: &Move) -> Self {
        Self {
            depth: own.within.steps().len(),
            from: own.from.within(&own.within),
            to: own.to.within(&own.within),
        }
    }

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
        && match (one.resource(), other.resource()) {
            (None, None) => true,
            // A resource and its instance are inside one another.
            (Some(resource), Some(other_resource)) => {
                one.is_whole == other.is_whole
                    && has_same_names(resource, other_resource)
                    && resource.key == other_resource.key
            }
            _ => false,
        }
}

/// Returns whether an end may be inside another one.
fn is_inside((inner, depth): (&Endpoint, usize), (outer, outer_depth): (&Endpoint, usize)) -> bool {
    let (steps, outer_steps) = (inner.module().steps(), outer.module().steps());
    if outer_steps.len() > steps.len() || !may_match((inner, depth), (outer, outer_depth)) {
        return false;
    }
    match (outer.resource(), inner.resource()) {
        (None, None) if inner.is_whole || !outer.is_whole => steps.len() > outer_steps.len(),
        (None, _) => true,
        (Some(resource), Some(instance)) => {
            outer.is_whole
                && !inner.is_whole
                && steps.len() == outer_steps.len()
                && has_same_names(resource, instance)
        }
        (Some(_), None) => false,
    }
}

/// Returns whether the modules of two ends may be the same, as far as both have some.
fn may_match((one, depth): (&Endpoint, usize), (other, other_depth): (&Endpoint, usize)) -> bool {
    let any_key = |end: &Endpoint, depth: usize, index: usize| {
        index < depth || end.is_call() && index + 1 == end.module().steps().len()
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
pub(super) fn in_order(moves: &[Move]) -> Result<Vec<usize>, usize> {
    let placed: Vec<Placed> = moves.iter().map(Placed::of).collect();
    // The moves by their ends and what these are inside of, without keys.
    let mut leading_to: HashMap<Endpoint, Vec<usize>> = HashMap::new();
    let mut inside: HashMap<Endpoint, BTreeSet<usize>> = HashMap::new();
    for (position, ends) in placed.iter().enumerate() {
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
        let own = &placed[then];
        let around = own.from.around().into_iter().chain(own.to.around());
        let mut found: BTreeSet<usize> = around
            .filter_map(|outer| leading_to.get(&outer))
            .flatten()
            .copied()
            .collect();
        found.extend(inside.get(&own.from.without_keys()).into_iter().flatten());
        found.remove(&then);
        let is_before = |other: &usize| own.is_after(&placed[*other]);
        found.into_iter().filter(is_before).collect()
    };
    let order = Order::of(moves.len(), |then| before(then).into_iter());
    let cycle = order.cycles().next();
    match cycle.and_then(|members| members.first().copied()) {
        Some(first) => Err(first),
        None => Ok(order.positions().to_vec()),
    }
}
