//! Shapes of bodies, by the table and the schemas of providers.

use crate::schema::{BlockSchema, Nesting, ProviderSchemas};
use crate::table::{BodyType, Describes, Language, Mode, PROVIDER_BLOCK, Repeats, Rest};

/// The shape of a body.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'s> {
    pub(crate) body: &'static BodyType,
    pub(crate) language: Language,
    schemas: Option<&'s ProviderSchemas>,
    /// The schema of the provider's part of the body.
    schema: Option<&'s BlockSchema>,
}

/// The meaning of a name in a body.
pub(crate) enum Member<'s> {
    /// An argument.
    Argument(Mode),
    /// Blocks of a type.
    Blocks(Blocks<'s>),
    /// An argument in this mode or blocks of a provider, depending on the source.
    Either(Mode),
    /// An unknown name.
    Unknown,
}

/// Blocks of one type.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'s> {
    /// The number of labels; `None` for any number.
    pub(crate) labels: Option<usize>,
    pub(crate) written: Written,
    around: Shape<'s>,
    body: &'static BodyType,
    describes: Describes,
    /// The schema of the content if it does not depend on labels.
    schema: Option<&'s BlockSchema>,
}

/// How the blocks of a type are written in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// An object for one block, an array for several with the same labels.
    Compact,
    /// Always an array, so that it cannot be mistaken for an argument.
    Array,
    /// An array of objects with one label each.
    Ordered,
}

impl<'s> Shape<'s> {
    pub(crate) fn new(
        body: &'static BodyType,
        language: Language,
        schemas: Option<&'s ProviderSchemas>,
    ) -> Self {
        Self {
            body,
            language,
            schemas,
            schema: None,
        }
    }

    /// Returns the meaning of `name`.
    pub(crate) fn member(&self, name: &str) -> Member<'s> {
        if let Some(argument) = self.body.argument(name, self.language) {
            return Member::Argument(argument.mode);
        }
        if let Some(block) = self.body.block(name, self.language) {
            return Member::Blocks(Blocks {
                labels: Some(block.labels.len()),
                written: match block.repeats {
                    Repeats::Once | Repeats::Many => Written::Compact,
                    Repeats::Ordered => Written::Ordered,
                },
                around: *self,
                body: block.body,
                describes: block.schema,
                schema: None,
            });
        }
        match self.body.rest {
            Rest::Nothing => Member::Unknown,
            Rest::Arguments(mode) => Member::Argument(mode),
            Rest::Provider(mode) => match self.schema {
                Some(schema) if schema.has_attribute(name) => Member::Argument(mode),
                Some(schema) => match schema.block(name) {
                    Some((nesting, inner)) => Member::Blocks(self.nested(nesting, inner)),
                    None => Member::Either(mode),
                },
                None => Member::Either(mode),
            },
        }
    }

    fn nested(&self, nesting: Nesting, schema: &'s BlockSchema) -> Blocks<'s> {
        Blocks {
            labels: Some(usize::from(nesting == Nesting::Map)),
            written: if nesting == Nesting::Many {
                Written::Array
            } else {
                Written::Compact
            },
            schema: Some(schema),
            ..self.any_blocks()
        }
    }

    /// Returns the meaning of a name in a provider's block without a schema.
    pub(crate) fn any_blocks(&self) -> Blocks<'s> {
        Blocks {
            labels: None,
            written: Written::Array,
            around: *self,
            body: match self.body.rest {
                Rest::Provider(Mode::Literal) => self.body,
                _ => &PROVIDER_BLOCK,
            },
            describes: Describes::Nothing,
            schema: None,
        }
    }

    /// Returns whether an attribute of the schema may be written as blocks.
    pub(crate) fn allows_as_blocks(&self, attribute: &str) -> bool {
        self.schema
            .is_some_and(|schema| schema.attributes_as_blocks().contains(attribute))
    }
}

impl<'s> Blocks<'s> {
    /// Returns whether the blocks are dynamic blocks, whose label is the type of block they create.
    pub(crate) fn is_expanded(&self) -> bool {
        self.describes == Describes::Labelled
    }

    /// Returns the shape of the block with a first label.
    pub(crate) fn shape(&self, first_label: Option<&str>) -> Shape<'s> {
        let label = first_label.unwrap_or_default();
        let schema = match self.describes {
            Describes::Nothing => self.schema,
            Describes::Enclosing => self.around.schema,
            Describes::Labelled => self
                .around
                .schema
                .and_then(|schema| schema.block(label))
                .map(|(_, schema)| schema),
            what => self
                .around
                .schemas
                .and_then(|schemas| schemas.find(what, label))
                .or_else(|| ProviderSchemas::built_in().find(what, label)),
        };
        Shape {
            body: self.body,
            schema,
            ..self.around
        }
    }
}
