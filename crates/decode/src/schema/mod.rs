//! Schemas: the content of bodies as data.
//!
//! [`Decode::schema`](crate::Decode::schema) returns the schema of a derived type.

mod document;
mod json_schema;

use std::collections::BTreeMap;
use std::fmt;

use hcl2_model::{AttributeSchema, BlockHeaderSchema, BodySchema, Name};
use hcl2_value::{Number, Type, Value};

pub use document::SchemaDocumentError;

/// The schema of a configuration: the definitions of its outermost body, and of every body and object inside.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Decode;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Config {
///     /// The port to listen on.
///     port: u16,
/// }
///
/// let schema = Config::schema();
/// let port = &schema.root().unwrap().attributes[0];
/// assert_eq!(port.kind.to_string(), "a whole number from 0 to 65535");
/// assert_eq!(port.description, "The port to listen on.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The name of the definition of the outermost body.
    pub root: Name,
    /// The definitions by name.
    pub bodies: BTreeMap<Name, BodyDefinition>,
}

impl Schema {
    /// Returns the definition of the outermost body.
    #[must_use]
    pub fn root(&self) -> Option<&BodyDefinition> {
        self.bodies.get(&self.root)
    }

    /// Returns the schema of the bodies with a definition, for [`Body::content`](hcl2_model::Body::content).
    #[must_use]
    pub fn body_schema(&self, name: &str) -> Option<BodySchema> {
        Some(body_schema(self.bodies.get(name)?, &self.bodies))
    }
}

/// The definition of a body, or of an object that is decoded like one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyDefinition {
    /// The documentation.
    pub description: String,
    /// The labels of the block whose body this is, without those that are keys.
    pub labels: Vec<LabelDefinition>,
    /// The attributes, in the order of the fields.
    pub attributes: Vec<AttributeDefinition>,
    /// The block types, in the order of the fields.
    pub blocks: Vec<BlockDefinition>,
    /// What else the body can contain.
    pub rest: Rest,
    /// If the first label determines the content of the body, the definitions by that label. The other fields are then
    /// empty, except for the label itself.
    pub variants: Vec<VariantDefinition>,
}

/// A label of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDefinition {
    /// The meaning of the label.
    pub name: Name,
    /// The documentation.
    pub description: String,
}

/// The content of a body with a certain first label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantDefinition {
    /// The label.
    pub label: Name,
    /// The name of the definition; `None` for an empty body.
    pub body: Option<Name>,
}

/// What a body can contain besides the items in its definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Nothing.
    #[default]
    Nothing,
    /// Any other attributes.
    Attributes,
    /// Any other attributes and blocks.
    Anything,
}

/// An attribute of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeDefinition {
    /// The attribute's name.
    pub name: Name,
    /// The kind of value that it takes.
    pub kind: AttributeKind,
    /// Whether it is required.
    pub required: bool,
    /// The default, if it is a literal.
    pub default: Option<Value>,
    /// The documentation.
    pub description: String,
    /// What to use instead, if it is deprecated.
    pub deprecated: Option<String>,
    /// Whether it can also be written as a block, or as blocks if it is a list.
    pub as_block: bool,
    /// Whether errors must not show its value.
    pub sensitive: bool,
}

/// The kind of value that an attribute takes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttributeKind {
    /// A value that converts to a type.
    Value(Type),
    /// A whole number within inclusive bounds.
    Integer {
        /// The minimum.
        min: Number,
        /// The maximum.
        max: Number,
    },
    /// One of some strings.
    OneOf(Vec<Name>),
    /// A bare name: one of these, or any if the list is empty.
    Keyword(Vec<Name>),
    /// A reference to a variable or a part of one, which is not evaluated.
    Traversal,
    /// An expression, which is not evaluated.
    Expression,
    /// A list, set or tuple.
    List(Box<AttributeKind>),
    /// A list, set or tuple, without duplicates.
    Set(Box<AttributeKind>),
    /// A map or object.
    Map(Box<AttributeKind>),
    /// A list or tuple with exactly these elements.
    Tuple(Vec<AttributeKind>),
    /// An object with the attributes of the definition of this name.
    Object(Name),
}

impl fmt::Display for AttributeKind {
    /// Describes the kind for a message, as in "a list of strings".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(ty) if ty.is_dynamic() => f.write_str("any value"),
            Self::Value(ty) if *ty == Type::BOOL => f.write_str("`true` or `false`"),
            Self::Value(ty) => write!(f, "{}", with_article(&ty.friendly_name())),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::OneOf(names) => write!(f, "one of {}", listed(names, "\"")),
            Self::Keyword(names) if names.is_empty() => f.write_str("a bare name"),
            Self::Keyword(names) => write!(f, "one of the bare names {}", listed(names, "`")),
            Self::Traversal => f.write_str("a reference such as `a.b`"),
            Self::Expression => f.write_str("an expression"),
            Self::List(element) => write!(f, "a list{}", element.of_many()),
            Self::Set(element) => write!(f, "a set{}", element.of_many()),
            Self::Map(element) => write!(f, "a map{}", element.of_many()),
            Self::Tuple(elements) => write!(f, "a list of {} elements", elements.len()),
            Self::Object(_) => f.write_str("an object"),
        }
    }
}

impl AttributeKind {
    /// Returns the names of the definitions of the objects in it.
    fn objects(&self) -> Vec<&Name> {
        match self {
            Self::Object(name) => vec![name],
            Self::List(inner) | Self::Set(inner) | Self::Map(inner) => inner.objects(),
            Self::Tuple(kinds) => kinds.iter().flat_map(Self::objects).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the kind of elements, as in " of strings"; empty if there is no short description.
    fn of_many(&self) -> String {
        match self {
            Self::Value(ty) if *ty == Type::STRING => " of strings".to_owned(),
            Self::Value(ty) if *ty == Type::NUMBER => " of numbers".to_owned(),
            Self::Value(ty) if *ty == Type::BOOL => " of `true` and `false`".to_owned(),
            Self::Integer { min, max } => format!(" of whole numbers from {min} to {max}"),
            Self::Object(_) => " of objects".to_owned(),
            Self::List(_) => " of lists".to_owned(),
            Self::Keyword(_) => " of bare names".to_owned(),
            Self::Traversal => " of references".to_owned(),
            _ => String::new(),
        }
    }
}

fn with_article(noun: &str) -> String {
    let article = match noun.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    };
    format!("{article} {noun}")
}

/// Joins names with commas, each in quotes of this kind.
pub(crate) fn listed<N: fmt::Display>(names: &[N], quote: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{quote}{name}{quote}")).collect();
    quoted.join(", ")
}

/// A block type of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDefinition {
    /// The block type.
    pub block_type: Name,
    /// The name of the definition of the blocks' bodies; `None` for empty bodies.
    pub body: Option<Name>,
    /// The meanings of the labels that are keys. They precede the labels of the body's definition.
    pub keys: Vec<Name>,
    /// The minimum number of blocks, for each key if there are keys.
    pub min_items: usize,
    /// The maximum number of blocks, for each key if there are keys; `None` for any number.
    pub max_items: Option<usize>,
    /// The documentation.
    pub description: String,
    /// What to use instead, if the blocks are deprecated.
    pub deprecated: Option<String>,
}

/// Returns the schema of the bodies with a definition. Blocks have the labels of their own definitions.
pub(crate) fn body_schema(body: &BodyDefinition, bodies: &BTreeMap<Name, BodyDefinition>) -> BodySchema {
    let attributes = body
        .attributes
        .iter()
        .map(|attribute| AttributeSchema {
            name: attribute.name.clone(),
            required: attribute.required,
        })
        .collect();
    let labels_of = |name: &Name| bodies.get(name).map_or(&[][..], |body| &body.labels);
    let blocks = body
        .blocks
        .iter()
        .map(|block| {
            let inner = block.body.iter().flat_map(labels_of).map(|label| &label.name);
            BlockHeaderSchema {
                block_type: block.block_type.clone(),
                label_names: block.keys.iter().chain(inner).cloned().collect(),
            }
        })
        .collect();
    BodySchema { attributes, blocks }
}
