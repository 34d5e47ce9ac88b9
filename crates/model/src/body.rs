//! Bodies and their contents.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Outcome, Span};
use hcl2_value::Marks;

use crate::{BodySchema, ExpressionRef, FunctionReference, Name, Traversal};

/// A shared handle to a body.
pub type BodyRef = Arc<dyn Body>;

/// A container of attributes and blocks, which are read with a schema.
///
/// The content is usable even if there are errors.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Diagnostics;
/// use hcl2_model::{Body, BodySchema};
///
/// /// Returns the names of the blocks `service "name" { ... }` in a body, and ignores everything else in it.
/// fn services(body: &dyn Body) -> Result<Vec<String>, Diagnostics> {
///     let schema = BodySchema::new().block("service", ["name"]);
///     let found = body.partial_content(&schema).into_result()?;
///     let blocks = found.content.blocks.iter();
///     Ok(blocks.map(|block| block.labels[0].text.to_string()).collect())
/// }
/// ```
pub trait Body: Debug + Send + Sync {
    /// Returns the content that `schema` describes. Anything else in the body is an error.
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent>;

    /// Returns the content that `schema` describes, and a body of everything that the schema does not name.
    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent>;

    /// Returns all attributes. A block is an error. This is the *dynamic attributes* mode of the specification.
    fn attributes(&self) -> Outcome<Attributes>;

    /// Returns a schema for everything in the body. Without a schema, JSON cannot distinguish attributes from blocks, so
    /// there everything is an attribute. Blocks of a type have as many labels as the first one.
    fn implied_schema(&self) -> BodySchema {
        let attributes = self.attributes().value;
        attributes.iter().fold(BodySchema::new(), |schema, attribute| {
            schema.optional(&attribute.name)
        })
    }

    /// Returns everything in the body that [`Body::implied_schema`] describes.
    fn implied_content(&self) -> BodyContent {
        self.content(&self.implied_schema()).value
    }

    /// Returns all blocks that are written in the body, in source order, even if blocks of one type have different
    /// numbers of labels. Without a schema, JSON cannot distinguish blocks from attributes, so there are none in a JSON
    /// body.
    fn written_blocks(&self) -> Vec<Block> {
        self.implied_content().blocks
    }

    /// Returns the place for a missing attribute or block.
    fn missing_item_span(&self) -> Span;

    /// Calls `visit` with every expression of the body and of its blocks, in source order. Without a schema, JSON cannot
    /// distinguish attributes from blocks, so there everything is an attribute. Dynamic blocks are not expanded.
    ///
    /// The provided method visits the attributes only.
    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for attribute in self.attributes().value {
            visit(attribute.expression);
        }
    }

    /// Returns the variables that the expressions of the body refer to, as [`Body::visit_expressions`] visits them.
    fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.visit_expressions(&mut |expression| found.extend(expression.variables()));
        found
    }

    /// Returns the functions that the expressions of the body call, as [`Body::visit_expressions`] visits them.
    fn functions(&self) -> Vec<FunctionReference> {
        let mut found = Vec::new();
        self.visit_expressions(&mut |expression| found.extend(expression.functions()));
        found
    }

    /// Returns whether the body represents an unknown number of bodies with unknown content, such as the body of a
    /// dynamic block with an unknown `for_each`.
    fn is_unknown(&self) -> bool {
        false
    }

    /// Returns the marks of the value from which the body was expanded. The decoded value of the whole body has them
    /// too.
    fn marks(&self) -> Marks {
        Marks::NONE
    }
}

/// A shared body is a body, so that `&body` is a `&dyn Body`.
impl<B: Body + ?Sized> Body for Arc<B> {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        (**self).content(schema)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        (**self).partial_content(schema)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        (**self).attributes()
    }

    fn implied_schema(&self) -> BodySchema {
        (**self).implied_schema()
    }

    fn implied_content(&self) -> BodyContent {
        (**self).implied_content()
    }

    fn written_blocks(&self) -> Vec<Block> {
        (**self).written_blocks()
    }

    fn missing_item_span(&self) -> Span {
        (**self).missing_item_span()
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        (**self).visit_expressions(visit);
    }

    fn variables(&self) -> Vec<Traversal> {
        (**self).variables()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        (**self).functions()
    }

    fn is_unknown(&self) -> bool {
        (**self).is_unknown()
    }

    fn marks(&self) -> Marks {
        (**self).marks()
    }
}

impl<'b> dyn Body + 'b {
    /// Returns the blocks of a type that are written in the body, in source order, with all their labels. Without a schema,
    /// JSON cannot distinguish blocks from attributes, so there are none in a JSON body.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::BodyRef;
    ///
    /// /// Returns the types of the resources in a module, and the expressions of their regions.
    /// fn regions(body: &BodyRef) -> Vec<(String, Option<String>)> {
    ///     let resources = body.blocks("resource").into_iter();
    ///     resources
    ///         .map(|block| {
    ///             let region = block.attribute("region").and_then(|region| region.expression.native_text());
    ///             (block.labels[0].text.to_string(), region)
    ///         })
    ///         .collect()
    /// }
    /// ```
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Block> {
        let blocks = self.written_blocks().into_iter();
        blocks.filter(|block| block.block_type == *block_type).collect()
    }

    /// Returns the attribute with a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let found = self.partial_content(&BodySchema::new().optional(name)).value;
        let mut attributes = found.content.attributes.into_iter();
        attributes.next()
    }

    /// Returns the source text of the attribute with a name, if it is written in native syntax.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::BodyRef;
    ///
    /// /// Returns the sources of the modules that a body calls, as they are written.
    /// fn sources(body: &BodyRef) -> Vec<String> {
    ///     body.blocks("module").iter().filter_map(|module| module.text("source")).collect()
    /// }
    /// ```
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.attribute(name)?.expression.native_text()
    }

    /// Writes the body as [`Debug`] output: a map with the expression of each attribute and the body of each block.
    ///
    /// Implementations of [`Body`] use it for their own [`Debug`].
    ///
    /// # Errors
    ///
    /// The errors of the formatter.
    pub fn write_debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Header<'b>(&'b Block);

        impl Debug for Header<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0.block_type)?;
                self.0
                    .labels
                    .iter()
                    .try_for_each(|label| write!(f, " {:?}", label.text))
            }
        }

        let content = self.implied_content();
        let mut map = f.debug_map();
        for attribute in &content.attributes {
            map.entry(&format_args!("{}", attribute.name), &attribute.expression);
        }
        for block in &self.written_blocks() {
            map.entry(&Header(block), &block.body);
        }
        map.finish()
    }
}

/// An attribute of a body.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The attribute's name.
    pub name: Name,
    /// The expression for its value.
    pub expression: ExpressionRef,
    /// The span of the whole definition.
    pub span: Span,
    /// The span of the name.
    pub name_span: Span,
}

/// Attributes by name, in source order.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    all: Vec<Attribute>,
    /// The positions by name, once there are many.
    positions: Option<HashMap<Name, usize, RandomState>>,
}

/// Maximum number of attributes that are compared one by one.
const FEW: usize = 12;

impl Attributes {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty collection with a capacity.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            all: Vec::with_capacity(capacity),
            positions: None,
        }
    }

    /// Adds an attribute with a new name.
    ///
    /// # Errors
    ///
    /// The existing attribute with the same name; the new one is dropped.
    pub fn insert(&mut self, attribute: Attribute) -> Result<(), &Attribute> {
        if let Some(existing) = self.position(&attribute.name) {
            return Err(&self.all[existing]);
        }
        if let Some(positions) = &mut self.positions {
            positions.insert(attribute.name.clone(), self.all.len());
        }
        self.all.push(attribute);
        if self.positions.is_none() && self.all.len() > FEW {
            let names = self.all.iter().map(|own| own.name.clone());
            self.positions = Some(names.zip(0..).collect());
        }
        Ok(())
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.positions {
            Some(positions) => positions.get(name).copied(),
            None => self.all.iter().position(|own| own.name == *name),
        }
    }

    /// Returns the attribute with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.position(name).map(|position| &self.all[position])
    }

    /// Returns the number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are no attributes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the attributes in source order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.all.iter())
    }

    /// Returns the attributes in source order, without copying them.
    #[must_use]
    pub fn into_vec(self) -> Vec<Attribute> {
        self.all
    }
}

impl<'a> IntoIterator for &'a Attributes {
    type Item = &'a Attribute;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Attribute> for Attributes {
    /// Adds attributes; of those with the same name, the first is kept.
    fn extend<I: IntoIterator<Item = Attribute>>(&mut self, attributes: I) {
        for attribute in attributes {
            let _ = self.insert(attribute);
        }
    }
}

impl FromIterator<Attribute> for Attributes {
    /// Collects attributes; of those with the same name, the first is kept.
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Self {
        let mut collected = Self::new();
        collected.extend(attributes);
        collected
    }
}

impl IntoIterator for Attributes {
    type Item = Attribute;
    type IntoIter = IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        IntoIter(self.all.into_iter())
    }
}

/// An iterator over attributes in source order.
#[derive(Debug)]
pub struct Iter<'a>(std::slice::Iter<'a, Attribute>);

impl<'a> Iterator for Iter<'a> {
    type Item = &'a Attribute;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// An iterator over attributes in source order that owns them.
#[derive(Debug)]
pub struct IntoIter(std::vec::IntoIter<Attribute>);

impl Iterator for IntoIter {
    type Item = Attribute;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for IntoIter {}

/// A label of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label's text.
    pub text: Name,
    /// The span of the label, including quotes.
    pub span: Span,
}

impl fmt::Display for Label {
    /// Writes the text, without quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text, f)
    }
}

/// A block of a body.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block type.
    pub block_type: Name,
    /// The labels in order.
    pub labels: Vec<Label>,
    /// The block's own body.
    pub body: BodyRef,
    /// The span of the block's header: its type and labels.
    pub header_span: Span,
    /// The span of the block type.
    pub type_span: Span,
}

impl Block {
    /// Returns the attributes of the block's body, in source order; in JSON, these include properties that may be
    /// blocks.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_model::Block;
    ///
    /// /// Returns the names of the tags in a block, each of which is an attribute.
    /// fn tags(block: &Block) -> Vec<String> {
    ///     block.attributes().iter().map(|tag| tag.name.to_string()).collect()
    /// }
    /// ```
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        self.body.implied_content().attributes
    }

    /// Returns the attribute of the block's body with a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.body.attribute(name)
    }

    /// Returns the source text of the attribute of the block's body with a name, as `text` of its body does.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.body.text(name)
    }

    /// Returns the blocks of a type in the block's body, as `blocks` of its body does.
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Self> {
        self.body.blocks(block_type)
    }
}

/// The part of a body that a schema names, and the rest.
#[derive(Clone, Debug)]
pub struct PartialContent {
    /// The content that the schema describes.
    pub content: BodyContent,
    /// A body of everything that the schema does not name.
    pub remain: BodyRef,
}

/// The attributes and blocks of a body that a schema names.
#[derive(Clone, Debug)]
pub struct BodyContent {
    /// The attributes that the schema names, in source order.
    pub attributes: Attributes,
    /// The blocks of the types that the schema names, in source order.
    pub blocks: Vec<Block>,
    /// The place for a missing attribute or block.
    pub missing_item_span: Span,
}

impl BodyContent {
    /// Returns the blocks of one type, in order.
    pub fn blocks_of<'a>(&'a self, block_type: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks
            .iter()
            .filter(move |block| block.block_type == *block_type)
    }
}
