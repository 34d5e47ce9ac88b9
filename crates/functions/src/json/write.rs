//! Values as JSON text.

use std::fmt;

use hcl2_json_text::{Escapes, Writer};
use hcl2_value::{Number, Str, Value, ValueKind};

/// Maximum length of JSON text, in bytes.
pub(super) const MAX_BYTES: usize = 64 << 20;

/// Why a value is not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The text would have more than [`MAX_BYTES`].
    TooLong,
    /// A part has no JSON form, which a clause says.
    NoForm(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the JSON text would be longer than 64 MiB"),
            Self::NoForm(clause) => f.write_str(clause),
        }
    }
}

/// An array or object whose end has not been written.
struct Open<'a> {
    /// The keys of the items of an object.
    keys: Option<&'a [Str]>,
    items: &'a [Value],
    /// The index of the next item.
    next: usize,
}

/// Writes a wholly known value without marks, without recursion.
pub(crate) fn to_json(value: &Value) -> Result<String, WriteError> {
    // Each part takes at least a byte, and parts that are stored once may occur very often.
    if value.part_count() as usize > MAX_BYTES {
        return Err(WriteError::TooLong);
    }
    let mut writer = Writer::compact(Escapes::HTML).with_max_bytes(MAX_BYTES);
    let mut levels: Vec<Open<'_>> = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            levels.extend(write_value(value, &mut writer).map_err(WriteError::NoForm)?);
            if writer.is_too_long() {
                return Err(WriteError::TooLong);
            }
        }
        let Some(level) = levels.last_mut() else {
            return Ok(writer.finish());
        };
        let index = level.next;
        next = level.items.get(index);
        if next.is_none() {
            writer.close(if level.keys.is_some() { '}' } else { ']' });
            levels.pop();
            continue;
        }
        level.next += 1;
        match level.keys.and_then(|keys| keys.get(index)) {
            Some(key) => writer.property(key),
            None => writer.element(),
        }
    }
}

/// Writes a value, or the start of one that has parts.
fn write_value<'a>(value: &'a Value, writer: &mut Writer) -> Result<Option<Open<'a>>, String> {
    match value.kind() {
        ValueKind::Null => writer.null(),
        ValueKind::Bool(truth) => writer.bool(truth),
        ValueKind::Number(number) => write_number(number, writer)?,
        ValueKind::String(text) => writer.string(text),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            writer.open('[');
            return Ok(Some(Open {
                keys: None,
                items,
                next: 0,
            }));
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            writer.open('{');
            return Ok(Some(Open {
                keys: Some(fields.keys()),
                items: fields.values(),
                next: 0,
            }));
        }
        ValueKind::Capsule(capsule) => {
            return Err(format!(
                "a value of type {} has no JSON form",
                capsule.ty().name()
            ));
        }
        ValueKind::Unknown | ValueKind::Marked(..) => {
            return Err("only known values without marks have a JSON form".to_owned());
        }
    }
    Ok(None)
}

fn write_number(number: &Number, writer: &mut Writer) -> Result<(), String> {
    if number.is_infinite() {
        return Err("an infinity has no JSON form".to_owned());
    }
    /// Every `i64` of this precision is written with all its digits.
    const WHOLE: u32 = 64;
    match i64::try_from(number) {
        Ok(integer) if number.precision() >= WHOLE && (integer != 0 || !number.is_negative()) => {
            writer.integer(integer);
        }
        _ => writer.raw(&number_text(number)?),
    }
    Ok(())
}

/// Returns the decimal digits of a number.
pub(crate) fn number_text(number: &Number) -> Result<String, String> {
    number
        .to_string_limited(Number::MAX_DIGITS)
        .map_err(|error| error.to_string())
}
