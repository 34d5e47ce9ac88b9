//! Writing values as literals.

use hcl2_model::Quoted;
use hcl2_value::{Number, Type, Value, ValueKind};

use crate::lexer::is_identifier;

/// Maximum nesting depth of a value that is written.
const MAX_DEPTH: u32 = 100;

/// Maximum number of parts of a value that is written. A value that shares its parts may have many more than it stores.
const MAX_PARTS: u32 = 10_000_000;

/// Maximum length of the text of a value, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Returns an expression without variables or functions that has exactly this value, or `None` if there is none.
///
/// Strings, numbers, bools, the null of unknown type, and tuples and objects of these have one. Lists, sets, maps, typed
/// nulls, infinite numbers, unknown or marked values, and values of more than 10,000,000 parts or 256 MiB have none.
///
/// # Examples
///
/// ```
/// use hcl2_native::literal;
/// use hcl2_value::{Type, Value};
///
/// let value = Value::object([("a", Value::from("${x}\n")), ("b c", Value::tuple([Value::from(-1)]))]);
/// assert_eq!(literal(&value).as_deref(), Some(r#"{ a = "$${x}\n", "b c" = [-1] }"#));
/// assert_eq!(literal(&Value::unknown(Type::STRING)), None);
/// ```
#[must_use]
pub fn literal(value: &Value) -> Option<String> {
    written(value, false)
}

/// Returns what [`literal`] does if each number in it has the precision of a literal, and `None` otherwise.
pub(crate) fn exact_literal(value: &Value) -> Option<String> {
    written(value, true)
}

fn written(value: &Value, exact: bool) -> Option<String> {
    let mut out = String::new();
    let is_short = value.part_count() <= MAX_PARTS && value.text_bytes() <= MAX_BYTES;
    (is_short && write(&mut out, value, MAX_DEPTH, exact)).then_some(out)
}

/// Writes a value. Returns `false` if it has no literal, or not an `exact` one, with the precision of its numbers.
fn write(out: &mut String, value: &Value, depth: u32, exact: bool) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match value.kind() {
        ValueKind::Null => {
            out.push_str("null");
            *value.ty() == Type::DYNAMIC
        }
        ValueKind::Bool(truth) => {
            out.push_str(if truth { "true" } else { "false" });
            true
        }
        ValueKind::Number(number) => write_number(out, number, exact),
        ValueKind::String(text) => {
            out.push_str(&Quoted(text).to_string());
            true
        }
        ValueKind::Tuple(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                if !write(out, element, depth, exact) {
                    return false;
                }
            }
            out.push(']');
            true
        }
        ValueKind::Object(fields) => {
            out.push('{');
            for (index, (name, value)) in fields.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { " " });
                write_key(out, name);
                out.push_str(" = ");
                if !write(out, value, depth, exact) {
                    return false;
                }
            }
            out.push_str(if fields.is_empty() { "}" } else { " }" });
            true
        }
        _ => false,
    }
}

/// Writes a number. Returns `false` if it would not read back equal, or not `exact`ly, with the same precision.
fn write_number(out: &mut String, number: &Number, exact: bool) -> bool {
    /// Digits of the longest number that is written.
    const MAX_DIGITS: usize = 400;
    // The text of a whole number may end in zeros instead of its digits.
    let text = match number.to_magnitude_radix(10, MAX_DIGITS) {
        Ok(Some(digits)) if number.is_negative() => Ok(format!("-{digits}")),
        Ok(Some(digits)) => Ok(digits),
        Ok(None) => number.to_string_limited(MAX_DIGITS),
        Err(error) => Err(error),
    };
    let Ok(text) = text else {
        return false;
    };
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let is_equal = Number::parse_literal(digits).is_ok_and(|read| {
        let read = if digits.len() < text.len() {
            read.neg()
        } else {
            read
        };
        read == *number && (!exact || read.precision() == number.precision())
    });
    out.push_str(&text);
    is_equal
}

/// Writes the key of an object item.
pub(crate) fn write_key(out: &mut String, name: &str) {
    if is_identifier(name) && name != "for" {
        out.push_str(name);
    } else {
        out.push_str(&Quoted(name).to_string());
    }
}
