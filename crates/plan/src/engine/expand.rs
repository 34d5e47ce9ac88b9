//! Instances by `count`, `for_each` and `enabled`.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};
use hcl2_terraform::Repetition;
use hcl2_terraform::eval::Keys;
use hcl2_value::Meter;

use super::{Engine, InstanceId};
use crate::graph::ModuleId;

/// What an instance counts as, in steps and elements.
const OF_INSTANCE: usize = 16;

impl Engine<'_> {
    /// Evaluates the argument that determines instances. Returns `None` if there are errors.
    pub(crate) fn keys(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
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
        let unknown = || {
            let is_partial = self.prepared.inputs.is_partial;
            is_partial.then(|| Keys::unknown(repetition, &value))
        };
        if self.diagnostics.error_count() > errors {
            return unknown();
        }
        let keys = Keys::of(repetition, &value)
            .and_then(|keys| keys.or_else(unknown).ok_or_else(|| unknown_instances(repetition)))
            .and_then(|keys| self.take(keys.len()).map(|()| keys));
        let keys = match keys {
            Ok(keys) => keys,
            Err(problem) => {
                let keys = unknown();
                self.diagnostics.push((*problem).with_subject(expression.span()));
                return keys;
            }
        };
        if let Some(taken) = &self.prepared.simulation.taken {
            taken.record(expression.span(), !keys.is_empty());
        }
        Some(keys)
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

fn unknown_instances(repetition: Repetition<'_>) -> Box<Diagnostic> {
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
    Box::new(Diagnostic::error(codes::INVALID_INSTANCES, summary).with_detail(format!(
        "{rule}, but the value is derived from what only providers know. Derive it from the configuration alone."
    )))
}
