//! Errors of encoding and decoding.

use std::fmt;

use hcl2_value::{Number, Path, PathStep};

/// The reason why a value or type cannot be encoded or decoded, and the place.
///
/// Messages name places and kinds, never values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(Box<Details>);

/// Boxed, so that results with values are no larger than values.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: WireErrorKind,
    path: Path,
    offset: Option<usize>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireErrorKind {
    /// A value to encode has marks, which the wire format cannot carry: the paths of the marked parts.
    Marked(Vec<Path>),
    /// A value to encode cannot be converted to the type constraint: why, in a clause.
    NotConvertible(String),
    /// A value to encode is unknown, which JSON cannot express.
    Unknown,
    /// A number to encode is infinite, which JSON cannot express.
    Infinite,
    /// A type contains a capsule type, which only its own application knows.
    Capsule,
    /// A number has more than [`Number::MAX_DIGITS`](hcl2_value::Number::MAX_DIGITS) digits.
    TooManyDigits,
    /// The encoding is longer than the limit, or a string or collection than the 32-bit lengths of MessagePack allow.
    TooLong,
    /// Types or values are nested more than [`MAX_DEPTH`](crate::MAX_DEPTH) levels deep.
    TooDeep,
    /// The message implies more than [`MAX_IMPLIED`](crate::MAX_IMPLIED) parts without spelling them out.
    TooManyImplied,
    /// The message ends before the value does, or announces more elements than it has bytes left.
    UnexpectedEnd,
    /// The message continues after the value.
    TrailingBytes,
    /// A string is not valid UTF-8.
    InvalidUtf8,
    /// The text is not JSON: why, in a clause.
    Syntax(&'static str),
    /// The byte is reserved in MessagePack.
    ReservedByte,
    /// A value of another kind is expected.
    Mismatch {
        /// What the type constraint requires.
        required: &'static str,
        /// What was found.
        found: &'static str,
    },
    /// A tuple, object or dynamic value has a different number of elements than its type.
    Length {
        /// What it is.
        what: &'static str,
        /// The number of elements of the type.
        required: usize,
        /// The number of elements found.
        found: usize,
    },
    /// A string is not a number.
    NotANumber,
    /// A string is neither true nor false.
    NotABool,
    /// A key is duplicate.
    DuplicateKey(String),
    /// The type has no attribute of this name.
    UnsupportedAttribute(String),
    /// An attribute that the schema requires is missing.
    MissingAttribute(String),
    /// A kind of blocks has fewer blocks than the schema requires.
    TooFewBlocks {
        /// The required number.
        required: u64,
        /// The number found.
        found: u64,
    },
    /// A kind of blocks has more blocks than the schema allows.
    TooManyBlocks {
        /// The allowed number.
        allowed: u64,
        /// The number found.
        found: u64,
    },
    /// The elements of a collection whose element type is dynamic do not have one type.
    InconsistentTypes,
    /// A dynamic value in JSON lacks this property.
    MissingProperty(&'static str),
    /// A dynamic value in JSON has a property other than its type and its value.
    UnsupportedProperty(String),
    /// The text is JSON, but not a type: what was expected.
    NotAType(&'static str),
    /// A refinement of an unknown value is malformed, belongs to another type, or contradicts another: why.
    Refinement(&'static str),
}

impl WireError {
    #[cold]
    pub(crate) fn new(kind: WireErrorKind) -> Self {
        Self::on(Path::new(), kind)
    }

    /// Creates an error about the part at a byte offset of the message.
    #[cold]
    pub(crate) fn at(offset: usize, kind: WireErrorKind) -> Self {
        let mut error = Self::new(kind);
        error.0.offset = Some(offset);
        error
    }

    #[cold]
    pub(crate) fn on(path: Path, kind: WireErrorKind) -> Self {
        let offset = None;
        Self(Box::new(Details { kind, path, offset }))
    }

    /// Returns the error as seen from one level further out.
    #[cold]
    pub(crate) fn inside(mut self, step: PathStep) -> Self {
        self.0.path = self.0.path.prefixed(step);
        self
    }

    /// Returns the error with its offset in a message that has the text at the byte `base`.
    #[cold]
    pub(crate) fn moved(mut self, base: usize) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset + base);
        self
    }

    /// Returns what is wrong.
    #[must_use]
    pub fn kind(&self) -> &WireErrorKind {
        &self.0.kind
    }

    /// Returns the path from the outermost value to the faulty part; elements of sets are numbered from 0 in the order of
    /// the message.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the byte offset of the faulty part in the message; `None` if a value or type was being encoded.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.0.offset {
            write!(f, "at byte {offset}: ")?;
        }
        if !self.0.path.is_empty() {
            write!(f, "in {}: ", self.0.path)?;
        }
        self.0.kind.fmt(f)
    }
}

impl std::error::Error for WireError {}

impl fmt::Display for WireErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marked(paths) => {
                f.write_str("the wire format carries no marks; remove them first from ")?;
                for (index, path) in paths.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    if path.is_empty() {
                        write!(f, "{separator}the value itself")?;
                    } else {
                        write!(f, "{separator}{path}")?;
                    }
                }
                Ok(())
            }
            Self::NotConvertible(reason) => f.write_str(reason),
            Self::Unknown => f.write_str("JSON cannot express unknown values; use MessagePack"),
            Self::Infinite => f.write_str("JSON cannot express infinite numbers; use MessagePack"),
            Self::Capsule => f.write_str("values of capsule types cannot leave the application"),
            Self::TooManyDigits => write!(f, "the number has more than {} digits", Number::MAX_DIGITS),
            Self::TooLong => f.write_str("the encoding is too long"),
            Self::TooDeep => write!(f, "nested more than {} levels deep", crate::MAX_DEPTH),
            Self::TooManyImplied => write!(
                f,
                "the message implies more than {} parts without spelling them out",
                crate::MAX_IMPLIED
            ),
            Self::UnexpectedEnd => f.write_str("the message ends before the value does"),
            Self::TrailingBytes => f.write_str("the message continues after the end of the value"),
            Self::InvalidUtf8 => f.write_str("the text is not valid UTF-8"),
            Self::Syntax(problem) => write!(f, "invalid JSON: {problem}"),
            Self::ReservedByte => f.write_str("the byte 0xc1 is reserved in MessagePack"),
            Self::Mismatch { required, found } => write!(f, "expected {required}, found {found}"),
            Self::Length {
                what,
                required,
                found,
            } => write!(f, "expected {required} elements in {what}, found {found}"),
            Self::NotANumber => f.write_str("expected a number, found a string that is not one"),
            Self::NotABool => f.write_str("expected a bool, found a string that is neither true nor false"),
            Self::DuplicateKey(key) => write!(f, "duplicate key {key:?}"),
            Self::UnsupportedAttribute(name) => write!(f, "unknown attribute {name:?}"),
            Self::MissingAttribute(name) => write!(f, "missing required attribute {name:?}"),
            Self::TooFewBlocks { required, found } => {
                write!(f, "expected at least {}, found {found}", blocks(*required))
            }
            Self::TooManyBlocks { allowed, found } => {
                write!(f, "expected at most {}, found {found}", blocks(*allowed))
            }
            Self::InconsistentTypes => f.write_str("expected elements of one type in a collection"),
            Self::MissingProperty(name) => write!(f, "missing property {name:?} of a dynamic value"),
            Self::UnsupportedProperty(name) => {
                write!(
                    f,
                    "expected the properties \"type\" and \"value\" of a dynamic value, found {name:?}"
                )
            }
            Self::NotAType(expected) => write!(f, "not a type: expected {expected}"),
            Self::Refinement(problem) => write!(f, "malformed refinement: {problem}"),
        }
    }
}

fn blocks(count: u64) -> String {
    if count == 1 {
        "1 block".to_owned()
    } else {
        format!("{count} blocks")
    }
}
