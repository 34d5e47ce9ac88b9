//! How many blocks there may be, and what they become together.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use hcl2_diagnostics::{Span, codes::decode as codes};
use hcl2_model::{Block, Label, problems};

use super::{Decode, DecodeLabel, Decoder};

/// A Rust type that the blocks of one type become together.
///
/// A type that implements [`Decode`] stands for exactly one block, `Option` for at most one, `Vec` for any number, and a
/// map for blocks with a label more, which is the key. Maps nest, and the innermost decides how many blocks there may be
/// for each key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "not the type of blocks",
    note = "use a type with `#[derive(hcl2::Decode)]`, or an `Option`, `Vec`, `BTreeMap` or `HashMap` of one"
)]
pub trait DecodeBlocks: Sized {
    /// What each block becomes.
    type Item: Decode;

    /// How many labels are keys.
    const KEYS: usize = 0;

    /// How many blocks there must be at least and may be at most; with keys: for each.
    const BOUNDS: (usize, Option<usize>);

    /// Decodes the blocks; `None` where they cannot be, or there are too few or too many, which is reported.
    fn decode_blocks(blocks: &Blocks<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// The blocks of one type in a body, or those of them with certain keys.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    block_type: &'a str,
    found: &'a [&'a Block],
    /// How many labels were keys already.
    keys: usize,
    /// Whether there are blocks of the type that were left out because of what was reported of their labels.
    has_unread: bool,
    missing_item_span: Span,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(
        block_type: &'a str,
        found: &'a [&'a Block],
        has_unread: bool,
        missing_item_span: Span,
    ) -> Self {
        Self {
            block_type,
            found,
            keys: 0,
            has_unread,
            missing_item_span,
        }
    }

    /// The blocks in the order of the source.
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
                    "How many blocks of the type `{}` there are will be known only later.",
                    self.block_type
                ),
                block.header_span,
            );
            return None;
        }
        let labels = block.labels.get(self.keys..).unwrap_or_default();
        decoder.body(&block.body, labels, Some(block.header_span))
    }

    /// Decodes the one block, if there is one; reports where there are more, and what is wrong in each of them.
    fn at_most_one<T: Decode>(&self, decoder: &mut Decoder<'_>) -> Option<Option<T>> {
        let mut decoded: Vec<Option<T>> = self
            .found
            .iter()
            .map(|block| self.decode(block, decoder))
            .collect();
        let [first, second, ..] = self.found else {
            return decoded.pop().map_or(Some(None), |only| only.map(Some));
        };
        decoder.report([if self.keys == 0 {
            problems::duplicate_block(self.block_type, first, second)
        } else {
            problems::duplicate_labels(
                second,
                first,
                &second.labels[..self.keys.min(second.labels.len())],
            )
        }]);
        None
    }

    /// Whether there are so many blocks at least and at most; reports where not.
    pub(super) fn check_count(&self, (min, max): (usize, Option<usize>), decoder: &mut Decoder<'_>) -> bool {
        let count = self.found.len();
        if count < min {
            if self.has_unread {
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

    /// Groups the blocks by the label that comes next, in the order of the source.
    fn grouped(&self) -> Vec<(&'a Label, Vec<&'a Block>)> {
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

    /// Decodes the blocks by the label that comes next.
    fn keyed<K: DecodeLabel, V: DecodeBlocks>(&self, decoder: &mut Decoder<'_>) -> Option<Vec<(K, V)>> {
        let groups = self.grouped();
        let decoded: Vec<Option<(K, V)>> = groups
            .iter()
            .map(|(label, found)| {
                let key = K::decode_label(label, decoder);
                let value = V::decode_blocks(
                    &Blocks {
                        found,
                        keys: self.keys + 1,
                        ..*self
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
        if decoded.is_none() && !blocks.has_unread {
            decoder.report([problems::missing_block(
                blocks.block_type,
                blocks.missing_item_span,
            )]);
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
