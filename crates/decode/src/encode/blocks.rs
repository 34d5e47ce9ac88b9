//! Encoding blocks.

use std::collections::{BTreeMap, HashMap};

use hcl2_model::Name;

use super::{Encode, EncodeError, EncodeLabel, EncodedBody};

/// A Rust type that can be encoded as blocks of one type; the counterpart of
/// [`DecodeBlocks`](crate::block::DecodeBlocks).
///
/// # Examples
///
/// ```
/// use hcl2_decode::encode::{EncodeBlocks, EncodedBody};
///
/// #[derive(hcl2_derive::Encode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Port {
///     number: u16,
/// }
///
/// let mut body = EncodedBody::default();
/// vec![Port { number: 80 }, Port { number: 443 }].encode_blocks("port", &[], &mut body)?;
/// assert_eq!(body.items.len(), 2);
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as blocks",
    note = "use a type with `#[derive(hcl2::Encode)]`, or an `Option`, `Vec`, `BTreeMap` or `HashMap` of one"
)]
pub trait EncodeBlocks {
    /// Adds the blocks to a body. Their first labels are `keys`.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of one cannot be encoded.
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError>;
}

impl<T: Encode> EncodeBlocks for T {
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError> {
        body.block(block_type, keys, self)
    }
}

impl<T: Encode> EncodeBlocks for Option<T> {
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError> {
        self.iter()
            .try_for_each(|block| body.block(block_type, keys, block))
    }
}

impl<T: Encode> EncodeBlocks for Vec<T> {
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError> {
        self.iter()
            .try_for_each(|block| body.block(block_type, keys, block))
    }
}

/// Adds the blocks of a map; their next label is the key.
fn keyed<'m, K: EncodeLabel + 'm, V: EncodeBlocks + 'm>(
    blocks: impl IntoIterator<Item = (&'m K, &'m V)>,
    block_type: &str,
    keys: &[Name],
    body: &mut EncodedBody,
) -> Result<(), EncodeError> {
    blocks.into_iter().try_for_each(|(key, value)| {
        let mut keys = keys.to_vec();
        keys.push(key.encode_label());
        value.encode_blocks(block_type, &keys, body)
    })
}

impl<K: EncodeLabel, V: EncodeBlocks> EncodeBlocks for BTreeMap<K, V> {
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError> {
        keyed(self, block_type, keys, body)
    }
}

impl<K: EncodeLabel, V: EncodeBlocks, S> EncodeBlocks for HashMap<K, V, S> {
    fn encode_blocks(
        &self,
        block_type: &str,
        keys: &[Name],
        body: &mut EncodedBody,
    ) -> Result<(), EncodeError> {
        let mut blocks: Vec<(&K, &V)> = self.iter().collect();
        blocks.sort_by_key(|(key, _)| key.encode_label());
        keyed(blocks, block_type, keys, body)
    }
}

/// A choice of block types; the counterpart of [`DecodeVariant`](crate::block::DecodeVariant).
///
/// # Examples
///
/// ```
/// use hcl2_decode::encode::{EncodeVariant, EncodedBody, EncodedItem};
///
/// #[derive(hcl2_derive::Encode)]
/// #[hcl(crate = hcl2_decode)]
/// enum Step {
///     Run(Run),
///     Pause,
/// }
///
/// #[derive(hcl2_derive::Encode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Run {
///     command: String,
/// }
///
/// let mut body = EncodedBody::default();
/// Step::Run(Run { command: "make".to_owned() }).encode_variant(&mut body)?;
/// Step::Pause.encode_variant(&mut body)?;
/// assert!(matches!(&body.items[1], EncodedItem::Block(name, _) if name.as_str() == "pause"));
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
pub trait EncodeVariant {
    /// Adds the block to a body.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of it cannot be encoded.
    fn encode_variant(&self, body: &mut EncodedBody) -> Result<(), EncodeError>;
}

/// A Rust type that can be encoded as the blocks of a choice; the counterpart of
/// [`DecodeVariants`](crate::block::DecodeVariants).
///
/// [`EncodeVariant`] has an example of a choice.
pub trait EncodeVariants {
    /// Adds the blocks to a body.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if a part of one cannot be encoded.
    fn encode_variants(&self, body: &mut EncodedBody) -> Result<(), EncodeError>;
}

impl<T: EncodeVariant> EncodeVariants for T {
    fn encode_variants(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.encode_variant(body)
    }
}

impl<T: EncodeVariant> EncodeVariants for Option<T> {
    fn encode_variants(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.iter().try_for_each(|block| block.encode_variant(body))
    }
}

impl<T: EncodeVariant> EncodeVariants for Vec<T> {
    fn encode_variants(&self, body: &mut EncodedBody) -> Result<(), EncodeError> {
        self.iter().try_for_each(|block| block.encode_variant(body))
    }
}
