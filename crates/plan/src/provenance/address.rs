//! Addresses of values: as people write them, and as references of expressions.

use hcl2_diagnostics::{Diagnostic, SourceId, Span, codes::terraform as codes, nearest_name};
use hcl2_model::{Traversal, TraversalStep};
use hcl2_terraform::eval::{InstanceVariable, Keys};
use hcl2_terraform::table::roots;
use hcl2_terraform::{
    InstanceKey, Local, ModuleAddress, ModuleCall, Output, Resource, ResourceAddress, ResourceKind, Variable,
    lost_quotes, parse_reference,
};
use hcl2_value::{PathStep, Value};

use super::causes::is_secret;
use super::{OwnKey, Site, Walk, is_resource, key_of};
use crate::engine::InstanceId;
use crate::graph::{ModuleId, NodeId, NodeKind};

/// An object whose value is asked for.
#[derive(Clone)]
pub(super) enum Object<'t> {
    Variable(NodeId, &'t Variable),
    Local(NodeId, &'t Local),
    Output(NodeId, &'t Output),
    /// An instance of a resource.
    Resource(NodeId, &'t Resource, Option<InstanceKey>),
    /// All instances of a resource.
    Resources(NodeId, &'t Resource),
    /// The outputs of a called module, possibly those of one instance.
    Call(ModuleId, Option<InstanceKey>),
    /// `count` or `each` of the site.
    Own(&'static str),
    /// `path`, `terraform` or `tofu`.
    BuiltIn(&'static str),
    /// The outputs of a call whose module was not read.
    Unread(&'t ModuleCall),
}

/// A part of the value of an object at a site.
#[derive(Clone)]
pub(super) struct Asked<'t> {
    pub(super) site: Site<'t>,
    pub(super) object: Object<'t>,
    pub(super) rest: Vec<PathStep>,
}

/// A wrong address.
type Wrong = Box<Diagnostic>;

/// Returns a reference to a whole variable of a context.
pub(super) fn root(name: &str) -> Traversal {
    Traversal::from_variable(name, Span::empty(SourceId::default(), 0))
}

fn name_of(step: &PathStep) -> Option<&str> {
    match step {
        PathStep::Attribute(name) => Some(name),
        PathStep::Index(key) => key.as_str(),
    }
}

fn instance_key(step: &PathStep) -> Option<InstanceKey> {
    let key = key_of(step);
    match key.is_known() {
        true => InstanceKey::from_value(&key),
        false => Some(InstanceKey::Unknown),
    }
}

impl<'t> Walk<'_, 't> {
    /// Reads an address.
    pub(super) fn asked(&self, text: &str) -> Result<Asked<'t>, Wrong> {
        let Some(reference) = parse_reference(text) else {
            let expected = "Expected the address of a value, such as `module.net.acme_disk.d[0].size`, `var.size` or `output.url`";
            return Err(wrong(
                match lost_quotes(text, |text| parse_reference(text).is_some()) {
                    Some(why) => format!("{expected}; {why}."),
                    None => format!("{expected}."),
                },
            ));
        };
        let (module, steps) = ModuleAddress::split(&reference);
        let steps: Vec<PathStep> = steps.iter().filter_map(path_step).collect();
        if steps.is_empty() {
            return self.asked_call(&module);
        }
        let instance = self.instance(&module)?;
        let site = Site { instance, own: None };
        let asked = self.declared(&site, &steps, true)?;
        let asked = self.normal(asked);
        self.check_path(&asked)?;
        Ok(asked)
    }

    /// Returns the call that leads to a module.
    fn asked_call(&self, module: &ModuleAddress) -> Result<Asked<'t>, Wrong> {
        let Some((last, outer)) = module.steps().split_last() else {
            return Err(wrong("Expected the address of a value, such as `var.size`."));
        };
        let instance = self.instance(&outer.iter().cloned().collect())?;
        let site = Site { instance, own: None };
        let mut steps = vec![
            PathStep::Attribute(roots::MODULE.into()),
            PathStep::Attribute(last.name.as_str().into()),
        ];
        steps.extend(last.key.as_ref().map(|key| PathStep::Index(key.value())));
        self.declared(&site, &steps, true).map(|asked| self.normal(asked))
    }

    /// Returns the module instance at an address.
    fn instance(&self, address: &ModuleAddress) -> Result<InstanceId, Wrong> {
        if let Some(found) = self.engine.instances.at(address) {
            return Ok(found);
        }
        let instances = &self.engine.instances;
        let all: Vec<String> = instances
            .iter()
            .skip(1)
            .map(|own| own.address.to_string())
            .collect();
        Err(missing(
            "module instance",
            &address.to_string(),
            all.iter().map(String::as_str),
        ))
    }

    /// Returns the part that a path from the variables of a context leads to.
    pub(super) fn resolved(&self, site: &Site<'t>, path: &[PathStep]) -> Option<Asked<'t>> {
        let asked = self.declared(site, path, false).ok()?;
        let mut asked = self.normal(asked);
        // The elements of sets have no addresses, and those of sensitive values may have secret keys.
        let mut value = self.value_of(&asked);
        for position in 0..asked.rest.len() {
            match value.index(&key_of(&asked.rest[position])) {
                Ok(part) if !is_secret(&value.unmark().1) => value = part,
                _ => asked.rest.truncate(position),
            }
            if asked.rest.len() == position {
                break;
            }
        }
        Some(asked)
    }

    /// Returns the object that a path starts with. Those that `is_address` has besides references are outputs.
    fn declared(&self, site: &Site<'t>, path: &[PathStep], is_address: bool) -> Result<Asked<'t>, Wrong> {
        let graph = &self.engine.prepared.graph;
        let module = &graph.modules[self.module_of(site.instance)];
        let names: Vec<&str> = path.iter().map_while(name_of).collect();
        let first = names.first().copied().unwrap_or_default();
        let second = || {
            let name = names.get(1).copied();
            name.ok_or_else(|| wrong(format!("Expected a name after `{first}`.")))
        };
        let asked = |object, used: usize| Asked {
            site: site.clone(),
            object,
            rest: path[used..].to_vec(),
        };
        match first {
            roots::VARIABLE => {
                let name = second()?;
                let node = module.variables.get(name).copied();
                let node = node.ok_or_else(|| missing("variable", name, module.variables.keys().copied()))?;
                match graph.nodes[node].kind {
                    NodeKind::Variable(own) => Ok(asked(Object::Variable(node, own), 2)),
                    _ => Err(wrong("The address names no value.")),
                }
            }
            roots::LOCAL => {
                let name = second()?;
                let node = module.locals.get(name).copied();
                let node = node.ok_or_else(|| missing("local value", name, module.locals.keys().copied()))?;
                match graph.nodes[node].kind {
                    NodeKind::Local(own) => Ok(asked(Object::Local(node, own), 2)),
                    _ => Err(wrong("The address names no value.")),
                }
            }
            "output" if is_address => self.declared_output(site, path, second()?, 2),
            roots::MODULE => {
                let name = second()?;
                if let Some(node) = module.unread.get(name)
                    && let NodeKind::Unread(call) = graph.nodes[*node].kind
                {
                    return Ok(asked(Object::Unread(call), 2));
                }
                let called = module.calls.get(name).copied();
                let called =
                    called.ok_or_else(|| missing("module call", name, module.calls.keys().copied()))?;
                Ok(asked(Object::Call(called, None), 2))
            }
            name if name == roots::COUNT.0 => Ok(asked(Object::Own(roots::COUNT.0), 1)),
            name if name == roots::EACH.0 => Ok(asked(Object::Own(roots::EACH.0), 1)),
            roots::PATH => Ok(asked(Object::BuiltIn(roots::PATH), 1)),
            roots::TERRAFORM => Ok(asked(Object::BuiltIn(roots::TERRAFORM), 1)),
            roots::TOFU => Ok(asked(Object::BuiltIn(roots::TOFU), 1)),
            _ => self.declared_resource(site, path, &names, is_address),
        }
    }

    fn declared_output(
        &self,
        site: &Site<'t>,
        path: &[PathStep],
        name: &str,
        used: usize,
    ) -> Result<Asked<'t>, Wrong> {
        let graph = &self.engine.prepared.graph;
        let module = &graph.modules[self.module_of(site.instance)];
        let node = module.outputs.get(name).copied();
        let node = node.ok_or_else(|| missing("output", name, module.outputs.keys().copied()))?;
        match graph.nodes[node].kind {
            NodeKind::Output(output) => Ok(Asked {
                site: site.clone(),
                object: Object::Output(node, output),
                rest: path[used..].to_vec(),
            }),
            _ => Err(wrong("The address names no value.")),
        }
    }

    fn declared_resource(
        &self,
        site: &Site<'t>,
        path: &[PathStep],
        names: &[&str],
        is_address: bool,
    ) -> Result<Asked<'t>, Wrong> {
        let graph = &self.engine.prepared.graph;
        let module = self.module_of(site.instance);
        let kinds = [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral];
        let kind = kinds
            .into_iter()
            .find(|kind| names.first() == Some(&kind.block_type()));
        let skipped = usize::from(kind.is_some());
        let kind = kind.unwrap_or(ResourceKind::Managed);
        if let [ty, name, ..] = names.get(skipped..).unwrap_or_default()
            && let Some(node) = graph.resource(module, kind, ty, name)
            && let NodeKind::Resource(resource, _) = graph.nodes[node].kind
        {
            return Ok(Asked {
                site: site.clone(),
                object: Object::Resources(node, resource),
                rest: path[skipped + 2..].to_vec(),
            });
        }
        let first = names.first().copied().unwrap_or_default();
        // `module.NAME.OUTPUT`, as in references.
        if is_address
            && graph.modules[module].caller.is_some()
            && graph.modules[module].outputs.contains_key(first)
        {
            return self.declared_output(site, path, first, 1);
        }
        let nodes = graph
            .nodes
            .iter()
            .filter(|node| node.module == module && is_resource(node.kind));
        let mut declared: Vec<String> = nodes
            .filter_map(|node| match node.kind {
                NodeKind::Resource(own, _) => {
                    Some(self.address_of(site.instance, own, None).in_module().to_string())
                }
                _ => None,
            })
            .collect();
        if graph.modules[module].caller.is_some() {
            declared.extend(
                graph.modules[module]
                    .outputs
                    .keys()
                    .map(|name| (*name).to_owned()),
            );
        }
        let length = match names.len() {
            1 => 1,
            _ => 2 + usize::from(kind != ResourceKind::Managed),
        };
        let given = names[..length.min(names.len())].join(".");
        Err(missing("resource", &given, declared.iter().map(String::as_str)))
    }

    /// Returns the innermost object that a path leads into: an instance, or an output of a called module.
    pub(super) fn normal(&self, asked: Asked<'t>) -> Asked<'t> {
        let instance = asked.site.instance;
        let first = asked.rest.first();
        match &asked.object {
            Object::Resources(node, resource) => {
                let is_repeated = resource.repetition().has_keys();
                let key = first.filter(|_| is_repeated).and_then(instance_key);
                if is_repeated && key.is_none() {
                    return asked;
                }
                Asked {
                    object: Object::Resource(*node, resource, key),
                    rest: asked.rest[usize::from(is_repeated)..].to_vec(),
                    site: asked.site,
                }
            }
            Object::Call(module, None) => {
                let call = self.engine.prepared.graph.modules[*module]
                    .caller
                    .map(|(_, call)| call);
                let is_repeated = call.is_some_and(|call| call.repetition().has_keys());
                match first.filter(|_| is_repeated).and_then(instance_key) {
                    None if is_repeated => asked,
                    key => self.output_of(Asked {
                        object: Object::Call(*module, key),
                        rest: asked.rest[usize::from(is_repeated)..].to_vec(),
                        site: Site { instance, own: None },
                    }),
                }
            }
            _ => asked,
        }
    }

    /// Returns the output of an instance of a called module that a path starts with.
    fn output_of(&self, asked: Asked<'t>) -> Asked<'t> {
        let found = || {
            let Object::Call(module, key) = &asked.object else {
                return None;
            };
            let name = name_of(asked.rest.first()?)?;
            let mut children = self.engine.children_of(asked.site.instance, *module)?;
            let child = children.find(|child| self.last_key(*child) == *key)?;
            let site = Site {
                instance: child,
                own: None,
            };
            self.declared_output(&site, &asked.rest, name, 1).ok()
        };
        found().unwrap_or(asked)
    }

    /// Reports a part that a value does not have.
    fn check_path(&self, asked: &Asked<'t>) -> Result<(), Wrong> {
        if let Object::Resource(_, resource, key) = &asked.object {
            let address = self.address_of(asked.site.instance, resource, key.clone());
            let is_ephemeral = resource.kind == ResourceKind::Ephemeral;
            if !self.resources.contains_key(&address) && !is_ephemeral {
                let declared = self.address_of(asked.site.instance, resource, None);
                let all = self.resources.keys().filter(|own| own.is_instance_of(&declared));
                let mut all: Vec<String> = all.map(ToString::to_string).collect();
                all.sort();
                return Err(missing(
                    "instance",
                    &address.to_string(),
                    all.iter().map(String::as_str),
                ));
            }
        }
        let mut value = self.value_of(asked);
        for (position, step) in asked.rest.iter().enumerate() {
            let key = key_of(step);
            let Ok(part) = value.index(&key) else {
                let whole = self.display(&Asked {
                    rest: asked.rest[..position].to_vec(),
                    ..asked.clone()
                });
                let plain = value.unmark().0;
                let names: Vec<String> = match plain.fields() {
                    Some(fields) => fields.iter().map(|(name, _)| name.to_string()).collect(),
                    None => Vec::new(),
                };
                let name = name_of(step).map_or_else(|| shown_key(&key), str::to_owned);
                let names = names.iter().map(String::as_str);
                return Err(suggested(
                    &format!("`{whole}` has no part `{name}`."),
                    &name,
                    names,
                ));
            };
            value = part;
        }
        Ok(())
    }

    /// Returns the address of an instance of a resource in a module instance.
    pub(super) fn address_of(
        &self,
        instance: InstanceId,
        resource: &Resource,
        key: Option<InstanceKey>,
    ) -> ResourceAddress {
        ResourceAddress {
            key,
            ..resource.address(self.engine.instances[instance].address.clone())
        }
    }

    /// Returns the site of the arguments of an instance of a resource.
    pub(super) fn site_of_resource(
        &self,
        instance: InstanceId,
        resource: &'t Resource,
        key: Option<&InstanceKey>,
    ) -> Site<'t> {
        let repetition = resource.repetition().expression();
        let own = repetition.zip(key).and_then(|(repetition, key)| {
            let outer = Site { instance, own: None };
            let all = || self.evaluated(&outer, repetition).unmark().0;
            let variable = match key {
                InstanceKey::Index(_) => InstanceVariable::of(key, &Value::DYNAMIC),
                InstanceKey::Name(_) => {
                    let all = all();
                    let element = match all.ty().is_set() {
                        true => key.value(),
                        false => all.index(&key.value()).unwrap_or(Value::DYNAMIC),
                    };
                    InstanceVariable::of(key, &element)
                }
                InstanceKey::Unknown => {
                    let keys = Keys::unknown(resource.repetition(), &all());
                    keys.iter().find_map(|(_, own)| own)?
                }
            };
            Some(std::rc::Rc::new(OwnKey {
                variable,
                repetition,
                address: self.address_of(instance, resource, Some(key.clone())).to_string(),
            }))
        });
        Site { instance, own }
    }
}

/// Returns a step of a reference as a step of a path.
fn path_step(step: &TraversalStep) -> Option<PathStep> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => {
            Some(PathStep::Attribute(name.as_str().into()))
        }
        TraversalStep::Index { key, .. } => Some(PathStep::Index(key.clone())),
        TraversalStep::Splat { .. } => Some(PathStep::Index(Value::DYNAMIC)),
    }
}

fn shown_key(key: &Value) -> String {
    key.as_number()
        .map_or_else(|| "?".to_owned(), ToString::to_string)
}

fn wrong(detail: impl Into<std::borrow::Cow<'static, str>>) -> Wrong {
    Box::new(Diagnostic::error(codes::UNDECLARED, "Unknown address").with_detail(detail))
}

/// Reports a name that is not declared.
fn missing<'a>(what: &str, name: &str, declared: impl Iterator<Item = &'a str>) -> Wrong {
    suggested(&format!("The plan has no {what} `{name}`."), name, declared)
}

/// Reports a wrong name, with the nearest one or all that are right.
fn suggested<'a>(sentence: &str, name: &str, declared: impl Iterator<Item = &'a str>) -> Wrong {
    let mut declared: Vec<&str> = declared.collect();
    declared.sort_unstable();
    wrong(match nearest_name(name, declared.iter().copied()) {
        Some(near) => format!("{sentence} Did you mean `{near}`?"),
        None if (1..=12).contains(&declared.len()) => {
            format!("{sentence} Expected one of: `{}`.", declared.join("`, `"))
        }
        None => sentence.to_owned(),
    })
}
