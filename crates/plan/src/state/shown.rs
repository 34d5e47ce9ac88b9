//! Values as `terraform show -json` prints them: without the types of the schema.

use hcl2_diagnostics::{Diagnostics, Source};
use hcl2_json::{Node, NodeKind};
use hcl2_terraform::{InstanceKey, ModuleAddress, ResourceAddress, ResourceKind};
use hcl2_value::{Path, PathStep, Type, TypeKind, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::Block;

use super::form::fields;
use super::{State, StateObject, StateOutput, instance_key, invalid_state, is_true, parse, typed};

/// Objects of data sources that are read while a plan is made, in place of a provider.
#[derive(Clone, Debug, Default)]
pub struct Fixtures {
    state: State,
    /// The objects that are named for themselves, not as part of a state.
    named: Vec<ResourceAddress>,
}

impl Fixtures {
    /// Reads fixtures: an object with the attributes of each data source by its address, such as
    /// `{"data.acme_image.a": {"id": "i-1"}}`, or the data sources of a state or plan, as [`State::from_json`] reads it.
    ///
    /// An address without a key is that of all instances.
    ///
    /// # Errors
    ///
    /// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-state` if the JSON has another form.
    pub fn from_json(source: &Source) -> Result<Self, Diagnostics> {
        let tree = parse(source)?;
        let root = tree.root();
        let is_state = ["version", "format_version"]
            .iter()
            .any(|name| root.property(name).is_some());
        if is_state {
            return State::from_json(source).map(|state| Self {
                state,
                named: Vec::new(),
            });
        }
        let expected =
            "Expected an object with the attributes of each data source by its address, or a state or plan.";
        if root.kind() != NodeKind::Object {
            return Err(invalid_state(expected, root.open_span()));
        }
        let mut fixtures = Self::default();
        for (name, values) in fields(root) {
            let address: Option<ResourceAddress> = name.parse().ok();
            let address = address.filter(|address| address.kind == ResourceKind::Data);
            let (Some(address), NodeKind::Object) = (address, values.kind()) else {
                return Err(invalid_state(expected, values.open_span()));
            };
            fixtures.named.push(address.clone());
            fixtures.state.objects.insert(StateObject::shown(address, values));
        }
        Ok(fixtures)
    }

    /// Adds the objects of others that these do not have.
    pub fn extend(&mut self, others: Self) {
        for object in others.state.objects.into_values() {
            if self.state.objects.at(&object.address).is_none() {
                self.state.objects.insert(object);
            }
        }
        self.named.extend(others.named);
    }

    /// Returns the addresses of the objects that are named for themselves.
    pub(crate) fn named(&self) -> impl Iterator<Item = &ResourceAddress> {
        self.named.iter()
    }

    /// Returns the object of a data source at an address, or at the address without its key.
    pub(crate) fn object(&self, address: &ResourceAddress) -> Option<&StateObject> {
        let objects = &self.state.objects;
        objects.at(address).or_else(|| objects.at(&address.without_key()))
    }
}

/// Reads a document of `terraform show -json`: a state, or the state before a plan.
pub(crate) fn shown_state(document: Node<'_>) -> State {
    let mut state = State::default();
    let before = document.property("prior_state").unwrap_or(document);
    let Some(values) = before.property("values") else {
        return state;
    };
    for (name, output) in values.property("outputs").into_iter().flat_map(fields) {
        if let Some(value) = typed(output) {
            let sensitive = is_true(output, "sensitive");
            state.outputs.insert(name, StateOutput { value, sensitive });
        }
    }
    let mut modules: Vec<Node<'_>> = values.property("root_module").into_iter().collect();
    while let Some(module) = modules.pop() {
        let address = text(module, "address").and_then(|address| address.parse().ok());
        let address = address.unwrap_or_default();
        for resource in module.property("resources").into_iter().flat_map(Node::elements) {
            if let Some(object) = shown_object(&address, resource) {
                state.objects.insert(object);
            }
        }
        modules.extend(
            module
                .property("child_modules")
                .into_iter()
                .flat_map(Node::elements),
        );
    }
    state
}

fn text(node: Node<'_>, name: &str) -> Option<String> {
    Some(node.property(name)?.text()?.into_owned())
}

fn shown_object(module: &ModuleAddress, resource: Node<'_>) -> Option<StateObject> {
    let kind = match text(resource, "mode")?.as_str() {
        "data" => ResourceKind::Data,
        _ => ResourceKind::Managed,
    };
    let key: Option<InstanceKey> = resource.property("index").and_then(instance_key);
    let address = ResourceAddress {
        module: module.clone(),
        kind,
        ty: text(resource, "type")?.into(),
        name: text(resource, "name")?.into(),
        key,
    };
    let mut object = StateObject::shown(address, resource.property("values")?);
    object.provider = text(resource, "provider_name").unwrap_or_default();
    let version = resource
        .property("schema_version")
        .and_then(|node| node.source_text().parse().ok());
    object.schema_version = version.unwrap_or(0);
    object.is_tainted = is_true(resource, "tainted");
    object.deposed = text(resource, "deposed_key");
    if let Some(sensitive) = resource.property("sensitive_values") {
        sensitive_paths(sensitive, &mut Path::new(), &mut object.sensitive);
    }
    let needed = resource
        .property("depends_on")
        .into_iter()
        .flat_map(Node::elements);
    object.dependencies = needed
        .filter_map(|name| Some(name.text()?.into_owned()))
        .collect();
    Some(object)
}

/// Collects the paths at which a value is `true`.
fn sensitive_paths(node: Node<'_>, at: &mut Path, paths: &mut Vec<Path>) {
    let mut enter = |step: PathStep, part: Node<'_>| {
        at.push(step);
        sensitive_paths(part, at, paths);
        at.pop();
    };
    match node.kind() {
        NodeKind::Object => {
            for (name, part) in fields(node) {
                enter(PathStep::Attribute(name.as_str().into()), part);
            }
        }
        NodeKind::Array => {
            for (index, part) in node.elements().enumerate() {
                enter(PathStep::Index(Value::from(index as u64)), part);
            }
        }
        _ if node.source_text() == "true" => paths.push(at.clone()),
        _ => {}
    }
}

/// Returns a path as a value has it: the keys of maps are indices, and a set is marked as a whole.
pub(crate) fn fitted(path: &Path, value: &Value) -> Path {
    let mut fitted = Path::new();
    let mut current = Some(value);
    for step in path.steps() {
        let ty = current.map_or(&Type::DYNAMIC, Value::ty);
        if ty.is_set() {
            break;
        }
        let (next, step) = match step {
            PathStep::Attribute(name) if ty.is_map() => {
                let key = Value::from(name.clone());
                (current.and_then(|value| value.get(name)), PathStep::Index(key))
            }
            PathStep::Attribute(name) => (current.and_then(|value| value.get(name)), step.clone()),
            PathStep::Index(index) => {
                let position = index.as_number().and_then(|number| usize::try_from(number).ok());
                let elements = current.and_then(Value::elements);
                (elements.and_then(|all| all.get(position?)), step.clone())
            }
        };
        fitted.push(step);
        current = next;
    }
    fitted
}

/// Decodes an object of which only the JSON is known; attributes that it lacks are those of `rest`. `None` if it does not
/// fit the type.
pub(crate) fn decode_shown(json: &str, ty: &Type, rest: &Value) -> Option<Value> {
    let shown = RawValue::new(json.as_bytes()).decode_untyped().ok()?;
    let fields = ty.object_type()?.iter().map(|(name, ty)| {
        let value = match shown.get(name) {
            Some(value) => value.convert(ty).ok()?,
            None => rest.get(name).cloned().unwrap_or_else(|| Value::null(ty.clone())),
        };
        Some((name.clone(), value))
    });
    Some(Value::object(fields.collect::<Option<Vec<_>>>()?))
}

/// Gives the parts of an object that were shown without their types those of the configured value, where they fit.
pub(crate) fn type_as_configured(object: &mut StateObject, schema: &Block, config: &Value) {
    let Some(shown) = decode_shown(&object.attributes, &schema.implied_type(), &Value::DYNAMIC) else {
        return;
    };
    let fields = shown.fields().into_iter().flatten().map(|(name, value)| {
        let configured = config.get(name).map(Value::ty);
        let fitting = configured.filter(|configured| may_be_shown_of(value.ty(), configured));
        let typed = fitting.and_then(|ty| value.convert(ty).ok());
        (name.clone(), typed.unwrap_or_else(|| value.clone()))
    });
    object.value = Some(Value::object(fields));
}

/// Returns whether a value of a type may have one of type `shown` in JSON: sequences are tuples, and maps are objects.
fn may_be_shown_of(shown: &Type, ty: &Type) -> bool {
    let all = |shown: &[Type], ty: &Type| shown.iter().all(|shown| may_be_shown_of(shown, ty));
    let each = |shown: &[Type], types: &[Type]| {
        let mut both = shown.iter().zip(types);
        shown.len() == types.len() && both.all(|(shown, ty)| may_be_shown_of(shown, ty))
    };
    match (shown.kind(), ty.kind()) {
        (TypeKind::Tuple(elements), TypeKind::List(element) | TypeKind::Set(element)) => {
            all(elements, element)
        }
        (TypeKind::Tuple(elements), TypeKind::Tuple(types)) => each(elements, types),
        (TypeKind::Object(object), TypeKind::Map(element)) => all(object.types(), element),
        (TypeKind::Object(object), TypeKind::Object(other)) => {
            object.names() == other.names() && each(object.types(), other.types())
        }
        // The type of a null is not known.
        _ => shown == ty || shown.is_dynamic() || ty.is_dynamic(),
    }
}
