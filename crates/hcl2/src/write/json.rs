//! Encoded bodies in JSON syntax.

use hcl2_decode::encode::{EncodeError, Encoded, EncodedBody, EncodedItem};
use hcl2_json::{Escapes, Writer};
use hcl2_native::escape_template;
use hcl2_value::{Value, ValueKind};

use super::{digits, identifier, no_form};

/// Writes a body as a file on one line.
pub(super) fn file(body: &EncodedBody) -> Result<String, EncodeError> {
    let mut writer = Writer::compact(Escapes::HTML);
    write_body(body, &mut writer)?;
    Ok(writer.finish())
}

/// Writes a body as an object. Blocks of one type that follow each other share an array; behind blocks of another type
/// the name repeats, which keeps the order.
fn write_body(body: &EncodedBody, writer: &mut Writer) -> Result<(), EncodeError> {
    writer.open('{');
    let mut rest = body.items.iter().peekable();
    while let Some(item) = rest.next() {
        match item {
            EncodedItem::Attribute(name, value) => {
                writer.property(identifier(name)?);
                encoded(value, writer).map_err(|error| error.inside(name))?;
            }
            EncodedItem::Block(block_type, block) => {
                writer.property(identifier(block_type)?);
                writer.open('[');
                let mut next = Some(block);
                while let Some(block) = next {
                    writer.element();
                    write_block(block, writer).map_err(|error| error.inside(block_type))?;
                    let same = |item: &&EncodedItem| matches!(item, EncodedItem::Block(other, _) if other == block_type);
                    next = match rest.next_if(same) {
                        Some(EncodedItem::Block(_, block)) => Some(block),
                        _ => None,
                    };
                }
                writer.close(']');
            }
        }
    }
    writer.close('}');
    Ok(())
}

fn write_block(block: &EncodedBody, writer: &mut Writer) -> Result<(), EncodeError> {
    for label in &block.labels {
        writer.open('{');
        writer.property(label);
    }
    write_body(block, writer)?;
    for _ in &block.labels {
        writer.close('}');
    }
    Ok(())
}

fn encoded(value: &Encoded, writer: &mut Writer) -> Result<(), EncodeError> {
    match value {
        Encoded::Value(value) => return known(value, writer),
        Encoded::Expression(text) => writer.string_of(&["${", text, "}"]),
        Encoded::Static(text) => writer.string(text),
        Encoded::List(items) => return list(items, writer, encoded),
        Encoded::Object(fields) => {
            return object(
                fields.iter().map(|(key, value)| (key.as_str(), value)),
                writer,
                encoded,
            );
        }
        _ => return Err(EncodeError::new("JSON syntax has no form for this")),
    }
    Ok(())
}

/// Writes a value. The recursion is as deep as a decoded or encoded value can nest.
fn known(value: &Value, writer: &mut Writer) -> Result<(), EncodeError> {
    match value.kind() {
        ValueKind::Null => writer.null(),
        ValueKind::Bool(truth) => writer.bool(truth),
        ValueKind::Number(number) => writer.raw(&digits(number)?),
        ValueKind::String(text) => writer.string(&escape_template(text)),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            return list(items, writer, known);
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            return object(
                fields.iter().map(|(key, value)| (key.as_str(), value)),
                writer,
                known,
            );
        }
        kind => return Err(no_form(&kind)),
    }
    Ok(())
}

/// Writes one part of a list or object.
type WritePart<T> = fn(&T, &mut Writer) -> Result<(), EncodeError>;

fn list<T>(items: &[T], writer: &mut Writer, write: WritePart<T>) -> Result<(), EncodeError> {
    writer.open('[');
    for item in items {
        writer.element();
        write(item, writer)?;
    }
    writer.close(']');
    Ok(())
}

fn object<'f, T: 'f>(
    fields: impl Iterator<Item = (&'f str, &'f T)>,
    writer: &mut Writer,
    write: WritePart<T>,
) -> Result<(), EncodeError> {
    writer.open('{');
    for (key, value) in fields {
        writer.property(&escape_template(key));
        write(value, writer)?;
    }
    writer.close('}');
    Ok(())
}
