//! What is reported before the plan, in the stages of Terraform: the errors of each hide those of later ones.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::{
    Code, Diagnostic, Diagnostics, Outcome, Severity, Span,
    codes::{body, source::UNREADABLE, terraform as codes},
};
use hcl2_model::{BodySchema, Traversal};
use hcl2_terraform::{Address, CheckOptions, ModuleCall, ModuleTree, ProviderSchema, Variable};
use hcl2_wire::schema::{Block, Presence};

use crate::graph::{Graph, NodeId, NodeKind};
use crate::options::Inputs;
use crate::providers::Providers;
use crate::simulation::Simulation;
use crate::unsupported::unsupported_declarations;

/// The codes of references, which are found when modules are read, but which Terraform checks with the values.
const OF_REFERENCES: &[Code] = &[codes::UNDECLARED, codes::INVALID_REFERENCE, codes::INSTANCE_KEY];

/// Returns the problems that Terraform reports before it plans: those of the modules by themselves, then missing values of
/// variables, then those of calls and of cycles, then those of values.
///
/// An object that needs another one with an error is not validated.
pub(crate) fn problems_before(
    tree: &ModuleTree,
    graph: &Graph<'_>,
    inputs: &Inputs,
    is_test: bool,
) -> Diagnostics {
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
    let mut missing = Diagnostics::new();
    if !inputs.is_partial {
        missing_modules(tree, inputs.infers_schemas(), &mut missing);
        missing.append(unsupported_declarations(tree));
    }
    if missing.has_errors() {
        missing.append(inputs.found.clone());
        return missing;
    }
    let mut valid = CheckOptions {
        schemas: Some(&inputs.schemas),
        budget: inputs.budget.clone(),
        host: inputs.host.clone(),
        working_directory: Some(inputs.working_directory.clone()),
        workspace: inputs.known_workspace().map(str::to_owned),
        has_no_caller: !inputs.is_partial,
        is_tested: is_test,
        valid: inputs.valid.clone(),
        ..CheckOptions::default()
    }
    .validate(tree);
    let places = Places::of(graph);
    let mut all = inputs.found.clone();
    // The plan itself reports moves and removals that fail.
    all.retain(|problem| problem.is_error() || problem.code != codes::INVALID_TARGET);
    // References of a resource to itself and invalid triggers are found with the modules, and are errors of the plan.
    let is_of_plan = |problem: &Diagnostic| {
        let is_reference = problem.code == codes::REFERENCE_CYCLE || OF_REFERENCES.contains(&problem.code);
        !problem.is_error() && is_reference
    };
    let found = all
        .iter()
        .filter(|problem| is_of_plan(problem) && !places.is_unused(problem));
    let of_plan: Diagnostics = found.cloned().map(as_error).collect();
    all.retain(|problem| !is_of_plan(problem));
    all.append(inputs.found_in_variables.clone());
    let is_of_file =
        |problem: &Diagnostic| [codes::MISSING_FILE, codes::REFUSED_FILE].contains(&problem.code);
    valid.retain(|problem| !inputs.is_partial || !is_of_file(problem));
    all.append(valid.map(|problem| match is_of_file(&problem) {
        true => as_error(problem),
        false => problem,
    }));
    all.retain(|problem| !places.is_unused(problem));
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
        if !inputs.is_partial {
            missing.append(missing_variables(tree, inputs));
        }
        missing.has_errors().then_some(missing)
    });
    let of_graph = before_values.or_else(|| only(&|problem| is_of_graph(problem, graph, &places)));
    let problems = of_graph.unwrap_or_else(|| {
        all.append(imported_by_themselves(tree));
        if !all.has_errors() {
            all.append(of_plan);
        }
        let empty = empty_providers(tree);
        let is_of_empty = |problem: &Diagnostic| problem.subject.is_some_and(|span| empty.contains(&span));
        if all
            .iter()
            .any(|problem| problem.is_error() && !is_of_empty(problem))
        {
            all.retain(|problem| !is_of_empty(problem));
        }
        independent(all, graph, &places)
    });
    Outcome::new((), problems).diagnostics
}

/// Reports calls of modules whose sources are not known, and, unless they are `allowed`, of those from elsewhere that are not
/// installed.
fn missing_modules(tree: &ModuleTree, allowed: bool, problems: &mut Diagnostics) {
    for call in &tree.module.calls {
        let is_read = tree.calls.contains_key(&call.name);
        problems.extend(unknown_source(call).filter(|_| !is_read));
        if let (false, false, Some(source), None) = (allowed, is_read, &call.source, call.local_path()) {
            problems.push(
                Diagnostic::error(UNREADABLE, "Module not installed")
                    .with_detail(format!(
                        "The module `{source}` is not installed. Run `terraform init` or `tofu init`, which installs it, or plan \
                         what is known without it (`--partial`)."
                    ))
                    .with_subject(call.span),
            );
        }
    }
    for (_, called) in &tree.calls {
        missing_modules(called, allowed, problems);
    }
}

/// Reports a call whose source is computed from values that are not known.
fn unknown_source(call: &ModuleCall) -> Option<Diagnostic> {
    let not_evaluated = || {
        let source = call.computed.iter().next().filter(|_| call.source.is_none())?;
        Some(
            Diagnostic::error(codes::UNKNOWN_SOURCE, "Unknown source of a module")
                .with_detail(format!(
                    "The source of the module `{}` is computed, but was not evaluated when the modules were read.",
                    call.name
                ))
                .with_subject(source.expression.span()),
        )
    };
    call.unknown_source.clone().or_else(not_evaluated)
}

fn as_error(mut problem: Diagnostic) -> Diagnostic {
    problem.severity = Severity::Error;
    problem
}

/// Reports imports whose identifiers refer to their targets.
fn imported_by_themselves(tree: &ModuleTree) -> Diagnostics {
    let problems = tree.module.imports.iter().filter_map(|import| {
        let (to, id) = (
            import.to.as_ref()?,
            import.id.as_ref().or(import.identity.as_ref())?,
        );
        let target = Address::from_traversal(&to.static_traversal()?);
        let refers = |reference: &Traversal| target.is_some() && Address::from_traversal(reference) == target;
        id.variables().iter().any(refers).then(|| {
            Diagnostic::error(codes::INVALID_VALUE, "Invalid identifier of an import")
                .with_detail(
                    "The identifier refers to the object that is imported. Write the identifier itself.",
                )
                .with_subject(id.span())
        })
    });
    problems.collect()
}

/// Returns where problems of the provider configurations without arguments are reported: Terraform does not validate
/// these, and sees what they lack when it plans.
fn empty_providers(tree: &ModuleTree) -> HashSet<Span> {
    let providers = tree.module.providers.iter();
    let empty = providers.filter(|own| !own.body.content(&BodySchema::default()).has_errors());
    empty.map(|own| own.body.missing_item_span()).collect()
}

/// Reports provider configurations that the root module expects from a caller: it has none.
pub(crate) fn expected_providers(tree: &ModuleTree, simulation: &Simulation) -> Diagnostics {
    let requirements = tree.module.requirements.iter();
    let is_missing = |alias: &String| !simulation.providers.contains_key(alias);
    let expected = requirements.filter(|requirement| requirement.aliases.iter().any(is_missing));
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

/// Returns the resources of providers without a configuration whose schemas require one, with the names of the providers.
pub(crate) fn unconfigured_resources(
    graph: &Graph<'_>,
    providers: &Providers,
    inputs: &Inputs,
    simulation: &Simulation,
) -> HashMap<NodeId, Arc<str>> {
    let mut unconfigured = HashMap::new();
    for (id, node) in graph.nodes.iter().enumerate() {
        let NodeKind::Resource(resource, _) = node.kind else {
            continue;
        };
        let name = providers.name(node.module, resource);
        let schema = inputs
            .schemas
            .provider(&name)
            .and_then(ProviderSchema::configuration);
        let is_required = schema.is_some_and(|schema| requires_arguments(schema.block()));
        let is_given = || {
            let root = graph.root_provider(id);
            root.is_some_and(|name| simulation.providers.contains_key(&name))
        };
        if is_required && graph.provider_of(id).is_none() && !is_given() {
            unconfigured.insert(id, name);
        }
    }
    unconfigured
}

/// Reports a provider without a configuration at its first resource.
pub(crate) fn missing_provider(name: &str, resource: Span) -> Diagnostic {
    Diagnostic::error(codes::PROVIDER_CONFIGURATION, "Missing provider configuration")
        .with_detail(format!(
            "The provider `{name}` has required arguments. Add a `provider` block with them to the root module."
        ))
        .with_subject(resource)
}

fn requires_arguments(block: &Block) -> bool {
    let mut attributes = block.attributes.values();
    attributes.any(|attribute| attribute.presence == Presence::Required)
        || block.blocks.values().any(|nested| nested.min_items > 0)
}

/// Reports the variables of the root module that have no value.
fn missing_variables(tree: &ModuleTree, inputs: &Inputs) -> Diagnostics {
    let variables = tree.module.variables.iter();
    let missing = variables.filter(|variable| inputs.lacks(variable));
    missing.map(missing_value).collect()
}

/// Reports a variable that has neither a value nor a default value.
pub(crate) fn missing_value(variable: &Variable) -> Diagnostic {
    Diagnostic::error(codes::MISSING_VALUE, "Missing value of a variable")
        .with_detail(format!(
            "The variable `{}` has no default value. Set it by `--var`, `--var-file` or the environment.",
            variable.name
        ))
        .with_subject(variable.span)
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
            .any(|kind| matches!(kind, NodeKind::Expand | NodeKind::Variable(_)))
    };
    problem.code == codes::REFERENCE_CYCLE || is_of_arguments && is_in_call()
}

/// Leaves out the errors of objects that need others with errors; resources also need the configurations of their
/// providers, and these what they refer to.
fn independent(mut problems: Diagnostics, graph: &Graph<'_>, places: &Places) -> Diagnostics {
    let errors = problems.iter().filter(|problem| problem.is_error());
    let failed: HashSet<NodeId> = errors.clone().flat_map(|problem| places.nodes(problem)).collect();
    let failed_providers: HashSet<Span> = errors.filter_map(|problem| places.provider(problem)).collect();
    if failed.is_empty() && failed_providers.is_empty() {
        return problems;
    }
    let mut is_blocked = vec![false; graph.nodes.len()];
    for node in graph.order().positions().iter().copied() {
        let mut needed = graph.nodes[node].after.iter();
        let provider = graph.provider_of(node);
        is_blocked[node] = provider.is_some_and(|(_, own)| failed_providers.contains(&own.span))
            || needed.any(|other| *other != node && (is_blocked[*other] || failed.contains(other)));
    }
    let is_missing = |node: &NodeId| is_blocked[*node] || failed.contains(node);
    let blocked_providers: HashSet<Span> = graph
        .configurations()
        .filter(|(module, own)| {
            graph
                .nodes_of(*module, &own.body.variables())
                .iter()
                .any(is_missing)
        })
        .map(|(_, own)| own.span)
        .collect();
    problems.retain(|problem| {
        let nodes = places.nodes(problem);
        let provider = places.provider(problem);
        let is_blocked_provider = provider.is_some_and(|span| blocked_providers.contains(&span));
        let is_independent = nodes.is_empty() || nodes.iter().any(|node| !is_blocked[*node]);
        !problem.is_error() || is_independent && !is_blocked_provider
    });
    problems
}

/// Where the objects of all modules are declared.
struct Places {
    /// The headers of blocks, local values and arguments of calls by their positions.
    sorted: Vec<(Span, Place)>,
}

/// What is declared at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Node(NodeId),
    /// A configuration of a provider, and whether a resource uses it.
    Provider(bool),
}

impl Places {
    fn of(graph: &Graph<'_>) -> Self {
        let mut sorted: Vec<(Span, Place)> = Vec::new();
        let mut used: HashSet<Span> = HashSet::new();
        for (id, node) in graph.nodes.iter().enumerate() {
            let module = &graph.modules[node.module];
            let mut add = |span: Span| sorted.push((span, Place::Node(id)));
            match (node.kind, module.caller) {
                (NodeKind::Variable(variable), Some((_, call))) => {
                    let argument = call.arguments.get(&variable.name);
                    if let Some(argument) = argument {
                        add(argument.expression.span());
                    }
                }
                (NodeKind::Expand, Some((_, call))) => {
                    add(call.span);
                    if let Some(expression) = call.repetition().expression() {
                        add(expression.span());
                    }
                }
                (NodeKind::Validation(variable), _) => add(variable.span),
                (NodeKind::Local(local), _) => add(local.span),
                (NodeKind::Output(output), _) => add(output.span),
                (NodeKind::Resource(resource, _), _) => {
                    add(resource.span);
                    used.extend(graph.provider_of(id).map(|(_, own)| own.span));
                }
                (NodeKind::Check(check), _) => add(check.span),
                (NodeKind::Variable(_) | NodeKind::Expand, None)
                | (NodeKind::Close | NodeKind::Unread(_) | NodeKind::Run, _) => {}
            }
        }
        let trees = graph.modules.iter().map(|module| module.tree);
        let providers = trees.flat_map(|tree| &tree.module.providers);
        sorted.extend(providers.map(|own| (own.span, Place::Provider(used.contains(&own.span)))));
        sorted.sort_by_key(|(span, place)| (span.source, span.start, *place));
        Self { sorted }
    }

    /// Returns the nodes whose declarations a problem is in: one for each call of their module.
    fn nodes(&self, problem: &Diagnostic) -> Vec<NodeId> {
        let places = self.nearest(problem).filter_map(|(_, place)| match place {
            Place::Node(node) => Some(*node),
            Place::Provider(_) => None,
        });
        places.collect()
    }

    /// Returns the configuration of a provider that a problem is in.
    fn provider(&self, problem: &Diagnostic) -> Option<Span> {
        let mut places = self.nearest(problem);
        let provider = places.find(|(_, place)| matches!(place, Place::Provider(_)));
        provider.map(|(span, _)| *span)
    }

    /// Returns whether a problem is in the configuration of a provider that no resource uses: Terraform does not read it.
    fn is_unused(&self, problem: &Diagnostic) -> bool {
        self.nearest(problem)
            .any(|(_, place)| *place == Place::Provider(false))
    }

    /// Returns what is declared at the nearest place before a problem.
    fn nearest(&self, problem: &Diagnostic) -> impl Iterator<Item = &(Span, Place)> {
        let before = problem.subject.map(|subject| {
            let is_before =
                |(span, _): &(Span, Place)| (span.source, span.start) <= (subject.source, subject.start);
            let before = &self.sorted[..self.sorted.partition_point(is_before)];
            let last = before.last().filter(|(span, _)| span.source == subject.source);
            (before, last.map(|(span, _)| *span))
        });
        let (before, nearest) = before.unwrap_or((&[], None));
        let same = move |(span, _): &&(Span, Place)| {
            nearest.is_some_and(|nearest| (nearest.source, nearest.start) == (span.source, span.start))
        };
        before.iter().rev().take_while(same)
    }
}
