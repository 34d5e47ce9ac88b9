//! The attributes of resources that contribute to the changes of a plan.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use hcl2_json_text::Writer;
use hcl2_model::{BodyRef, BodySchema, Name, Traversal, TraversalStep};
use hcl2_terraform::table::behaviours::RELEVANT_IN_SCHEMA;
use hcl2_terraform::table::roots;
use hcl2_terraform::{InstanceKey, ModuleAddress, Resource, ResourceKind, specification_of};
use hcl2_value::Type;
use hcl2_wire::schema::{Block, Nesting};

use super::references::{step, subject};
use super::values::known;
use crate::graph::{Graph, ModuleId, NodeKind};
use crate::model::{Action, Plan};
use crate::options::Inputs;
use crate::providers::Providers;

/// The type of dynamic blocks.
const DYNAMIC: &str = "dynamic";

/// A reference in a module instance, or in a resource of one.
#[derive(Clone)]
struct Found<'t> {
    module: ModuleAddress,
    /// The resource that the reference is in, for those to its instance.
    inside: Option<&'t Resource>,
    reference: Rc<Reference>,
}

/// A reference, which is the same in all instances of a module.
struct Reference {
    traversal: Traversal,
    /// The object that it names.
    subject: String,
    /// The number of steps after those that name the object.
    rest: usize,
    /// These steps.
    path: String,
}

impl Reference {
    fn of(traversal: Traversal) -> Option<Self> {
        let (subject, rest) = subject(&traversal)?;
        Some(Self {
            subject,
            rest: rest.len(),
            path: rest.iter().map(step).collect(),
            traversal,
        })
    }

    fn rest(&self) -> &[TraversalStep] {
        let steps = self.traversal.steps();
        &steps[steps.len() - self.rest..]
    }
}

/// The search for attributes.
struct Search<'c, 't> {
    graph: &'c Graph<'t>,
    providers: &'c Providers,
    inputs: &'c Inputs,
    pending: Vec<Found<'t>>,
    /// The references in expressions and bodies that were met, by where these are in memory.
    references: HashMap<*const (), Rc<[Rc<Reference>]>>,
    /// The places whose references were added for the instances of a module, and for what is inside of a resource.
    added: HashSet<(ModuleAddress, Option<*const Resource>, *const ())>,
    seen: HashSet<String>,
    /// The attributes by address and path, each with the number of its steps.
    attributes: BTreeMap<String, (String, Rc<Reference>, usize)>,
}

/// Writes the attributes of resources that the values of changed resources and outputs refer to, directly or indirectly.
pub(super) fn write(
    plan: &Plan,
    graph: &Graph<'_>,
    providers: &Providers,
    inputs: &Inputs,
    writer: &mut Writer,
) {
    let mut search = Search {
        graph,
        providers,
        inputs,
        pending: Vec::new(),
        references: HashMap::new(),
        added: HashSet::new(),
        seen: HashSet::new(),
        attributes: BTreeMap::new(),
    };
    search.start(plan);
    search.run();
    if search.attributes.is_empty() {
        return;
    }
    writer.property("relevant_attributes");
    writer.open('[');
    for (resource, reference, length) in search.attributes.values() {
        writer.element();
        writer.open('{');
        writer.property("resource");
        writer.string(resource);
        writer.property("attribute");
        writer.open('[');
        for step in &reference.rest()[..*length] {
            writer.element();
            match step {
                TraversalStep::Attribute { name, .. } | TraversalStep::Root { name, .. } => {
                    writer.string(name)
                }
                TraversalStep::Index { key, .. } => known(key, writer),
                TraversalStep::Splat { .. } => writer.null(),
            }
        }
        writer.close(']');
        writer.close('}');
    }
    writer.close(']');
}

impl<'t> Search<'_, 't> {
    fn start(&mut self, plan: &Plan) {
        for resource in plan.resources.iter().filter(|resource| resource.is_listed()) {
            if resource.action == Action::NoOp {
                continue;
            }
            let address = &resource.address;
            if let Some(own) = self.resource_at(&address.module, address.kind, &address.ty, &address.name) {
                self.all_of(&address.module, own);
            }
        }
        for (module, name) in &plan.changed_outputs {
            self.output(module, name);
        }
    }

    fn run(&mut self) {
        while let Some(found) = self.pending.pop() {
            self.follow(&found);
        }
    }

    /// Returns the module of an instance.
    fn module(&self, address: &ModuleAddress) -> Option<ModuleId> {
        let mut module = 0;
        for step in address.steps() {
            module = *self.graph.modules[module].calls.get(step.name.as_str())?;
        }
        Some(module)
    }

    fn resource_at(
        &self,
        module: &ModuleAddress,
        kind: ResourceKind,
        ty: &str,
        name: &str,
    ) -> Option<&'t Resource> {
        let node = self.graph.resource(self.module(module)?, kind, ty, name)?;
        match self.graph.nodes[node].kind {
            NodeKind::Resource(resource, _) => Some(resource),
            _ => None,
        }
    }

    /// Adds the references in `place`, an expression or a body, for a module instance.
    fn add<T>(
        &mut self,
        module: &ModuleAddress,
        inside: Option<&'t Resource>,
        place: &T,
        references: impl FnOnce(&Self) -> Vec<Traversal>,
    ) {
        let place = std::ptr::from_ref(place).cast::<()>();
        // Many references to parts of one object lead to the same place.
        let resource = inside.map(std::ptr::from_ref);
        if !self.added.insert((module.clone(), resource, place)) {
            return;
        }
        let known = self.references.get(&place).cloned();
        let known = known.unwrap_or_else(|| {
            let references = references(self).into_iter().filter_map(Reference::of);
            let references: Rc<[Rc<Reference>]> = references.map(Rc::new).collect();
            self.references.insert(place, Rc::clone(&references));
            references
        });
        self.add_all(module, inside, known.iter().cloned());
    }

    fn add_all(
        &mut self,
        module: &ModuleAddress,
        inside: Option<&'t Resource>,
        references: impl Iterator<Item = Rc<Reference>>,
    ) {
        let prefix = module.prefix();
        for reference in references {
            let (own, path) = (&reference.subject, &reference.path);
            let seen = match inside {
                Some(resource) => format!("{prefix}({}.{}){own}{path}", resource.ty, resource.name),
                None => format!("{prefix}(){own}{path}"),
            };
            if self.seen.insert(seen) {
                if is_resource(&reference.traversal)
                    && let Some(length) = self.described(module, &reference)
                {
                    let steps = reference.rest()[..length].iter();
                    // By the schema, `m.a` and `m["a"]` are the same.
                    let path: String = match RELEVANT_IN_SCHEMA.is_in(self.graph.version()) {
                        true => steps
                            .map(|own| field(own).map_or_else(|| step(own), |name| format!(".{name}")))
                            .collect(),
                        false => steps.map(step).collect(),
                    };
                    let address = format!("{prefix}{own}");
                    let key = format!("{address}{path}");
                    self.attributes
                        .insert(key, (address, Rc::clone(&reference), length));
                }
                self.pending.push(Found {
                    module: module.clone(),
                    inside,
                    reference,
                });
            }
        }
    }

    /// Returns how many of the steps behind a resource are listed: all, or as many as its schema describes. `None` if the
    /// module has no such resource, as for the iterator of a dynamic block.
    fn described(&self, module: &ModuleAddress, reference: &Reference) -> Option<usize> {
        let rest = reference.rest();
        if !RELEVANT_IN_SCHEMA.is_in(self.graph.version()) {
            return Some(rest.len());
        }
        let address = hcl2_terraform::Address::from_traversal(&reference.traversal);
        let (Some(hcl2_terraform::Address::Resource(kind, ty, name)), Some(id)) =
            (address, self.module(module))
        else {
            return Some(rest.len());
        };
        let resource = self.resource_at(module, kind, &ty, &name)?;
        let provider = self.providers.name(id, resource);
        let schema = self
            .inputs
            .schemas
            .resource(self.graph.version(), &provider, kind, &ty);
        Some(schema.map_or(rest.len(), |schema| steps_described(schema.block(), rest)))
    }

    /// Adds the references in the arguments of a resource.
    fn all_of(&mut self, module: &ModuleAddress, resource: &'t Resource) {
        let Some(id) = self.module(module) else { return };
        let provider = self.providers.name(id, resource);
        self.add(module, Some(resource), &resource.body, |search| {
            let schemas = &search.inputs.schemas;
            let schema = schemas.resource(search.graph.version(), &provider, resource.kind, &resource.ty);
            let references = schema.map(|schema| {
                schema
                    .specification()
                    .dynamic_variables(&*schema.unexpanded(&resource.body))
            });
            references.unwrap_or_default()
        });
    }

    fn output(&mut self, module: &ModuleAddress, name: &str) {
        let Some(id) = self.module(module) else { return };
        let node = self.graph.modules[id].outputs.get(name);
        if let Some(NodeKind::Output(output)) = node.map(|node| self.graph.nodes[*node].kind)
            && let Some(value) = &output.value
        {
            self.add(module, None, value, |_| value.variables());
        }
    }

    /// Adds what the object that a reference names refers to.
    fn follow(&mut self, found: &Found<'t>) {
        let reference = &found.reference.traversal;
        let names: Vec<&str> = reference
            .steps()
            .iter()
            .map_while(|step| match step {
                TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => {
                    Some(name.as_str())
                }
                _ => None,
            })
            .collect();
        let Some(id) = self.module(&found.module) else {
            return;
        };
        match names.as_slice() {
            [roots::LOCAL, name, ..] => {
                let node = self.graph.modules[id].locals.get(name);
                if let Some(NodeKind::Local(local)) = node.map(|node| self.graph.nodes[*node].kind) {
                    self.add(&found.module, None, &local.value, |_| local.value.variables());
                }
            }
            [roots::VARIABLE, name, ..] => self.argument(&found.module, name),
            [roots::MODULE, name, ..] => self.call(found, name),
            [root, ..] if *root == roots::COUNT.0 || *root == roots::EACH.0 => {
                let repetition = found
                    .inside
                    .and_then(|resource| resource.repetition().expression());
                if let Some(expression) = repetition {
                    self.add(&found.module, None, expression, |_| expression.variables());
                }
            }
            _ => self.resource(found),
        }
    }

    /// Follows a variable to the argument of the call.
    fn argument(&mut self, module: &ModuleAddress, name: &str) {
        let Some((last, outer)) = module.steps().split_last() else {
            return;
        };
        let caller: ModuleAddress = outer.iter().cloned().collect();
        let Some(id) = self.module(&caller) else { return };
        let called = self.graph.modules[id].calls.get(last.name.as_str());
        let call = called.and_then(|module| Some(self.graph.modules[*module].caller?.1));
        let argument = call.and_then(|call| call.arguments.get(name));
        if let Some(argument) = argument {
            self.add(&caller, None, &argument.expression, |_| {
                argument.expression.variables()
            });
        }
    }

    /// Follows a called module to one of its outputs, or to all.
    fn call(&mut self, found: &Found<'t>, name: &str) {
        let reference = &found.reference.traversal;
        let steps = reference.steps();
        let key = match steps.get(2) {
            Some(TraversalStep::Index { key, .. }) => match (key.as_str(), key.as_number()) {
                (Some(name), _) => Some(InstanceKey::Name(name.into())),
                (_, Some(number)) => u64::try_from(number).ok().map(InstanceKey::Index),
                _ => None,
            },
            _ => None,
        };
        let child = found.module.child(&name.into(), key);
        match crate::graph::output_of(reference) {
            Some(output) => self.output(&child, output),
            None => {
                let Some(id) = self.module(&child) else { return };
                let outputs = &self.graph.modules[id].tree.module.outputs;
                for output in outputs {
                    self.output(&child, &output.name);
                }
            }
        }
    }

    /// Follows a resource to the expression of one of its attributes, or to all.
    fn resource(&mut self, found: &Found<'t>) {
        let Some(hcl2_terraform::Address::Resource(kind, ty, name)) =
            hcl2_terraform::Address::from_traversal(&found.reference.traversal)
        else {
            return;
        };
        let Some(resource) = self.resource_at(&found.module, kind, &ty, &name) else {
            return;
        };
        let Some(id) = self.module(&found.module) else {
            return;
        };
        let provider = self.providers.name(id, resource);
        let Some(schema) = self
            .inputs
            .schemas
            .resource(self.graph.version(), &provider, kind, &ty)
        else {
            return;
        };
        let Some(references) = selected(&resource.body, schema.block(), found.reference.rest()) else {
            self.all_of(&found.module, resource);
            return;
        };
        let references = references.into_iter().filter_map(Reference::of);
        self.add_all(&found.module, Some(resource), references.map(Rc::new));
    }
}

/// Returns how many steps the schema of a block describes. A key leads into a block of a map even if elements of the map are of
/// any type.
fn steps_described(block: &Block, steps: &[TraversalStep]) -> usize {
    let (mut block, mut rest) = (block, steps);
    while let [name, _, inner @ ..] = rest
        && let Some(nested) = field(name).and_then(|name| block.blocks.get(name.as_str()))
        && matches!(nested.nesting, Nesting::Map)
    {
        (block, rest) = (&nested.block, inner);
    }
    steps.len() - rest.len() + steps_into(&block.implied_type(), rest)
}

/// Returns how many steps lead into values of a type; those into a value of any type do not.
fn steps_into(ty: &Type, steps: &[TraversalStep]) -> usize {
    let mut current = ty.clone();
    for (count, step) in steps.iter().enumerate() {
        let next = match (step, current.object_type()) {
            (_, Some(object)) => field(step).and_then(|name| object.get(&name).cloned()),
            (TraversalStep::Index { key, .. }, None) => match (current.tuple_types(), key.as_number()) {
                (Some(types), Some(index)) => usize::try_from(index)
                    .ok()
                    .and_then(|index| types.get(index).cloned()),
                _ => current.element_type().filter(|_| !current.is_set()).cloned(),
            },
            (_, None) => current.element_type().filter(|_| current.is_map()).cloned(),
        };
        let Some(next) = next else { return count };
        current = next;
    }
    steps.len()
}

/// Returns the references in what steps select in a body; `None` if they select all of it.
///
/// As in Terraform 1.11, the name of a block of a list, set or map selects nothing: the next step selects beside it. And what
/// is in a dynamic block refers to its iterator as to a resource.
fn selected(body: &BodyRef, schema: &Block, steps: &[TraversalStep]) -> Option<Vec<Traversal>> {
    if steps.is_empty() {
        return None;
    }
    let (mut bodies, mut schema, mut references) = (vec![BodyRef::clone(body)], schema, Vec::new());
    for step in steps {
        let Some(name) = field(step) else { break };
        if schema.attributes.contains_key(name.as_str()) {
            for body in &bodies {
                let content = body
                    .partial_content(&BodySchema::new().optional(name.as_str()))
                    .value
                    .content;
                let attribute = content.attributes.get(&name);
                references.extend(attribute.into_iter().flat_map(|own| own.expression.variables()));
            }
            return Some(references);
        }
        match schema.blocks.get(name.as_str()) {
            None => return Some(references),
            Some(nested) if matches!(nested.nesting, Nesting::Single | Nesting::Group) => {
                schema = &nested.block;
                let parts = bodies.iter().flat_map(|body| blocks_of(body, &name));
                let (inner, arguments): (Vec<_>, Vec<_>) = parts.unzip();
                bodies = inner.into_iter().flatten().collect();
                references.extend(arguments.into_iter().flatten());
            }
            Some(_) => {}
        }
    }
    let spec = specification_of(schema);
    references.extend(bodies.iter().flat_map(|body| spec.dynamic_variables(&**body)));
    Some(references)
}

/// Returns the name of the attribute or block that a step selects.
fn field(step: &TraversalStep) -> Option<Name> {
    match step {
        TraversalStep::Attribute { name, .. } => Some(name.clone()),
        TraversalStep::Index { key, .. } => Some(key.convert(&Type::STRING).ok()?.as_str()?.into()),
        TraversalStep::Root { .. } | TraversalStep::Splat { .. } => None,
    }
}

/// Returns the bodies of the blocks of a type, also those of dynamic ones, with the references in the arguments of these.
fn blocks_of(body: &BodyRef, block_type: &str) -> Vec<(Option<BodyRef>, Vec<Traversal>)> {
    let unlabeled: [&str; 0] = [];
    let schema = BodySchema::new()
        .block(block_type, unlabeled)
        .block(DYNAMIC, ["type"]);
    let blocks = body.partial_content(&schema).value.content.blocks;
    let blocks = blocks.into_iter().filter_map(|block| {
        if block.block_type != *DYNAMIC {
            return Some((Some(block.body), Vec::new()));
        }
        if block.labels.first()?.text != *block_type {
            return None;
        }
        let arguments = BodySchema::new()
            .optional("for_each")
            .optional("labels")
            .block("content", unlabeled);
        let content = block.body.partial_content(&arguments).value.content;
        let arguments = content.attributes.iter().map(|own| own.expression.variables());
        let arguments = arguments.flatten().collect();
        Some((
            content.blocks.into_iter().next_back().map(|own| own.body),
            arguments,
        ))
    });
    blocks.collect()
}

/// Returns whether a reference names a resource.
fn is_resource(reference: &Traversal) -> bool {
    let address = hcl2_terraform::Address::from_traversal(reference);
    matches!(address, Some(hcl2_terraform::Address::Resource(..)))
}
