//! Planned values of resources: what the core of Terraform proposes, and what providers make of it.

use std::collections::{BTreeMap, HashMap};

use hcl2_functions::terraform::{ephemeral_mark, sensitive_mark};
use hcl2_value::{InconsistentTypes, Marks, Path, PathStep, Str, Type, Value, ValueKind};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, NestedBlock, Nesting};

use crate::model::Importing;
use crate::schema::has_secrets;

/// A configuration without marks, and where they were.
pub(crate) struct Unmarked {
    pub(crate) value: Value,
    pub(crate) paths: Vec<(Path, Marks)>,
}

impl Unmarked {
    pub(crate) fn of(value: &Value) -> Self {
        let (value, paths) = value.unmark_deep_with_paths();
        Self { value, paths }
    }
}

/// Returns the planned value of a new object: as configured, and unknown where the provider decides.
pub(crate) fn created(block: &Block, config: &Value) -> Value {
    let proposed = block.proposed_new(&Value::null(block.implied_type()), config);
    filled(block, &proposed, config)
}

/// Makes unknown what the provider sets: computed attributes that the configuration omits. Write-only values are null.
///
/// This is what a provider does to the value that Terraform proposes for a new object, unless it knows more.
#[must_use]
pub fn filled(block: &Block, value: &Value, config: &Value) -> Value {
    let (Some(fields), Some(configured)) = (value.fields(), config.fields()) else {
        return value.clone();
    };
    let null = Value::null(Type::DYNAMIC);
    let parts = fields.iter().map(|(name, value)| {
        let config = configured.get(name).unwrap_or(&null);
        let part = match (
            block.attributes.get(name.as_str()),
            block.blocks.get(name.as_str()),
        ) {
            (Some(attribute), _) => filled_attribute(attribute, value, config),
            (None, Some(nested)) => filled_blocks(nested, value, config),
            (None, None) => value.clone(),
        };
        (name.clone(), part)
    });
    Value::object(parts)
}

fn filled_attribute(attribute: &Attribute, value: &Value, config: &Value) -> Value {
    if attribute.write_only {
        return Value::null(attribute.implied_type());
    }
    if value.is_null() && config.is_null() && attribute.presence.is_computed() {
        return Value::unknown(attribute.implied_type());
    }
    match &attribute.content {
        AttributeContent::Nested { attributes, nesting } if !config.is_null() => {
            items(*nesting, value, config, |value, config| {
                filled_object(attributes, value, config)
            })
        }
        _ => value.clone(),
    }
}

fn filled_object(attributes: &BTreeMap<String, Attribute>, value: &Value, config: &Value) -> Value {
    let (Some(fields), Some(configured)) = (value.fields(), config.fields()) else {
        return value.clone();
    };
    let null = Value::null(Type::DYNAMIC);
    Value::object(fields.iter().map(|(name, value)| {
        let config = configured.get(name).unwrap_or(&null);
        let part = attributes
            .get(name.as_str())
            .map(|attribute| filled_attribute(attribute, value, config));
        (name.clone(), part.unwrap_or_else(|| value.clone()))
    }))
}

fn filled_blocks(nested: &NestedBlock, value: &Value, config: &Value) -> Value {
    items(nested.nesting, value, config, |value, config| {
        filled(&nested.block, value, config)
    })
}

/// Replaces the objects of a nested value, each with the configuration at the same place.
fn items(nesting: Nesting, value: &Value, config: &Value, make: impl Fn(&Value, &Value) -> Value) -> Value {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return make(value, config);
    }
    if value.element_count() == Some(0) {
        return value.clone();
    }
    match (value.kind(), config.kind()) {
        (ValueKind::List(items), ValueKind::List(configured)) => {
            let made: Vec<Value> = items.iter().zip(configured).map(|(a, b)| make(a, b)).collect();
            Value::list(Type::DYNAMIC, made).unwrap_or_else(|_| value.clone())
        }
        (ValueKind::Tuple(items), ValueKind::Tuple(configured)) => {
            Value::tuple(items.iter().zip(configured).map(|(a, b)| make(a, b)))
        }
        (ValueKind::Set(_), ValueKind::Set(configured)) => {
            // The elements of sets have no place: each is made from its own configuration.
            let made: Vec<Value> = configured.iter().map(|config| make(config, config)).collect();
            Value::set(Type::DYNAMIC, made).unwrap_or_else(|_| value.clone())
        }
        (ValueKind::Map(fields), ValueKind::Map(configured)) => {
            let made: Vec<(Str, Value)> = fields
                .iter()
                .map(|(key, value)| {
                    (
                        key.clone(),
                        configured
                            .get(key)
                            .map_or_else(|| value.clone(), |config| make(value, config)),
                    )
                })
                .collect();
            Value::map(Type::DYNAMIC, made).unwrap_or_else(|_| value.clone())
        }
        (ValueKind::Object(fields), ValueKind::Object(configured)) => {
            Value::object(fields.iter().map(|(key, value)| {
                let made = configured.get(key).map(|config| make(value, config));
                (key.clone(), made.unwrap_or_else(|| value.clone()))
            }))
        }
        _ => value.clone(),
    }
}

/// The planned value of an existing object.
pub(crate) struct Updated {
    pub(crate) value: Value,
    /// The paths whose changes replace the object.
    pub(crate) replaces: Vec<Path>,
}

impl Updated {
    pub(crate) fn in_place(value: Value) -> Self {
        Self {
            value,
            replaces: Vec::new(),
        }
    }

    /// Returns whether the object may turn out to be as it is, or not to be replaced, depending on what is unknown;
    /// `is_changed` if something else changes.
    pub(crate) fn may_not_be(&self, prior: &Value, is_changed: bool) -> bool {
        if self.replaces.is_empty() {
            return !is_changed && may_equal(&self.value, prior);
        }
        self.replaces.iter().all(|path| {
            let (planned, prior) = (path.apply(&self.value), path.apply(prior));
            planned
                .zip(prior)
                .is_some_and(|(planned, prior)| may_equal(&planned, &prior))
        })
    }
}

/// Replaces attributes of an object.
pub(crate) fn with_parts<const N: usize>(object: &Value, parts: [(&str, Value); N]) -> Value {
    let Some(fields) = object.fields() else {
        return object.clone();
    };
    Value::object(fields.iter().map(|(name, value)| {
        let part = parts.iter().find(|(own, _)| *own == name.as_str());
        (name.clone(), part.map_or(value, |(_, part)| part).clone())
    }))
}

/// Replaces the attributes whose values are derived from ephemeral ones by null, also those in blocks.
pub(crate) fn without_ephemeral(block: &Block, config: &Value) -> Value {
    let (plain, marks) = config.unmark();
    let Some(fields) = plain.fields().filter(|_| plain.contains_marked()) else {
        return config.clone();
    };
    let parts = fields.iter().map(|(name, value)| {
        let nested = block.blocks.get(name.as_str());
        let part = match (nested, value.kind()) {
            (Some(nested), ValueKind::Tuple(items)) => {
                Value::tuple(items.iter().map(|item| without_ephemeral(&nested.block, item)))
            }
            (None, _) if value.unmark_deep().1.contains(&ephemeral_mark()) => Value::null(Type::DYNAMIC),
            _ => value.clone(),
        };
        (name.clone(), part)
    });
    Value::object(parts).with_marks(&marks)
}

/// Returns the object that a provider reads if it knows nothing but what identifies it: the identifier, or the attributes
/// that its identity names.
pub(crate) fn identified(block: &Block, importing: &Importing) -> Value {
    let empty = block.empty_value();
    let identity = importing.identity.as_ref().and_then(|identity| identity.fields());
    let Some(fields) = empty.fields() else {
        return empty.clone();
    };
    Value::object(fields.iter().map(|(name, value)| {
        let id = importing
            .id
            .as_deref()
            .filter(|_| *name == *"id")
            .map(Value::from);
        let given = id.or_else(|| identity?.get(name).cloned());
        let read = given.and_then(|given| given.convert(value.ty()).ok());
        (name.clone(), read.unwrap_or_else(|| value.clone()))
    }))
}

/// Adds the marks of the configuration and of the schema to a planned value.
pub(crate) fn marked(block: &Block, value: &Value, paths: &[(Path, Marks)]) -> Value {
    let mut paths = stored_paths(paths);
    if has_secrets(block) {
        secret_paths(block, value, &mut Path::new(), &mut paths);
    }
    value.with_path_marks(&paths)
}

/// Adds the marks of the configuration to a planned value.
pub(crate) fn configured_marks(value: &Value, paths: &[(Path, Marks)]) -> Value {
    value.with_path_marks(&stored_paths(paths))
}

fn stored_paths(paths: &[(Path, Marks)]) -> Vec<(Path, Marks)> {
    let is_stored = |(_, marks): &&(Path, Marks)| !marks.contains(&ephemeral_mark());
    paths.iter().filter(is_stored).cloned().collect()
}

/// Returns whether two values have the same marks at the same paths.
pub(crate) fn has_same_marks(a: &Value, b: &Value) -> bool {
    let marks = |value: &Value| -> HashMap<Path, Marks> {
        let (_, paths) = value.unmark_deep_with_paths();
        paths.into_iter().collect()
    };
    marks(a) == marks(b)
}

/// Adds the paths of sensitive attributes.
fn secret_paths(block: &Block, value: &Value, at: &mut Path, paths: &mut Vec<(Path, Marks)>) {
    secret_attributes(&block.attributes, value, at, paths);
    for (name, nested) in &block.blocks {
        let Some(part) = value.get(name).filter(|_| has_secrets(&nested.block)) else {
            continue;
        };
        at.push(PathStep::Attribute(name.as_str().into()));
        each_item(nested.nesting, part, at, &mut |item, at| {
            secret_paths(&nested.block, item, at, paths);
        });
        at.pop();
    }
}

fn secret_attributes(
    attributes: &BTreeMap<String, Attribute>,
    value: &Value,
    at: &mut Path,
    paths: &mut Vec<(Path, Marks)>,
) {
    for (name, attribute) in attributes {
        let Some(part) = value.get(name) else { continue };
        at.push(PathStep::Attribute(name.as_str().into()));
        if attribute.sensitive {
            paths.push((at.clone(), sensitive()));
        } else if let AttributeContent::Nested { attributes, nesting } = &attribute.content {
            each_item(*nesting, part, at, &mut |item, at| {
                secret_attributes(attributes, item, at, paths);
            });
        }
        at.pop();
    }
}

fn sensitive() -> Marks {
    Marks::from_iter([sensitive_mark()])
}

/// Visits the objects of a nested value with their paths.
fn each_item(nesting: Nesting, value: &Value, at: &mut Path, visit: &mut dyn FnMut(&Value, &mut Path)) {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        visit(value, at);
        return;
    }
    let is_object = value.ty().is_object();
    let Some(elements) = value.iter_elements() else {
        return;
    };
    for (key, item) in elements {
        let step = match key.as_str() {
            Some(name) if is_object => PathStep::Attribute(name.into()),
            _ => PathStep::Index(key),
        };
        at.push(step);
        visit(&item, at);
        at.pop();
    }
}

/// Returns whether a planned value may turn out to be another one, depending on what is unknown in it.
pub(crate) fn may_equal(planned: &Value, other: &Value) -> bool {
    if !planned.is_known() {
        let excludes_null = planned.refinement().is_some_and(|own| own.is_not_null());
        return !(excludes_null && other.is_null());
    }
    if planned.is_wholly_known() || planned.is_null() || other.is_null() {
        return planned == other;
    }
    let (Some(own), Some(others)) = (planned.iter_elements(), other.iter_elements()) else {
        return planned == other;
    };
    if planned.ty().is_set() {
        // An unknown element may be any of the others, also one that is there already.
        return others.len() <= own.len();
    }
    own.len() == others.len()
        && own
            .zip(others)
            .all(|((key, own), (other_key, other))| key == other_key && may_equal(&own, &other))
}

/// Returns the value of an object without a schema in which nulls are unknown, since its provider may set them, as
/// blocks are of which dynamic ones make none. Those of the object before stay.
pub(crate) fn with_open_nulls(block: &Block, value: &Value, prior: Option<&Value>) -> Value {
    let opened = value.transform(|path, part| -> Result<Value, InconsistentTypes> {
        let is_empty = || part.is_known() && part.element_count() == Some(0) && is_of_blocks(block, path);
        let is_known = || {
            let before = prior.and_then(|prior| path.apply(prior));
            before.is_some_and(|before| before == part || before.is_null() && part.is_null())
        };
        Ok(
            match !path.steps().is_empty() && (part.is_null() || is_empty()) && !is_known() {
                // The type of a tuple has its number of elements.
                true if part.ty().is_tuple() => Value::DYNAMIC.with_marks(&part.marks()),
                true => Value::unknown(part.ty().clone()),
                false => part,
            },
        )
    });
    opened.unwrap_or_else(|_| value.clone())
}

/// Returns whether a path leads to all blocks of a type.
fn is_of_blocks(block: &Block, path: &Path) -> bool {
    let mut block = block;
    let mut is_of_blocks = false;
    for step in path.steps() {
        match step {
            PathStep::Attribute(name) => match block.blocks.get(&**name) {
                Some(nested) => (block, is_of_blocks) = (&nested.block, true),
                None => return false,
            },
            PathStep::Index(_) => is_of_blocks = false,
        }
    }
    is_of_blocks
}
