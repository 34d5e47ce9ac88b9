//! Evaluation of policies.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use hcl2_diagnostics::codes::policy as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, nearest_name};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_functions::{Host, NoHost};
use hcl2_model::{EvalContext, ExpressionRef, FunctionTable, Name, Traversal, TraversalStep};
use hcl2_value::{Budget, InconsistentTypes, Marks, Type, Value};

use crate::cause::{Cause, traced};
use crate::functions::{Candidate, Lookup, table};
use crate::locals::Locals;
use crate::policy::{Enforce, Level, Operation, Policy, PolicyFile, SubjectKind};
use crate::world::{Others, Subject, World};

/// What an evaluation depends on besides policies and their subjects.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The values of inputs.
    pub inputs: BTreeMap<String, Value>,
    /// The functions of Terraform, of which policies call those whose names start with `core::`. By default there are all that
    /// need no files.
    pub functions: Option<Arc<FunctionTable>>,
    /// What all expressions may take together.
    pub budget: Budget,
}

/// What is known of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It holds, whatever unknown values are.
    Pass,
    /// Unknown values decide.
    Unknown,
    /// It does not hold, whatever unknown values are.
    Fail,
    /// It cannot be evaluated.
    Error,
}

impl Answer {
    /// Returns the name, as in Terraform's results of checks.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Unknown => "unknown",
            Self::Fail => "fail",
            Self::Error => "error",
        }
    }
}

/// What is known of a policy for a subject.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The path of the file of the policy.
    pub file: String,
    /// What the policy judges.
    pub kind: SubjectKind,
    /// The first label of the policy.
    pub target: String,
    /// The name of the policy.
    pub policy: Name,
    /// The header of the policy.
    pub span: Span,
    /// How much the policy counts; `None` if its level cannot be evaluated.
    pub level: Option<Level>,
    /// The address of the subject.
    pub subject: String,
    /// Where the subject is written.
    pub place: Option<Span>,
    /// Whether it holds.
    pub answer: Answer,
    /// Whether the filter or the existence of the subject decides, if that is unknown.
    pub applies: Option<Enforced>,
    /// The conditions in source order.
    pub enforced: Vec<Enforced>,
}

/// What is known of a condition.
#[derive(Clone, Debug)]
pub struct Enforced {
    /// The condition.
    pub span: Span,
    /// Whether it holds.
    pub answer: Answer,
    /// The message for a condition that holds or does not hold.
    pub message: Option<String>,
    /// What decides an unknown condition, or lacks a value that it needs.
    pub causes: Vec<Cause>,
    /// The values of the subject that the condition reads, by their addresses.
    pub read: Vec<ReadValue>,
}

/// A value of a subject.
#[derive(Clone, Debug)]
pub struct ReadValue {
    /// The address.
    pub address: String,
    /// The value, marked as sensitive if it must not be shown.
    pub value: Value,
}

/// Evaluates all policies for all subjects that they judge.
///
/// The diagnostics are those of expressions that cannot be evaluated, with codes of `hcl2::expr`, and those of
/// `hcl2::policy` and `hcl2::terraform::reference-cycle`.
///
/// # Examples
///
/// See the [crate](crate).
pub fn evaluate(files: &[PolicyFile], world: &World, options: &Options) -> Outcome<Vec<Finding>> {
    let mut found = Prepared::new(files, world, options).judge(0..world.subjects.len(), options);
    let policies = files.iter().flat_map(|file| &file.policies);
    found
        .diagnostics
        .extend(policies.filter_map(|policy| misspelt(policy, world)));
    found
}

/// Returns whether the first label of a policy names a subject.
fn names(policy: &Policy, subject: &Subject) -> bool {
    subject.kind == policy.kind
        && !(subject.is_data && policy.target.contains('*'))
        && subject.targets.iter().any(|target| policy.targets(target))
}

/// Reports a policy that names no subject, although a similar name would.
fn misspelt(policy: &Policy, world: &World) -> Option<Diagnostic> {
    if policy.target.contains('*') || world.subjects.iter().any(|subject| names(policy, subject)) {
        return None;
    }
    let of_kind = world
        .subjects
        .iter()
        .filter(|subject| subject.kind == policy.kind);
    let known: BTreeSet<&str> = of_kind
        .flat_map(|subject| subject.targets.iter().map(String::as_str))
        .collect();
    let near = nearest_name(&policy.target, known)?;
    let what = match policy.kind {
        SubjectKind::Resource => "resource of the type",
        SubjectKind::Provider => "provider",
        SubjectKind::Module => "module with the source",
    };
    let detail = format!(
        "The plan has no {what} `{}`, so the policy judges nothing. Did you mean `{near}`?",
        policy.target
    );
    let problem = Diagnostic::warning(codes::NO_SUBJECT, "Policy without a subject").with_detail(detail);
    Some(problem.with_subject(policy.target_span))
}

/// Policies and what they may look up: the same for all subjects and for all values of inputs.
pub(crate) struct Prepared<'w> {
    files: &'w [PolicyFile],
    /// The functions that each file may call.
    functions: Vec<Arc<FunctionTable>>,
    views: Vec<View<'w>>,
}

impl<'w> Prepared<'w> {
    pub(crate) fn new(files: &'w [PolicyFile], world: &'w World, options: &Options) -> Self {
        let mentioned: BTreeSet<&str> = files
            .iter()
            .flat_map(|file| file.mentioned.iter().map(String::as_str))
            .collect();
        let views: Vec<View<'_>> = world
            .subjects
            .iter()
            .map(|subject| View::of(subject, &mentioned))
            .collect();
        let lookup = Arc::new(lookup_of(&views, world));
        let terraform = options.functions.clone().unwrap_or_else(pure_functions);
        let functions = files
            .iter()
            .map(|file| Arc::new(table(&terraform, &lookup, &file.plugin_functions)));
        Self {
            files,
            functions: functions.collect(),
            views,
        }
    }

    /// Evaluates all policies for those subjects of a range that they judge.
    pub(crate) fn judge(&self, subjects: Range<usize>, options: &Options) -> Outcome<Vec<Finding>> {
        let mut problems = Diagnostics::new();
        let mut findings = Vec::new();
        for (file, functions) in self.files.iter().zip(&self.functions) {
            let mut context = EvalContext::new();
            context.set_budget(options.budget.clone());
            context.set_functions(Arc::clone(functions));
            context.set_variable("input", inputs_of(file, options, &mut problems));
            for policy in &file.policies {
                let locals = Locals::new(file.locals.iter().chain(&policy.locals), &mut problems);
                let mut judge = Judge {
                    file,
                    policy,
                    level: level_of(file, policy, &context).report_into(&mut problems),
                    context: &context,
                    locals,
                };
                for view in &self.views[subjects.clone()] {
                    if judge.is_for(view.subject) {
                        findings.extend(judge.judge(view, &mut problems));
                    }
                }
            }
        }
        // A condition may fail alike for each subject.
        problems.remove_repeated();
        Outcome::new(findings, problems)
    }
}

/// Returns Terraform's functions without files and the clock.
pub(crate) fn pure_functions() -> Arc<FunctionTable> {
    let host: Arc<dyn Host> = Arc::new(NoHost);
    Arc::new(hcl2_terraform::functions(&host))
}

/// A subject as policies see it.
struct View<'w> {
    subject: &'w Subject,
    attrs: Value,
    prior_attrs: Value,
    meta: Value,
}

impl<'w> View<'w> {
    /// Traces unknown values to their addresses, and adds those of attributes that `mentioned` names.
    fn of(subject: &'w Subject, mentioned: &BTreeSet<&str>) -> Self {
        let filling = match subject.others {
            Others::Missing => None,
            Others::Null => Some(Value::null(Type::DYNAMIC)),
            Others::Unknown => Some(Value::DYNAMIC),
        };
        let filled = |value: &Value| match &filling {
            Some(filling) => completed(value, mentioned, filling, subject.others == Others::Unknown),
            None => value.clone(),
        };
        Self {
            subject,
            attrs: traced(&filled(&subject.attrs), &subject.address),
            prior_attrs: traced(&filled(&subject.prior_attrs), &subject.address),
            meta: subject.meta.clone(),
        }
    }
}

/// Adds attributes that an object lacks, also in the objects of its sequences if these may be blocks.
fn completed(value: &Value, names: &BTreeSet<&str>, filling: &Value, has_blocks: bool) -> Value {
    let changed = value.transform(|path, part| {
        let (bare, marks) = part.unmark();
        let in_sequence = || {
            let step = path.steps().last();
            step.is_some_and(
                |step| matches!(step, hcl2_value::PathStep::Index(index) if index.as_str().is_none()),
            )
        };
        let is_completed = bare.ty().is_object() && (path.is_empty() || has_blocks && in_sequence());
        let Some(fields) = bare.fields().filter(|_| is_completed) else {
            return Ok::<_, InconsistentTypes>(part);
        };
        let own = fields.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let others = names.iter().filter(|name| fields.get(name).is_none());
        let all = own.chain(others.map(|name| (*name, filling.clone())));
        Ok(Value::object(all.collect::<Vec<_>>()).with_marks(&marks))
    });
    changed.unwrap_or_else(|_| value.clone())
}

fn lookup_of(views: &[View<'_>], world: &World) -> Lookup {
    let resources = views.iter().filter(|view| {
        view.subject.kind == SubjectKind::Resource && !view.subject.is_data && !view.attrs.is_null()
    });
    let candidates = resources.flat_map(|view| {
        view.subject.targets.iter().map(|ty| Candidate {
            ty: ty.clone(),
            address: view.subject.address.clone(),
            attrs: view.attrs.clone(),
            may_be_missing: view.subject.may_be_missing,
        })
    });
    Lookup {
        resources: candidates.collect(),
        data: world.data.clone(),
        is_open: world.is_open,
        has_mocks: world.has_mocks,
    }
}

/// Returns the object of the inputs of a file.
fn inputs_of(file: &PolicyFile, options: &Options, problems: &mut Diagnostics) -> Value {
    let values = file.inputs.iter().map(|input| {
        let given = options.inputs.get(input.name.as_str());
        let value = match (given, &input.default) {
            (Some(given), _) => input.accept(given, input.span).unwrap_or_else(|problem| {
                problems.push(*problem);
                Value::unknown(input.ty.ty.clone())
            }),
            (None, Some(default)) => default.clone(),
            (None, None) => {
                Value::unknown(input.ty.ty.clone()).with_mark(Cause::Input(input.name.to_string()).mark())
            }
        };
        (input.name.as_str(), value)
    });
    Value::object(values.collect::<Vec<_>>())
}

/// Returns the enforcement level of a policy, unless it cannot be evaluated.
fn level_of(file: &PolicyFile, policy: &Policy, context: &EvalContext<'_>) -> Outcome<Option<Level>> {
    let Some(level) = &policy.level else {
        return Some(Level::Mandatory).into();
    };
    let Outcome {
        value,
        mut diagnostics,
    } = level.evaluate(Some(context));
    let missing = missing_inputs(file, &Cause::of(&value));
    let named = value.unmark().0.as_str().and_then(Level::named);
    if named.is_none() && !diagnostics.has_errors() {
        if missing.is_empty() {
            let names = "Expected `advisory`, `mandatory_overridable` or `mandatory`.";
            let problem =
                Diagnostic::error(codes::INVALID_LEVEL, "Invalid enforcement level").with_detail(names);
            diagnostics.push(problem.with_subject(level.span()));
        }
        diagnostics.append(missing);
    }
    Outcome::new(named, diagnostics)
}

/// Reports the inputs without values among causes.
fn missing_inputs(file: &PolicyFile, causes: &BTreeSet<Cause>) -> Diagnostics {
    let names = causes.iter().filter_map(|cause| match cause {
        Cause::Input(name) => file.input(name),
        _ => None,
    });
    names
        .map(|input| {
            let detail = format!(
                "`input.{0}` has no value and no default, and a policy depends on it. Pass one with `--input {0}=VALUE`, or in an \
                 `inputs` block of tests.",
                input.name
            );
            Diagnostic::error(codes::MISSING_INPUT, "Missing value for input")
                .with_detail(detail)
                .with_subject(input.span)
        })
        .collect()
}

/// A policy that judges subjects.
struct Judge<'p> {
    file: &'p PolicyFile,
    policy: &'p Policy,
    level: Option<Level>,
    context: &'p EvalContext<'p>,
    locals: Locals<'p>,
}

impl Judge<'_> {
    /// Returns whether the policy judges a subject, if its filter holds.
    fn is_for(&self, subject: &Subject) -> bool {
        let is_operation = subject.kind != SubjectKind::Resource
            || self
                .policy
                .operations
                .iter()
                .any(|operation| subject.operations.contains(operation));
        !subject.is_skipped && is_operation && names(self.policy, subject)
    }

    fn judge(&mut self, view: &View<'_>, problems: &mut Diagnostics) -> Option<Finding> {
        let is_deletion = view
            .subject
            .operations
            .iter()
            .all(|operation| *operation == Operation::Delete);
        let mut context = self.context.child();
        context.set_variable("attrs", view.attrs.clone());
        if !is_deletion || !view.prior_attrs.is_null() {
            context.set_variable("prior_attrs", view.prior_attrs.clone());
        }
        context.set_variable("meta", view.meta.clone());
        let mut applies = None;
        let mut is_broken = self.level.is_none() || self.locals.is_cyclic();
        if is_broken {
            // Reported once for all subjects.
        } else if let Some(filter) = &self.policy.filter {
            let mut found = Diagnostics::new();
            let filter = self.condition(filter, &context, view, &mut found);
            problems.append(found);
            match filter.answer {
                Answer::Fail => return None,
                Answer::Pass => {}
                Answer::Unknown => applies = Some(filter),
                Answer::Error => {
                    is_broken = true;
                    applies = Some(filter);
                }
            }
        }
        if view.subject.may_be_missing && applies.is_none() && !is_broken {
            applies = Some(Enforced {
                span: self.policy.span,
                answer: Answer::Unknown,
                message: None,
                causes: vec![Cause::Instance(view.subject.address.clone())],
                read: Vec::new(),
            });
        }
        let mut found = Diagnostics::new();
        let policy = self.policy;
        let enforced: Vec<Enforced> = if is_broken {
            Vec::new()
        } else {
            let enforces = policy.enforces.iter();
            enforces
                .map(|enforce| self.enforce(enforce, &context, view, &mut found))
                .collect()
        };
        let worst = enforced.iter().map(|enforced| enforced.answer).max();
        let answer = match (worst.unwrap_or(Answer::Pass), &applies) {
            _ if is_broken => Answer::Error,
            (Answer::Pass, _) => Answer::Pass,
            // What does not hold, or cannot be evaluated, does not count unless the policy applies.
            (_, Some(_)) => Answer::Unknown,
            (answer, None) => answer,
        };
        if applies.is_none() || answer == Answer::Pass {
            problems.append(found);
        }
        Some(Finding {
            file: self.file.name.clone(),
            kind: policy.kind,
            target: policy.target.clone(),
            policy: policy.name.clone(),
            span: policy.span,
            level: self.level,
            subject: view.subject.address.clone(),
            place: view.subject.place,
            answer,
            applies: applies.filter(|_| answer != Answer::Pass),
            enforced,
        })
    }

    fn enforce(
        &mut self,
        enforce: &Enforce,
        context: &EvalContext<'_>,
        view: &View<'_>,
        problems: &mut Diagnostics,
    ) -> Enforced {
        let mut enforced = self.condition(&enforce.condition, context, view, problems);
        let message = match enforced.answer {
            Answer::Pass => &enforce.info_message,
            Answer::Fail => &enforce.error_message,
            Answer::Unknown | Answer::Error => &None,
        };
        enforced.message = message.as_ref().and_then(|message| {
            let value = self.value(message, context).report_into(problems);
            let (bare, marks) = value.unmark_deep();
            let bare = bare.convert(&Type::STRING).unwrap_or(Value::DYNAMIC);
            match bare.as_str() {
                _ if is_secret(&marks) => Some(SECRET_MESSAGE.to_owned()),
                Some(text) => Some(text.to_owned()),
                None => None,
            }
        });
        enforced
    }

    /// Evaluates a condition or a filter.
    fn condition(
        &mut self,
        condition: &ExpressionRef,
        context: &EvalContext<'_>,
        view: &View<'_>,
        problems: &mut Diagnostics,
    ) -> Enforced {
        let Outcome {
            value,
            diagnostics: mut found,
        } = self.value(condition, context);
        let converted = value.convert(&Type::BOOL);
        let bare = converted
            .as_ref()
            .map_or(Value::DYNAMIC, |value| value.unmark().0);
        if !found.has_errors() && (converted.is_err() || bare.is_null()) {
            let what = if converted.is_err() {
                format!("{}", value.ty())
            } else {
                "null".to_owned()
            };
            let detail =
                format!("Expected true or false, found {what}. Compare the value, or use `core::try`.");
            let problem =
                Diagnostic::error(codes::INVALID_CONDITION, "Invalid condition").with_detail(detail);
            found.push(problem.with_subject(condition.span()));
        }
        let causes = match bare.is_known() || found.has_errors() {
            true => BTreeSet::new(),
            false => Cause::of(&value),
        };
        found.append(missing_inputs(self.file, &causes));
        let answer = match bare.as_bool() {
            _ if found.has_errors() => Answer::Error,
            Some(true) => Answer::Pass,
            Some(false) => Answer::Fail,
            None => Answer::Unknown,
        };
        problems.append(found);
        Enforced {
            span: condition.span(),
            answer,
            message: None,
            causes: causes.into_iter().collect(),
            read: self.read(condition, view),
        }
    }

    /// Evaluates an expression with the local values that it needs.
    fn value(&mut self, expression: &ExpressionRef, context: &EvalContext<'_>) -> Outcome<Value> {
        let mut problems = Diagnostics::new();
        let locals = self.locals.object(expression, context, &mut problems);
        if problems.has_errors() {
            return Outcome::new(Value::DYNAMIC, problems);
        }
        let mut scope = context.child();
        scope.set_variable("local", locals);
        let value = expression.evaluate(Some(&scope)).report_into(&mut problems);
        Outcome::new(value, problems)
    }

    /// Returns the values of the subject that an expression reads, directly or by local values.
    fn read(&self, expression: &ExpressionRef, view: &View<'_>) -> Vec<ReadValue> {
        let all = std::iter::once(expression).chain(self.locals.behind(expression));
        let references = all.flat_map(|expression| expression.variables());
        let mut read = BTreeMap::new();
        for reference in references {
            let object = match reference.root_name().map(Name::as_str) {
                Some("attrs") => &view.attrs,
                Some("prior_attrs") if view.attrs.is_null() => &view.prior_attrs,
                _ => continue,
            };
            if let Some((address, value)) = resolved(&view.subject.address, object, &reference) {
                read.insert(address, value);
            }
        }
        let read = read.into_iter();
        read.map(|(address, value)| ReadValue { address, value })
            .collect()
    }
}

/// Shown in place of a message with a secret.
const SECRET_MESSAGE: &str = "(sensitive value)";

fn is_secret(marks: &Marks) -> bool {
    marks.contains(&sensitive_mark()) || marks.contains(&ephemeral_mark())
}

/// Follows a reference into an object as far as it has parts, and returns the address and the value there.
fn resolved(address: &str, object: &Value, reference: &Traversal) -> Option<(String, Value)> {
    let mut found = None;
    let (mut address, mut value) = (address.to_owned(), object.clone());
    for step in reference.steps().iter().skip(1) {
        let part = match step {
            TraversalStep::Attribute { name, .. } => value.attribute(name.as_str()),
            TraversalStep::Index { key, .. } if key.is_known() => value.index(key),
            _ => break,
        };
        let Ok(part) = part else { break };
        address += &step.to_string();
        let is_end = !part.is_known() || part.is_null();
        found = Some((address.clone(), part.clone()));
        if is_end {
            break;
        }
        value = part;
    }
    found
}
