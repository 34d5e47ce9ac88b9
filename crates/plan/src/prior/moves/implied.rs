//! Moves that no block declares: of objects whose resources or modules have `count` now, or no longer have it.

use std::collections::{BTreeSet, HashMap};

use hcl2_terraform::table::behaviours::MODULES_GAIN_INDICES;
use hcl2_terraform::{InstanceKey, ModuleAddress, Repetition, ResourceAddress, Target};

use super::Move;
use super::endpoint::{Endpoint, has_same_names};
use crate::prepared::Prepared;

impl Prepared<'_> {
    /// Returns the moves that follow from a change of `count`, without those of resources and modules that a block names.
    pub(super) fn implied_moves(&self, declared: &[Move]) -> Vec<Move> {
        let Some(state) = &self.inputs.state else {
            return Vec::new();
        };
        let named = Named::new(declared);
        let mut moves = Vec::new();
        for object in state.objects.values().filter(|object| object.deposed.is_none()) {
            let address = &object.address;
            if !is_first(address.key.as_ref()) {
                continue;
            }
            let resource = self.graph.declared_resource(address);
            let key = resource.and_then(|resource| first_key(resource.repetition()));
            let Some(key) = key.filter(|key| *key != address.key) else {
                continue;
            };
            let whole = address.without_key();
            if !named.contain(&Endpoint::whole(Target::of(&whole))) {
                let to = ResourceAddress { key, ..whole };
                let [from, to] = [address, &to].map(|end| Endpoint::instance(Target::of(end)));
                moves.push(Move::implied(from, to));
            }
        }
        if MODULES_GAIN_INDICES.is_in(self.graph.version()) {
            let modules = state.objects.values().map(|object| &object.address.module);
            for module in modules.collect::<BTreeSet<_>>() {
                moves.extend(self.implied_move_of(module, &named));
            }
        }
        moves
    }

    /// Returns the move of a module instance.
    fn implied_move_of(&self, module: &ModuleAddress, named: &Named<'_>) -> Option<Move> {
        let (last, outer) = module.steps().split_last()?;
        if !is_first(last.key.as_ref()) {
            return None;
        }
        let outer: ModuleAddress = outer.iter().cloned().collect();
        let caller = self.graph.module_at(&outer)?;
        let call = self.graph.modules[caller].tree.module.calls.named(&last.name)?;
        let key = first_key(call.repetition()).filter(|key| *key != last.key)?;
        let to = outer.child(&last.name, key);
        let [from, to] = [module.clone(), to].map(|end| Endpoint::instance(Target::of_module(end)));
        (!named.contain(&from)).then(|| Move::implied(from, to))
    }
}

/// Returns whether an instance with a key may be the only one.
fn is_first(key: Option<&InstanceKey>) -> bool {
    matches!(key, None | Some(InstanceKey::Index(0)))
}

/// Returns the key of the first instance, if it follows from the arguments.
fn first_key(repetition: Repetition<'_>) -> Option<Option<InstanceKey>> {
    match repetition {
        Repetition::One | Repetition::Enabled(_) => Some(None),
        Repetition::Count(_) => Some(Some(InstanceKey::Index(0))),
        Repetition::ForEach(_) => None,
    }
}

/// The ends of declared moves.
struct Named<'m> {
    /// By their modules without keys.
    ends: HashMap<ModuleAddress, Vec<(&'m Move, Endpoint)>>,
}

impl<'m> Named<'m> {
    fn new(moves: &'m [Move]) -> Self {
        let mut ends: HashMap<_, Vec<_>> = HashMap::new();
        for own in moves {
            for end in [&own.from, &own.to] {
                let end = end.within(&own.within);
                let module = end.module().without_keys();
                ends.entry(module).or_default().push((own, end));
            }
        }
        Self { ends }
    }

    /// Returns whether a declared move names a resource or an instance of it; or a module, or a resource directly in it.
    fn contain(&self, whole: &Endpoint) -> bool {
        let ends = self.ends.get(&whole.module().without_keys());
        ends.into_iter().flatten().any(|(own, end)| {
            let is_named = whole.resource().is_none_or(|whole| {
                let resource = end.resource();
                resource.is_some_and(|resource| has_same_names(whole, resource))
            });
            is_named && end.may_be_in(whole.module(), own.within.steps().len())
        })
    }
}
