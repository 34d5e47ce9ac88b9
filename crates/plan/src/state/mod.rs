//! The state before a plan.

mod file;
mod form;
mod shown;

use std::collections::BTreeMap;
use std::str::FromStr;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span, codes::terraform as codes};
use hcl2_json::{Node, NodeKind, Tree, parse_tree};
use hcl2_model::{Expression, Name, Traversal, TraversalStep};
use hcl2_native::{NativeExpression, TraversalKind, parse_traversal};
use hcl2_terraform::ResourceKind;
use hcl2_terraform::table::roots;
use hcl2_value::{Number, Path, Value};
use hcl2_wire::{json, notation};

use crate::address::{InstanceKey, ModuleAddress, ModuleStep, ResourceAddress};
use crate::model::{Action, Plan, ResourceInstance};
use crate::target::Target;
pub use shown::Fixtures;
use shown::shown_state;
pub(crate) use shown::{decode_shown, fitted, type_as_configured};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The state before a plan: what a state file of version 4 holds.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The outputs of the root module.
    pub outputs: BTreeMap<String, StateOutput>,
    /// The objects by [their keys](StateObject::key).
    pub(crate) objects: BTreeMap<String, StateObject>,
}

/// An output in a state.
#[derive(Clone, Debug)]
pub struct StateOutput {
    /// The value.
    pub value: Value,
    /// Whether it must not be shown.
    pub sensitive: bool,
}

/// An object in a state.
#[derive(Clone, Debug)]
pub(crate) struct StateObject {
    pub(crate) address: ResourceAddress,
    /// The address before a move.
    pub(crate) previous: Option<ResourceAddress>,
    /// The full name of the provider.
    pub(crate) provider: String,
    pub(crate) schema_version: u64,
    /// The attributes in JSON, by the type of the schema unless they are shown.
    pub(crate) attributes: String,
    /// The value in place of the attributes, of an object that was not read from a file.
    pub(crate) value: Option<Value>,
    /// Whether the attributes are plain JSON, as `terraform show -json` prints them.
    pub(crate) is_shown: bool,
    pub(crate) is_tainted: bool,
    /// Whether OpenTofu forgets it where it would be destroyed, as its life cycle said when it was last applied.
    pub(crate) is_kept: bool,
    /// The key of an object that a replacement left behind.
    pub(crate) deposed: Option<String>,
    /// The paths of sensitive parts.
    pub(crate) sensitive: Vec<Path>,
    /// The resources that the object depends on.
    pub(crate) dependencies: Vec<String>,
}

impl StateObject {
    /// Creates an object from attributes in plain JSON.
    pub(crate) fn shown(address: ResourceAddress, values: Node<'_>) -> Self {
        Self {
            address,
            previous: None,
            provider: String::new(),
            schema_version: 0,
            attributes: values.source_text().to_owned(),
            value: None,
            is_shown: true,
            is_tainted: false,
            is_kept: false,
            deposed: None,
            sensitive: Vec::new(),
            dependencies: Vec::new(),
        }
    }

    /// Creates an object from its planned value.
    fn applied(resource: &ResourceInstance) -> Self {
        let (value, marked) = resource.after.unmark_deep_with_paths();
        Self {
            address: resource.address.clone(),
            previous: None,
            provider: resource.provider.to_string(),
            schema_version: resource.schema_version,
            attributes: String::new(),
            value: Some(value),
            is_shown: false,
            is_tainted: false,
            is_kept: false,
            deposed: resource.deposed.clone(),
            sensitive: marked.into_iter().map(|(path, _)| path).collect(),
            dependencies: resource.depended_on.clone(),
        }
    }

    /// Returns the key among the objects of a state: the address, with the key of a deposed object.
    pub(crate) fn key(&self) -> String {
        match &self.deposed {
            None => self.address.to_string(),
            Some(key) => format!("{} (deposed {key})", self.address),
        }
    }
}

impl State {
    /// Reads a state file, as Terraform writes it, or what `terraform show -json` prints: a state, or a plan with the state
    /// before it.
    ///
    /// A source without bytes is an empty state. A state file of versions 1 to 3 is read if it is empty.
    ///
    /// What `terraform show -json` prints has no types, so attributes of any type have those of the configuration if they
    /// fit, and otherwise those that the JSON implies.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-state` if the JSON has another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        if source.bytes().is_empty() {
            return Ok(Self::default());
        }
        let tree = parse(source)?;
        let root = tree.root();
        if root.kind() == NodeKind::Object && root.property("format_version").is_some() {
            return Ok(shown_state(root));
        }
        if source.bytes().starts_with(BYTE_ORDER_MARK) {
            let expected = "Expected a state file without a byte order mark, as Terraform writes it. Remove the first three bytes.";
            return Err(invalid_state(expected, root.open_span()));
        }
        file::read(root)
    }

    /// Returns the state after a plan is applied whose values are known as far as possible.
    pub(crate) fn applied(mut self, plan: &Plan) -> Self {
        for resource in &plan.resources {
            let object = StateObject::applied(resource);
            let previous = resource.previous.as_ref().map(ToString::to_string);
            for key in [Some(object.key()), previous].into_iter().flatten() {
                self.objects.remove(&key);
            }
            let is_kept = resource.address.kind == ResourceKind::Managed && !resource.after.is_null();
            if is_kept && resource.deposed.is_none() {
                self.objects.insert(object.key(), object);
            }
        }
        for output in &plan.outputs {
            let name = output.name.to_string();
            self.outputs.remove(&name);
            if output.action != Action::Delete && !output.after.is_null() {
                let (value, sensitive) = (output.after.clone(), output.sensitive);
                self.outputs.insert(name, StateOutput { value, sensitive });
            }
        }
        self
    }
}

/// Parses a source of which any string may be a secret, so that no message quotes it.
fn parse(source: &Source) -> Result<Tree, Diagnostics> {
    parse_tree(source).into_result().map_err(|mut problems| {
        problems.conceal_since(0);
        problems
    })
}

pub(crate) fn invalid_state(expected: &'static str, span: Span) -> Diagnostics {
    Diagnostic::error(codes::INVALID_STATE, "Invalid state")
        .with_detail(expected)
        .with_subject(span)
        .into()
}

/// Reads the key of an instance: a string, or a number whose fraction does not count.
pub(crate) fn instance_key(key: Node<'_>) -> Option<InstanceKey> {
    if let Some(name) = key.text() {
        return Some(InstanceKey::Name(name.into_owned().into()));
    }
    let number = Number::parse(key.source_text()).ok()?;
    u64::try_from(&number.floor()).ok().map(InstanceKey::Index)
}

/// Reads a value with its type.
pub(crate) fn typed(node: Node<'_>) -> Option<Value> {
    let ty = notation::read(node.property("type")?.source_text().as_bytes()).ok()?;
    json::decode(node.property("value")?.source_text().as_bytes(), &ty).ok()
}

pub(crate) fn is_true(node: Node<'_>, name: &str) -> bool {
    node.property(name)
        .is_some_and(|value| value.source_text() == "true")
}

pub(crate) fn reference(text: &str) -> Option<Traversal> {
    let source = SourceMap::new().add("address", text).ok()?;
    let file = parse_traversal(&source, TraversalKind::Absolute)
        .into_result()
        .ok()?;
    let id = file.root().expr()?;
    NativeExpression::new(file, id).static_traversal()
}

/// Reads the address of a module instance.
pub(crate) fn module_address(text: &str) -> Option<ModuleAddress> {
    let reference = reference(text)?;
    let (module, rest) = split_module(&reference);
    rest.is_empty().then_some(module)
}

/// Reads the address of a resource or of an instance of it.
pub(crate) fn resource_address(text: &str) -> Option<ResourceAddress> {
    let reference = reference(text)?;
    let (module, rest) = split_module(&reference);
    let (kind, rest) = match rest.first().and_then(step_name)? {
        first if *first == *ResourceKind::Data.block_type() => (ResourceKind::Data, &rest[1..]),
        _ => (ResourceKind::Managed, rest),
    };
    let [ty, name, key @ ..] = rest else { return None };
    let (ty, name) = (step_name(ty)?.clone(), step_name(name)?.clone());
    let (key, rest) = key_of(key);
    let address = ResourceAddress {
        module,
        kind,
        ty,
        name,
        key,
    };
    rest.is_empty().then_some(address)
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(module) = module_address(text).filter(|module| !module.is_root()) {
            return Ok(Self {
                module,
                resource: None,
            });
        }
        let resource = resource_address(text).ok_or_else(|| {
            let expected =
                "expected the address of a module or of a resource, such as `module.NAME` or `TYPE.NAME[0]`";
            let is_address = |text: &str| module_address(text).is_some() || resource_address(text).is_some();
            lost_quotes(text, is_address).map_or(expected.to_owned(), |why| format!("{expected}; {why}"))
        })?;
        Ok(Self {
            module: resource.module.clone(),
            resource: Some(resource),
        })
    }
}

/// Parses the address of a managed resource, or of an instance of one.
impl FromStr for ResourceAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        resource_address(text)
            .filter(|address| address.kind == ResourceKind::Managed)
            .ok_or_else(|| {
                let expected = "expected the address of a managed resource, such as `TYPE.NAME[0]`";
                let why = lost_quotes(text, |text| resource_address(text).is_some());
                why.map_or(expected.to_owned(), |why| format!("{expected}; {why}"))
            })
    }
}

/// Returns what a message says of an address with bare keys, from which a shell removed the quotes, if these make it an address.
pub(crate) fn lost_quotes(text: &str, is_address: impl Fn(&str) -> bool) -> Option<String> {
    let mut quoted = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let (key, after) = after.split_once(']').unwrap_or((after, ""));
        let is_bare = !key.starts_with('"') && key.parse::<u64>().is_err();
        quoted.extend([before, "["]);
        quoted.push_str(&if is_bare {
            format!("\"{key}\"")
        } else {
            key.to_owned()
        });
        quoted.push(']');
        rest = after;
    }
    quoted.push_str(rest);
    if quoted == text || !is_address(&quoted) {
        return None;
    }
    Some(format!(
        "a key is a string in quotes, which a shell removes unless they are inside of others: write '{quoted}'"
    ))
}

fn step_name(step: &TraversalStep) -> Option<&Name> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name),
        _ => None,
    }
}

/// Splits a reference into the address of a module instance, and what is in it.
pub(crate) fn split_module(reference: &Traversal) -> (ModuleAddress, &[TraversalStep]) {
    let mut steps = reference.steps();
    let mut module = Vec::new();
    while let [
        TraversalStep::Root { name: root, .. } | TraversalStep::Attribute { name: root, .. },
        TraversalStep::Attribute { name, .. },
        rest @ ..,
    ] = steps
    {
        if *root != *roots::MODULE {
            break;
        }
        let (key, rest) = key_of(rest);
        module.push(ModuleStep {
            name: name.clone(),
            key,
        });
        steps = rest;
    }
    (module.into_iter().collect(), steps)
}

/// Returns the key at the start of steps, and the steps after it.
pub(crate) fn key_of(steps: &[TraversalStep]) -> (Option<InstanceKey>, &[TraversalStep]) {
    let [TraversalStep::Index { key, .. }, rest @ ..] = steps else {
        return (None, steps);
    };
    let key = match (key.as_str(), key.as_number()) {
        (Some(name), _) => Some(InstanceKey::Name(name.into())),
        (_, Some(number)) => u64::try_from(number).ok().map(InstanceKey::Index),
        _ => None,
    };
    (key, rest)
}
