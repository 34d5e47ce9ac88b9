//! Schemas of resources, data sources and providers, with rules for validating and planning.
//!
//! `#[derive(Schema)]` makes the schema of a struct, and converts between the struct and values. [`Definition`] and
//! [`Field`] are what it makes, and can be written by hand.
//!
//! # Examples
//!
//! ```
//! use hcl2_provider::{Knowable, Schema};
//!
//! /// A file on disk.
//! #[derive(Schema)]
//! struct File {
//!     /// Where it is.
//!     #[schema(requires_replace)]
//!     path: String,
//!     /// What is in it.
//!     #[schema(default = "")]
//!     content: String,
//!     /// Its size.
//!     #[schema(computed)]
//!     bytes: Option<usize>,
//! }
//!
//! let block = File::definition().block;
//! assert_eq!(block.description, "A file on disk.");
//! assert_eq!(block.attributes["path"].description, "Where it is.");
//! ```

mod field;
mod identity;
mod nested;
mod rules;

use std::collections::BTreeMap;

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::encode::EncodeAttribute;
use hcl2_decode::{Decode, decode_value, encode_value};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::Block;

use crate::Problem;

pub use field::{Field, Rule};
pub use hcl2_wire::schema::{Nesting, Presence};
pub use identity::IdentityRole;
pub use nested::Nested;

/// The schema of a block, with the rules that Terraform does not know.
///
/// # Examples
///
/// ```
/// use hcl2_provider::schema::{Definition, Field};
/// use hcl2_value::Type;
///
/// let definition = Definition::new()
///     .describe("A file on disk.")
///     .field("path", Field::required(Type::STRING).requires_replace())
///     .field("bytes", Field::computed(Type::NUMBER));
/// assert_eq!(definition.block.attributes.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// The schema that Terraform sees.
    pub block: Block,
    /// The version of the schema, which is stored beside each state.
    pub version: i64,
    /// The version of the identity, which is stored beside each identity.
    pub identity_version: i64,
    /// The rules of the attributes and nested blocks, by name.
    pub rules: BTreeMap<String, Rule>,
}

impl Definition {
    /// Creates the definition of an empty block.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the description.
    #[must_use]
    pub fn describe(mut self, description: impl Into<String>) -> Self {
        self.block.description = description.into();
        self
    }

    /// Sets the version of the schema. A state of another version is upgraded.
    #[must_use]
    pub fn version(mut self, version: i64) -> Self {
        self.version = version;
        self
    }

    /// Sets the version of the identity. An identity of another version is upgraded.
    #[must_use]
    pub fn identity_version(mut self, version: i64) -> Self {
        self.identity_version = version;
        self
    }

    /// Adds an attribute or a kind of nested blocks.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, field: Field) -> Self {
        let name = name.into();
        let rule = match field.into_parts() {
            field::Parts::Attribute(attribute, rule) => {
                self.block.attributes.insert(name.clone(), attribute);
                rule
            }
            field::Parts::Block(block, rule) => {
                self.block.blocks.insert(name.clone(), block);
                rule
            }
        };
        self.rules.insert(name, rule);
        self
    }

    /// Returns the type of the block's values.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.block.implied_type()
    }
}

impl From<Block> for Definition {
    /// Creates a definition without rules.
    fn from(block: Block) -> Self {
        Self {
            block,
            ..Self::default()
        }
    }
}

/// A Rust type with a schema, which values are converted to and from. `#[derive(Schema)]` implements it.
///
/// A [`Value`] is such a type, too: a resource that has it as its model defines its schema itself.
pub trait Schema: Sized + Send {
    /// Returns the schema.
    #[must_use]
    fn definition() -> Definition;

    /// Reads a value of the schema.
    ///
    /// # Errors
    ///
    /// [`Problem`] with the path of each part that does not fit.
    fn from_value(value: &Value) -> Result<Self, Problem>;

    /// Returns the value, which has not been converted to the schema.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part is not a value.
    fn to_value(&self) -> Result<Value, Problem>;
}

impl Schema for Value {
    fn definition() -> Definition {
        Definition::new()
    }

    fn from_value(value: &Value) -> Result<Self, Problem> {
        Ok(value.clone())
    }

    fn to_value(&self) -> Result<Value, Problem> {
        Ok(self.clone())
    }
}

/// Reads a derived type: the implementation of [`Schema::from_value`].
///
/// # Errors
///
/// [`Problem`] with the path of each part that does not fit.
#[doc(hidden)]
pub fn read<T: Decode + DecodeAttribute>(value: &Value) -> Result<T, Problem> {
    Ok(decode_value(value)?)
}

/// Writes a derived type: the implementation of [`Schema::to_value`].
///
/// # Errors
///
/// [`Problem`] if a part is not a value.
#[doc(hidden)]
pub fn write<T: EncodeAttribute>(model: &T) -> Result<Value, Problem> {
    Ok(encode_value(model)?.unmark_deep().0)
}
