//! Types that blocks are decoded to.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use hcl2_diagnostics::{Span, codes::decode as codes};
use hcl2_model::{Block, Label, problems};

use super::{Decode, DecodeLabel, Decoder};

/// A Rust type that all blocks of one type can be decoded to together.
///
/// A type that implements [`Decode`] takes exactly one block, `Option` at most one, and `Vec` any number. A map takes
/// blocks with an additional label, which is the key. Maps nest, and the innermost type determines how many blocks are
/// allowed for each key.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use hcl2_decode::Decode;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Config {
///     #[hcl(block)]
///     log: Option<Log>,
///     #[hcl(block, name = "service")]
///     services: BTreeMap<String, Service>,
/// }
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Log {
///     file: String,
/// }
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Service {
///     port: u16,
/// }
///
/// let schema = Config::schema();
/// let blocks = &schema.root().unwrap().blocks;
/// assert_eq!((blocks[0].min_items, blocks[0].max_items), (0, Some(1)));
/// assert_eq!(blocks[1].keys.len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "not the type of blocks",
    note = "use a type with `#[derive(hcl2::Decode)]`, or an `Option`, `Vec`, `BTreeMap` or `HashMap` of one",
    note = "an enum with a variant for each block type has `#[hcl(one_of)]` on the field, one with a variant for each first label `#[hcl(label)]` on the enum"
)]
pub trait DecodeBlocks: Sized {
    /// The type that each block is decoded to.
    type Item: Decode;

    /// The number of labels that are keys.
    const KEYS: usize = 0;

    /// The minimum and maximum number of blocks, for each key if there are keys.
    const BOUNDS: (usize, Option<usize>);

    /// Decodes the blocks; `None` after reporting why they cannot be decoded, or that their number is wrong.
    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// The blocks of one type in a body, or those with certain keys.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    block_type: &'a str,
    found: &'a [&'a Block],
    /// The number of labels that are keys on outer levels.
    keys: usize,
    /// Whether another problem explains that blocks are missing, such as one with their labels or a misspelled type.
    is_explained: bool,
    missing_item_span: Span,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(
        block_type: &'a str,
        found: &'a [&'a Block],
        is_explained: bool,
        missing_item_span: Span,
    ) -> Self {
        Self {
            block_type,
            found,
            keys: 0,
            is_explained,
            missing_item_span,
        }
    }

    /// Returns the blocks in source order.
    #[must_use]
    pub fn found(&self) -> &'a [&'a Block] {
        self.found
    }

    /// Decodes one of the blocks.
    pub fn decode<T: Decode>(&self, block: &Block, decoder: &mut Decoder<'_>) -> Option<T> {
        if block.body.is_unknown() {
            decoder.error(
                codes::UNKNOWN_VALUE,
                "Unknown number of blocks",
                format!(
                    "The number of `{}` blocks is not known yet, but is needed here.",
                    self.block_type
                ),
                block.header_span,
            );
            return None;
        }
        let labels = block.labels.get(self.keys..).unwrap_or_default();
        decoder.body(&block.body, labels, Some(block.header_span))
    }

    /// Decodes at most one block. Reports duplicates, after decoding them all.
    fn at_most_one<T: Decode>(&self, decoder: &mut Decoder<'_>) -> Option<Option<T>> {
        let mut decoded: Vec<Option<T>> = self
            .found
            .iter()
            .map(|block| self.decode(block, decoder))
            .collect();
        if self.found.len() < 2 {
            return decoded.pop().map_or(Some(None), |only| only.map(Some));
        }
        self.check_one(false, decoder);
        None
    }

    /// Reports a duplicate block, and a missing one if one `is_required`.
    pub(super) fn check_one(&self, is_required: bool, decoder: &mut Decoder<'_>) {
        let problem = match self.found {
            [] if is_required && !self.is_explained => {
                problems::missing_block(self.block_type, self.missing_item_span)
            }
            [first, second, ..] if self.keys == 0 => {
                problems::duplicate_block(self.block_type, first, second)
            }
            [first, second, ..] => problems::duplicate_labels(
                second,
                first,
                &second.labels[..self.keys.min(second.labels.len())],
            ),
            _ => return,
        };
        decoder.report([problem]);
    }

    /// Checks the number of blocks. Reports too few and too many.
    pub(super) fn check_count(&self, (min, max): (usize, Option<usize>), decoder: &mut Decoder<'_>) -> bool {
        let count = self.found.len();
        if count < min {
            if self.is_explained {
                return false;
            }
            decoder.report([problems::too_few_blocks(
                self.block_type,
                min,
                count,
                self.missing_item_span,
            )]);
            return false;
        }
        match max.and_then(|max| self.found.get(max).map(|extra| (max, extra))) {
            Some((max, extra)) => {
                decoder.report([problems::too_many_blocks(self.block_type, max, extra.header_span)]);
                false
            }
            None => true,
        }
    }

    /// Returns those of the blocks that have the same next label.
    pub(super) fn of_key(&self, found: &'a [&'a Block]) -> Self {
        Self {
            found,
            keys: self.keys + 1,
            ..*self
        }
    }

    /// Groups the blocks by their next label, in source order.
    pub(super) fn grouped(&self) -> Vec<(&'a Label, Vec<&'a Block>)> {
        let mut groups: Vec<(&Label, Vec<&Block>)> = Vec::new();
        let mut positions: HashMap<&str, usize> = HashMap::new();
        for block in self.found {
            let Some(label) = block.labels.get(self.keys) else {
                continue;
            };
            match positions.get(label.text.as_str()) {
                Some(position) => groups[*position].1.push(block),
                None => {
                    positions.insert(&label.text, groups.len());
                    groups.push((label, vec![block]));
                }
            }
        }
        groups
    }

    /// Decodes the blocks by their next label.
    fn keyed<K: DecodeLabel, V: DecodeBlocks>(&self, decoder: &mut Decoder<'_>) -> Option<Vec<(K, V)>> {
        let groups = self.grouped();
        let decoded: Vec<Option<(K, V)>> = groups
            .iter()
            .map(|(label, found)| {
                let key = K::decode_label(label, decoder);
                let value = V::decode_blocks(
                    &Blocks {
                        found,
                        ..self.of_key(&[])
                    },
                    decoder,
                );
                Some((key?, value?))
            })
            .collect();
        decoded.into_iter().collect()
    }
}

impl<T: Decode> DecodeBlocks for T {
    type Item = T;

    const BOUNDS: (usize, Option<usize>) = (1, Some(1));

    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded = blocks.at_most_one(decoder)?;
        if decoded.is_none() {
            blocks.check_one(true, decoder);
        }
        decoded
    }
}

impl<T: Decode> DecodeBlocks for Option<T> {
    type Item = T;

    const BOUNDS: (usize, Option<usize>) = (0, Some(1));

    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        blocks.at_most_one(decoder)
    }
}

impl<T: Decode> DecodeBlocks for Vec<T> {
    type Item = T;

    const BOUNDS: (usize, Option<usize>) = (0, None);

    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let mut decoded = Self::with_capacity(blocks.found.len());
        let mut failed = false;
        for block in blocks.found {
            match blocks.decode(block, decoder) {
                Some(one) => decoded.push(one),
                None => failed = true,
            }
        }
        (!failed).then_some(decoded)
    }
}

impl<K: DecodeLabel + Ord, V: DecodeBlocks> DecodeBlocks for BTreeMap<K, V> {
    type Item = V::Item;

    const KEYS: usize = V::KEYS + 1;
    const BOUNDS: (usize, Option<usize>) = V::BOUNDS;

    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(blocks.keyed(decoder)?.into_iter().collect())
    }
}

impl<K: DecodeLabel + Eq + Hash, V: DecodeBlocks, S: BuildHasher + Default> DecodeBlocks
    for HashMap<K, V, S>
{
    type Item = V::Item;

    const KEYS: usize = V::KEYS + 1;
    const BOUNDS: (usize, Option<usize>) = V::BOUNDS;

    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(blocks.keyed(decoder)?.into_iter().collect())
    }
}
