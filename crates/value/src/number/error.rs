//! What can go wrong with numbers.

use std::fmt;

/// A text that is no number, or that names one which cannot be represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseNumberError(pub(super) ParseNumberErrorKind);

impl ParseNumberError {
    /// Why the text was refused.
    #[must_use]
    pub const fn kind(&self) -> ParseNumberErrorKind {
        self.0
    }
}

/// Why a text was refused as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNumberErrorKind {
    /// The text does not follow the grammar of a number.
    Syntax,
    /// The exponent is outside the range that a number can have.
    ExponentRange,
    /// The text is a whole number that needs more than 512 bits.
    Inexact,
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            ParseNumberErrorKind::Syntax => "not a number in decimal notation",
            ParseNumberErrorKind::ExponentRange => "the exponent of this number is out of range",
            ParseNumberErrorKind::Inexact => {
                "this whole number has more than 512 significant bits and cannot be held exactly"
            }
        })
    }
}

impl std::error::Error for ParseNumberError {}

/// An operation without a result for its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// The sum of the two infinities, or the difference of an infinity and itself.
    OpposingInfinities,
    /// Zero times an infinity.
    ZeroTimesInfinity,
    /// Zero divided by zero, or an infinity by an infinity.
    Indeterminate,
    /// A remainder with an infinite operand.
    InfiniteRemainder,
    /// An infinity where a whole number is needed.
    InfiniteInteger,
    /// An operand too great for double precision, in which powers and logarithms are computed.
    BeyondDouble,
    /// A power or logarithm that is no real number, such as the logarithm of a negative one.
    NotReal,
}

impl fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpposingInfinities => "an infinity cannot be added to its opposite",
            Self::ZeroTimesInfinity => "zero cannot be multiplied by an infinity",
            Self::Indeterminate => "zero divided by zero, or an infinity by an infinity, has no value",
            Self::InfiniteRemainder => "the remainder of a division with an infinity has no value",
            Self::InfiniteInteger => "an infinity has no whole part",
            Self::BeyondDouble => "this operation needs numbers of at most 1.8e308 in magnitude",
            Self::NotReal => "the result is not a real number",
        })
    }
}

impl std::error::Error for ArithmeticError {}

/// A conversion that would change the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotExactError {
    /// The number has a fractional part, or is infinite, and the target holds whole numbers.
    NotInteger,
    /// The number is below the least or above the greatest value of the target.
    OutOfRange,
    /// The target would have to round the number.
    Inexact,
    /// The double is "not a number".
    NotANumber,
}

impl fmt::Display for NotExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotInteger => "a whole number is required",
            Self::OutOfRange => "the number is out of range",
            Self::Inexact => "the number has more digits than can be held",
            Self::NotANumber => "there is no such number",
        })
    }
}

impl std::error::Error for NotExactError {}

/// A number whose text would be longer than the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyDigitsError {
    pub(super) limit: usize,
}

impl TooManyDigitsError {
    /// The limit that the text would pass, in decimal digits.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }
}

impl fmt::Display for TooManyDigitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the number needs more than {} decimal digits", self.limit)
    }
}

impl std::error::Error for TooManyDigitsError {}
