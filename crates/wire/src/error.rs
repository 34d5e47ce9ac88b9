//! What can go wrong on the way to the wire and back.

use std::fmt;

use hcl2_value::{Number, Path, PathStep};

/// Why a value or type cannot be encoded or decoded, and where.
///
/// Messages name places and kinds of things, never the values themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(Box<Details>);

/// Apart, so that results with values in them are no wider than values.
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
    /// A value to encode has marks, which the wire cannot carry: the paths of the marked parts.
    Marked(Vec<Path>),
    /// A value to encode cannot be converted to the type constraint: why, in a clause.
    NotConvertible(String),
    /// A value to encode is unknown, which JSON cannot express.
    Unknown,
    /// A number to encode is infinite, which JSON cannot express.
    Infinite,
    /// A type has a capsule type in it, which only its own application knows.
    Capsule,
    /// A number has more than [`Number::MAX_DIGITS`](hcl2_value::Number::MAX_DIGITS) digits.
    TooManyDigits,
    /// A string or collection is longer than MessagePack's lengths of 32 bits can say.
    TooLong,
    /// Types or values are nested more than [`MAX_DEPTH`](crate::MAX_DEPTH) levels deep.
    TooDeep,
    /// The message implies more than [`MAX_IMPLIED`](crate::MAX_IMPLIED) parts that it does not spell out.
    TooManyImplied,
    /// The message ends before the value does, or announces more elements than there are bytes left.
    UnexpectedEnd,
    /// The message goes on after the value.
    TrailingBytes,
    /// A text is not valid UTF-8.
    InvalidUtf8,
    /// The text is not JSON: why, in a clause.
    Syntax(&'static str),
    /// The byte stands for nothing in MessagePack.
    ReservedByte,
    /// Something of another kind is required.
    Mismatch {
        /// What the type constraint requires.
        required: &'static str,
        /// What there is.
        found: &'static str,
    },
    /// A tuple, object or dynamic value has another number of elements than its type says.
    Length {
        /// What it is.
        what: &'static str,
        /// The number of elements that the type asks for.
        required: usize,
        /// The number of elements that there are.
        found: usize,
    },
    /// Text does not name a number.
    NotANumber,
    /// Text names neither true nor false.
    NotABool,
    /// A key occurs twice.
    DuplicateKey(String),
    /// The type has no attribute of this name.
    UnsupportedAttribute(String),
    /// An attribute that a schema requires is not set.
    MissingAttribute(String),
    /// There are fewer blocks of a kind than the schema requires.
    TooFewBlocks {
        /// How many are required.
        required: u64,
        /// How many there are.
        found: u64,
    },
    /// There are more blocks of a kind than the schema allows.
    TooManyBlocks {
        /// How many are allowed.
        allowed: u64,
        /// How many there are.
        found: u64,
    },
    /// The elements of a collection whose element type is dynamic do not have one type.
    InconsistentTypes,
    /// A dynamic value in JSON lacks this property.
    MissingProperty(&'static str),
    /// A dynamic value in JSON has a property beside its type and its value.
    UnsupportedProperty(String),
    /// The text is JSON but no type: what was expected.
    NotAType(&'static str),
    /// A refinement of an unknown value is malformed, belongs to another type, or contradicts another: how.
    Refinement(&'static str),
}

impl WireError {
    #[cold]
    pub(crate) fn new(kind: WireErrorKind) -> Self {
        Self::on(Path::new(), kind)
    }

    /// An error about what starts at a byte of the message.
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

    /// The same error, seen from one level further out.
    #[cold]
    pub(crate) fn inside(mut self, step: PathStep) -> Self {
        self.0.path = self.0.path.prefixed(step);
        self
    }

    /// The same error in a message in which the text starts at the byte `base`.
    #[cold]
    pub(crate) fn moved(mut self, base: usize) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset + base);
        self
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &WireErrorKind {
        &self.0.kind
    }

    /// The way from the outermost value to the part that is wrong; elements of sets are numbered from 0 in the order
    /// of the message.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Where the wrong part starts in the message, in bytes from 0; `None` where a value or type was being encoded.
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
            Self::TooLong => f.write_str("the length needs more than 32 bits"),
            Self::TooDeep => write!(f, "nested more than {} levels deep", crate::MAX_DEPTH),
            Self::TooManyImplied => write!(
                f,
                "the message stands for more than {} parts that it does not have",
                crate::MAX_IMPLIED
            ),
            Self::UnexpectedEnd => f.write_str("the message ends before the value does"),
            Self::TrailingBytes => f.write_str("the message goes on after the end of the value"),
            Self::InvalidUtf8 => f.write_str("the text is not valid UTF-8"),
            Self::Syntax(problem) => write!(f, "invalid JSON: {problem}"),
            Self::ReservedByte => f.write_str("the byte 0xc1 stands for nothing in MessagePack"),
            Self::Mismatch { required, found } => write!(f, "{required} is required, found {found}"),
            Self::Length {
                what,
                required,
                found,
            } => write!(f, "{what} must have {required} elements, found {found}"),
            Self::NotANumber => f.write_str("a number is required, found text that names none"),
            Self::NotABool => f.write_str("a bool is required, found text that is neither true nor false"),
            Self::DuplicateKey(key) => write!(f, "the key {key:?} occurs more than once"),
            Self::UnsupportedAttribute(name) => write!(f, "the type has no attribute named {name:?}"),
            Self::MissingAttribute(name) => write!(f, "the attribute {name:?} is required"),
            Self::TooFewBlocks { required, found } => {
                write!(f, "at least {} required, found {found}", blocks(*required))
            }
            Self::TooManyBlocks { allowed, found } => {
                write!(f, "at most {} allowed, found {found}", blocks(*allowed))
            }
            Self::InconsistentTypes => f.write_str("all elements of a collection must have one type"),
            Self::MissingProperty(name) => write!(f, "a dynamic value needs the property {name:?}"),
            Self::UnsupportedProperty(name) => {
                write!(
                    f,
                    "a dynamic value has the properties \"type\" and \"value\", not {name:?}"
                )
            }
            Self::NotAType(expected) => write!(f, "not a type: expected {expected}"),
            Self::Refinement(problem) => write!(f, "malformed refinement: {problem}"),
        }
    }
}

fn blocks(count: u64) -> String {
    if count == 1 {
        "1 block is".to_owned()
    } else {
        format!("{count} blocks are")
    }
}
