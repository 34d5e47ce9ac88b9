//! What a body becomes.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::BuildHasher;

use hcl2_diagnostics::{Diagnostic, Outcome, Span, codes::decode as codes};
use hcl2_model::{Attributes, Block, BodyContent, BodyRef, BodySchema, Label};

use super::{
    Blocks, BodyBuilder, DecodeAttribute, DecodeBlocks, DecodeLabel, DecodeVariants, Decoder, Definitions,
};
use crate::schema::{Rest, Schema};

/// A Rust type that a body becomes: that of a file, or that of a block.
///
/// `#[derive(Decode)]` implements it for structs, and for enums whose variant the first label of a block chooses.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a body",
    label = "not the type of a body or block",
    note = "add `#[derive(hcl2::Decode)]` to it"
)]
pub trait Decode: Sized + 'static {
    /// The type's name, for its definition.
    fn type_name() -> &'static str;

    /// Says what the body may have in it.
    fn describe(body: &mut BodyBuilder<'_>);

    /// Decodes what was found in a body; `None` where it cannot be, which is reported.
    fn decode_content(site: &Site<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;

    /// Decodes a body, which is that of a block with these labels and this header, or of a file.
    fn decode_body(
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        decoder.content(body, labels, header)
    }

    /// What a configuration of this type may have in it.
    #[must_use]
    fn schema() -> Schema {
        let mut definitions = Definitions::new();
        let root = definitions.define::<Self>();
        definitions.into_schema(root)
    }
}

/// A type that is large is decoded as if it were not in a box.
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

/// What was found in a body, and the labels of the block that it belongs to.
#[derive(Debug)]
pub struct Site<'a> {
    content: &'a BodyContent,
    labels: &'a [Label],
    header: Option<Span>,
    remain: Option<BodyRef>,
    /// What is in the body where some of it was left out because of its labels.
    unread: Option<BodySchema>,
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
            unread: None,
            labels_used: Cell::new(0),
        }
    }

    /// The site with what is in its body, where blocks were left out because of their labels.
    pub(super) fn with_unread(mut self, unread: Option<BodySchema>) -> Self {
        self.unread = unread;
        self
    }

    pub(super) fn labels_used(&self) -> usize {
        self.labels_used.get()
    }

    /// Where a missing item would have to be added.
    #[must_use]
    pub fn missing_item_span(&self) -> Span {
        self.content.missing_item_span
    }

    /// The header of the block, or where something would have to be added to the file.
    #[must_use]
    pub fn header_span(&self) -> Span {
        self.header.unwrap_or(self.content.missing_item_span)
    }

    /// Where an attribute's value or the first block of a type stands, or the header where there is none of this name.
    #[must_use]
    pub fn span_of(&self, name: &str) -> Span {
        if let Some(attribute) = self.content.attributes.get(name) {
            return attribute.expression.span();
        }
        let block = self.content.blocks.iter().find(|block| block.block_type == *name);
        block.map_or_else(|| self.header_span(), |block| block.header_span)
    }

    /// Decodes an attribute; `None` where it cannot be or is missing, which is reported.
    pub fn attribute<T: DecodeAttribute>(&self, name: &str, decoder: &mut Decoder<'_>) -> Option<T> {
        match self.content.attributes.get(name) {
            Some(attribute) => T::decode_expression(&attribute.expression, decoder),
            // One that is required and missing has been reported against the schema.
            None => T::absent(),
        }
    }

    /// Decodes an attribute; `default` makes what counts where it is absent or null.
    pub fn attribute_or<T: DecodeAttribute>(
        &self,
        name: &str,
        decoder: &mut Decoder<'_>,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        let Some(attribute) = self.content.attributes.get(name) else {
            return Some(default());
        };
        let given: Option<T> = super::collections::nullable(&attribute.expression, decoder)?;
        Some(given.unwrap_or_else(default))
    }

    /// Decodes an attribute that is a string by a function from strings.
    pub fn attribute_from_str<T, E: fmt::Display>(
        &self,
        name: &str,
        decoder: &mut Decoder<'_>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<Option<T>> {
        let Some(text) = self.attribute::<Option<String>>(name, decoder)? else {
            return Some(None);
        };
        match parse(&text) {
            Ok(parsed) => Some(Some(parsed)),
            Err(error) => {
                decoder.error(
                    codes::INVALID_VALUE,
                    "Invalid value",
                    sentence(&error.to_string()),
                    self.span_of(name),
                );
                None
            }
        }
    }

    /// What an attribute that is not there, or null, leaves to be reported where it must be there.
    pub fn required<T>(&self, name: &str, found: Option<T>, decoder: &mut Decoder<'_>) -> Option<T> {
        if found.is_none() && self.content.attributes.get(name).is_some() {
            decoder.error(
                codes::NULL_VALUE,
                "Null value",
                format!("The attribute `{name}` must not be `null`."),
                self.span_of(name),
            );
        }
        found
    }

    /// Decodes the blocks of a type; `None` where they cannot be, or there are too few or too many, which is reported.
    pub fn blocks<T: DecodeBlocks>(&self, block_type: &str, decoder: &mut Decoder<'_>) -> Option<T> {
        self.blocks_between(block_type, T::BOUNDS, decoder)
    }

    /// Decodes the blocks of a type, of which there must be so many at least and at most.
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
        let has_unread = self
            .unread
            .as_ref()
            .is_some_and(|unread| unread.block_named(block_type).is_some());
        let blocks = Blocks::new(block_type, &found, has_unread, self.content.missing_item_span);
        let fits = bounds == T::BOUNDS || blocks.check_count(bounds, decoder);
        // All are decoded in any case, so that all problems are found.
        T::decode_blocks(&blocks, decoder).filter(|_| fits)
    }

    /// Decodes the blocks of the types of a choice, in the order of the source.
    pub fn variants<T: DecodeVariants>(&self, decoder: &mut Decoder<'_>) -> Option<T> {
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
                    "The label that belongs here is missing. Only blocks have labels.",
                    self.header_span(),
                );
                None
            }
        }
    }

    /// Decodes what the body has in it besides what was named.
    pub fn remain<T: DecodeRemain>(&self, decoder: &mut Decoder<'_>) -> Option<T> {
        T::decode_remain(self.remain.as_ref()?, decoder)
    }

    /// Reports the attribute of this name as one that should not be used any more, where it is there.
    pub fn deprecated_attribute(&self, name: &str, instead: &str, decoder: &mut Decoder<'_>) {
        if let Some(attribute) = self.content.attributes.get(name) {
            decoder.report([deprecated("attribute", name, instead, attribute.name_span)]);
        }
    }

    /// Reports the blocks of this type as ones that should not be used any more.
    pub fn deprecated_blocks(&self, block_type: &str, instead: &str, decoder: &mut Decoder<'_>) {
        let blocks = self.content.blocks.iter();
        decoder.report(
            blocks
                .filter(|block| block.block_type == *block_type)
                .map(|block| deprecated("block", block_type, instead, block.type_span)),
        );
    }

    /// Reports what an application has to say against an attribute or blocks of this name.
    pub fn validated<E: fmt::Display>(&self, name: &str, result: Result<(), E>, decoder: &mut Decoder<'_>) {
        if let Err(error) = result {
            let detail = sentence(&error.to_string());
            decoder.error(codes::INVALID_VALUE, "Invalid value", detail, self.span_of(name));
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

/// An application's words as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => closed(first.to_uppercase().chain(rest).collect()),
        None => String::new(),
    }
}

/// A sentence with its full stop.
fn closed(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// A Rust type for what a body has in it besides what a struct names: a body, or attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the rest of a body",
    note = "use `BodyRef` for everything, or `Attributes` or a map by `String` for attributes"
)]
pub trait DecodeRemain: Sized {
    /// What may be in the body.
    const REST: Rest;

    /// Decodes what is left of a body.
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
        // In the mode that takes attributes only, blocks that other fields took would be errors.
        let mut schema = body.implied_schema();
        schema.blocks.clear();
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&schema);
        decoder.report(problems);
        Some(content.attributes)
    }
}

/// Decodes all attributes that are left, and so finds the problems of all.
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
