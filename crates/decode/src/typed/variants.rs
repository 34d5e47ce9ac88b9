//! Blocks of several types as one enum.

use hcl2_diagnostics::codes::decode as codes;
use hcl2_model::{Block, BodyContent};

use super::{BodyBuilder, Decoder};
use crate::schema::listed;

/// A choice of block types, which `#[derive(Decode)]` makes of an enum whose variants hold what the blocks become.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of block types",
    note = "`#[hcl(one_of)]` is for an enum that has `#[derive(hcl2::Decode)]` and a variant for each block type"
)]
pub trait DecodeVariant: Sized + 'static {
    /// The block types, in the order of the variants.
    const BLOCK_TYPES: &'static [&'static str];

    /// Says which block types the body may have.
    fn describe(body: &mut BodyBuilder<'_>);

    /// Decodes a block whose type is that at this position of [`BLOCK_TYPES`](Self::BLOCK_TYPES).
    fn decode_variant(position: usize, block: &Block, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// A Rust type that the blocks of a choice become together: the enum itself for exactly one, `Option` for at most one,
/// `Vec` for any number.
pub trait DecodeVariants: Sized {
    /// What each block becomes.
    type Item: DecodeVariant;

    /// Decodes the blocks, in the order of the source.
    fn decode_variants(content: &BodyContent, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// The blocks that are of a type of the choice.
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
                format!("A block of one of the types {types} is required here."),
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
            decoder.report([
                hcl2_diagnostics::Diagnostic::error(codes::DUPLICATE_BLOCK, "Duplicate block")
                    .with_detail(format!(
                        "Only one block of the types {} is allowed here. Remove one of the two.",
                        listed(T::BLOCK_TYPES, "`")
                    ))
                    .with_subject(second.header_span)
                    .with_label(first.header_span, "the first is here"),
            ]);
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
