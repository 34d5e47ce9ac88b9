//! The evaluation of a graph: every node once, for all instances of its module.

mod answers;
mod change;
mod conditions;
mod data_sources;
mod evaluated;
mod expand;
mod failed;
mod ignore;
mod imports;
mod instances;
mod managed;
mod order;
mod outputs;
mod partial;
mod pending;
mod prevention;
mod remote_state;
mod resources;
mod simulated;
mod stated;
mod sweep;
mod triggers;
mod variables;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::{EvalContext, Name};
use hcl2_terraform::eval::Scope;
use hcl2_terraform::table::behaviours::{CALLERS_SEE_OUTPUTS, OUTPUTS_ARE_EPHEMERAL};
use hcl2_terraform::{Address, ModuleAddress, ModuleTree, Output};
use hcl2_value::{Type, Value};

use crate::graph::{Graph, ModuleId, Need, NodeId, NodeKind, Scoped};
use crate::model::{Action, Plan};
use crate::options::Inputs;
use crate::prepared::Prepared;
use crate::prior::{Prior, problems_of_moves};
use crate::providers::Providers;
use crate::simulation::Simulation;
use crate::stages::{expected_providers, missing_provider, problems_before, unconfigured_resources};
use crate::state::Objects;
use conditions::Conditions;
pub(crate) use conditions::FailedObject;
use evaluated::Evaluated;
pub(crate) use expand::Unanswered;
use failed::unless_failed;
use imports::FoundImports;
pub(crate) use instances::InstanceId;
use instances::Instances;
use outputs::root_output;
use partial::Unknowns;
use pending::Pending;
use prevention::Prevention;

/// Outputs of a called module in an instance of its caller.
type Called = (ModuleId, InstanceId, Option<Vec<NodeId>>);

/// A plan in the making.
#[derive(Debug)]
pub(crate) struct Engine<'t> {
    pub(crate) prepared: Prepared<'t>,
    pub(crate) instances: Instances,
    pub(crate) evaluated: Evaluated,
    /// The objects of called modules that were made before.
    modules: RefCell<HashMap<Called, Value>>,
    /// The changes of managed resources.
    pending: Pending,
    /// Where the plan has the instances of each resource, by the instances of its module, and whether any of them changes in
    /// place or by a replacement.
    planned: HashMap<(NodeId, InstanceId), (Range<usize>, bool)>,
    /// The objects of the state that no instance has taken yet.
    objects: Objects,
    found_imports: FoundImports<'t>,
    /// What resources prevent in the instances of their modules.
    preventions: HashMap<(NodeId, Option<InstanceId>), Prevention>,
    unknowns: Unknowns,
    /// Why the data source of a check cannot be read, by the name and the module of the check.
    failed_checks: HashMap<(Name, ModuleAddress), String>,
    /// Resources whose missing schema is reported.
    without_schema: HashSet<Span>,
    pub(crate) plan: Plan,
    pub(crate) diagnostics: Diagnostics,
}

/// Plans a module tree: what Terraform would do, as far as it can be known without providers.
///
/// The errors in [`Inputs::found`] are reported first, then missing values of variables, then what
/// [`ModuleTree::validate`] finds, then what cannot be planned: earlier errors hide later ones, as in Terraform.
///
/// The diagnostics have the codes of [`ModuleTree::validate`], and `hcl2::terraform::missing-value`, `refused-value`,
/// `failed-condition` and `missing-schema`.
pub fn plan(tree: &ModuleTree, inputs: &Inputs) -> Outcome<Plan> {
    run(tree, inputs).map(|engine| engine.map_or_else(Plan::default, |engine| engine.plan))
}

/// Plans a module tree, and returns all that was evaluated; `None` if the errors are from before the plan.
pub(crate) fn run<'t>(tree: &'t ModuleTree, inputs: &'t Inputs) -> Outcome<Option<Engine<'t>>> {
    static NO_ANSWERS: LazyLock<Simulation> = LazyLock::new(Simulation::default);
    run_with(tree, inputs, &NO_ANSWERS)
}

/// Works as [`run`], with what providers answer in a test.
pub(crate) fn run_with<'t>(
    tree: &'t ModuleTree,
    inputs: &'t Inputs,
    simulation: &'t Simulation,
) -> Outcome<Option<Engine<'t>>> {
    let mut planned = planned(tree, inputs, simulation);
    let plan = planned.value.as_mut().map(|engine| &mut engine.plan);
    conceal(tree, plan, &mut planned.diagnostics);
    planned
}

fn planned<'t>(
    tree: &'t ModuleTree,
    inputs: &'t Inputs,
    simulation: &'t Simulation,
) -> Outcome<Option<Engine<'t>>> {
    let graph = Graph::of(tree);
    let mut diagnostics = problems_before(tree, &graph, inputs, simulation.is_test);
    if !diagnostics.has_errors() && !inputs.is_partial {
        diagnostics.append(expected_providers(tree, simulation));
    }
    let providers = Providers::of(&graph, &inputs.schemas);
    if diagnostics.has_errors() {
        return Outcome::new(None, diagnostics);
    }
    let prepared = Prepared::of(graph, providers, inputs, simulation);
    let mut prior = Prior::of(&prepared);
    let problems = std::mem::take(&mut prior.problems);
    let mut engine = Engine::new(prepared, prior);
    if problems.has_errors() {
        diagnostics.append(problems);
        return Outcome::new(Some(engine), diagnostics);
    }
    engine.check_imports();
    engine.evaluate_all();
    engine.check_imported();
    engine.check_replaced();
    engine.add_orphans();
    engine.add_deleted_outputs();
    let of_moves = engine.problems_of_moves();
    engine.check_answers();
    engine.finish();
    if inputs.is_partial || simulation.is_test {
        engine.add_gaps_of_providers();
    }
    if inputs.is_partial {
        engine.set_deferred_apart();
    }
    diagnostics.append(match of_moves.has_errors() {
        true => of_moves,
        false => std::mem::take(&mut engine.diagnostics),
    });
    Outcome::new(Some(engine), diagnostics)
}

/// Removes the words that may quote the default of a sensitive variable, or an argument for one.
fn conceal(tree: &ModuleTree, plan: Option<&mut Plan>, diagnostics: &mut Diagnostics) {
    let is_quiet = |plan: &Plan| plan.gaps.is_empty() && plan.warnings.is_empty();
    if diagnostics.is_empty() && plan.as_deref().is_none_or(is_quiet) {
        return;
    }
    let secrets = tree.secrets();
    diagnostics.conceal_within(&secrets);
    let Some(plan) = plan else { return };
    plan.warnings.conceal_within(&secrets);
    let is_secret = Span::overlapping(&secrets);
    for gap in plan
        .gaps
        .iter_mut()
        .filter(|gap| gap.place.is_some_and(&is_secret))
    {
        gap.detail = None;
    }
}

impl<'t> Engine<'t> {
    fn new(prepared: Prepared<'t>, prior: Prior) -> Self {
        let (modules, nodes) = (prepared.graph.modules.len(), prepared.graph.nodes.len());
        Self {
            instances: Instances::new(modules),
            evaluated: Evaluated::new(nodes),
            modules: RefCell::default(),
            pending: Pending::default(),
            planned: HashMap::new(),
            objects: prior.objects,
            found_imports: FoundImports::default(),
            preventions: HashMap::new(),
            unknowns: Unknowns::default(),
            failed_checks: HashMap::new(),
            without_schema: HashSet::new(),
            plan: Plan {
                is_targeted: prepared.limit.is_some(),
                warnings: prior.warnings,
                ..Plan::default()
            },
            diagnostics: Diagnostics::new(),
            prepared,
        }
    }

    /// Evaluates all nodes that are selected, each after those that it needs.
    fn evaluate_all(&mut self) {
        let cycles: Vec<Vec<NodeId>> = self.prepared.order.cycles().collect();
        for members in cycles {
            self.report_cycle(&members);
        }
        let prepared = &self.prepared;
        let unconfigured = match prepared.inputs.is_partial {
            true => HashMap::new(),
            false => unconfigured_resources(
                &prepared.graph,
                &prepared.providers,
                prepared.inputs,
                prepared.simulation,
            ),
        };
        if self.prepared.inputs.is_partial {
            self.add_gaps_of_tree();
        }
        let mut first_of_provider: BTreeMap<&str, NodeId> = BTreeMap::new();
        let order = self.prepared.order.positions().to_vec();
        for node in order {
            if !self.is_selected(node) {
                self.leave_out(node);
                self.record_hanging(node);
                continue;
            }
            let provider = unconfigured.get(&node);
            if let Some(name) = provider {
                let first = first_of_provider.entry(name).or_insert(node);
                *first = node.min(*first);
            }
            let mut needed = self.prepared.graph.nodes[node].after.iter();
            let evaluated = &mut self.evaluated;
            let has_failed = evaluated.has_failed(node) || provider.is_some();
            if has_failed || needed.any(|other| evaluated.has_failed(*other)) {
                evaluated.fail(node);
                continue;
            }
            let (errors, found) = (self.diagnostics.error_count(), self.diagnostics.len());
            self.evaluate_discreetly(node);
            self.settle(node, found);
            self.record_hanging(node);
            self.pending.add(node);
            if self.diagnostics.error_count() > errors {
                self.evaluated.fail(node);
            }
        }
        for (name, node) in first_of_provider {
            if let NodeKind::Resource(resource, _) = self.prepared.graph.nodes[node].kind {
                self.diagnostics.push(missing_provider(name, resource.span));
            }
        }
    }

    /// Returns the problems of moves, which hide all others.
    fn problems_of_moves(&self) -> Diagnostics {
        let address = |instance: InstanceId| &self.instances[instance].address;
        let planned = self.plan.resources.iter();
        let planned = planned.filter(|resource| !resource.after.is_null());
        problems_of_moves(
            &self.prepared,
            &|module| self.instances.of(module).map(address).collect(),
            planned.map(|resource| &resource.address),
        )
    }

    fn evaluate(&mut self, id: NodeId) {
        let (module, kind) = (
            self.prepared.graph.nodes[id].module,
            self.prepared.graph.nodes[id].kind,
        );
        if let NodeKind::Expand = kind {
            self.expand(module);
            return;
        }
        let instances = self.instances.of(module);
        // Nothing in an overridden module is evaluated but its outputs.
        let evaluated: Vec<InstanceId> = instances
            .clone()
            .filter(|instance| !self.is_overridden(*instance))
            .collect();
        match kind {
            NodeKind::Variable(variable) => {
                let values = self.each(instances, |engine, instance| {
                    if engine.is_overridden(instance) {
                        return Value::DYNAMIC;
                    }
                    engine.variable(module, instance, variable)
                });
                self.evaluated.set(id, values);
            }
            NodeKind::Local(local) => {
                let scoped = self.prepared.graph.scoped(module, &local.value);
                let values = self.each(instances, |engine, instance| {
                    if engine.is_overridden(instance) {
                        return Value::DYNAMIC;
                    }
                    engine.value_of(instance, &scoped)
                });
                self.evaluated.set(id, values);
            }
            NodeKind::Output(output) => {
                let scoped = output
                    .value
                    .as_ref()
                    .map(|value| self.prepared.graph.scoped(module, value));
                let values = self.each(instances, |engine, instance| {
                    engine.output(instance, output, scoped.as_ref())
                });
                self.evaluated.set(id, values);
                self.check_outputs(module, &evaluated, output);
            }
            NodeKind::Validation(variable) => self.check_variables(module, &evaluated, variable),
            NodeKind::Resource(resource, check) => {
                let values = self.resource(id, instances, resource, check);
                self.evaluated.set(id, values);
                self.mark_removed_instances(id);
            }
            NodeKind::Check(check) => self.check(module, &evaluated, check),
            NodeKind::Expand | NodeKind::Close | NodeKind::Unread(_) | NodeKind::Run => {}
        }
    }

    fn each(
        &mut self,
        instances: Range<InstanceId>,
        mut value: impl FnMut(&mut Self, InstanceId) -> Value,
    ) -> Vec<Value> {
        instances.map(|instance| value(self, instance)).collect()
    }

    /// Creates the instances of a module.
    fn expand(&mut self, module: ModuleId) {
        let Some((caller, call)) = self.prepared.graph.modules[module].caller else {
            self.instances.add_root(module);
            return;
        };
        for parent in self.instances.of(caller) {
            if self.is_overridden(parent) {
                continue;
            }
            let expand = self.prepared.graph.modules[module].expand;
            let Some(keys) = self.keys(expand, (caller, parent), call.repetition()) else {
                continue;
            };
            self.instances.add_called(module, parent, &call.name, keys);
        }
    }

    /// Returns whether a test has the outputs of a module instance, so that nothing else in it counts.
    fn is_overridden(&self, instance: InstanceId) -> bool {
        self.prepared
            .simulation
            .outputs(&self.instances[instance].address)
            .is_some()
    }

    fn output(&mut self, instance: InstanceId, output: &'t Output, scoped: Option<&Scoped<'t>>) -> Value {
        if let Some(outputs) = self
            .prepared
            .simulation
            .outputs(&self.instances[instance].address)
        {
            let given = outputs.get(&output.name).cloned();
            return given.unwrap_or_else(|| Value::null(Type::DYNAMIC));
        }
        let Some(scoped) = scoped else {
            return Value::DYNAMIC;
        };
        let value = self.value_of(instance, scoped);
        // Validation does not know the types of values that depend on what is planned.
        let value = match output.accept(&value) {
            Ok(value) => value,
            Err(problem) => {
                self.diagnostics.push(*problem);
                return Value::DYNAMIC;
            }
        };
        let mut is_changed = !value.is_null();
        if self.instances[instance].parent.is_none() {
            let place = output.value.as_ref().map_or(output.span, |value| value.span());
            let made = self
                .count_text(&[&value], place)
                .and_then(|()| root_output(output, &value, &self.prepared.inputs.state));
            match made {
                Ok(change) => {
                    is_changed = change
                        .as_ref()
                        .is_some_and(|change| change.action != Action::NoOp);
                    self.plan.outputs.extend(change);
                }
                Err(problem) => self.diagnostics.push(*problem),
            }
        }
        if is_changed {
            let address = self.instances[instance].address.clone();
            self.plan.changed_outputs.push((address, output.name.clone()));
        }
        if self.instances[instance].parent.is_some() {
            self.called_output(output, value)
        } else {
            value
        }
    }

    /// Returns what the caller of a module sees of the value of an output.
    fn called_output(&self, output: &Output, mut value: Value) -> Value {
        let version = self.prepared.graph.version();
        if output.sensitive && !CALLERS_SEE_OUTPUTS.is_in(version) {
            value = value.with_mark(sensitive_mark());
        }
        if output.ephemeral && !OUTPUTS_ARE_EPHEMERAL.is_in(version) {
            value = value.with_mark(ephemeral_mark());
        }
        value
    }

    fn check_outputs(&mut self, module: ModuleId, instances: &[InstanceId], output: &'t Output) {
        if output.preconditions.is_empty() {
            return;
        }
        let mut conditions = Conditions::new(Address::Output(output.name.clone()));
        for instance in instances {
            self.check_all(
                module,
                *instance,
                None,
                &output.preconditions,
                &mut conditions,
                &|_| {},
            );
        }
        self.plan
            .checks
            .push(conditions.finish(self.prepared.graph.static_address(module)));
    }

    /// Evaluates an expression in a module instance.
    pub(crate) fn value_of(&mut self, instance: InstanceId, scoped: &Scoped<'t>) -> Value {
        let context = self.context(instance, &scoped.needs);
        let value = scoped.expression.evaluate(Some(&context));
        unless_failed(value).report_into(&mut self.diagnostics)
    }

    /// Returns a context with what expressions of a module instance need.
    pub(crate) fn context(&self, instance: InstanceId, needs: &[Need]) -> EvalContext<'static> {
        let mut context = EvalContext::new();
        context.allow_variables();
        context.set_functions(Arc::clone(&self.prepared.functions));
        let of_providers = &self.prepared.provider_functions[self.instances[instance].module];
        context.set_resolver(Arc::clone(of_providers) as _);
        context.set_budget(self.prepared.inputs.budget.clone());
        context.set_rules(self.prepared.graph.version().rules());
        if let Some(taken) = &self.prepared.simulation.taken {
            context.record_branches(taken.clone());
        }
        let mut scope = Scope::default();
        for need in needs {
            match need {
                Need::LongForm => scope.add_long_form(),
                // It precedes the node itself, whose value it decides.
                Need::Whole(_) => {}
                Need::Node(node) => {
                    let is_whole = || needs.contains(&Need::Whole(*node));
                    let value = match self.evaluated.partly_known.contains(node) && is_whole() {
                        true => self.whole_of(*node, &self.value_at(*node, instance)),
                        false => self.value_at(*node, instance),
                    };
                    match self.prepared.graph.nodes[*node].kind {
                        NodeKind::Variable(variable) => scope.add_variable(&variable.name, value),
                        NodeKind::Local(local) => scope.add_local(&local.name, value),
                        NodeKind::Unread(call) => {
                            let outputs = match is_whole() {
                                true => Value::DYNAMIC,
                                false => self.outputs_of_unread(*node, instance, call),
                            };
                            scope.add_call(&call.name, outputs);
                        }
                        NodeKind::Resource(own, _) => {
                            scope.add_resource((own.kind, &own.ty, &own.name), value);
                        }
                        _ => {}
                    }
                }
                Need::Outputs(module, outputs) => {
                    if let Some((_, call)) = self.prepared.graph.modules[*module].caller {
                        let outputs = outputs.as_deref();
                        scope.add_call(&call.name, self.module_value(*module, instance, outputs));
                    }
                }
                Need::Path => {
                    let module = self.instances[instance].module;
                    let path = &self.prepared.graph.modules[module].tree.path;
                    scope.add_paths(path, Some(&self.prepared.inputs.working_directory));
                }
                Need::Run(root) => {
                    let workspace = self.prepared.inputs.known_workspace();
                    scope.add_run(root, workspace, Some(self.prepared.simulation.applies));
                }
            }
        }
        scope.add_to(&mut context);
        context
    }

    /// Returns the value of a node in a module instance.
    pub(crate) fn value_at(&self, node: NodeId, instance: InstanceId) -> Value {
        let ordinal = self.instances.ordinal(instance);
        let value = self.evaluated.of(node).get(ordinal);
        value.cloned().unwrap_or(Value::DYNAMIC)
    }

    /// Returns the instances of a called module in an instance of its caller.
    pub(crate) fn children_of(&self, parent: InstanceId, module: ModuleId) -> Option<Range<InstanceId>> {
        let children = self.instances.children(parent, module);
        children.map(|children| children.instances.clone())
    }

    fn finish(&mut self) {
        self.plan
            .resources
            .sort_by_cached_key(|resource| resource.address.order());
        self.plan.outputs.sort_by(|a, b| a.name.cmp(&b.name));
        self.plan.checks.sort_by_cached_key(ToString::to_string);
        let variables = &self.prepared.graph.modules[0].tree.module.variables;
        let mut variables: Vec<(Name, Value)> = variables
            .iter()
            .filter_map(|variable| {
                let given = self
                    .prepared
                    .inputs
                    .variables
                    .get(variable.name.as_str())
                    .cloned();
                // Values of ephemeral variables are not stored, but their defaults are.
                let given = given.filter(|_| !variable.ephemeral);
                let default = || {
                    variable
                        .default
                        .as_ref()
                        .and_then(|value| variable.convert(value).ok())
                };
                Some((variable.name.clone(), given.or_else(default)?))
            })
            .collect();
        variables.sort_by(|a, b| a.0.cmp(&b.0));
        self.plan.variables = variables;
    }
}

/// Returns what is known as a whole of an object of which only some attributes are known.
fn whole(value: &Value) -> Value {
    Value::DYNAMIC.with_marks(&value.unmark_deep().1)
}
