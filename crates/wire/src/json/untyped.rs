//! Values as JSON text without a type constraint, as the command prints them.

use std::fmt;

use hcl2_json_text::{Escapes, Writer};
use hcl2_value::{Number, Value, ValueKind};

use crate::{MAX_ENCODED_BYTES, notation};

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonOptions {
    /// Whether to write an object with the value and, beside it, the value's type.
    pub with_type: bool,
    /// Whether attributes of objects and elements of maps are written even if they are null.
    pub keep_nulls: bool,
    /// Maximum length of the text in bytes; `None` for 256 MiB.
    pub max_bytes: Option<u64>,
}

/// Why a value cannot be written as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonError {
    /// A part of the value is unknown.
    Unknown,
    /// A part of the value is marked.
    Marked,
    /// A number is infinite.
    Infinite,
    /// A number has more than [`Number::MAX_DIGITS`] digits.
    TooManyDigits,
    /// A part of the value has a capsule type.
    Capsule,
    /// The text is longer than allowed.
    TooLong,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a part of the value is unknown",
            Self::Marked => "a part of the value is marked, for instance as sensitive",
            Self::Infinite => "an infinite number has no JSON form",
            Self::TooManyDigits => "a number has too many digits",
            Self::Capsule => "a part of the value has a type of the application's own",
            Self::TooLong => "the text is too long",
        })
    }
}

impl std::error::Error for JsonError {}

/// Writes a value as JSON on one line, with keys in order.
///
/// # Errors
///
/// [`JsonError`] if a part of the value has no JSON form, or the text is longer than 256 MiB.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
/// use hcl2_wire::json::{JsonOptions, value_to_json};
///
/// let value = Value::object([("name", Value::from("web")), ("port", Value::null(Type::NUMBER))]);
/// assert_eq!(value_to_json(&value, JsonOptions::default())?, r#"{"name":"web"}"#);
///
/// let options = JsonOptions { with_type: true, keep_nulls: true, ..Default::default() };
/// assert_eq!(
///     value_to_json(&value, options)?,
///     r#"{"value":{"name":"web","port":null},"type":["object",{"name":"string","port":"number"}]}"#
/// );
/// # Ok::<(), hcl2_wire::json::JsonError>(())
/// ```
///
/// A value that shares its parts may have a much longer text than it takes memory:
///
/// ```
/// use hcl2_value::Value;
/// use hcl2_wire::json::{JsonError, JsonOptions, value_to_json};
///
/// let doubled = (0..40).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
/// let short = JsonOptions { max_bytes: Some(1_000), ..Default::default() };
/// assert_eq!(value_to_json(&doubled, short), Err(JsonError::TooLong));
/// ```
pub fn value_to_json(value: &Value, options: JsonOptions) -> Result<String, JsonError> {
    let max_bytes = options.max_bytes.unwrap_or(MAX_ENCODED_BYTES);
    // Each part takes two bytes at least.
    if u64::from(value.part_count()) > max_bytes / 2 {
        return Err(JsonError::TooLong);
    }
    let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    let mut writer = Writer::compact(Escapes::HTML).with_max_bytes(max_bytes);
    write(&mut writer, value, options)?;
    if writer.is_too_long() {
        return Err(JsonError::TooLong);
    }
    Ok(writer.finish())
}

fn write(writer: &mut Writer, value: &Value, options: JsonOptions) -> Result<(), JsonError> {
    if !options.with_type || value.ty().is_dynamic() {
        return write_value(writer, value, options);
    }
    writer.open('{');
    // Without nulls, these two keys are in order too.
    if options.keep_nulls {
        writer.property("value");
        write_value(writer, value, options)?;
    }
    writer.property("type");
    notation::print_to(value.ty(), writer).map_err(|_| JsonError::TooLong)?;
    if !options.keep_nulls && !value.is_null() {
        writer.property("value");
        write_value(writer, value, options)?;
    }
    writer.close('}');
    Ok(())
}

/// What remains to be written.
enum Step<'v> {
    Element(&'v Value),
    Property(&'v str, &'v Value),
    Close(char),
}

/// Writes a value, without recursion.
fn write_value(writer: &mut Writer, value: &Value, options: JsonOptions) -> Result<(), JsonError> {
    let mut steps = Vec::new();
    start_value(writer, value, options, &mut steps)?;
    while let Some(step) = steps.pop() {
        let part = match step {
            Step::Element(element) => {
                writer.element();
                element
            }
            Step::Property(name, value) => {
                writer.property(name);
                value
            }
            Step::Close(bracket) => {
                writer.close(bracket);
                continue;
            }
        };
        start_value(writer, part, options, &mut steps)?;
        if writer.is_too_long() {
            return Err(JsonError::TooLong);
        }
    }
    Ok(())
}

/// Writes the start of a value, and queues the rest of it, the next step last.
fn start_value<'v>(
    writer: &mut Writer,
    value: &'v Value,
    options: JsonOptions,
    steps: &mut Vec<Step<'v>>,
) -> Result<(), JsonError> {
    match value.kind() {
        ValueKind::Null => writer.null(),
        ValueKind::Bool(truth) => writer.bool(truth),
        ValueKind::Number(number) if number.is_infinite() => return Err(JsonError::Infinite),
        ValueKind::Number(number) => writer.raw(
            &number
                .to_string_limited(Number::MAX_DIGITS)
                .map_err(|_| JsonError::TooManyDigits)?,
        ),
        ValueKind::String(text) => writer.string(text),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            writer.open('[');
            steps.push(Step::Close(']'));
            steps.extend(items.iter().rev().map(Step::Element));
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            writer.open('{');
            steps.push(Step::Close('}'));
            let written = fields.keys().iter().zip(fields.values()).rev();
            let written =
                written.filter(|(_, field)| options.keep_nulls || !matches!(field.kind(), ValueKind::Null));
            steps.extend(written.map(|(key, field)| Step::Property(key, field)));
        }
        ValueKind::Unknown => return Err(JsonError::Unknown),
        ValueKind::Marked(..) => return Err(JsonError::Marked),
        ValueKind::Capsule(_) => return Err(JsonError::Capsule),
    }
    Ok(())
}
