//! What makes a value unknown or sensitive.

use std::collections::BTreeSet;

use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{Marks, Value};

use super::{StepOrigin, Walk};

/// Returns whether marks say that a value must not be shown.
pub(super) fn is_secret(marks: &Marks) -> bool {
    marks.contains(&sensitive_mark()) || marks.contains(&ephemeral_mark())
}

impl Walk<'_, '_> {
    /// Follows the marks of the asked value to the value that none of its sources makes sensitive.
    pub(super) fn first_mark(&self) -> Option<usize> {
        let is_marked = |id: &usize| is_secret(&self.steps[*id].value.unmark_deep().1);
        let mut current = Some(0).filter(is_marked)?;
        let mut seen = BTreeSet::from([current]);
        loop {
            let sources = self.steps[current].sources.iter().map(|source| source.step);
            let Some(next) = sources.filter(is_marked).find(|id| !seen.contains(id)) else {
                return Some(current);
            };
            seen.insert(next);
            current = next;
        }
    }

    /// Returns the unknown values that the asked one comes from and that come from no other unknown ones.
    pub(super) fn unknown(&self) -> Vec<usize> {
        let is_unknown = |id: &usize| !self.steps[*id].value.unmark_deep().0.is_wholly_known();
        let mut pending: Vec<usize> = Some(0).filter(is_unknown).into_iter().collect();
        let mut seen: BTreeSet<usize> = pending.iter().copied().collect();
        let mut last = BTreeSet::new();
        while let Some(id) = pending.pop() {
            let sources = self.steps[id].sources.iter().map(|source| source.step);
            let unknown: Vec<usize> = sources.filter(is_unknown).collect();
            if unknown.is_empty() {
                last.insert(id);
            }
            pending.extend(unknown.into_iter().filter(|id| seen.insert(*id)));
        }
        last.into_iter().collect()
    }

    /// Marks everything that sensitive values come from.
    pub(super) fn hide(&mut self) {
        // The parts of an object are sensitive each by itself.
        let is_marked = |id: &usize| {
            let step = &self.steps[*id];
            step.origin != StepOrigin::Parts && is_secret(&step.value.unmark_deep().1)
        };
        let mut pending: Vec<usize> = (0..self.steps.len()).filter(is_marked).collect();
        let mut hidden: BTreeSet<usize> = BTreeSet::new();
        while let Some(id) = pending.pop() {
            let sources = self.steps[id].sources.iter().map(|source| source.step);
            pending.extend(sources.filter(|id| hidden.insert(*id)));
        }
        for id in hidden {
            let value = std::mem::replace(&mut self.steps[id].value, Value::DYNAMIC);
            self.steps[id].value = value.with_mark(sensitive_mark());
        }
        // What is ephemeral is not shown either.
        for step in &mut self.steps {
            if step.value.unmark_deep().1.contains(&ephemeral_mark()) {
                step.value = step.value.clone().with_mark(sensitive_mark());
            }
        }
    }
}
