//! Errors of numbers.

use std::fmt;

/// The error for a string that is not a number, or denotes a number that cannot be represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseNumberError(pub(super) ParseNumberErrorKind);

impl ParseNumberError {
    /// Returns the reason.
    #[must_use]
    pub const fn kind(&self) -> ParseNumberErrorKind {
        self.0
    }
}

/// The reason why a string is not a valid number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNumberErrorKind {
    /// The string does not follow the grammar of numbers.
    Syntax,
    /// The exponent is outside the range of numbers.
    ExponentRange,
    /// The string is a whole number that needs more than 512 bits.
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

/// The reason why an operation has no result.
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
    /// An infinity where a whole number is required.
    InfiniteInteger,
    /// An operand beyond double precision, in which powers and logarithms are computed.
    BeyondDouble,
    /// A power or logarithm that is not a real number, such as the logarithm of a negative number.
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

/// The reason why a conversion would change the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotExactError {
    /// The number has a fractional part or is infinite, and the target holds whole numbers.
    NotInteger,
    /// The number is below the least or above the greatest value of the target.
    OutOfRange,
    /// The target would have to round the number.
    Inexact,
    /// The double is NaN.
    NotANumber,
}

impl fmt::Display for NotExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotInteger => "a whole number is required",
            Self::OutOfRange => "the number is out of range",
            Self::Inexact => "the number has more digits than can be held",
            Self::NotANumber => "NaN is not a number",
        })
    }
}

impl std::error::Error for NotExactError {}

/// The error for a number that has more digits than the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyDigitsError {
    pub(super) limit: usize,
}

impl TooManyDigitsError {
    /// Returns the limit, in digits of the requested base: decimal ones unless a base was given.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }
}

impl fmt::Display for TooManyDigitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the number needs more than {} digits", self.limit)
    }
}

impl std::error::Error for TooManyDigitsError {}
