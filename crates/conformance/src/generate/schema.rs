//! The types of resources that generated modules have.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Type;

/// The resources of providers, by their types.
#[derive(Debug, Default)]
pub struct Schema {
    pub(super) managed: BTreeMap<String, Block>,
    pub(super) data: BTreeMap<String, Block>,
    /// The sources of providers that are not the default ones, by local names.
    pub(super) sources: BTreeMap<String, String>,
}

/// The arguments of a block.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) attributes: Vec<Attribute>,
    pub(super) blocks: Vec<Nested>,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) name: String,
    /// `None` for values of any type.
    pub(super) ty: Option<Type>,
    pub(super) is_required: bool,
    pub(super) is_configurable: bool,
    pub(super) is_computed: bool,
    pub(super) is_sensitive: bool,
    pub(super) is_write_only: bool,
}

#[derive(Debug)]
pub(super) struct Nested {
    pub(super) name: String,
    pub(super) mode: String,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) block: Block,
}

impl Schema {
    /// Returns the schemas without those of data sources.
    #[must_use]
    pub fn without_data(mut self) -> Self {
        self.data.clear();
        self
    }

    /// Reads the output of `terraform providers schema -json`.
    ///
    /// # Errors
    ///
    /// If it is not JSON.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let document: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut schema = Self::default();
        for (source, provider) in entries(&document["provider_schemas"]) {
            if let Some((namespace, name)) = source.rsplit_once('/')
                && !namespace.ends_with("/hashicorp")
            {
                schema.sources.insert(name.to_owned(), source.clone());
            }
            for (name, resource) in entries(&provider["resource_schemas"]) {
                schema.managed.insert(name.clone(), block(&resource["block"]));
            }
            for (name, resource) in entries(&provider["data_source_schemas"]) {
                schema.data.insert(name.clone(), block(&resource["block"]));
            }
        }
        Ok(schema)
    }
}

/// Returns the entries of an object by their names, so that a seed is the same module in every build: the order of an object
/// depends on a feature of `serde_json`.
fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let entries: BTreeMap<&String, &Value> = value.as_object().into_iter().flatten().collect();
    entries.into_iter()
}

fn block(value: &Value) -> Block {
    let attributes = entries(&value["attributes"]).map(|(name, own)| {
        let ty = match own.get("nested_type") {
            Some(nested) => nested_type(nested),
            None => attribute_type(&own["type"]),
        };
        let is = |flag: &str| own[flag] == true;
        Attribute {
            name: name.clone(),
            ty,
            is_required: is("required"),
            is_configurable: is("required") || is("optional") || !is("computed"),
            is_computed: is("computed"),
            is_sensitive: is("sensitive"),
            is_write_only: is("write_only"),
        }
    });
    let blocks = entries(&value["block_types"]).map(|(name, own)| {
        let size = |name: &str| own[name].as_u64().and_then(|size| usize::try_from(size).ok());
        Nested {
            name: name.clone(),
            mode: own["nesting_mode"].as_str().unwrap_or_default().to_owned(),
            min: size("min_items").unwrap_or(0),
            max: size("max_items").filter(|max| *max > 0).unwrap_or(3),
            block: block(&own["block"]),
        }
    });
    Block {
        attributes: attributes.collect(),
        blocks: blocks.collect(),
    }
}

/// Returns the type that a configuration gives a nested attribute: without what only the provider sets.
fn nested_type(nested: &Value) -> Option<Type> {
    let mut fields = Vec::new();
    for (name, own) in entries(&nested["attributes"]) {
        if own["computed"] == true && own["optional"] != true {
            continue;
        }
        let ty = match own.get("nested_type") {
            Some(nested) => nested_type(nested),
            None => attribute_type(&own["type"]),
        };
        fields.push((name.clone(), ty?));
    }
    let object = Type::Object(fields);
    Some(match nested["nesting_mode"].as_str()? {
        "list" => Type::List(object.into()),
        "set" => Type::Set(object.into()),
        "map" => Type::Map(object.into()),
        _ => object,
    })
}

fn attribute_type(value: &Value) -> Option<Type> {
    if let Some(name) = value.as_str() {
        return match name {
            "number" => Some(Type::Number),
            "bool" => Some(Type::Bool),
            "string" => Some(Type::String),
            _ => None,
        };
    }
    let item = || attribute_type(&value[1]).map(Box::new);
    Some(match value[0].as_str()? {
        "list" => Type::List(item()?),
        "set" => Type::Set(item()?),
        "map" => Type::Map(item()?),
        "object" => {
            let fields = entries(&value[1]).map(|(name, ty)| Some((name.clone(), attribute_type(ty)?)));
            Type::Object(fields.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
