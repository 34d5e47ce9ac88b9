//! Schemas as Terraform prints them.

use std::collections::BTreeMap;

use hcl2_value::Value;
use hcl2_wire::json::{JsonOptions, RawValue, value_to_json};
use prost::Message;

use super::unexpected;
use crate::Problem;
use crate::protocol::{
    Attribute, Block, Function, IdentitySchema, IdentitySchemasResponse, NestedBlock, NestingMode,
    OldAttribute, Parameter, Schema, SchemaResponse, Version,
};

/// The properties of an object; those that are absent are null, which is not written.
type Object = Vec<(&'static str, Value)>;

/// Returns the schemas of a provider.
pub(crate) fn of_provider(
    version: Version,
    schemas: SchemaResponse,
    identities: IdentitySchemasResponse,
) -> Result<String, Problem> {
    let all = |schemas: BTreeMap<String, Schema>| each(schemas, |schema| self::schema(version, schema));
    let provider = Value::object([
        ("provider", schema(version, schemas.provider.unwrap_or_default())?),
        ("resource_schemas", all(schemas.resource_schemas)?),
        ("data_source_schemas", all(schemas.data_source_schemas)?),
        (
            "ephemeral_resource_schemas",
            all(schemas.ephemeral_resource_schemas)?,
        ),
        ("list_resource_schemas", all(schemas.list_resource_schemas)?),
        (
            "action_schemas",
            each(schemas.action_schemas, |action| {
                let schema = action.schema.unwrap_or_default();
                let block = block(version, schema.block.unwrap_or_default())?;
                Ok(Value::object([("block", block)]))
            })?,
        ),
        ("functions", each(schemas.functions, function)?),
        (
            "resource_identity_schemas",
            each(identities.identity_schemas, identity)?,
        ),
    ]);
    value_to_json(&provider, JsonOptions::default())
        .map_err(|error| unexpected(format_args!("its schemas cannot be written: {error}")))
}

/// Returns an object with a property for each entry; null without any.
fn each<T>(
    entries: impl IntoIterator<Item = (String, T)>,
    value: impl Fn(T) -> Result<Value, Problem>,
) -> Result<Value, Problem> {
    let entries = entries.into_iter().map(|(name, entry)| Ok((name, value(entry)?)));
    let entries: Vec<(String, Value)> = entries.collect::<Result<_, Problem>>()?;
    Ok(if entries.is_empty() {
        null()
    } else {
        Value::object(entries)
    })
}

fn null() -> Value {
    Value::null(hcl2_value::Type::DYNAMIC)
}

fn flag(is_set: bool) -> Value {
    if is_set { Value::from(true) } else { null() }
}

fn text(text: String) -> Value {
    if text.is_empty() {
        null()
    } else {
        Value::from(text)
    }
}

fn count(count: i64) -> Value {
    if count == 0 { null() } else { Value::from(count) }
}

fn ty(notation: &[u8]) -> Result<Value, Problem> {
    Ok(RawValue::new(notation).decode_untyped()?)
}

fn schema(version: Version, schema: Schema) -> Result<Value, Problem> {
    Ok(Value::object([
        ("version", Value::from(schema.version)),
        ("block", block(version, schema.block.unwrap_or_default())?),
    ]))
}

/// Returns the properties of a description, which is markdown or plain text.
fn description(words: String, kind: i32) -> Object {
    let kind = Value::from(if kind == 1 { "markdown" } else { "plain" });
    vec![("description", text(words)), ("description_kind", kind)]
}

fn block(version: Version, block: Block) -> Result<Value, Problem> {
    let attributes = block.attributes.iter().map(|bytes| {
        let unreadable = |error| unexpected(format_args!("an attribute cannot be read: {error}"));
        let attribute = match version {
            Version::Six => Attribute::decode(bytes.as_slice()).map_err(unreadable)?,
            Version::Five => OldAttribute::decode(bytes.as_slice()).map_err(unreadable)?.into(),
        };
        Ok((attribute.name.clone(), attribute))
    });
    let attributes: Vec<(String, Attribute)> = attributes.collect::<Result<_, Problem>>()?;
    let blocks = block
        .block_types
        .into_iter()
        .map(|nested| (nested.type_name.clone(), nested));
    let mut object = description(block.description, block.description_kind);
    object.push(("attributes", each(attributes, attribute)?));
    object.push((
        "block_types",
        each(blocks, |nested| nested_block(version, nested))?,
    ));
    object.push(("deprecated", flag(block.deprecated)));
    Ok(Value::object(object))
}

fn nested_block(version: Version, nested: NestedBlock) -> Result<Value, Problem> {
    Ok(Value::object([
        ("nesting_mode", nesting_mode(nested.nesting())?),
        ("block", block(version, nested.block.unwrap_or_default())?),
        ("min_items", count(nested.min_items)),
        ("max_items", count(nested.max_items)),
    ]))
}

fn nesting_mode(nesting: NestingMode) -> Result<Value, Problem> {
    Ok(Value::from(match nesting {
        NestingMode::Single => "single",
        NestingMode::List => "list",
        NestingMode::Set => "set",
        NestingMode::Map => "map",
        NestingMode::Group => "group",
        NestingMode::Invalid => return Err(unexpected("a nesting mode is unknown")),
    }))
}

fn attribute(attribute: Attribute) -> Result<Value, Problem> {
    let mut object = description(attribute.description, attribute.description_kind);
    match attribute.nested_type {
        Some(nested) => {
            let mode = nesting_mode(nested.nesting())?;
            let parts = nested.attributes.into_iter().map(|own| (own.name.clone(), own));
            let nested = Value::object([
                ("attributes", each(parts, self::attribute)?),
                ("nesting_mode", mode),
            ]);
            object.push(("nested_type", nested));
        }
        None => object.push(("type", ty(&attribute.r#type)?)),
    }
    for (name, is_set) in [
        ("required", attribute.required),
        ("optional", attribute.optional),
        ("computed", attribute.computed),
        ("sensitive", attribute.sensitive),
        ("write_only", attribute.write_only),
        ("deprecated", attribute.deprecated),
    ] {
        object.push((name, flag(is_set)));
    }
    Ok(Value::object(object))
}

impl From<OldAttribute> for Attribute {
    fn from(old: OldAttribute) -> Self {
        Self {
            name: old.name,
            r#type: old.r#type,
            description: old.description,
            required: old.required,
            optional: old.optional,
            computed: old.computed,
            sensitive: old.sensitive,
            description_kind: old.description_kind,
            deprecated: old.deprecated,
            nested_type: None,
            write_only: old.write_only,
        }
    }
}

fn function(function: Function) -> Result<Value, Problem> {
    let parameters = function.parameters.into_iter().map(parameter);
    let parameters: Vec<Value> = parameters.collect::<Result<_, _>>()?;
    let returned = function.r#return.unwrap_or_default();
    Ok(Value::object([
        ("summary", text(function.summary)),
        ("return_type", ty(&returned.r#type)?),
        (
            "parameters",
            if parameters.is_empty() {
                null()
            } else {
                Value::tuple(parameters)
            },
        ),
        (
            "variadic_parameter",
            function
                .variadic_parameter
                .map_or_else(|| Ok(null()), parameter)?,
        ),
    ]))
}

fn parameter(parameter: Parameter) -> Result<Value, Problem> {
    Ok(Value::object([
        ("name", Value::from(parameter.name)),
        ("description", text(parameter.description)),
        ("type", ty(&parameter.r#type)?),
        ("is_nullable", flag(parameter.allow_null_value)),
    ]))
}

fn identity(identity: IdentitySchema) -> Result<Value, Problem> {
    let attributes = identity.attributes.into_iter().map(|own| (own.name.clone(), own));
    let attributes = each(attributes, |own| {
        Ok(Value::object([
            ("type", ty(&own.r#type)?),
            ("description", text(own.description)),
            ("required_for_import", flag(own.required_for_import)),
            ("optional_for_import", flag(own.optional_for_import)),
        ]))
    })?;
    Ok(Value::object([
        ("version", Value::from(identity.version)),
        ("attributes", attributes),
    ]))
}
