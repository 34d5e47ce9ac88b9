//! Enums that blocks of several types are decoded to.

use hcl2_diagnostics::{Diagnostic, codes::decode as codes};
use hcl2_model::{Block, BodyContent};

use super::{BodyBuilder, Decoder};
use crate::schema::listed;

/// A choice of block types: an enum with a variant for each type, which `#[derive(Decode)]` implements.
///
/// # Examples
///
/// ```
/// use hcl2_decode::block::DecodeVariant;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Pipeline {
///     #[hcl(one_of)]
///     steps: Vec<Step>,
/// }
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// enum Step {
///     Run(Run),
///     Pause,
/// }
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Run {
///     command: String,
/// }
///
/// assert_eq!(Step::BLOCK_TYPES, ["run", "pause"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of block types",
    note = "`#[hcl(one_of)]` is for an enum that has `#[derive(hcl2::Decode)]` and a variant for each block type"
)]
pub trait DecodeVariant: Sized + 'static {
    /// The block types, in the order of the variants.
    const BLOCK_TYPES: &'static [&'static str];

    /// Describes the block types that the body can contain.
    fn describe(body: &mut BodyBuilder<'_>);

    /// Decodes a block of the type at `position` in [`BLOCK_TYPES`](Self::BLOCK_TYPES).
    fn decode_variant(position: usize, block: &Block, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// A Rust type that all blocks of a choice can be decoded to together: the enum itself for exactly one, `Option` for at
/// most one, `Vec` for any number.
///
/// [`DecodeVariant`] has an example of a choice.
pub trait DecodeVariants: Sized {
    /// The type that each block is decoded to.
    type Item: DecodeVariant;

    /// Decodes the blocks, in source order.
    fn decode_variants(content: &BodyContent, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// Returns the blocks of the choice, each with the position of its type.
fn found<T: DecodeVariant>(content: &BodyContent) -> impl Iterator<Item = (usize, &Block)> {
    content.blocks.iter().filter_map(|block| {
        let types = T::BLOCK_TYPES.iter();
        let position = types.copied().position(|name| block.block_type == *name)?;
        Some((position, block))
    })
}

impl<T: DecodeVariant> DecodeVariants for T {
    type Item = T;

    fn decode_variants(content: &BodyContent, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded = Option::<T>::decode_variants(content, decoder)?;
        if decoded.is_none() {
            let types = listed(T::BLOCK_TYPES, "`");
            decoder.error(
                codes::MISSING_BLOCK,
                "Missing block",
                format!("A block of one of the types {types} is required. Add one."),
                content.missing_item_span,
            );
        }
        decoded
    }
}

impl<T: DecodeVariant> DecodeVariants for Option<T> {
    type Item = T;

    fn decode_variants(content: &BodyContent, decoder: &mut Decoder<'_>) -> Option<Self> {
        let all: Vec<&Block> = found::<T>(content).map(|(_, block)| block).collect();
        let mut decoded: Option<Vec<T>> = Vec::decode_variants(content, decoder);
        if let [first, second, ..] = all.as_slice() {
            decoder.report([Diagnostic::error(codes::DUPLICATE_BLOCK, "Duplicate block")
                .with_detail(format!(
                    "Only one block of the types {} is allowed. Remove one of the two.",
                    listed(T::BLOCK_TYPES, "`")
                ))
                .with_subject(second.header_span)
                .with_label(first.header_span, "first defined here")]);
            decoded = None;
        }
        decoded.map(|mut one| one.pop())
    }
}

impl<T: DecodeVariant> DecodeVariants for Vec<T> {
    type Item = T;

    fn decode_variants(content: &BodyContent, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded: Vec<Option<T>> = found::<T>(content)
            .map(|(position, block)| T::decode_variant(position, block, decoder))
            .collect();
        decoded.into_iter().collect()
    }
}
