//! Decoding files.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use hcl2_diagnostics::codes::body as codes;
use hcl2_model::{Block, BodyRef, Name};
use hcl2_value::Value;

use super::{BodyBuilder, Decode, DecodeAttribute, DecodeRemain, Decoder, Site};
use crate::schema::{Rest, Schema};

/// A Rust type that a file can be decoded to: one with [`Decode`], a map by `String`, whose items are attributes, or a
/// [`Value`], which also takes blocks.
///
/// A map is not [`Decode`], since a field that is a map of blocks has their labels as keys.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use hcl2_decode::file::DecodeFile;
/// use hcl2_decode::schema::Rest;
///
/// assert_eq!(BTreeMap::<String, u16>::file_schema().root().unwrap().rest, Rest::Attributes);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a file",
    label = "not the type of a file",
    note = "add `#[derive(hcl2::Decode)]` to it, or use a map by `String`, a `hcl2::Value` or a `hcl2::Document`"
)]
pub trait DecodeFile: Sized + 'static {
    /// Returns the schema of files of this type.
    #[must_use]
    fn file_schema() -> Schema;

    /// Returns whether all values of a file are secret, so that errors must not show its lines.
    #[must_use]
    fn is_secret() -> bool {
        false
    }

    /// Decodes the body of a file; `None` after reporting why it cannot be decoded.
    fn decode_file(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self>;
}

impl<T: Decode> DecodeFile for T {
    fn file_schema() -> Schema {
        T::schema()
    }

    fn decode_file(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        decoder.body(body, &[], None)
    }
}

/// A body that has no names of its own.
struct Everything<T>(T);

impl<T: DecodeRemain + 'static> Decode for Everything<T> {
    fn type_name() -> &'static str {
        "Everything"
    }

    fn describe(body: &mut BodyBuilder<'_>) {
        body.rest(T::REST);
    }

    fn decode_content(site: &Site<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        site.remain(decoder).map(Self)
    }
}

/// Implements the trait for a type that is decoded as the rest of a body.
macro_rules! decode_everything {
    ($([$($parameters:tt)*] $type:ty, $is_secret:expr;)*) => {
        $(
            impl<$($parameters)*> DecodeFile for $type {
                fn file_schema() -> Schema {
                    Everything::<Self>::schema()
                }

                fn is_secret() -> bool {
                    $is_secret
                }

                fn decode_file(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
                    decoder.body::<Everything<Self>>(body, &[], None).map(|decoded| decoded.0)
                }
            }
        )*
    };
}

decode_everything! {
    [T: DecodeAttribute + 'static] BTreeMap<String, T>, T::is_sensitive();
    [T: DecodeAttribute + 'static, S: BuildHasher + Default + 'static] HashMap<String, T, S>, T::is_sensitive();
    [] Value, false;
}

/// The body is an object. The blocks of a type are one attribute with the name of the type: the body, inside an object for
/// each label. Several blocks with the same type and labels are a tuple. In JSON, where only a schema distinguishes blocks
/// from attributes, everything is an attribute.
impl DecodeRemain for Value {
    const REST: Rest = Rest::Anything;

    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let schema = body.implied_schema();
        let is_attribute = |block_type: &Name| schema.attributes.iter().any(|own| own.name == *block_type);
        let mut block_types = schema.blocks.iter().map(|block| &block.block_type);
        if let Some(block_type) = block_types.find(|block_type| is_attribute(block_type)) {
            let blocks = body.blocks(block_type);
            decoder.error(
                codes::UNEXPECTED_BLOCK,
                "Unexpected block",
                format!("The attribute \"{block_type}\" has the same name. Rename one of them."),
                blocks
                    .first()
                    .map_or_else(|| body.missing_item_span(), |block| block.type_span),
            );
            return None;
        }
        let content = body.content(&schema);
        let has_errors = content.has_errors();
        decoder.append(content.diagnostics);
        let content = content.value;
        let mut fields: BTreeMap<String, Option<Self>> = BTreeMap::new();
        for attribute in &content.attributes {
            let value = decoder.evaluate(&*attribute.expression);
            fields.insert(attribute.name.to_string(), value);
        }
        let blocks: Vec<&Block> = content.blocks.iter().collect();
        for (block_type, blocks) in grouped(&blocks, |block| &block.block_type) {
            fields.insert(block_type.to_owned(), value_of_blocks(&blocks, 0, decoder));
        }
        let fields: Option<Vec<(String, Self)>> = fields
            .into_iter()
            .map(|(name, value)| Some((name, value?)))
            .collect();
        fields.filter(|_| !has_errors).map(Self::object)
    }
}

/// Returns the value of blocks that are the same up to the label at `level`. The recursion is as deep as the blocks, which
/// the parser limits.
fn value_of_blocks(blocks: &[&Block], level: usize, decoder: &mut Decoder<'_>) -> Option<Value> {
    if blocks.iter().any(|block| block.labels.len() > level) {
        let labelled = grouped(blocks, |block| {
            block.labels.get(level).map_or("", |label| label.text.as_str())
        });
        let fields: Vec<Option<(&str, Value)>> = labelled
            .into_iter()
            .map(|(label, blocks)| Some((label, value_of_blocks(&blocks, level + 1, decoder)?)))
            .collect();
        return Some(Value::object(fields.into_iter().collect::<Option<Vec<_>>>()?));
    }
    let bodies: Vec<Option<Value>> = blocks
        .iter()
        .map(|block| Value::decode_remain(&block.body, decoder))
        .collect();
    let bodies: Vec<Value> = bodies.into_iter().collect::<Option<_>>()?;
    match <[Value; 1]>::try_from(bodies) {
        Ok([body]) => Some(body),
        Err(bodies) => Some(Value::tuple(bodies)),
    }
}

/// Groups blocks by a name.
fn grouped<'b>(
    blocks: &[&'b Block],
    name: impl Fn(&'b Block) -> &'b str,
) -> BTreeMap<&'b str, Vec<&'b Block>> {
    let mut groups: BTreeMap<&str, Vec<&Block>> = BTreeMap::new();
    for block in blocks {
        groups.entry(name(block)).or_default().push(block);
    }
    groups
}
