//! Encoding Rust types: the traits behind `#[derive(Encode)]`, and the bodies that they make, independent of any syntax.

mod attribute;
mod blocks;
mod file;
#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "num-bigint",
    feature = "regex",
    feature = "rust_decimal",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
mod foreign;

use std::fmt;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::encode::UNREPRESENTABLE;
use hcl2_model::Name;
use hcl2_value::Value;

pub use attribute::{EncodeAttribute, EncodeLabel, EncodeRemain};
pub use blocks::{EncodeBlocks, EncodeVariant, EncodeVariants};
pub use file::EncodeFile;

/// A Rust type that can be encoded as the body of a file or a block.
///
/// `#[derive(Encode)]` implements it, with the same `#[hcl(…)]` options as `#[derive(Decode)]`. [`EncodedBody`] has an
/// example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as a body",
    note = "add `#[derive(hcl2::Encode)]` to it"
)]
pub trait Encode {
    /// Adds the content of the value to a body.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of the value cannot be encoded.
    fn encode(&self, body: &mut EncodedBody) -> Result<(), EncodeError>;
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        T::encode(self, body)
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        T::encode(self, body)
    }
}

impl<T: Encode> Encode for crate::Spanned<T> {
    fn encode(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        T::encode(self, body)
    }
}

/// A body to write in either syntax.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Encode;
/// use hcl2_decode::encode::{EncodedBody, EncodedItem};
///
/// #[derive(hcl2_derive::Encode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Service {
///     #[hcl(label)]
///     name: String,
///     port: u16,
///     host: Option<String>,
/// }
///
/// let mut body = EncodedBody::default();
/// Service { name: "web".to_owned(), port: 80, host: None }.encode(&mut body)?;
/// assert_eq!(body.labels[0].as_str(), "web");
/// assert!(matches!(&body.items[..], [EncodedItem::Attribute(name, _)] if name.as_str() == "port"));
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncodedBody {
    /// The labels of the block whose body this is.
    pub labels: Vec<Name>,
    /// The attributes and blocks, in the order in which to write them.
    pub items: Vec<EncodedItem>,
}

/// An attribute or a block to write.
#[derive(Clone, Debug, PartialEq)]
pub enum EncodedItem {
    /// An attribute's name and value.
    Attribute(Name, Encoded),
    /// A block's type and body.
    Block(Name, EncodedBody),
}

/// The value of an attribute to write.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Encoded {
    /// A value.
    Value(Value),
    /// An expression in native syntax.
    Expression(String),
    /// A bare name or a reference, which is a string in JSON.
    Static(String),
    /// A list.
    List(Vec<Encoded>),
    /// An object.
    Object(Vec<(String, Encoded)>),
}

impl EncodedBody {
    /// Adds an attribute, unless the value is absent.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if the value cannot be encoded.
    pub fn attribute<T: EncodeAttribute + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), EncodeError> {
        if let Some(value) = value.encode_attribute().map_err(|error| error.inside(name))? {
            self.items.push(EncodedItem::Attribute(name.into(), value));
        }
        Ok(())
    }

    /// Adds the blocks of a type.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of a block cannot be encoded.
    pub fn blocks<T: EncodeBlocks>(&mut self, block_type: &str, blocks: &T) -> Result<(), EncodeError> {
        blocks
            .encode_blocks(block_type, &[], self)
            .map_err(|error| error.inside(block_type))
    }

    /// Adds the blocks of a choice of types.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of a block cannot be encoded.
    pub fn variants<T: EncodeVariants>(&mut self, blocks: &T) -> Result<(), EncodeError> {
        blocks.encode_variants(self)
    }

    /// Adds a block.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of the block cannot be encoded.
    pub fn block<T: Encode>(
        &mut self,
        block_type: &str,
        keys: &[Name],
        block: &T,
    ) -> Result<(), EncodeError> {
        let mut body = Self {
            labels: keys.to_vec(),
            items: Vec::new(),
        };
        block.encode(&mut body)?;
        self.items.push(EncodedItem::Block(block_type.into(), body));
        Ok(())
    }

    /// Adds an empty block.
    pub fn empty_block(&mut self, block_type: &str) {
        self.items
            .push(EncodedItem::Block(block_type.into(), Self::default()));
    }

    /// Adds a label of the block whose body this is.
    pub fn label<T: EncodeLabel + ?Sized>(&mut self, label: &T) {
        self.labels.push(label.encode_label());
    }

    /// Adds the attributes of a map.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a value cannot be encoded.
    pub fn remain<T: EncodeRemain>(&mut self, rest: &T) -> Result<(), EncodeError> {
        rest.encode_remain(self)
    }

    /// Returns the attributes as an object, for a struct that is the value of an attribute.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if the body contains blocks.
    pub fn into_object(self) -> Result<Encoded, EncodeError> {
        let fields = self.items.into_iter().map(|item| match item {
            EncodedItem::Attribute(name, value) => Ok((name.to_string(), value)),
            EncodedItem::Block(name, _) => {
                Err(EncodeError::new("an object cannot contain blocks").inside(&name))
            }
        });
        Ok(Encoded::Object(fields.collect::<Result<_, _>>()?))
    }
}

/// A part of a value that cannot be encoded, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The names of the attributes and blocks around the part, outer ones first.
    path: Vec<String>,
    reason: String,
}

impl EncodeError {
    /// Creates an error with its reason.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            path: Vec::new(),
            reason: reason.into(),
        }
    }

    /// Adds the name of the attribute or block around the error.
    #[must_use]
    pub fn inside(mut self, name: &str) -> Self {
        self.path.insert(0, name.to_owned());
        self
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join("."))?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for EncodeError {}

impl From<EncodeError> for hcl2_diagnostics::Error {
    fn from(error: EncodeError) -> Self {
        Diagnostic::error(UNREPRESENTABLE, "Unrepresentable value")
            .with_detail(format!("{error}."))
            .into()
    }
}
