//! Why the values of a plan are what they are.
//!
//! Nothing of it is carried in values: the expression of an asked value is evaluated again, in the scope that the plan had,
//! with a mark on each part that it refers to. The marks of the result say which of these parts it comes from.

mod address;
mod causes;
mod resource;
mod trace;

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use hcl2_diagnostics::{Diagnostic, Outcome, Span};
use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_model::{EvalContext, ExpressionRef, Name};
use hcl2_terraform::eval::InstanceVariable;
use hcl2_terraform::{Address, InstanceKey, ModuleTree, Resource, ResourceAddress, Variable};
use hcl2_value::{Path, PathStep, Value};

use crate::engine::{Engine, InstanceId, run};
use crate::gaps::Gap;
use crate::graph::{ModuleId, NodeKind};
use crate::model::ResourceInstance;
use crate::options::{Channel, Inputs};
use crate::text::shown;
use address::{Asked, Object};
use trace::{Located, Traced};

/// Steps beyond which sources are not followed any more.
const MAX_STEPS: usize = 1000;
/// Parts of a compound value that are followed.
const MAX_PARTS: usize = 100;

/// Why a value of a plan is what it is: the values that it comes from, up to those that come from no other.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The values: first the asked one, each once.
    pub steps: Vec<Step>,
    /// The position of the value where the first mark is, if the asked value or a part of it must not be shown.
    pub first_mark: Option<usize>,
    /// The positions of the values that make the asked one unknown.
    pub unknown: Vec<usize>,
    /// Whether there are more steps than are followed.
    pub is_cut: bool,
    /// What the whole plan does not know.
    pub gaps: Vec<Gap>,
}

/// A value on the way to an asked one.
#[derive(Clone, Debug)]
pub struct Step {
    /// The address: that of the module instance, and a reference in it.
    pub address: String,
    /// What determines the value.
    pub origin: StepOrigin,
    /// The value, marked as sensitive if it could reveal one.
    pub value: Value,
    /// Where that is written.
    pub span: Option<Span>,
    /// The functions that the expression calls.
    pub functions: Vec<Name>,
    /// The values that it comes from.
    pub sources: Vec<StepSource>,
}

impl Step {
    /// Returns the value on one line, with words in place of what is unknown or must not be shown.
    #[must_use]
    pub fn shown(&self) -> String {
        shown(&self.value)
    }
}

/// A value that another one comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSource {
    /// The position of the value in [`Provenance::steps`].
    pub step: usize,
    /// Whether it only decides which result a conditional has.
    pub is_condition: bool,
}

/// What determines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepOrigin {
    /// A constant expression.
    Literal,
    /// An expression that refers to other values or calls functions.
    Expression,
    /// The default of a variable, or of an optional attribute of its type.
    Default,
    /// Nothing: a variable of the root module has neither a value nor a default, in a partial plan.
    Missing,
    /// The value of a variable of the root module, possibly given through a channel.
    Given(Option<Channel>),
    /// The key of an instance, or its element.
    Instance,
    /// The configuration omits the attribute, and the provider does not set it.
    Omitted,
    /// The provider computes the attribute.
    Computed,
    /// What a data source has.
    Data,
    /// The state before the plan.
    State,
    /// The identifier of an import.
    Import,
    /// Several values: the parts of an object, or all instances.
    Parts,
    /// A module that was not read, in a partial plan or one that infers schemas.
    Unread,
    /// Terraform itself: paths and the workspace.
    BuiltIn,
}

impl StepOrigin {
    /// Returns a name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Expression => "expression",
            Self::Default => "default",
            Self::Missing => "missing",
            Self::Unread => "module_not_read",
            Self::Given(None) => "given",
            Self::Given(Some(Channel::CommandLine)) => "command_line",
            Self::Given(Some(Channel::Environment)) => "environment",
            Self::Given(Some(Channel::File(_))) => "variable_file",
            Self::Instance => "instance",
            Self::Omitted => "omitted",
            Self::Computed => "computed",
            Self::Data => "data",
            Self::State => "state",
            Self::Import => "import",
            Self::Parts => "parts",
            Self::BuiltIn => "built_in",
        }
    }
}

/// Plans a module tree, and returns why a value of the plan is what it is.
///
/// An address is that of a module instance and a reference in it, such as `module.net["a"].acme_disk.d[0].size`,
/// `var.region.name` or `output.url`. Nothing is returned if the address names no value, or if the plan fails too early.
///
/// The diagnostics are those of [`plan`](crate::plan), and `hcl2::terraform::undeclared` for a wrong address.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_plan::{Inputs, StepOrigin, provenance};
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile, ModuleTree};
///
/// let text = "locals {\n  size = 3\n}\noutput \"o\" {\n  value = { size = local.size }\n}\n";
/// let source = SourceMap::new().add("main.tf", text)?;
/// let file = ModuleFile::parse(&source, Language::Terraform).value;
/// let module = Module::from_files(&[file], Language::Terraform).value;
/// let tree = ModuleTree { module, ..ModuleTree::default() };
///
/// let why = provenance(&tree, &Inputs::default(), "output.o.size").value.expect("the output is declared");
/// let steps: Vec<_> = why.steps.iter().map(|step| (step.address.as_str(), step.origin)).collect();
/// assert_eq!(steps, [("output.o.size", StepOrigin::Expression), ("local.size", StepOrigin::Literal)]);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn provenance(tree: &ModuleTree, inputs: &Inputs, address: &str) -> Outcome<Option<Provenance>> {
    let Outcome {
        value: engine,
        mut diagnostics,
    } = run(tree, inputs);
    let found = engine.map(|engine| Walk::of(&engine).provenance(address));
    let found = found.transpose().unwrap_or_else(|problem| {
        diagnostics.push(*problem);
        None
    });
    Outcome::new(found, diagnostics)
}

/// Plans a module tree once, and returns why several values of the plan are what they are, as [`provenance`] does for one.
///
/// Nothing is returned for an address that names no value.
///
/// # Examples
///
/// ```
/// use hcl2_plan::{Inputs, provenances};
/// use hcl2_terraform::ModuleTree;
///
/// let why = provenances(&ModuleTree::default(), &Inputs::default(), ["output.o"]);
/// assert!(why.value[0].is_none());
/// ```
pub fn provenances<'a>(
    tree: &ModuleTree,
    inputs: &Inputs,
    addresses: impl IntoIterator<Item = &'a str>,
) -> Outcome<Vec<Option<Provenance>>> {
    let Outcome {
        value: engine,
        diagnostics,
    } = run(tree, inputs);
    let of = |address| {
        let engine = engine.as_ref()?;
        Walk::of(engine).provenance(address).ok()
    };
    Outcome::new(addresses.into_iter().map(of).collect(), diagnostics)
}

/// What an expression sees besides the objects of its module.
#[derive(Clone)]
struct Site<'t> {
    instance: InstanceId,
    own: Option<Rc<OwnKey<'t>>>,
}

/// The key of an instance of a resource or call.
struct OwnKey<'t> {
    /// The variable `count` or `each`.
    variable: InstanceVariable,
    /// The `count` or `for_each` argument.
    repetition: &'t ExpressionRef,
    /// The address of the instance.
    address: String,
}

/// A walk from a value to those that it comes from.
struct Walk<'e, 't> {
    engine: &'e Engine<'t>,
    resources: HashMap<&'e ResourceAddress, &'e ResourceInstance>,
    steps: Vec<Step>,
    /// The positions of the steps by their addresses, with those of the instances that they belong to.
    known: HashMap<(String, Option<String>), usize>,
    pending: VecDeque<(usize, Asked<'t>)>,
    /// The parts of values that may still be marked.
    parts_left: usize,
    is_cut: bool,
}

/// Returns a part of a value, with the marks of what it is in.
fn part_of(value: &Value, path: &[PathStep]) -> Option<Value> {
    path.iter()
        .try_fold(value.clone(), |value, step| value.index(&key_of(step)).ok())
}

fn key_of(step: &PathStep) -> Value {
    match step {
        PathStep::Attribute(name) => Value::from(name.clone()),
        PathStep::Index(key) => key.clone(),
    }
}

impl<'e, 't> Walk<'e, 't> {
    fn of(engine: &'e Engine<'t>) -> Self {
        let resources = engine.plan.resources.iter().chain(&engine.plan.deferred);
        let planned = resources.filter(|own| own.deposed.is_none());
        Self {
            engine,
            resources: planned.map(|own| (&own.address, own)).collect(),
            steps: Vec::new(),
            known: HashMap::new(),
            pending: VecDeque::new(),
            parts_left: trace::MAX_MARKED,
            is_cut: false,
        }
    }

    fn provenance(mut self, address: &str) -> Result<Provenance, Box<Diagnostic>> {
        let asked = self.asked(address)?;
        self.step(asked);
        while let Some((id, asked)) = self.pending.pop_front() {
            self.explain(id, &asked);
        }
        let first_mark = self.first_mark();
        let unknown = self.unknown();
        self.hide();
        Ok(Provenance {
            steps: self.steps,
            first_mark,
            unknown,
            is_cut: self.is_cut,
            gaps: self.engine.plan.gaps.clone(),
        })
    }

    /// Returns the position of the step of a value, which is added unless there is one.
    fn step(&mut self, asked: Asked<'t>) -> Option<usize> {
        let address = self.display(&asked);
        let owner = match &asked.object {
            Object::Own(_) => asked.site.own.as_ref().map(|own| own.address.clone()),
            _ => None,
        };
        let key = (address, owner);
        if let Some(id) = self.known.get(&key) {
            return Some(*id);
        }
        if self.steps.len() == MAX_STEPS {
            self.is_cut = true;
            return None;
        }
        let id = self.steps.len();
        let whole = self.value_of(&asked);
        self.steps.push(Step {
            address: key.0.clone(),
            origin: StepOrigin::Expression,
            value: part_of(&whole, &asked.rest).unwrap_or(Value::DYNAMIC),
            span: None,
            functions: Vec::new(),
            sources: Vec::new(),
        });
        self.known.insert(key, id);
        self.pending.push_back((id, asked));
        Some(id)
    }

    fn module_of(&self, instance: InstanceId) -> ModuleId {
        let names = self.engine.instances[instance].address.steps().iter();
        let module = self.engine.prepared.graph.called(0, names.map(|step| &step.name));
        module.unwrap_or_default()
    }

    /// Returns the value of a whole object.
    fn value_of(&self, asked: &Asked<'t>) -> Value {
        let instance = asked.site.instance;
        let at = |node| self.engine.value_at(node, instance);
        match &asked.object {
            Object::Variable(node, _) | Object::Local(node, _) | Object::Resources(node, _) => at(*node),
            Object::Output(node, output) => {
                let value = at(*node);
                let marks = [
                    (output.sensitive, sensitive_mark()),
                    (output.ephemeral, ephemeral_mark()),
                ];
                marked_if(value, marks)
            }
            Object::Resource(node, _, key) => self.value_of_resource(asked, *node, key.as_ref()),
            Object::Call(module, key) => {
                let value = self.engine.module_value(*module, instance, None);
                let key = key.as_ref().map(InstanceKey::value);
                key.map_or(Some(value.clone()), |key| value.index(&key).ok())
                    .unwrap_or(Value::DYNAMIC)
            }
            Object::Own(root) => {
                let own = asked.site.own.as_ref();
                let own = own.filter(|own| own.variable.root == *root);
                own.map_or(Value::DYNAMIC, |own| own.variable.value.clone())
            }
            Object::Unread(_) => Value::DYNAMIC,
            Object::BuiltIn(root) => {
                let needs = self
                    .engine
                    .prepared
                    .graph
                    .needs(self.module_of(instance), &[address::root(root)]);
                let context = self.engine.context(instance, &needs);
                context.variable(root).cloned().unwrap_or(Value::DYNAMIC)
            }
        }
    }

    /// Finds what a value comes from.
    fn explain(&mut self, id: usize, asked: &Asked<'t>) {
        let rest = asked.rest.as_slice();
        match &asked.object {
            Object::Variable(_, variable) => self.explain_variable(id, asked, variable),
            Object::Local(_, local) => self.explain_expression(id, &asked.site, &local.value, rest),
            Object::Output(_, output) => match &output.value {
                Some(value) => self.explain_expression(id, &asked.site, value, rest),
                None => self.steps[id].span = Some(output.span),
            },
            Object::Resource(node, resource, key) => {
                self.explain_resource(id, asked, *node, resource, key.as_ref());
            }
            Object::Resources(_, resource) => {
                let keys = self.keys_of(asked.site.instance, resource);
                self.steps[id].span = Some(resource.span);
                let parts = keys.into_iter().map(|key| {
                    let first = [PathStep::Index(key.value())];
                    first.into_iter().chain(rest.iter().cloned()).collect()
                });
                self.explain_parts(id, asked, parts.collect());
            }
            Object::Call(module, key) => self.explain_call(id, asked, *module, key.is_some()),
            Object::Own(_) => self.explain_own(id, &asked.site, rest),
            Object::BuiltIn(_) => self.steps[id].origin = StepOrigin::BuiltIn,
            Object::Unread(call) => {
                self.steps[id].origin = StepOrigin::Unread;
                self.steps[id].span = Some(call.span);
            }
        }
    }

    /// Adds the parts of an object as its sources. Their paths continue that of the object without the asked path.
    fn explain_parts(&mut self, id: usize, asked: &Asked<'t>, parts: Vec<Vec<PathStep>>) {
        self.steps[id].origin = StepOrigin::Parts;
        self.is_cut |= parts.len() > MAX_PARTS;
        for rest in parts.into_iter().take(MAX_PARTS) {
            let part = self.normal(Asked {
                rest,
                ..asked.clone()
            });
            self.add_source(id, part, false);
        }
    }

    fn add_source(&mut self, id: usize, asked: Asked<'t>, is_condition: bool) {
        let source = self.step(asked).map(|step| StepSource { step, is_condition });
        let sources = &mut self.steps[id].sources;
        let is_new = |source: &StepSource| sources.iter().all(|own| own.step != source.step);
        if let Some(source) = source.filter(is_new) {
            sources.push(source);
        }
    }

    fn explain_call(&mut self, id: usize, asked: &Asked<'t>, module: ModuleId, has_key: bool) {
        let engine = self.engine;
        let called = &engine.prepared.graph.modules[module];
        self.steps[id].span = called.caller.map(|(_, call)| call.span);
        let output = |name: &str| PathStep::Attribute(name.into());
        let mut names: Vec<&str> = called.outputs.keys().copied().collect();
        names.sort_unstable();
        let keys: Vec<Option<InstanceKey>> = match engine.children_of(asked.site.instance, module) {
            Some(children) if !has_key => children
                .filter_map(|child| self.last_key(child))
                .map(Some)
                .collect(),
            _ => Vec::new(),
        };
        let keys = if keys.is_empty() { vec![None] } else { keys };
        let parts = keys.into_iter().flat_map(|key| {
            let key = key.map(|key| PathStep::Index(key.value()));
            names
                .iter()
                .map(move |name| key.clone().into_iter().chain([output(name)]).collect())
        });
        self.explain_parts(id, asked, parts.collect());
    }

    fn explain_variable(&mut self, id: usize, asked: &Asked<'t>, variable: &'t Variable) {
        let module = self.module_of(asked.site.instance);
        let is_root = self.engine.prepared.graph.modules[module].caller.is_none();
        let rest = asked.rest.as_slice();
        // What the value does not have, or has as null, is from the default of the variable or of its type.
        let is_omitted = |given: &Value, value: &Value| {
            let given = part_of(given, rest);
            given.is_none_or(|given| given.unmark().0.is_null() && !value.unmark().0.is_null())
        };
        match self.engine.prepared.graph.modules[module].caller {
            None => {
                let name = variable.name.as_str();
                let inputs = self.engine.prepared.inputs;
                let given = inputs.variables.get(name);
                let step = &mut self.steps[id];
                let given = given.filter(|given| !is_omitted(given, &step.value));
                let channel = given.and_then(|_| inputs.channels.get(name).copied());
                step.span = channel.and_then(Channel::place);
                step.origin = given.map_or(StepOrigin::Default, |_| StepOrigin::Given(channel));
            }
            Some((_, call)) => {
                let argument = call.arguments.get(&variable.name);
                let site = self.site_of_call(asked.site.instance);
                let value = argument.map(|argument| self.evaluated(&site, &argument.expression));
                let given = argument.filter(|_| {
                    let value = value.as_ref();
                    value.is_some_and(|value| !is_omitted(value, &self.steps[id].value))
                });
                match given {
                    Some(argument) => self.explain_expression(id, &site, &argument.expression, rest),
                    None => self.steps[id].origin = StepOrigin::Default,
                }
            }
        }
        let step = &mut self.steps[id];
        if step.origin == StepOrigin::Default && variable.default.is_none() && is_root {
            step.origin = StepOrigin::Missing;
        }
        if matches!(step.origin, StepOrigin::Default | StepOrigin::Missing) {
            step.span = Some(variable.default_span.unwrap_or(variable.span));
        }
    }

    /// Returns the site of the arguments of the call that a module instance comes from.
    fn site_of_call(&self, instance: InstanceId) -> Site<'t> {
        let own = &self.engine.instances[instance];
        let caller = self.engine.prepared.graph.modules[self.module_of(instance)].caller;
        let repetition = caller.and_then(|(_, call)| call.repetition().expression());
        let key = own.own.clone().zip(repetition).map(|(variable, repetition)| {
            Rc::new(OwnKey {
                variable,
                repetition,
                address: own.address.to_string(),
            })
        });
        Site {
            instance: own.parent.unwrap_or_default(),
            own: key,
        }
    }

    fn evaluated(&self, site: &Site<'t>, expression: &'t ExpressionRef) -> Value {
        let context = self.context(site, &expression.variables());
        expression.evaluate(Some(&context)).value
    }

    fn explain_own(&mut self, id: usize, site: &Site<'t>, rest: &[PathStep]) {
        let Some(own) = site.own.clone() else { return };
        let outer = Site {
            instance: site.instance,
            own: None,
        };
        let element = match rest {
            [PathStep::Attribute(name), inner @ ..] if name.as_str() == "value" => {
                let key = own.variable.value.get("key").cloned();
                key.map(|key| [&[PathStep::Index(key)], inner].concat())
            }
            _ => None,
        };
        let is_set = || self.evaluated(&outer, own.repetition).ty().is_set();
        match element.filter(|_| !is_set()) {
            Some(path) => self.explain_expression(id, &outer, own.repetition, &path),
            None => {
                self.explain_expression(id, &outer, own.repetition, &[]);
                self.steps[id].origin = StepOrigin::Instance;
            }
        }
    }

    /// Finds what a part of the value of an expression comes from.
    fn explain_expression(
        &mut self,
        id: usize,
        site: &Site<'t>,
        expression: &ExpressionRef,
        path: &[PathStep],
    ) {
        let located = |_: &EvalContext<'_>| {
            Some(Located {
                expression: expression.clone(),
                path: path.to_vec(),
                is_generated: false,
            })
        };
        let traced = self.trace(site, &expression.variables(), &located);
        self.add_traced(id, site, traced);
    }

    fn add_traced(&mut self, id: usize, site: &Site<'t>, traced: Option<Traced>) {
        let Some(traced) = traced else { return };
        let step = &mut self.steps[id];
        step.span = Some(traced.span);
        step.functions = traced.functions;
        step.origin = if traced.is_literal {
            StepOrigin::Literal
        } else {
            StepOrigin::Expression
        };
        for (path, is_condition) in traced.sources {
            if let Some(asked) = self.resolved(site, &path) {
                self.add_source(id, asked, is_condition);
            }
        }
    }

    /// Returns the address of a value.
    fn display(&self, asked: &Asked<'t>) -> String {
        let instance = &self.engine.instances[asked.site.instance];
        let object = match &asked.object {
            Object::Variable(_, own) => format!("var.{}", own.name),
            Object::Local(_, own) => format!("local.{}", own.name),
            Object::Output(_, own) => format!("output.{}", own.name),
            Object::Resource(_, own, key) => {
                let key = key.as_ref().map(InstanceKey::to_string);
                in_module(own) + &key.unwrap_or_default()
            }
            Object::Resources(_, own) => in_module(own),
            Object::Call(module, key) => {
                let call = self.engine.prepared.graph.modules[*module]
                    .caller
                    .map(|(_, call)| call);
                let key = key.as_ref().map(InstanceKey::to_string).unwrap_or_default();
                let name = call.map(|call| call.name.as_str()).unwrap_or_default();
                format!("module.{name}{key}")
            }
            Object::Own(root) | Object::BuiltIn(root) => (*root).to_owned(),
            Object::Unread(call) => format!("module.{}", call.name),
        };
        let path: Path = asked.rest.iter().cloned().collect();
        format!("{}{object}{path}", instance.address.prefix())
    }

    fn last_key(&self, instance: InstanceId) -> Option<InstanceKey> {
        let steps = self.engine.instances[instance].address.steps();
        steps.last().and_then(|step| step.key.clone())
    }

    /// Returns the keys of the instances of a resource in a module instance.
    fn keys_of(&self, instance: InstanceId, resource: &'t Resource) -> Vec<InstanceKey> {
        let all = self.address_of(instance, resource, None);
        let own = self.resources.keys().filter(|own| own.is_instance_of(&all));
        let mut keys: Vec<InstanceKey> = own.filter_map(|own| own.key.clone()).collect();
        keys.sort();
        keys
    }
}

fn marked_if<const N: usize>(value: Value, marks: [(bool, hcl2_value::Mark); N]) -> Value {
    marks
        .into_iter()
        .filter(|(is_marked, _)| *is_marked)
        .fold(value, |value, (_, mark)| value.with_mark(mark))
}

/// Returns whether a node of the graph is a resource.
fn is_resource(kind: NodeKind<'_>) -> bool {
    matches!(kind, NodeKind::Resource(..))
}

/// Returns the address of a resource in its module.
fn in_module(resource: &Resource) -> String {
    Address::Resource(resource.kind, resource.ty.clone(), resource.name.clone()).to_string()
}
