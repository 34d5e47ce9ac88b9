//! Schemas of blocks, as providers define them, and the values that conform to them.
//!
//! The value of a block is an object with an attribute for each attribute and each kind of nested blocks of the schema;
//! [`Nesting`] determines how the blocks of one kind become one value. [`Block::implied_type`] is the type constraint for
//! [encoding](crate::msgpack::encode) and [decoding](crate::msgpack::decode) such a value.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::{Type, Value};
//! use hcl2_wire::msgpack;
//! use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting};
//!
//! let rule = Block::new().attribute("port", Attribute::required(Type::NUMBER));
//! let firewall = Block::new()
//!     .attribute("id", Attribute::computed(Type::STRING))
//!     .block("rule", NestedBlock::new(Nesting::List, rule).min_items(1));
//!
//! let given = Value::object([("rule", Value::tuple([Value::object([("port", Value::from("80"))])]))]);
//! let config = firewall.coerce(&given)?;
//! assert!(config.get("id").unwrap().is_null());
//! assert_eq!(config.ty(), &firewall.implied_type());
//! assert_eq!(msgpack::encode(&config, &firewall.implied_type())?, b"\x82\xa2id\xc0\xa4rule\x91\x81\xa4port\x50");
//! # Ok::<(), hcl2_wire::WireError>(())
//! ```

mod coerce;
mod items;
mod proposed;
mod write_only;

use std::collections::BTreeMap;

use hcl2_value::{Str, Type, Value};

/// The schema of a block: its attributes and the kinds of its nested blocks, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The attributes.
    pub attributes: BTreeMap<String, Attribute>,
    /// The nested blocks.
    pub blocks: BTreeMap<String, NestedBlock>,
    /// The description.
    pub description: String,
    /// Whether it is deprecated.
    pub deprecated: bool,
}

/// An attribute of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The values that it takes.
    pub content: AttributeContent,
    /// Who sets it.
    pub presence: Presence,
    /// Whether its value is sensitive.
    pub sensitive: bool,
    /// Whether its value goes to the provider only: it is null in plans and states.
    pub write_only: bool,
    /// The description.
    pub description: String,
    /// Whether it is deprecated.
    pub deprecated: bool,
}

/// The values that an attribute takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeContent {
    /// Values of a type.
    Type(Type),
    /// Objects, or a collection of them, whose attributes have schemas.
    Nested {
        /// The attributes of an object.
        attributes: BTreeMap<String, Attribute>,
        /// How the objects are nested; not [`Nesting::Group`].
        nesting: Nesting,
    },
}

/// Who sets an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// The configuration must set it.
    Required,
    /// The configuration may set it; otherwise it is null.
    Optional,
    /// The provider sets it; the configuration must not.
    Computed,
    /// The configuration may set it; otherwise the provider does.
    OptionalComputed,
}

impl Presence {
    /// Returns whether the provider may set it.
    #[must_use]
    pub fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::OptionalComputed)
    }
}

/// A kind of nested blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedBlock {
    /// The schema of each block.
    pub block: Block,
    /// How the blocks become one value.
    pub nesting: Nesting,
    /// The minimum number of blocks, for lists and sets.
    pub min_items: u64,
    /// The maximum number of blocks, for lists and sets; 0 for no limit.
    pub max_items: u64,
}

/// How the blocks of one kind, or the objects of an attribute, become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// At most one block, whose value is the value; null without one.
    Single,
    /// A list of the blocks in order; a tuple if their types are dynamic.
    List,
    /// A set of the blocks.
    Set,
    /// A map of the blocks by label; an object if their types are dynamic.
    Map,
    /// As [`Nesting::Single`], but a missing block has the value of an empty one.
    Group,
}

/// Building schemas.
impl Block {
    /// Creates the schema of an empty block.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an attribute.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, attribute: Attribute) -> Self {
        self.attributes.insert(name.into(), attribute);
        self
    }

    /// Adds a kind of nested blocks.
    #[must_use]
    pub fn block(mut self, name: impl Into<String>, block: NestedBlock) -> Self {
        self.blocks.insert(name.into(), block);
        self
    }
}

/// Building schemas.
impl Attribute {
    /// Creates an attribute of a type; `presence` determines who sets it.
    #[must_use]
    pub fn new(ty: Type, presence: Presence) -> Self {
        Self {
            content: AttributeContent::Type(ty),
            presence,
            sensitive: false,
            write_only: false,
            description: String::new(),
            deprecated: false,
        }
    }

    /// Creates an attribute that the configuration must set.
    #[must_use]
    pub fn required(ty: Type) -> Self {
        Self::new(ty, Presence::Required)
    }

    /// Creates an attribute that the configuration may set.
    #[must_use]
    pub fn optional(ty: Type) -> Self {
        Self::new(ty, Presence::Optional)
    }

    /// Creates an attribute that the provider sets.
    #[must_use]
    pub fn computed(ty: Type) -> Self {
        Self::new(ty, Presence::Computed)
    }

    /// Creates an attribute of objects with these attributes.
    #[must_use]
    pub fn nested<N: Into<String>>(
        nesting: Nesting,
        presence: Presence,
        attributes: impl IntoIterator<Item = (N, Self)>,
    ) -> Self {
        let attributes = attributes
            .into_iter()
            .map(|(name, ty)| (name.into(), ty))
            .collect();
        Self {
            content: AttributeContent::Nested { attributes, nesting },
            ..Self::new(Type::DYNAMIC, presence)
        }
    }

    /// Marks its value as sensitive.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }
}

/// Building schemas.
impl NestedBlock {
    /// Creates a kind of any number of blocks.
    #[must_use]
    pub fn new(nesting: Nesting, block: Block) -> Self {
        Self {
            block,
            nesting,
            min_items: 0,
            max_items: 0,
        }
    }

    /// Sets the minimum number of blocks.
    #[must_use]
    pub fn min_items(mut self, count: u64) -> Self {
        self.min_items = count;
        self
    }

    /// Sets the maximum number of blocks.
    #[must_use]
    pub fn max_items(mut self, count: u64) -> Self {
        self.max_items = count;
        self
    }
}

/// The types of values.
impl Block {
    /// Returns the type of the block's values, by which they are encoded.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(name, attribute)| (name.as_str(), attribute.implied_type()));
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|(name, block)| (name.as_str(), block.implied_type()));
        Type::object(attributes.chain(blocks))
    }

    /// Returns the value of an empty block.
    #[must_use]
    pub fn empty_value(&self) -> Value {
        let attributes = self.attributes.iter();
        let attributes =
            attributes.map(|(name, attribute)| (Str::from(name), Value::null(attribute.implied_type())));
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|(name, block)| (Str::from(name), block.empty_value()));
        Value::object(attributes.chain(blocks))
    }
}

/// The types of values.
impl Attribute {
    /// Returns the type of the attribute's values, in which no attribute of an object is optional.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        self.constraint().without_optional_attributes()
    }

    /// Returns the type that values of the attribute convert to, in which attributes of nested objects may be optional.
    #[must_use]
    pub fn constraint(&self) -> Type {
        let (attributes, nesting) = match &self.content {
            AttributeContent::Type(ty) => return ty.clone(),
            AttributeContent::Nested { attributes, nesting } => (attributes, *nesting),
        };
        let object = Type::object_with_optional(attributes.iter().map(|(name, attribute)| {
            let optional = attribute.presence != Presence::Required;
            (name.as_str(), attribute.constraint(), optional)
        }));
        match nesting {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }
}

/// The types of values.
impl NestedBlock {
    /// Returns the type of the value of all blocks of the kind: the dynamic pseudo-type if their types may differ.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let block = self.block.implied_type();
        match self.nesting {
            Nesting::Single | Nesting::Group => block,
            Nesting::List | Nesting::Map if block.has_dynamic() => Type::DYNAMIC,
            Nesting::List => Type::list(block),
            Nesting::Set => Type::set(block),
            Nesting::Map => Type::map(block),
        }
    }

    /// Returns the value without any block of the kind.
    #[must_use]
    pub fn empty_value(&self) -> Value {
        match self.nesting {
            Nesting::Single => Value::null(self.block.implied_type()),
            Nesting::Group => self.block.empty_value(),
            Nesting::List | Nesting::Set | Nesting::Map => {
                items::collect(self, Vec::new()).unwrap_or_else(|_| Value::null(self.implied_type()))
            }
        }
    }
}
