//! Tests of policies: mocks that policies judge.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl2_diagnostics::codes::{policy as codes, terraform as terraform_codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, Span, nearest_name};
use hcl2_model::{Attributes, Block, EvalContext, ExpressionRef, Name, TraversalStep};
use hcl2_terraform::table::{FileKind, Language};
use hcl2_terraform::{CycleLink, ModuleFile, Order, cycle_among};
use hcl2_value::{Type, Value};

use crate::evaluate::{Answer, Finding, Options, Prepared, pure_functions};
use crate::policy::{LocalValue, Operation, PolicyFile, SubjectKind, locals_of};
use crate::world::{Others, Subject, World};

/// A `.policytest.hcl` file.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// The path.
    pub name: String,
    /// The files of policies that it tests, as they are written; `None` for those beside it.
    pub targets: Option<Vec<(String, Span)>>,
    inputs: Attributes,
    locals: Vec<LocalValue>,
    mocks: Vec<Mock>,
}

/// A mock: a resource, a provider, a module, or a data source that policies look up.
#[derive(Clone, Debug)]
struct Mock {
    /// What it is; `None` for a data source.
    kind: Option<SubjectKind>,
    address: String,
    ty: Name,
    name: Name,
    span: Span,
    expects_failure: bool,
    is_skipped: bool,
    attrs: Option<ExpressionRef>,
    prior_attrs: Option<ExpressionRef>,
    meta: Option<ExpressionRef>,
    inputs: Attributes,
}

/// What policies say of a mock.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The mock, such as `resource.acme_disk.small`.
    pub address: String,
    /// The header of its block.
    pub span: Span,
    /// Whether a policy should fail.
    pub expects_failure: bool,
    /// Whether that is so.
    pub status: CaseStatus,
    /// What each policy says.
    pub findings: Vec<Finding>,
    /// The problems of the evaluation.
    pub diagnostics: Diagnostics,
}

/// Whether policies say of a mock what the test expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseStatus {
    /// The test does not judge it.
    Skip,
    /// They do.
    Pass,
    /// That cannot be known, for example because a plug-in is called.
    Unknown,
    /// They do not.
    Fail,
    /// A policy cannot be evaluated.
    Error,
}

impl CaseStatus {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Pass => "pass",
            Self::Unknown => "unknown",
            Self::Fail => "fail",
            Self::Error => "error",
        }
    }
}

impl TestFile {
    /// Reads a file of tests with the path `name`.
    ///
    /// The diagnostics have the codes of `hcl2::terraform` for blocks and arguments, and `hcl2::policy::invalid-mock`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_policy::{CaseStatus, Options, PolicyFile, TestFile};
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let policy = "resource_policy \"acme_disk\" \"small\" {\n  enforce {\n    condition = attrs.size <= 100\n  }\n}\n";
    /// let tests = "resource \"acme_disk\" \"large\" {\n  expect_failure = true\n  attrs = { size = 200 }\n}\n";
    ///
    /// let mut sources = SourceMap::new();
    /// let file = ModuleFile::parse(&sources.add("disks.policy.hcl", policy)?, Language::Terraform).value;
    /// let policies = [PolicyFile::read("disks.policy.hcl", &file).value];
    /// let file = ModuleFile::parse(&sources.add("disks.policytest.hcl", tests)?, Language::Terraform).value;
    /// let tests = TestFile::read("disks.policytest.hcl", &file).into_result().unwrap();
    /// let cases = tests.run(&policies, &Options::default()).into_result().unwrap();
    /// assert_eq!((cases[0].address.as_str(), cases[0].status), ("resource.acme_disk.large", CaseStatus::Pass));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn read(name: &str, file: &ModuleFile) -> Outcome<Self> {
        let checked = file.check(FileKind::PolicyTests, Language::Terraform, None);
        let mut problems: Diagnostics = checked.iter().cloned().map(tolerated).collect();
        let body = file.body();
        let settings = body.blocks("policytest");
        let targets = settings.first().and_then(|block| block.attribute("targets"));
        let targets = targets.map(|targets| targets_of(&targets.expression, &mut problems));
        let inputs = body.blocks("inputs");
        let mut mocks = Vec::new();
        for block in body.written_blocks() {
            let kind = SubjectKind::ALL
                .iter()
                .find(|(.., mock)| block.block_type == **mock);
            let kind = kind.map(|(kind, ..)| *kind);
            if kind.is_some() || block.block_type == *"data" {
                mocks.extend(Mock::read(kind, &block, &mut problems));
            }
        }
        let read = Self {
            name: name.to_owned(),
            targets,
            inputs: inputs.first().map(Block::attributes).unwrap_or_default(),
            locals: locals_of(&body.blocks("locals")),
            mocks,
        };
        Outcome::new(read, problems)
    }

    /// Runs the tests against files of policies.
    ///
    /// The diagnostics are those of the file of tests; those of policies are with the mock for which they are found.
    ///
    /// # Examples
    ///
    /// See [`read`](Self::read).
    pub fn run(&self, files: &[PolicyFile], options: &Options) -> Outcome<Vec<CaseResult>> {
        let mut problems = Diagnostics::new();
        let (world, subjects) = self.world(options, &mut problems);
        let common = inputs_of(&self.inputs, files, options.inputs.clone(), &mut problems);
        let prepared = Prepared::new(files, &world, options);
        let mut results = Vec::new();
        for (position, mock) in self.mocks.iter().enumerate() {
            let Some(own) = subjects.get(&position) else {
                continue;
            };
            let inputs = inputs_of(&mock.inputs, files, common.clone(), &mut problems);
            if problems.has_errors() {
                continue;
            }
            let options = Options {
                inputs,
                ..options.clone()
            };
            let Outcome {
                value: findings,
                diagnostics,
            } = prepared.judge(*own..*own + 1, &options);
            results.push(CaseResult {
                address: mock.address.clone(),
                span: mock.span,
                expects_failure: mock.expects_failure,
                status: mock.status(&findings, &diagnostics),
                findings,
                diagnostics,
            });
        }
        Outcome::new(results, problems)
    }

    /// Evaluates the mocks. Returns the positions of subjects by those of their mocks.
    fn world(&self, options: &Options, problems: &mut Diagnostics) -> (World, HashMap<usize, usize>) {
        let names: Vec<String> = self
            .locals
            .iter()
            .map(|local| format!("local.{}", local.name))
            .chain(self.mocks.iter().map(Mock::reference))
            .collect();
        let positions: HashMap<&str, usize> = names
            .iter()
            .enumerate()
            .map(|(position, name)| (name.as_str(), position))
            .collect();
        let needs: Vec<Vec<usize>> = (0..names.len())
            .map(|position| {
                let expressions = self.expressions(position);
                needed(&expressions, &positions)
            })
            .collect();
        let needed_by = |position: usize| needs[position].iter().copied();
        let order = Order::of(names.len(), needed_by);
        let count = self.locals.len();
        for cycle in order.cycles() {
            problems.push(cycle_among(&cycle, needed_by, |position, _| CycleLink {
                name: names[position].clone(),
                span: Some(match position.checked_sub(count) {
                    Some(mock) => self.mocks[mock].span,
                    None => self.locals[position].span,
                }),
            }));
        }
        let mut world = World {
            has_mocks: true,
            ..World::default()
        };
        let mut subjects = HashMap::new();
        if order.is_cyclic() {
            return (world, subjects);
        }
        let mut context = EvalContext::new();
        context.set_budget(options.budget.clone());
        context.set_functions(options.functions.clone().unwrap_or_else(pure_functions));
        let mut values: HashMap<usize, Value> = HashMap::new();
        let mut made: BTreeMap<usize, Subject> = BTreeMap::new();
        for position in order.positions() {
            let scope = scope(&context, &needs[*position], &names, &values);
            let value = match position.checked_sub(count) {
                None => self.locals[*position]
                    .value
                    .evaluate(Some(&scope))
                    .report_into(problems),
                Some(number) => {
                    let mock = &self.mocks[number];
                    let mut part = |expression: &Option<ExpressionRef>| {
                        mock.object(expression.as_ref(), &scope, problems)
                    };
                    let (attrs, prior_attrs, meta) =
                        (part(&mock.attrs), part(&mock.prior_attrs), part(&mock.meta));
                    let view = view(&attrs);
                    match mock.kind {
                        None => world.data.push((mock.ty.to_string(), attrs)),
                        Some(kind) => {
                            made.insert(number, mock.subject(kind, [attrs, prior_attrs, meta], problems));
                        }
                    }
                    view
                }
            };
            values.insert(*position, value);
        }
        for (number, subject) in made {
            subjects.insert(number, world.subjects.len());
            world.subjects.push(subject);
        }
        (world, subjects)
    }

    /// Returns the expressions of a local value or, behind those, of a mock.
    fn expressions(&self, position: usize) -> Vec<&ExpressionRef> {
        match position.checked_sub(self.locals.len()) {
            None => vec![&self.locals[position].value],
            Some(mock) => {
                let mock = &self.mocks[mock];
                let parts = [&mock.attrs, &mock.prior_attrs, &mock.meta];
                parts.into_iter().flatten().collect()
            }
        }
    }
}

/// Makes a warning of mocks with the same labels, which Terraform's runner takes.
fn tolerated(mut problem: Diagnostic) -> Diagnostic {
    if problem.code == terraform_codes::DUPLICATE_DECLARATION {
        problem.severity = Severity::Warning;
    }
    problem
}

/// Returns the attributes of a mock as others refer to them: by themselves, and as its `attrs`.
fn view(attrs: &Value) -> Value {
    let fields = attrs.fields().into_iter().flatten();
    let fields = fields.map(|(name, value)| (name.as_str(), value.clone()));
    Value::object(fields.chain([("attrs", attrs.clone())]).collect::<Vec<_>>())
}

/// Returns the positions of what expressions refer to.
fn needed(expressions: &[&ExpressionRef], positions: &HashMap<&str, usize>) -> Vec<usize> {
    let mut needed = BTreeSet::new();
    for reference in expressions.iter().flat_map(|expression| expression.variables()) {
        let names: Vec<&str> = reference.steps().iter().map_while(TraversalStep::name).collect();
        for length in [2, 3] {
            let name = names.get(..length).map(|names| names.join("."));
            needed.extend(name.and_then(|name| positions.get(name.as_str())));
        }
    }
    needed.into_iter().collect()
}

/// Returns a scope with the values that are needed, as objects of objects.
fn scope<'c>(
    context: &'c EvalContext<'c>,
    needed: &[usize],
    names: &[String],
    values: &HashMap<usize, Value>,
) -> EvalContext<'c> {
    let mut scope = context.child();
    scope.allow_variables();
    let mut roots: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    let mut data: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    for position in needed {
        let Some(value) = values.get(position) else {
            continue;
        };
        let parts: Vec<&str> = names[*position].split('.').collect();
        match parts.as_slice() {
            [root, name] => {
                roots.entry(root).or_default().insert(name, value.clone());
            }
            [_, ty, name] => {
                data.entry(ty).or_default().insert(name, value.clone());
            }
            _ => {}
        }
    }
    for (ty, objects) in data {
        roots
            .entry("data")
            .or_default()
            .insert(ty, Value::object(objects));
    }
    for (root, objects) in roots {
        scope.set_variable(root, Value::object(objects));
    }
    scope
}

/// Reads a list of paths.
fn targets_of(expression: &ExpressionRef, problems: &mut Diagnostics) -> Vec<(String, Span)> {
    let items = expression.static_list().unwrap_or_default();
    let read = items.iter().filter_map(|item| {
        let value = item.evaluate(None).report_into(problems);
        Some((value.as_str()?.to_owned(), item.span()))
    });
    read.collect()
}

/// Adds the values of a block of inputs to others.
fn inputs_of(
    given: &Attributes,
    files: &[PolicyFile],
    mut inputs: BTreeMap<String, Value>,
    problems: &mut Diagnostics,
) -> BTreeMap<String, Value> {
    for attribute in given {
        let name = attribute.name.as_str();
        let value = attribute.expression.evaluate(None).report_into(problems);
        let mut declared = files.iter().filter_map(|file| file.input(name)).peekable();
        if declared.peek().is_none() {
            let all = files.iter().flat_map(|file| &file.inputs);
            let near = nearest_name(name, all.map(|input| input.name.as_str()));
            let near = near
                .map(|near| format!(" Did you mean `{near}`?"))
                .unwrap_or_default();
            let detail = format!("No tested policy declares `input.{name}`.{near}");
            let problem = Diagnostic::error(terraform_codes::UNDECLARED, "Reference to undeclared object");
            problems.push(problem.with_detail(detail).with_subject(attribute.name_span));
        }
        for input in declared {
            if let Err(problem) = input.accept(&value, attribute.expression.span()) {
                problems.push(*problem);
            }
        }
        inputs.insert(name.to_owned(), value);
    }
    inputs
}

impl Mock {
    fn read(kind: Option<SubjectKind>, block: &Block, problems: &mut Diagnostics) -> Option<Self> {
        let [ty, name] = block.labels.as_slice() else {
            return None;
        };
        let expression = |name: &str| block.attribute(name).map(|attribute| attribute.expression);
        let mut flag = |name: &str| {
            let Some(expression) = expression(name) else {
                return false;
            };
            let value = expression.evaluate(None).report_into(problems);
            value.as_bool().unwrap_or_else(|| {
                problems.push(invalid(
                    &format!("Expected true or false for `{name}`."),
                    expression.span(),
                ));
                false
            })
        };
        let (expects_failure, is_skipped) = (flag("expect_failure"), flag("skip"));
        let inputs = block.blocks("inputs");
        Some(Self {
            kind,
            address: format!("{}.{ty}.{name}", block.block_type),
            ty: ty.text.clone(),
            name: name.text.clone(),
            span: block.header_span,
            expects_failure,
            is_skipped,
            attrs: expression("attrs"),
            prior_attrs: expression("prior_attrs"),
            meta: expression("meta"),
            inputs: inputs.first().map(Block::attributes).unwrap_or_default(),
        })
    }

    /// Returns what references to it start with.
    fn reference(&self) -> String {
        match self.kind {
            Some(SubjectKind::Resource) => format!("{}.{}", self.ty, self.name),
            None => format!("data.{}.{}", self.ty, self.name),
            // Nothing refers to others: their labels may be no names.
            Some(_) => self.address.replace('.', "/"),
        }
    }

    /// Evaluates an object; null if there is none.
    fn object(
        &self,
        expression: Option<&ExpressionRef>,
        scope: &EvalContext<'_>,
        problems: &mut Diagnostics,
    ) -> Value {
        let Some(expression) = expression else {
            return Value::null(Type::DYNAMIC);
        };
        let value = expression.evaluate(Some(scope)).report_into(problems);
        let is_object = value.ty().is_object() || value.ty().is_map() || value.is_dynamic();
        if !is_object {
            problems.push(invalid(
                "Expected an object with values by name.",
                expression.span(),
            ));
        }
        value
    }

    fn subject(&self, kind: SubjectKind, parts: [Value; 3], problems: &mut Diagnostics) -> Subject {
        let [attrs, prior_attrs, meta] = parts;
        let place = self.meta.as_ref().map_or(self.span, |meta| meta.span());
        let operation = match meta.get("operation") {
            Some(given) => {
                let operation = given.as_str().and_then(Operation::named);
                if operation.is_none() {
                    let detail = "Expected `create`, `update` or `delete` for `operation`.";
                    problems.push(invalid(detail, place));
                }
                operation.unwrap_or(Operation::Create)
            }
            None => match (&self.attrs, &self.prior_attrs) {
                (Some(_), Some(_)) => Operation::Update,
                (None, Some(_)) => Operation::Delete,
                _ => Operation::Create,
            },
        };
        let provider = self.ty.as_str().split('_').next().unwrap_or_default();
        let defaults: &[(&str, Value)] = &match kind {
            SubjectKind::Resource => vec![
                ("module_path", Value::from(".")),
                ("operation", Value::from(operation.name())),
                ("provider_type", Value::from(provider)),
                ("type", Value::from(self.ty.as_str())),
            ],
            SubjectKind::Provider => vec![("alias", Value::null(Type::STRING))],
            SubjectKind::Module => vec![("source", Value::from(self.ty.as_str()))],
        };
        let mut all: BTreeMap<&str, Value> = defaults.iter().cloned().collect();
        let given = meta.fields().into_iter().flatten();
        all.extend(given.map(|(name, value)| (name.as_str(), value.clone())));
        let source = meta.get("source").and_then(Value::as_str);
        let mut subject = Subject::new(kind, &self.ty, self.address.clone(), attrs, Value::object(all));
        if kind == SubjectKind::Module {
            subject.targets.extend(source.map(str::to_owned));
        }
        subject.prior_attrs = prior_attrs;
        subject.operations = BTreeSet::from([operation]);
        subject.is_skipped = self.is_skipped;
        subject.place = Some(self.span);
        subject.others = Others::Missing;
        subject
    }

    fn status(&self, findings: &[Finding], problems: &Diagnostics) -> CaseStatus {
        let has = |answer: Answer| findings.iter().any(|finding| finding.answer == answer);
        if self.is_skipped {
            CaseStatus::Skip
        } else if problems.has_errors() {
            CaseStatus::Error
        } else if has(Answer::Fail) {
            if self.expects_failure {
                CaseStatus::Pass
            } else {
                CaseStatus::Fail
            }
        } else if has(Answer::Unknown) {
            CaseStatus::Unknown
        } else if self.expects_failure {
            CaseStatus::Fail
        } else {
            CaseStatus::Pass
        }
    }
}

fn invalid(detail: &str, span: Span) -> Diagnostic {
    let problem = Diagnostic::error(codes::INVALID_MOCK, "Invalid mock");
    problem.with_detail(detail.to_owned()).with_subject(span)
}
