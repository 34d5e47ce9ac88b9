//! What bodies look like all the way down.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_model::{BodySchema, Name};

/// What a body holds, and what the bodies of its blocks do.
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
    /// A body with this content.
    #[must_use]
    pub fn new(schema: BodySchema) -> Self {
        Self {
            schema: Some(schema),
            ..Self::default()
        }
    }

    /// A body of attributes with any names.
    #[must_use]
    pub fn any_attributes() -> Self {
        Self::default()
    }

    /// Says what the bodies of blocks of one type are like; where nothing is said, they have attributes of any name.
    #[must_use]
    pub fn nested(mut self, block_type: impl Into<Name>, shape: Self) -> Self {
        self.blocks.insert(block_type.into(), shape);
        self
    }

    /// Says that an attribute is not evaluated but analysed, as a type expression or a list of references is: its calls
    /// and traversals are written as bare strings, as *Static Call* and *Static Traversal* have them.
    #[must_use]
    pub fn analysed(mut self, attribute: impl Into<Name>) -> Self {
        self.analysed.insert(attribute.into());
        self
    }

    /// The content; `None` where it is attributes of any name.
    #[must_use]
    pub fn schema(&self) -> Option<&BodySchema> {
        self.schema.as_ref()
    }

    /// What the bodies of blocks of one type are like, where that was said.
    #[must_use]
    pub fn of_block(&self, block_type: &str) -> Option<&Self> {
        self.blocks.get(block_type)
    }

    /// Whether an attribute is analysed.
    #[must_use]
    pub fn is_analysed(&self, attribute: &str) -> bool {
        self.analysed.contains(attribute)
    }
}
