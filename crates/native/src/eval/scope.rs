//! The scopes of loops.

use hcl2_model::{EvalContext, Name, state_facts};
use hcl2_value::Value;

use super::{Context, Evaluator, child_scope, literal_steps};
use crate::tree::{Node, TextRange, Variable};

/// The scope of one `for`, with the variables of the current element.
pub(super) struct LoopScope<'a> {
    pub(super) context: EvalContext<'a>,
    key: Option<Name>,
    value: Name,
    /// The number of diagnostics before the current element.
    before: usize,
    /// The number of errors before it, with those that were not kept.
    errors: usize,
    /// The number of elements whose diagnostics may still get facts.
    explanations: u8,
    /// The number of steps of a pass: names and literal keys are looked up without counting.
    steps: usize,
}

/// The number of steps that an error takes, about as long as it takes to report one.
const STEPS_OF_ERROR: usize = 50;

/// The number of elements of a loop whose diagnostics get facts.
const EXPLANATIONS: u8 = 4;

/// The number of diagnostics after which none gets facts.
const MAX_EXPLAINED: usize = 1_000;

impl<'a> LoopScope<'a> {
    pub(super) fn new(
        evaluator: &mut Evaluator<'_>,
        key: Option<&Variable>,
        value: &Variable,
        body: TextRange,
        context: Context<'a>,
    ) -> Self {
        evaluator.shapes.enter_loop();
        let name = |variable: &Variable| Name::from(evaluator.file.str(variable.name));
        Self {
            context: child_scope(context),
            key: key.map(name),
            value: name(value),
            before: evaluator.diagnostics.len(),
            errors: evaluator.diagnostics.error_count(),
            explanations: EXPLANATIONS,
            steps: 1 + literal_steps(body.end.saturating_sub(body.start)),
        }
    }

    /// Sets the variables for the next element, after what `body` refers to was explained for the last one. Returns the
    /// number of steps to count.
    pub(super) fn enter<I: Iterator<Item = Node>>(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        body: impl FnOnce() -> I,
        key: Value,
        value: Value,
    ) -> usize {
        self.explain(evaluator, body);
        if let Some(name) = &self.key {
            self.context.set_variable(name, key);
        }
        self.context.set_variable(&self.value, value);
        let errors = evaluator.diagnostics.error_count();
        let before = std::mem::replace(&mut self.errors, errors);
        self.steps + errors.saturating_sub(before) * STEPS_OF_ERROR
    }

    /// Adds facts about the variables in `body` to the diagnostics of the current element, while they are those of it.
    pub(super) fn explain<I: Iterator<Item = Node>>(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        body: impl FnOnce() -> I,
    ) {
        let before = std::mem::replace(&mut self.before, evaluator.diagnostics.len());
        if before < self.before && before < MAX_EXPLAINED && self.explanations > 0 {
            self.explanations -= 1;
            let file = evaluator.file;
            let found = evaluator.diagnostics.split_off(before);
            let found = state_facts(&self.context, found, || {
                body().flat_map(|node| file.variables(node)).collect()
            });
            evaluator.diagnostics.append(found);
        }
    }
}
