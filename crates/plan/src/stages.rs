//! What is reported before the plan, in the stages of Terraform: the errors of each hide those of later ones.

use std::collections::HashSet;

use hcl2_diagnostics::{
    Code, Diagnostic, Diagnostics, Outcome, Span,
    codes::{body, source::UNREADABLE, terraform as codes},
};
use hcl2_terraform::ModuleTree;

use crate::graph::{Graph, NodeId, NodeKind};
use crate::options::Inputs;

/// The codes of references, which are found when modules are read, but which Terraform checks with the values.
const OF_REFERENCES: &[Code] = &[codes::UNDECLARED, codes::INVALID_REFERENCE, codes::INSTANCE_KEY];

/// Returns the problems that Terraform reports before it plans: those of the modules by themselves, then missing values of
/// variables, then those of calls and of cycles, then those of values.
///
/// An object that needs another one with an error is not validated.
pub(crate) fn problems_before(tree: &ModuleTree, graph: &Graph<'_>, inputs: &Inputs) -> Diagnostics {
    let is_of_module = |problem: &Diagnostic| problem.is_error() && !OF_REFERENCES.contains(&problem.code);
    let is_unreadable = |problem: &Diagnostic| problem.code == UNREADABLE;
    let is_of_root = |problem: &Diagnostic| {
        let own = &tree.module.sources;
        problem
            .subject
            .is_none_or(|subject| own.contains(&subject.source))
    };
    // Called modules are read once the root module is, and looked for once those that call them are read.
    let stages: [&dyn Fn(&Diagnostic) -> bool; 3] = [
        &|problem| is_of_module(problem) && is_of_root(problem) && !is_unreadable(problem),
        &|problem| is_of_module(problem) && !is_unreadable(problem),
        &|problem| is_of_module(problem),
    ];
    for is_of_stage in stages {
        if inputs.found.iter().any(is_of_stage) {
            let mut found = inputs.found.clone();
            found.retain(|problem| !problem.is_error() || is_of_stage(problem));
            return found;
        }
    }
    let valid = tree.validate_within(inputs.schemas.checked(), &inputs.budget);
    let mut all = inputs.found.clone();
    all.append(inputs.found_in_variables.clone());
    all.append(valid);
    let only = |of_stage: &dyn Fn(&Diagnostic) -> bool| -> Option<Diagnostics> {
        let mut own = all
            .iter()
            .filter(|problem| problem.is_error() && of_stage(problem));
        own.next()?;
        let mut kept = all.clone();
        kept.retain(|problem| !problem.is_error() || of_stage(problem));
        Some(kept)
    };
    let of_modules = only(&|problem| problem.code == codes::PROVIDER_CONFIGURATION);
    let before_values = of_modules.or_else(|| {
        let mut missing = inputs.found_in_variables.clone();
        missing.append(missing_variables(tree, inputs));
        missing.has_errors().then_some(missing)
    });
    let places = Places::of(graph);
    let problems = before_values
        .or_else(|| only(&|problem| is_of_graph(problem, graph, &places)))
        .unwrap_or_else(|| independent(all, graph, &places));
    Outcome::new((), problems).diagnostics
}

/// Reports provider configurations that the root module expects from a caller: it has none.
pub(crate) fn expected_providers(tree: &ModuleTree) -> Diagnostics {
    let requirements = tree.module.requirements.iter();
    let expected = requirements.filter(|requirement| !requirement.aliases.is_empty());
    let problems = expected.map(|requirement| {
        Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
            .with_detail(format!(
                "A caller must pass `{}`, so this module cannot be planned by itself.",
                requirement.aliases.join("`, `")
            ))
            .with_subject(requirement.span)
    });
    problems.collect()
}

/// Reports the variables of the root module that have no value.
fn missing_variables(tree: &ModuleTree, inputs: &Inputs) -> Diagnostics {
    let variables = tree.module.variables.iter();
    let missing = variables.filter(|variable| {
        variable.default.is_none() && !inputs.variables.contains_key(variable.name.as_str())
    });
    missing
        .map(|variable| {
            Diagnostic::error(codes::MISSING_VALUE, "Missing value of a variable")
                .with_detail(format!(
                    "The variable `{}` has no default value. Set it by `--var`, `--var-file` or the environment.",
                    variable.name
                ))
                .with_subject(variable.span)
        })
        .collect()
}

/// Returns whether Terraform reports a problem before it looks at values: a cycle, or arguments that a call lacks or must
/// not have.
fn is_of_graph(problem: &Diagnostic, graph: &Graph<'_>, places: &Places) -> bool {
    let is_of_arguments =
        problem.code == body::MISSING_ATTRIBUTE || problem.code == body::UNSUPPORTED_ATTRIBUTE;
    let is_in_call = || {
        let nodes = places.nodes(problem).into_iter();
        nodes
            .map(|node| graph.nodes[node].kind)
            .any(|kind| matches!(kind, NodeKind::Expand))
    };
    problem.code == codes::REFERENCE_CYCLE || is_of_arguments && is_in_call()
}

/// Leaves out the errors of objects that need others with errors.
fn independent(mut problems: Diagnostics, graph: &Graph<'_>, places: &Places) -> Diagnostics {
    let errors = problems.iter().filter(|problem| problem.is_error());
    let failed: HashSet<NodeId> = errors.flat_map(|problem| places.nodes(problem)).collect();
    if failed.is_empty() {
        return problems;
    }
    let mut is_blocked = vec![false; graph.nodes.len()];
    for node in graph.order().0 {
        let mut needed = graph.nodes[node].after.iter();
        is_blocked[node] = needed.any(|other| is_blocked[*other] || failed.contains(other));
    }
    problems.retain(|problem| {
        let nodes = places.nodes(problem);
        !problem.is_error() || nodes.is_empty() || nodes.iter().any(|node| !is_blocked[*node])
    });
    problems
}

/// Where the objects of all modules are declared.
struct Places {
    /// The headers of blocks, local values and arguments of calls by their positions.
    sorted: Vec<(Span, NodeId)>,
}

impl Places {
    fn of(graph: &Graph<'_>) -> Self {
        let mut sorted: Vec<(Span, NodeId)> = Vec::new();
        for (id, node) in graph.nodes.iter().enumerate() {
            let module = &graph.modules[node.module];
            match (node.kind, module.caller) {
                (NodeKind::Variable(variable), Some((_, call))) => {
                    let argument = call.arguments.iter().find(|own| own.name == variable.name);
                    sorted.extend(argument.map(|argument| (argument.expression.span(), id)));
                }
                (NodeKind::Expand, Some((_, call))) => sorted.push((call.span, id)),
                (NodeKind::Validation(variable), _) => sorted.push((variable.span, id)),
                (NodeKind::Local(local), _) => sorted.push((local.span, id)),
                (NodeKind::Output(output), _) => sorted.push((output.span, id)),
                (NodeKind::Resource(resource, _), _) => sorted.push((resource.span, id)),
                (NodeKind::Check(check), _) => sorted.push((check.span, id)),
                (NodeKind::Variable(_) | NodeKind::Expand, None) | (NodeKind::Close, _) => {}
            }
        }
        sorted.sort_by_key(|(span, id)| (span.source, span.start, *id));
        Self { sorted }
    }

    /// Returns the nodes whose declarations a problem is in: one for each call of their module.
    fn nodes(&self, problem: &Diagnostic) -> Vec<NodeId> {
        let Some(subject) = problem.subject else {
            return Vec::new();
        };
        let is_before =
            |(span, _): &(Span, NodeId)| (span.source, span.start) <= (subject.source, subject.start);
        let end = self.sorted.partition_point(is_before);
        let before = self.sorted[..end].iter().rev();
        let mut of_source = before
            .take_while(|(span, _)| span.source == subject.source)
            .peekable();
        let Some((nearest, _)) = of_source.peek() else {
            return Vec::new();
        };
        let start = nearest.start;
        of_source
            .take_while(|(span, _)| span.start == start)
            .map(|(_, node)| *node)
            .collect()
    }
}
