//! The attributes of targets: their types, how those of several blocks are combined, and their JSON.

use std::collections::BTreeMap;

use hcl2_value::{Type, Value, ValueKind};

use super::entries::{EntryKind, entry_of_value, value_of_entry};
use crate::Json;

use FieldType::{Bool, Entries, Map, Resources, Text, Texts};
use Merge::{Combine, Replace};

/// The type of an attribute of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldType {
    Text,
    Bool,
    Texts,
    /// Strings by name, of which those that are null are as if they were missing.
    Map,
    Entries(EntryKind),
    /// The limits of resources by name.
    Resources,
}

/// How the values of two blocks are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merge {
    Replace,
    /// The elements of both, or the entries by their names.
    Combine,
}

/// An attribute of a target.
#[derive(Debug)]
pub(super) struct FieldSpec {
    pub(super) name: &'static str,
    pub(super) ty: FieldType,
    pub(super) merge: Merge,
    /// Whether templates in the value are escaped in JSON, as a bake file would have to escape them.
    is_escaped: bool,
}

const fn field(name: &'static str, ty: FieldType, merge: Merge) -> FieldSpec {
    FieldSpec::new(name, ty, merge)
}

const fn escaped(name: &'static str, ty: FieldType, merge: Merge) -> FieldSpec {
    FieldSpec {
        is_escaped: true,
        ..field(name, ty, merge)
    }
}

/// The attributes of targets, in the order of their JSON.
pub(super) const FIELDS: [FieldSpec; 29] = [
    field("description", Text, Replace),
    field("inherits", Texts, Combine),
    escaped("annotations", Texts, Combine),
    field("attest", Entries(EntryKind::Attest), Combine),
    field("context", Text, Replace),
    field("contexts", Map, Combine),
    field("dockerfile", Text, Replace),
    escaped("dockerfile-inline", Text, Replace),
    escaped("args", Map, Combine),
    escaped("labels", Map, Combine),
    field("tags", Texts, Replace),
    field("cache-from", Entries(EntryKind::Cache), Combine),
    field("cache-to", Entries(EntryKind::Cache), Replace),
    field("target", Text, Replace),
    field("secret", Entries(EntryKind::Secret), Combine),
    field("ssh", Entries(EntryKind::Ssh), Combine),
    field("platforms", Texts, Replace),
    field("output", Entries(EntryKind::Output), Replace),
    field("pull", Bool, Replace),
    field("no-cache", Bool, Replace),
    field("network", Text, Replace),
    field("no-cache-filter", Texts, Combine),
    field("shm-size", Text, Replace),
    field("ulimits", Texts, Combine),
    field("resources", Resources, Combine),
    field("call", Text, Replace),
    field("entitlements", Texts, Combine),
    escaped("extra-hosts", Map, Combine),
    field("policy", Entries(EntryKind::Policy), Combine),
];

/// The names of the limits of resources, in the order of their JSON, and whether they are numbers.
const RESOURCES: [(&str, bool); 7] = [
    ("memory", false),
    ("memory-swap", false),
    ("cpu-shares", true),
    ("cpu-period", true),
    ("cpu-quota", true),
    ("cpuset-cpus", false),
    ("cpuset-mems", false),
];

/// Returns the position of an attribute in [`FIELDS`].
pub(super) fn position(name: &str) -> Option<usize> {
    FIELDS.iter().position(|spec| spec.name == name)
}

/// The value of an attribute of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Text(String),
    Bool(bool),
    Texts(Vec<String>),
    Map(BTreeMap<String, Option<String>>),
    Entries(Vec<Json>),
    Resources(BTreeMap<&'static str, Json>),
}

impl FieldSpec {
    pub(super) const fn new(name: &'static str, ty: FieldType, merge: Merge) -> Self {
        Self {
            name,
            ty,
            merge,
            is_escaped: false,
        }
    }

    /// Converts the value of an attribute; nothing if it is null.
    pub(super) fn read(&self, value: &Value) -> Result<Option<Field>, String> {
        let value = value.unmark_deep().0;
        if value.is_null() {
            return Ok(None);
        }
        if !value.is_wholly_known() {
            return Err("the value is not known without running something".to_owned());
        }
        let converted = |ty: Type| value.convert(&ty).map_err(|error| error.to_string());
        Ok(Some(match self.ty {
            Text => Field::Text(converted(Type::STRING)?.as_str().unwrap_or_default().to_owned()),
            Bool => Field::Bool(converted(Type::BOOL)?.as_bool().unwrap_or_default()),
            Texts => {
                let list = converted(Type::list(Type::STRING))?;
                let items = list.elements().unwrap_or_default().iter();
                let items: Option<Vec<String>> = items.map(|item| Some(item.as_str()?.to_owned())).collect();
                Field::Texts(items.ok_or("an element is null")?)
            }
            Map => {
                let map = converted(Type::map(Type::STRING))?;
                let fields = map.fields().into_iter().flat_map(|fields| {
                    let all = fields.iter();
                    all.map(|(name, value)| (name.to_string(), value.as_str().map(str::to_owned)))
                });
                Field::Map(fields.collect())
            }
            Entries(kind) => {
                let (ValueKind::List(items) | ValueKind::Tuple(items)) = value.kind() else {
                    return Err("expected a list".to_owned());
                };
                let mut entries = Vec::with_capacity(items.len());
                for item in items {
                    if item.as_str() != Some("") {
                        entry_of_value(kind, item, &mut entries)?;
                    }
                }
                Field::Entries(entries)
            }
            Resources => {
                let fields = value.fields().ok_or("expected an object")?;
                let mut resources = BTreeMap::new();
                // Other limits are ignored.
                for (name, is_number) in RESOURCES {
                    let Some(value) = fields.get(name).filter(|value| !value.is_null()) else {
                        continue;
                    };
                    let ty = if is_number { Type::NUMBER } else { Type::STRING };
                    let value = value.convert(&ty).map_err(|error| format!("`{name}`: {error}"))?;
                    let json = Json::of(&value);
                    if let Json::Number(text) = &json
                        && text.parse::<i64>().is_err()
                    {
                        return Err(format!("expected a whole number for `{name}`, found {text}"));
                    }
                    resources.insert(name, json);
                }
                Field::Resources(resources)
            }
        }))
    }

    /// Returns the value that references to the attribute have.
    pub(super) fn value(&self, field: Option<&Field>) -> Value {
        let texts = |items: &[String]| {
            let items: Vec<Value> = items.iter().map(|text| Value::from(text.as_str())).collect();
            Value::list(Type::STRING, items).unwrap_or(Value::DYNAMIC)
        };
        match (self.ty, field) {
            (Text, Some(Field::Text(text))) => text.as_str().into(),
            (Text, _) if self.name == "description" => "".into(),
            (Text, _) => Value::null(Type::STRING),
            (Bool, Some(Field::Bool(truth))) => (*truth).into(),
            (Bool, _) => Value::null(Type::BOOL),
            (Texts, Some(Field::Texts(items))) => texts(items),
            (Texts, _) => Value::null(Type::list(Type::STRING)),
            (Map, Some(Field::Map(map))) => {
                let fields = map.iter().map(|(name, text)| {
                    let value = text.as_deref().map_or(Value::null(Type::STRING), Value::from);
                    (name.as_str(), value)
                });
                Value::map(Type::STRING, fields).unwrap_or(Value::DYNAMIC)
            }
            (Map, _) => Value::null(Type::map(Type::STRING)),
            (Entries(kind), Some(Field::Entries(entries))) => {
                let items: Vec<Value> = entries.iter().map(|entry| value_of_entry(kind, entry)).collect();
                let ty = items
                    .first()
                    .map_or(Type::map(Type::STRING), |item| item.ty().clone());
                Value::list(ty, items).unwrap_or(Value::DYNAMIC)
            }
            (Entries(_), _) => Value::list(Type::map(Type::STRING), []).unwrap_or(Value::DYNAMIC),
            (Resources, field) => {
                let known = match field {
                    Some(Field::Resources(known)) => Some(known),
                    _ => None,
                };
                Value::object(RESOURCES.iter().map(|(name, is_number)| {
                    let value = match known.and_then(|known| known.get(name)) {
                        Some(Json::String(text)) => text.as_str().into(),
                        Some(Json::Number(text)) => text.parse::<i64>().map_or(Value::DYNAMIC, Value::from),
                        _ => Value::null(if *is_number { Type::NUMBER } else { Type::STRING }),
                    };
                    (*name, value)
                }))
            }
        }
    }

    /// Returns the JSON of a value; nothing if it is empty, and is left out.
    pub(super) fn json(&self, field: &Field) -> Option<Json> {
        let text = |text: &str| {
            Json::from(if self.is_escaped {
                text.replace("${", "$${").replace("%{", "%%{")
            } else {
                text.to_owned()
            })
        };
        match field {
            Field::Text(content) if content.is_empty() && self.name == "description" => None,
            Field::Text(content) => Some(text(content)),
            Field::Bool(truth) => Some((*truth).into()),
            Field::Texts(items) if items.is_empty() => None,
            Field::Texts(items) => Some(Json::Array(items.iter().map(|item| text(item)).collect())),
            Field::Map(map) if map.is_empty() => None,
            Field::Map(map) => Some(Json::object(map.iter().map(|(name, value)| {
                let value = value.as_deref().map_or(Json::Null, text);
                (name.as_str(), value)
            }))),
            Field::Entries(entries) if entries.is_empty() => None,
            Field::Entries(entries) => Some(Json::Array(entries.clone())),
            Field::Resources(limits) => {
                let known = RESOURCES.iter();
                Some(Json::object(
                    known.filter_map(|(name, _)| Some((*name, limits.get(name)?.clone()))),
                ))
            }
        }
    }

    /// Adds the value of a later block to that of an earlier one.
    pub(super) fn merge(&self, into: &mut Option<Field>, later: &Field) {
        match (into.as_mut(), later, self.merge) {
            (_, Field::Text(text), _) if text.is_empty() && self.name == "description" => {}
            (Some(Field::Texts(all)), Field::Texts(more), Combine) => all.extend(more.iter().cloned()),
            (Some(Field::Entries(all)), Field::Entries(more), Combine) => all.extend(more.iter().cloned()),
            (Some(Field::Resources(all)), Field::Resources(more), _) => {
                all.extend(more.iter().map(|(name, limit)| (*name, limit.clone())));
            }
            (own, Field::Map(more), _) => {
                // A value that is null removes nothing, and is not there.
                let more = more.iter().filter(|(_, text)| text.is_some());
                let more = more.map(|(name, text)| (name.clone(), text.clone()));
                if let Some(Field::Map(all)) = own {
                    all.extend(more);
                } else {
                    let all: BTreeMap<_, _> = more.collect();
                    *into = (!all.is_empty()).then_some(Field::Map(all));
                }
            }
            _ => *into = Some(later.clone()),
        }
    }

    /// Removes what is repeated or empty.
    pub(super) fn normalize(&self, field: &mut Field) {
        match field {
            Field::Texts(items) if self.name != "inherits" => {
                let mut seen = std::collections::HashSet::new();
                items.retain(|item| !item.is_empty() && seen.insert(item.clone()));
            }
            Field::Entries(entries) => {
                if let Entries(kind) = self.ty {
                    kind.without_repeats(entries);
                }
            }
            Field::Map(map) if self.name == "contexts" => map.retain(|_, text| text.as_deref() != Some("")),
            _ => {}
        }
    }

    /// Sets a limit of resources from a string.
    pub(super) fn limit(name: &str, text: &str) -> Result<(&'static str, Json), String> {
        let Some((name, is_number)) = RESOURCES.iter().find(|(own, _)| *own == name) else {
            let names: Vec<&str> = RESOURCES.iter().map(|(name, _)| *name).collect();
            return Err(format!("the limits of resources are {}", names.join(", ")));
        };
        if !is_number {
            return Ok((name, text.into()));
        }
        let number: i64 = text
            .parse()
            .map_err(|_| format!("expected a whole number for `{name}`, found `{text}`"))?;
        Ok((name, number.into()))
    }
}
