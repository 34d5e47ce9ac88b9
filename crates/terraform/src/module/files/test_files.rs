//! Rules for files of tests and mocks.

use std::collections::HashMap;

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Severity, Span, Suggestions, codes::terraform as codes, nearest_name,
};
use hcl2_model::{Traversal, TraversalStep};
use indexmap::IndexMap;

use super::super::arguments::references_in;
use super::super::constants::{constant, quoted, reference};
use super::super::declaration::Declaration;
use super::super::source;
use super::super::targets::target_kind;
use crate::problems::{did_you_mean, duplicate, if_planned};
use crate::table::{
    CONFIGURING_IN_TESTS, Language, MOCKED, OTHER_ROOTS, REFRESH_ONLY, REPLACED_IN_TESTS, ROOT_LOCAL,
    Replaced, names,
};

/// Checks the blocks of a file together.
pub(super) fn check(declarations: &[Declaration], language: Language, diagnostics: &mut Diagnostics) {
    check_unique(declarations, language, diagnostics);
    check_variables(declarations, diagnostics);
    let runs = Runs::new(declarations.iter().filter_map(run));
    let mut done = 0;
    for declaration in declarations {
        check_replaced(declaration, diagnostics);
        let is_run = run(declaration).is_some();
        // Only other blocks are read before all runs.
        let earlier = if is_run { done } else { usize::MAX };
        declaration.visit(language, &mut |used| {
            for reference in references_in(used.argument, used.mode) {
                let problem = runs.unavailable(&reference, earlier);
                // Terraform reports it when it runs the tests.
                diagnostics.extend(problem.map(|problem| if_planned(problem, true)));
                diagnostics.extend(beside_data(&reference));
            }
        });
        if is_run {
            done += 1;
            check_run(declaration, diagnostics);
        }
    }
}

/// Checks the variables that a file of tests declares. They cannot also have a value in the file.
fn check_variables(declarations: &[Declaration], diagnostics: &mut Diagnostics) {
    let of_type = |name: &'static str| declarations.iter().filter(move |own| own.block_type.name == name);
    for variable in of_type(names::VARIABLE) {
        let Some(declared) = variable.variable(diagnostics) else {
            continue;
        };
        let mut values = of_type(names::VARIABLES).flat_map(|block| &block.arguments);
        diagnostics.extend(values.find(|value| value.name == declared.name).map(|value| {
            let what = format!("the variable `{}`", declared.name);
            duplicate("A file declares", &what, value.name_span, variable.span)
        }));
    }
}

/// Turns the warnings about versions of providers into errors.
pub(super) fn without_versions(declarations: &[Declaration], problems: Diagnostics) -> Diagnostics {
    let versions = declarations
        .iter()
        .filter(|block| block.block_type.name == names::PROVIDER);
    let versions: Vec<Span> = versions
        .filter_map(|provider| Some(provider.argument(names::VERSION)?.span))
        .collect();
    problems.map(|mut problem| {
        let is_version = problem.subject.is_some_and(|subject| versions.contains(&subject));
        if is_version && problem.code == codes::DEPRECATED {
            problem.severity = Severity::Error;
        }
        problem
    })
}

/// Returns the name of a run.
fn run(declaration: &Declaration) -> Option<&str> {
    let name = declaration.first_label()?;
    (declaration.block_type.name == names::RUN).then_some(name.as_str())
}

/// Reports blocks that repeat others of the file, or of the same block.
fn check_unique(declarations: &[Declaration], language: Language, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<(&str, String), Span> = HashMap::new();
    for declaration in declarations {
        check_unique(&declaration.blocks, language, diagnostics);
        let Some((group, name)) = identity(declaration, language) else {
            continue;
        };
        let what = format!("the {group} `{name}`");
        match seen.get(&(group, name.clone())) {
            Some(first) => {
                diagnostics.push(duplicate("A file declares", &what, declaration.span, *first));
            }
            None => {
                seen.insert((group, name), declaration.span);
            }
        }
    }
}

/// Returns what a block is among others and its name, if no other block may have the same.
fn identity(declaration: &Declaration, language: Language) -> Option<(&'static str, String)> {
    let ty = declaration.block_type.name;
    let label = || declaration.first_label().map(ToString::to_string);
    if ty == names::RUN {
        // In OpenTofu, several runs may have the same name.
        let label = label().filter(|_| language == Language::Terraform);
        Some((names::RUN, label?))
    } else if CONFIGURING_IN_TESTS.contains(&ty) {
        let alias = declaration.argument(names::ALIAS);
        let alias = alias.and_then(|alias| quoted(&alias.expression));
        let name = [label(), alias].into_iter().flatten().collect::<Vec<_>>();
        Some(("provider", name.join(".")))
    } else if ty == names::LIST {
        let labels = declaration.labels.iter().map(|label| label.text.to_string());
        Some((names::LIST, labels.collect::<Vec<_>>().join(".")))
    } else if ty == names::VARIABLE || MOCKED.contains(&ty) {
        Some((ty, label()?))
    } else if REPLACED_IN_TESTS.iter().any(|(own, ..)| *own == ty) {
        // In JSON, the address is a plain string.
        let target = &declaration.argument(names::TARGET)?.expression;
        let address = quoted(target).or_else(|| target.native_text())?;
        Some((ty, address.split_whitespace().collect()))
    } else {
        None
    }
}

/// The runs of a file.
#[derive(Debug)]
pub(super) struct Runs<'r> {
    /// The first positions of runs by their names.
    positions: IndexMap<&'r str, usize>,
    suggestions: Suggestions,
}

impl<'r> Runs<'r> {
    pub(super) fn new(names: impl Iterator<Item = &'r str>) -> Self {
        let mut positions = IndexMap::new();
        for (position, run) in names.enumerate() {
            positions.entry(run).or_insert(position);
        }
        Self {
            positions,
            suggestions: Suggestions::new(),
        }
    }

    /// Reports a reference to a run that does not exist, or is none of the `earlier` first ones.
    pub(super) fn unavailable(&self, reference: &Traversal, earlier: usize) -> Option<Diagnostic> {
        let [
            TraversalStep::Root { name: root, .. },
            TraversalStep::Attribute { name, span },
            ..,
        ] = reference.steps()
        else {
            return None;
        };
        let position = self.positions.get(name.as_str());
        if *root != *names::RUN || position.is_some_and(|position| *position < earlier) {
            return None;
        }
        let diagnostic =
            Diagnostic::error(codes::UNDECLARED, "Unavailable run").with_subject(reference.span()?);
        if position.is_some() {
            let detail =
                format!("Only the outputs of earlier runs are available, and `{name}` is no earlier one.");
            return Some(diagnostic.with_detail(detail));
        }
        let detail = format!("The file declares no run `{name}`.");
        let available = self
            .positions
            .iter()
            .take_while(|(_, position)| **position < earlier);
        let available = self.suggestions.among(available.map(|(run, _)| *run));
        Some(match nearest_name(name, available) {
            Some(near) => did_you_mean(diagnostic, &detail, *span, near, format!(".{near}")),
            None => diagnostic.with_detail(detail),
        })
    }
}

/// Reports a reference to something other than the found objects of a list, or to all of them as if they were one.
fn beside_data(reference: &Traversal) -> Option<Diagnostic> {
    if *reference.root_name()? != *names::LIST {
        return None;
    }
    let rest = match reference.steps().get(3..)? {
        [TraversalStep::Index { .. }, rest @ ..] => rest,
        rest => rest,
    };
    let detail = match rest {
        [] | [TraversalStep::Attribute { .. }] | [_, TraversalStep::Index { .. }, ..]
            if rest.first().is_none_or(is_data) =>
        {
            return None;
        }
        [first, ..] if is_data(first) => "Expected the index of an object after `data`, as in `data[0]`.",
        _ => "Expected `data` after the name of the list, which has the objects found.",
    };
    Some(
        Diagnostic::error(codes::INVALID_REFERENCE, "Invalid reference to a list")
            .with_detail(detail)
            .with_subject(reference.span()?),
    )
}

fn is_data(step: &TraversalStep) -> bool {
    matches!(step, TraversalStep::Attribute { name, .. } if *name == *names::DATA)
}

/// Checks the arguments of a run.
fn check_run(run: &Declaration, diagnostics: &mut Diagnostics) {
    for call in run.blocks_of(names::MODULE) {
        source::check_tested(call, diagnostics);
    }
    for options in run.blocks_of(names::PLAN_OPTIONS) {
        let mode = options
            .argument(names::MODE)
            .and_then(|mode| mode.expression.keyword());
        if mode.is_some_and(|mode| mode == *REFRESH_ONLY)
            && let Some(refresh) = options.argument(names::REFRESH)
            && !options.flag(names::REFRESH, true)
        {
            diagnostics.push(
                Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Plan that does nothing")
                    .with_detail(format!(
                        "A plan with the mode `{REFRESH_ONLY}` must refresh. Remove one of the two arguments."
                    ))
                    .with_subject(refresh.span),
            );
        }
    }
    let expected = run.argument(names::EXPECT_FAILURES);
    for element in expected
        .and_then(|expected| expected.expression.static_list())
        .unwrap_or_default()
    {
        let root = reference(&element).and_then(|reference| reference.root_name().cloned());
        let is_unchecked = |root: &str| {
            OTHER_ROOTS.contains(&root) || [ROOT_LOCAL, names::MODULE, names::RUN].contains(&root)
        };
        if root.is_some_and(|root| is_unchecked(&root)) {
            diagnostics.push(
                Diagnostic::error(codes::INVALID_TARGET, "Object without conditions")
                    .with_detail(
                        "Expected a variable, an output, a check, a resource or a data source: only these have \
                         conditions that can fail.",
                    )
                    .with_subject(element.span()),
            );
        }
    }
}

/// Reports blocks that override objects of another kind, or by values that are no object.
fn check_replaced(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    for block in &declaration.blocks {
        check_replaced(block, diagnostics);
    }
    let name = declaration.block_type.name;
    let Some((_, replaced, values)) = REPLACED_IN_TESTS.iter().find(|(own, ..)| *own == name) else {
        return;
    };
    let target = declaration.argument(names::TARGET);
    if let Some(target) = target
        && let Some(address) = reference(&target.expression)
    {
        let kind = target_kind(&address).map(|kind| match kind {
            kind if kind.is_module => Replaced::Module,
            kind if kind.is_data => Replaced::Data,
            kind if kind.is_ephemeral => Replaced::Ephemeral,
            _ => Replaced::Resource,
        });
        if kind != Some(*replaced) {
            let what = match replaced {
                Replaced::Resource => "a resource",
                Replaced::Data => "a data source",
                Replaced::Ephemeral => "an ephemeral resource",
                Replaced::Module => "a module",
            };
            diagnostics.push(
                Diagnostic::error(codes::INVALID_TARGET, "Invalid target of an override")
                    .with_detail(format!("Expected the address of {what}."))
                    .with_subject(target.expression.span()),
            );
        }
    }
    let values = declaration.argument(values);
    if let Some(values) = values.filter(|values| values.expression.static_map().is_none())
        && values.expression.variables().is_empty()
        && let Some(value) = constant(&values.expression, diagnostics)
        && value.fields().is_none()
    {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
                .with_detail(format!(
                    "Expected an object, found {}.",
                    value.ty().friendly_name()
                ))
                .with_subject(values.expression.span()),
        );
    }
}
