//! Encoding files.

use std::collections::{BTreeMap, HashMap};

use hcl2_value::Value;

use super::{Encode, EncodeAttribute, EncodeError, EncodeRemain, EncodedBody};

/// A Rust type that can be encoded as a file: one with [`Encode`], or a map or an object value, whose items are attributes.
///
/// A map is not [`Encode`], since a field that is a map of blocks has their labels as keys.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use hcl2_decode::encode::{EncodeFile, EncodedBody};
///
/// let mut body = EncodedBody::default();
/// BTreeMap::from([("port".to_owned(), 80), ("size".to_owned(), 2)]).encode_file(&mut body)?;
/// assert_eq!(body.items.len(), 2);
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as a file",
    note = "add `#[derive(hcl2::Encode)]` to it, or use a map by `String`"
)]
pub trait EncodeFile {
    /// Adds the content of the value to a body.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of the value cannot be encoded.
    fn encode_file(&self, body: &mut EncodedBody) -> Result<(), EncodeError>;
}

impl<T: Encode + ?Sized> EncodeFile for T {
    fn encode_file(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.encode(body)
    }
}

impl<T: EncodeAttribute> EncodeFile for BTreeMap<String, T> {
    fn encode_file(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.encode_remain(body)
    }
}

/// The attributes are in the order of their names.
impl<T: EncodeAttribute, S> EncodeFile for HashMap<String, T, S> {
    fn encode_file(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.encode_remain(body)
    }
}

/// The attributes are those of an object, or the elements of a map.
impl EncodeFile for Value {
    fn encode_file(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        let fields = self.fields().ok_or_else(|| {
            EncodeError::new(format!("a file is an object, not {}", self.ty().friendly_name()))
        })?;
        fields
            .iter()
            .try_for_each(|(name, value)| body.attribute(name, value))
    }
}
