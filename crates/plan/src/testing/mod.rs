//! Runs of tests: plans, possibly applied to a state that they share, with assertions about their values.

mod assertions;
mod coverage;
mod expected;
mod outside;
mod simulations;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::{Name, TakenBranches};
use hcl2_terraform::table::behaviours::{NEEDS_EPHEMERAL_VARIABLES, TESTS_DESTROY_ALL};
use hcl2_terraform::{Early, Mocks, Module, ModuleTree, ResourceAddress, Target, TestFile, TestRun};
use hcl2_value::Value;

use crate::engine::{Unanswered, run_with};
use crate::gaps::Gap;
use crate::model::Plan;
use crate::options::{Channel, Inputs};
use crate::simulation::Simulation;
use crate::state::State;
use crate::unsupported::{backend_of_run, computes_sources, source_of_run};
pub use coverage::Coverage;
use expected::{Expected, Failures};

/// What the tests of a file run on.
#[derive(Clone, Debug, Default)]
pub struct TestInputs {
    /// The module that the tests belong to, with what was found when it was read.
    pub module: (ModuleTree, Diagnostics),
    /// The modules that runs test in place of it, by the names of the runs.
    pub modules: BTreeMap<String, (ModuleTree, Diagnostics)>,
    /// The mocks in other files, by the directories that mocks of providers name.
    pub mocks: BTreeMap<String, Mocks>,
    /// The values of variables from outside the file, by name.
    pub variables: BTreeMap<String, GivenValue>,
    /// What plans depend on besides. Its variables, targets, state and problems are not read.
    pub inputs: Inputs,
    /// Where to record which arms of the modules runs take, for [`Coverage::of`].
    pub taken: Option<TakenBranches>,
}

/// A value of a variable from outside a file of tests.
#[derive(Clone, Debug)]
pub enum GivenValue {
    /// A value in a file, and where it is written.
    Value(Value, Span),
    /// A string from the command line or the environment. It is the value of a variable of a primitive type, and of one
    /// without a type.
    Text {
        /// The string.
        text: String,
        /// Its value as an expression, for all other variables; the string itself if it is not an expression.
        value: Value,
    },
}

/// The result of a run, or of all runs of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestStatus {
    /// It did not run, because of an error before it.
    Skip,
    /// Everything holds.
    Pass,
    /// An assertion depends on values that only a provider knows.
    Unknown,
    /// An assertion does not hold.
    Fail,
    /// The plan has an error, or an assertion cannot be evaluated.
    Error,
}

impl TestStatus {
    /// Returns the name, as Terraform has it.
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

/// Displays the [name](TestStatus::name).
impl fmt::Display for TestStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The name of the run.
    pub name: Name,
    /// Whether it passes.
    pub status: TestStatus,
    /// The problems, in source order.
    pub diagnostics: Diagnostics,
    /// The plan; after an apply, with what was unknown. `None` if errors prevent it.
    pub plan: Option<Plan>,
    /// What the plan does not know, also if it cannot be made for this reason.
    pub gaps: Vec<Gap>,
}

/// Runs the tests of a file one after another, each with the state and the outputs of earlier ones.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_diagnostics::{Diagnostics, SourceMap};
/// use hcl2_plan::{TestInputs, TestStatus, Tester};
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile, ModuleTree, TestFile};
///
/// let mut sources = SourceMap::new();
/// let mut file = |name: &str, text: &str| {
///     let source = sources.add(name, text).unwrap();
///     ModuleFile::parse(&source, Language::Terraform).value
/// };
/// let main = file("main.tf", "output \"size\" {\n  value = 3\n}\n");
/// let tests = file(
///     "main.tftest.hcl",
///     "run \"a\" {\n  assert {\n    condition     = output.size > 3\n    error_message = \"Too small.\"\n  }\n}\n",
/// );
/// let module = Module::from_files(&[main], Language::Terraform).value;
/// let tree = ModuleTree { path: ".".to_owned(), module, calls: [].into() };
/// let inputs = TestInputs { module: (tree, Diagnostics::new()), ..TestInputs::default() };
///
/// let tests = TestFile::read(&tests, Language::Terraform);
/// let results: Vec<_> = Tester::new(&tests, &inputs).collect();
/// assert_eq!(results[0].status, TestStatus::Fail);
/// assert_eq!(results[0].diagnostics[0].detail, "Too small.");
/// ```
#[derive(Debug)]
pub struct Tester<'f> {
    file: &'f TestFile,
    inputs: &'f TestInputs,
    /// The position of the next run.
    next: usize,
    has_error: bool,
    /// The states by their keys.
    states: BTreeMap<String, KeptState>,
    /// What earlier runs have put out, by their names.
    outputs: BTreeMap<String, RunOutputs>,
}

/// The state that runs leave behind.
#[derive(Debug, Default)]
struct KeptState {
    state: State,
    /// The name of the last run that changed it.
    last: Name,
    /// The headers of the resources that prevent that its objects are destroyed.
    preventing: Vec<Span>,
}

/// The outputs of a run.
#[derive(Clone, Debug)]
struct RunOutputs {
    value: Value,
    /// Whether unknown ones are known to a provider.
    is_unanswered: bool,
}

impl Iterator for Tester<'_> {
    type Item = RunResult;

    fn next(&mut self) -> Option<RunResult> {
        let run = self.file.runs.get(self.next)?;
        self.next += 1;
        let result = match self.has_error {
            true => RunResult::of(run, TestStatus::Skip, Diagnostics::new(), None),
            false => self.run(run),
        };
        self.has_error |= result.status == TestStatus::Error;
        Some(result)
    }
}

impl RunResult {
    fn of(run: &TestRun, status: TestStatus, diagnostics: Diagnostics, plan: Option<Plan>) -> Self {
        Self {
            name: run.name.clone(),
            status,
            diagnostics: Outcome::new((), diagnostics).diagnostics,
            gaps: plan.iter().flat_map(|plan| plan.gaps.clone()).collect(),
            plan,
        }
    }
}

impl<'f> Tester<'f> {
    /// Creates a tester that has run nothing yet.
    #[must_use]
    pub fn new(file: &'f TestFile, inputs: &'f TestInputs) -> Self {
        Self {
            file,
            inputs,
            next: 0,
            has_error: false,
            states: BTreeMap::new(),
            outputs: BTreeMap::new(),
        }
    }

    /// Runs a test. The diagnostics have the codes of [`plan`](crate::plan), and `hcl2::terraform::unknown-condition` and
    /// `missing-failure`.
    fn run(&mut self, run: &TestRun) -> RunResult {
        let (tree, found) = self.module(&run.name);
        let mut diagnostics = Diagnostics::new();
        let mut simulation = self.simulation(run, tree, &mut diagnostics);
        let mut tree = tree.clone();
        let is_given = |name: &String| simulation.providers.contains_key(name);
        tree.module
            .providers
            .retain(|own| !is_given(&crate::graph::configuration_name(own)));
        let variables = self.variables(run, &tree.module, &mut diagnostics);
        simulation.places.clone_from(&variables.of_run);
        simulation.taken.clone_from(&self.inputs.taken);
        let expected = Expected::of(run);
        diagnostics.extend(run.backend.map(backend_of_run));
        if computes_sources(&tree) {
            let given = variables.of_module.iter();
            let given = given.map(|(name, value)| (name.as_str().into(), value.clone()));
            let functions = Arc::new(self.inputs.inputs.functions_of(tree.module.version()));
            let early = Early::new(".", tree.module.clone(), given, Arc::clone(&functions));
            diagnostics.extend(source_of_run(&early, &tree, &functions));
        }
        if variables.is_unanswered {
            return RunResult::of(run, TestStatus::Unknown, diagnostics, None);
        }
        if diagnostics.has_errors() {
            return RunResult::of(run, TestStatus::Error, diagnostics, None);
        }
        let key = run
            .state_key
            .clone()
            .or_else(|| Some(run.module.as_ref()?.0.clone()));
        let key = key.unwrap_or_default();
        let inputs = Inputs {
            found: found.clone(),
            variables: variables.of_module.clone(),
            channels: variables
                .places
                .iter()
                .map(|(name, place)| (name.clone(), Channel::File(*place)))
                .collect(),
            targets: run.targets.iter().filter_map(target).collect(),
            replaced: replaced(run).collect(),
            state: self.states.get(&key).map(|kept| kept.state.clone()),
            ..self.inputs.inputs.clone()
        };
        let planned = run_with(&tree, &inputs, &simulation);
        if let Some(undecided) = undecided(&planned.diagnostics) {
            diagnostics.append(undecided);
            let gaps = planned.value.map(|engine| engine.plan.gaps);
            return RunResult {
                gaps: gaps.unwrap_or_default(),
                ..RunResult::of(run, TestStatus::Unknown, diagnostics, None)
            };
        }
        let Some(engine) = planned.value else {
            diagnostics.append(planned.diagnostics);
            return RunResult::of(run, TestStatus::Error, diagnostics, None);
        };
        let mut plan_diagnostics = planned.diagnostics;
        if !run.applies {
            plan_diagnostics.append(engine.plan.warnings.clone());
            let failures = expected.removed_from(
                plan_diagnostics,
                &engine.plan,
                !engine.evaluated.unanswered.is_empty(),
            );
            return self.concluded(run, &engine, variables.of_test, failures, diagnostics);
        }
        diagnostics.append(expected.explained(plan_diagnostics));
        if !diagnostics.has_errors() {
            diagnostics.append(unset_ephemeral(&tree.module, &inputs));
        }
        if diagnostics.has_errors() {
            return RunResult::of(run, TestStatus::Error, diagnostics, Some(engine.plan));
        }
        let replaced = engine.plan.resources.into_iter();
        let replaced = replaced.filter(|resource| resource.action.is_replace());
        let replaced = replaced.map(|resource| resource.address).collect();
        let inputs = Inputs {
            replaced,
            ..inputs.clone()
        };
        let simulation = Simulation {
            applies: true,
            ..simulation
        };
        let applied = run_with(&tree, &inputs, &simulation);
        let mut apply_diagnostics = applied.diagnostics;
        let Some(mut engine) = applied.value else {
            diagnostics.append(apply_diagnostics);
            return RunResult::of(run, TestStatus::Error, diagnostics, None);
        };
        apply_diagnostics.append(engine.plan.warnings.clone());
        let kept = self.states.entry(key).or_default();
        kept.state = std::mem::take(&mut kept.state).applied(&engine.plan);
        kept.last.clone_from(&run.name);
        kept.preventing = match TESTS_DESTROY_ALL.is_in(engine.prepared.graph.version()) {
            true => Vec::new(),
            false => engine.preventing(&kept.state),
        };
        let failures = expected.removed_from(
            apply_diagnostics,
            &engine.plan,
            !engine.evaluated.unanswered.is_empty(),
        );
        self.concluded(run, &engine, variables.of_test, failures, diagnostics)
    }

    /// Returns the module of a run, with what was found when it was read.
    fn module(&self, run: &str) -> &'f (ModuleTree, Diagnostics) {
        self.inputs.modules.get(run).unwrap_or(&self.inputs.module)
    }

    /// Returns why objects cannot be destroyed after the last run, with the names of the runs that created or changed them
    /// last: they have `prevent_destroy`.
    #[must_use]
    pub fn leftovers(&self) -> Vec<(Name, Diagnostics)> {
        let states = self.states.values().map(|kept| {
            let problems = kept.preventing.iter().map(|place| {
                Diagnostic::error(codes::PREVENTED_DESTROY, "Prevented destruction")
                    .with_detail(
                        "The test cannot destroy the object that it has created, because of `prevent_destroy`. Test a plan, or \
                         remove that argument.",
                    )
                    .with_subject(*place)
            });
            (kept.last.clone(), problems.collect::<Diagnostics>())
        });
        states.filter(|(_, problems)| !problems.is_empty()).collect()
    }

    /// Evaluates the assertions of a run, unless it has errors, and keeps its outputs.
    fn concluded<'t>(
        &mut self,
        run: &'t TestRun,
        engine: &crate::engine::Engine<'t>,
        variables: BTreeMap<String, Value>,
        failures: Failures,
        mut diagnostics: Diagnostics,
    ) -> RunResult {
        diagnostics.append(failures.diagnostics);
        let mut status = TestStatus::Pass;
        if failures.is_unknown {
            status = TestStatus::Unknown;
        }
        if diagnostics.has_errors() {
            return RunResult::of(run, TestStatus::Error, diagnostics, Some(engine.plan.clone()));
        }
        let scope = engine.test_scope(&self.outputs, variables, (self.file, run));
        for assertion in &run.asserts {
            status = status.max(engine.assertion(assertion, &scope, &mut diagnostics));
        }
        self.outputs.insert(run.name.to_string(), scope.own);
        RunResult::of(run, status, diagnostics, Some(engine.plan.clone()))
    }
}

/// Returns the errors of a plan as warnings if the plan fails only because of what Terraform would know.
fn undecided(problems: &Diagnostics) -> Option<Diagnostics> {
    let mut undecided = Diagnostics::new();
    for problem in problems.iter().filter(|problem| problem.is_error()) {
        let Unanswered(what) = problem.extra::<Unanswered>()?;
        let warning = Diagnostic::warning(codes::INVALID_INSTANCES, "Instances that cannot be known").with_detail(format!(
            "The instances depend on `{what}`, for which nothing answers here. Mock its provider by `mock_provider`, override it, \
             or answer for it with `--data` or `--assume`."
        ));
        undecided.push(match problem.subject {
            Some(place) => warning.with_subject(place),
            None => warning,
        });
    }
    (!undecided.is_empty()).then_some(undecided)
}

/// Returns what an address in `plan_options` names.
fn target(expression: &hcl2_model::ExpressionRef) -> Option<Target> {
    let address = expression.static_traversal()?;
    address.to_string().parse().ok()
}

/// Returns the instances that `replace` names.
fn replaced(run: &TestRun) -> impl Iterator<Item = ResourceAddress> {
    run.replaces
        .iter()
        .filter_map(|address| target(address)?.resource)
}

/// Returns a problem of a reference to an object that does not exist.
fn undeclared(detail: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNDECLARED, "Undeclared object")
        .with_detail(detail)
        .with_subject(span)
}

/// Returns the names of the providers that a module uses.
fn used_providers(tree: &ModuleTree) -> BTreeSet<String> {
    let module = &tree.module;
    let mut names = BTreeSet::new();
    for required in &module.requirements {
        names.insert(required.name.to_string());
        names.extend(required.aliases.iter().cloned());
    }
    names.extend(module.providers.iter().map(crate::graph::configuration_name));
    let resources = module.resources().iter();
    names.extend(resources.map(|resource| {
        let explicit = resource.provider.clone();
        explicit.unwrap_or_else(|| resource.provider_name().to_owned())
    }));
    for call in &module.calls {
        names.extend(call.providers.iter().map(|(_, outer)| outer.clone()));
    }
    names
}

/// Reports ephemeral variables that a run does not set, if the version refuses to apply what was planned without them.
fn unset_ephemeral(module: &Module, inputs: &Inputs) -> Diagnostics {
    let is_refused = NEEDS_EPHEMERAL_VARIABLES.is_in(module.version());
    let variables = module.variables.iter();
    let unset = variables.filter(|variable| is_refused && variable.ephemeral && !inputs.has(variable));
    let problems = unset.map(|variable| {
        Diagnostic::error(codes::EPHEMERAL_VALUE, "Unset ephemeral variable")
            .with_detail(format!(
                "The run takes the default of `{}`, which this version cannot apply. Set the variable, or test a plan.",
                variable.name
            ))
            .with_subject(variable.span)
    });
    problems.collect()
}
