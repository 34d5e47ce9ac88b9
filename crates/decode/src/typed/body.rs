//! Types that bodies are decoded to.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::BuildHasher;

use hcl2_diagnostics::codes::body::MISSING_ATTRIBUTE;
use hcl2_diagnostics::{Diagnostic, Outcome, Span, codes::decode as codes};
use hcl2_model::{Attribute, Attributes, Block, BodyContent, BodyRef, ConstantExpression, Label, Name};
use hcl2_value::Value;

use super::misspelled::explains;
use super::{
    Blocks, BodyBuilder, DecodeAttribute, DecodeBlocks, DecodeLabel, DecodeVariant, DecodeVariants, Decoder,
    Definitions, Place,
};
use crate::schema::{Rest, Schema};

/// A Rust type that the body of a file or a block can be decoded to.
///
/// `#[derive(Decode)]` implements it for structs, and for enums with `#[hcl(label)]`, where the first label of a block
/// selects the variant.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Decode;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Config {
///     name: String,
///     port: Option<u16>,
/// }
///
/// let schema = Config::schema();
/// let required: Vec<bool> = schema.root().unwrap().attributes.iter().map(|attribute| attribute.required).collect();
/// assert_eq!(required, [true, false]);
/// ```
///
/// [`decode_into`](super::decode_into) decodes a body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a body",
    label = "not the type of a body or block",
    note = "add `#[derive(hcl2::Decode)]` to it; for a map or value of any attributes, add `#[hcl(remain)]` to a field of a struct, or read a `hcl2::Document`"
)]
pub trait Decode: Sized + 'static {
    /// Returns the name of the type, for its definition.
    fn type_name() -> &'static str;

    /// Describes what the body can contain.
    fn describe(body: &mut BodyBuilder<'_>);

    /// Decodes the content of a body; `None` after reporting why it cannot be decoded.
    fn decode_content(site: &Site<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;

    /// Decodes the body of a block with these labels and this header, or of a file.
    fn decode_body(
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        decoder.content(body, labels, header)
    }

    /// Returns the schema of configurations of this type.
    #[must_use]
    fn schema() -> Schema {
        let mut definitions = Definitions::new();
        let root = definitions.define::<Self>();
        definitions.into_schema(root)
    }
}

/// A boxed type is decoded like the type itself.
impl<T: Decode> Decode for Box<T> {
    fn type_name() -> &'static str {
        T::type_name()
    }

    fn describe(body: &mut BodyBuilder<'_>) {
        T::describe(body);
    }

    fn decode_content(site: &Site<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode_content(site, decoder).map(Self::new)
    }

    fn decode_body(
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        T::decode_body(body, labels, header, decoder).map(Self::new)
    }
}

/// The content of a body, and the labels of its block.
#[derive(Debug)]
pub struct Site<'a> {
    content: &'a BodyContent,
    labels: &'a [Label],
    header: Option<Span>,
    remain: Option<BodyRef>,
    /// The names of items that another problem explains, so that they do not count as missing.
    explained: Vec<Name>,
    labels_used: Cell<usize>,
}

impl<'a> Site<'a> {
    pub(super) fn new(
        content: &'a BodyContent,
        labels: &'a [Label],
        header: Option<Span>,
        remain: Option<BodyRef>,
    ) -> Self {
        Self {
            content,
            labels,
            header,
            remain,
            explained: Vec::new(),
            labels_used: Cell::new(0),
        }
    }

    /// Sets the names of items that another problem explains.
    pub(super) fn with_explained(mut self, names: Vec<Name>) -> Self {
        self.explained = names;
        self
    }

    fn is_explained(&self, name: &str) -> bool {
        explains(&self.explained, name)
    }

    pub(super) fn labels_used(&self) -> usize {
        self.labels_used.get()
    }

    /// Returns where a missing item would have to be added.
    #[must_use]
    pub fn missing_item_span(&self) -> Span {
        self.content.missing_item_span
    }

    /// Returns the header of the block; for a file, where a missing item would have to be added.
    #[must_use]
    pub fn header_span(&self) -> Span {
        self.header.unwrap_or(self.content.missing_item_span)
    }

    /// Returns the range of an attribute's value, or of the header of the first block of a type; the header of this block
    /// if neither exists.
    #[must_use]
    pub fn span_of(&self, name: &str) -> Span {
        if let Some(attribute) = self.content.attributes.get(name) {
            return attribute.expression.span();
        }
        let block = self.content.blocks.iter().find(|block| block.block_type == *name);
        block.map_or_else(|| self.header_span(), |block| block.header_span)
    }

    pub(super) fn attribute_named(&self, name: &str) -> Option<&Attribute> {
        self.content.attributes.get(name)
    }

    pub(super) fn blocks_named(&self, name: &str) -> impl Iterator<Item = &Block> {
        self.content
            .blocks
            .iter()
            .filter(move |block| block.block_type == *name)
    }

    /// Decodes an attribute; `None` after reporting why it cannot be decoded, or that it is missing.
    pub fn attribute<T: DecodeAttribute>(&self, name: &str, decoder: &mut Decoder<'_>) -> Option<T> {
        match self.content.attributes.get(name) {
            Some(attribute) => T::decode_expression(&attribute.expression, decoder),
            // A missing required attribute was reported against the schema.
            None => T::absent(),
        }
    }

    /// Decodes an attribute; `default` makes the value if it is absent or null.
    pub fn attribute_or<T: DecodeAttribute>(
        &self,
        name: &str,
        decoder: &mut Decoder<'_>,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        let given = self.given(name, decoder)?;
        Some(given.unwrap_or_else(default))
    }

    /// Decodes an attribute that may be absent or null.
    fn given<T: DecodeAttribute>(&self, name: &str, decoder: &mut Decoder<'_>) -> Option<Option<T>> {
        match self.content.attributes.get(name) {
            Some(attribute) => super::collections::nullable(&attribute.expression, decoder),
            None => Some(None),
        }
    }

    /// Decodes an attribute. If it is absent or null, it is what an empty object is decoded to, or else the default of the
    /// type.
    pub fn attribute_or_default<T: DecodeAttribute + Default>(
        &self,
        name: &str,
        decoder: &mut Decoder<'_>,
    ) -> Option<T> {
        let given = self.given(name, decoder)?;
        Some(given.unwrap_or_else(|| T::empty(decoder).unwrap_or_default()))
    }

    /// Returns the name by which an item is present, of its names; the first of them if none is.
    ///
    /// More than one is reported, and none if it is an attribute that is required.
    pub fn chosen<'n>(
        &self,
        names: [&'n str; 2],
        is_required: bool,
        decoder: &mut Decoder<'_>,
    ) -> Option<&'n str> {
        let [name, other] = names;
        match (self.name_span(name), self.name_span(other)) {
            (Some(_), Some(span)) => {
                decoder.error(
                    codes::CONFLICTING_ITEMS,
                    "Conflicting items",
                    format!(
                        "`{other}` is another name of `{name}`, which is set too. Remove one of the two."
                    ),
                    span,
                );
                None
            }
            (None, Some(_)) => Some(other),
            (None, None) if is_required && (self.is_explained(name) || self.is_explained(other)) => None,
            (None, None) if is_required => {
                decoder.error(
                    MISSING_ATTRIBUTE,
                    "Missing required attribute",
                    format!(
                        "The attribute `{name}` is required, but not set in this body. Add `{name} = …`."
                    ),
                    self.content.missing_item_span,
                );
                None
            }
            _ => Some(name),
        }
    }

    /// Decodes an attribute; it has the value of a string if it is absent or null.
    pub fn attribute_or_text<T: DecodeAttribute>(
        &self,
        name: &str,
        decoder: &mut Decoder<'_>,
        default: &str,
    ) -> Option<T> {
        let given = self.given(name, decoder)?;
        if given.is_some() {
            return given;
        }
        let default = ConstantExpression {
            value: Value::from(default),
            span: self.header_span(),
        };
        T::decode_value(&default.value, &Place::whole(&default), decoder)
    }

    /// Reports an item that is present together with one that excludes it.
    pub fn conflicts(&self, name: &str, other: &str, decoder: &mut Decoder<'_>) {
        if let (Some(span), Some(_)) = (self.name_span(name), self.name_span(other)) {
            decoder.error(
                codes::CONFLICTING_ITEMS,
                "Conflicting items",
                format!("`{name}` and `{other}` exclude each other. Remove one of the two."),
                span,
            );
        }
    }

    /// Reports an item that is present without one that it requires.
    pub fn requires(&self, name: &str, other: &str, decoder: &mut Decoder<'_>) {
        if let (Some(span), None) = (self.name_span(name), self.name_span(other)) {
            decoder.error(
                codes::MISSING_COMPANION,
                "Missing item",
                format!(
                    "`{name}` requires `{other}`, which is not set in this body. Add it, or remove `{name}`."
                ),
                span,
            );
        }
    }

    /// Returns the range of the name of an attribute that is not null, or of the first block of a type.
    fn name_span(&self, name: &str) -> Option<Span> {
        if let Some(attribute) = self.content.attributes.get(name) {
            let is_null = attribute
                .expression
                .keyword()
                .is_some_and(|keyword| keyword == "null");
            return (!is_null).then_some(attribute.name_span);
        }
        let block = self.content.blocks.iter().find(|block| block.block_type == *name);
        block.map(|block| block.type_span)
    }

    /// Decodes the blocks of a type; `None` after reporting why they cannot be decoded, or that their number is wrong.
    pub fn blocks<T: DecodeBlocks>(&self, block_type: &str, decoder: &mut Decoder<'_>) -> Option<T> {
        self.blocks_between(block_type, T::BOUNDS, decoder)
    }

    /// Decodes the blocks of a type, with a minimum and a maximum number of blocks.
    pub fn blocks_between<T: DecodeBlocks>(
        &self,
        block_type: &str,
        bounds: (usize, Option<usize>),
        decoder: &mut Decoder<'_>,
    ) -> Option<T> {
        let found: Vec<&Block> = self
            .content
            .blocks
            .iter()
            .filter(|block| block.block_type == *block_type)
            .collect();
        let is_explained = self.is_explained(block_type);
        let blocks = Blocks::new(block_type, &found, is_explained, self.content.missing_item_span);
        let fits = bounds == T::BOUNDS || blocks.check_count(bounds, decoder);
        // All are decoded even if there are too many, so that all problems are found.
        T::decode_blocks(&blocks, decoder).filter(|_| fits)
    }

    /// Decodes the blocks of a choice of types, in source order.
    pub fn variants<T: DecodeVariants>(&self, decoder: &mut Decoder<'_>) -> Option<T> {
        let types = <T::Item as DecodeVariant>::BLOCK_TYPES;
        let is_found = |name: &&str| self.blocks_named(name).next().is_some();
        if types.iter().any(|name| self.is_explained(name)) && !types.iter().any(is_found) {
            return None;
        }
        T::decode_variants(self.content, decoder)
    }

    /// Decodes the label at a position from 0.
    pub fn label<T: DecodeLabel>(&self, index: usize, decoder: &mut Decoder<'_>) -> Option<T> {
        self.labels_used.set(self.labels_used.get().max(index + 1));
        match self.labels.get(index) {
            Some(label) => T::decode_label(label, decoder),
            None => {
                decoder.error(
                    codes::NO_SUCH_LABEL,
                    "No such label",
                    "Missing label. Only blocks have labels.",
                    self.header_span(),
                );
                None
            }
        }
    }

    /// Decodes the rest of the body: everything that the schema does not name.
    pub fn remain<T: DecodeRemain>(&self, decoder: &mut Decoder<'_>) -> Option<T> {
        T::decode_remain(self.remain.as_ref()?, decoder)
    }

    /// Reports the attribute of this name as deprecated, if it is present.
    pub fn deprecated_attribute(&self, name: &str, instead: &str, decoder: &mut Decoder<'_>) {
        if let Some(attribute) = self.content.attributes.get(name) {
            decoder.report([deprecated("attribute", name, instead, attribute.name_span)]);
        }
    }

    /// Reports the blocks of this type as deprecated.
    pub fn deprecated_blocks(&self, block_type: &str, instead: &str, decoder: &mut Decoder<'_>) {
        let blocks = self.content.blocks.iter();
        decoder.report(
            blocks
                .filter(|block| block.block_type == *block_type)
                .map(|block| deprecated("block", block_type, instead, block.type_span)),
        );
    }

    /// Reports the error that an application found in an attribute or in blocks of this name.
    pub fn validated<E: fmt::Display>(&self, name: &str, result: Result<(), E>, decoder: &mut Decoder<'_>) {
        if let Err(error) = result {
            decoder.report([Diagnostic::invalid_value(self.span_of(name), error)]);
        }
    }
}

fn deprecated(what: &str, name: &str, instead: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::DEPRECATED, "Deprecated")
        .with_detail(format!(
            "The {what} `{name}` is deprecated: {}",
            closed(instead.to_owned())
        ))
        .with_subject(span)
}

/// Adds the full stop of a sentence.
fn closed(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// A Rust type that the rest of a body can be decoded to: everything that a struct does not name.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use hcl2_decode::Decode;
/// use hcl2_decode::schema::Rest;
///
/// #[derive(hcl2_derive::Decode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Labels {
///     owner: String,
///     #[hcl(remain)]
///     others: BTreeMap<String, String>,
/// }
///
/// assert_eq!(Labels::schema().root().unwrap().rest, Rest::Attributes);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the rest of a body",
    note = "use `BodyRef` or `Value` for everything, or `Attributes` or a map by `String` for attributes"
)]
pub trait DecodeRemain: Sized {
    /// The kinds of items that the rest can contain.
    const REST: Rest;

    /// Decodes the rest of a body.
    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self>;
}

impl DecodeRemain for BodyRef {
    const REST: Rest = Rest::Anything;

    fn decode_remain(body: &BodyRef, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(body.clone())
    }
}

impl DecodeRemain for Attributes {
    const REST: Rest = Rest::Attributes;

    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        // `Body::attributes` would report the blocks that other fields decode.
        let mut schema = body.implied_schema();
        schema.blocks.clear();
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&schema);
        decoder.append(problems);
        Some(content.attributes)
    }
}

/// Decodes all remaining attributes, so that the problems of all are found.
fn remaining<T: DecodeAttribute, C: FromIterator<(String, T)>>(
    body: &BodyRef,
    decoder: &mut Decoder<'_>,
) -> Option<C> {
    let attributes = Attributes::decode_remain(body, decoder)?;
    let decoded: Vec<Option<(String, T)>> = attributes
        .into_iter()
        .map(|attribute| {
            let value = T::decode_expression(&attribute.expression, decoder)?;
            Some((attribute.name.to_string(), value))
        })
        .collect();
    decoded.into_iter().collect()
}

impl<T: DecodeAttribute> DecodeRemain for BTreeMap<String, T> {
    const REST: Rest = Rest::Attributes;

    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        remaining(body, decoder)
    }
}

impl<T: DecodeAttribute, S: BuildHasher + Default> DecodeRemain for HashMap<String, T, S> {
    const REST: Rest = Rest::Attributes;

    fn decode_remain(body: &BodyRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        remaining(body, decoder)
    }
}
