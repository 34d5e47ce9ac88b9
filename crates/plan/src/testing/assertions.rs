//! Assertions of runs.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::{EvalContext, Expression, ExpressionRef, Traversal, state_facts};
use hcl2_terraform::table::behaviours::PLANNED_OUTPUTS_STAY_UNKNOWN;
use hcl2_terraform::table::roots;
use hcl2_terraform::{TestFile, TestRun, Validation, eval};
use hcl2_value::{Type, Value};

use super::variables::{named, second_name};
use super::{RunOutputs, TestStatus};
use crate::engine::Engine;
use crate::graph::NodeId;

/// What assertions of a run see besides the objects of the module.
pub(super) struct Scope<'s> {
    /// The variables that the module does not declare.
    pub(super) variables: BTreeMap<String, Value>,
    /// The outputs of earlier runs.
    pub(super) earlier: &'s BTreeMap<String, RunOutputs>,
    /// The outputs of this run.
    pub(super) own: RunOutputs,
    pub(super) file: &'s TestFile,
    pub(super) run: &'s TestRun,
}

impl<'t> Engine<'t> {
    /// Returns what assertions see of a plan.
    pub(super) fn test_scope<'s>(
        &self,
        earlier: &'s BTreeMap<String, RunOutputs>,
        variables: BTreeMap<String, Value>,
        (file, run): (&'s TestFile, &'s TestRun),
    ) -> Scope<'s> {
        let stays = PLANNED_OUTPUTS_STAY_UNKNOWN.is_in(self.prepared.graph.version());
        let outputs = self.prepared.graph.modules[0].tree.module.outputs.iter();
        let outputs = outputs.map(|output| {
            let node = self.prepared.graph.modules[0].outputs.get(output.name.as_str());
            let value = node.and_then(|node| self.evaluated.of(*node).first().cloned());
            let value = value.unwrap_or_else(|| match stays {
                true => Value::DYNAMIC,
                false => Value::null(Type::DYNAMIC),
            });
            let value = match stays {
                true => value,
                false => self.stored_output(value),
            };
            let value = match output.sensitive {
                true => value.with_mark(sensitive_mark()),
                false => value,
            };
            (output.name.as_str(), value)
        });
        Scope {
            own: RunOutputs {
                value: Value::object(outputs),
                is_unanswered: !self.evaluated.unanswered.is_empty(),
            },
            variables,
            earlier,
            file,
            run,
        }
    }

    /// Returns an output as old versions of Terraform store it: unknown parts of a planned one are null, and nothing is known
    /// about one that is unknown as a whole. What a provider would have answered stays unknown.
    fn stored_output(&self, value: Value) -> Value {
        if self.prepared.simulation.applies || !self.evaluated.unanswered.is_empty() {
            return value;
        }
        let (plain, marks) = value.unmark();
        match plain.is_known() {
            true => value.unknown_as_null(),
            false => Value::DYNAMIC.with_marks(&marks),
        }
    }

    /// Evaluates an assertion, and reports why it does not hold.
    pub(super) fn assertion(
        &self,
        assertion: &'t Validation,
        scope: &Scope<'_>,
        diagnostics: &mut Diagnostics,
    ) -> TestStatus {
        let (Some(condition), Some(message)) = (&assertion.condition, &assertion.error_message) else {
            return TestStatus::Error;
        };
        let errors = diagnostics.error_count();
        for expression in [condition, message] {
            diagnostics.append(self.undeclared_in(&**expression, scope));
        }
        if diagnostics.error_count() > errors {
            return TestStatus::Error;
        }
        let text = self.test_value(message, scope).report_into(diagnostics);
        let holds = self.test_value(condition, scope).report_into(diagnostics);
        if diagnostics.error_count() > errors {
            return TestStatus::Error;
        }
        let place = condition.span();
        match eval::holds(&holds, place) {
            Ok(Some(true)) => TestStatus::Pass,
            Ok(Some(false)) => {
                let context = self.test_context(condition, scope);
                let problem = Diagnostic::error(codes::FAILED_CONDITION, "Failed assertion")
                    .with_detail(eval::shown_message(&text))
                    .with_subject(place);
                let stated = state_facts(&context, problem.into(), || condition.variables());
                diagnostics.append(stated);
                TestStatus::Fail
            }
            Ok(None) => {
                let unanswered = self.unanswered_in(&**condition, scope);
                diagnostics.push(unknown_condition(unanswered.as_deref()).with_subject(place));
                match unanswered {
                    Some(_) => TestStatus::Unknown,
                    None => TestStatus::Error,
                }
            }
            Err(problem) => {
                diagnostics.push(*problem);
                TestStatus::Error
            }
        }
    }

    fn test_value(
        &self,
        expression: &'t ExpressionRef,
        scope: &Scope<'_>,
    ) -> hcl2_diagnostics::Outcome<Value> {
        expression.evaluate(Some(&self.test_context(expression, scope)))
    }

    fn test_context(&self, expression: &'t ExpressionRef, scope: &Scope<'_>) -> EvalContext<'static> {
        let scoped = self.prepared.graph.scoped(0, expression);
        let mut context = self.context(0, &scoped.needs);
        let references = expression.variables();
        if !scope.variables.is_empty() {
            let own = context.variable(roots::VARIABLE).cloned();
            let mut variables = named(&scope.variables, roots::VARIABLE, &references, |value| value);
            for (name, value) in own.iter().filter_map(Value::fields).flat_map(|own| own.iter()) {
                variables.insert(name.to_string(), value.clone());
            }
            context.set_variable(roots::VARIABLE, Value::object(variables));
        }
        context.set_variable(roots::OUTPUT, scope.own.value.clone());
        let earlier = named(scope.earlier, roots::RUN, &references, |outputs| &outputs.value);
        context.set_variable(roots::RUN, Value::object(earlier));
        context
    }

    /// Returns the resource because of which an expression is unknown although Terraform knows it, as far as one can be named;
    /// `None` if it is unknown in Terraform too.
    fn unanswered_in(&self, expression: &dyn Expression, scope: &Scope<'_>) -> Option<String> {
        let references = expression.variables();
        let mut nodes: Vec<NodeId> = self.prepared.graph.nodes_of(0, &references);
        let outputs = references.iter().filter_map(|reference| {
            let name = second_name(reference, roots::OUTPUT)?;
            self.prepared.graph.modules[0].outputs.get(name.as_str())
        });
        nodes.extend(outputs);
        let named = self.needed_answer(nodes);
        let is_of_run = |reference: &Traversal| {
            let run = second_name(reference, roots::RUN).and_then(|name| scope.earlier.get(&name));
            run.is_some_and(|outputs| outputs.is_unanswered)
        };
        match named {
            Some(address) => Some(format!("`{address}`")),
            None if references.iter().any(is_of_run) => Some("an earlier run".to_owned()),
            None if self.prepared.simulation.applies && !self.evaluated.unanswered.is_empty() => {
                Some("a resource".to_owned())
            }
            None => None,
        }
    }

    /// Reports the references of an expression to objects that neither the module nor the file of tests declares.
    pub(super) fn undeclared_in(&self, expression: &dyn Expression, scope: &Scope<'_>) -> Diagnostics {
        let module = &self.prepared.graph.modules[0].tree.module;
        let references = expression.variables();
        let problems = references.iter().filter_map(|reference| {
            let variable = second_name(reference, roots::VARIABLE);
            // A variable may be set from outside.
            if variable.is_some_and(|name| scope.variables.contains_key(&name)) {
                return None;
            }
            scope.file.undeclared(scope.run, module, reference)
        });
        problems.collect()
    }
}

fn unknown_condition(unanswered: Option<&str>) -> Diagnostic {
    match unanswered {
        Some(what) => {
            Diagnostic::warning(codes::UNKNOWN_CONDITION, "Condition that cannot be known").with_detail(format!(
                "The condition depends on values of {what} that only a provider knows. Mock the provider by `mock_provider`, or \
                 override the object, and pass the schemas of the provider."
            ))
        }
        None => Diagnostic::error(codes::UNKNOWN_CONDITION, "Unknown condition").with_detail(
            "The condition depends on values that are unknown until the plan is applied. Set `command = apply` in the run, set \
             `override_during = plan` in a mock, or remove these values from the condition.",
        ),
    }
}
