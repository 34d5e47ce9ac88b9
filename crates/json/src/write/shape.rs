//! The shape of a body with its nested blocks.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_model::{BodySchema, Name};

/// The shape of a body: its schema, and the shapes of the bodies of its blocks.
///
/// # Examples
///
/// ```
/// use hcl2_json::BodyShape;
/// use hcl2_model::BodySchema;
///
/// let check = BodyShape::new(BodySchema::new().required("interval"));
/// let schema = BodySchema::new().optional("port").block("check", ["name"]);
/// let shape = BodyShape::new(schema).nested("check", check);
/// assert!(shape.of_block("check").is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct BodyShape {
    schema: Option<BodySchema>,
    blocks: BTreeMap<Name, BodyShape>,
    analysed: BTreeSet<Name>,
}

impl BodyShape {
    /// Creates the shape of a body with this content.
    #[must_use]
    pub fn new(schema: BodySchema) -> Self {
        Self {
            schema: Some(schema),
            ..Self::default()
        }
    }

    /// Creates the shape of a body with attributes of any name.
    #[must_use]
    pub fn any_attributes() -> Self {
        Self::default()
    }

    /// Sets the shape of the bodies of blocks of a type; by default they have attributes of any name.
    #[must_use]
    pub fn nested(mut self, block_type: impl Into<Name>, shape: Self) -> Self {
        self.blocks.insert(block_type.into(), shape);
        self
    }

    /// Marks an attribute as analysed rather than evaluated, such as a type expression or a list of references: its
    /// calls and traversals are written as bare strings, for *Static Call* and *Static Traversal*.
    #[must_use]
    pub fn analysed(mut self, attribute: impl Into<Name>) -> Self {
        self.analysed.insert(attribute.into());
        self
    }

    /// Returns the schema; `None` for attributes of any name.
    #[must_use]
    pub fn schema(&self) -> Option<&BodySchema> {
        self.schema.as_ref()
    }

    /// Returns the shape of the bodies of blocks of a type, if it was set.
    #[must_use]
    pub fn of_block(&self, block_type: &str) -> Option<&Self> {
        self.blocks.get(block_type)
    }

    /// Returns whether an attribute is analysed.
    #[must_use]
    pub fn is_analysed(&self, attribute: &str) -> bool {
        self.analysed.contains(attribute)
    }
}
