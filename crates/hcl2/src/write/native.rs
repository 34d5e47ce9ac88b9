//! Encoded bodies in native syntax.

use std::borrow::Cow;

use hcl2_decode::encode::{EncodeError, Encoded, EncodedBody, EncodedItem};
use hcl2_model::Quoted;
use hcl2_native::lexer::is_identifier;
use hcl2_value::{Value, ValueKind};

use super::{digits, identifier, no_form};

/// Writes a body as a file in the canonical layout.
pub(crate) fn file(body: &EncodedBody) -> Result<String, EncodeError> {
    let mut text = String::new();
    write_body(body, &mut text)?;
    let formatted = hcl2_native::format(text.as_bytes());
    Ok(String::from_utf8_lossy(&formatted).into_owned())
}

/// Writes a body. The recursion is as deep as blocks nest in the encoded Rust value.
fn write_body(body: &EncodedBody, out: &mut String) -> Result<(), EncodeError> {
    for (index, item) in body.items.iter().enumerate() {
        match item {
            EncodedItem::Attribute(name, value) => {
                out.push_str(identifier(name)?);
                out.push_str(" = ");
                encoded(value, out).map_err(|error| error.inside(name))?;
                out.push('\n');
            }
            EncodedItem::Block(block_type, block) => {
                if index > 0 {
                    out.push('\n');
                }
                out.push_str(identifier(block_type)?);
                for label in &block.labels {
                    out.push(' ');
                    out.push_str(&Quoted(label).to_string());
                }
                out.push_str(" {");
                if !block.items.is_empty() {
                    out.push('\n');
                    write_body(block, out).map_err(|error| error.inside(block_type))?;
                }
                out.push_str("}\n");
            }
        }
    }
    Ok(())
}

fn encoded(value: &Encoded, out: &mut String) -> Result<(), EncodeError> {
    match value {
        Encoded::Value(value) => known(value, out),
        Encoded::Expression(text) | Encoded::Static(text) => {
            out.push_str(text);
            Ok(())
        }
        Encoded::List(items) => list(items, out, encoded),
        Encoded::Object(fields) => object(
            fields.iter().map(|(key, value)| (key.as_str(), value)),
            out,
            encoded,
        ),
        _ => Err(EncodeError::new("native syntax has no form for this")),
    }
}

/// Writes a value. The recursion is as deep as a decoded or encoded value can nest.
fn known(value: &Value, out: &mut String) -> Result<(), EncodeError> {
    match value.kind() {
        ValueKind::Null => out.push_str("null"),
        ValueKind::Bool(truth) => out.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => out.push_str(&digits(number)?),
        ValueKind::String(text) => out.push_str(&Quoted(text).to_string()),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            return list(items, out, known);
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            return object(
                fields.iter().map(|(key, value)| (key.as_str(), value)),
                out,
                known,
            );
        }
        kind => return Err(no_form(&kind)),
    }
    Ok(())
}

/// Writes one part of a list or object.
type WritePart<T> = fn(&T, &mut String) -> Result<(), EncodeError>;

fn list<T>(items: &[T], out: &mut String, write: WritePart<T>) -> Result<(), EncodeError> {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(item, out)?;
    }
    out.push(']');
    Ok(())
}

/// Writes an object, each item on its own line.
fn object<'f, T: 'f>(
    fields: impl ExactSizeIterator<Item = (&'f str, &'f T)>,
    out: &mut String,
    write: WritePart<T>,
) -> Result<(), EncodeError> {
    out.push('{');
    if fields.len() > 0 {
        out.push('\n');
    }
    for (key, value) in fields {
        // Keywords, and what starts a `for` expression, are quoted.
        let bare = is_identifier(key) && !["for", "true", "false", "null"].contains(&key);
        let key = if bare {
            Cow::Borrowed(key)
        } else {
            Cow::Owned(Quoted(key).to_string())
        };
        out.push_str(&key);
        out.push_str(" = ");
        write(value, out)?;
        out.push('\n');
    }
    out.push('}');
    Ok(())
}
