//! Values to JSON.

use hcl2_value::{Fields, Number, PathStep, Type, TypeKind, Value, ValueKind};

use crate::collect::conform;
use crate::{MAX_DEPTH, MAX_DIGITS, WireError, WireErrorKind, notation};

/// Encodes a value by a type constraint, converting it where it is of another type.
///
/// There are no spaces, and keys are in order: a value has one encoding. The characters `<`, `>` and `&` and the two
/// line separators of Unicode are escaped, as Terraform does.
///
/// # Errors
///
/// [`WireErrorKind::Marked`], [`NotConvertible`](WireErrorKind::NotConvertible), [`Unknown`](WireErrorKind::Unknown),
/// [`Infinite`](WireErrorKind::Infinite) and others where the value cannot be encoded, with the path of the part.
pub fn encode(value: &Value, ty: &Type) -> Result<String, WireError> {
    let value = conform(value, ty)?;
    let mut text = String::new();
    write(&value, ty, &mut text, 0)?;
    Ok(text)
}

fn write(value: &Value, ty: &Type, text: &mut String, depth: u32) -> Result<(), WireError> {
    if depth > MAX_DEPTH {
        return Err(WireError::new(WireErrorKind::TooDeep));
    }
    if matches!(value.kind(), ValueKind::Unknown) {
        return Err(WireError::new(WireErrorKind::Unknown));
    }
    if ty.is_dynamic() && !value.ty().is_dynamic() {
        text.push_str("{\"value\":");
        write(value, value.ty(), text, depth + 1)?;
        text.push_str(",\"type\":");
        notation::write_to(value.ty(), text)?;
        text.push('}');
        return Ok(());
    }
    match (value.kind(), ty.kind()) {
        (ValueKind::Null, _) => text.push_str("null"),
        (ValueKind::Bool(truth), _) => text.push_str(if truth { "true" } else { "false" }),
        (ValueKind::Number(number), _) => write_number(number, text)?,
        (ValueKind::String(string), _) => write_string(string, text),
        (
            ValueKind::List(items) | ValueKind::Set(items),
            TypeKind::List(element) | TypeKind::Set(element),
        ) => {
            write_array(items, |_| element, text, depth)?;
        }
        (ValueKind::Tuple(items), TypeKind::Tuple(types)) => {
            write_array(items, |index| &types[index], text, depth)?;
        }
        (ValueKind::Map(fields), TypeKind::Map(element)) => {
            let step = |key: &str| PathStep::Index(Value::from(key));
            write_object(fields, |_| element, step, text, depth)?;
        }
        (ValueKind::Object(fields), TypeKind::Object(object)) => {
            let step = |name: &str| PathStep::Attribute(name.into());
            write_object(fields, |index| &object.types()[index], step, text, depth)?;
        }
        _ => return Err(WireError::new(WireErrorKind::Capsule)),
    }
    Ok(())
}

fn write_array<'t>(
    items: &[Value],
    type_at: impl Fn(usize) -> &'t Type,
    text: &mut String,
    depth: u32,
) -> Result<(), WireError> {
    text.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(item, type_at(index), text, depth + 1)
            .map_err(|error| error.inside(PathStep::Index(Value::from(index))))?;
    }
    text.push(']');
    Ok(())
}

fn write_object<'t>(
    fields: Fields<'_>,
    type_at: impl Fn(usize) -> &'t Type,
    step: impl Fn(&str) -> PathStep,
    text: &mut String,
    depth: u32,
) -> Result<(), WireError> {
    text.push('{');
    for (index, (key, item)) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write_string(key, text);
        text.push(':');
        write(item, type_at(index), text, depth + 1).map_err(|error| error.inside(step(key)))?;
    }
    text.push('}');
    Ok(())
}

fn write_number(number: &Number, text: &mut String) -> Result<(), WireError> {
    if number.is_infinite() {
        return Err(WireError::new(WireErrorKind::Infinite));
    }
    let digits = number.to_string_limited(MAX_DIGITS);
    text.push_str(&digits.map_err(|_| WireError::new(WireErrorKind::TooManyDigits))?);
    Ok(())
}

/// Writes a string in quotes.
pub(crate) fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str("\\u");
                let code = u32::from(character);
                text.extend(
                    [12, 8, 4, 0].map(|shift| char::from_digit(code >> shift & 15, 16).unwrap_or('0')),
                );
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
