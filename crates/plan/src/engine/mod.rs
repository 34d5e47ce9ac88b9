//! The evaluation of a graph: every node once, for all instances of its module.

mod change;
mod conditions;
mod data_sources;
mod expand;
mod ignore;
mod imports;
mod moves;
mod order;
mod outputs;
mod partial;
mod pending;
mod prevention;
mod prior;
mod remote_state;
mod resources;
mod simulated;
mod stated;
mod triggers;
mod variables;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::{EvalContext, FunctionTable, Name};
use hcl2_terraform::eval::{InstanceVariable, Keys};
use hcl2_terraform::table::behaviours::{CALLERS_SEE_OUTPUTS, OUTPUTS_ARE_EPHEMERAL};
use hcl2_terraform::table::roots;
use hcl2_terraform::{
    Address, ModuleAddress, ModuleTree, Output, ProviderFunctions, ResourceAddress, ResourceKind,
};
use hcl2_value::{Type, Value};

use crate::graph::{Graph, ModuleId, Need, NodeId, NodeKind, Scoped, StaticModule};
use crate::model::{Action, Plan};
use crate::options::Inputs;
use crate::providers::Providers;
use crate::simulation::Simulation;
use crate::stages::{expected_providers, missing_provider, problems_before, unconfigured_resources};
use crate::state::Objects;
use conditions::Conditions;
pub(crate) use conditions::FailedObject;
use order::Limit;
use outputs::root_output;
use pending::Pending;
use prevention::Prevention;

/// The position of a module instance.
pub(crate) type InstanceId = usize;

/// An instance of a module.
#[derive(Debug)]
pub(crate) struct Instance {
    module: ModuleId,
    pub(crate) parent: Option<InstanceId>,
    /// The position among the instances of the same module.
    pub(crate) ordinal: usize,
    pub(crate) address: ModuleAddress,
    /// The variable `count` or `each` for the arguments of its call.
    pub(crate) own: Option<InstanceVariable>,
    /// The instances of called modules.
    children: HashMap<ModuleId, Children>,
}

/// The instances of a called module in one instance of its caller.
#[derive(Debug)]
struct Children {
    keys: Keys,
    instances: Range<InstanceId>,
}

/// Outputs of a called module in an instance of its caller.
type Called = (ModuleId, InstanceId, Option<Vec<NodeId>>);

/// A plan in the making.
#[derive(Debug)]
pub(crate) struct Engine<'t> {
    pub(crate) graph: Graph<'t>,
    pub(crate) inputs: &'t Inputs,
    /// The functions, of which unpredictable ones have unknown results.
    functions: Arc<FunctionTable>,
    /// The functions of providers, by the modules that require them.
    provider_functions: Vec<Arc<ProviderFunctions>>,
    /// What providers answer.
    pub(crate) simulation: &'t Simulation,
    pub(crate) providers: Providers,
    pub(crate) instances: Vec<Instance>,
    /// The positions of the module instances, by address.
    instances_at: HashMap<ModuleAddress, InstanceId>,
    pub(crate) of_module: Vec<Vec<InstanceId>>,
    /// The values of each node, by the instances of its module.
    values: Vec<Vec<Value>>,
    /// The objects of called modules that were made before.
    modules: RefCell<HashMap<Called, Value>>,
    /// The changes of managed resources.
    pending: Pending,
    /// Where the plan has the instances of each resource, by the instances of its module, and whether any of them changes in
    /// place or by a replacement.
    planned: HashMap<(NodeId, InstanceId), (Range<usize>, bool)>,
    /// The resources whose replacements are created before the old objects are destroyed.
    created_first: HashSet<NodeId>,
    /// The objects of the state that no instance has taken yet.
    objects: Objects,
    /// The imports whose targets were found.
    taken_imports: HashSet<imports::ImportInstance>,
    /// The positions of imports by their targets; empty until the first is looked for.
    imports: HashMap<imports::KnownTarget, Vec<usize>>,
    /// The imports to instances that are not planned yet.
    importers: HashMap<ResourceAddress, (imports::ImportInstance, imports::Importer<'t>)>,
    /// What resources prevent in the instances of their modules.
    preventions: HashMap<(NodeId, Option<InstanceId>), Prevention>,
    /// What the plan is limited to, if there are targets.
    limit: Option<Limit>,
    /// Nodes that have no value because of an error, and those that need them.
    failed: Vec<bool>,
    /// Resources with values that only a provider knows, although the real Terraform would have asked it.
    pub(crate) unanswered: HashSet<NodeId>,
    /// Resources and calls whose instances are not known, in a partial plan.
    unknown_instances: HashSet<NodeId>,
    /// Nodes whose values may come from a secret part of a state or a fixture.
    has_secrets: HashSet<NodeId>,
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
    let graph = Graph::of(tree);
    let mut diagnostics = problems_before(tree, &graph, inputs);
    if !diagnostics.has_errors() && !inputs.is_partial {
        diagnostics.append(expected_providers(tree, simulation));
    }
    let providers = Providers::of(&graph, &inputs.schemas);
    if diagnostics.has_errors() {
        return Outcome::new(None, diagnostics);
    }
    let mut engine = Engine::new(graph, providers, inputs, simulation);
    engine.run();
    diagnostics.append(std::mem::take(&mut engine.diagnostics));
    Outcome::new(Some(engine), diagnostics)
}

impl<'t> Engine<'t> {
    fn new(graph: Graph<'t>, providers: Providers, inputs: &'t Inputs, simulation: &'t Simulation) -> Self {
        let (modules, nodes) = (graph.modules.len(), graph.nodes.len());
        // Imported objects may be replaced too.
        let has_objects = inputs.state.is_some() || !graph.imports.is_empty();
        let created_first = if has_objects {
            graph.created_first()
        } else {
            HashSet::new()
        };
        let version = graph.version();
        let functions_of = |module: &StaticModule<'_>| {
            Arc::new(ProviderFunctions::of(&module.tree.module, Some(&inputs.schemas)))
        };
        Self {
            provider_functions: graph.modules.iter().map(functions_of).collect(),
            graph,
            inputs,
            functions: match simulation.applies {
                true => inputs.functions_of(version).into(),
                false => inputs.functions_of_plan(version),
            },
            simulation,
            providers,
            instances: Vec::new(),
            instances_at: HashMap::new(),
            of_module: vec![Vec::new(); modules],
            values: vec![Vec::new(); nodes],
            modules: RefCell::default(),
            pending: Pending::default(),
            planned: HashMap::new(),
            created_first,
            objects: Objects::default(),
            taken_imports: HashSet::new(),
            imports: HashMap::new(),
            importers: HashMap::new(),
            preventions: HashMap::new(),
            limit: None,
            failed: vec![false; nodes],
            unanswered: HashSet::new(),
            unknown_instances: HashSet::new(),
            has_secrets: HashSet::new(),
            without_schema: HashSet::new(),
            plan: Plan::default(),
            diagnostics: Diagnostics::new(),
        }
    }

    fn run(&mut self) {
        self.check_removed();
        if self.diagnostics.has_errors() {
            return;
        }
        self.move_objects();
        self.check_targets();
        if self.diagnostics.has_errors() {
            return;
        }
        self.check_imports();
        let order = self.graph.order();
        for members in order.cycles() {
            self.report_cycle(&members);
        }
        let order = order.positions();
        self.limit = self.limit(order);
        self.plan.is_targeted = self.limit.is_some();
        let unconfigured = match self.inputs.is_partial {
            true => HashMap::new(),
            false => unconfigured_resources(&self.graph, &self.providers, self.inputs, self.simulation),
        };
        if self.inputs.is_partial {
            self.add_gaps_of_tree();
        }
        let mut first_of_provider: BTreeMap<&str, NodeId> = BTreeMap::new();
        for node in order.iter().copied() {
            if !self.is_selected(node) {
                self.leave_out(node);
                continue;
            }
            let provider = unconfigured.get(&node);
            if let Some(name) = provider {
                let first = first_of_provider.entry(name).or_insert(node);
                *first = node.min(*first);
            }
            let mut needed = self.graph.nodes[node].after.iter();
            if self.failed[node] || provider.is_some() || needed.any(|other| self.failed[*other]) {
                self.failed[node] = true;
                continue;
            }
            let (errors, found) = (self.diagnostics.error_count(), self.diagnostics.len());
            self.evaluate_discreetly(node);
            self.settle(node, found);
            self.pending.add(node);
            self.failed[node] = self.diagnostics.error_count() > errors;
        }
        for (name, node) in first_of_provider {
            if let NodeKind::Resource(resource, _) = self.graph.nodes[node].kind {
                self.diagnostics.push(missing_provider(name, resource.span));
            }
        }
        self.check_imported();
        self.check_replaced();
        self.add_orphans();
        self.add_deleted_outputs();
        let moves = self.check_moves();
        if moves.has_errors() {
            self.diagnostics = moves;
        }
        self.finish();
        if self.inputs.is_partial {
            self.finish_partial();
        }
    }

    fn evaluate(&mut self, id: NodeId) {
        let (module, kind) = (self.graph.nodes[id].module, self.graph.nodes[id].kind);
        if let NodeKind::Expand = kind {
            self.expand(module);
            return;
        }
        let instances = std::mem::take(&mut self.of_module[module]);
        // Nothing in an overridden module is evaluated but its outputs.
        let evaluated: Vec<InstanceId> = instances
            .iter()
            .copied()
            .filter(|instance| !self.is_overridden(*instance))
            .collect();
        match kind {
            NodeKind::Variable(variable) => {
                self.values[id] = self.each(&instances, |engine, instance| {
                    if engine.is_overridden(instance) {
                        return Value::DYNAMIC;
                    }
                    engine.variable(module, instance, variable)
                });
            }
            NodeKind::Local(local) => {
                let scoped = self.graph.scoped(module, &local.value);
                self.values[id] = self.each(&instances, |engine, instance| {
                    if engine.is_overridden(instance) {
                        return Value::DYNAMIC;
                    }
                    engine.value_of(instance, &scoped)
                });
            }
            NodeKind::Output(output) => {
                let scoped = output
                    .value
                    .as_ref()
                    .map(|value| self.graph.scoped(module, value));
                self.values[id] = self.each(&instances, |engine, instance| {
                    engine.output(instance, output, scoped.as_ref())
                });
                self.check_outputs(module, &evaluated, output);
            }
            NodeKind::Validation(variable) => self.check_variables(module, &evaluated, variable),
            NodeKind::Resource(resource, check) => {
                self.values[id] = self.resource(id, &instances, resource, check);
                self.mark_removed_instances(id);
            }
            NodeKind::Check(check) => self.check(module, &evaluated, check),
            NodeKind::Expand | NodeKind::Close | NodeKind::Unread(_) => {}
        }
        self.of_module[module] = instances;
    }

    fn each(
        &mut self,
        instances: &[InstanceId],
        mut value: impl FnMut(&mut Self, InstanceId) -> Value,
    ) -> Vec<Value> {
        instances.iter().map(|instance| value(self, *instance)).collect()
    }

    /// Creates the instances of a module.
    fn expand(&mut self, module: ModuleId) {
        let Some((caller, call)) = self.graph.modules[module].caller else {
            self.add_instance(module, None, ModuleAddress::default(), None);
            return;
        };
        for parent in self.of_module[caller].clone() {
            if self.is_overridden(parent) {
                continue;
            }
            let start = self.instances.len();
            let Some(keys) = self.keys(caller, parent, call.repetition()) else {
                continue;
            };
            if let Keys::Unknown(_) = keys {
                self.record_unknown_instances(self.graph.modules[module].expand);
            }
            for (key, own) in keys.iter() {
                let address = self.instances[parent].address.child(&call.name, key);
                self.add_instance(module, Some(parent), address, own);
            }
            let children = Children {
                keys,
                instances: start..self.instances.len(),
            };
            self.instances[parent].children.insert(module, children);
        }
    }

    /// Returns the module instance at an address.
    pub(crate) fn instance_at(&self, address: &ModuleAddress) -> Option<InstanceId> {
        self.instances_at.get(address).copied()
    }

    fn add_instance(
        &mut self,
        module: ModuleId,
        parent: Option<InstanceId>,
        address: ModuleAddress,
        own: Option<InstanceVariable>,
    ) {
        self.of_module[module].push(self.instances.len());
        self.instances_at.insert(address.clone(), self.instances.len());
        self.instances.push(Instance {
            module,
            parent,
            ordinal: self.of_module[module].len() - 1,
            address,
            own,
            children: HashMap::new(),
        });
    }

    /// Returns whether a test has the outputs of a module instance, so that nothing else in it counts.
    fn is_overridden(&self, instance: InstanceId) -> bool {
        self.simulation
            .outputs(&self.instances[instance].address)
            .is_some()
    }

    fn output(&mut self, instance: InstanceId, output: &'t Output, scoped: Option<&Scoped<'t>>) -> Value {
        if let Some(outputs) = self.simulation.outputs(&self.instances[instance].address) {
            let given = outputs.get(&output.name).cloned();
            return given.unwrap_or_else(|| Value::null(Type::DYNAMIC));
        }
        let Some(scoped) = scoped else {
            return Value::DYNAMIC;
        };
        let value = self.value_of(instance, scoped);
        let Some(value) = self.typed(output, value) else {
            return Value::DYNAMIC;
        };
        let mut is_changed = !value.is_null();
        if self.instances[instance].parent.is_none() {
            let place = output.value.as_ref().map_or(output.span, |value| value.span());
            let made = self
                .count_text(&[&value], place)
                .and_then(|()| root_output(output, &value, &self.inputs.state));
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
        let version = self.graph.version();
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
            .push(conditions.finish(self.static_address(module)));
    }

    pub(crate) fn static_address(&self, module: ModuleId) -> ModuleAddress {
        let mut names: Vec<&Name> = Vec::new();
        let mut current = module;
        while let Some((caller, call)) = self.graph.modules[current].caller {
            names.push(&call.name);
            current = caller;
        }
        let root = ModuleAddress::default();
        names
            .iter()
            .rev()
            .fold(root, |address, name| address.child(name, None))
    }

    /// Evaluates an expression in a module instance.
    pub(crate) fn value_of(&mut self, instance: InstanceId, scoped: &Scoped<'t>) -> Value {
        let context = self.context(instance, &scoped.needs);
        let value = scoped.expression.evaluate(Some(&context));
        value.report_into(&mut self.diagnostics)
    }

    /// Returns a context with what expressions of a module instance need.
    pub(crate) fn context(&self, instance: InstanceId, needs: &[Need]) -> EvalContext<'static> {
        let mut context = EvalContext::new();
        context.allow_variables();
        context.set_functions(Arc::clone(&self.functions));
        let of_providers = &self.provider_functions[self.instances[instance].module];
        context.set_resolver(Arc::clone(of_providers) as _);
        context.set_budget(self.inputs.budget.clone());
        context.set_rules(self.graph.version().rules());
        if let Some(taken) = &self.simulation.taken {
            context.record_branches(taken.clone());
        }
        let mut variables: Vec<(&str, Value)> = Vec::new();
        let mut locals: Vec<(&str, Value)> = Vec::new();
        let mut called: Vec<(&str, Value)> = Vec::new();
        let mut resources: Vec<(ResourceKind, &Name, &Name, Value)> = Vec::new();
        let has_long_form = needs.contains(&Need::LongForm);
        for need in needs {
            match need {
                Need::LongForm => {}
                Need::Node(node) => {
                    let value = self.value_at(*node, instance);
                    match self.graph.nodes[*node].kind {
                        NodeKind::Variable(variable) => variables.push((&*variable.name, value)),
                        NodeKind::Local(local) => locals.push((&*local.name, value)),
                        NodeKind::Unread(call) => called.push((&*call.name, Value::DYNAMIC)),
                        NodeKind::Resource(own, _) => resources.push((own.kind, &own.ty, &own.name, value)),
                        _ => {}
                    }
                }
                Need::Outputs(module, outputs) => {
                    if let Some((_, call)) = self.graph.modules[*module].caller {
                        let outputs = outputs.as_deref();
                        called.push((&*call.name, self.module_value(*module, instance, outputs)));
                    }
                }
                Need::Path => context.set_variable(roots::PATH, self.paths(instance)),
                Need::Run(root) => {
                    let name = self.inputs.known_workspace();
                    let name = name.map_or_else(|| Value::unknown_not_null(Type::STRING), Value::from);
                    let applying = Value::from(self.simulation.applies).with_mark(ephemeral_mark());
                    let run = [(roots::WORKSPACE.0, name), (roots::APPLYING, applying)];
                    context.set_variable(*root, Value::object(run));
                }
            }
        }
        for (root, fields) in [
            (roots::VARIABLE, variables),
            (roots::LOCAL, locals),
            (roots::MODULE, called),
        ] {
            if !fields.is_empty() {
                context.set_variable(root, Value::object(fields));
            }
        }
        set_resources(&mut context, resources, has_long_form);
        context
    }

    /// Returns the value of an output of the root module; `None` if an error prevented it.
    pub(crate) fn evaluated_output(&self, node: NodeId) -> Option<Value> {
        self.values[node].first().cloned()
    }

    /// Returns the value of a node in a module instance.
    pub(crate) fn value_at(&self, node: NodeId, instance: InstanceId) -> Value {
        let ordinal = self.instances[instance].ordinal;
        let value = self.values[node].get(ordinal);
        value.cloned().unwrap_or(Value::DYNAMIC)
    }

    fn paths(&self, instance: InstanceId) -> Value {
        let address = &self.instances[instance].address;
        let mut module = 0;
        for step in address.steps() {
            module = self.graph.modules[module].calls[step.name.as_str()];
        }
        let path = |text: &str| Value::from(text);
        Value::object([
            (roots::PATHS.0, path(&self.graph.modules[module].tree.path)),
            (roots::PATHS.1, path(".")),
            (roots::PATHS.2, path(&self.inputs.working_directory)),
        ])
    }

    /// Returns the instances of a called module in an instance of its caller.
    pub(crate) fn children_of(&self, parent: InstanceId, module: ModuleId) -> Option<Range<InstanceId>> {
        let children = self.instances[parent].children.get(&module);
        children.map(|children| children.instances.clone())
    }

    fn finish(&mut self) {
        self.plan
            .resources
            .sort_by_cached_key(|resource| resource.address.order());
        self.plan.outputs.sort_by(|a, b| a.name.cmp(&b.name));
        self.plan.checks.sort_by_cached_key(ToString::to_string);
        let variables = &self.graph.modules[0].tree.module.variables;
        let mut variables: Vec<(Name, Value)> = variables
            .iter()
            .filter_map(|variable| {
                let given = self.inputs.variables.get(variable.name.as_str()).cloned();
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

/// Adds resources to a context, by the roots of references to them, possibly also those of their longer form.
fn set_resources(
    context: &mut EvalContext<'static>,
    mut resources: Vec<(ResourceKind, &Name, &Name, Value)>,
    has_long_form: bool,
) {
    if resources.is_empty() {
        return;
    }
    resources.sort_by(|a, b| (a.0, a.1, a.2).cmp(&(b.0, b.1, b.2)));
    for of_kind in resources.chunk_by(|a, b| a.0 == b.0) {
        let types: Vec<(&str, Value)> = of_kind
            .chunk_by(|a, b| a.1 == b.1)
            .map(|of_type| {
                let named = of_type
                    .iter()
                    .map(|(_, _, name, value)| (name.as_str(), value.clone()));
                (of_type[0].1.as_str(), Value::object(named))
            })
            .collect();
        if of_kind[0].0 == ResourceKind::Managed {
            for (ty, named) in &types {
                context.set_variable(*ty, named.clone());
            }
        }
        // `resource.TYPE.NAME` is a longer form of references to resources.
        if has_long_form || of_kind[0].0 != ResourceKind::Managed {
            context.set_variable(of_kind[0].0.block_type(), Value::object(types));
        }
    }
}
