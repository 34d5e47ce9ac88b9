//! Schemas as JSON documents.

use std::collections::BTreeMap;
use std::fmt;

use hcl2_model::Name;
use hcl2_value::{Number, Type, TypeKind, Value};
use hcl2_wire::json::{JsonError, JsonOptions, RawValue, value_to_json};

use super::{
    AttributeDefinition, AttributeKind, BlockDefinition, BodyDefinition, LabelDefinition, Rest, Schema,
    VariantDefinition, body_schema,
};

/// The reason why a schema cannot be written as a document, or a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaDocumentError {
    /// Documents have no form for a type that an application defines.
    Capsule,
    /// Documents have no form for a default.
    Default(JsonError),
    /// The document is not JSON.
    NotJson(String),
    /// A part of the document is missing or invalid: this one.
    Unexpected(&'static str),
    /// Kinds or types are nested more than 64 levels deep.
    TooDeep,
    /// No definition has this name.
    Undefined(Name),
    /// A definition names an item twice: this one.
    Repeated(Name),
    /// A problem in the definition with this name.
    Definition(Name, Box<SchemaDocumentError>),
}

impl fmt::Display for SchemaDocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capsule => f.write_str("documents have no form for a type that an application defines"),
            Self::Default(error) => write!(f, "a default cannot be written: {error}"),
            Self::NotJson(reason) => write!(f, "the document is not JSON: {reason}"),
            Self::Unexpected(expected) => write!(f, "expected {expected} in the document"),
            Self::TooDeep => f.write_str("the document is nested too deeply"),
            Self::Undefined(name) => write!(f, "no definition has the name `{name}`"),
            Self::Repeated(name) => write!(f, "the item `{name}` repeats"),
            Self::Definition(name, error) => write!(f, "in the definition `{name}`: {error}"),
        }
    }
}

impl std::error::Error for SchemaDocumentError {}

type Result<T> = std::result::Result<T, SchemaDocumentError>;

/// The limit on the nesting depth of kinds and types.
const MAX_LEVELS: usize = 64;

impl Schema {
    /// Writes the schema as JSON. [`from_json_document`](Self::from_json_document) reads back an equal schema.
    ///
    /// # Errors
    ///
    /// [`SchemaDocumentError`] if a type or a default has no JSON form.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_decode::Decode;
    /// use hcl2_decode::schema::Schema;
    ///
    /// #[derive(hcl2_derive::Decode)]
    /// #[hcl(crate = hcl2_decode)]
    /// struct Config {
    ///     /// Where to listen.
    ///     #[hcl(default = 80)]
    ///     port: u16,
    /// }
    ///
    /// let document = Config::schema().to_json_document()?;
    /// assert_eq!(Schema::from_json_document(&document)?, Config::schema());
    /// # Ok::<(), hcl2_decode::schema::SchemaDocumentError>(())
    /// ```
    pub fn to_json_document(&self) -> Result<String> {
        let bodies = self
            .bodies
            .iter()
            .map(|(name, body)| Ok((name.as_str(), body_value(body)?)));
        let bodies: Vec<_> = bodies.collect::<Result<_>>()?;
        let document = Value::object([
            ("root", Value::from(self.root.as_str())),
            ("bodies", Value::object(bodies)),
        ]);
        value_to_json(&document, WITH_NULLS).map_err(SchemaDocumentError::Default)
    }

    /// Reads a schema from JSON.
    ///
    /// Only what says something need be there: a body without `labels`, `attributes`, `blocks` or `variants` has none, and without `rest`
    /// it may have nothing else; an attribute need not be `required`, and blocks have no `keys` and no least number.
    ///
    /// # Errors
    ///
    /// [`SchemaDocumentError`] if the text is not JSON, or not in the form that
    /// [`to_json_document`](Self::to_json_document) writes.
    pub fn from_json_document(text: &str) -> Result<Self> {
        let document = RawValue::new(text.as_bytes())
            .decode_untyped()
            .map_err(|error| SchemaDocumentError::NotJson(error.to_string()))?;
        let mut bodies = BTreeMap::new();
        for (name, body) in fields(part(&document, "bodies"), "`bodies`, an object")? {
            let definition = read_body(body);
            let definition = definition.map_err(|error| in_definition(&name, error))?;
            bodies.insert(name, definition);
        }
        let root = name(part(&document, "root"), "`root`, a name")?;
        let schema = Self { root, bodies };
        schema.check_names()?;
        Ok(schema)
    }

    /// Checks that each name of a definition has one, and that items do not repeat.
    fn check_names(&self) -> Result<()> {
        let defined = |name: &Name| match self.bodies.contains_key(name) {
            true => Ok(()),
            false => Err(SchemaDocumentError::Undefined(name.clone())),
        };
        defined(&self.root)?;
        for (name, body) in &self.bodies {
            let inner = body.blocks.iter().map(|block| &block.body);
            let inner = inner.chain(body.variants.iter().map(|variant| &variant.body));
            let objects = body
                .attributes
                .iter()
                .flat_map(|attribute| attribute.kind.objects());
            inner
                .flatten()
                .chain(objects)
                .try_for_each(defined)
                .map_err(|error| in_definition(name, error))?;
            body_schema(body, &self.bodies)
                .check()
                .map_err(|error| in_definition(name, SchemaDocumentError::Repeated(error.name)))?;
        }
        Ok(())
    }
}

fn in_definition(name: &Name, error: SchemaDocumentError) -> SchemaDocumentError {
    SchemaDocumentError::Definition(name.clone(), error.into())
}

const WITH_NULLS: JsonOptions = JsonOptions {
    with_type: false,
    keep_nulls: true,
    max_bytes: None,
};

/// The names in documents for what else a body can contain.
const RESTS: [(&str, Rest); 3] = [
    ("nothing", Rest::Nothing),
    ("attributes", Rest::Attributes),
    ("anything", Rest::Anything),
];

fn body_value(body: &BodyDefinition) -> Result<Value> {
    let labels = body.labels.iter().map(|label| {
        Value::object([
            ("name", name_value(&label.name)),
            ("description", Value::from(label.description.as_str())),
        ])
    });
    let attributes = body
        .attributes
        .iter()
        .map(attribute_value)
        .collect::<Result<Vec<_>>>()?;
    let variants = body.variants.iter().map(|variant| {
        Value::object([
            ("label", name_value(&variant.label)),
            ("body", optional(variant.body.as_ref().map(name_value))),
        ])
    });
    let rest = RESTS
        .iter()
        .find(|(_, rest)| *rest == body.rest)
        .map_or("nothing", |(name, _)| name);
    Ok(Value::object([
        ("description", Value::from(body.description.as_str())),
        ("labels", Value::tuple(labels)),
        ("attributes", Value::tuple(attributes)),
        ("blocks", Value::tuple(body.blocks.iter().map(block_value))),
        ("rest", Value::from(rest)),
        ("variants", Value::tuple(variants)),
    ]))
}

fn attribute_value(attribute: &AttributeDefinition) -> Result<Value> {
    let default = attribute.default.as_ref().map(|default| {
        value_to_json(default, WITH_NULLS).map_err(SchemaDocumentError::Default)?;
        Ok(Value::object([
            ("type", type_value(default.ty())?),
            ("value", default.clone()),
        ]))
    });
    // Left out if they are false, as they usually are.
    let as_block = attribute.as_block.then_some(("as_block", Value::TRUE));
    let sensitive = attribute.sensitive.then_some(("sensitive", Value::TRUE));
    let parts = [
        ("name", name_value(&attribute.name)),
        ("kind", kind_value(&attribute.kind)?),
        ("required", Value::from(attribute.required)),
        ("default", optional(default.transpose()?)),
        ("description", Value::from(attribute.description.as_str())),
        (
            "deprecated",
            optional(attribute.deprecated.as_deref().map(Value::from)),
        ),
    ];
    Ok(Value::object(parts.into_iter().chain(as_block).chain(sensitive)))
}

fn block_value(block: &BlockDefinition) -> Value {
    let count = |count: usize| Value::from(Number::from(count as u64));
    Value::object([
        ("block_type", name_value(&block.block_type)),
        ("body", optional(block.body.as_ref().map(name_value))),
        ("keys", names_value(&block.keys)),
        ("min_items", count(block.min_items)),
        ("max_items", optional(block.max_items.map(count))),
        ("description", Value::from(block.description.as_str())),
        (
            "deprecated",
            optional(block.deprecated.as_deref().map(Value::from)),
        ),
    ])
}

fn kind_value(kind: &AttributeKind) -> Result<Value> {
    let one = |name: &'static str, value: Value| Value::object([(name, value)]);
    Ok(match kind {
        AttributeKind::Value(ty) => one("value", type_value(ty)?),
        AttributeKind::Integer { min, max } => one(
            "integer",
            Value::tuple([Value::from(min.clone()), Value::from(max.clone())]),
        ),
        AttributeKind::OneOf(names) => one("one_of", names_value(names)),
        AttributeKind::Keyword(names) => one("keyword", names_value(names)),
        AttributeKind::Traversal => Value::from("traversal"),
        AttributeKind::Expression => Value::from("expression"),
        AttributeKind::List(element) => one("list", kind_value(element)?),
        AttributeKind::Set(element) => one("set", kind_value(element)?),
        AttributeKind::Map(element) => one("map", kind_value(element)?),
        AttributeKind::Tuple(elements) => one(
            "tuple",
            Value::tuple(elements.iter().map(kind_value).collect::<Result<Vec<_>>>()?),
        ),
        AttributeKind::Object(name) => one("object", name_value(name)),
    })
}

/// Returns a type in the notation of other tools for HCL.
fn type_value(ty: &Type) -> Result<Value> {
    let of = |name: &str, inner: Value| Value::tuple([Value::from(name), inner]);
    Ok(match ty.kind() {
        TypeKind::Bool => Value::from("bool"),
        TypeKind::Number => Value::from("number"),
        TypeKind::String => Value::from("string"),
        TypeKind::Dynamic => Value::from("dynamic"),
        TypeKind::List(element) => of("list", type_value(element)?),
        TypeKind::Set(element) => of("set", type_value(element)?),
        TypeKind::Map(element) => of("map", type_value(element)?),
        TypeKind::Tuple(types) => of(
            "tuple",
            Value::tuple(types.iter().map(type_value).collect::<Result<Vec<_>>>()?),
        ),
        TypeKind::Object(object) => {
            let all = object
                .iter()
                .map(|(name, ty)| Ok((name.as_str(), type_value(ty)?)));
            let all = Value::object(all.collect::<Result<Vec<_>>>()?);
            let optional = object
                .iter()
                .filter(|(name, _)| object.is_optional(name))
                .map(|(name, _)| Value::from(name.as_str()));
            Value::tuple([Value::from("object"), all, Value::tuple(optional)])
        }
        TypeKind::Capsule(_) => return Err(SchemaDocumentError::Capsule),
    })
}

fn name_value(name: &Name) -> Value {
    Value::from(name.as_str())
}

fn names_value(names: &[Name]) -> Value {
    Value::tuple(names.iter().map(name_value))
}

fn optional(value: Option<Value>) -> Value {
    value.unwrap_or_else(|| Value::null(Type::DYNAMIC))
}

/// Returns a part of an object; `None` if it is absent or null.
fn part<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    let found = object.fields()?.iter().find(|(have, _)| have.as_str() == name);
    found.map(|(_, part)| part).filter(|part| !part.is_null())
}

fn text<'v>(value: Option<&'v Value>, expected: &'static str) -> Result<&'v str> {
    value
        .and_then(Value::as_str)
        .ok_or(SchemaDocumentError::Unexpected(expected))
}

fn name(value: Option<&Value>, expected: &'static str) -> Result<Name> {
    text(value, expected).map(Name::from)
}

fn elements<'v>(value: Option<&'v Value>, expected: &'static str) -> Result<&'v [Value]> {
    value
        .and_then(Value::elements)
        .ok_or(SchemaDocumentError::Unexpected(expected))
}

fn fields<'v>(value: Option<&'v Value>, expected: &'static str) -> Result<Vec<(Name, &'v Value)>> {
    let fields = value
        .and_then(Value::fields)
        .ok_or(SchemaDocumentError::Unexpected(expected))?;
    Ok(fields
        .iter()
        .map(|(name, part)| (Name::from(name.as_str()), part))
        .collect())
}

/// Returns the elements of an array that is empty if it is missing.
fn possible_elements<'v>(value: &'v Value, name: &str, expected: &'static str) -> Result<&'v [Value]> {
    part(value, name).map_or(Ok(&[]), |given| elements(Some(given), expected))
}

fn names(value: Option<&Value>, expected: &'static str) -> Result<Vec<Name>> {
    elements(value, expected)?
        .iter()
        .map(|each| name(Some(each), expected))
        .collect()
}

/// Returns the description of an item; empty if it is absent.
fn description(object: &Value) -> String {
    part(object, "description")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn truth(value: Option<&Value>, expected: &'static str) -> Result<bool> {
    value
        .and_then(Value::as_bool)
        .ok_or(SchemaDocumentError::Unexpected(expected))
}

/// Returns a truth value that is `false` if it is missing.
fn possible_truth(value: &Value, name: &str, expected: &'static str) -> Result<bool> {
    part(value, name).map_or(Ok(false), |given| truth(Some(given), expected))
}

fn count(value: &Value, expected: &'static str) -> Result<usize> {
    let count = value.as_number().and_then(|number| u64::try_from(number).ok());
    let count = count.and_then(|count| usize::try_from(count).ok());
    count.ok_or(SchemaDocumentError::Unexpected(expected))
}

fn deprecated(object: &Value) -> Result<Option<String>> {
    let given = part(object, "deprecated");
    given
        .map(|given| text(Some(given), "`deprecated`, a string").map(str::to_owned))
        .transpose()
}

fn body_name(object: &Value) -> Result<Option<Name>> {
    part(object, "body")
        .map(|body| name(Some(body), "`body`, a name"))
        .transpose()
}

fn read_body(body: &Value) -> Result<BodyDefinition> {
    let labels = possible_elements(body, "labels", "`labels`, an array")?
        .iter()
        .map(|label| {
            Ok(LabelDefinition {
                name: name(part(label, "name"), "the `name` of a label")?,
                description: description(label),
            })
        });
    let variants = possible_elements(body, "variants", "`variants`, an array")?
        .iter()
        .map(|variant| {
            Ok(VariantDefinition {
                label: name(part(variant, "label"), "the `label` of a variant")?,
                body: body_name(variant)?,
            })
        });
    let rest = part(body, "rest").map_or(Ok(RESTS[0].0), |rest| text(Some(rest), "`rest`, a string"))?;
    let rest = RESTS
        .iter()
        .find(|(name, _)| *name == rest)
        .map(|(_, rest)| *rest);
    Ok(BodyDefinition {
        description: description(body),
        labels: labels.collect::<Result<_>>()?,
        attributes: possible_elements(body, "attributes", "`attributes`, an array")?
            .iter()
            .map(read_attribute)
            .collect::<Result<_>>()?,
        blocks: possible_elements(body, "blocks", "`blocks`, an array")?
            .iter()
            .map(read_block)
            .collect::<Result<_>>()?,
        rest: rest.ok_or(SchemaDocumentError::Unexpected(
            "`rest`, one of nothing, attributes and anything",
        ))?,
        variants: variants.collect::<Result<_>>()?,
    })
}

fn read_attribute(attribute: &Value) -> Result<AttributeDefinition> {
    let default = part(attribute, "default").map(|default| {
        let ty = read_type(part(default, "type"), 0)?;
        let value = part(default, "value")
            .cloned()
            .unwrap_or_else(|| Value::null(Type::DYNAMIC));
        value
            .convert(&ty)
            .map_err(|_| SchemaDocumentError::Unexpected("a default of its type"))
    });
    Ok(AttributeDefinition {
        name: name(part(attribute, "name"), "the `name` of an attribute")?,
        kind: read_kind(part(attribute, "kind"), 0)?,
        required: possible_truth(attribute, "required", "`required`, `true` or `false`")?,
        default: default.transpose()?,
        description: description(attribute),
        deprecated: deprecated(attribute)?,
        as_block: possible_truth(attribute, "as_block", "`as_block`, `true` or `false`")?,
        sensitive: possible_truth(attribute, "sensitive", "`sensitive`, `true` or `false`")?,
    })
}

fn read_block(block: &Value) -> Result<BlockDefinition> {
    let min = part(block, "min_items").map_or(Ok(0), |min| count(min, "`min_items`, a whole number"));
    let max = part(block, "max_items").map(|max| count(max, "`max_items`, a whole number"));
    Ok(BlockDefinition {
        block_type: name(part(block, "block_type"), "the `block_type` of blocks")?,
        body: body_name(block)?,
        keys: part(block, "keys").map_or(Ok(Vec::new()), |keys| {
            names(Some(keys), "`keys`, an array of names")
        })?,
        min_items: min?,
        max_items: max.transpose()?,
        description: description(block),
        deprecated: deprecated(block)?,
    })
}

fn read_kind(kind: Option<&Value>, level: usize) -> Result<AttributeKind> {
    let expected = SchemaDocumentError::Unexpected("a known `kind` of an attribute");
    if level > MAX_LEVELS {
        return Err(SchemaDocumentError::TooDeep);
    }
    match kind.and_then(Value::as_str) {
        Some("traversal") => return Ok(AttributeKind::Traversal),
        Some("expression") => return Ok(AttributeKind::Expression),
        _ => {}
    }
    let fields = fields(kind, "the `kind` of an attribute")?;
    let [(name_of_kind, inner)] = fields.as_slice() else {
        return Err(expected);
    };
    let nested = || read_kind(Some(inner), level + 1).map(Box::new);
    Ok(match name_of_kind.as_str() {
        "value" => AttributeKind::Value(read_type(Some(inner), 0)?),
        "integer" => {
            let bounds = elements(Some(inner), "the bounds of a number")?;
            let [min, max] = bounds else {
                return Err(expected);
            };
            match (min.as_number(), max.as_number()) {
                (Some(min), Some(max)) => AttributeKind::Integer {
                    min: min.clone(),
                    max: max.clone(),
                },
                _ => return Err(expected),
            }
        }
        "one_of" => AttributeKind::OneOf(names(Some(inner), "the names of a choice")?),
        "keyword" => AttributeKind::Keyword(names(Some(inner), "the names of a choice")?),
        "list" => AttributeKind::List(nested()?),
        "set" => AttributeKind::Set(nested()?),
        "map" => AttributeKind::Map(nested()?),
        "tuple" => {
            let kinds = elements(Some(inner), "the kinds of a tuple")?.iter();
            AttributeKind::Tuple(
                kinds
                    .map(|kind| read_kind(Some(kind), level + 1))
                    .collect::<Result<_>>()?,
            )
        }
        "object" => AttributeKind::Object(name(Some(inner), "the name of an object's definition")?),
        _ => return Err(expected),
    })
}

fn read_type(ty: Option<&Value>, level: usize) -> Result<Type> {
    let expected = SchemaDocumentError::Unexpected("a known type");
    if level > MAX_LEVELS {
        return Err(SchemaDocumentError::TooDeep);
    }
    match ty.and_then(Value::as_str) {
        Some("bool") => return Ok(Type::BOOL),
        Some("number") => return Ok(Type::NUMBER),
        Some("string") => return Ok(Type::STRING),
        Some("dynamic") => return Ok(Type::DYNAMIC),
        _ => {}
    }
    let parts = elements(ty, "a type")?;
    let inner = |index: usize| read_type(parts.get(index), level + 1);
    Ok(match parts.first().and_then(Value::as_str) {
        Some("list") => Type::list(inner(1)?),
        Some("set") => Type::set(inner(1)?),
        Some("map") => Type::map(inner(1)?),
        Some("tuple") => {
            let types = elements(parts.get(1), "the types of a tuple")?.iter();
            Type::tuple(
                types
                    .map(|ty| read_type(Some(ty), level + 1))
                    .collect::<Result<Vec<_>>>()?,
            )
        }
        Some("object") => {
            let optional = match parts.get(2) {
                Some(names_of) => names(Some(names_of), "the names of optional attributes")?,
                None => Vec::new(),
            };
            let attributes = fields(parts.get(1), "the types of an object")?
                .into_iter()
                .map(|(name, ty)| {
                    let is_optional = optional.contains(&name);
                    Ok((name.to_string(), read_type(Some(ty), level + 1)?, is_optional))
                });
            Type::object_with_optional(attributes.collect::<Result<Vec<_>>>()?)
        }
        _ => return Err(expected),
    })
}
