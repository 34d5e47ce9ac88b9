//! Values as JSON text, as the command prints them.

use std::fmt;

pub use hcl2_functions::write_json_string;
use hcl2_value::{Type, TypeKind, Value, ValueKind};

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonOptions {
    /// Whether to write an object with the value and, beside it, the value's type.
    pub with_type: bool,
    /// Whether attributes and elements of objects and maps that are null are written too.
    pub keep_nulls: bool,
}

/// Why a value cannot be written as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// A part of the value is unknown.
    Unknown,
    /// A part of the value is marked.
    Marked,
    /// A number is infinite.
    Infinite,
    /// A number has more digits than are written, 100,000.
    TooManyDigits,
    /// A part of the value is of a type that an application defined.
    Capsule,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a part of the value is unknown",
            Self::Marked => "a part of the value is marked, for instance as sensitive",
            Self::Infinite => "an infinite number has no JSON form",
            Self::TooManyDigits => "a number has too many digits",
            Self::Capsule => "a part of the value is of an application's own type",
        })
    }
}

impl std::error::Error for JsonError {}

/// Most digits of a number that are written.
const MAX_DIGITS: usize = 100_000;

/// Writes a value as JSON on one line, with keys in order.
///
/// # Errors
///
/// [`JsonError`] where a part of the value has no JSON form.
///
/// # Examples
///
/// ```
/// use hcl2_decode::{JsonOptions, to_json};
/// use hcl2_value::{Type, Value};
///
/// let value = Value::object([("name", Value::from("web")), ("port", Value::null(Type::NUMBER))]);
/// assert_eq!(to_json(&value, JsonOptions::default())?, r#"{"name":"web"}"#);
///
/// let options = JsonOptions { with_type: true, keep_nulls: true };
/// assert_eq!(
///     to_json(&value, options)?,
///     r#"{"value":{"name":"web","port":null},"type":["object",{"name":"string","port":"number"}]}"#
/// );
/// # Ok::<(), hcl2_decode::JsonError>(())
/// ```
pub fn to_json(value: &Value, options: JsonOptions) -> Result<String, JsonError> {
    let mut out = String::new();
    if !options.with_type || value.ty().is_dynamic() {
        write_value(&mut out, value, options)?;
        return Ok(out);
    }
    // Without nulls the keys come in order, as everywhere else then.
    if options.keep_nulls {
        out.push_str("{\"value\":");
        write_value(&mut out, value, options)?;
        out.push_str(",\"type\":");
        write_type(&mut out, value.ty())?;
    } else {
        out.push_str("{\"type\":");
        write_type(&mut out, value.ty())?;
        if !value.is_null() {
            out.push_str(",\"value\":");
            write_value(&mut out, value, options)?;
        }
    }
    out.push('}');
    Ok(out)
}

/// What is still to be written, the next thing last.
enum Step<'a, T> {
    Part(&'a T),
    Key(&'a str),
    Text(&'static str),
}

/// Queues the items of a list or the like, with commas between them.
fn push_items<'a, T>(steps: &mut Vec<Step<'a, T>>, items: &'a [T], close: &'static str) {
    steps.push(Step::Text(close));
    for (index, item) in items.iter().enumerate().rev() {
        steps.push(Step::Part(item));
        if index > 0 {
            steps.push(Step::Text(","));
        }
    }
}

/// Queues the fields of an object or the like, with commas between them.
fn push_fields<'a, T>(
    steps: &mut Vec<Step<'a, T>>,
    fields: impl DoubleEndedIterator<Item = (&'a str, &'a T)>,
    close: &'static str,
) {
    steps.push(Step::Text(close));
    let mut later = false;
    for (key, field) in fields.rev() {
        if later {
            steps.push(Step::Text(","));
        }
        later = true;
        steps.extend([Step::Part(field), Step::Text(":"), Step::Key(key)]);
    }
}

/// Writes a tree without recursion; `write` writes the start of a part, and queues the rest of it.
fn write_tree<'a, T>(
    out: &mut String,
    root: &'a T,
    write: impl Fn(&mut String, &mut Vec<Step<'a, T>>, &'a T) -> Result<(), JsonError>,
) -> Result<(), JsonError> {
    let mut steps = vec![Step::Part(root)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Key(key) => write_json_string(key, out),
            Step::Part(part) => write(out, &mut steps, part)?,
        }
    }
    Ok(())
}

fn write_value(out: &mut String, value: &Value, options: JsonOptions) -> Result<(), JsonError> {
    write_tree(out, value, |out, steps, value| {
        match value.kind() {
            ValueKind::Null => out.push_str("null"),
            ValueKind::Bool(truth) => out.push_str(if truth { "true" } else { "false" }),
            ValueKind::Number(number) if number.is_infinite() => return Err(JsonError::Infinite),
            ValueKind::Number(number) => out.push_str(
                &number
                    .to_string_limited(MAX_DIGITS)
                    .map_err(|_| JsonError::TooManyDigits)?,
            ),
            ValueKind::String(text) => write_json_string(text, out),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                out.push('[');
                push_items(steps, items, "]");
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => {
                out.push('{');
                let shown = fields
                    .iter()
                    .filter(|(_, field)| options.keep_nulls || !matches!(field.kind(), ValueKind::Null))
                    .map(|(key, field)| (key.as_str(), field));
                push_fields(steps, shown, "}");
            }
            ValueKind::Unknown => return Err(JsonError::Unknown),
            ValueKind::Marked(..) => return Err(JsonError::Marked),
            ValueKind::Capsule(_) => return Err(JsonError::Capsule),
        }
        Ok(())
    })
}

/// Writes a type in the notation of the Terraform wire format.
fn write_type(out: &mut String, ty: &Type) -> Result<(), JsonError> {
    write_tree(out, ty, |out, steps, ty| {
        match ty.kind() {
            TypeKind::Dynamic => out.push_str("\"dynamic\""),
            TypeKind::Bool => out.push_str("\"bool\""),
            TypeKind::Number => out.push_str("\"number\""),
            TypeKind::String => out.push_str("\"string\""),
            TypeKind::Capsule(capsule) => write_json_string(capsule.name(), out),
            TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
                out.push_str(match ty.kind() {
                    TypeKind::List(_) => "[\"list\",",
                    TypeKind::Set(_) => "[\"set\",",
                    _ => "[\"map\",",
                });
                steps.extend([Step::Text("]"), Step::Part(element)]);
            }
            TypeKind::Tuple(elements) => {
                out.push_str("[\"tuple\",[");
                push_items(steps, elements, "]]");
            }
            TypeKind::Object(object) => {
                out.push_str("[\"object\",{");
                let attributes: Vec<(&str, &Type)> =
                    object.iter().map(|(name, ty)| (name.as_str(), ty)).collect();
                push_fields(steps, attributes.into_iter(), "}]");
            }
        }
        Ok(())
    })
}
