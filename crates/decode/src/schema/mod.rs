//! Schemas: what bodies may contain, as data.
//!
//! [`Decode::schema`](crate::Decode::schema) returns the schema of a derived type.

mod document;
mod json_schema;

use std::collections::BTreeMap;
use std::fmt;

use hcl2_model::{AttributeSchema, BlockSchema, BodySchema, Name};
use hcl2_value::{Number, Type, Value};

pub use document::SchemaDocumentError;

/// What a configuration may have in it: the definition of its outermost body, and of every body and object inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The name of the definition of the outermost body.
    pub root: Name,
    /// The definitions by name.
    pub bodies: BTreeMap<Name, BodyDefinition>,
}

impl Schema {
    /// The definition of the outermost body.
    #[must_use]
    pub fn root(&self) -> Option<&BodyDefinition> {
        self.bodies.get(&self.root)
    }

    /// What the body defined by this name may have in it, for [`Body::content`](hcl2_model::Body::content).
    #[must_use]
    pub fn body_schema(&self, name: &str) -> Option<BodySchema> {
        Some(body_schema(self.bodies.get(name)?, &self.bodies))
    }
}

/// What a body, or the object that stands for one, may have in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyDefinition {
    /// What it is for.
    pub description: String,
    /// The labels of the block that it is the body of, less those that are keys.
    pub labels: Vec<LabelDefinition>,
    /// The attributes, in the order of the fields.
    pub attributes: Vec<AttributeDefinition>,
    /// The block types, in the order of the fields.
    pub blocks: Vec<BlockDefinition>,
    /// What else may be there.
    pub rest: Rest,
    /// Where the first label decides what the body has in it: the definitions by that label. The other fields are
    /// empty then, but for the label itself.
    pub variants: Vec<VariantDefinition>,
}

/// A label of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDefinition {
    /// What it stands for.
    pub name: Name,
    /// What it is for.
    pub description: String,
}

/// What a body has in it where its first label is this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantDefinition {
    /// The label.
    pub label: Name,
    /// The name of the definition; `None` for a body that has nothing in it.
    pub body: Option<Name>,
}

/// What a body may have in it besides what its definition names.
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
    /// What it can be set to.
    pub kind: AttributeKind,
    /// Whether it must be there.
    pub required: bool,
    /// What counts where it is not there, as far as it can be told.
    pub default: Option<Value>,
    /// What it is for.
    pub description: String,
    /// What to do instead, where it should not be used any more.
    pub deprecated: Option<String>,
}

/// What an attribute can be set to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttributeKind {
    /// A value that converts to a type.
    Value(Type),
    /// A whole number within bounds, both included.
    Integer {
        /// The least.
        min: Number,
        /// The greatest.
        max: Number,
    },
    /// One of some strings.
    OneOf(Vec<Name>),
    /// A bare name; one of these, or any where there are none.
    Keyword(Vec<Name>),
    /// A reference to a variable or a part of one, which is not evaluated.
    Traversal,
    /// An expression, which is not evaluated.
    Expression,
    /// A list, set or tuple.
    List(Box<AttributeKind>),
    /// A list, set or tuple, whose elements count once.
    Set(Box<AttributeKind>),
    /// A map or object.
    Map(Box<AttributeKind>),
    /// A list or tuple of exactly these.
    Tuple(Vec<AttributeKind>),
    /// An object with the attributes of the definition of this name.
    Object(Name),
}

impl fmt::Display for AttributeKind {
    /// Says what is wanted, as in "a list of strings".
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
    /// Says of what a collection is, as in " of strings"; nothing where a word does not do.
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

/// Names with quotes of this kind and commas between them.
pub(crate) fn listed<N: fmt::Display>(names: &[N], quote: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{quote}{name}{quote}")).collect();
    quoted.join(", ")
}

/// A type of blocks of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDefinition {
    /// The block type.
    pub block_type: Name,
    /// The name of the definition of the blocks' bodies; `None` for bodies that have nothing in them.
    pub body: Option<Name>,
    /// What those labels stand for that are keys; they come before the labels of the body's definition.
    pub keys: Vec<Name>,
    /// How many blocks there must be at least; with keys: for each.
    pub min_items: usize,
    /// How many blocks there may be at most, `None` for any number; with keys: for each.
    pub max_items: Option<usize>,
    /// What they are for.
    pub description: String,
    /// What to do instead, where they should not be used any more.
    pub deprecated: Option<String>,
}

/// The schema of a body, whose blocks have the labels of their own definitions.
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
            BlockSchema {
                block_type: block.block_type.clone(),
                label_names: block.keys.iter().chain(inner).cloned().collect(),
            }
        })
        .collect();
    BodySchema { attributes, blocks }
}
