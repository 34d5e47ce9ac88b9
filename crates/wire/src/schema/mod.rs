//! Schemas of blocks, as providers have them, and the values that travel by them.
//!
//! A value of a block is an object with an attribute for each attribute and each kind of nested block of the schema; how
//! the blocks of one kind become one value is their [`Nesting`]. [`Block::implied_type`] is the type constraint to
//! [encode](crate::msgpack::encode) and [decode](crate::msgpack::decode) such a value by.
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

use std::collections::BTreeMap;

use hcl2_value::{Str, Type, Value};

/// What is in a block: its attributes and the kinds of blocks in it, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The attributes.
    pub attributes: BTreeMap<String, Attribute>,
    /// The blocks in it.
    pub blocks: BTreeMap<String, NestedBlock>,
    /// What it is for.
    pub description: String,
    /// Whether it should not be used any more.
    pub deprecated: bool,
}

/// An attribute of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What values it takes.
    pub content: AttributeContent,
    /// Who sets it.
    pub presence: Presence,
    /// Whether its value is to be hidden from view.
    pub sensitive: bool,
    /// What it is for.
    pub description: String,
    /// Whether it should not be used any more.
    pub deprecated: bool,
}

/// What values an attribute takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeContent {
    /// Those of a type.
    Type(Type),
    /// Objects, or a collection of them, with attributes that have a schema each.
    Nested {
        /// The attributes of an object.
        attributes: BTreeMap<String, Attribute>,
        /// How many objects there are; not [`Nesting::Group`].
        nesting: Nesting,
    },
}

/// Who sets an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// The configuration must.
    Required,
    /// The configuration may; it is null otherwise.
    Optional,
    /// The provider does, and the configuration must not.
    Computed,
    /// The configuration may; otherwise the provider does.
    OptionalComputed,
}

impl Presence {
    /// Whether the provider may set it.
    #[must_use]
    pub fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::OptionalComputed)
    }
}

/// A kind of blocks in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedBlock {
    /// What is in each.
    pub block: Block,
    /// How they become one value.
    pub nesting: Nesting,
    /// How many there must be at least, for lists and sets.
    pub min_items: u64,
    /// How many there may be at most, for lists and sets; 0 where there is no limit.
    pub max_items: u64,
}

/// How the blocks of one kind, or the objects of an attribute, become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// There is at most one, and its value is that of it all, or null.
    Single,
    /// They are a list, in order; a tuple where their types are dynamic.
    List,
    /// They are a set.
    Set,
    /// They are a map by their label; an object where their types are dynamic.
    Map,
    /// As [`Nesting::Single`], but where there is none, its value is as if there were an empty one.
    Group,
}

/// Making schemas.
impl Block {
    /// A block with nothing in it.
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

/// Making schemas.
impl Attribute {
    /// An attribute of a type that is set by whom `presence` says.
    #[must_use]
    pub fn new(ty: Type, presence: Presence) -> Self {
        Self {
            content: AttributeContent::Type(ty),
            presence,
            sensitive: false,
            description: String::new(),
            deprecated: false,
        }
    }

    /// An attribute that the configuration must set.
    #[must_use]
    pub fn required(ty: Type) -> Self {
        Self::new(ty, Presence::Required)
    }

    /// An attribute that the configuration may set.
    #[must_use]
    pub fn optional(ty: Type) -> Self {
        Self::new(ty, Presence::Optional)
    }

    /// An attribute that the provider sets.
    #[must_use]
    pub fn computed(ty: Type) -> Self {
        Self::new(ty, Presence::Computed)
    }

    /// An attribute of objects with these attributes.
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

    /// Hides its value from view.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }
}

/// Making schemas.
impl NestedBlock {
    /// Blocks of a kind, as many as there may be.
    #[must_use]
    pub fn new(nesting: Nesting, block: Block) -> Self {
        Self {
            block,
            nesting,
            min_items: 0,
            max_items: 0,
        }
    }

    /// Requires so many at least.
    #[must_use]
    pub fn min_items(mut self, count: u64) -> Self {
        self.min_items = count;
        self
    }

    /// Allows so many at most.
    #[must_use]
    pub fn max_items(mut self, count: u64) -> Self {
        self.max_items = count;
        self
    }
}

/// The types of values.
impl Block {
    /// The type of values of the block, as which they travel.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(name, attribute)| (name.as_str(), attribute.implied_type()));
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|(name, block)| (name.as_str(), block.implied_type()));
        Type::object(attributes.chain(blocks))
    }

    /// The value of a block in which nothing is set.
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
    /// The type of values of the attribute, in which none of the attributes of objects is optional.
    #[must_use]
    pub fn implied_type(&self) -> Type {
        self.constraint().without_optional_attributes()
    }

    /// The type that values of the attribute convert to: attributes of nested objects that need not be set are optional.
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
    /// The type of the value of all blocks of the kind: the dynamic pseudo-type where each may be of a type of its own.
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

    /// The value where there is no block of the kind.
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
