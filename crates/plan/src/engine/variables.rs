//! Values of variables, and their validations.

use hcl2_diagnostics::Span;
use hcl2_terraform::{Address, Variable};
use hcl2_value::Value;

use super::conditions::Conditions;
use super::failed::unless_failed;
use super::{Engine, InstanceId};
use crate::graph::ModuleId;

impl<'t> Engine<'t> {
    /// Computes the value of a variable in a module instance.
    pub(super) fn variable(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
        variable: &'t Variable,
    ) -> Value {
        let caller = self.prepared.graph.modules[module].caller;
        if caller.is_none()
            && let Some(value) = self.validated_missing_value(variable)
        {
            return variable.marked(value);
        }
        let (given, place) = match caller {
            None => {
                let name = variable.name.as_str();
                let given = self.prepared.inputs.variables.get(name).cloned();
                let place = self
                    .prepared
                    .inputs
                    .channels
                    .get(name)
                    .and_then(|channel| channel.place());
                (given, place.unwrap_or(variable.span))
            }
            Some((caller, call)) => {
                let argument = call.arguments.get(&variable.name);
                let value = argument.map(|argument| {
                    let scoped = self.prepared.graph.scoped(caller, &argument.expression);
                    let parent = self.instances[instance].parent.unwrap_or_default();
                    let mut context = self.context(parent, &scoped.needs);
                    if let Some(own) = &self.instances[instance].own {
                        own.add_to(&mut context);
                    }
                    let value = scoped.expression.evaluate(Some(&context));
                    unless_failed(value).report_into(&mut self.diagnostics)
                });
                let place = argument.map_or(call.span, |argument| argument.expression.span());
                (value, place)
            }
        };
        let accepted = variable.accept_at(given.as_ref(), place).and_then(|value| {
            if caller.is_none() {
                self.count_text(&[&value], place)?;
            }
            Ok(value)
        });
        let value = match accepted {
            Ok(value) if caller.is_none() => self.unless_refused(variable, value),
            Ok(value) => value,
            Err(problem) => {
                self.diagnostics.push(*problem);
                Value::DYNAMIC
            }
        };
        variable.marked(value)
    }

    /// Returns where a failed validation of a variable of the root module is reported.
    pub(super) fn place_of_root(&self, variable: &Variable) -> Span {
        let of_test = self.prepared.simulation.places.get(variable.name.as_str());
        of_test.copied().unwrap_or(variable.span)
    }

    /// Evaluates the validations of a variable.
    pub(super) fn check_variables(
        &mut self,
        module: ModuleId,
        instances: &[InstanceId],
        variable: &'t Variable,
    ) {
        let mut conditions = Conditions::new(Address::Variable(variable.name.clone()));
        conditions.place = self.prepared.graph.modules[module].caller.map_or_else(
            || Some(self.place_of_root(variable)),
            |(_, call)| {
                let argument = call.arguments.get(&variable.name);
                Some(argument.map_or(call.span, |argument| argument.expression.span()))
            },
        );
        for instance in instances {
            self.check_all(
                module,
                *instance,
                None,
                &variable.validations,
                &mut conditions,
                &|_| {},
            );
        }
        self.plan
            .checks
            .push(conditions.finish(self.prepared.graph.static_address(module)));
    }
}
