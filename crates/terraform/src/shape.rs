//! What a body holds, by the table and by the schema of a provider.

use crate::schema::{BlockSchema, Nesting, ProviderSchemas};
use crate::table::{BodyType, Describes, Language, Mode, PROVIDER_BLOCK, Repeats, Rest};

/// What is known of a body.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'s> {
    pub(crate) body: &'static BodyType,
    pub(crate) language: Language,
    schemas: Option<&'s ProviderSchemas>,
    /// What describes the part of the body that is a provider's.
    schema: Option<&'s BlockSchema>,
}

/// What a name means in a body.
pub(crate) enum Member<'s> {
    /// An argument.
    Argument(Mode),
    /// Blocks of a type.
    Blocks(Blocks<'s>),
    /// An argument in this mode, or blocks of a provider: only the source can tell.
    Either(Mode),
    /// Nothing that may be here.
    Unknown,
}

/// Blocks of one type.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'s> {
    /// The number of labels; `None` where any number is fine.
    pub(crate) labels: Option<usize>,
    pub(crate) written: Written,
    around: Shape<'s>,
    body: &'static BodyType,
    describes: Describes,
    /// What describes the content whatever the labels are.
    schema: Option<&'s BlockSchema>,
}

/// How the blocks of a type are written in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// An object for one, an array for several with the same labels.
    Compact,
    /// An array always, so that it cannot be taken for an argument.
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

    /// What `name` means here.
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

    /// Blocks of a provider of which nothing is known.
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

    /// Whether a schema says what an argument of a provider is.
    pub(crate) fn is_described(&self) -> bool {
        self.schema.is_some()
    }
}

impl<'s> Blocks<'s> {
    /// Whether each block stands for blocks of the type that its label names.
    pub(crate) fn is_expanded(&self) -> bool {
        self.describes == Describes::Labelled
    }

    /// What the block with this first label holds.
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
