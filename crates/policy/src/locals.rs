//! The local values of a policy: evaluated when they are needed, and once if they depend on no subject.

use std::collections::{BTreeSet, HashMap};

use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_model::{EvalContext, ExpressionRef, TraversalStep};
use hcl2_terraform::{CycleLink, Order, cycle_among};
use hcl2_value::Value;

use crate::policy::LocalValue;

/// The variables that differ from subject to subject.
const OF_SUBJECT: [&str; 3] = ["attrs", "prior_attrs", "meta"];

/// The local values that expressions see, those with the same name hiding earlier ones.
pub(crate) struct Locals<'p> {
    all: Vec<&'p LocalValue>,
    positions: HashMap<&'p str, usize>,
    /// The positions of those that each refers to.
    needs: Vec<Vec<usize>>,
    order: Vec<usize>,
    is_cyclic: bool,
    /// Whether each is the same for all subjects.
    is_shared: Vec<bool>,
    /// The values of those that are.
    shared: Vec<Option<Outcome<Value>>>,
}

impl<'p> Locals<'p> {
    /// Orders local values. A cycle is an error.
    pub(crate) fn new(locals: impl Iterator<Item = &'p LocalValue>, problems: &mut Diagnostics) -> Self {
        let all: Vec<&LocalValue> = locals.collect();
        let positions: HashMap<&str, usize> = all
            .iter()
            .enumerate()
            .map(|(position, local)| (local.name.as_str(), position))
            .collect();
        let needs: Vec<Vec<usize>> = all.iter().map(|local| needed(&local.value, &positions)).collect();
        let needed_by = |position: usize| needs[position].iter().copied();
        let order = Order::of(all.len(), needed_by);
        for cycle in order.cycles() {
            problems.push(cycle_among(&cycle, needed_by, |position, _| CycleLink {
                name: format!("local.{}", all[position].name),
                span: Some(all[position].span),
            }));
        }
        let mut is_shared = vec![false; all.len()];
        for position in order.positions() {
            let variables = all[*position].value.variables();
            let mut roots = variables.iter().filter_map(|variable| variable.root_name());
            let depends = roots.any(|root| OF_SUBJECT.contains(&root.as_str()));
            is_shared[*position] = !depends && needs[*position].iter().all(|need| is_shared[*need]);
        }
        Self {
            order: order.positions().to_vec(),
            is_cyclic: order.is_cyclic(),
            shared: vec![None; all.len()],
            all,
            positions,
            needs,
            is_shared,
        }
    }

    pub(crate) fn is_cyclic(&self) -> bool {
        self.is_cyclic
    }

    /// Returns the expressions of the local values that an expression needs, directly or not.
    pub(crate) fn behind(&self, expression: &ExpressionRef) -> impl Iterator<Item = &'p ExpressionRef> {
        let positions = self.all_needed(expression);
        positions.into_iter().map(|position| &self.all[position].value)
    }

    /// Returns `local` as an expression sees it, in a context that has the other variables.
    pub(crate) fn object(
        &mut self,
        expression: &ExpressionRef,
        context: &EvalContext<'_>,
        problems: &mut Diagnostics,
    ) -> Value {
        let needed = self.all_needed(expression);
        let mut values: Vec<(&str, Value)> = Vec::new();
        for position in self.order.clone() {
            if !needed.contains(&position) {
                continue;
            }
            let local = self.all[position];
            let value = match &self.shared[position] {
                Some(value) => value.clone(),
                None => {
                    let mut scope = context.child();
                    scope.set_variable("local", Value::object(values.iter().cloned()));
                    let value = local.value.evaluate(Some(&scope));
                    if self.is_shared[position] {
                        self.shared[position] = Some(value.clone());
                    }
                    value
                }
            };
            values.push((local.name.as_str(), value.report_into(problems)));
        }
        Value::object(values)
    }

    fn all_needed(&self, expression: &ExpressionRef) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut pending = needed(expression, &self.positions);
        while let Some(position) = pending.pop() {
            if all.insert(position) {
                pending.extend(&self.needs[position]);
            }
        }
        all
    }
}

/// Returns the positions of the local values that an expression refers to: all, if it refers to `local` as a whole.
fn needed(expression: &ExpressionRef, positions: &HashMap<&str, usize>) -> Vec<usize> {
    let mut needed = Vec::new();
    for reference in expression.variables() {
        if reference.root_name().is_some_and(|root| *root == *"local") {
            match reference.steps().get(1).and_then(TraversalStep::name) {
                Some(name) => needed.extend(positions.get(name)),
                None => needed.extend(positions.values()),
            }
        }
    }
    needed.sort_unstable();
    needed
}
