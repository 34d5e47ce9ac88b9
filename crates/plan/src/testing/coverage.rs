//! Which parts of a module its tests have taken.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceId, Span, codes::terraform as codes};
use hcl2_model::{ExpressionRef, TakenBranches};
use hcl2_terraform::{Module, ModuleTree, Repetition, Resource, Validation};

/// The directory of modules that are installed, which are not those under test.
const INSTALLED: &str = ".terraform";

/// Which arms of modules runs of tests have taken: the results of conditionals, and that `count` or `for_each` makes
/// instances or none.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Diagnostics, SourceMap};
/// use hcl2_model::TakenBranches;
/// use hcl2_plan::{Coverage, TestInputs, Tester};
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile, ModuleTree, TestFile};
///
/// let mut sources = SourceMap::new();
/// let mut file = |name: &str, text: &str| {
///     let source = sources.add(name, text).unwrap();
///     ModuleFile::parse(&source, Language::Terraform).value
/// };
/// let main = file("main.tf", "variable \"n\" {}\nlocals {\n  size = var.n > 1 ? \"large\" : \"small\"\n}\n");
/// let tests = file("main.tftest.hcl", "run \"a\" {\n  variables {\n    n = 3\n  }\n}\n");
/// let module = Module::from_files(&[main], Language::Terraform).value;
/// let tree = ModuleTree { path: ".".to_owned(), module, calls: [].into() };
/// let taken = TakenBranches::default();
/// let inputs = TestInputs {
///     module: (tree.clone(), Diagnostics::new()),
///     taken: Some(taken.clone()),
///     ..TestInputs::default()
/// };
///
/// Tester::new(&TestFile::read(&tests, Language::Terraform), &inputs).for_each(drop);
/// let coverage = Coverage::of([&tree], &taken);
/// assert_eq!((coverage.taken, coverage.all), (1, 2));
/// let small = coverage.untested[0].subject.unwrap();
/// assert_eq!(sources.get(small.source).unwrap().slice(small), b"\"small\"");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The number of arms that a run has taken.
    pub taken: usize,
    /// The number of arms.
    pub all: usize,
    /// A warning for each arm that no run has taken, with the code `hcl2::terraform::untested-arm`.
    pub untested: Diagnostics,
}

/// An arm of a module, which may have been read more than once: the directory of the module, the position of the file, that
/// of the expression that decides it, and whether this expression holds or makes instances.
type Key<'t> = (&'t str, usize, u32, u32, bool);

/// Where an arm is, why it matters that no run has taken it, and whether one has.
struct Arm {
    place: Span,
    detail: &'static str,
    is_taken: bool,
}

/// The arms of modules.
struct Arms<'t> {
    taken: &'t TakenBranches,
    found: BTreeMap<Key<'t>, Arm>,
    /// The directory of the current module.
    directory: &'t str,
    /// The positions of its files.
    files: HashMap<SourceId, usize>,
}

impl Coverage {
    /// Returns what was taken of modules and those that they call, except for installed ones.
    ///
    /// A `count` or `for_each` that refers to nothing always makes the same instances, so it has no arms.
    pub fn of<'t>(trees: impl IntoIterator<Item = &'t ModuleTree>, taken: &'t TakenBranches) -> Self {
        let mut arms = Arms {
            taken,
            found: BTreeMap::new(),
            directory: "",
            files: HashMap::new(),
        };
        let mut pending: Vec<&ModuleTree> = trees.into_iter().collect();
        while let Some(tree) = pending.pop() {
            if !Path::new(&tree.path).starts_with(INSTALLED) {
                arms.directory = &tree.path;
                arms.files = tree.module.sources.iter().copied().zip(0..).collect();
                arms.add_module(&tree.module);
            }
            pending.extend(tree.calls.values());
        }
        let all = arms.found.len();
        let taken = arms.found.values().filter(|arm| arm.is_taken).count();
        let untested = arms.found.into_values().filter(|arm| !arm.is_taken);
        let untested: Diagnostics = untested.map(Arm::into_diagnostic).collect();
        Self {
            taken,
            all,
            untested: Outcome::new((), untested).diagnostics,
        }
    }
}

impl Arm {
    fn into_diagnostic(self) -> Diagnostic {
        Diagnostic::warning(codes::UNTESTED_ARM, "Untested arm")
            .with_detail(self.detail)
            .with_subject(self.place)
    }
}

impl Arms<'_> {
    fn add_module(&mut self, module: &Module) {
        for variable in &module.variables {
            self.add_conditions(&variable.validations);
        }
        for local in &module.locals {
            self.add(&local.value);
        }
        for call in &module.calls {
            self.add_instances(call.repetition());
            for argument in &call.arguments {
                self.add(&argument.expression);
            }
        }
        for resource in module.resources() {
            self.add_resource(resource);
        }
        for check in &module.checks {
            check.data.iter().for_each(|resource| self.add_resource(resource));
            self.add_conditions(&check.asserts);
        }
        for output in &module.outputs {
            output.value.iter().for_each(|value| self.add(value));
            self.add_conditions(&output.preconditions);
        }
    }

    fn add_resource(&mut self, resource: &Resource) {
        self.add_instances(resource.repetition());
        resource
            .body
            .visit_expressions(&mut |expression| self.add(&expression));
        self.add_conditions(&resource.lifecycle.preconditions);
        self.add_conditions(&resource.lifecycle.postconditions);
    }

    fn add_conditions(&mut self, conditions: &[Validation]) {
        for condition in conditions.iter().filter_map(|own| own.condition.as_ref()) {
            self.add(condition);
        }
    }

    fn add_instances(&mut self, repetition: Repetition<'_>) {
        if let Some(expression) = repetition.expression() {
            self.add(expression);
            if !expression.variables().is_empty() {
                let place = expression.span();
                self.add_arms(
                    place,
                    [
                        (place, "No run makes an instance."),
                        (place, "No run makes zero instances."),
                    ],
                );
            }
        }
    }

    fn add(&mut self, expression: &ExpressionRef) {
        for branches in expression.conditionals() {
            let if_true = (branches.if_true, "In no run is the condition true.");
            let if_false = (branches.if_false, "In no run is the condition false.");
            self.add_arms(branches.condition, [if_true, if_false]);
        }
    }

    /// Adds the arms for a decision that holds, and for one that does not.
    fn add_arms(&mut self, decision: Span, arms: [(Span, &'static str); 2]) {
        let file = self.files.get(&decision.source).copied().unwrap_or_default();
        for ((place, detail), holds) in arms.into_iter().zip([true, false]) {
            let key = (self.directory, file, decision.start, decision.end, holds);
            let arm = self.found.entry(key).or_insert(Arm {
                place,
                detail,
                is_taken: false,
            });
            arm.is_taken |= self.taken.contains(decision, holds);
        }
    }
}
