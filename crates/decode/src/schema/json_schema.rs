//! Schemas as JSON Schema, for the JSON syntax.

use hcl2_model::Name;
use hcl2_value::{Number, Type, TypeKind, Value};
use hcl2_wire::json::{JsonOptions, value_to_json};

use super::{AttributeDefinition, AttributeKind, BlockDefinition, BodyDefinition, Rest, Schema};

/// The prefix of references to definitions.
const DEFINITIONS: &str = "#/$defs/";

impl Schema {
    /// Returns a JSON Schema (draft 2020-12) of files in the JSON syntax, for editors and validators.
    ///
    /// It accepts everything that may decode: a string wherever a template is allowed, numbers and booleans for strings,
    /// `null` for elements, and a property `//` for comments. It does not support dynamic blocks. Of a file that is an
    /// array it checks only that the elements are objects.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_decode::Decode;
    ///
    /// #[derive(hcl2_derive::Decode)]
    /// #[hcl(crate = hcl2_decode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let schema = Config::schema().to_json_schema();
    /// assert!(schema.contains(r#""port":{"anyOf":[{"maximum":65535,"minimum":0,"type":"integer"},{"type":"string"}]}"#));
    /// assert!(schema.contains(r#""required":["port"]"#));
    /// ```
    #[must_use]
    pub fn to_json_schema(&self) -> String {
        let definitions = self
            .bodies
            .iter()
            .map(|(name, body)| (name.as_str().to_owned(), self.of_body(body)));
        let array = object([
            ("type", text("array")),
            ("items", object([("type", text("object"))])),
        ]);
        let schema = object([
            ("$schema", text("https://json-schema.org/draft/2020-12/schema")),
            ("anyOf", Value::tuple([reference(&self.root), array])),
            ("$defs", Value::object(definitions)),
        ]);
        let options = JsonOptions {
            with_type: false,
            keep_nulls: true,
            max_bytes: None,
        };
        // Defaults without a JSON form are left out; everything else has one.
        value_to_json(&schema, options).unwrap_or_default()
    }

    /// Returns the schema of the object for a body, or for an object that is decoded like one.
    fn of_body(&self, body: &BodyDefinition) -> Value {
        let attributes = body
            .attributes
            .iter()
            .map(|attribute| (attribute.name.to_string(), of_attribute(attribute)));
        let blocks = body
            .blocks
            .iter()
            .map(|block| (block.block_type.to_string(), self.of_blocks(block)));
        let comment = ("//".to_owned(), object([]));
        let required = body
            .attributes
            .iter()
            .filter(|attribute| attribute.required)
            .map(|attribute| &attribute.name);
        let needed = body
            .blocks
            .iter()
            .filter(|block| block.min_items > 0 && block.keys.is_empty());
        let required = required
            .chain(needed.map(|block| &block.block_type))
            .map(|name| text(name));
        let mut parts = vec![
            ("type", text("object")),
            (
                "properties",
                Value::object(attributes.chain(blocks).chain([comment])),
            ),
            ("required", Value::tuple(required)),
            ("additionalProperties", Value::from(body.rest != Rest::Nothing)),
        ];
        if !body.description.is_empty() {
            parts.push(("description", text(&body.description)));
        }
        object(parts)
    }

    /// Returns the schema of the property for blocks of a type: a level of objects for each label, and then the bodies.
    fn of_blocks(&self, block: &BlockDefinition) -> Value {
        let inner = self.of_labelled(block.body.as_ref(), block);
        let level = block
            .keys
            .iter()
            .fold(inner, |inner, _| one_or_more(labels(inner), (0, None)));
        described(level, &block.description, block.deprecated.is_some())
    }

    /// Returns the schema of blocks inside their keys: a level for each other label, of which the first can select a
    /// variant.
    fn of_labelled(&self, name: Option<&Name>, block: &BlockDefinition) -> Value {
        let bounds = (block.min_items, block.max_items);
        let Some((name, body)) = name.and_then(|name| Some((name, self.bodies.get(name)?))) else {
            let empty = BodyDefinition::default();
            return one_or_more(self.of_body(&empty), bounds);
        };
        let below = |name: Option<&Name>, count: usize| {
            let body = name.map_or_else(|| self.of_body(&BodyDefinition::default()), reference);
            (0..count).fold(one_or_more(body, bounds), |inner, _| {
                one_or_more(labels(inner), (0, None))
            })
        };
        if body.variants.is_empty() {
            return below(Some(name), body.labels.len());
        }
        let variants = body.variants.iter().map(|variant| {
            let own = variant.body.as_ref().and_then(|name| self.bodies.get(name));
            let count = own.map_or(0, |own| own.labels.len());
            (variant.label.to_string(), below(variant.body.as_ref(), count))
        });
        let choice = object([
            ("type", text("object")),
            ("properties", Value::object(variants)),
            ("additionalProperties", Value::from(false)),
        ]);
        one_or_more(choice, (0, None))
    }
}

fn text(text: &str) -> Value {
    Value::from(text)
}

fn object(parts: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::object(parts)
}

fn reference(name: &Name) -> Value {
    object([("$ref", Value::from(format!("{DEFINITIONS}{name}")))])
}

fn any_of(schemas: impl IntoIterator<Item = Value>) -> Value {
    object([("anyOf", Value::tuple(schemas))])
}

/// Returns the schema of an object whose properties are labels.
fn labels(inner: Value) -> Value {
    object([("type", text("object")), ("additionalProperties", inner)])
}

/// Returns the schema of one item, or an array of items within bounds.
fn one_or_more(one: Value, (min, max): (usize, Option<usize>)) -> Value {
    let mut array = vec![("type", text("array")), ("items", one.clone())];
    if min > 0 {
        array.push(("minItems", number(min)));
    }
    if let Some(max) = max {
        array.push(("maxItems", number(max)));
    }
    if min > 1 {
        object(array)
    } else {
        any_of([one, object(array)])
    }
}

fn number(count: usize) -> Value {
    Value::from(Number::from(count as u64))
}

/// Adds the documentation of a schema.
fn described(schema: Value, description: &str, is_deprecated: bool) -> Value {
    let fields = schema.fields().into_iter().flat_map(|fields| fields.iter());
    let mut parts: Vec<(String, Value)> = fields
        .map(|(name, part)| (name.as_str().to_owned(), part.clone()))
        .collect();
    if !description.is_empty() {
        parts.push(("description".to_owned(), text(description)));
    }
    if is_deprecated {
        parts.push(("deprecated".to_owned(), Value::from(true)));
    }
    Value::object(parts)
}

fn of_attribute(attribute: &AttributeDefinition) -> Value {
    let mut schema = of_kind(&attribute.kind);
    if !attribute.required {
        schema = or_null(schema);
    }
    let options = JsonOptions {
        with_type: false,
        keep_nulls: true,
        max_bytes: None,
    };
    if let Some(default) = attribute
        .default
        .as_ref()
        .filter(|default| value_to_json(default, options).is_ok())
    {
        let fields = schema.fields().into_iter().flat_map(|fields| fields.iter());
        let fields = fields.map(|(name, part)| (name.as_str(), part.clone()));
        schema = Value::object(fields.chain([("default", default.clone())]));
    }
    described(schema, &attribute.description, attribute.deprecated.is_some())
}

fn or_null(schema: Value) -> Value {
    any_of([schema, object([("type", text("null"))])])
}

/// Returns a schema that also accepts a string, which can be a template.
fn or_template(schema: Value) -> Value {
    any_of([schema, object([("type", text("string"))])])
}

fn array_of(element: Value) -> Value {
    or_template(object([("type", text("array")), ("items", or_null(element))]))
}

fn map_of(element: Value) -> Value {
    or_template(object([
        ("type", text("object")),
        ("additionalProperties", or_null(element)),
    ]))
}

fn tuple_of(elements: Vec<Value>) -> Value {
    let count = number(elements.len());
    or_template(object([
        ("type", text("array")),
        ("prefixItems", Value::tuple(elements.into_iter().map(or_null))),
        ("minItems", count.clone()),
        ("maxItems", count),
    ]))
}

fn of_kind(kind: &AttributeKind) -> Value {
    match kind {
        AttributeKind::Value(ty) => of_type(ty),
        AttributeKind::Integer { min, max } => or_template(object([
            ("type", text("integer")),
            ("minimum", Value::from(min.clone())),
            ("maximum", Value::from(max.clone())),
        ])),
        AttributeKind::OneOf(names) => {
            let names = Value::tuple(names.iter().map(|name| text(name)));
            let template = object([("type", text("string")), ("pattern", text("[$%]\\{"))]);
            any_of([object([("enum", names)]), template])
        }
        AttributeKind::Keyword(names) if !names.is_empty() => {
            object([("enum", Value::tuple(names.iter().map(|name| text(name))))])
        }
        AttributeKind::Keyword(_) | AttributeKind::Traversal => object([("type", text("string"))]),
        AttributeKind::Expression => object([]),
        AttributeKind::List(element) | AttributeKind::Set(element) => array_of(of_kind(element)),
        AttributeKind::Map(element) => map_of(of_kind(element)),
        AttributeKind::Tuple(elements) => tuple_of(elements.iter().map(of_kind).collect()),
        AttributeKind::Object(name) => or_template(reference(name)),
    }
}

fn of_type(ty: &Type) -> Value {
    let types = |names: &[&str]| object([("type", Value::tuple(names.iter().map(|name| text(name))))]);
    match ty.kind() {
        TypeKind::Bool => types(&["boolean", "string"]),
        TypeKind::Number => types(&["number", "string"]),
        TypeKind::String => types(&["boolean", "number", "string"]),
        TypeKind::List(element) | TypeKind::Set(element) => array_of(of_type(element)),
        TypeKind::Map(element) => map_of(of_type(element)),
        TypeKind::Tuple(elements) => tuple_of(elements.iter().map(of_type).collect()),
        TypeKind::Object(attributes) => {
            let all = attributes
                .iter()
                .map(|(name, ty)| (name.as_str().to_owned(), of_type(ty)));
            let required = attributes
                .iter()
                .filter(|(name, _)| !attributes.is_optional(name))
                .map(|(name, _)| text(name));
            or_template(object([
                ("type", text("object")),
                ("properties", Value::object(all)),
                ("required", Value::tuple(required)),
            ]))
        }
        TypeKind::Dynamic | TypeKind::Capsule(_) => object([]),
    }
}
