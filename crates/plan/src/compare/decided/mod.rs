//! What decides the unknown values of a plan.
//!
//! Two unknown values look the same, whatever they will be. What decides them can be compared: the expressions that they
//! are written as, and what these refer to, up to values that are known.

mod providers;
mod references;

use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hcl2_model::{Block, BodyRef, ExpressionRef, Name};
use hcl2_terraform::{Repetition, Resource, ResourceAddress};
use hcl2_value::{Path, PathStep, Value, ValueKind};

use crate::engine::Engine;
use crate::graph::{ModuleId, NodeId, NodeKind};

/// Unknown parts of an instance that are looked at one by one.
const MAX_PARTS: usize = 100;
/// The name of the part of an instance that is the configuration of its provider; the paths of others start with a sign.
pub(super) const PROVIDER: &str = "provider";
/// The type of dynamic blocks.
const DYNAMIC: &str = "dynamic";

/// What decides a value: an expression or several, and the objects that they refer to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Decided {
    /// A hash of the expressions without their references, or of the value if it is known.
    pub(super) own: u64,
    /// The objects in the order of the references, with the hashes of all that decides them.
    pub(super) by: Vec<(String, u64)>,
}

impl Decided {
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.own.hash(&mut hasher);
        for (_, hash) in &self.by {
            hash.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Adds what decides another part of the same value.
    fn add(&mut self, other: Self) {
        let mut hasher = DefaultHasher::new();
        (self.own, other.own).hash(&mut hasher);
        self.own = hasher.finish();
        self.by.extend(other.by);
    }

    fn add_text(&mut self, text: &str) {
        self.add(Self {
            own: hash_of(text),
            by: Vec::new(),
        });
    }
}

/// The unknown parts of a plan with what decides them.
#[derive(Clone, Debug, Default)]
pub(super) struct Unknown {
    /// The parts of each instance and output, by its address and their paths as text.
    pub(super) parts: BTreeMap<String, BTreeMap<String, (Path, Arc<Decided>)>>,
    /// What decides each object, by its address without keys, with its hash.
    pub(super) objects: HashMap<String, (Decided, u64)>,
    /// The resources that were not evaluated, and the calls whose modules or instances are not known.
    pub(super) open: Vec<String>,
}

impl Unknown {
    pub(super) fn of(engine: &Engine<'_>) -> Self {
        let nodes = 0..engine.prepared.graph.nodes.len();
        let mut search = Search {
            engine,
            addresses: nodes.map(|node| engine.address_of(node)).collect(),
            unknown: Self::default(),
            parts: HashMap::new(),
            attributes: RefCell::default(),
            providers: HashMap::new(),
        };
        for node in engine.prepared.order.positions() {
            search.add_object(*node);
        }
        search.add_parts();
        search.unknown
    }
}

struct Search<'e, 't> {
    engine: &'e Engine<'t>,
    /// The address of each node.
    addresses: Vec<String>,
    unknown: Unknown,
    /// What decides the parts of resources by their paths as text: all instances share it.
    parts: HashMap<(NodeId, String), Option<Arc<Decided>>>,
    /// The hashes of what decides the attributes of resources that expressions refer to; `None` if only the provider does.
    attributes: RefCell<HashMap<(NodeId, Name), Option<u64>>>,
    /// What decides the configurations of providers, by their modules, their names there and the full names of the providers.
    providers: HashMap<(ModuleId, String, Arc<str>), Decided>,
}

/// Where an expression is: its module, and the object whose `count` or `for_each` it may refer to.
#[derive(Clone, Copy)]
struct Site<'s> {
    module: ModuleId,
    repeated: Option<&'s str>,
}

impl<'t> Search<'_, 't> {
    /// Adds what decides an object, after all that it needs.
    fn add_object(&mut self, node: NodeId) {
        let graph = &self.engine.prepared.graph;
        let module = graph.nodes[node].module;
        let address = self.addresses[node].clone();
        let here = Site {
            module,
            repeated: None,
        };
        let decided = match (graph.nodes[node].kind, graph.modules[module].caller) {
            (NodeKind::Variable(variable), caller) => self.known(node).or_else(|| match caller {
                Some((caller, call)) => {
                    let argument = call.arguments.get(&variable.name)?;
                    let call = &self.addresses[graph.modules[module].expand];
                    let site = Site {
                        module: caller,
                        repeated: Some(call),
                    };
                    Some(self.expression(site, &argument.expression))
                }
                None => Some(Decided {
                    own: hash_of((&variable.name, &variable.ty)),
                    by: Vec::new(),
                }),
            }),
            (NodeKind::Local(local), _) => self
                .known(node)
                .or_else(|| Some(self.expression(here, &local.value))),
            (NodeKind::Output(output), _) => self
                .known(node)
                .or_else(|| Some(self.expression(here, output.value.as_ref()?))),
            (NodeKind::Resource(resource, _), _) => {
                self.add_repetition(&address, module, resource.repetition());
                let site = Site {
                    module,
                    repeated: Some(&address),
                };
                let mut decided = self.repetition(&address);
                decided.add(self.body(site, &resource.body));
                if self.engine.is_incomplete(node) {
                    self.add_open(&address, decided.clone());
                }
                Some(decided)
            }
            (NodeKind::Expand, Some((caller, call))) => {
                self.add_repetition(&address, caller, call.repetition());
                if self.engine.is_incomplete(node) {
                    self.add_open(&address, self.repetition(&address));
                }
                None
            }
            (NodeKind::Unread(call), _) => {
                self.add_repetition(&address, module, call.repetition());
                let site = Site {
                    module,
                    repeated: Some(&address),
                };
                let mut decided = self.repetition(&address);
                decided.add_text(&format!("{:?} {:?}", call.source, call.version));
                let mut arguments: Vec<_> = call.arguments.iter().chain(call.computed.iter()).collect();
                arguments.sort_by(|one, other| one.name.cmp(&other.name));
                for argument in arguments {
                    decided.add_text(&argument.name);
                    decided.add(self.expression(site, &argument.expression));
                }
                self.add_open(&address, decided.clone());
                Some(decided)
            }
            // References to the call as a whole come after all of its outputs.
            (NodeKind::Close, Some(_)) => {
                let mut outputs: Vec<_> = graph.modules[module].outputs.iter().collect();
                outputs.sort_unstable();
                let mut decided = self.repetition(&address);
                for (name, output) in outputs {
                    decided.add_text(name);
                    let output = &self.addresses[*output];
                    let hash = self.unknown.objects.get(output).map(|(_, hash)| *hash);
                    decided.by.extend(hash.map(|hash| (output.clone(), hash)));
                }
                Some(decided)
            }
            _ => None,
        };
        if let Some(decided) = decided {
            self.insert(address, decided);
        }
    }

    fn insert(&mut self, address: String, decided: Decided) {
        let hash = decided.hash();
        self.unknown.objects.insert(address, (decided, hash));
    }

    /// Adds an object that the plan does not have, because it is not known.
    fn add_open(&mut self, address: &str, decided: Decided) {
        let whole = (Path::new(), Arc::new(decided));
        let parts = self.unknown.parts.entry(address.to_owned()).or_default();
        parts.insert(String::new(), whole);
        self.unknown.open.push(address.to_owned());
    }

    /// Adds the unknown parts of all instances and outputs.
    fn add_parts(&mut self) {
        let engine = self.engine;
        let graph = &engine.prepared.graph;
        for instance in engine.plan.resources.iter().chain(&engine.plan.deferred) {
            let Some(node) = graph.declared_node(&instance.address) else {
                continue;
            };
            let NodeKind::Resource(resource, _) = graph.nodes[node].kind else {
                continue;
            };
            let mut parts = BTreeMap::new();
            for path in unknown_parts(&instance.after) {
                if let Some(decided) = self.part_of(node, resource, &path) {
                    parts.insert(path.to_string(), (path, decided));
                }
            }
            if instance.address.is_of_unknown_instances() {
                let decided = self.repetitions(&instance.address);
                parts.insert(String::new(), (Path::new(), Arc::new(decided)));
            }
            let provider = Arc::new(self.provider(node, resource));
            parts.insert(PROVIDER.to_owned(), (Path::new(), provider));
            self.unknown.parts.insert(instance.address.to_string(), parts);
        }
        let own = &graph.modules[0];
        for output in &own.tree.module.outputs {
            let planned = engine.plan.outputs.iter().find(|own| own.name == output.name);
            let (Some(planned), Some(value)) = (planned, &output.value) else {
                continue;
            };
            let site = Site {
                module: 0,
                repeated: None,
            };
            let parts = unknown_parts(&planned.after).into_iter().map(|path| {
                let decided = Arc::new(self.expression(site, &innermost(value, path.steps())));
                (path.to_string(), (path, decided))
            });
            let parts: BTreeMap<_, _> = parts.collect();
            if !parts.is_empty() {
                let address = format!("output.{}", output.name);
                self.unknown.parts.insert(address, parts);
            }
        }
    }

    fn part_of(&mut self, node: NodeId, resource: &'t Resource, path: &Path) -> Option<Arc<Decided>> {
        let key = (node, path.to_string());
        if let Some(found) = self.parts.get(&key) {
            return found.clone();
        }
        let site = Site {
            module: self.engine.prepared.graph.nodes[node].module,
            repeated: Some(&self.addresses[node]),
        };
        let found = self.part(site, &resource.body, path.steps()).map(Arc::new);
        self.parts.insert(key, found.clone());
        found
    }

    /// Returns what decides a part of a body; `None` if it is not configured.
    fn part(&self, site: Site<'_>, body: &BodyRef, path: &[PathStep]) -> Option<Decided> {
        let mut body = body.clone();
        let mut path = path;
        loop {
            let Some((step, rest)) = path.split_first() else {
                return Some(self.body(site, &body));
            };
            let content = body.implied_content();
            let name = name_of(step)?;
            if let Some(attribute) = content.attributes.get(&name) {
                return Some(self.expression(site, &innermost(&attribute.expression, rest)));
            }
            let is_dynamic = |block: &Block| {
                block.block_type == DYNAMIC && block.labels.first().is_some_and(|label| *label.text == *name)
            };
            let of_name = |block: &&Block| *block.block_type == *name || is_dynamic(block);
            let blocks: Vec<&Block> = content.blocks.iter().filter(of_name).collect();
            let index = match rest.first() {
                Some(PathStep::Index(index)) => {
                    index.as_number().and_then(|index| usize::try_from(index).ok())
                }
                _ => None,
            };
            let has_index = matches!(rest.first(), Some(PathStep::Index(_)));
            let selected = match blocks.as_slice() {
                [] => return None,
                blocks if blocks.iter().any(|block| is_dynamic(block)) => None,
                [only] => Some(*only),
                blocks => index.and_then(|index| blocks.get(index).copied()),
            };
            let Some(selected) = selected else {
                let mut decided = Decided::default();
                for block in blocks {
                    decided.add(self.body(site, &block.body));
                }
                return Some(decided);
            };
            path = if has_index { &rest[1..] } else { rest };
            body = selected.body.clone();
        }
    }

    fn body(&self, site: Site<'_>, body: &BodyRef) -> Decided {
        of_body(body, &|expression| self.expression(site, expression))
    }

    fn add_repetition(&mut self, address: &str, module: ModuleId, repetition: Repetition<'t>) {
        let Some(expression) = repetition.expression() else {
            return;
        };
        let decided = self.value(module, expression);
        self.insert(repetition_of(address), decided);
    }

    /// Returns what decides an expression of a module: its value, if that is known in all instances of the module.
    fn value(&self, module: ModuleId, expression: &ExpressionRef) -> Decided {
        let engine = self.engine;
        let needs = engine.prepared.graph.needs(module, &expression.paths());
        let values = engine.instances.of(module).map(|instance| {
            let value = expression.evaluate(&engine.context(instance, &needs));
            value.into_result().ok().and_then(|value| known(&value))
        });
        let values: Option<Vec<Value>> = values.collect();
        let site = Site {
            module,
            repeated: None,
        };
        match values.filter(|values| !values.is_empty()) {
            Some(values) => Decided {
                own: hash_of(values),
                by: Vec::new(),
            },
            None => self.expression(site, expression),
        }
    }

    /// Returns what decides the instances of a resource or call.
    fn repetition(&self, address: &str) -> Decided {
        let object = repetition_of(address);
        let hash = self.unknown.objects.get(&object).map(|(_, hash)| *hash);
        Decided {
            own: 0,
            by: hash.map(|hash| (object, hash)).into_iter().collect(),
        }
    }

    /// Returns what decides the number of instances at an address.
    fn repetitions(&self, address: &ResourceAddress) -> Decided {
        let whole = without_keys(address);
        let mut decided = Decided::default();
        let mut call = String::new();
        for step in whole.module.steps() {
            call += if call.is_empty() { "module." } else { ".module." };
            call += &step.name;
            decided.add(self.repetition(&call));
        }
        decided.add(self.repetition(&whole.to_string()));
        decided
    }
}

/// Returns the address of a resource without any keys.
pub(super) fn without_keys(address: &ResourceAddress) -> ResourceAddress {
    ResourceAddress {
        module: address.module.without_keys(),
        ..address.without_key()
    }
}

/// Returns the address of what decides the instances of an object.
fn repetition_of(address: &str) -> String {
    format!("{address}[*]")
}

/// Returns what decides everything in a body, by what decides its expressions.
fn of_body(body: &BodyRef, expression: &dyn Fn(&ExpressionRef) -> Decided) -> Decided {
    let mut decided = Decided::default();
    let content = body.implied_content();
    let mut attributes: Vec<_> = content.attributes.iter().collect();
    attributes.sort_by(|one, other| one.name.cmp(&other.name));
    for attribute in attributes {
        decided.add_text(&attribute.name);
        decided.add(expression(&attribute.expression));
    }
    for block in &content.blocks {
        decided.add_text(&block.block_type);
        block
            .labels
            .iter()
            .for_each(|label| decided.add_text(&label.text));
        decided.add(of_body(&block.body, expression));
    }
    decided
}

fn hash_of(part: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    part.hash(&mut hasher);
    hasher.finish()
}

/// Returns a value without marks if it is wholly known.
fn known(value: &Value) -> Option<Value> {
    let value = value.unmark_deep().0;
    value.is_wholly_known().then_some(value)
}

fn name_of(step: &PathStep) -> Option<String> {
    match step {
        PathStep::Attribute(name) => Some(name.to_string()),
        PathStep::Index(key) => key.as_str().map(str::to_owned),
    }
}

/// Returns the innermost expression of a part, as far as it is written as a constructor.
fn innermost(expression: &ExpressionRef, path: &[PathStep]) -> ExpressionRef {
    let mut expression = expression.clone();
    for step in path {
        let inner = match (step, step_index(step)) {
            (_, Some(index)) => expression
                .static_list()
                .and_then(|items| items.get(index).cloned()),
            _ => expression.static_map().and_then(|items| {
                let name = name_of(step)?;
                let is_named = |key: &ExpressionRef| {
                    key.evaluate(None)
                        .into_result()
                        .ok()?
                        .as_str()
                        .map(|key| *key == *name)
                };
                let mut same = items.into_iter().rev();
                // A key that is not constant may be the same.
                same.find_map(|(key, value)| match is_named(&key) {
                    Some(true) => Some(Some(value)),
                    Some(false) => None,
                    None => Some(None),
                })?
            }),
        };
        match inner {
            Some(inner) => expression = inner,
            None => break,
        }
    }
    expression
}

fn step_index(step: &PathStep) -> Option<usize> {
    match step {
        PathStep::Index(index) => usize::try_from(index.as_number()?).ok(),
        PathStep::Attribute(_) => None,
    }
}

/// Returns the paths to the unknown parts of a value, or that to the value itself if there are many.
fn unknown_parts(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    let mut pending = vec![(Path::new(), value.unmark_deep().0)];
    while let Some((path, value)) = pending.pop() {
        if value.is_wholly_known() {
            continue;
        }
        if found.len() == MAX_PARTS {
            return vec![Path::new()];
        }
        match value.kind() {
            ValueKind::Object(fields) => {
                for (name, part) in fields {
                    let mut path = path.clone();
                    path.push(PathStep::Attribute(name.clone()));
                    pending.push((path, part.clone()));
                }
            }
            ValueKind::Map(fields) => {
                for (name, part) in fields {
                    let mut path = path.clone();
                    path.push(PathStep::Index(Value::from(name.clone())));
                    pending.push((path, part.clone()));
                }
            }
            ValueKind::List(items) | ValueKind::Tuple(items) => {
                for (index, part) in items.iter().enumerate() {
                    let mut path = path.clone();
                    path.push(PathStep::Index(Value::from(index as u64)));
                    pending.push((path, part.clone()));
                }
            }
            _ => found.push(path),
        }
    }
    found
}
