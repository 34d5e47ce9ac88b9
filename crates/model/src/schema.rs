//! Body schemas: what is expected in a body.

use std::fmt;

use crate::Name;

/// An attribute that a body may or must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The attribute's name.
    pub name: Name,
    /// Whether its absence is an error.
    pub required: bool,
}

/// A type of blocks that a body may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The block type.
    pub block_type: Name,
    /// What each label stands for, in order; a block has exactly as many labels.
    pub label_names: Vec<Name>,
}

/// What is expected in a body: attributes and blocks by type.
///
/// # Examples
///
/// ```
/// use hcl2_model::BodySchema;
///
/// let schema = BodySchema::new().required("port").optional("host").block("check", ["name"]);
/// assert!(schema.check().is_ok());
/// assert!(schema.optional("check").check().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// The attributes, in the order in which missing ones are reported.
    pub attributes: Vec<AttributeSchema>,
    /// The block types.
    pub blocks: Vec<BlockSchema>,
}

impl BodySchema {
    /// Makes a schema that expects nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            attributes: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Adds an attribute that must be there.
    #[must_use]
    pub fn required(mut self, name: impl Into<Name>) -> Self {
        self.attributes.push(AttributeSchema {
            name: name.into(),
            required: true,
        });
        self
    }

    /// Adds an attribute that may be there.
    #[must_use]
    pub fn optional(mut self, name: impl Into<Name>) -> Self {
        self.attributes.push(AttributeSchema {
            name: name.into(),
            required: false,
        });
        self
    }

    /// Adds a block type with a label for each of `label_names`.
    #[must_use]
    pub fn block<L: Into<Name>>(
        mut self,
        block_type: impl Into<Name>,
        label_names: impl IntoIterator<Item = L>,
    ) -> Self {
        let label_names = label_names.into_iter().map(Into::into).collect();
        self.blocks.push(BlockSchema {
            block_type: block_type.into(),
            label_names,
        });
        self
    }

    /// The attribute named so, if the schema has it.
    #[must_use]
    pub fn attribute_named(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// The block type named so, if the schema has it.
    #[must_use]
    pub fn block_named(&self, block_type: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.block_type == *block_type)
    }

    /// Checks that no name is asked for twice.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] with the first name that is.
    pub fn check(&self) -> Result<(), SchemaError> {
        let mut seen = std::collections::HashSet::new();
        let attributes = self.attributes.iter().map(|attribute| &attribute.name);
        let blocks = self.blocks.iter().map(|block| &block.block_type);
        match attributes.chain(blocks).find(|name| !seen.insert(name.as_str())) {
            Some(name) => Err(SchemaError { name: name.clone() }),
            None => Ok(()),
        }
    }
}

/// A schema asks for the same name twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The name.
    pub name: Name,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the schema has {:?} more than once; attributes and block types share one namespace",
            self.name
        )
    }
}

impl std::error::Error for SchemaError {}
