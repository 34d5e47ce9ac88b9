//! Values of JSON text: arrays become tuples, objects become objects, and numbers keep all their digits.

use hcl2_json_text::{Kind, ReadError, ReadErrorKind, Reader};
use hcl2_value::{FunctionError, Number, ParseNumberErrorKind, Str, Type, Value};

use crate::support::quoted;

/// Maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 512;

/// Reads one JSON value.
pub(super) fn from_json(text: &str) -> Result<Value, FunctionError> {
    let mut reader = Reader::new(text);
    let read = value(&mut reader)?;
    reader.end().map_err(|error| invalid(text, error))?;
    Ok(read)
}

/// Reports text that is not JSON.
#[cold]
fn invalid(text: &str, error: ReadError) -> FunctionError {
    let offset = match error.kind {
        // The escape is what is wrong, not the character that cuts it short.
        ReadErrorKind::UnicodeEscape => text[..error.offset].rfind('\\').map_or(error.offset, |at| at + 1),
        _ => error.offset,
    };
    unreadable(text, offset, error.kind.message())
}

/// Reports a problem at the current offset.
#[cold]
fn refused(reader: &Reader<'_>, problem: &str) -> FunctionError {
    unreadable(reader.text(), reader.offset(), problem)
}

#[cold]
fn unreadable(text: &str, offset: usize, problem: &str) -> FunctionError {
    let before = &text[..text.floor_char_boundary(offset)];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count() + 1;
    let place = if offset >= text.len() {
        "at the end of the text".to_owned()
    } else {
        format!("in line {line}, column {column}")
    };
    FunctionError::new(format!("invalid JSON {place}: {problem}"))
}

/// An array or object whose end has not been read.
enum Open {
    Array(Vec<Value>),
    Object(Vec<(Str, Value)>, Str),
}

/// Reads one value, without recursion.
fn value(reader: &mut Reader<'_>) -> Result<Value, FunctionError> {
    let text = reader.text();
    let invalid = |error| invalid(text, error);
    let mut open: Vec<Open> = Vec::new();
    loop {
        let mut value = match reader.peek().map_err(invalid)? {
            Kind::Array => {
                if reader.begin_array().map_err(invalid)? {
                    enter(&mut open, Open::Array(Vec::new()), reader)?;
                    continue;
                }
                Value::tuple([])
            }
            Kind::Object => {
                if reader.begin_object().map_err(invalid)? {
                    let name = name(reader).map_err(invalid)?;
                    enter(&mut open, Open::Object(Vec::new(), name), reader)?;
                    continue;
                }
                Value::object::<Str>([])
            }
            Kind::String => Value::from(&*reader.string().map_err(invalid)?),
            Kind::Number => number(reader.number().map_err(invalid)?, reader)?,
            Kind::Bool => Value::from(reader.bool().map_err(invalid)?),
            Kind::Null => {
                reader.null().map_err(invalid)?;
                Value::null(Type::DYNAMIC)
            }
        };
        // Adds the value to what it is part of, and in turn what it completes.
        loop {
            match open.last_mut() {
                None => return Ok(value),
                Some(Open::Array(items)) => {
                    items.push(value);
                    if reader.next_element().map_err(invalid)? {
                        break;
                    }
                }
                Some(Open::Object(properties, current)) => {
                    properties.push((std::mem::take(current), value));
                    if reader.next_property().map_err(invalid)? {
                        *current = name(reader).map_err(invalid)?;
                        break;
                    }
                }
            }
            value = match open.pop() {
                Some(Open::Array(items)) => Value::tuple(items),
                Some(Open::Object(properties, _)) => object(properties, reader)?,
                None => return Err(invalid(reader.error(ReadErrorKind::Value))),
            };
        }
    }
}

fn enter(open: &mut Vec<Open>, container: Open, reader: &Reader<'_>) -> Result<(), FunctionError> {
    if open.len() == MAX_DEPTH {
        let problem = format!("arrays and objects are nested more than {MAX_DEPTH} levels deep");
        return Err(refused(reader, &problem));
    }
    open.push(container);
    Ok(())
}

fn name(reader: &mut Reader<'_>) -> Result<Str, ReadError> {
    reader.name().map(|name| Str::from(&*name))
}

fn number(digits: &str, reader: &Reader<'_>) -> Result<Value, FunctionError> {
    Number::parse(digits).map(Value::from).map_err(|error| {
        let problem = match error.kind() {
            ParseNumberErrorKind::ExponentRange => "the preceding number is too large to be represented",
            _ => "the preceding number cannot be represented",
        };
        refused(reader, problem)
    })
}

/// Makes the object that ends at the current offset.
fn object(mut properties: Vec<(Str, Value)>, reader: &Reader<'_>) -> Result<Value, FunctionError> {
    if properties.is_sorted_by(|a, b| a.0 < b.0) {
        return Ok(Value::object(properties));
    }
    properties.sort_by(|a, b| a.0.cmp(&b.0));
    for pair in properties.windows(2) {
        if let [(name, first), (other, second)] = pair
            && name == other
            && first.ty() != second.ty()
        {
            let error = |which: &str| {
                let problem = format!(
                    "the object that ends there has {which} more than once, with values of different types"
                );
                refused(reader, &problem)
            };
            let better = error(&format!("the property {}", quoted(name)));
            return Err(error("a property").revealing(better.message));
        }
    }
    Ok(Value::object(properties))
}
