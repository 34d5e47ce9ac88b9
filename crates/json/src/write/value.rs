//! Values as JSON.

use std::fmt;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::encode::UNREPRESENTABLE;
use hcl2_json_text::{Escapes, Writer, scientific};
use hcl2_native::escape_template;
use hcl2_value::{Number, Path, PathStep, Value, ValueKind};

/// Maximum length of the text of a value, in bytes. A value that shares its parts may have a much longer one.
const MAX_BYTES: usize = 256 << 20;

/// Longer numbers are written with an exponent.
const LONG_NUMBER: usize = 200;

/// The reason why a value cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteValueError {
    /// What is wrong.
    pub kind: WriteValueErrorKind,
    /// The path from the value to the part that cannot be written.
    pub path: Path,
}

/// What is wrong with a part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteValueErrorKind {
    /// The part is unknown.
    Unknown,
    /// The part is marked, for instance as sensitive.
    Marked,
    /// The part is an infinite number.
    Infinite,
    /// The part is a number of more than [`Number::MAX_DIGITS`] digits.
    TooManyDigits,
    /// The part has a capsule type.
    Capsule,
    /// The text is longer than 256 MiB.
    TooLong,
}

impl fmt::Display for WriteValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            WriteValueErrorKind::Unknown => "an unknown value has no JSON form",
            WriteValueErrorKind::Marked => "a marked value has no JSON form, as its marks would be lost",
            WriteValueErrorKind::Infinite => "an infinite number has no JSON form",
            WriteValueErrorKind::TooManyDigits => "the number has too many digits",
            WriteValueErrorKind::Capsule => "a value of an application's own type has no JSON form",
            WriteValueErrorKind::TooLong => "the text is longer than 256 MiB",
        };
        if self.path.is_empty() {
            f.write_str(what)
        } else {
            write!(f, "at {}: {what}", self.path)
        }
    }
}

impl std::error::Error for WriteValueError {}

impl From<WriteValueError> for hcl2_diagnostics::Error {
    fn from(error: WriteValueError) -> Self {
        Diagnostic::error(UNREPRESENTABLE, "Unrepresentable value")
            .with_detail(format!("{error}."))
            .into()
    }
}

/// Writes a value as a JSON expression that evaluates to it.
///
/// Numbers are exact. Strings are escaped so that nothing in them is a template. Attributes of objects and elements of
/// maps are ordered by name, elements of sets as the set iterates. JSON has fewer types than HCL: a list or set reads
/// back as a tuple, a map as an object, and null without a type; converting the result to the type of the value returns
/// the value.
///
/// # Errors
///
/// [`WriteValueError`] if a part of the value is unknown, marked, infinite, a number of more than
/// [`Number::MAX_DIGITS`] digits, or of a capsule type, or if the text is longer than 256 MiB.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let value = Value::object([("name", Value::from("${web}")), ("port", Value::from(8080))]);
/// assert_eq!(hcl2_json::write_value(&value)?, "{\n  \"name\": \"$${web}\",\n  \"port\": 8080\n}\n");
///
/// let error = hcl2_json::write_value(&Value::tuple([Value::DYNAMIC])).unwrap_err();
/// assert_eq!(error.to_string(), "at [0]: an unknown value has no JSON form");
/// # Ok::<(), hcl2_json::WriteValueError>(())
/// ```
pub fn write_value(value: &Value) -> Result<String, WriteValueError> {
    // Each part takes two bytes at least.
    if value.part_count() as usize > MAX_BYTES / 2 {
        return Err(WriteValueError {
            kind: WriteValueErrorKind::TooLong,
            path: Path::new(),
        });
    }
    let mut writer = Writer::pretty(Escapes::PLAIN).with_max_bytes(MAX_BYTES);
    match add_value(&mut writer, value) {
        Ok(()) => Ok(writer.finish()),
        Err((kind, steps)) => Err(WriteValueError {
            kind,
            path: steps.into_iter().collect(),
        }),
    }
}

/// A list or object whose parts are being written.
enum Frame<'v> {
    Elements(std::iter::Enumerate<std::slice::Iter<'v, Value>>),
    Fields(Box<dyn Iterator<Item = (PathStep, &'v str, &'v Value)> + 'v>),
}

/// Writes a value, without recursion: it may nest to any depth.
pub(super) fn add_value(
    writer: &mut Writer,
    value: &Value,
) -> Result<(), (WriteValueErrorKind, Vec<PathStep>)> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut steps: Vec<PathStep> = Vec::new();
    let mut next = Some(value);
    loop {
        if writer.is_too_long() {
            return Err((WriteValueErrorKind::TooLong, Vec::new()));
        }
        if let Some(value) = next.take() {
            match add_start(writer, value) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => {
                    steps.pop();
                }
                Err(kind) => return Err((kind, steps)),
            }
        }
        let Some(frame) = frames.last_mut() else {
            return Ok(());
        };
        next = match frame {
            Frame::Elements(elements) => elements.next().map(|(index, element)| {
                writer.element();
                steps.push(PathStep::Index(Value::from(index as u64)));
                element
            }),
            Frame::Fields(fields) => fields.next().map(|(step, name, field)| {
                writer.property(&escape_template(name));
                steps.push(step);
                field
            }),
        };
        if next.is_none() {
            writer.close(match frame {
                Frame::Elements(_) => ']',
                Frame::Fields(_) => '}',
            });
            frames.pop();
            steps.pop();
        }
    }
}

/// Writes a value without parts, or opens one that has parts.
fn add_start<'v>(writer: &mut Writer, value: &'v Value) -> Result<Option<Frame<'v>>, WriteValueErrorKind> {
    match value.kind() {
        ValueKind::Null => writer.null(),
        ValueKind::Bool(truth) => writer.bool(truth),
        ValueKind::Number(number) => writer.raw(&number_text(number)?),
        ValueKind::String(text) => writer.string(&escape_template(text)),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            writer.open('[');
            return Ok(Some(Frame::Elements(items.iter().enumerate())));
        }
        ValueKind::Map(fields) => {
            writer.open('{');
            let fields = fields.iter();
            let fields =
                fields.map(|(key, field)| (PathStep::Index(Value::from(key.as_str())), key.as_str(), field));
            return Ok(Some(Frame::Fields(Box::new(fields))));
        }
        ValueKind::Object(fields) => {
            writer.open('{');
            let fields = fields.iter();
            let fields =
                fields.map(|(name, field)| (PathStep::Attribute(name.clone()), name.as_str(), field));
            return Ok(Some(Frame::Fields(Box::new(fields))));
        }
        ValueKind::Unknown => return Err(WriteValueErrorKind::Unknown),
        ValueKind::Marked(..) => return Err(WriteValueErrorKind::Marked),
        ValueKind::Capsule(_) => return Err(WriteValueErrorKind::Capsule),
    }
    Ok(None)
}

/// Returns the JSON number that reads back as this number.
fn number_text(number: &Number) -> Result<String, WriteValueErrorKind> {
    if number.is_infinite() {
        return Err(WriteValueErrorKind::Infinite);
    }
    let too_many = |_| WriteValueErrorKind::TooManyDigits;
    let text = number.to_string_limited(Number::MAX_DIGITS).map_err(too_many)?;
    let (sign, magnitude) = text.split_at(usize::from(text.starts_with('-')));
    let is_exact = |text: &str| Number::parse_literal(text).is_ok_and(|read| read == number.abs());
    if magnitude.len() <= LONG_NUMBER && is_exact(magnitude) {
        return Ok(text);
    }
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let digits = format!("{whole}{fraction}");
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let point = whole.len() as i64 - leading as i64;
    let shortest = scientific(digits.trim_matches('0'), point);
    if is_exact(&shortest) {
        return Ok(format!("{sign}{shortest}"));
    }
    // The shortest text of a power of two may name its neighbour.
    let (digits, point) = number.to_exact_digits(Number::MAX_DIGITS).map_err(too_many)?;
    Ok(format!("{sign}{}", scientific(&digits, point)))
}
