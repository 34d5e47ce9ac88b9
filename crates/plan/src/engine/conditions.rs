//! Conditions: validations, preconditions, postconditions and assertions.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, Span, codes::terraform as codes};
use hcl2_model::EvalContext;
use hcl2_terraform::{Address, Check, InstanceKey, Lifecycle, ModuleAddress, ResourceAddress, Validation};
use hcl2_value::{Type, Value};

use super::{Engine, InstanceId};
use crate::graph::ModuleId;
use crate::model::{CheckStatus, CheckedInstance, CheckedObject};

/// The results of conditions of one object, while its instances are evaluated.
#[derive(Debug)]
pub(crate) struct Conditions {
    object: Address,
    /// Where failures are reported; at the condition if it is `None`.
    pub(crate) place: Option<Span>,
    pub(crate) instances: Vec<CheckedInstance>,
}

impl Conditions {
    pub(crate) fn new(object: Address) -> Self {
        Self {
            object,
            place: None,
            instances: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self, module: ModuleAddress) -> CheckedObject {
        let object = self.object;
        self.instances
            .sort_by_cached_key(|instance| instance.display(&object));
        CheckedObject {
            module,
            object,
            instances: self.instances,
            is_left_out: false,
        }
    }

    /// Adds an instance that is not planned, so its conditions are not known.
    pub(crate) fn leave_out(&mut self, lifecycle: &Lifecycle, address: &ResourceAddress) {
        if !lifecycle.preconditions.is_empty() || !lifecycle.postconditions.is_empty() {
            self.add(&address.module, address.key.as_ref(), CheckStatus::Unknown, None);
        }
    }

    /// Adds the results of more conditions of an instance.
    fn add(
        &mut self,
        module: &ModuleAddress,
        key: Option<&InstanceKey>,
        status: CheckStatus,
        problem: Option<String>,
    ) {
        let last = self
            .instances
            .last_mut()
            .filter(|last| last.module == *module && last.key.as_ref() == key);
        match last {
            Some(last) => {
                last.status = last.status.max(status);
                last.problems.extend(problem);
            }
            None => self.instances.push(CheckedInstance {
                module: module.clone(),
                key: key.cloned(),
                status,
                problems: problem.into_iter().collect(),
            }),
        }
    }
}

/// The object whose condition fails, which problems carry.
#[derive(Clone, Debug)]
pub(crate) struct FailedObject {
    pub(crate) object: Address,
    /// Whether it is in the root module.
    pub(crate) is_in_root: bool,
    /// The key of the instance of a resource.
    pub(crate) key: Option<InstanceKey>,
}

/// The result of a condition.
struct Verdict {
    status: CheckStatus,
    /// The message, if the condition does not hold.
    problem: Option<String>,
}

impl<'t> Engine<'t> {
    /// Evaluates conditions of an instance; `prepare` adds variables to the context. Returns whether none fails.
    pub(crate) fn check_all(
        &mut self,
        module: ModuleId,
        instance: InstanceId,
        key: Option<&InstanceKey>,
        conditions: &'t [Validation],
        results: &mut Conditions,
        prepare: &dyn Fn(&mut EvalContext<'static>),
    ) -> bool {
        let mut holds = true;
        for condition in conditions {
            let mut problems = Diagnostics::new();
            let place = results.place;
            let verdict = self.verdict(module, instance, condition, place, prepare, &mut problems);
            holds &= verdict.status < CheckStatus::Fail;
            if verdict.status == CheckStatus::Fail {
                let failed = FailedObject {
                    object: results.object.clone(),
                    is_in_root: self.instances[instance].parent.is_none(),
                    key: key.cloned(),
                };
                problems = problems.map(|problem| problem.with_extra(failed.clone()));
            }
            // A failed assertion is a warning, but one that cannot be evaluated is an error.
            if matches!(results.object, Address::Check(_)) && verdict.status == CheckStatus::Fail {
                let warnings = problems.map(|mut problem| {
                    problem.severity = Severity::Warning;
                    problem
                });
                self.plan.warnings.append(warnings);
            } else {
                self.diagnostics.append(problems);
            }
            let address = &self.instances[instance].address;
            results.add(address, key, verdict.status, verdict.problem);
        }
        holds
    }

    /// Evaluates a condition.
    fn verdict(
        &self,
        module: ModuleId,
        instance: InstanceId,
        condition: &'t Validation,
        place: Option<Span>,
        prepare: &dyn Fn(&mut EvalContext<'static>),
        problems: &mut Diagnostics,
    ) -> Verdict {
        let failed = Verdict {
            status: CheckStatus::Error,
            problem: None,
        };
        let Some(expression) = &condition.condition else {
            return failed;
        };
        let evaluate = |expression, problems: &mut Diagnostics| {
            let scoped = self.graph.scoped(module, expression);
            let mut context = self.context(instance, &scoped.needs);
            prepare(&mut context);
            scoped.expression.evaluate(Some(&context)).report_into(problems)
        };
        let value = evaluate(expression, problems);
        if problems.has_errors() {
            return failed;
        }
        let subject = expression.span();
        let (value, _) = value.unmark_deep();
        let holds = match value.convert(&Type::BOOL) {
            Ok(holds) if holds.is_null() => Err("The result of the condition is null.".to_owned()),
            Ok(holds) if !holds.is_known() => {
                return Verdict {
                    status: CheckStatus::Unknown,
                    problem: None,
                };
            }
            Ok(holds) => Ok(holds.as_bool() != Some(false)),
            Err(error) => Err(format!(
                "The result of the condition must be true or false: {error}."
            )),
        };
        match holds {
            Ok(true) => Verdict {
                status: CheckStatus::Pass,
                problem: None,
            },
            Ok(false) => {
                let mut of_message = Diagnostics::new();
                let message = condition
                    .error_message
                    .as_ref()
                    .map(|message| evaluate(message, &mut of_message));
                let message = message_text(message.as_ref());
                let text = message.clone().unwrap_or_else(|| HIDDEN.to_owned());
                let problem =
                    Diagnostic::error(codes::FAILED_CONDITION, "Failed condition").with_detail(text);
                problems.push(match place {
                    Some(place) => problem.with_subject(place).with_label(subject, "the condition"),
                    None => problem.with_subject(subject),
                });
                Verdict {
                    status: CheckStatus::Fail,
                    problem: message,
                }
            }
            Err(detail) => {
                problems.push(
                    Diagnostic::error(codes::FAILED_CONDITION, "Invalid condition")
                        .with_detail(detail)
                        .with_subject(subject),
                );
                failed
            }
        }
    }

    /// Evaluates the assertions of a check.
    pub(crate) fn check(&mut self, module: ModuleId, instances: &[InstanceId], check: &'t Check) {
        let mut conditions = Conditions::new(Address::Check(check.name.clone()));
        for instance in instances {
            self.check_all(module, *instance, None, &check.asserts, &mut conditions, &|_| {});
        }
        let address = self.static_address(module);
        self.plan.checks.push(conditions.finish(address));
    }
}

/// What is reported in place of a message that cannot be shown.
const HIDDEN: &str = "The condition does not hold, and its error message cannot be shown.";

/// Returns the text of an error message; `None` if it cannot be shown.
fn message_text(message: Option<&Value>) -> Option<String> {
    let message = message.filter(|message| !message.contains_marked())?;
    let text = message.convert(&Type::STRING).ok()?;
    text.as_str().map(|text| text.trim().to_owned())
}
