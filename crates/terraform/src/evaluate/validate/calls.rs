//! Validation of module calls.

use std::sync::PoisonError;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::body as body_codes, nearest_name};
use hcl2_model::{Attribute, EvalContext};
use hcl2_value::{Type, Value};

use super::super::{Evaluator, refused};
use crate::module::{Declaration, Instances, ModuleCall, ModuleTree, Scope};
use crate::problems::did_you_mean;
use crate::table::{ROOT_COUNT, ROOT_EACH};

impl<'m> Evaluator<'m> {
    /// Returns whether the module that a declaration calls was read.
    pub(super) fn is_read(&self, call: &Declaration) -> bool {
        let name = call.first_label();
        self.tree.calls.iter().any(|(own, _)| Some(own) == name)
    }

    /// Validates the arguments of a call, and the called module with their values.
    pub(crate) fn checked_call(
        &mut self,
        call: &'m ModuleCall,
        inner: &'m ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        let Some(checks) = self.checks.clone() else {
            return Value::DYNAMIC;
        };
        let mut evaluator = self.inner(inner);
        evaluator.checks = Some(checks.of_call(inner));
        let instances = match (&call.count, &call.for_each) {
            (_, Some(_)) => Instances::ForEach,
            (Some(_), None) => Instances::Count,
            (None, None) => Instances::One,
        };
        for argument in &call.arguments {
            if evaluator.variable(&argument.name).is_none() {
                diagnostics.push(unknown_argument(argument, inner, call));
                continue;
            }
            let scope = Scope {
                instances,
                ..Scope::default()
            };
            let value = if checks.declared.is_sound_in(&argument.expression, &scope) {
                let mut context = self.context_of(&argument.expression);
                set_instance(&mut context, instances);
                argument
                    .expression
                    .evaluate(Some(&context))
                    .report_into(diagnostics)
            } else {
                Value::DYNAMIC
            };
            if let Err(problem) = evaluator.set_variable(&argument.name, value) {
                diagnostics.push(refused(&problem, argument.expression.span()));
            }
        }
        for variable in &inner.module.variables {
            let is_set = call
                .arguments
                .iter()
                .any(|argument| argument.name == variable.name);
            if variable.default.is_none() && !is_set {
                diagnostics.push(
                    Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
                        .with_detail(format!(
                            "The module in `{}` has a variable `{}` of type {} without a default value, so the call must \
                             set it.",
                            inner.path, variable.name, variable.ty
                        ))
                        .with_subject(call.span)
                        .with_label(variable.span, "the variable"),
                );
            }
        }
        // Only a panic poisons the lock, and the map is never left half changed.
        let done = || checks.done.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = done().get(&inner.path).cloned();
        let outputs = outputs.unwrap_or_else(|| {
            evaluator.check(diagnostics);
            let outputs = evaluator.outputs().value;
            done().insert(inner.path.clone(), outputs.clone());
            outputs
        });
        let ty = outputs.ty().clone();
        match instances {
            Instances::One => outputs,
            Instances::Count => Value::unknown(Type::list(ty)),
            Instances::ForEach => Value::unknown(Type::map(ty)),
        }
    }
}

/// Sets the unknown values that differ between instances.
pub(super) fn set_instance(context: &mut EvalContext<'_>, instances: Instances) {
    match instances {
        Instances::One => {}
        Instances::Count => {
            let index = Value::unknown(Type::NUMBER);
            context.set_variable(ROOT_COUNT.0, Value::object([(ROOT_COUNT.1, index)]));
        }
        Instances::ForEach => {
            let each = [
                (ROOT_EACH.1, Value::unknown(Type::STRING)),
                (ROOT_EACH.2, Value::DYNAMIC),
            ];
            context.set_variable(ROOT_EACH.0, Value::object(each));
        }
    }
}

fn unknown_argument(argument: &Attribute, inner: &ModuleTree, call: &ModuleCall) -> Diagnostic {
    let names: Vec<&str> = inner
        .module
        .variables
        .iter()
        .map(|variable| variable.name.as_str())
        .collect();
    let detail = format!(
        "The module in `{}` has no variable `{}`.",
        inner.path, argument.name
    );
    let diagnostic = Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute")
        .with_subject(argument.name_span)
        .with_context(call.span);
    match nearest_name(&argument.name, names.iter().copied()) {
        Some(near) => did_you_mean(diagnostic, &detail, argument.name_span, near, near),
        None if names.is_empty() => diagnostic.with_detail(format!("{detail} It has no variables.")),
        None => diagnostic.with_detail(format!("{detail} Its variables are: {}.", names.join(", "))),
    }
}
