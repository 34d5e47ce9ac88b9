//! The values that others need, in the order in which they need each other.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use hcl2_diagnostics::Diagnostics;
use hcl2_model::ExpressionRef;
use hcl2_value::Value;

use super::{Evaluation, World};
use crate::address::Address;
use crate::order::{CycleLink, Order, cycle_among};

impl<'m, W: World<'m>> Evaluation<'m, W> {
    /// Computes the values of `needed` and of what they need that are not known yet.
    pub(crate) fn compute(&mut self, needed: &[Address], diagnostics: &mut Diagnostics) {
        let mut missing = Missing::default();
        let mut first = Vec::new();
        missing.add(self, needed.to_vec(), &mut first);
        let mut needs: Vec<Vec<usize>> = Vec::new();
        while let Some(address) = missing.all.get(needs.len()) {
            let own = self.needs(address);
            let mut positions = Vec::with_capacity(own.len());
            missing.add(self, own, &mut positions);
            needs.push(positions);
        }
        let all = missing.all;
        let order = Order::of(all.len(), |position| needs[position].iter().copied());
        if order.is_cyclic() {
            // Modules may depend on parts of each other; missing values are unknown.
            let is_value = |position: usize| !matches!(all[position], Address::Module(_));
            let needs_of = |position: usize| {
                let own = needs[position].iter().copied();
                own.filter(move |other| is_value(position) && is_value(*other))
            };
            for members in Order::of(all.len(), needs_of).cycles() {
                let problem = cycle_among(&members, needs_of, |position, _| CycleLink {
                    name: format!("`{}`", all[position]),
                    span: self.contents.declared.span(&all[position]),
                });
                diagnostics.push(problem);
                let unknown = members
                    .iter()
                    .map(|member| (all[*member].clone(), Value::DYNAMIC));
                self.values.extend(unknown);
            }
        }
        for position in order.positions() {
            let address = &all[*position];
            if !self.values.contains_key(address) {
                let value = self.value(address, diagnostics);
                self.values.insert(address.clone(), value);
            }
        }
    }

    /// Returns what the value of an object needs.
    fn needs(&self, address: &Address) -> Vec<Address> {
        let objects_in = |expression: &ExpressionRef| self.contents.objects_in(expression).to_vec();
        match address {
            _ if !self.is_intact(address) => Vec::new(),
            Address::Local(name) => {
                let local = self.tree.module.locals.named(name);
                local.map_or_else(Vec::new, |local| objects_in(&local.value))
            }
            Address::Module(_) => self.contents.needs(address, self.tree.module.language),
            Address::Resource(..) => {
                let declaration = self.declaration(address);
                let condition = declaration.and_then(|declaration| self.world.condition_of(declaration));
                condition.map_or_else(Vec::new, objects_in)
            }
            _ => Vec::new(),
        }
    }
}

/// The objects whose values are needed and not known yet.
#[derive(Default)]
struct Missing {
    all: Vec<Address>,
    positions: HashMap<Address, usize, RandomState>,
}

impl Missing {
    /// Adds those of some addresses that are declared, and their positions.
    fn add<W>(&mut self, evaluator: &Evaluation<'_, W>, addresses: Vec<Address>, positions: &mut Vec<usize>) {
        for address in addresses {
            if evaluator.values.contains_key(&address) || !evaluator.contents.declared.contains(&address) {
                continue;
            }
            let next = self.all.len();
            let position = *self.positions.entry(address.clone()).or_insert(next);
            if position == next {
                self.all.push(address);
            }
            positions.push(position);
        }
    }
}
