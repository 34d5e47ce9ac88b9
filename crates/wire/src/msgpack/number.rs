//! Numbers, which are integers, floats or decimal text.

use hcl2_value::Number;

use super::reader::{Item, mismatch, text};
use super::writer::Writer;
use crate::collect::decimal_text;
use crate::{WireError, WireErrorKind};

/// How a number is encoded.
pub(super) enum Encoded {
    Integer(i64),
    Float(f64),
    Digits,
}

impl Encoded {
    /// Chooses an integer or a float if one represents the number exactly, and otherwise decimal text.
    ///
    /// Whole numbers never become floats, so that the digits of a long one stay readable.
    pub(super) fn of(number: &Number) -> Self {
        if let Ok(integer) = i64::try_from(number) {
            return Self::Integer(integer);
        }
        let may_be_float = number.is_infinite() || !number.is_integer();
        match f64::try_from(number) {
            Ok(float) if may_be_float => Self::Float(float),
            _ => Self::Digits,
        }
    }
}

/// Writes a number.
pub(super) fn write(number: &Number, writer: &mut Writer) -> Result<(), WireError> {
    match Encoded::of(number) {
        Encoded::Integer(integer) => writer.integer(integer),
        Encoded::Float(float) => writer.float(float),
        Encoded::Digits => return writer.text(&decimal_text(number)?),
    }
    Ok(())
}

/// Returns the number of an item that starts at the byte `offset`.
pub(super) fn read(item: Item<'_>, offset: usize) -> Result<Number, WireError> {
    let parsed = match item {
        Item::Int(integer) => return Ok(Number::from(integer)),
        Item::Uint(integer) => return Ok(Number::from(integer)),
        Item::Float(float) => Number::try_from(float).ok(),
        Item::Str(digits) => Number::parse(text(digits, offset)?).ok(),
        _ => return Err(mismatch(offset, "a number", item)),
    };
    parsed.ok_or_else(|| WireError::at(offset, WireErrorKind::NotANumber))
}
