//! Body schemas: the attributes and blocks expected in a body.

use std::fmt;

use foldhash::{HashSet, HashSetExt};

use crate::Name;

/// Maximum number of names for a linear search, which is fast: most names differ in length.
const FEW: usize = 16;

/// An attribute expected in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The attribute's name.
    pub name: Name,
    /// Whether a missing attribute is an error.
    pub required: bool,
}

/// A block type expected in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockHeaderSchema {
    /// The block type.
    pub block_type: Name,
    /// A name for each label, in order. A block must have exactly this number of labels.
    pub label_names: Vec<Name>,
}

/// The attributes and block types expected in a body.
///
/// # Examples
///
/// ```
/// use hcl2_model::BodySchema;
///
/// let schema = BodySchema::new().required("port").optional("host").block("check", ["name"]);
/// assert!(schema.check().is_ok());
/// assert_eq!(schema.optional("check").check().unwrap_err().to_string(), "the schema has \"check\" more than once; the names of attributes and block types must be unique");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// The attributes.
    pub attributes: Vec<AttributeSchema>,
    /// The block types.
    pub blocks: Vec<BlockHeaderSchema>,
}

impl BodySchema {
    /// Creates an empty schema.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            attributes: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Adds a required attribute.
    #[must_use]
    pub fn required(mut self, name: impl Into<Name>) -> Self {
        self.attributes.push(AttributeSchema {
            name: name.into(),
            required: true,
        });
        self
    }

    /// Adds an optional attribute.
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
        self.blocks.push(BlockHeaderSchema {
            block_type: block_type.into(),
            label_names,
        });
        self
    }

    /// Returns the attribute with this name.
    #[must_use]
    pub fn attribute_named(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// Returns the block type with this name.
    #[must_use]
    pub fn block_named(&self, block_type: &str) -> Option<&BlockHeaderSchema> {
        self.blocks.iter().find(|block| block.block_type == *block_type)
    }

    /// Checks that the names of attributes and block types are unique. Every body reports a schema that fails this check.
    ///
    /// # Errors
    ///
    /// [`SchemaError`] with the first duplicate name.
    pub fn check(&self) -> Result<(), SchemaError> {
        match self.duplicate() {
            Some(name) => Err(SchemaError { name: name.clone() }),
            None => Ok(()),
        }
    }

    /// Removes attributes and block types whose names are in the schema before them.
    pub(crate) fn keep_first(&mut self) {
        let mut seen = HashSet::new();
        self.attributes
            .retain(|attribute| seen.insert(attribute.name.clone()));
        self.blocks.retain(|block| seen.insert(block.block_type.clone()));
    }

    /// Returns the first name that is in the schema more than once.
    fn duplicate(&self) -> Option<&Name> {
        let attributes = self.attributes.iter().map(|attribute| &attribute.name);
        let names = attributes.chain(self.blocks.iter().map(|block| &block.block_type));
        if self.attributes.len() + self.blocks.len() <= FEW {
            // Equal names have equal bits here.
            let mut bits_seen = 0_u64;
            return names.clone().enumerate().find_map(|(index, name)| {
                let first = name.as_bytes().first().copied().map_or(0, usize::from);
                let bit = 1 << ((name.len() * 7 + first) % 64);
                let may_repeat = bits_seen & bit != 0;
                bits_seen |= bit;
                (may_repeat && names.clone().take(index).any(|earlier| earlier == name)).then_some(name)
            });
        }
        let mut seen = HashSet::new();
        names.into_iter().find(|name| !seen.insert(name.as_str()))
    }
}

/// The error of a schema with a duplicate name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The name.
    pub name: Name,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the schema has {:?} more than once; the names of attributes and block types must be unique",
            self.name
        )
    }
}

impl std::error::Error for SchemaError {}
