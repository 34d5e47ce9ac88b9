//! Instances by `count`, `for_each` and `enabled`.

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::Repetition;
use hcl2_terraform::eval::Keys;
use hcl2_value::Meter;

use super::{Engine, InstanceId};
use crate::graph::{ModuleId, NodeId, NodeKind};

/// The address of what a problem comes from, for which nobody answers: Terraform would know it.
#[derive(Clone, Debug)]
pub(crate) struct Unanswered(pub(crate) String);

/// What an instance counts as, in steps and elements.
const OF_INSTANCE: usize = 16;

impl Engine<'_> {
    /// Evaluates the argument that determines the instances of what a node stands for; it is written in `module`. Returns
    /// `None` if there are errors. A partial plan has unknown keys where something unknown decides.
    pub(crate) fn keys(
        &mut self,
        node: NodeId,
        (module, instance): (ModuleId, InstanceId),
        repetition: Repetition<'_>,
    ) -> Option<Keys> {
        let Some(expression) = repetition.expression() else {
            return Some(Keys::One);
        };
        let errors = self.diagnostics.error_count();
        let needs = self.prepared.graph.needs(module, &expression.variables());
        let value = expression
            .evaluate(Some(&self.context(instance, &needs)))
            .report_into(&mut self.diagnostics);
        let mut keys = None;
        if self.diagnostics.error_count() == errors {
            let found = Keys::of(repetition, &value).and_then(|keys| {
                let count = keys.as_ref().map_or(0, Keys::len);
                self.take(count).map(|()| keys)
            });
            match found {
                Ok(found) => keys = found,
                Err(problem) => self.diagnostics.push((*problem).with_subject(expression.span())),
            }
        }
        let keys = match keys {
            Some(keys) => keys,
            None if self.prepared.inputs.is_partial && self.hangs_on_unknown(node) => {
                self.record_unknown_instances(node);
                Keys::unknown(repetition, &value)
            }
            None => {
                if self.diagnostics.error_count() == errors {
                    let mut problem = unknown_instances(repetition).with_subject(expression.span());
                    if let Some(what) = self.needed_answer(vec![node]) {
                        problem = problem.with_extra(Unanswered(what));
                    }
                    self.diagnostics.push(problem);
                }
                return None;
            }
        };
        if let Some(taken) = &self.prepared.simulation.taken {
            taken.record(expression.span(), !keys.is_empty());
        }
        Some(keys)
    }

    /// Returns the address of the first object that nodes need, or are, and for which nobody answers: a resource whose provider
    /// would have been asked, or a call whose module was not read.
    pub(crate) fn needed_answer(&self, mut pending: Vec<NodeId>) -> Option<String> {
        let graph = &self.prepared.graph;
        let mut seen: HashSet<NodeId> = pending.iter().copied().collect();
        let mut first = None;
        while let Some(node) = pending.pop() {
            let is_unread = matches!(graph.nodes[node].kind, NodeKind::Unread(_));
            if is_unread || self.evaluated.unanswered.contains(&node) {
                first = Some(first.map_or(node, |first: NodeId| first.min(node)));
            }
            let after = graph.nodes[node].after.iter();
            pending.extend(after.filter(|other| seen.insert(**other)));
        }
        first.map(|node| self.address_of(node))
    }

    /// Takes instances from the budget.
    pub(super) fn take(&self, count: u64) -> Result<(), Box<Diagnostic>> {
        let parts = usize::try_from(count)
            .unwrap_or(usize::MAX)
            .saturating_mul(OF_INSTANCE);
        let mut meter = Meter::without_free(&self.prepared.inputs.budget);
        meter
            .steps(parts)
            .and_then(|()| meter.elements(parts))
            .map_err(|exceeded| {
                let problem = Diagnostic::error(codes::INVALID_INSTANCES, "Too many instances");
                Box::new(problem.with_detail(format!(
                    "{count} instances exceed the limits of the plan: {exceeded}."
                )))
            })
    }
}

fn unknown_instances(repetition: Repetition<'_>) -> Diagnostic {
    let (summary, rule) = match repetition {
        Repetition::Count(_) => (
            "Unknown number of instances",
            "The number of instances must be known when the plan is made",
        ),
        Repetition::ForEach(_) | Repetition::One => (
            "Unknown instances",
            "The keys of instances must be known when the plan is made",
        ),
        Repetition::Enabled(_) => (
            "Unknown condition of an instance",
            "Whether an object exists must be known when the plan is made",
        ),
    };
    Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(format!(
        "{rule}, but the value is derived from what only providers know. Derive it from the configuration alone."
    ))
}
