//! Shapes of bodies, by the table and the schemas of providers.

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes, nearest_name};
use hcl2_wire::schema::{Block, Nesting};

use crate::attributes_as_blocks::AttributesAsBlocks;
use crate::problems::did_you_mean;
use crate::schema::{self, BlockSchema, ProviderSchemas};
use crate::table::{BodyType, Describes, Language, Mode, PROVIDER_BLOCK, Repeats, Rest};

/// The shape of a body.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'s> {
    pub(crate) body: &'static BodyType,
    pub(crate) language: Language,
    schemas: Option<&'s ProviderSchemas>,
    /// The schema of the provider's part of the body.
    schema: Option<Described<'s>>,
}

/// The schema of a body, and those of its attributes that may be written as blocks.
#[derive(Clone, Copy)]
struct Described<'s> {
    block: &'s Block,
    as_blocks: Option<&'s AttributesAsBlocks>,
}

impl<'s> Described<'s> {
    fn nested(self, block_type: &str) -> Option<(Nesting, Self)> {
        let nested = self.block.blocks.get(block_type)?;
        let inside = Self {
            block: &nested.block,
            as_blocks: self.as_blocks.and_then(|all| all.inside(block_type)),
        };
        Some((nested.nesting, inside))
    }
}

impl<'s> From<&'s BlockSchema> for Described<'s> {
    fn from(schema: &'s BlockSchema) -> Self {
        Self {
            block: schema.block(),
            as_blocks: Some(schema.as_blocks()),
        }
    }
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
    schema: Option<Described<'s>>,
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
                Some(schema) if schema.block.attributes.contains_key(name) => Member::Argument(mode),
                Some(schema) => match schema.nested(name) {
                    Some((nesting, inner)) => Member::Blocks(self.nested(nesting, inner)),
                    None => Member::Either(mode),
                },
                None => Member::Either(mode),
            },
        }
    }

    fn nested(&self, nesting: Nesting, schema: Described<'s>) -> Blocks<'s> {
        Blocks {
            labels: Some(usize::from(nesting == Nesting::Map)),
            written: match nesting {
                Nesting::List | Nesting::Set => Written::Array,
                Nesting::Single | Nesting::Group | Nesting::Map => Written::Compact,
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

    /// Reports an unknown argument or block.
    pub(crate) fn unknown_name(&self, name: &str, span: Span, is_block: bool) -> Diagnostic {
        let what = if is_block { "block" } else { "argument" };
        let (body, language) = (self.body, self.language);
        let arguments: Vec<&str> = body
            .arguments_for(language)
            .map(|argument| argument.name)
            .collect();
        let blocks: Vec<&str> = body.blocks_for(language).map(|block| block.name).collect();
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, format!("Unknown {what}")).with_subject(span);
        if is_block && arguments.contains(&name) {
            return diagnostic.with_detail(format!("`{name}` is an argument: write `{name} = …`."));
        }
        if !is_block && blocks.contains(&name) {
            return diagnostic.with_detail(format!("`{name}` is a block: write `{name} {{ … }}`."));
        }
        let names = if is_block { &blocks } else { &arguments };
        let sentence = format!("No {what} `{name}` is expected here.");
        match nearest_name(name, names.iter().copied()) {
            Some(near) => did_you_mean(diagnostic, &sentence, span, near, near),
            None if names.is_empty() => diagnostic.with_detail(sentence),
            None => diagnostic.with_detail(format!("{sentence} Expected one of: {}.", names.join(", "))),
        }
    }

    /// Reports a block with the wrong number of labels.
    pub(crate) fn wrong_labels(&self, name: &str, wanted: usize, span: Span) -> Diagnostic {
        let labels = self
            .body
            .block(name, self.language)
            .map(|block| block.labels.join("` and `"));
        let detail = match (wanted, labels) {
            (0, _) => format!("A `{name}` block has no labels."),
            (1, Some(labels)) => format!("A `{name}` block has one label, `{labels}`."),
            (_, Some(labels)) => format!("A `{name}` block has {wanted} labels, `{labels}`."),
            (_, None) => format!("A `{name}` block has one label."),
        };
        Diagnostic::error(codes::WRONG_LABELS, "Wrong number of labels")
            .with_detail(detail)
            .with_subject(span)
    }

    /// Returns whether an attribute of the schema may be written as blocks.
    pub(crate) fn allows_as_blocks(&self, attribute: &str) -> bool {
        self.schema
            .and_then(|schema| schema.as_blocks)
            .is_some_and(|as_blocks| as_blocks.contains(attribute))
    }
}

impl<'s> Blocks<'s> {
    /// Returns whether the blocks are dynamic blocks, whose label is the type of block they create.
    pub(crate) fn is_expanded(&self) -> bool {
        self.describes == Describes::Labelled
    }

    /// Returns the shape of the block with a first label, and with a provider as an argument.
    pub(crate) fn shape(&self, first_label: Option<&str>, provider: Option<&str>) -> Shape<'s> {
        let label = first_label.unwrap_or_default();
        let schema = match self.describes {
            Describes::Nothing => self.schema,
            Describes::Enclosing => self.around.schema,
            Describes::Labelled => self
                .around
                .schema
                .and_then(|schema| schema.nested(label))
                .map(|(_, schema)| schema),
            what => {
                let given = self.around.schemas;
                let given = given.and_then(|given| given.schema(None, what, provider, label));
                let described = given.or_else(|| schema::built_in().find(what, label));
                described.map(Described::from)
            }
        };
        Shape {
            body: self.body,
            schema,
            ..self.around
        }
    }
}
