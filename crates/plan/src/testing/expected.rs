//! Conditions that a run expects to fail.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, Span, codes::terraform as codes};
use hcl2_model::Name;
use hcl2_terraform::table::roots;
use hcl2_terraform::{Address, InstanceKey, Target, TestRun};

use super::variables::second_name;
use crate::engine::FailedObject;
use crate::model::{CheckStatus, Plan};

/// An object whose conditions must fail.
#[derive(Clone, Debug)]
struct Object {
    object: Address,
    key: Option<InstanceKey>,
    text: String,
    span: Span,
}

/// The objects whose conditions must fail.
#[derive(Clone, Debug)]
pub(super) struct Expected(Vec<Object>);

/// What is left of problems without the expected ones.
#[derive(Debug)]
pub(super) struct Failures {
    pub(super) diagnostics: Diagnostics,
    /// Whether an expected failure cannot be known.
    pub(super) is_unknown: bool,
}

impl Expected {
    pub(super) fn of(run: &TestRun) -> Self {
        let objects = run.expected_failures.iter().filter_map(|expression| {
            let reference = expression.static_traversal()?;
            let named = |root: &str| second_name(&reference, root).map(Name::from);
            let object = match (named(roots::OUTPUT), named(roots::CHECK)) {
                (Some(name), _) => Address::Output(name),
                (_, Some(name)) => Address::Check(name),
                _ => Address::from_traversal(&reference)?,
            };
            let key = match object {
                Address::Resource(..) => Target::from_reference(&reference).and_then(|own| own.resource?.key),
                Address::Output(_) | Address::Check(_) | Address::Variable(_) => None,
                Address::Local(_) | Address::Module(_) | Address::Provider(..) => return None,
            };
            Some(Object {
                object,
                key,
                text: reference.to_string(),
                span: expression.span(),
            })
        });
        Self(objects.collect())
    }

    /// Returns the objects whose failure a problem is.
    fn matching(&self, problem: &Diagnostic) -> Vec<usize> {
        let Some(failed) = problem.extra::<FailedObject>().filter(|failed| failed.is_in_root) else {
            return Vec::new();
        };
        let is_same = |object: &Object| {
            object.object == failed.object && (object.key.is_none() || object.key == failed.key)
        };
        let objects = self.0.iter().enumerate();
        objects
            .filter(|(_, object)| is_same(object))
            .map(|(index, _)| index)
            .collect()
    }

    /// Removes the expected failures, makes failed checks errors, and reports failures that are missing.
    pub(super) fn removed_from(&self, problems: Diagnostics, plan: &Plan, has_unanswered: bool) -> Failures {
        let mut found = vec![false; self.0.len()];
        let mut kept = Diagnostics::new();
        for mut problem in problems.into_vec() {
            let matching = self.matching(&problem);
            if matching.is_empty() {
                if problem.extra::<FailedObject>().is_some() {
                    problem.severity = Severity::Error;
                }
                kept.push(problem);
            }
            for index in matching {
                found[index] = true;
            }
        }
        let mut is_unknown = false;
        let missing = self.0.iter().zip(found).filter(|(_, is_found)| !is_found);
        for (object, _) in missing {
            let is_open = has_unanswered && is_open(object, plan);
            is_unknown |= is_open;
            kept.push(missing_failure(object, is_open));
        }
        Failures {
            diagnostics: kept,
            is_unknown,
        }
    }

    /// Explains that an expected failure of a plan prevents the apply, and leaves out failed checks, which the apply may
    /// change.
    pub(super) fn explained(&self, problems: Diagnostics) -> Diagnostics {
        let mut all = Diagnostics::new();
        for problem in problems.into_vec() {
            if let Some(index) = self.matching(&problem).first().filter(|_| problem.is_error()) {
                let object = &self.0[*index];
                all.push(
                    Diagnostic::warning(codes::MISSING_FAILURE, "Expected failure in the plan")
                        .with_detail(format!(
                            "A condition of `{}` fails in the plan already, so the plan cannot be applied. Set `command = \
                             plan` to expect that.",
                            object.text
                        ))
                        .with_subject(object.span),
                );
            }
            all.push(problem);
        }
        all
    }
}

/// Returns whether conditions of an object cannot be known.
fn is_open(object: &Object, plan: &Plan) -> bool {
    let mut checks = plan.checks.iter();
    let check = checks.find(|check| check.module.is_root() && check.object == object.object);
    check.is_some_and(|check| check.status() == CheckStatus::Unknown)
}

fn missing_failure(object: &Object, is_open: bool) -> Diagnostic {
    let problem = if is_open {
        Diagnostic::warning(codes::UNKNOWN_CONDITION, "Condition that cannot be known").with_detail(format!(
            "Whether a condition of `{}` fails depends on values that only a provider knows. Mock the provider.",
            object.text
        ))
    } else {
        Diagnostic::error(codes::MISSING_FAILURE, "Missing expected failure").with_detail(format!(
            "All conditions of `{}` hold, but one is expected to fail.",
            object.text
        ))
    };
    problem.with_subject(object.span)
}
