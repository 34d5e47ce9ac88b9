//! Conditions: validations, preconditions, postconditions and assertions.

use hcl2_diagnostics::{Diagnostics, Severity, Span};
use hcl2_model::{EvalContext, ExpressionRef};
use hcl2_terraform::eval::Verdict;
use hcl2_terraform::{Address, Check, InstanceKey, Lifecycle, ModuleAddress, ResourceAddress, Validation};

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
            let evaluate = |expression: &'t ExpressionRef| {
                let scoped = self.prepared.graph.scoped(module, expression);
                let mut context = self.context(instance, &scoped.needs);
                prepare(&mut context);
                scoped.expression.evaluate(Some(&context))
            };
            let verdict = condition.verdict(&results.object, results.place, evaluate, &mut problems);
            let (status, message) = match verdict {
                Verdict::Pass => (CheckStatus::Pass, None),
                Verdict::Unknown => (CheckStatus::Unknown, None),
                Verdict::Fail(message) => (CheckStatus::Fail, message),
                Verdict::Error => (CheckStatus::Error, None),
            };
            holds &= status < CheckStatus::Fail;
            let address = &self.instances[instance].address;
            if status > CheckStatus::Unknown
                && (address.has_unknown_key() || key == Some(&InstanceKey::Unknown))
            {
                // There may be no instance.
                self.diagnostics.append(problems);
                results.add(address, key, CheckStatus::Unknown, None);
                continue;
            }
            if status == CheckStatus::Fail {
                let failed = FailedObject {
                    object: results.object.clone(),
                    is_in_root: self.instances[instance].parent.is_none(),
                    key: key.cloned(),
                };
                problems = problems.map(|problem| problem.with_extra(failed.clone()));
            }
            // A failed assertion is a warning, but one that cannot be evaluated is an error.
            if matches!(results.object, Address::Check(_)) && status == CheckStatus::Fail {
                let warnings = problems.map(|mut problem| {
                    problem.severity = Severity::Warning;
                    problem
                });
                self.plan.warnings.append(warnings);
            } else {
                self.diagnostics.append(problems);
            }
            let address = &self.instances[instance].address;
            results.add(address, key, status, message);
        }
        holds
    }

    /// Evaluates the assertions of a check.
    pub(crate) fn check(&mut self, module: ModuleId, instances: &[InstanceId], check: &'t Check) {
        let mut conditions = Conditions::new(Address::Check(check.name.clone()));
        for instance in instances {
            let failed = (check.name.clone(), self.instances[*instance].address.clone());
            if let Some(message) = self.failed_checks.remove(&failed) {
                conditions.add(&failed.1, None, CheckStatus::Fail, Some(message));
            }
            self.check_all(module, *instance, None, &check.asserts, &mut conditions, &|_| {});
        }
        let address = self.prepared.graph.static_address(module);
        self.plan.checks.push(conditions.finish(address));
    }
}
