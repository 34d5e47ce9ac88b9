//! The state before a plan.

mod file;
mod form;
mod objects;
mod shown;

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span, codes::terraform as codes};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_json::{Node, NodeKind, Tree, parse_tree};
use hcl2_terraform::{InstanceKey, ResourceAddress, ResourceKind};
use hcl2_value::{Marks, Number, Path, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::{json, notation};

use crate::model::{Action, Plan, ResourceInstance};
pub(crate) use objects::{ObjectKey, Objects};
pub use shown::Fixtures;
use shown::shown_state;
pub(crate) use shown::{decode_shown, fitted, type_as_configured};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The state before a plan: what a state file of version 4 holds.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The outputs of the root module.
    pub outputs: BTreeMap<String, StateOutput>,
    pub(crate) objects: Objects,
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
    /// Whether its replacement is created before it is destroyed.
    pub(crate) creates_first: bool,
    /// The key of an object that a replacement left behind.
    pub(crate) deposed: Option<String>,
    /// The paths of sensitive parts.
    pub(crate) sensitive: Vec<Path>,
    /// The resources that the object depends on.
    pub(crate) dependencies: Vec<String>,
}

impl StateObject {
    /// Returns the attributes as their JSON has them, without a schema, with the marks of sensitive parts.
    pub(crate) fn untyped(&self) -> Option<Value> {
        let value = RawValue::new(self.attributes.as_bytes()).decode_untyped().ok()?;
        let sensitive = Marks::from_iter([sensitive_mark()]);
        let marks = self
            .sensitive
            .iter()
            .map(|path| (path.clone(), sensitive.clone()));
        Some(value.with_path_marks(&marks.collect::<Vec<_>>()))
    }

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
            creates_first: false,
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
            creates_first: false,
            deposed: resource.deposed.clone(),
            sensitive: marked.into_iter().map(|(path, _)| path).collect(),
            dependencies: resource.depended_on.clone(),
        }
    }

    /// Returns the key among the objects of a state.
    pub(crate) fn key(&self) -> ObjectKey {
        (self.address.clone(), self.deposed.clone())
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
            self.objects.remove(&object.key());
            if let Some(previous) = &resource.previous {
                self.objects.take(previous);
            }
            let is_kept = resource.address.kind == ResourceKind::Managed && !resource.after.is_null();
            if is_kept && resource.deposed.is_none() {
                self.objects.insert(object);
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
