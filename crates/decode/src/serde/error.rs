//! The errors of serde, with what is needed to word them as a diagnostic.

use std::fmt;

use hcl2_diagnostics::{Diagnostic, Span, codes::body as body_codes, codes::decode as codes, nearest_name};
use serde::de::{Expected, Unexpected};

use super::located::{Content, Node};

/// The reason why a value cannot be deserialized into a type, or a type cannot be serialized to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerdeError {
    pub(super) kind: Kind,
    /// Where the error is, if it comes from a body.
    pub(super) place: Option<Place>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Message(String),
    WrongType {
        expected: String,
        found: String,
    },
    Null {
        expected: String,
    },
    OutOfRange {
        expected: String,
        found: String,
    },
    Unknown,
    Marked,
    MissingField(&'static str),
    UnknownField(String, &'static [&'static str]),
    UnknownVariant(String, &'static [&'static str]),
    /// Several blocks where one is expected.
    SeveralBlocks,
    /// Labels of blocks where fields are expected.
    Labels,
}

/// Where an error is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) problem: Box<Diagnostic>,
    pub(super) repair: Repair,
}

/// What avoids an error in a further pass, by the numbers of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Replace the value of the first node; its parts come before the other end.
    Replace { first: usize, end: usize },
    /// Leave an entry of a node out.
    Drop { entry: usize, of: usize },
    /// Add a field to a node.
    Add(usize, &'static str),
}

impl SerdeError {
    pub(super) fn message(text: impl fmt::Display) -> Self {
        Kind::Message(text.to_string()).into()
    }

    /// Sets the place to a value, unless a part of it is known to be at fault.
    pub(super) fn in_value(self, node: &Node) -> Self {
        let repair = match self.kind {
            Kind::MissingField(field) => Repair::Add(node.number, field),
            _ => Repair::Replace {
                first: node.number,
                end: node.end,
            },
        };
        self.at(node, node.span, repair)
    }

    /// Sets the place to the key of an entry of a node.
    pub(super) fn in_key(self, entry: &Node, of: &Node) -> Self {
        let repair = Repair::Drop {
            entry: entry.number,
            of: of.number,
        };
        self.at(entry, entry.key_span, repair)
    }

    /// Returns the name of the field that an unknown one is probably a misspelling of.
    pub(super) fn intended_field(&self) -> Option<&'static str> {
        match &self.kind {
            Kind::UnknownField(name, known) => nearest_name(name, known.iter().copied()),
            _ => None,
        }
    }

    fn at(mut self, node: &Node, span: Span, repair: Repair) -> Self {
        if self.place.is_none() {
            let problem = Box::new(self.problem(node, span));
            self.place = Some(Place { problem, repair });
        }
        self
    }

    /// Words the error as a problem of a node.
    fn problem(&self, node: &Node, span: Span) -> Diagnostic {
        let (code, summary) = match &self.kind {
            Kind::Message(_) => (codes::INVALID_VALUE, "Invalid value"),
            Kind::WrongType { .. } => (codes::WRONG_TYPE, "Wrong type"),
            Kind::Null { .. } => (codes::NULL_VALUE, "Null value"),
            Kind::OutOfRange { .. } => (codes::OUT_OF_RANGE, "Number out of range"),
            Kind::Unknown => (codes::UNKNOWN_VALUE, "Unknown value"),
            Kind::Marked => (codes::MARKED_VALUE, "Marked value"),
            Kind::MissingField(_) => {
                return Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing required attribute")
                    .with_message(self)
                    .with_subject(node.missing_item_span());
            }
            Kind::SeveralBlocks => return several_blocks(node),
            Kind::Labels => (body_codes::EXTRANEOUS_LABEL, "Extraneous label"),
            Kind::UnknownField(..) if node.is_blocks() => {
                (body_codes::UNSUPPORTED_BLOCK, "Unsupported block type")
            }
            Kind::UnknownField(..) => (body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute"),
            Kind::UnknownVariant(..) => (codes::UNKNOWN_VARIANT, "Unknown choice"),
        };
        let problem = Diagnostic::error(code, summary).with_subject(span);
        let (near, quote) = match &self.kind {
            Kind::UnknownField(..) => (self.intended_field(), ""),
            Kind::UnknownVariant(name, known) => (nearest_name(name, known.iter().copied()), "\""),
            _ => (None, ""),
        };
        match near {
            Some(near) => problem
                .with_message(format_args!("{self}. Did you mean `{near}`?"))
                .with_suggestion(span, format!("{quote}{near}{quote}"), format!("use `{near}`")),
            None => problem.with_message(self),
        }
    }
}

/// Reports the second of several blocks where one is expected.
fn several_blocks(node: &Node) -> Diagnostic {
    let problem = Diagnostic::error(codes::DUPLICATE_BLOCK, "Duplicate block").with_detail(
        "Only one block with this type and these labels is allowed here. Remove this one, or merge it into the first.",
    );
    match &node.content {
        Content::Blocks(blocks) if blocks.len() > 1 => problem
            .with_subject(blocks[1].span)
            .with_label(blocks[0].span, "first defined here"),
        _ => problem.with_subject(node.span),
    }
}

impl From<SerdeError> for hcl2_diagnostics::Error {
    fn from(error: SerdeError) -> Self {
        Diagnostic::error(codes::INVALID_VALUE, "Invalid value")
            .with_message(error)
            .into()
    }
}

impl From<Kind> for SerdeError {
    fn from(kind: Kind) -> Self {
        Self { kind, place: None }
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Message(text) => f.write_str(text),
            Kind::WrongType { expected, found } | Kind::OutOfRange { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            Kind::Null { expected } => write!(f, "expected {expected}, found `null`"),
            Kind::Unknown => f.write_str("the value is not known yet"),
            Kind::SeveralBlocks => f.write_str("only one block is allowed here"),
            Kind::Labels => {
                f.write_str("expected a block without labels; a map by label takes blocks with labels")
            }
            Kind::Marked => {
                f.write_str("the value is marked, for instance as sensitive; remove the marks first")
            }
            Kind::MissingField(name) => write!(f, "`{name}` is required, but not set here"),
            Kind::UnknownField(name, known) | Kind::UnknownVariant(name, known) if known.is_empty() => {
                write!(f, "`{name}` is not expected here")
            }
            Kind::UnknownField(name, known) | Kind::UnknownVariant(name, known) => {
                write!(f, "`{name}` is not expected here, only `{}`", known.join("`, `"))
            }
        }
    }
}

impl std::error::Error for SerdeError {}

impl serde::de::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::message(message)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        match found {
            Unexpected::Unit | Unexpected::Option => Kind::Null { expected },
            _ => Kind::WrongType {
                expected,
                found: shown(found),
            },
        }
        .into()
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        match found {
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => Kind::OutOfRange {
                expected,
                found: shown(found),
            },
            _ => Kind::Message(format!("expected {expected}, found {}", shown(found))),
        }
        .into()
    }

    fn missing_field(field: &'static str) -> Self {
        Kind::MissingField(field).into()
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Kind::UnknownField(field.to_owned(), expected).into()
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Kind::UnknownVariant(variant.to_owned(), expected).into()
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::message(message)
    }
}

/// Names what was found as HCL does.
fn shown(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(truth) => format!("`{truth}`"),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => format!("{text:?}"),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map | Unexpected::StructVariant => "an object".to_owned(),
        other => other.to_string(),
    }
}
