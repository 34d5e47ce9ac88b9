//! Values as text in the native syntax.

use std::fmt::{self, Display};

use super::debug::{MAX_DEPTH, MAX_PARTS};
use super::{Value, ValueKind};
use crate::Quoted;

impl Display for Value {
    /// Writes the value as an expression: lists, sets and tuples in brackets, maps and objects in braces. A marked value is
    /// written as `(marked value)`, and an unknown one as `(unknown value)`.
    ///
    /// Parts that are nested very deeply, or come after very many others, are written as `…`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Mark, value};
    ///
    /// let password = value!("hunter2").with_mark(Mark::new("sensitive"));
    /// let config = value!({ "name": "web", "ports": [80, 443], "password": password });
    /// assert_eq!(config.to_string(), r#"{ name = "web", password = (marked value), ports = [80, 443] }"#);
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = MAX_PARTS;
        write(self, f, 0, &mut left)
    }
}

fn write(value: &Value, f: &mut fmt::Formatter<'_>, depth: usize, left: &mut usize) -> fmt::Result {
    if depth > MAX_DEPTH || *left == 0 {
        return f.write_str("…");
    }
    *left -= 1;
    if value.is_marked() {
        return f.write_str("(marked value)");
    }
    match value.kind() {
        ValueKind::Null => f.write_str("null"),
        ValueKind::Bool(truth) => write!(f, "{truth}"),
        ValueKind::Number(number) => write!(f, "{number}"),
        ValueKind::String(text) => write!(f, "{}", Quoted(text)),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            f.write_str("[")?;
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    f.write_str(", ")?;
                }
                write(item, f, depth + 1, left)?;
                if *left == 0 {
                    break;
                }
            }
            f.write_str("]")
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            f.write_str("{")?;
            for (index, (key, item)) in fields.iter().enumerate() {
                f.write_str(if index > 0 { ", " } else { " " })?;
                write_key(f, key)?;
                write(item, f, depth + 1, left)?;
                if *left == 0 {
                    break;
                }
            }
            f.write_str(if fields.is_empty() { "}" } else { " }" })
        }
        ValueKind::Capsule(capsule) => write!(f, "{capsule:?}"),
        _ => f.write_str("(unknown value)"),
    }
}

/// Writes a key, in quotes unless it is a plain name.
fn write_key(f: &mut fmt::Formatter<'_>, key: &str) -> fmt::Result {
    let is_plain = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if is_plain && key != "for" {
        write!(f, "{key} = ")
    } else {
        write!(f, "{} = ", Quoted(key))
    }
}
